"""Undo and Redo of a page, by key and by name; and how long a change can still be taken back or made again.

A change leaves when something else has written what it would write over, and with it what stands on it.
"""

from collections.abc import Sequence
from dataclasses import replace

from loreglass.app.actions import Action, Did, OtherTabWrote
from loreglass.app.addresses import route_of
from loreglass.app.effects import Effect, EmptyTrash, Go, Write
from loreglass.app.moment import Moment
from loreglass.app.state import AppState, Change, Done
from loreglass.app.undoing import Place, can_redo, can_undo, place_of, to_redo, to_undo
from loreglass.app.update import chat
from loreglass.app.update.step import SETTINGS, UNDO_STEPS, Handler, Step, revert, stay

Stack = tuple[Done, ...]
Touched = frozenset[tuple[str, str]]


def undo(state: AppState, did: Did, moment: Moment) -> Step:
    """The latest change of this page is taken back, and a notice that offered to do so is put away."""
    if not can_undo(state):
        return stay(state)
    one = to_undo(state)
    if one is None:
        return chat.undo(state, did, moment)
    toasts = tuple(each for each in state.toasts if each.change is not one.change)
    state = taken_back(replace(state, toasts=toasts), (one.change,))
    return state, revert(state, one.change)


def redo(state: AppState, did: Did, moment: Moment) -> Step:
    """What was taken back last on this page is made again."""
    if not can_redo(state):
        return stay(state)
    one = to_redo(state)
    if one is None:
        return chat.redo(state, did, moment)
    undone = tuple(each for each in state.undone if each is not one)
    state = replace(state, undone=undone, done=(*state.done, one)[-UNDO_STEPS:])
    return state, revert(state, one.change, forward=True)


def taken_back(state: AppState, changes: Sequence[Change]) -> AppState:
    """The state in which these changes may be made again."""
    went = [each for each in state.done if any(each.change is change for change in changes)]
    done = tuple(each for each in state.done if each not in went)
    return replace(state, done=done, undone=(*state.undone, *reversed(went))[-UNDO_STEPS:])


def follow(before: AppState, step: Step, action: Action) -> Step:
    """The step, with what its notices offer to take back, and without what cannot be any more."""
    state, effects = step
    made = _made(before, state, effects)
    if not (made or state.done or state.undone):
        return step
    if any(isinstance(each, EmptyTrash) for each in effects):
        return replace(state, done=(), undone=()), effects
    written, stepped = _written(before, state, effects), _stepped(before, state)
    if not (made or written or stepped or isinstance(action, OtherTabWrote)):
        return step
    done, undone = state.done, state.undone
    if isinstance(action, OtherTabWrote):
        done, undone = _without(done, action.scope, action.id), _without(undone, action.scope, action.id)
    new = _keys(made)
    written -= _keys(_moved(before, state))
    done = (*_standing(done, written - new), *made)[-UNDO_STEPS:]
    undone = _standing(undone, written | new)
    if made or stepped:
        undone = tuple(each for each in undone if each.place != place_of(before))
    return replace(state, done=done, undone=undone), effects


def _made(before: AppState, state: AppState, effects: Sequence[Effect]) -> Stack:
    """What new notices offer to take back, but for the chat's own steps, which it keeps itself."""
    if state.toasts is before.toasts:
        return ()
    told = {each.id for each in before.toasts}
    own = state.chat.undo if state.chat else ()
    return tuple(
        Done(
            change=each.change,
            place=_led_to(before, effects),
            touches=touched(each.change),
            above=own[-1] if own else None,
        )
        for each in state.toasts
        if each.id not in told and each.change is not None and not any(each.change is one for one in own)
    )


def _led_to(before: AppState, effects: Sequence[Effect]) -> Place:
    """The page on which the user is after a step with these effects."""
    later = tuple(one for each in effects for one in (each, *(each.then if isinstance(each, Write) else ())))
    to = next((route_of(each.to) for each in later if isinstance(each, Go)), before.route)
    return to.name, to.id


def touched(change: Change) -> Touched:
    """The records that Undo would write over; of a chat's own only the settings that this kind of change is about.

    The rest of a chat stays as it is set now.
    """
    chats = change.name if change.name in SETTINGS else "" if change.scope != "app" else "chats"
    rows = ((chats if store == "chats" else store, name) for store, name, _ in change.before)
    return frozenset(row for row in rows if row[0])


def _moved(before: AppState, state: AppState) -> Stack:
    """What was taken back or made again in this step."""
    old = {id(each) for each in before.done} | {id(each) for each in before.undone}
    then = {id(each) for each in before.undone}
    return tuple(
        each
        for stack, was in ((state.undone, then), (state.done, old - then))
        for each in stack
        if id(each) not in was and id(each) in old
    )


def _written(before: AppState, state: AppState, effects: Sequence[Effect]) -> Touched:
    rows = {(row[0], row[1]) for each in effects if isinstance(each, Write) for row in each.rows}
    if before.chat and state.chat and ("chats", state.chat.chat.id) in rows:
        old, new = before.chat.chat, state.chat.chat
        rows |= {
            (kind, new.id)
            for kind, names in SETTINGS.items()
            if any(getattr(old, name) != getattr(new, name) for name in names)
        }
    return frozenset(rows)


def _keys(stack: Sequence[Done]) -> Touched:
    return Touched().union(*(each.touches for each in stack))


def _standing(stack: Stack, written: Touched) -> Stack:
    """Those that nothing has written over; what stands below one that leaves and shares a record leaves too."""
    over, kept = set(written), list[Done]()
    for each in reversed(stack):
        if over.isdisjoint(each.touches):
            kept.append(each)
        else:
            over |= each.touches
    return tuple(reversed(kept))


def _without(stack: Stack, scope: str, thing: str) -> Stack:
    """Those that another tab's write of this thing has left as they were."""
    return tuple(
        each for each in stack if (each.change.scope, each.change.id) != (scope, thing) and thing not in _things(each)
    )


def _things(done: Done) -> frozenset[str]:
    """The books, chats and presets of which a change writes records."""
    names = (name.partition("/")[0] if store == "entries" else name for store, name, _ in done.change.before)
    return frozenset((done.change.id, *names)) - {""}


def _stepped(before: AppState, state: AppState) -> bool:
    """True where the open chat has a step that is neither one taken back nor one made again."""
    if before.chat is None or state.chat is None or not state.chat.undo or state.chat.undo is before.chat.undo:
        return False
    known = (*before.chat.undo, *before.chat.redo)
    return before.chat.chat.id == state.chat.chat.id and not any(state.chat.undo[-1] is each for each in known)


HANDLERS: dict[str, Handler] = {"undo": undo, "redo": redo}
