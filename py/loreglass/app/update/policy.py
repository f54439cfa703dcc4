"""Comparing: the shown plan made again by another program's rules."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import ComparePlan
from loreglass.app.moment import Moment
from loreglass.app.programs import semantics_named
from loreglass.app.scenes import draft_scene, reply_scene, settings_of
from loreglass.app.speakers import speaker_of
from loreglass.app.state import AppState, Comparison, OpenChat
from loreglass.app.update.step import Handler, Step, stay, with_chat
from loreglass.app.view_why import plan_of
from loreglass.domain.story.scene import Scene


def compare(state: AppState, did: Did, moment: Moment) -> Step:
    """The shown plan is compared with another program's; the button pressed again puts the comparison away."""
    open_chat, semantics = state.chat, semantics_named(did.id)
    if open_chat is None or semantics is None:
        return stay(state)
    held, which = open_chat.comparison, state.panel.which
    if held is not None and held.which == which and held.semantics == semantics:
        return with_chat(state, replace(open_chat, comparison=None)), ()
    asked = Comparison(semantics=semantics, which=which)
    state = with_chat(state, replace(open_chat, comparison=asked))
    return state, compare_again(state)


def compare_again(state: AppState) -> tuple[ComparePlan, ...]:
    """The effect that makes the comparison anew for the plan as it now stands; none where nothing is compared."""
    open_chat = state.chat
    asked = open_chat.comparison if open_chat else None
    if open_chat is None or asked is None or asked.which != state.panel.which:
        return ()
    scene = _scene(state, open_chat, asked)
    plan = plan_of(asked.which, open_chat)
    if scene is None or plan is None:
        return ()
    return (ComparePlan(chat_id=open_chat.chat.id, which=asked.which, scene=scene, against=plan),)


def _scene(state: AppState, open_chat: OpenChat, asked: Comparison) -> Scene | None:
    if asked.which == "next":
        scene = draft_scene(state, open_chat)
    else:
        shown = open_chat.shown_plan
        at = next((n for n, each in enumerate(open_chat.path) if shown and each.id == shown.message_id), None)
        if at is None:
            return None
        who = speaker_of(open_chat, open_chat.path[at])
        scene = reply_scene(state, open_chat, open_chat.path[:at], who, trigger="normal", prefill="")
        scene = replace(scene, dry_run=True)
    settings = settings_of(state, open_chat, asked.semantics)
    return replace(scene, settings=replace(settings, author_note=scene.settings.author_note))


def next_planned(state: AppState) -> Step:
    """The next turn has another plan: a comparison with it is made anew."""
    asked = state.chat.comparison if state.chat else None
    return state, compare_again(state) if asked and asked.which == "next" else ()


def compared(state: AppState, told: actions.PlanCompared, moment: Moment) -> Step:
    """The other program's plan is there; one that nobody waits for any more is let go."""
    open_chat = state.chat
    asked = open_chat.comparison if open_chat and open_chat.chat.id == told.chat_id else None
    if open_chat is None or asked is None or (asked.semantics, asked.which) != (told.semantics, told.which):
        return stay(state)
    done = replace(asked, plan=told.plan, against=told.against, problem=told.problem)
    return with_chat(state, replace(open_chat, comparison=done)), ()


HANDLERS: dict[str, Handler] = {"why-compare": compare}
