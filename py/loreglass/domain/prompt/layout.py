"""The messages of a prompt in the order in which they are sent.

System texts that stand together before the history are one message; every other text is a message of its own.
Turns are sent as they are: two of one role in a row stay two messages, and a system message may stand among them.
Merging them would part what is shown from what was written. Chat templates that refuse such an order make the
endpoint answer with an error of its own kind (`turns_refused` in wire/problem.py).
"""

from itertools import groupby

from loreglass.domain.prompt.frames import ROLES, Frames
from loreglass.domain.prompt.parts import SEPARATOR, Part
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.book import Role
from loreglass.domain.story.chat import Turn


def role_of(part: Part) -> Role:
    """Whose words they are; a reply that has begun is always the assistant's."""
    return "assistant" if part.id == "prefill" else part.rule.role


def fixed_frames(parts: tuple[Part, ...], frames: Frames) -> int:
    """What the frames of the fixed part cost at most, with the opening of the reply."""
    alone = [part for part in parts if part.place != "lead"]
    led = sum(frames.at_most(message.role) for message in lead_messages(parts))
    own = sum(frames.of_prefill() if part.id == "prefill" else frames.at_most(role_of(part)) for part in alone)
    return frames.opening_tokens + led + own


def lead_messages(parts: tuple[Part, ...]) -> tuple[PromptMessage, ...]:
    """What stands before the history."""
    messages: list[PromptMessage] = []
    for role, group in groupby((part for part in parts if part.place == "lead"), key=role_of):
        texts = [part.text for part in group]
        together = [SEPARATOR.join(texts)] if role == "system" else texts
        messages += (PromptMessage(role=role, content=text) for text in together)
    return tuple(messages)


def arrange(parts: tuple[Part, ...], turns: tuple[Turn, ...], frames: Frames) -> tuple[PromptMessage, ...]:
    """What leads; the turns, with what stands among them; what ends the prompt."""
    messages = list(lead_messages(parts))
    # From the top down; at one depth entries stand above sections, as they are listed.
    among = sorted((part for part in parts if part.place == "among"), key=lambda one: (one.depth >= 0, -one.depth))
    placed: dict[int, list[PromptMessage]] = {}
    for part in among:
        message = PromptMessage(role=role_of(part), content=part.text)
        placed.setdefault(_position(part.depth, len(turns)), []).append(message)
    for index in range(len(turns) + 1):
        messages += placed.get(index, ())
        messages += (_turn_message(turn, frames.prefix(turn)) for turn in turns[index : index + 1])
    after = (part for part in parts if part.place == "after")
    return (*messages, *(PromptMessage(role=role_of(part), content=part.text) for part in after))


def _position(depth: int, turn_count: int) -> int:
    """How many turns stand above a text at that depth; a depth below 0 counts from the top, -1 above the first."""
    return max(0, turn_count - depth) if depth >= 0 else min(turn_count, -1 - depth)


def _turn_message(turn: Turn, prefix: str) -> PromptMessage:
    return PromptMessage(
        role=ROLES[turn.speaker],
        content=prefix + turn.text,
        message_id=turn.message_id,
        variant_id=turn.variant_id,
        prefix=prefix,
    )
