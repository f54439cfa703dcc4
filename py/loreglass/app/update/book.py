"""What the user does to the open book as a whole, and how a change of it is shown, stored and taken back."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.addresses import entry_address
from loreglass.app.effects import (
    Browser,
    Effect,
    Go,
    GrowList,
    LoadLibrary,
    LoadVersions,
    PlanPassage,
    Row,
    SurveyBook,
    Write,
)
from loreglass.app.moment import Moment
from loreglass.app.records import book_row, entry_id, entry_row, late_entry_row, late_version_row, version_row
from loreglass.app.scenes import encoding_of, passage_scene
from loreglass.app.state import SHOWN_ENTRIES, AppState, Change, OpenBook
from loreglass.app.update.numbers import natural
from loreglass.app.update.step import Handler, Step, stay, toast
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry

FIRST_ROWS = 30
PAUSE_MS = 60_000
"""Changes of one entry with shorter pauses between them make one version."""


def plan_passage(state: AppState, open_book: OpenBook) -> tuple[Effect, ...]:
    """The effect that tries the passage again."""
    if not open_book.passage.strip():
        return ()
    return (PlanPassage(book_id=open_book.book.id, scene=passage_scene(state, open_book)),)


def survey(state: AppState, open_book: OpenBook) -> tuple[Effect, ...]:
    """The effect that counts the entries' tokens and looks for what is wrong in them."""
    budget = state.preferences.memory_budget_tokens if open_book.book.budget is None else open_book.book.budget
    encoding, _ = encoding_of(state.endpoint.saved.model)
    return (SurveyBook(book=open_book.book, budget=budget, encoding=encoding),)


def stored(state: AppState, open_book: OpenBook, rows: tuple[Row, ...], *, also: tuple[str, ...] = ()) -> Step:
    """The changed book shown, and the rows on their way to the store; `also` names other books that they change."""
    open_book = replace(open_book, unsaved=open_book.unsaved + 1)
    if not open_book.passage.strip():
        open_book = replace(open_book, passage_plan=None)
    state = replace(state, book=open_book)
    write = Write(rows=rows, scope="book", id=open_book.book.id, also=also)
    return state, (write, LoadLibrary(), *plan_passage(state, open_book), *survey(state, open_book))


def without_stale(state: AppState, rows: tuple[Row, ...]) -> AppState:
    """The state without notices whose Undo would also take back what these rows are about to store."""
    keys = {row[:2] for row in rows}
    kept = tuple(
        each for each in state.toasts if each.change is None or keys.isdisjoint(row[:2] for row in each.change.before)
    )
    return state if len(kept) == len(state.toasts) else replace(state, toasts=kept)


def opened(state: AppState) -> Entry | None:
    """The entry that is open for editing."""
    if state.book is None:
        return None
    return next((each for each in state.book.book.entries if each.id == state.book.entry_id), None)


def kept_version(open_book: OpenBook, old: Entry, moment: Moment) -> tuple[Row, ...]:
    """The row that keeps an entry as it is, before its first change after a pause."""
    last = open_book.edited
    if last is not None and last[0] == old.id and moment.now_ms - last[1] < PAUSE_MS:
        return ()
    return (version_row(open_book.book.id, old, moment.now_ms),)


def with_entry(state: AppState, moment: Moment, entry: Entry, *, redraw: bool = False) -> Step:
    """The open book with this entry in place of the one that has its id; as it was, it is kept as a version."""
    assert state.book is not None
    open_book, book = state.book, state.book.book
    old = next(each for each in book.entries if each.id == entry.id)
    new = replace(entry, revision=old.revision + 1)
    rows = (entry_row(book.id, new), *kept_version(open_book, old, moment))
    book = replace(book, entries=tuple(new if each.id == new.id else each for each in book.entries))
    revision = open_book.field_revision + (1 if redraw else 0)
    open_book = replace(open_book, book=book, field_revision=revision, edited=(new.id, moment.now_ms))
    return stored(without_stale(state, rows[:1]), open_book, rows)


def switch_entry(state: AppState, entry_id: str, moment: Moment) -> Step:
    """An entry of the open book on or off."""
    assert state.book is not None
    entry = next((each for each in state.book.book.entries if each.id == entry_id), None)
    return stay(state) if entry is None else with_entry(state, moment, replace(entry, enabled=not entry.enabled))


def changed(old: Book, new: Book, code: str) -> Change:
    """The rows that lead from one version of a book to the other, and back."""
    before, after = {each.id: each for each in old.entries}, {each.id: each for each in new.entries}
    touched = [name for name in {**before, **after} if before.get(name) is not after.get(name)]

    def rows(book: Book, held: Mapping[EntryId, Entry]) -> tuple[Row, ...]:
        gone = (("entries", entry_id(book.id, name), None) for name in touched if name not in held)
        return (book_row(book), *(late_entry_row(book.id, held[name]) for name in touched if name in held), *gone)

    return Change(name=code, before=rows(old, before), after=rows(new, after), scope="book", id=new.id)


def with_book(state: AppState, moment: Moment, open_book: OpenBook, code: str, detail: str = "") -> Step:
    """Another version of the open book, with a notice that offers Undo; what changed is kept as versions."""
    assert state.book is not None
    old = {each.id: each for each in state.book.book.entries}
    change = changed(state.book.book, open_book.book, code)
    versions = tuple(
        late_version_row(open_book.book.id, old[each.id], moment.now_ms)
        for each in open_book.book.entries
        if each.id in old and old[each.id] is not each
    )
    open_book = replace(open_book, field_revision=open_book.field_revision + 1)
    state = toast(without_stale(state, change.after), moment, code, detail=detail, change=change)
    step, effects = stored(state, open_book, (*change.after, *versions))
    return step, (*effects, *reread_history(step))


def reread_history(state: AppState) -> tuple[Effect, ...]:
    """The effect that reads the versions on the screen again."""
    if state.book is None or state.book.history is None:
        return ()
    return (LoadVersions(book_id=state.book.book.id, entry_id=state.book.history.entry_id),)


def new_entry(state: AppState, did: Did, moment: Moment) -> Step:
    """One more entry, opened for editing: its name has the focus."""
    if state.book is None:
        return stay(state)
    book = state.book.book
    entry = Entry(id=EntryId(moment.id("entry")), name="New entry")
    book = replace(book, entries=(*book.entries, entry))
    open_book = replace(
        state.book, book=book, search="", only_warned=False, listed_from=None, edited=(entry.id, moment.now_ms)
    )
    rows = (book_row(book), entry_row(book.id, entry))
    step, effects = stored(without_stale(state, rows), open_book, rows)
    there = (Go(to=entry_address(book.id, entry.id)), Browser(what="jump", value="entry-name"))
    return step, (*effects, *there)


def delete_entry(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry goes; Undo brings it back."""
    if state.book is None:
        return stay(state)
    old = state.book.book
    entry = next((each for each in old.entries if each.id == did.id), None)
    if entry is None:
        return stay(state)
    book = replace(old, entries=tuple(each for each in old.entries if each.id != did.id))
    selected = state.book.selected - {entry.id}
    open_book = replace(state.book, book=book, entry_id=None, history=None, selected=selected)
    step, effects = with_book(state, moment, open_book, "entry_deleted", entry.name)
    return step, (*effects, Go(to=f"#/b/{book.id}"))


HEAD: dict[str, Callable[[Book, Did], Book]] = {
    "book-rename": lambda book, did: replace(book, name=did.value.strip() or book.name),
    "book-description": lambda book, did: replace(book, description=did.value),
    "book-depth": lambda book, did: replace(book, depth=natural(did.value)),
    "book-budget": lambda book, did: replace(book, budget=natural(did.value)),
    "book-recursive": lambda book, did: replace(book, recursive=did.checked),
    "book-enabled": lambda book, did: replace(book, enabled=did.checked),
}


def with_head(state: AppState, book: Book) -> Step:
    """The open book with other settings or another order of its entries."""
    assert state.book is not None
    rows = (book_row(book),)
    return stored(without_stale(state, rows), replace(state.book, book=book), rows)


def book_head(state: AppState, did: Did, moment: Moment) -> Step:
    """One field of the open book itself."""
    if state.book is None:
        return stay(state)
    book = HEAD[did.name](state.book.book, did)
    return stay(state) if book == state.book.book else with_head(state, book)


def search(state: AppState, did: Did, moment: Moment) -> Step:
    """The list shows only entries with this in a keyword, the name or the text."""
    if state.book is None:
        return stay(state)
    return _listed_anew(state, replace(state.book, search=did.value, listed_from=None))


def _listed_anew(state: AppState, open_book: OpenBook) -> Step:
    """Another list begins with a few rows, so that a keystroke never waits for all of them."""
    return replace(state, book=replace(open_book, rows=FIRST_ROWS)), (GrowList(),)


def grow(state: AppState, did: Did, moment: Moment) -> Step:
    """A few more rows of the list, until all of this part are there."""
    if state.book is None or state.book.rows >= SHOWN_ENTRIES:
        return stay(state)
    rows = state.book.rows + FIRST_ROWS
    more = (GrowList(),) if rows < SHOWN_ENTRIES else ()
    return replace(state, book=replace(state.book, rows=rows)), more


def leaf(state: AppState, did: Did, moment: Moment) -> Step:
    """The list begins at another of the found entries."""
    at = natural(did.value)
    if state.book is None or at is None:
        return stay(state)
    return _listed_anew(state, replace(state.book, listed_from=at))


def only_warned(state: AppState, did: Did, moment: Moment) -> Step:
    """The list shows only entries with a warning, or all of them again."""
    if state.book is None:
        return stay(state)
    return _listed_anew(state, replace(state.book, only_warned=not state.book.only_warned, listed_from=None))


def passage(state: AppState, did: Did, moment: Moment) -> Step:
    """Another passage to try on the book."""
    if state.book is None:
        return stay(state)
    open_book = replace(
        state.book, passage=did.value, passage_plan=state.book.passage_plan if did.value.strip() else None
    )
    return replace(state, book=open_book), plan_passage(state, open_book)


HANDLERS: dict[str, Handler] = {
    "entry-new": new_entry,
    "entry-delete": delete_entry,
    "book-search": search,
    "book-warned": only_warned,
    "book-leaf": leaf,
    "book-grow": grow,
    "passage": passage,
    **dict.fromkeys(HEAD, book_head),
}
