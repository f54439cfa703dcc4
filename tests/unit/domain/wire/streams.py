"""Streams as real servers send them, and what each says in the end."""

import json

from loreglass.domain.wire.chat_completions import read_frame
from loreglass.domain.wire.events import RefusalDelta
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.stream import (
    Finished,
    ReasoningDelta,
    StreamError,
    StreamEvent,
    StreamParser,
    TextDelta,
    Usage,
)


def chunk(content: str | None = None, finish: str | None = None, **more: object) -> str:
    delta = {} if content is None else {"content": content}
    return json.dumps({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}, ensure_ascii=False)


def sse(*frames: str, end: str = "\n", tag: str = "data: ") -> bytes:
    return "".join(f"{tag}{frame}{end}{end}" for frame in frames).encode()


USAGE = json.dumps({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})
SAID = (chunk("Nine ", usage=None), chunk("bells 🔔"), chunk(finish="stop"))
TOLD: tuple[StreamEvent, ...] = (TextDelta(text="Nine "), TextDelta(text="bells 🔔"), Finished(reason="stop"))
TOLD_USAGE = (*TOLD, Usage(prompt_tokens=7, reply_tokens=2))


def failed(kind: str, detail: str = "", status: int | None = None) -> StreamError:
    return StreamError(problem=EndpointProblem(kind=kind, detail=detail, status=status))  # type: ignore[arg-type]


STREAMS: dict[str, tuple[bytes, tuple[StreamEvent, ...]]] = {
    "openai": (sse(*SAID, USAGE, "[DONE]"), TOLD_USAGE),
    "crlf": (sse(*SAID, USAGE, "[DONE]", end="\r\n"), TOLD_USAGE),
    "cr": (sse(*SAID, USAGE, "[DONE]", end="\r"), TOLD_USAGE),
    "no space after data": (sse(*SAID, tag="data:"), TOLD),
    "event names and ids": (sse(*SAID, tag="event: message\nid: 1\nretry: 5\ndata: "), TOLD),
    "comments": (b": PROCESSING\n\n" + sse(SAID[0]) + b":\n\n" + sse(*SAID[1:]), TOLD),
    "byte order mark": (b"\xef\xbb\xbf" + sse(*SAID), TOLD),
    "no last empty line": (sse(*SAID, "[DONE]").rstrip(b"\n"), TOLD),
    "done without a reason": (sse(*SAID[:2], "[DONE]"), TOLD),
    "data over two lines": (
        sse('{"choices": [{"delta":\ndata: {"content": "a"}, "finish_reason": "stop"}]}'),
        (TextDelta(text="a"), Finished(reason="stop")),
    ),
    "json lines": ("\n".join(SAID).encode(), TOLD),
    "not streamed": (
        json.dumps({"choices": [{"message": {"content": "Nine"}, "finish_reason": "length"}]}, indent=1).encode(),
        (TextDelta(text="Nine"), Finished(reason="length")),
    ),
    "text completion": (
        sse('{"choices": [{"text": "a", "finish_reason": "content_filter"}]}'),
        (TextDelta(text="a"), Finished(reason="filtered")),
    ),
    "reasoning": (
        sse('{"choices": [{"delta": {"reasoning_content": "hm", "content": null}}]}', *SAID),
        (ReasoningDelta(text="hm"), *TOLD),
    ),
    "escaped and lone surrogates": (
        sse('{"choices": [{"delta": {"content": "\\ud83d\\udd14 \\ud83d"}, "finish_reason": "stop"}]}'),
        (TextDelta(text="🔔 \ufffd"), Finished(reason="stop")),
    ),
    "error inside": (
        sse(SAID[0], '{"error": {"code": 502, "message": "gone"}, "choices": []}', *SAID),
        (TOLD[0], failed("server_error", "gone", 502)),
    ),
    "error event with its fields on top": (
        sse('{"type": "error", "message": "overloaded"}', tag="event: error\ndata: "),
        (failed("server_error", "overloaded"),),
    ),
    "error object with its fields on top": (
        sse(SAID[0], '{"object": "error", "message": "no", "type": "BadRequestError", "code": 400}'),
        (TOLD[0], failed("bad_request", "no", 400)),
    ),
    "refusal": (
        sse('{"choices": [{"delta": {"refusal": "No."}}]}', chunk(finish="stop")),
        (RefusalDelta(text="No."), Finished(reason="stop")),
    ),
    "cut off": (sse(*SAID[:2]), (*TOLD[:2], failed("cut_off"))),
    "broken frame": (sse(SAID[0], '{"choi', *SAID), (TOLD[0], failed("malformed_stream", '{"choi'))),
    "cut off in a frame": (sse(SAID[0]) + b'data: {"choi', (TOLD[0], failed("cut_off"))),
    "empty": (b"", (failed("cut_off"),)),
    "a web page": (b"<!doctype html>\n<p>Hi</p>\n", (failed("wrong_url"),)),
    "something else": (b"hello\n", (failed("malformed_stream", "hello"),)),
    "no object": (sse("[1]"), (failed("malformed_stream", "[1]"),)),
    "broken bytes": (
        b'data: {"choices": [{"delta": {"content": "a\xf0\x9f"}, "finish_reason": "stop"}]}\n\n',
        (TextDelta(text="a\ufffd"), Finished(reason="stop")),
    ),
}


def parse(*chunks: bytes, prefill: str = "") -> tuple[StreamEvent, ...]:
    parser = StreamParser(read_frame, prefill=prefill)
    events = tuple(event for part in chunks for event in parser.feed(part))
    return events + parser.close()


def text_of(events: tuple[StreamEvent, ...]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))
