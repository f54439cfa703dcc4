"""The linked books as the engine reads them: in order, each once, with numbered entries and numbered keywords."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.lore.decorators import NO_ORDERS, Orders, decorated
from loreglass.domain.lore.index import KeywordIndex, compile_keywords
from loreglass.domain.lore.keywords import Keyword, Names, read_keyword
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.rule import BrokenRule, Rule, read_rule
from loreglass.domain.lore.sillytavern.record import Record
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.story.book import Book, Entry, LinkedBook, Scope
from loreglass.domain.story.semantics import Strategy

_SCOPE_ORDER: tuple[Scope, ...] = ("character", "chat", "persona", "global")
_ENTRIES_A_TICK = 20

KeyNumbers = tuple[int | None, ...]
"""The keywords of a list by number, in its order; None for one that never matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSettings:
    """What an index depends on besides the books."""

    policy: ActivationPolicy
    names: Names
    whole_words: bool
    case_sensitive: bool
    strategy: Strategy = "character_first"
    macros: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedEntry:
    """An enabled entry; `number` is its place in book and entry order."""

    number: int
    book: Book
    entry: Entry
    ref: EntryRef
    keys: KeyNumbers
    secondary: KeyNumbers = ()
    rule: Rule | None = None
    rule_keys: KeyNumbers = ()
    rule_problem: str = ""
    depth_messages: int | None = None
    """None: the depth of the chat."""

    orders: Orders = NO_ORDERS
    needed: KeyNumbers = ()
    unwanted: KeyNumbers = ()
    """The keywords of its orders."""

    is_plain: bool = False
    """Nothing but its keywords and the depth decide whether it wakes."""


@dataclass(slots=True, kw_only=True)
class LinkedBooks:
    """Entries, and by keyword who uses it. Values of `wakes` are (entry number, place in its keywords)."""

    settings: LinkSettings
    books: tuple[Book, ...]
    entry_count: int
    entries: tuple[IndexedEntry, ...]
    index: KeywordIndex
    records: tuple[Record, ...] = ()
    """What each entry is under `sillytavern`, by its number."""
    wakes: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    asks_about: dict[int, list[int]] = field(default_factory=dict)
    """Entries that have the keyword as a secondary one or in their rule."""
    constants: list[int] = field(default_factory=list)
    """Entries that may wake without a keyword that the scan of texts tells of."""
    buffered: set[int] = field(default_factory=set)
    """Entries with keywords that are looked for in the whole buffer."""
    ruled: list[int] = field(default_factory=list)
    reading_sources: list[int] = field(default_factory=list)
    guarded: list[int] = field(default_factory=list)
    delayed: list[int] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    deepest_messages: int = 0
    """The largest depth that an entry or book has of its own."""

    def enter(self, item: IndexedEntry) -> None:
        """Files an entry under what may wake it."""
        entry, number = item.entry, item.number
        for place, key in enumerate(item.keys):
            if key is not None:
                self.wakes.setdefault(key, []).append((number, place))
        for key in (*item.secondary, *item.rule_keys, *item.needed, *item.unwanted):
            if key is not None:
                self.asks_about.setdefault(key, []).append(number)
        if item.is_plain:
            return
        lists = (
            (self.constants, entry.constant or item.orders.activates),
            (self.ruled, item.rule is not None),
            (self.reading_sources, bool(entry.sources)),
            (self.guarded, _is_guarded(entry) or item.orders.is_guarding),
            (self.delayed, bool(entry.recursion.delay_level)),
            (self.broken, bool(item.rule_problem)),
        )
        for numbers, belongs in lists:
            if belongs:
                numbers.append(number)
        self.deepest_messages = max(self.deepest_messages, item.depth_messages or 0)


def in_order(books: tuple[LinkedBook, ...]) -> tuple[Book, ...]:
    """The books in reading order: character, chat, persona, global; a second book of one id is left out."""
    ranked = sorted(books, key=lambda linked: _SCOPE_ORDER.index(linked.scope))
    first: dict[str, Book] = {}
    for linked in ranked:
        first.setdefault(linked.book.id, linked.book)
    return tuple(first.values())


def link(books: tuple[LinkedBook, ...], settings: LinkSettings) -> Asking[LinkedBooks]:
    """The books compiled."""
    ordered = in_order(books)
    reader = _Reader(settings)
    entries: list[IndexedEntry] = []
    for book, entry in _enabled(ordered):
        if len(entries) % _ENTRIES_A_TICK == 0:
            yield TICK
        entries.append(reader.read(len(entries), book, entry))
    linked = LinkedBooks(
        settings=settings,
        books=ordered,
        entry_count=sum(len(book.entries) for book in ordered),
        entries=tuple(entries),
        index=(yield from compile_keywords(tuple(reader.numbers), settings.policy.form)),
    )
    for item in entries:
        if item.number % _ENTRIES_A_TICK == 0:
            yield TICK
        linked.enter(item)
    return linked


def _enabled(books: tuple[Book, ...]) -> Iterator[tuple[Book, Entry]]:
    return ((book, entry) for book in books if book.enabled for entry in book.entries if entry.enabled)


class _Reader:
    """Reads entries, and gives each distinct keyword a number."""

    def __init__(self, settings: LinkSettings) -> None:
        self._settings = settings
        self.numbers: dict[Keyword, int] = {}
        self._written: dict[tuple[str, bool, bool], int | None] = {}

    def read(self, number: int, book: Book, entry: Entry) -> IndexedEntry:
        """The entry with its keywords by number."""
        ref = EntryRef(book_id=book.id, entry_id=entry.id, revision=entry.revision)
        if not self._settings.policy.reads_extras:
            plain = _without_extras(entry)
            keys = self._keys(plain.keywords, plain)
            return IndexedEntry(number=number, book=book, entry=plain, ref=ref, keys=keys, is_plain=True)
        entry, orders = decorated(entry)
        keys = self._keys(entry.keywords, entry)
        depth = book.depth if entry.depth is None else entry.depth
        if depth is None and orders is NO_ORDERS and _is_plain(entry):
            return IndexedEntry(number=number, book=book, entry=entry, ref=ref, keys=keys, is_plain=True)
        rule, problem = _rule_of(entry)
        return IndexedEntry(
            number=number,
            book=book,
            entry=entry,
            ref=ref,
            keys=keys,
            secondary=self._keys(entry.secondary, entry),
            rule=rule,
            rule_keys=self._keys(rule.keywords, entry) if rule else (),
            rule_problem=problem,
            depth_messages=depth,
            orders=orders,
            needed=self._keys(orders.needed, entry),
            unwanted=self._keys(orders.unwanted, entry),
        )

    def _keys(self, written: tuple[str, ...], entry: Entry) -> KeyNumbers:
        settings = self._settings
        whole = settings.whole_words if entry.whole_words is None else entry.whole_words
        cased = settings.case_sensitive if entry.case_sensitive is None else entry.case_sensitive
        return tuple(self._number(keyword, whole_words=whole, fold=not cased) for keyword in written)

    def _number(self, written: str, *, whole_words: bool, fold: bool) -> int | None:
        known = self._written
        asked = (written, whole_words, fold)
        if asked not in known:
            policy = self._settings.policy
            keyword = read_keyword(
                written,
                self._settings.names,
                policy.form,
                regexes=policy.regexes,
                whole_words=whole_words,
                fold=fold,
            )
            known[asked] = None if keyword is None else self.numbers.setdefault(keyword, len(self.numbers))
        return known[asked]


def _is_guarded(entry: Entry) -> bool:
    """Whether something besides keywords may forbid it to wake, or wake it."""
    return bool(
        entry.triggers
        or entry.filter.names
        or entry.filter.tags
        or entry.delay
        or entry.cooldown
        or entry.sticky
        or entry.recursion.delay_level
    )


def _is_plain(entry: Entry) -> bool:
    is_simple = not (entry.constant or entry.secondary or entry.rule or entry.sources)
    return is_simple and not _is_guarded(entry)


def _without_extras(entry: Entry) -> Entry:
    return Entry(
        id=entry.id,
        name=entry.name,
        text=entry.text,
        keywords=entry.keywords,
        priority=entry.priority,
        weight=entry.weight,
    )


def _rule_of(entry: Entry) -> tuple[Rule | None, str]:
    if not entry.rule.strip():
        return None, ""
    try:
        return read_rule(entry.rule), ""
    except BrokenRule as broken:
        return None, str(broken)
