"""Export: at once in our own format, or through a dialog that says what another one would lose."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import Export
from loreglass.app.exporting import formats_for
from loreglass.app.moment import Moment
from loreglass.app.opened import Exporting, ExportKind
from loreglass.app.state import AppState
from loreglass.app.update.step import Handler, Step, stay
from loreglass.formats import native


def export_book(state: AppState, did: Did, moment: Moment) -> Step:
    """A book as a native file to keep."""
    return state, (Export(kind="book", id=did.id, format=native.FORMAT, keep=True),)


KINDS: dict[str, ExportKind] = {"book-export-as": "book", "character-export": "character", "chat-export": "chat"}


def _named(state: AppState, kind: ExportKind, thing: str) -> str | None:
    if kind == "chat":
        return next((each.title for each in state.library.chats if each.id == thing), None)
    shelf = state.library.books if kind == "book" else state.library.characters
    return next((each.name for each in shelf if each.id == thing), None)


def open_dialog(state: AppState, did: Did, moment: Moment) -> Step:
    """The dialog for a book, a character or a chat (the open one where none is named), with the first format tried."""
    kind = KINDS[did.name]
    thing = did.id or (state.chat.chat.id if kind == "chat" and state.chat else "")
    name, formats = _named(state, kind, thing), formats_for(kind)
    if name is None or not formats:
        return stay(state)
    return _try(state, Exporting(kind=kind, id=thing, name=name, format=formats[0]))


def choose(state: AppState, did: Did, moment: Moment) -> Step:
    """Another format."""
    held = state.exporting
    if held is None or did.value not in formats_for(held.kind):
        return stay(state)
    return _try(state, replace(held, format=did.value, losses=None, problem="", size_bytes=0))


def _try(state: AppState, exporting: Exporting) -> Step:
    effect = Export(kind=exporting.kind, id=exporting.id, format=exporting.format)
    return replace(state, exporting=exporting), (effect,)


def tried(state: AppState, told: actions.ExportTried, moment: Moment) -> Step:
    """What the chosen format would lose."""
    held = state.exporting
    if held is None or (held.id, held.format) != (told.id, told.format):
        return stay(state)
    held = replace(held, losses=told.losses, problem=told.problem, size_bytes=told.size_bytes)
    return replace(state, exporting=held), ()


def download(state: AppState, did: Did, moment: Moment) -> Step:
    """The file in the chosen format; the dialog closes."""
    held = state.exporting
    if held is None or held.losses is None:
        return stay(state)
    effect = Export(kind=held.kind, id=held.id, format=held.format, keep=True)
    return replace(state, exporting=None), (effect,)


HANDLERS: dict[str, Handler] = {
    "book-export": export_book,
    "book-export-as": open_dialog,
    "character-export": open_dialog,
    "chat-export": open_dialog,
    "export-format": choose,
    "export-download": download,
}
