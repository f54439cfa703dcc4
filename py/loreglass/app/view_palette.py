"""The list of commands as data: what can be done now, and where one can go. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from loreglass.app.commands import COMMANDS
from loreglass.app.state import AppState
from loreglass.app.strings import isolated

ROWS_AT_MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PaletteRow:
    """One thing to do."""

    action: str
    item: str
    name: str
    keys: tuple[str, ...] = ()


def palette_rows(state: AppState) -> tuple[PaletteRow, ...]:
    """What fits the words that were typed, commands first, those that begin with them before the others."""
    text = state.palette.text if state.palette else ""
    words = text.casefold().split()
    fits = [row for row in _all(state) if all(word in row.name.casefold() for word in words)]
    begin = " ".join(words)
    fits.sort(key=lambda row: not row.name.casefold().startswith(begin))
    return tuple(fits[:ROWS_AT_MOST])


def _all(state: AppState) -> Iterator[PaletteRow]:
    for each in COMMANDS:
        if each.name and each.when(state):
            yield PaletteRow(action=each.action, item=each.item, name=each.name, keys=each.keys)
    for chat in state.library.chats:
        yield PaletteRow(action="go", item=f"#/c/{chat.id}", name=f"Chat: {isolated(chat.title) or 'Untitled chat'}")
    for book in state.library.books:
        yield PaletteRow(action="go", item=f"#/b/{book.id}", name=f"Book: {isolated(book.name) or 'Unnamed book'}")
