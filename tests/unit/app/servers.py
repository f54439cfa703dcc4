"""Scripted servers behind a fake network port: answers by path, one after the other. Labelled as such."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from loreglass.app.ports import Broke, Opened
from loreglass.domain.wire.endpoint import HttpRequest
from tests.unit.app.fakes import Part, ScriptedExchange

STREAM = Opened(status=200, headers={"content-type": "text/event-stream"})


@dataclass(frozen=True)
class Answer:
    """What one request is answered with; it goes silent at the end where it `hangs`."""

    parts: Sequence[Part]
    hangs: bool = False


@dataclass
class ScriptedServer:
    """A fake network: each path has its answers, the last of them for all further requests."""

    answers: dict[str, list[Answer]] = field(default_factory=dict)
    asked: list[HttpRequest] = field(default_factory=list)
    aborted: int = 0

    def send(self, request: HttpRequest) -> ScriptedExchange:
        self.asked.append(request)
        left = self.answers.get(urlsplit(request.url).path, [Answer((Broke(name="TypeError", message="refused"),))])
        answer = left.pop(0) if len(left) > 1 else left[0]
        return ScriptedExchange(answer.parts, hangs=answer.hangs)

    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [urlsplit(each.url).path for each in self.asked]


def whole(value: object, status: int = 200, **headers: str) -> Answer:
    """An answer that is one JSON value."""
    text = json.dumps(value).encode()
    return Answer(
        (Opened(status=status, headers={name.replace("_", "-"): each for name, each in headers.items()}), text)
    )


def refused(status: int, message: str = "", **headers: str) -> Answer:
    """An error in the form of most servers."""
    return whole({"error": {"message": message}}, status, **headers)


def stream(*frames: object, hangs: bool = False, done: bool = True) -> Answer:
    """A stream of events, one a frame."""
    said = [f"data: {json.dumps(frame)}\n\n".encode() for frame in frames]
    end = [b"data: [DONE]\n\n"] if done else []
    return Answer((STREAM, *said, *end), hangs=hangs)


def delta(text: str = "", *, reasoning: str = "") -> dict[str, object]:
    """A frame with more of a reply, or of what was thought before it."""
    said = {name: value for name, value in (("content", text), ("reasoning_content", reasoning)) if value}
    return {"choices": [{"delta": said}]}


def usage(prompt: int, reply: int, thoughts: int = 0) -> dict[str, object]:
    """The last frame of a stream, with the tokens."""
    told: dict[str, object] = {"prompt_tokens": prompt, "completion_tokens": reply}
    if thoughts:
        told["completion_tokens_details"] = {"reasoning_tokens": thoughts}
    return {"choices": [], "usage": told}
