"""What the frames of messages cost: a known figure for chat completions, the format's own marks for one text."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loreglass.domain.asks import Asking, Encoding, ask_counts
from loreglass.domain.ids import MessageId
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.prompt.writing import Writer
from loreglass.domain.story.book import Role
from loreglass.domain.story.chat import Speaker, Turn

FRAME_TOKENS = 4
"""What chat completions spend on the frame of a message: an estimate, since each model's template has its own."""
PRIMING_TOKENS = 3
"""What chat completions spend on the beginning of the reply: an estimate, as FRAME_TOKENS is."""
ROLES: dict[Speaker, Role] = {"user": "user", "character": "assistant", "system": "system"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """The cost of frames in tokens. Without a writer every message costs the same."""

    writer: Writer | None = None
    opening_tokens: int = PRIMING_TOKENS
    counts: Mapping[str, int] = field(default_factory=dict)
    """Tokens of the marks of a message, by their text."""
    named: bool = False
    """True where the text of each turn begins with who spoke, since no mark says so."""

    def at_most(self, role: Role, name: str = "") -> int:
        """What the frame of such a message costs, wherever it stands."""
        if self.writer is None:
            return FRAME_TOKENS
        return max(self.counts[marks] for marks in self.writer.variants(role, name))

    def of_turn(self, turn: Turn) -> int:
        """What the frame of a turn costs."""
        return self.at_most(ROLES[turn.speaker], turn.name)

    def of_prefill(self) -> int:
        """What the frame of a reply that has begun costs, besides the opening."""
        return 0 if self.writer else FRAME_TOKENS

    def overhead(self, messages: tuple[PromptMessage, ...], names: Mapping[MessageId, str], *, prefilled: bool) -> int:
        """What the frames of these messages cost together, with the opening of the reply."""
        if self.writer is None:
            return self.opening_tokens + FRAME_TOKENS * len(messages)
        dressed = self.writer.dress(messages, names, prefilled=prefilled)
        return self.opening_tokens + sum(self.counts[before + after] for (before, after), _ in dressed)

    def prefix(self, turn: Turn) -> str:
        """What goes before the turn's text to say who spoke; "" where that is not told in the text."""
        return f"{turn.name}: " if self.named and _is_spoken(turn) else ""

    def said(self, turn: Turn) -> str:
        """The turn's text as it is sent."""
        return self.prefix(turn) + self.guard(turn.text)

    def guard(self, text: str) -> str:
        """The text as it is sent: without marks of the format."""
        return self.writer.guard(text) if self.writer else text


def _is_spoken(turn: Turn) -> bool:
    return bool(turn.name and turn.text.strip()) and turn.speaker != "system"


def measure_frames(writer: Writer, turns: tuple[Turn, ...], encoding: Encoding, *, prefilled: bool) -> Asking[Frames]:
    """The frames of a format, its marks counted for every role and every name that speaks."""
    nobody: tuple[tuple[Role, str], ...] = (("system", ""), ("user", ""), ("assistant", ""))
    speakers = dict.fromkeys((*nobody, *((ROLES[turn.speaker], turn.name) for turn in turns)))
    marks = tuple(dict.fromkeys(text for role, name in speakers for text in writer.variants(role, name)))
    counts = yield from ask_counts((writer.opening(prefilled=prefilled), *marks), encoding)
    return Frames(writer=writer, opening_tokens=counts[0], counts=dict(zip(marks, counts[1:], strict=True)))
