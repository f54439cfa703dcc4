"""A reply that does not come at once: it is asked for again in a moment, or nothing has come for long."""

from dataclasses import replace

from loreglass.app.reply_news import ReplyIsQuiet, ReplyWaits
from loreglass.app.state import AppState, Retry
from loreglass.app.update.step import Step, stay, with_chat


def update(state: AppState, told: ReplyWaits | ReplyIsQuiet) -> Step:
    """The reply under way with what is told of it."""
    open_chat = state.chat
    if open_chat is None or open_chat.reply is None or open_chat.chat.id != told.chat_id:
        return stay(state)
    match told:
        case ReplyWaits():
            retry = Retry(seconds=told.seconds, problem=told.problem) if told.seconds else None
            reply = replace(open_chat.reply, retry=retry, quiet_seconds=0)
        case ReplyIsQuiet():
            reply = replace(open_chat.reply, retry=None, quiet_seconds=told.seconds)
    return with_chat(state, replace(open_chat, reply=reply)), ()
