"""What the user does to the open book and its entries."""

from collections.abc import Callable
from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Effect, Go, LoadLibrary, PlanPassage, Row, Write
from loreglass.app.moment import Moment
from loreglass.app.records import book_row, entry_id, entry_row
from loreglass.app.scenes import passage_scene
from loreglass.app.state import AppState, Change, OpenBook
from loreglass.app.update.step import Handler, Step, settled, stay, toast
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry, Logic
from loreglass.formats.keywords import split_keywords

LOGICS: tuple[Logic, ...] = ("and_any", "and_all", "not_any", "not_all")


def plan_passage(state: AppState, open_book: OpenBook) -> tuple[Effect, ...]:
    """The effect that tries the passage again."""
    if not open_book.passage.strip():
        return ()
    return (PlanPassage(book_id=open_book.book.id, scene=passage_scene(state, open_book)),)


def _stored(state: AppState, open_book: OpenBook, rows: tuple[Row, ...]) -> Step:
    open_book = replace(open_book, unsaved=open_book.unsaved + 1)
    if not open_book.passage.strip():
        open_book = replace(open_book, passage_plan=None)
    state = replace(state, book=open_book)
    write = Write(rows=rows, scope="book", id=open_book.book.id)
    return state, (write, LoadLibrary(), *plan_passage(state, open_book))


def _with_head(state: AppState, book: Book) -> Step:
    assert state.book is not None
    return _stored(settled(state, "book", book.id), replace(state.book, book=book), (book_row(book),))


def _with_entry(state: AppState, entry: Entry, *, redraw: bool = False) -> Step:
    assert state.book is not None
    book = state.book.book
    new = replace(entry, revision=entry.revision + 1)
    book = replace(book, entries=tuple(new if each.id == new.id else each for each in book.entries))
    open_book = replace(state.book, book=book, field_revision=state.book.field_revision + (1 if redraw else 0))
    return _stored(state, open_book, (entry_row(book.id, new),))


def opened(state: AppState) -> Entry | None:
    """The entry that is open for editing."""
    if state.book is None:
        return None
    return next((each for each in state.book.book.entries if each.id == state.book.entry_id), None)


def whole(text: str) -> int | None:
    """The whole number that was typed, None for anything else."""
    try:
        return int(float(text)) if text.strip() else None
    except (ValueError, OverflowError):
        return None


def natural(text: str) -> int | None:
    """The whole number that was typed, 0 at least; None for anything else."""
    typed = whole(text)
    return None if typed is None else max(0, typed)


def number(text: str, fallback: float) -> float:
    """The number that was typed, or the fallback; numbers without a fraction come as int."""
    try:
        typed = float(text.strip().removesuffix("%"))
    except ValueError:
        return fallback
    if typed != typed or typed in (float("inf"), float("-inf")):
        return fallback
    return int(typed) if typed.is_integer() else typed


def _yes_no_default(value: str) -> bool | None:
    return {"yes": True, "no": False}.get(value)


FIELDS: dict[str, Callable[[Entry, Did], Entry]] = {
    "name": lambda entry, did: replace(entry, name=did.value),
    "text": lambda entry, did: replace(entry, text=did.value),
    "note": lambda entry, did: replace(entry, note=did.value),
    "priority": lambda entry, did: replace(entry, priority=number(did.value, entry.priority)),
    "weight": lambda entry, did: replace(entry, weight=number(did.value, entry.weight)),
    "depth": lambda entry, did: replace(entry, depth=natural(did.value)),
    "probability": lambda entry, did: replace(
        entry, probability=min(100.0, max(0.0, number(did.value, entry.probability)))
    ),
    "constant": lambda entry, did: replace(entry, constant=did.checked),
    "enabled": lambda entry, did: replace(entry, enabled=did.checked),
    "logic": lambda entry, did: replace(entry, logic=_logic(did.value, entry)),
    "recursion.wakes": lambda entry, did: replace(entry, recursion=replace(entry.recursion, wakes=did.checked)),
    "recursion.woken": lambda entry, did: replace(entry, recursion=replace(entry.recursion, woken=did.checked)),
    "case_sensitive": lambda entry, did: replace(entry, case_sensitive=_yes_no_default(did.value)),
    "whole_words": lambda entry, did: replace(entry, whole_words=_yes_no_default(did.value)),
}


def _logic(value: str, entry: Entry) -> Logic:
    return next((logic for logic in LOGICS if logic == value), entry.logic)


def entry_field(state: AppState, did: Did, moment: Moment) -> Step:
    """One field of the open entry, as typed; what cannot be read leaves it as it was."""
    entry = opened(state)
    change = FIELDS.get(did.id)
    if entry is None or change is None:
        return stay(state)
    changed = change(entry, did)
    return stay(state) if changed == entry else _with_entry(state, changed)


def _keyword_list(entry: Entry, *, secondary: bool) -> tuple[str, ...]:
    return entry.secondary if secondary else entry.keywords


def _with_keywords(entry: Entry, words: tuple[str, ...], *, secondary: bool) -> Entry:
    return replace(entry, secondary=words) if secondary else replace(entry, keywords=words)


def add_keywords(state: AppState, did: Did, moment: Moment, *, secondary: bool = False) -> Step:
    """One keyword, or a pasted list of them; those that are there already are not added again."""
    entry = opened(state)
    if entry is None:
        return stay(state)
    held = _keyword_list(entry, secondary=secondary)
    typed = (word for line in did.value.splitlines() for word in split_keywords(line))
    words = tuple(dict.fromkeys((*held, *typed)))
    if words == held:
        return stay(state)
    return _with_entry(state, _with_keywords(entry, words, secondary=secondary), redraw=True)


def remove_keyword(state: AppState, did: Did, moment: Moment, *, secondary: bool = False) -> Step:
    """One keyword goes."""
    entry, at = opened(state), whole(did.id)
    if entry is None or at is None:
        return stay(state)
    held = _keyword_list(entry, secondary=secondary)
    words = tuple(word for place, word in enumerate(held) if place != at)
    return _with_entry(state, _with_keywords(entry, words, secondary=secondary))


def add_secondary(state: AppState, did: Did, moment: Moment) -> Step:
    """One more keyword that is needed also."""
    return add_keywords(state, did, moment, secondary=True)


def remove_secondary(state: AppState, did: Did, moment: Moment) -> Step:
    """A keyword that was needed also goes."""
    return remove_keyword(state, did, moment, secondary=True)


def new_entry(state: AppState, did: Did, moment: Moment) -> Step:
    """One more entry, opened for editing."""
    if state.book is None:
        return stay(state)
    book = state.book.book
    entry = Entry(id=EntryId(moment.id("entry")), name="New entry")
    book = replace(book, entries=(*book.entries, entry))
    open_book = replace(state.book, book=book)
    step, effects = _stored(settled(state, "book", book.id), open_book, (book_row(book), entry_row(book.id, entry)))
    return step, (*effects, Go(to=f"#/b/{book.id}/e/{entry.id}"))


def delete_entry(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry goes; Undo brings it back."""
    if state.book is None:
        return stay(state)
    old = state.book.book
    entry = next((each for each in old.entries if each.id == did.id), None)
    if entry is None:
        return stay(state)
    book = replace(old, entries=tuple(each for each in old.entries if each.id != did.id))
    gone: Row = ("entries", entry_id(book.id, entry.id), None)
    change = Change(
        name="entry_deleted",
        before=(book_row(old), entry_row(old.id, entry)),
        after=(book_row(book), gone),
        scope="book",
        id=book.id,
    )
    open_book = replace(state.book, book=book, entry_id=None)
    state = toast(state, moment, "entry_deleted", detail=entry.name, change=change)
    step, effects = _stored(state, open_book, change.after)
    return step, (*effects, Go(to=f"#/b/{book.id}"))


def move_entry(state: AppState, did: Did, moment: Moment, *, step: int) -> Step:
    """An entry one place up or down the list; on a full tie the list decides."""
    if state.book is None:
        return stay(state)
    entries = list(state.book.book.entries)
    at = next((place for place, each in enumerate(entries) if each.id == did.id), None)
    if at is None or not 0 <= at + step < len(entries):
        return stay(state)
    entries[at], entries[at + step] = entries[at + step], entries[at]
    return _with_head(state, replace(state.book.book, entries=tuple(entries)))


def entry_up(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry one place up."""
    return move_entry(state, did, moment, step=-1)


def entry_down(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry one place down."""
    return move_entry(state, did, moment, step=1)


HEAD: dict[str, Callable[[Book, Did], Book]] = {
    "book-rename": lambda book, did: replace(book, name=did.value.strip() or book.name),
    "book-description": lambda book, did: replace(book, description=did.value),
    "book-depth": lambda book, did: replace(book, depth=natural(did.value)),
    "book-budget": lambda book, did: replace(book, budget=natural(did.value)),
    "book-recursive": lambda book, did: replace(book, recursive=did.checked),
    "book-enabled": lambda book, did: replace(book, enabled=did.checked),
}


def book_head(state: AppState, did: Did, moment: Moment) -> Step:
    """One field of the open book itself."""
    if state.book is None:
        return stay(state)
    changed = HEAD[did.name](state.book.book, did)
    return stay(state) if changed == state.book.book else _with_head(state, changed)


def search(state: AppState, did: Did, moment: Moment) -> Step:
    """The list shows only entries with this in a keyword, the name or the text."""
    return (replace(state, book=replace(state.book, search=did.value)), ()) if state.book else stay(state)


def passage(state: AppState, did: Did, moment: Moment) -> Step:
    """Another passage to try on the book."""
    if state.book is None:
        return stay(state)
    open_book = replace(
        state.book, passage=did.value, passage_plan=state.book.passage_plan if did.value.strip() else None
    )
    return replace(state, book=open_book), plan_passage(state, open_book)


HANDLERS: dict[str, Handler] = {
    "entry-field": entry_field,
    "keyword-add": add_keywords,
    "keyword-remove": remove_keyword,
    "secondary-add": add_secondary,
    "secondary-remove": remove_secondary,
    "entry-new": new_entry,
    "entry-delete": delete_entry,
    "entry-up": entry_up,
    "entry-down": entry_down,
    "book-search": search,
    "passage": passage,
    **dict.fromkeys(HEAD, book_head),
}
