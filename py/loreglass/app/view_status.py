"""The one polite live line: what has just begun or ended. Boundaries only, never each token."""

from loreglass.app.state import AppState, Reply
from loreglass.app.strings import isolated
from loreglass.app.strings.waiting import waiting_status


def status_text(state: AppState) -> str:
    """What a screen reader hears now; "" when nothing is under way."""
    chat = state.chat
    if state.importing is not None and state.importing.reading:
        return "Reading the files."
    if state.importing is not None:
        return "The import preview is ready."
    if chat is None or state.route.name != "chat":
        return ""
    if chat.reply is not None and chat.reply.old_draft is None:
        return _reply_words(chat.reply)
    if chat.problem is not None and chat.problem.kind == "stopped":
        return "The reply was stopped."
    if chat.problem is not None:
        return "The reply failed. The reason stands under the last message."
    if chat.plan_problem:
        return "The next prompt cannot be made. The reason stands under the message box."
    if chat.path and chat.path[-1].speaker == "character":
        variant = chat.variants.get(chat.path[-1].chosen_id)
        if variant is not None and variant.state == "stopped":
            return "The reply was stopped."
        return f"{isolated(chat.path[-1].name) or 'The character'} has replied."
    return ""


def _reply_words(reply: Reply) -> str:
    stages = {
        "planning": "Choosing what goes in.",
        "waiting": "Sent. Waiting for the reply.",
        "streaming": "The reply is coming.",
    }
    return waiting_status(reply) or stages[reply.stage]
