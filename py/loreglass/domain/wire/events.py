"""What a stream can say, whichever dialect it is in."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.wire.problem import EndpointProblem

FinishReason = Literal["stop", "length", "filtered", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDelta:
    """More of the reply."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningDelta:
    """More of what the model thinks before it replies; no part of the reply."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalDelta:
    """More of the words in which the model refuses to reply; no part of the reply."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThoughtSoFar:
    """All that was told as reply until now was thought: its closing tag has come, though no opening one had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens so far as the endpoint counted them, 0 where it has not told yet; the last one of a stream holds.

    `reasoning_tokens` are among the `reply_tokens`; 0 also where the endpoint does not tell them apart.
    """

    prompt_tokens: int
    reply_tokens: int
    reasoning_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The reply is complete; `length` means that it ran into the reply limit."""

    reason: FinishReason


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamError:
    """The stream failed; what came before it stands."""

    problem: EndpointProblem


StreamEvent = TextDelta | ReasoningDelta | RefusalDelta | ThoughtSoFar | Usage | Finished | StreamError
