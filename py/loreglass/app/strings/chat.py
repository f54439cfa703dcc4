"""Words around the transcript: who speaks, how a reply ended, what was scanned."""

from loreglass.app.strings import capital, counted, in_words, joined, number
from loreglass.app.strings.problems import Told, told
from loreglass.app.unread import UNREAD
from loreglass.domain.story.chat import Speaker, Variant
from loreglass.domain.wire.problem import EndpointProblem, ProblemKind


def meta(speaker: Speaker, variant: Variant | None) -> str:
    """The small print after a name: "you", "demo reply", a model's name."""
    if variant is None:
        return ""
    match variant.source:
        case "demo":
            return "demo reply"
        case "greeting":
            return "greeting"
        case "endpoint":
            return variant.model
        case "import":
            return "you" if speaker == "user" else "imported"
        case "sample":
            return "you" if speaker == "user" else "sample"
        case _:
            return "you" if speaker == "user" else ""


def lede(included: int, left_out: int, entries: int) -> str:
    """The first sentence of Why: "Six of 24 go in. Two are left out."."""
    if not entries:
        return "No entries are linked to this chat."
    head = "None" if not included else capital(in_words(included))
    verb = "goes" if included == 1 else "go"
    first = f"{head} of {number(entries)} {verb} in."
    if not left_out:
        return f"{first} Nothing is left out."
    return f"{first} {capital(in_words(left_out))} {'is' if left_out == 1 else 'are'} left out."


def now_sentence(included: int, left_out: int, entries: int, sent: int, context: int, worth: str) -> str:
    """The line under the composer: "6 of 24 entries, 2 left out, 3,120 of 8,192 tokens (estimate)"."""
    ins = f"{number(included)} of {counted(entries, 'entry', 'entries')}"
    out = f", {number(left_out)} left out" if left_out else ""
    return f"{ins}{out}, {number(sent)} of {counted(context, 'token')} ({worth})"


def scanned_rule(messages: int, draft: bool) -> str:
    """What stands at the upper end of the bracket."""
    if not messages:
        return "Scanned: your draft only" if draft else ""
    return f"Scanned from here: {counted(messages, 'message')}{' and your draft' if draft else ''}"


def from_line(first: int, last: int, *, draft: bool, reply: int | None) -> str:
    """What the plan was made from: "The next turn, from your draft and messages 38 to 40."."""
    head = f"What message {number(reply)} was written from" if reply is not None else "The next turn"
    if not first or first > last:
        source = "your draft" if draft else "no message"
    else:
        span = f"message {number(last)}" if first == last else f"messages {number(first)} to {number(last)}"
        source = f"your draft and {span}" if draft else span
    return f"{head}: {source}." if reply is not None else f"{head}, from {source}."


def ended(variant: Variant, *, last: bool) -> str:
    """How a reply that is not whole came to its end, and of the last one what to do; "" for a whole one."""
    if variant.problem == UNREAD:
        return "This message cannot be read; it is kept as it is in the store, and neither sent nor scanned."
    if variant.state == "done" and (note := _NOTES.get(variant.problem)) is not None:
        return note.sentence if last else note.what
    if variant.state == "stopped":
        return "Stopped. What had come is kept."
    if variant.state == "failed":
        return "The reply broke off. What had come is kept." if variant.text else "No reply came."
    return ""


UNANSWERED = "No reply to this yet."

_KINDS: tuple[ProblemKind, ...] = ("room_used_up", "filtered")
_NOTES: dict[str, Told] = {kind: told(EndpointProblem(kind=kind)) for kind in _KINDS}
"""Of replies that the endpoint itself ended."""


def unread_note(messages: int, entries: int) -> str:
    """What of the chat cannot be read, and what to do; "" where all can be."""
    parts = (counted(messages, "message") if messages else "", counted(entries, "entry", "entries") if entries else "")
    if not any(parts):
        return ""
    said = joined(tuple(filter(None, parts)))
    return f"Some of this chat cannot be read: {said}. It is left as it is; a backup from before may hold it whole."


FOR_USER = (
    "Write the next message of {{user}} in this story with {{char}}: what {{user}} says and does, in the voice of "
    "{{user}}’s messages so far. Nobody else speaks or acts in it."
)
"""The system prompt where the user lets the model write for them."""
FOR_USER_LAST = "It is {{user}}’s turn. Write that message of {{user}}, and nothing for {{char}}."
"""The same, as the last words of the prompt."""
