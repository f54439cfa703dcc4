"""From a stream's bytes to what it says: text, reasoning, usage, the end, or a problem."""

from collections.abc import Callable

from loreglass.domain.wire.events import (
    Finished,
    FinishReason,
    ReasoningDelta,
    StreamError,
    StreamEvent,
    TextDelta,
    ThoughtSoFar,
    Usage,
)
from loreglass.domain.wire.frames import FrameReader
from loreglass.domain.wire.jsontext import parse_json
from loreglass.domain.wire.prefill import PrefillFilter
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.thinking import ThinkFilter, Told, before_thoughts, open_tag

__all__ = [
    "FinishReason",
    "Finished",
    "Reader",
    "ReasoningDelta",
    "StreamError",
    "StreamEvent",
    "StreamParser",
    "TextDelta",
    "ThoughtSoFar",
    "Usage",
]

Reader = Callable[[object], tuple[StreamEvent, ...]]
"""What one dialect's frame, a parsed JSON value, says."""


class StreamParser:
    """An incremental parser of one reply; `read` is the dialect, `prefill` what the reply may repeat.

    `prompt` is the text that was sent for completion, or "": where it ends with a think tag, or the prefill leaves one
    open, the reply begins with thoughts. Thoughts are told as ReasoningDelta, whether they come in fields or in tags;
    where only their end is marked, ThoughtSoFar says so.
    One JSON object instead of a stream is a whole reply.
    Ends with exactly one of Finished or StreamError, whatever is fed; Usage may come after Finished.
    """

    def __init__(self, read: Reader, *, prefill: str = "", prompt: str = "") -> None:
        self._frames = FrameReader()
        self._read = read
        self._thinking = ThinkFilter(opened=open_tag(prompt) or before_thoughts(prefill)[1])
        self._begun = prefill
        self._prefill = PrefillFilter(prefill)
        self._usage = Usage(prompt_tokens=0, reply_tokens=0)
        self._is_finished = False
        self._is_over = False
        self._is_closing = False
        self._frames_seen = 0
        self._is_whole = False

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
        if has_end:
            return events
        # A server that does not stream may leave out why the reply ended: that it is whole says enough.
        return (*events, Finished(reason="stop")) if self._is_whole else events + self._fail(self._why_unfinished())

    def _events(self, frames: tuple[str, ...]) -> tuple[StreamEvent, ...]:
        events: list[StreamEvent] = []
        for frame in frames:
            if self._is_over:
                break
            events += self._events_of(frame)
        return tuple(events)

    def _events_of(self, frame: str) -> tuple[StreamEvent, ...]:
        self._frames_seen += 1
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
        told = tuple(event for said in self._read(value) for event in self._take(said))
        self._is_whole = self._frames_seen == 1 and not self._frames.events and bool(told) and not _is_piece(value)
        return told

    def _take(self, event: StreamEvent) -> tuple[StreamEvent, ...]:
        if self._is_over:
            return ()
        match event:
            case TextDelta(text=text):
                return self._told(self._thinking.feed(text))
            case ReasoningDelta():
                self._thinking.thought_apart()
                return (event,)
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

    def _told(self, parts: tuple[Told, ...]) -> tuple[StreamEvent, ...]:
        """The parts without what the reply repeats; after thoughts it may repeat it still."""
        told: list[StreamEvent] = []
        for part in parts:
            match part:
                case TextDelta(text=text):
                    told += _text(self._prefill.feed(text))
                case ThoughtSoFar():
                    told += (*_text(self._prefill.close()), part)
                    self._prefill = PrefillFilter(self._begun)
                case _:
                    told.append(part)
        return tuple(told)

    def _rest_of_text(self) -> tuple[StreamEvent, ...]:
        return (*self._told(self._thinking.close()), *_text(self._prefill.close()))

    def _fail(self, problem: EndpointProblem) -> tuple[StreamEvent, ...]:
        was_finished, self._is_over = self._is_finished, True
        rest = self._rest_of_text()
        return rest if was_finished else (*rest, StreamError(problem=problem))

    def _why_unfinished(self) -> EndpointProblem:
        odd_line = self._frames.odd_line
        if self._frames_seen or not odd_line:
            return EndpointProblem(kind="cut_off")
        if odd_line.lstrip().startswith("<"):
            return EndpointProblem(kind="wrong_url")
        return EndpointProblem(kind="malformed_stream", detail=odd_line[:120])


def _text(text: str) -> tuple[StreamEvent, ...]:
    return (TextDelta(text=text),) if text else ()


def _is_piece(value: object) -> bool:
    """Whether a JSON object that came as such says that it is one of many: it has no end, or what it adds."""
    said = value if isinstance(value, dict) else {}
    choices = said.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    return said.get("done") is False or said.get("stop") is False or "delta" in first


def _sum_up(one: Usage, other: Usage) -> Usage:
    """Counts only grow; Anthropic tells those of the prompt first and those of the reply last."""
    return Usage(
        prompt_tokens=max(one.prompt_tokens, other.prompt_tokens),
        reply_tokens=max(one.reply_tokens, other.reply_tokens),
        reasoning_tokens=max(one.reasoning_tokens, other.reasoning_tokens),
    )
