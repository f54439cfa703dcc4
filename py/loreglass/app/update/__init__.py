"""`update(state, action, moment)`: the next state, and what must be done besides."""

from collections.abc import Callable
from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Action, Did
from loreglass.app.effects import LoadChat
from loreglass.app.moment import Moment
from loreglass.app.state import AppState
from loreglass.app.update import (
    book,
    book_answers,
    book_bulk,
    book_entry,
    book_history,
    book_links,
    book_parts,
    chat,
    exporting,
    importing,
    lists,
    policy,
    replay,
    replying,
    results,
    settings,
    starting,
)
from loreglass.app.update.step import Handler, Step, stay

HANDLERS: dict[str, Handler] = {
    **chat.HANDLERS,
    **replying.HANDLERS,
    **starting.HANDLERS,
    **lists.HANDLERS,
    **importing.HANDLERS,
    **exporting.HANDLERS,
    **book.HANDLERS,
    **book_entry.HANDLERS,
    **book_parts.HANDLERS,
    **book_bulk.HANDLERS,
    **book_history.HANDLERS,
    **book_links.HANDLERS,
    **settings.HANDLERS,
    **policy.HANDLERS,
    **replay.HANDLERS,
}


def update(state: AppState, action: Action, moment: Moment) -> Step:
    """The next state and the effects of one action; an unknown control changes nothing."""
    match action:
        case Did():
            return HANDLERS.get(action.name, _unknown)(state, action, moment)
        case actions.Went():
            return _went(state, action, moment)
        case actions.DraftDue():
            return chat.draft_due(state)
        case actions.ChatLoaded():
            return _then(results.update(state, action, moment), replay.opened)
        case actions.NextPlanned():
            return _then(results.update(state, action, moment), policy.next_planned)
        case actions.ReplayMoved() | actions.ReplaySurveyed() | actions.ReplayedPlanned():
            return replay.update(state, action, moment)
        case actions.ReplyPlanned() | actions.ReplyGrew() | actions.ReplyEnded():
            return replying.update(state, action, moment)
        case actions.ImportRead() | actions.TargetRead():
            return importing.answered(state, action, moment)
        case actions.ExportTried():
            return exporting.tried(state, action, moment)
        case actions.PlanCompared():
            return policy.compared(state, action, moment)
        case actions.CheckMoved():
            return settings.check_moved(state, action, moment)
        case (
            actions.PassagePlanned()
            | actions.BookSurveyed()
            | actions.FiresCounted()
            | actions.VersionsLoaded()
            | actions.MoveTargetLoaded()
            | actions.EntriesChanged()
        ):
            return book_answers.update(state, action, moment)
        case actions.LicencesLoaded():
            return replace(state, licences=action.licences), ()
        case _:
            return results.update(state, action, moment)


def _went(state: AppState, action: actions.Went, moment: Moment) -> Step:
    """Another address: what was under way on the page before is brought to its end."""
    state, left = replying.leave(state, action.route, moment)
    came_from = state.route
    state, effects = _then(results.update(state, action, moment), replay.left)
    if {came_from.name, state.route.name} == {"chat", "replay"} and came_from.id == state.route.id and state.chat:
        # The chat is here as it stands: reading it again would only cost time.
        effects = tuple(each for each in effects if not isinstance(each, LoadChat))
        return _then((state, (*left, *effects)), replay.opened)
    return state, (*left, *effects)


def _then(step: Step, more: Callable[[AppState], Step]) -> Step:
    """A step and what follows from it."""
    state, effects = step
    state, others = more(state)
    return state, (*effects, *others)


def _unknown(state: AppState, did: Did, moment: Moment) -> Step:
    return stay(state)
