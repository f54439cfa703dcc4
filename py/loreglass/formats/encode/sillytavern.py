"""SillyTavern world info: `entries` is an object by uid; one order stands for priority and weight."""

from collections.abc import Iterable
from itertools import count
from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.behaviour import as_written
from loreglass.formats.encode.behaviour import Write, behaviour_writers, place_fields
from loreglass.formats.encode.form import Fields, Form, reading, written
from loreglass.formats.encode.losses import count_entry_losses, count_losses
from loreglass.formats.encode.spelling import as_pattern
from loreglass.formats.sillytavern import FORMAT, ORDER, read_world_info_entry
from loreglass.formats.tally import Tally

_BLANK: Final[Fields] = {
    "key": [],
    "keysecondary": [],
    "comment": "",
    "content": "",
    "constant": False,
    "vectorized": False,
    "selective": True,
    "selectiveLogic": 0,
    "addMemo": True,
    "order": ORDER,
    "position": 0,
    "depth": 4,
    "role": 0,
    "disable": False,
    "ignoreBudget": False,
    "excludeRecursion": False,
    "preventRecursion": False,
    "delayUntilRecursion": False,
    "probability": 100,
    "useProbability": True,
    "group": "",
    "groupOverride": False,
    "groupWeight": 100,
    "scanDepth": None,
    "caseSensitive": None,
    "matchWholeWords": None,
    "useGroupScoring": None,
    "automationId": "",
    "sticky": None,
    "cooldown": None,
    "delay": None,
    "triggers": [],
}


def spelt(entry: Entry, keywords: Iterable[str]) -> list[str]:
    """The keywords as SillyTavern spells them; one with wildcards becomes a pattern."""
    return [as_pattern(keyword, case_sensitive=bool(entry.case_sensitive)) for keyword in keywords]


def _form(*, by_weight: bool) -> Form[Entry]:
    def order(entry: Entry) -> Fields:
        return {"order": entry.weight if by_weight else entry.priority}

    write: dict[str, Write] = {
        **behaviour_writers(as_written),
        "name": lambda entry: {"comment": entry.name, "addMemo": bool(entry.name)},
        "text": lambda entry: {"content": entry.text},
        "keywords": lambda entry: {"key": spelt(entry, entry.keywords)},
        "secondary": lambda entry: {"keysecondary": spelt(entry, entry.secondary), "selective": True},
        "constant": lambda entry: {"constant": entry.constant},
        "enabled": lambda entry: {"disable": not entry.enabled},
        "priority": order,
        "weight": order,
        "place": lambda entry: place_fields(entry, as_written),
    }
    return Form(
        origins=frozenset({FORMAT}),
        blank=_BLANK,
        read=lambda reader: read_world_info_entry(reader, EntryId("")),
        write=write,
    )


BOOK: Final[Form[Book]] = Form(
    origins=frozenset({FORMAT}),
    blank={},
    read=lambda reader: Book(
        id=BookId(""),
        name=reader.text("name", "book_name"),
        description=reader.text("description", "book_description"),
        recursive=reader.flag("recursive", "book_recursive", True),
    ),
    write={
        "name": lambda book: {"name": book.name},
        "description": lambda book: {"description": book.description},
    },
)


def encode_world_info(book: Book, tally: Tally) -> Fields:
    """The book as world info; what it cannot hold is counted."""
    form = _form(by_weight=orders_by_weight(book.entries))
    entries = [written(entry, form) for entry in book.entries]
    count_entry_losses(book.entries, [reading(entry, form) for entry in entries], tally, patterns=True)
    fields = written(book, BOOK)
    count_losses(book, reading(fields, BOOK), tally)
    placed: Fields = {}
    for entry, uid in zip(entries, _uids(entries), strict=True):
        placed[str(uid)] = {"uid": uid, **{name: item for name, item in entry.items() if name != "uid"}}
    return {**fields, "entries": placed}


def orders_by_weight(entries: Iterable[Entry]) -> bool:
    """Whether the weights say more than the priorities; a format with one order keeps those."""
    entries = tuple(entries)
    return len({entry.weight for entry in entries}) > 1 or len({entry.priority for entry in entries}) < 2


def _uids(entries: list[Fields]) -> list[int]:
    """Each entry's own number, else the next that is free."""
    own = [entry.get("uid") for entry in entries]
    numbers = [uid if isinstance(uid, int) and not isinstance(uid, bool) else None for uid in own]
    taken = set(numbers)
    free = (number for number in count() if number not in taken)
    used: set[int] = set()
    found: list[int] = []
    for number in numbers:
        uid = next(free) if number is None or number in used else number
        used.add(uid)
        found.append(uid)
    return found
