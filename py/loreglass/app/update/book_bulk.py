"""Several entries of the open book at once: chosen, changed, moved to another book, deleted; each with one Undo."""

from collections.abc import Generator
from dataclasses import replace
from functools import partial
from typing import Protocol

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import ChangeEntries, Go, LoadMoveTarget
from loreglass.app.moment import Moment
from loreglass.app.records import book_row, entry_id, late_entry_row
from loreglass.app.state import AppState, Change, OpenBook
from loreglass.app.update.book import stored, with_book, without_stale
from loreglass.app.update.book_entry import add_to, typed_list
from loreglass.app.update.numbers import number
from loreglass.app.update.step import Handler, Step, stay, toast
from loreglass.app.view_book import found_entries
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry


def _with(state: AppState, open_book: OpenBook) -> Step:
    return replace(state, book=open_book), ()


def begin(state: AppState, did: Did, moment: Moment) -> Step:
    """Entries can be chosen now, or no more."""
    if state.book is None:
        return stay(state)
    selecting = not state.book.selecting
    return _with(state, replace(state.book, selecting=selecting, selected=frozenset()))


def choose(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry is chosen, or no more."""
    if state.book is None:
        return stay(state)
    one = frozenset((EntryId(did.id),))
    selected = state.book.selected | one if did.checked else state.book.selected - one
    return _with(state, replace(state.book, selected=selected))


def choose_all(state: AppState, did: Did, moment: Moment) -> Step:
    """Every entry that the search and the filter find is chosen; all of them chosen already: none."""
    if state.book is None:
        return stay(state)
    found = frozenset(entry.id for _, entry in found_entries(state.book))
    selected = state.book.selected
    return _with(state, replace(state.book, selected=selected - found if found <= selected else selected | found))


def _without(entry: Entry, words: tuple[str, ...]) -> Entry:
    gone = {word.casefold() for word in words}
    return replace(entry, keywords=tuple(word for word in entry.keywords if word.casefold() not in gone))


class Made(Protocol):
    """An entry made anew from an entry and what was typed."""

    def __call__(self, entry: Entry, value: str) -> Entry: ...


CHANGES: dict[str, Made] = {
    "on": lambda entry, value: replace(entry, enabled=True),
    "off": lambda entry, value: replace(entry, enabled=False),
    "priority": lambda entry, value: replace(entry, priority=number(value, entry.priority)),
    "weight": lambda entry, value: replace(entry, weight=number(value, entry.weight)),
    "keyword-add": lambda entry, value: add_to(entry, "keywords", value),
    "keyword-remove": lambda entry, value: _without(entry, typed_list("keywords", value)),
}


def change(state: AppState, did: Did, moment: Moment) -> Step:
    """The selected entries are changed; `id` or the form's `what` says how, its `value` to what."""
    if state.book is None:
        return stay(state)
    made = CHANGES.get(did.id or did.field("what"))
    if made is None:
        return stay(state)
    effect = ChangeEntries(
        book=state.book.book, selected=state.book.selected, how=partial(made, value=did.field("value"))
    )
    return state, (effect,)


def made_anew(effect: ChangeEntries) -> Generator[None, None, actions.EntriesChanged]:
    """The book's entries with the selected ones made anew; yields after each of them."""
    entries: list[Entry] = []
    count = 0
    for entry in effect.book.entries:
        if entry.id not in effect.selected:
            entries.append(entry)
            continue
        new = effect.how(entry)
        count += new != entry
        entries.append(entry if new == entry else replace(new, revision=entry.revision + 1))
        yield
    return actions.EntriesChanged(book_id=effect.book.id, effect=effect, entries=tuple(entries), count=count)


def changed(state: AppState, told: actions.EntriesChanged, moment: Moment) -> Step:
    """The selected entries as they were made anew; where the book has changed meanwhile, they are made once more."""
    if state.book is None:
        return stay(state)
    if state.book.book is not told.effect.book:
        return state, (replace(told.effect, book=state.book.book),)
    if not told.count:
        return toast(state, moment, "entries_unchanged"), ()
    open_book = replace(state.book, book=replace(state.book.book, entries=told.entries), edited=None)
    return with_book(state, moment, open_book, "entries_changed", str(told.count))


def delete(state: AppState, did: Did, moment: Moment) -> Step:
    """The selected entries go; Undo brings them back."""
    if state.book is None or not state.book.selected:
        return stay(state)
    open_book, gone = state.book, state.book.selected
    kept = tuple(entry for entry in open_book.book.entries if entry.id not in gone)
    count = len(open_book.book.entries) - len(kept)
    is_gone = open_book.entry_id in gone
    changed = replace(
        open_book,
        book=replace(open_book.book, entries=kept),
        entry_id=None if is_gone else open_book.entry_id,
        history=None,
        selected=frozenset(),
    )
    step, effects = with_book(state, moment, changed, "entries_deleted", str(count))
    return step, (*effects, *((Go(to=f"#/b/{open_book.book.id}"),) if is_gone else ()))


def move(state: AppState, did: Did, moment: Moment) -> Step:
    """The selected entries are to go to another book: that book is read first."""
    if state.book is None or not state.book.selected or did.value in ("", state.book.book.id):
        return stay(state)
    ids = tuple(each.id for each in state.book.book.entries if each.id in state.book.selected)
    effect = LoadMoveTarget(book_id=state.book.book.id, entry_ids=ids, target_id=BookId(did.value))
    return replace(state, book=replace(state.book, selected=frozenset())), (effect,)


def move_into(state: AppState, told: actions.MoveTargetLoaded, moment: Moment) -> Step:
    """The other book is here: the entries go to its end, in one write; Undo brings them back."""
    open_book, target = state.book, told.target
    if open_book is None or open_book.book.id != told.book_id:
        return stay(state)
    if target is None:
        return toast(state, moment, "target_gone"), ()
    wanted = set(told.entry_ids)
    moving = tuple(each for each in open_book.book.entries if each.id in wanted)
    if not moving:
        return stay(state)
    made = _moved(open_book.book, target, moving, moment)
    left = replace(
        open_book,
        book=replace(open_book.book, entries=tuple(each for each in open_book.book.entries if each.id not in wanted)),
        entry_id=None if open_book.entry_id in wanted else open_book.entry_id,
        history=None,
        selected=frozenset(),
        field_revision=open_book.field_revision + 1,
    )
    detail = f"{len(moving)} {target.name}"
    state = toast(without_stale(state, made.after), moment, "entries_moved", detail=detail, change=made)
    step, effects = stored(state, left, made.after, also=(target.id,))
    back = (Go(to=f"#/b/{left.book.id}"),) if left.entry_id != open_book.entry_id else ()
    return step, (*effects, *back)


def _moved(source: Book, target: Book, moving: tuple[Entry, ...], moment: Moment) -> Change:
    """The rows before and after; an entry whose id is taken over there gets a new one."""
    taken = {each.id for each in target.entries}
    fresh = tuple(
        replace(each, id=EntryId(moment.id(f"moved{at}"))) if each.id in taken else each
        for at, each in enumerate(moving)
    )
    gone = {each.id for each in moving}
    left = replace(source, entries=tuple(each for each in source.entries if each.id not in gone))
    grown = replace(target, entries=(*target.entries, *fresh))
    return Change(
        name="entries_moved",
        before=(
            book_row(source),
            book_row(target),
            *(late_entry_row(source.id, each) for each in moving),
            *(("entries", entry_id(target.id, each.id), None) for each in fresh),
        ),
        after=(
            book_row(left),
            book_row(grown),
            *(("entries", entry_id(source.id, each.id), None) for each in moving),
            *(late_entry_row(target.id, each) for each in fresh),
        ),
        scope="book",
        id=source.id,
    )


HANDLERS: dict[str, Handler] = {
    "bulk-begin": begin,
    "bulk-choose": choose,
    "bulk-all": choose_all,
    "bulk-change": change,
    "bulk-delete": delete,
    "bulk-move": move,
}
