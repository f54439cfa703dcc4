"""The page Replay: its turns come in, one is chosen, its plan is opened."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Effect, Go, PlanReplayed, ReplayChat, StopReplay, SurveyReplay
from loreglass.app.moment import Moment
from loreglass.app.replay_news import ReplayedPlanned, ReplayMoved, ReplayNews, ReplaySurveyed
from loreglass.app.replays import ROWS_A_STEP, Replay, ReplayPoint, scene_at
from loreglass.app.scenes import replay_scene
from loreglass.app.speakers import spoken
from loreglass.app.state import AppState, OpenChat, ShownPlan
from loreglass.app.update.numbers import whole
from loreglass.app.update.step import Handler, Step, stay, with_chat


def points_of(open_chat: OpenChat) -> tuple[ReplayPoint, ...]:
    """The turns of a chat: one for each reply to something, and one for the reply that is due."""
    path = spoken(open_chat.path)
    out = [
        ReplayPoint(messages=at, message_id=message.id)
        for at, message in enumerate(path)
        if at and message.speaker == "character"
    ]
    if path and path[-1].speaker == "user":
        out.append(ReplayPoint(messages=len(path), message_id=None))
    return tuple(out)


def opened(state: AppState) -> Step:
    """The chat of the page is there: it is replayed, unless that was done and nothing has changed."""
    open_chat = state.chat
    if open_chat is None or state.route.name != "replay":
        return stay(state)
    scene, held = replay_scene(state, open_chat), state.replay
    if held is not None and held.chat_id == open_chat.chat.id and held.scene == scene:
        return _go_on(state, held)
    points = points_of(open_chat)
    fresh = Replay(chat_id=open_chat.chat.id, scene=scene, points=points, chosen=max(0, len(points) - 1))
    return _go_on(state, fresh)


def _settled(state: AppState, at: int) -> Step:
    """No more turns come for now: they are added up, and one of them is chosen."""
    state, effects = _choose(state, at)
    if state.replay is None or state.chat is None or not state.replay.turns or state.replay.survey is not None:
        return state, effects
    return state, (SurveyReplay(replay=state.replay, books=state.chat.books), *effects)


def surveyed(state: AppState, told: ReplaySurveyed, moment: Moment) -> Step:
    """What the turns add up to."""
    held = state.replay
    if held is None or (held.chat_id, len(held.turns)) != (told.chat_id, told.turns):
        return stay(state)
    return replace(state, replay=replace(held, survey=told.survey)), ()


def _go_on(state: AppState, replay: Replay) -> Step:
    if replay.whole:
        return _settled(replace(state, replay=replay), replay.chosen)
    replay = replace(replay, running=True, survey=None)
    return replace(state, replay=replay), (ReplayChat(replay=replay),)


def go_on(state: AppState, did: Did, moment: Moment) -> Step:
    """A replay that was stopped goes on where it was."""
    held = state.replay
    return stay(state) if held is None or held.running else _go_on(state, held)


def stop(state: AppState, did: Did, moment: Moment) -> Step:
    """The replay stops; the turns so far are shown."""
    held = state.replay
    if held is None or not held.running:
        return stay(state)
    state, effects = _settled(replace(state, replay=replace(held, running=False)), len(held.turns) - 1)
    return state, (StopReplay(), *effects)


def left(state: AppState) -> Step:
    """Another page: a replay on its way is stopped and kept as far as it came."""
    held = state.replay
    if held is None or not held.running or (state.route.name == "replay" and state.route.id == held.chat_id):
        return stay(state)
    return replace(state, replay=replace(held, running=False)), (StopReplay(),)


def update(state: AppState, told: ReplayNews, moment: Moment) -> Step:
    """The state after an answer."""
    match told:
        case ReplayMoved():
            return moved(state, told, moment)
        case ReplaySurveyed():
            return surveyed(state, told, moment)
        case ReplayedPlanned():
            return planned(state, told, moment)


def moved(state: AppState, told: ReplayMoved, moment: Moment) -> Step:
    """Some more turns are there; with the last one, that one is chosen."""
    held = state.replay
    if held is None or not held.running or held.chat_id != told.chat_id:
        return stay(state)
    held = replace(held, turns=(*held.turns, *told.turns))
    if not held.whole:
        return replace(state, replay=held), ()
    return _settled(replace(state, replay=replace(held, running=False)), len(held.turns) - 1)


def choose(state: AppState, did: Did, moment: Moment) -> Step:
    """Another turn, by its number from 1."""
    number = whole(did.value or did.id)
    return stay(state) if number is None else _choose(state, number - 1)


def _choose(state: AppState, at: int) -> Step:
    held = state.replay
    if held is None or not held.turns:
        return stay(state)
    at = min(max(at, 0), len(held.turns) - 1)
    held = replace(held, chosen=at, plan=held.plan if at == held.chosen else None)
    effects: tuple[Effect, ...] = ()
    if held.plan is None:
        effects = (PlanReplayed(chat_id=held.chat_id, at=at, scene=scene_at(held, at)),)
    return replace(state, replay=held), effects


def planned(state: AppState, told: ReplayedPlanned, moment: Moment) -> Step:
    """The chosen turn's plan is there."""
    held = state.replay
    if held is None or (held.chat_id, held.chosen) != (told.chat_id, told.at):
        return stay(state)
    return replace(state, replay=replace(held, plan=told.plan)), ()


def open_plan(state: AppState, did: Did, moment: Moment) -> Step:
    """The chat with the chosen turn's plan in Why."""
    held, open_chat = state.replay, state.chat
    if held is None or open_chat is None or held.plan is None or held.chat_id != open_chat.chat.id:
        return stay(state)
    message = next((each for each in open_chat.path if each.id == held.points[held.chosen].message_id), None)
    panel = replace(state.panel, tab="why", sheet_open=False, which="reply" if message else "next")
    state = replace(state, panel=panel)
    if message is not None:
        shown = ShownPlan(message_id=message.id, variant_id=message.chosen_id, plan=held.plan)
        state = with_chat(state, replace(open_chat, shown_plan=shown, comparison=None))
    return state, (Go(to=f"#/c/{held.chat_id}"),)


def all_rows(state: AppState, did: Did, moment: Moment) -> Step:
    """The entries that never fired are rows of the heat map too, or not."""
    held = state.replay
    return stay(state) if held is None else (replace(state, replay=replace(held, all_rows=not held.all_rows)), ())


def more_rows(state: AppState, did: Did, moment: Moment) -> Step:
    """More rows of the heat map."""
    held = state.replay
    if held is None:
        return stay(state)
    return replace(state, replay=replace(held, shown_rows=held.shown_rows + ROWS_A_STEP)), ()


HANDLERS: dict[str, Handler] = {
    "replay-stop": stop,
    "replay-go-on": go_on,
    "replay-turn": choose,
    "replay-open": open_plan,
    "replay-all": all_rows,
    "replay-more": more_rows,
}
