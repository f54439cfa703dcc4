"""What is said of a reply that does not come at once. Pure."""

from loreglass.app.state import Reply
from loreglass.app.strings import counted
from loreglass.app.strings.problems import told


def waiting_note(reply: Reply) -> str:
    """Why the reply is not coming, and what happens next; "" while nothing is wrong."""
    if reply.retry is not None:
        again = f"Trying again in {counted(reply.retry.seconds, 'second')}. Stop ends the waiting."
        quote = told(reply.retry.problem).quote
        said = f" It says: “{quote.rstrip('.')}”." if quote else ""
        return f"{told(reply.retry.problem).what}{said} {again}"
    if not reply.quiet_seconds:
        return ""
    silence = f"Nothing has come for {counted(reply.quiet_seconds, 'second')}."
    if reply.text.removeprefix(reply.base) or reply.reasoning:
        return f"{silence} If this device slept, the connection may be dead. Stop keeps what has come."
    return f"{silence} A long prompt takes its time on a machine of one’s own; Stop ends the waiting."


def waiting_status(reply: Reply) -> str:
    """The same for the status line: boundaries only, no seconds."""
    if reply.retry is not None:
        return "The endpoint refused for the moment. Trying again soon."
    if reply.quiet_seconds:
        return "Nothing has come for a while."
    if reply.stage == "streaming" and reply.reasoning and not reply.text.removeprefix(reply.base):
        return "The model is thinking."
    return ""
