"""From a stream's bytes to what it says: text, reasoning, usage, the end, or a problem."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from loreglass.domain.wire.frames import FrameReader
from loreglass.domain.wire.jsontext import parse_json
from loreglass.domain.wire.prefill import PrefillFilter
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
class Usage:
    """Tokens as the endpoint counted them."""

    prompt_tokens: int
    reply_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The reply is complete; `length` means that it ran into the reply limit."""

    reason: FinishReason


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamError:
    """The stream failed; what came before it stands."""

    problem: EndpointProblem


StreamEvent = TextDelta | ReasoningDelta | Usage | Finished | StreamError
Reader = Callable[[object], tuple[StreamEvent, ...]]
"""What one dialect's frame, a parsed JSON value, says."""


class StreamParser:
    """An incremental parser of one reply; `read` is the dialect, `prefill` what the reply may repeat.

    Ends with exactly one of Finished or StreamError, whatever is fed; Usage may come after Finished.
    """

    def __init__(self, read: Reader, *, prefill: str = "") -> None:
        self._frames = FrameReader()
        self._read = read
        self._prefill = PrefillFilter(prefill)
        self._is_finished = False
        self._is_over = False
        self._is_closing = False
        self._saw_frame = False

    def feed(self, chunk: bytes) -> tuple[StreamEvent, ...]:
        """The events that `chunk` completes."""
        if self._is_over:
            return ()
        try:
            return self._events(self._frames.feed(chunk))
        except ValueError as error:
            return self._fail(EndpointProblem(kind="malformed_stream", detail=str(error)))

    def close(self) -> tuple[StreamEvent, ...]:
        """The events left when the bytes have ended: at least Finished or StreamError, if neither came yet."""
        if self._is_over:
            return ()
        self._is_closing = True
        events = self._events(self._frames.close()) + self._rest_of_text()
        has_end = self._is_finished or any(isinstance(event, Finished | StreamError) for event in events)
        return events if has_end else events + self._fail(self._why_unfinished())

    def _events(self, frames: tuple[str, ...]) -> tuple[StreamEvent, ...]:
        events: list[StreamEvent] = []
        for frame in frames:
            if self._is_over:
                break
            events += self._events_of(frame)
        return tuple(events)

    def _events_of(self, frame: str) -> tuple[StreamEvent, ...]:
        self._saw_frame = True
        if frame.strip() == "[DONE]":
            self._is_over = True
            rest = self._rest_of_text()
            return rest if self._is_finished else (*rest, Finished(reason="stop"))
        try:
            value = parse_json(frame)
        except ValueError:
            # The last frame is broken because it is not whole; any other was sent that way.
            problem = EndpointProblem(kind="malformed_stream", detail=frame[:120])
            return self._fail(EndpointProblem(kind="cut_off") if self._is_closing else problem)
        return tuple(event for said in self._read(value) for event in self._take(said))

    def _take(self, event: StreamEvent) -> tuple[StreamEvent, ...]:
        if self._is_over:
            return ()
        match event:
            case TextDelta(text=text):
                text = self._prefill.feed(text)
                return (TextDelta(text=text),) if text else ()
            case Finished():
                rest = self._rest_of_text()
                was_finished, self._is_finished = self._is_finished, True
                return rest if was_finished else (*rest, event)
            case StreamError(problem=problem):
                return () if self._is_finished else self._fail(problem)
            case _:
                return (event,)

    def _rest_of_text(self) -> tuple[StreamEvent, ...]:
        text = self._prefill.close()
        return (TextDelta(text=text),) if text else ()

    def _fail(self, problem: EndpointProblem) -> tuple[StreamEvent, ...]:
        was_finished, self._is_over = self._is_finished, True
        rest = self._rest_of_text()
        return rest if was_finished else (*rest, StreamError(problem=problem))

    def _why_unfinished(self) -> EndpointProblem:
        odd_line = self._frames.odd_line
        if self._saw_frame or not odd_line:
            return EndpointProblem(kind="cut_off")
        if odd_line.lstrip().startswith("<"):
            return EndpointProblem(kind="wrong_url")
        return EndpointProblem(kind="malformed_stream", detail=odd_line[:120])
