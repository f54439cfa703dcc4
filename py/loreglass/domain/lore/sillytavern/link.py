"""The linked books as SillyTavern ranks them: entries numbered in the order in which they are tried."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cmp_to_key
from math import isnan
from typing import TypeVar

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.context.macros import MacroContext, fill
from loreglass.domain.lore.index import compile_keywords
from loreglass.domain.lore.keywords import InBuffer, Keyword, Letters
from loreglass.domain.lore.linked import IndexedEntry, KeyNumbers, LinkedBooks, LinkSettings, in_order
from loreglass.domain.lore.sillytavern.keys import read_key
from loreglass.domain.lore.sillytavern.record import Record, read_record
from loreglass.domain.lore.sillytavern.spelling import spelled
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.story.book import Book, Entry, LinkedBook, Scope

DEEPEST_MESSAGES = 1_000
_FIRST_READ: tuple[Scope, ...] = ("global", "chat", "persona", "character")
"""A book that is reached twice is read where it is first met in this order."""
_ENTRIES_A_TICK = 20

Candidate = tuple[Book, Entry, Record]
T = TypeVar("T")


def link_records(books: tuple[LinkedBook, ...], settings: LinkSettings) -> Asking[LinkedBooks]:
    """The books compiled; entry numbers are places in the order of candidates."""
    candidates = yield from _ranked(books, settings)
    reader = _Reader(settings)
    entries: list[IndexedEntry] = []
    for book, entry, record in candidates:
        yield TICK
        entries.append((yield from reader.read(len(entries), book, entry, record)))
    ordered = in_order(books)
    linked = LinkedBooks(
        settings=settings,
        books=ordered,
        entry_count=sum(len(book.entries) for book in ordered),
        entries=tuple(entries),
        records=tuple(record for _, _, record in candidates),
        index=(yield from compile_keywords(tuple(reader.numbers), settings.policy.form)),
    )
    for item, record in zip(entries, linked.records, strict=True):
        if item.number % _ENTRIES_A_TICK == 0:
            yield TICK
        _enter(item, record, linked)
    return linked


def _ranked(books: tuple[LinkedBook, ...], settings: LinkSettings) -> Asking[list[Candidate]]:
    """Chat book, persona book, then character and global by strategy; each by order, high to low, stable."""
    by_scope: dict[Scope, list[Candidate]] = {scope: [] for scope in _FIRST_READ}
    for count, (scope, book, entry) in enumerate(_read_once(books)):
        if count % _ENTRIES_A_TICK == 0:
            yield TICK
        by_scope[scope].append((book, entry, read_record(spelled(entry, book))))
    first = _by_order(by_scope["chat"]) + _by_order(by_scope["persona"])
    own, everywhere = by_scope["character"], by_scope["global"]
    match settings.strategy:
        case "evenly":
            return first + _by_order(everywhere + own)
        case "character_first":
            return first + _by_order(own) + _by_order(everywhere)
        case "global_first":
            return first + _by_order(everywhere) + _by_order(own)


def _read_once(books: tuple[LinkedBook, ...]) -> Iterator[tuple[Scope, Book, Entry]]:
    seen: set[str] = set()
    for linked in sorted(books, key=lambda linked: _FIRST_READ.index(linked.scope)):
        if linked.book.id not in seen and linked.book.enabled:
            seen.add(linked.book.id)
            yield from ((linked.scope, linked.book, entry) for entry in linked.book.entries)


def _by_order(candidates: list[Candidate]) -> list[Candidate]:
    return by_order(candidates, lambda candidate: candidate[2].order)


def by_order(things: list[T], order_of: Callable[[T], float]) -> list[T]:
    """The things, high order first; one that is no number is level with each neighbour it is compared to."""
    if not any(isnan(order_of(thing)) for thing in things):
        return sorted(things, key=lambda thing: -order_of(thing))

    def compare(one: T, other: T) -> int:
        difference = order_of(other) - order_of(one)
        return (difference > 0) - (difference < 0)

    return sorted(things, key=cmp_to_key(compare))


class _Reader:
    """Reads candidates, and gives each distinct keyword a number."""

    def __init__(self, settings: LinkSettings) -> None:
        self._settings = settings
        self._context = MacroContext(
            char=settings.names.char, user=settings.names.user, names_only=True, given=settings.macros
        )
        self.numbers: dict[Keyword, int] = {}
        self._written: dict[tuple[str, bool, bool], int | None] = {}

    def read(self, number: int, book: Book, entry: Entry, record: Record) -> Asking[IndexedEntry]:
        """The entry with its keywords by number, its text, chance and place as the record has them."""
        settings = self._settings
        whole = settings.whole_words if record.whole_words is None else record.whole_words
        cased = settings.case_sensitive if record.case_sensitive is None else record.case_sensitive
        keys = yield from self._numbers(record.keys, whole, cased)
        secondary = yield from self._numbers(record.secondary, whole, cased)
        return IndexedEntry(
            number=number,
            book=book,
            entry=_as_read(entry, record),
            ref=EntryRef(book_id=book.id, entry_id=entry.id, revision=entry.revision),
            keys=keys,
            secondary=secondary,
            depth_messages=None if record.scan_depth is None else depth_of(record.scan_depth),
        )

    def _numbers(self, written: tuple[str, ...], whole_words: bool, cased: bool) -> Asking[KeyNumbers]:
        found: list[int | None] = []
        for key in written:
            asked = (key, whole_words, cased)
            if asked not in self._written:
                keyword = yield from read_key(fill(key, self._context), whole_words=whole_words, case_sensitive=cased)
                self._written[asked] = None if keyword is None else self.numbers.setdefault(keyword, len(self.numbers))
            found.append(self._written[asked])
        return tuple(found)


def depth_of(messages: float) -> int:
    """A depth as the number of messages that it takes in; what is no number takes none."""
    return 0 if isnan(messages) else int(min(max(messages, 0), DEEPEST_MESSAGES))


def _as_read(entry: Entry, record: Record) -> Entry:
    """The entry with what is told of it later: text, keywords, chance and place."""
    place = replace(
        entry.place, slot=record.slot or "memory", depth=record.depth, role=record.role, outlet=record.outlet
    )
    return replace(
        entry,
        text=record.content.text,
        keywords=record.keys,
        secondary=record.secondary,
        probability=100 if record.probability is None else record.probability,
        place=place,
    )


def _enter(item: IndexedEntry, record: Record, linked: LinkedBooks) -> None:
    """Files an entry under what may wake it, or forbid it to wake."""
    keywords, number = linked.index.keywords, item.number
    for place, key in enumerate(item.keys):
        if key is not None:
            linked.wakes.setdefault(key, []).append((number, place))
    for key in item.secondary:
        if key is not None:
            linked.asks_about.setdefault(key, []).append(number)
    wakes_unseen = any(key is not None and _is_unseen(keywords[key]) for key in item.keys)
    if record.constant or record.content.activates or wakes_unseen:
        linked.constants.append(number)
    if any(key is not None and isinstance(keywords[key], InBuffer) for key in (*item.keys, *item.secondary)):
        linked.buffered.add(number)
    if record.disabled or record.triggers or record.names or record.tags or record.delay:
        linked.guarded.append(number)
    if record.is_delayed:
        linked.delayed.append(number)
    linked.deepest_messages = max(linked.deepest_messages, item.depth_messages or 0)


def _is_unseen(keyword: Keyword) -> bool:
    """Whether the scan of single texts does not tell of it."""
    return isinstance(keyword, InBuffer) or (isinstance(keyword, Letters) and not keyword.text)
