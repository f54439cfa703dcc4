"""Keeps what Why shows of a stored reply in step with the chat."""

from dataclasses import replace

from loreglass.app.effects import Effect, LoadShownPlan
from loreglass.app.state import AppState, OpenChat
from loreglass.app.update.step import Step, stay, with_chat
from loreglass.domain.story.chat import Message


def load_shown(open_chat: OpenChat, message: Message) -> tuple[Effect, ...]:
    """The effect that reads the plan of a message's chosen variant."""
    variant = open_chat.variants[message.chosen_id]
    if variant.plan_id is None:
        return ()
    return (
        LoadShownPlan(chat_id=open_chat.chat.id, message_id=message.id, variant_id=variant.id, plan_id=variant.plan_id),
    )


def planned_replies(open_chat: OpenChat) -> tuple[Message, ...]:
    """The messages whose chosen variant has a plan, oldest first."""
    return tuple(message for message in open_chat.path if open_chat.variants[message.chosen_id].plan_id)


def newest_again(state: AppState, before: OpenChat) -> AppState:
    """The state in which Why turns to the newest reply, where it showed the one that was the newest before."""
    shown, replies = before.shown_plan, planned_replies(before)
    if state.chat is None or shown is None or not replies or shown.message_id != replies[-1].id:
        return state
    return with_chat(state, replace(state.chat, shown_plan=None))


def follow(state: AppState) -> Step:
    """After a change of the chat: the same reply's plan as it now stands, else the newest, else the next turn."""
    open_chat = state.chat
    if open_chat is None or state.panel.which != "reply":
        return stay(state)
    replies = planned_replies(open_chat)
    shown = open_chat.shown_plan
    same = next((each for each in replies if shown and each.id == shown.message_id), None)
    message = same or (replies[-1] if replies else None)
    if message is None:
        state = replace(state, panel=replace(state.panel, which="next"))
        return with_chat(state, replace(open_chat, shown_plan=None)), ()
    if shown is not None and shown.variant_id == message.chosen_id:
        return stay(state)
    return state, load_shown(open_chat, message)
