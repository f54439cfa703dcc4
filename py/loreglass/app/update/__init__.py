"""`update(state, action, moment)`: the next state, and what must be done besides."""

from collections.abc import Callable
from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Action, Did
from loreglass.app.backups import BackupNews
from loreglass.app.effects import LoadChat
from loreglass.app.moment import Moment
from loreglass.app.pairing import PlansLoaded
from loreglass.app.replay_news import ReplayedPlanned, ReplayMoved, ReplaySurveyed
from loreglass.app.reply_news import ReplyIsQuiet, ReplyWaits
from loreglass.app.state import AppState
from loreglass.app.update import (
    backup,
    book,
    book_answers,
    book_bulk,
    book_entry,
    book_history,
    book_links,
    book_parts,
    branching,
    chat,
    comparing,
    endpoint,
    exporting,
    fixing,
    grouping,
    impersonating,
    importing,
    lists,
    palette,
    policy,
    presets,
    remembering,
    replay,
    replying,
    results,
    search,
    settings,
    starting,
    trash,
    undoing,
    waiting,
)
from loreglass.app.update.step import Handler, Step, stay


def _run(state: AppState, did: Did, moment: Moment) -> Step:
    """The chosen command runs, and the list of them is put away."""
    wanted = palette.chosen(state, did)
    state = replace(state, palette=None)
    return update(state, wanted, moment) if wanted else stay(state)


HANDLERS: dict[str, Handler] = {
    "palette-run": _run,
    **chat.HANDLERS,
    **undoing.HANDLERS,
    **replying.HANDLERS,
    **impersonating.HANDLERS,
    **branching.HANDLERS,
    **search.HANDLERS,
    **remembering.HANDLERS,
    **grouping.HANDLERS,
    **trash.HANDLERS,
    **palette.HANDLERS,
    **starting.HANDLERS,
    **lists.HANDLERS,
    **importing.HANDLERS,
    **exporting.HANDLERS,
    **backup.HANDLERS,
    **book.HANDLERS,
    **book_entry.HANDLERS,
    **book_parts.HANDLERS,
    **book_bulk.HANDLERS,
    **book_history.HANDLERS,
    **book_links.HANDLERS,
    **settings.HANDLERS,
    **endpoint.HANDLERS,
    **policy.HANDLERS,
    **presets.HANDLERS,
    **comparing.HANDLERS,
    **fixing.HANDLERS,
    **replay.HANDLERS,
}


def update(state: AppState, action: Action, moment: Moment) -> Step:
    """The next state and the effects of one action; an unknown control changes nothing."""
    if isinstance(action, BackupNews):
        return backup.update(state, action, moment)
    step = _then(_answered(state, action, moment), comparing.follow)
    return undoing.follow(state, _then(step, lambda after: backup.follow(after, action, moment)), action)


def _answered(state: AppState, action: actions.Other, moment: Moment) -> Step:
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
        case ReplayMoved() | ReplaySurveyed() | ReplayedPlanned():
            return replay.update(state, action, moment)
        case actions.ReplyPlanned() | actions.ReplyGrew() | actions.ReplyEnded():
            return replying.update(state, action, moment)
        case ReplyWaits() | ReplyIsQuiet():
            return waiting.update(state, action)
        case actions.ImportRead() | actions.TargetRead():
            return importing.answered(state, action, moment)
        case actions.ExportTried():
            return exporting.tried(state, action, moment)
        case PlansLoaded():
            return comparing.loaded(state, action)
        case actions.PlanCompared():
            return policy.compared(state, action, moment)
        case actions.CheckMoved():
            return endpoint.check_moved(state, action, moment)
        case _ if isinstance(action, book_answers.Answer):
            return book_answers.update(state, action, moment)
        case actions.LicencesLoaded():
            return replace(state, licences=action.licences), ()
        case _:
            return results.update(state, action, moment)


def _went(state: AppState, action: actions.Went, moment: Moment) -> Step:
    """Another address: what was under way on the page before is brought to its end."""
    state, left = replying.leave(state, action.route, moment)
    came_from = state.route
    state, effects = _then(_then(results.update(state, action, moment), replay.left), presets.went)
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
