"""What Undo and Redo of a page are about now: the open chat's own last step, or another change made on that page. Pure.

A change that a newer one from another page has written over since is out of reach. Of an open chat, the newer of the
two is taken: a change knows what the chat's last step was when it was made.
"""

from collections.abc import Sequence

from loreglass.app.state import AppState, Done, RouteName

Place = tuple[RouteName, str]


def place_of(state: AppState) -> Place:
    """The page on the screen."""
    return state.route.name, state.route.id


def to_undo(state: AppState) -> Done | None:
    """The change to take back; None where it is the chat's own last step, or there is none."""
    return _next(state, state.done, own=bool(state.chat and state.chat.undo))


def to_redo(state: AppState) -> Done | None:
    """The change to make again; None where it is the chat's own, or there is none."""
    return _next(state, state.undone, own=bool(state.chat and state.chat.redo))


def can_undo(state: AppState) -> bool:
    """True where Undo does something on this page."""
    return _free(state) and (to_undo(state) is not None or (_in_chat(state) and bool(state.chat and state.chat.undo)))


def can_redo(state: AppState) -> bool:
    """True where Redo does something on this page."""
    return _free(state) and (to_redo(state) is not None or (_in_chat(state) and bool(state.chat and state.chat.redo)))


def _in_chat(state: AppState) -> bool:
    return state.route.name == "chat" and state.chat is not None


def _free(state: AppState) -> bool:
    return not _in_chat(state) or (state.chat is not None and state.chat.writer and state.chat.reply is None)


def _next(state: AppState, stack: Sequence[Done], *, own: bool) -> Done | None:
    found = _reached(stack, place_of(state))
    if found is None or not own or not _in_chat(state):
        return found
    steps = state.chat.undo if state.chat else ()
    return found if (steps[-1] if steps else None) is found.above else None


def _reached(stack: Sequence[Done], place: Place) -> Done | None:
    """The last change of the page, where no later one of another page has touched the same."""
    over: set[tuple[str, str]] = set()
    for each in reversed(stack):
        if each.place == place:
            return each if over.isdisjoint(each.touches) else None
        over |= each.touches
    return None
