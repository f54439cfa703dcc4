"""States of the book page: costs and warnings, several entries chosen, the versions of an entry."""

from dataclasses import replace

from loreglass.app.state import EntryVersion, Fired, History, OpenBook
from loreglass.app.view_book import lint_settings
from loreglass.domain.authoring.finding import worst_first
from loreglass.domain.authoring.lint import lint
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Entry, EntryBudget, Filter, Place
from tests.ui import things
from tests.unit.domain.lore.stage import run

COSTS = (148, 196, 132, 174, 118, 66, 210, 92, 121, 104, 264, 88, 75)
TIMES = (20, 5, 6, 18, 9, 8, 9, 8, 3, 5, 3)


def surveyed(open_book: OpenBook) -> OpenBook:
    """The book once its tokens are counted, its warnings found, its fires counted."""
    entries = open_book.book.entries
    costs = {each.id: cost for each, cost in zip(entries, (*COSTS, *(12 for _ in entries)), strict=False)}
    report = run(lint(open_book.book, lint_settings(open_book.book, 900, "words")))
    found = {each.id: worst_first(one for one in report.findings if one.entry_id == each.id) for each in entries}
    warned = frozenset(name for name, each in found.items() if any(one.kind != "hint" for one in each))
    times = {each.id: count for each, count in zip(entries, TIMES, strict=False)}
    fired = Fired(chat_title="The Ninth Bell", replies=20, times=times)
    return replace(open_book, costs=costs, findings=found, warned=warned, fired=fired)


def rich() -> Entry:
    """An entry with something set in every group."""
    bell = things.entries()[1]
    return replace(
        bell,
        rule='("bell" and "ninth") or not',
        sources=("scenario",),
        place=Place(slot="at_depth", depth=3, role="user"),
        sticky=2,
        cooldown=5,
        triggers=("normal", "regenerate", "a kind of its own"),
        filter=Filter(names=("Ansel Pike", "Vey, Ottoline"), exclude=True),
        groups=("bells",),
        budget=EntryBudget(reserve=120, cap=200, trim="top"),
        tags=("harbour", "omen"),
        note="Do not let it ring before the third night.",
    )


def full_book() -> OpenBook:
    """The book with that entry open."""
    open_book = things.open_book()
    book = open_book.book
    entries = tuple(rich() if each.id == "1" else each for each in book.entries)
    return surveyed(replace(open_book, book=replace(book, entries=entries)))


def choosing() -> OpenBook:
    """Three entries chosen."""
    chosen = frozenset(EntryId(each) for each in ("2", "3", "5"))
    return replace(surveyed(things.open_book()), selecting=True, selected=chosen)


def only_warned() -> OpenBook:
    """Only what has a warning is listed."""
    return replace(full_book(), only_warned=True)


def history() -> OpenBook:
    """Two versions of the bell, the older compared."""
    bell = things.entries()[1]
    first = replace(
        bell, text=bell.text.replace("Eight bells", "Nine bells"), keywords=("bell",), priority=10, revision=1
    )
    versions = (
        EntryVersion(id="v2", until_ms=1_795_000_000_000, entry=replace(bell, enabled=False, revision=2)),
        EntryVersion(id="v1", until_ms=1_794_000_000_000, entry=first),
    )
    shown = History(entry_id=bell.id, versions=versions, chosen="v1")
    return replace(surveyed(things.open_book()), history=shown)
