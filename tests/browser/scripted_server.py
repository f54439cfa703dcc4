"""Scripts for a relay that stands where a server would: answers in the dialects of servers that are not at hand.

Scripted, not real: what they say is what those servers' documentation says.
"""

import json
import threading
from collections.abc import Callable, Iterator

from tests.browser.relay import Asked, Scripted, stream

Script = Callable[[Asked], Scripted]
STREAM = {"Content-Type": "text/event-stream"}
JSON = {"Content-Type": "application/json"}


def thinking(thoughts: tuple[str, ...], reply: tuple[str, ...], *, tokens: tuple[int, int, int]) -> Script:
    """A reasoning model behind chat completions: thoughts in a field of their own, then the reply, then the usage."""
    frames: list[object] = [_delta("reasoning_content", text) for text in thoughts]
    frames += [_delta("content", text) for text in reply]
    prompt, whole, reasoning = tokens
    details = {"reasoning_tokens": reasoning}
    usage = {"prompt_tokens": prompt, "completion_tokens": whole, "completion_tokens_details": details}
    return lambda _asked: Scripted(200, STREAM, stream(*frames, {"choices": [], "usage": usage}, "[DONE]"))


def closing_only(pieces: tuple[str, ...], last: str, until: threading.Event) -> Script:
    """A reasoning model whose template opens the thoughts in the prompt: only their end is marked, in the text.

    `last` comes once `until` is set.
    """

    def answer(_asked: Asked) -> Scripted:
        return Scripted(200, STREAM, _held_back(pieces, last, until))

    return answer


def _held_back(pieces: tuple[str, ...], last: str, until: threading.Event) -> Iterator[bytes]:
    yield from stream(*(_delta("content", piece) for piece in pieces))
    until.wait(20)
    yield from stream(_delta("content", last), "[DONE]")


def saying_nothing(until: threading.Event) -> Script:
    """A server that takes the request and says nothing until it is let go."""

    def answer(_asked: Asked) -> Scripted:
        until.wait(20)
        return Scripted(503, JSON, (b"{}",))

    return answer


def failing_first(times: int, status: int, headers: dict[str, str], then: Script) -> Script:
    """So many refusals of replies, then what comes after them."""
    left = [times]

    def answer(asked: Asked) -> Scripted:
        # Tokens may be counted before a reply is asked for, or meanwhile.
        if left[0] <= 0 or not asked.path.endswith("/completions"):
            return then(asked)
        left[0] -= 1
        body = json.dumps({"error": {"message": "Slow down."}}).encode()
        return Scripted(status, {**JSON, **headers}, (body,))

    return answer


def writing_on(word: str, until: threading.Event) -> Script:
    """A KoboldCpp that goes on writing until it is told to stop, whatever becomes of the connection."""

    def answer(asked: Asked) -> Scripted:
        if asked.path == "/api/extra/abort":
            until.set()
            return Scripted(200, JSON, (json.dumps({"success": "true"}).encode(),))
        return Scripted(200, STREAM, _words(word, until))

    return answer


def _words(word: str, until: threading.Event) -> Iterator[bytes]:
    while not until.wait(0.1):
        yield from stream(_delta("content", word))


def _delta(name: str, text: str) -> dict[str, object]:
    return {"choices": [{"index": 0, "delta": {name: text}, "finish_reason": None}]}
