"""The versions of an entry: shown, compared, brought back."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import LoadVersions
from loreglass.app.moment import Moment
from loreglass.app.state import AppState, History
from loreglass.app.update.book import opened, with_book
from loreglass.app.update.step import Handler, Step, stay


def show(state: AppState, did: Did, moment: Moment) -> Step:
    """The versions of the open entry are read and shown."""
    entry = opened(state)
    if state.book is None or entry is None:
        return stay(state)
    effect = LoadVersions(book_id=state.book.book.id, entry_id=entry.id)
    return replace(state, book=replace(state.book, history=History(entry_id=entry.id))), (effect,)


def close(state: AppState, did: Did, moment: Moment) -> Step:
    """Back to the entry."""
    return (replace(state, book=replace(state.book, history=None)), ()) if state.book else stay(state)


def choose(state: AppState, did: Did, moment: Moment) -> Step:
    """A version is compared with the entry as it is now; once more: no longer."""
    if state.book is None or state.book.history is None:
        return stay(state)
    history = state.book.history
    history = replace(history, chosen="" if history.chosen == did.id else did.id)
    return replace(state, book=replace(state.book, history=history)), ()


def restore(state: AppState, did: Did, moment: Moment) -> Step:
    """The entry is again as it was in that version; as it was until now, it is one more version."""
    entry = opened(state)
    if state.book is None or entry is None or state.book.history is None:
        return stay(state)
    version = next((each for each in state.book.history.versions or () if each.id == did.id), None)
    if version is None:
        return stay(state)
    new = replace(version.entry, id=entry.id, revision=entry.revision + 1)
    entries = tuple(new if each.id == entry.id else each for each in state.book.book.entries)
    history = replace(state.book.history, chosen="")
    open_book = replace(state.book, book=replace(state.book.book, entries=entries), history=history)
    return with_book(state, moment, open_book, "entry_restored", entry.name)


def loaded(state: AppState, told: actions.VersionsLoaded, moment: Moment) -> Step:
    """The versions were read."""
    open_book = state.book
    if open_book is None or open_book.book.id != told.book_id or open_book.history is None:
        return stay(state)
    if open_book.history.entry_id != told.entry_id:
        return stay(state)
    history = replace(open_book.history, versions=told.versions)
    return replace(state, book=replace(open_book, history=history)), ()


HANDLERS: dict[str, Handler] = {
    "history": show,
    "history-close": close,
    "history-choose": choose,
    "history-restore": restore,
}
