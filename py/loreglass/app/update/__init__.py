"""`update(state, action, moment)`: the next state, and what must be done besides."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Action, Did
from loreglass.app.moment import Moment
from loreglass.app.state import AppState
from loreglass.app.update import book, chat, importing, lists, replying, results, settings, starting
from loreglass.app.update.step import Handler, Step, stay

HANDLERS: dict[str, Handler] = {
    **chat.HANDLERS,
    **replying.HANDLERS,
    **starting.HANDLERS,
    **lists.HANDLERS,
    **importing.HANDLERS,
    **book.HANDLERS,
    **settings.HANDLERS,
}


def update(state: AppState, action: Action, moment: Moment) -> Step:
    """The next state and the effects of one action; an unknown control changes nothing."""
    match action:
        case Did():
            return HANDLERS.get(action.name, _unknown)(state, action, moment)
        case actions.Went():
            state, kept = chat.draft_due(state)
            state, left = replying.leave(state, action.route, moment)
            state, effects = results.update(state, action, moment)
            return state, (*kept, *left, *effects)
        case actions.DraftDue():
            return chat.draft_due(state)
        case actions.ReplyPlanned():
            return replying.planned(state, action, moment)
        case actions.ReplyGrew():
            return replying.grew(state, action, moment)
        case actions.ReplyEnded():
            return replying.ended(state, action, moment)
        case actions.ImportRead():
            return importing.read(state, action, moment)
        case actions.CheckMoved():
            return settings.check_moved(state, action, moment)
        case actions.LicencesLoaded():
            return replace(state, licences=action.licences), ()
        case _:
            return results.update(state, action, moment)


def _unknown(state: AppState, did: Did, moment: Moment) -> Step:
    return stay(state)
