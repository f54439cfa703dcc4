"""From a stream's bytes to what it says: text, reasoning, usage, the end, or a problem."""

from collections.abc import Callable

from loreglass.domain.wire.events import (
    Finished,
    FinishReason,
    ReasoningDelta,
    StreamError,
    StreamEvent,
    TextDelta,
    Usage,
)
from loreglass.domain.wire.frames import FrameReader
from loreglass.domain.wire.jsontext import parse_json
from loreglass.domain.wire.prefill import PrefillFilter
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.thinking import ThinkFilter, open_tag

__all__ = [
    "FinishReason",
    "Finished",
    "Reader",
    "ReasoningDelta",
    "StreamError",
    "StreamEvent",
    "StreamParser",
    "TextDelta",
    "Usage",
]

Reader = Callable[[object], tuple[StreamEvent, ...]]
"""What one dialect's frame, a parsed JSON value, says."""


class StreamParser:
    """An incremental parser of one reply; `read` is the dialect, `prefill` what the reply may repeat.

    `prompt` is the text that was sent for completion, or "": where it or the prefill ends with a think tag, the
    reply begins with thoughts. Thoughts are told as ReasoningDelta, whether they come in fields or in tags.
    Ends with exactly one of Finished or StreamError, whatever is fed; Usage may come after Finished.
    """

    def __init__(self, read: Reader, *, prefill: str = "", prompt: str = "") -> None:
        self._frames = FrameReader()
        self._read = read
        self._thinking = ThinkFilter(opened=open_tag(prompt or prefill))
        self._prefill = PrefillFilter(prefill)
        self._usage = Usage(prompt_tokens=0, reply_tokens=0)
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
                thoughts, reply = self._thinking.feed(text)
                return _deltas(thoughts, self._prefill.feed(reply))
            case Usage():
                self._usage = _sum_up(self._usage, event)
                return (self._usage,)
            case Finished():
                rest = self._rest_of_text()
                was_finished, self._is_finished = self._is_finished, True
                return rest if was_finished else (*rest, event)
            case StreamError(problem=problem):
                return () if self._is_finished else self._fail(problem)
            case _:
                return (event,)

    def _rest_of_text(self) -> tuple[StreamEvent, ...]:
        thoughts, reply = self._thinking.close()
        return _deltas(thoughts, self._prefill.feed(reply) + self._prefill.close())

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


def _deltas(thoughts: str, reply: str) -> tuple[StreamEvent, ...]:
    told: tuple[StreamEvent, ...] = (ReasoningDelta(text=thoughts),) if thoughts else ()
    return (*told, TextDelta(text=reply)) if reply else told


def _sum_up(one: Usage, other: Usage) -> Usage:
    """Counts only grow; Anthropic tells those of the prompt first and those of the reply last."""
    return Usage(
        prompt_tokens=max(one.prompt_tokens, other.prompt_tokens),
        reply_tokens=max(one.reply_tokens, other.reply_tokens),
        reasoning_tokens=max(one.reasoning_tokens, other.reasoning_tokens),
    )
