"""The list of commands: opened, searched, walked along. What is chosen runs in `loreglass.app.update`."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Go
from loreglass.app.moment import Moment
from loreglass.app.opened import Palette
from loreglass.app.state import AppState
from loreglass.app.update.step import Handler, Step, stay
from loreglass.app.view_palette import palette_rows


def show(state: AppState, did: Did, moment: Moment) -> Step:
    """The list is opened, or put away where it was open."""
    return replace(state, palette=None if state.palette else Palette()), ()


def text(state: AppState, did: Did, moment: Moment) -> Step:
    """Words that the command has; the first that fits is chosen."""
    return (replace(state, palette=Palette(text=did.value)), ()) if state.palette else stay(state)


def move(state: AppState, did: Did, moment: Moment) -> Step:
    """The next or the previous one is chosen: by the key that was pressed."""
    count = len(palette_rows(state))
    if state.palette is None or not count:
        return stay(state)
    step = -1 if did.id == "up" else 1
    return replace(state, palette=replace(state.palette, at=(state.palette.at + step) % count)), ()


def chosen(state: AppState, did: Did) -> Did | None:
    """What the chosen row does; by its place where it was clicked, else the one that is marked."""
    rows = palette_rows(state)
    at = int(did.id) if did.id.isdecimal() else (state.palette.at if state.palette else 0)
    return Did(name=rows[at].action, id=rows[at].item) if state.palette and at < len(rows) else None


def go(state: AppState, did: Did, moment: Moment) -> Step:
    """Another place of the page."""
    return (state, (Go(to=did.id),)) if did.id.startswith("#/") else stay(state)


HANDLERS: dict[str, Handler] = {"palette": show, "palette-text": text, "palette-move": move, "go": go}
