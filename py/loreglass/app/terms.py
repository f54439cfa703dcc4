"""What an entry is under the rules of a chat's program: which of its fields count there, and what they are called."""

from dataclasses import dataclass
from functools import lru_cache
from math import isnan
from typing import Literal

from loreglass.domain.ids import BookId
from loreglass.domain.lore.sillytavern.link import depth_of
from loreglass.domain.lore.sillytavern.record import Record, RecordLogic, read_record
from loreglass.domain.lore.sillytavern.spelling import spelled
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.semantics import Semantics

_RECORDS_KEPT = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """An entry's fields as its program reads them; those that it does not know are at their default."""

    rank: Literal["priority", "order"]
    """What decides over the budget."""
    rank_number: float | None
    """None where it is no number."""
    keywords: tuple[str, ...]
    secondary: tuple[str, ...] = ()
    logic: RecordLogic = "and_any"
    rule: str = ""
    constant: bool = False
    depth_messages: int | None = None
    """Its own depth or its book's; None is the chat's."""
    probability: float = 100
    grouped: bool = False
    timed: bool = False


def terms_of(entry: Entry, book_depth: int | None, semantics: Semantics) -> Terms:
    """The entry of a book with this depth, under these rules."""
    match semantics:
        case "native":
            return Terms(
                rank="priority",
                rank_number=entry.priority,
                keywords=entry.keywords,
                secondary=entry.secondary,
                logic=entry.logic,
                rule=entry.rule,
                constant=entry.constant,
                depth_messages=book_depth if entry.depth is None else entry.depth,
                probability=entry.probability,
                grouped=bool(entry.groups),
                timed=bool(entry.sticky or entry.cooldown or entry.delay),
            )
        case "agnai":
            return Terms(rank="priority", rank_number=entry.priority, keywords=entry.keywords)
        case "sillytavern":
            return _as_recorded(_record(entry, book_depth))


def depth_in(entry: Entry, book_depth: int | None, semantics: Semantics) -> int | None:
    """How far the entry looks by its own depth or its book's, None as far as the chat; at a look, for thousands."""
    if semantics == "agnai":
        return None
    if entry.depth is None and semantics == "sillytavern" and entry.raw and entry.revision == 1:
        # What came from a file looks as far as the file says.
        return None
    return book_depth if entry.depth is None else entry.depth


@lru_cache(maxsize=_RECORDS_KEPT)
def _record(entry: Entry, book_depth: int | None) -> Record:
    return read_record(spelled(entry, Book(id=BookId(""), name="", depth=book_depth)))


def _as_recorded(record: Record) -> Terms:
    return Terms(
        rank="order",
        rank_number=None if isnan(record.order) else record.order,
        keywords=record.keys,
        secondary=record.secondary if record.selective else (),
        logic=record.logic,
        constant=record.constant,
        depth_messages=None if record.scan_depth is None else depth_of(record.scan_depth),
        probability=100 if record.probability is None else record.probability,
        grouped=bool(record.group),
        timed=bool(record.sticky or record.cooldown or record.delay),
    )
