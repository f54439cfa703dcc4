"""The endpoint test: one step after the other, each failure with its problem."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import get_args

from loreglass.app.actions import CheckMoved
from loreglass.app.effects import CheckEndpoint
from loreglass.app.endpoints import SILENT_SECONDS, CheckName, CheckState, CheckStep, on_the_wire
from loreglass.app.ports import Broke, Exchange, Opened, Ports
from loreglass.app.replies import blocked, body_text, broken
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.context_size import context_request, read_context
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address
from loreglass.domain.wire.events import StreamError
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.masking import without_key
from loreglass.domain.wire.models import models_request, read_models
from loreglass.domain.wire.problem import SILENT, EndpointProblem, classify_exception
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.samplers import is_reasoning_model
from loreglass.domain.wire.sending import refusal, reply_parser, reply_request

STEPS = tuple(CheckStep(name=name, state="waiting") for name in get_args(CheckName))
ANSWER_LIMIT_BYTES = 32_000_000
"""Some services list hundreds of models, and a count of many texts comes as a list of all their tokens."""
REASONING_TOKENS = 64
"""A reasoning model that may write one token only would have no room to think, and fail."""


class Checklist:
    """The steps of the test as they stand."""

    def __init__(self, endpoint_id: str) -> None:
        self._endpoint_id = endpoint_id
        self.steps = STEPS

    def at(
        self, name: CheckName, state: CheckState, *, problem: EndpointProblem | None = None, detail: str = ""
    ) -> CheckMoved:
        """One step in another state; a failed one skips those after it that have not passed."""
        index = next(place for place, step in enumerate(self.steps) if step.name == name)
        moved = replace(self.steps[index], state=state, problem=problem, detail=detail)
        rest = self.steps[index + 1 :]
        if state == "failed":
            rest = tuple(step if step.state == "passed" else replace(step, state="skipped") for step in rest)
        self.steps = (*self.steps[:index], moved, *rest)
        return CheckMoved(endpoint_id=self._endpoint_id, steps=self.steps)

    def over(self) -> CheckMoved:
        """The end of the test: what still waits was not asked for."""
        self.steps = tuple(replace(step, state="skipped") if step.state == "waiting" else step for step in self.steps)
        return CheckMoved(endpoint_id=self._endpoint_id, steps=self.steps, is_over=True)


async def check(effect: CheckEndpoint, ports: Ports) -> AsyncIterator[CheckMoved]:
    """Each change of the list: address, reachable, key, model list, context size, a reply of one token; then the end.

    An endpoint that says nothing for SILENT_SECONDS fails the step.
    """
    checklist = Checklist(effect.endpoint.id)
    async for moved in _moves(effect, ports, checklist):
        yield moved
    yield checklist.over()


async def _moves(effect: CheckEndpoint, ports: Ports, checklist: Checklist) -> AsyncIterator[CheckMoved]:
    endpoint = on_the_wire(effect.endpoint)
    try:
        address(endpoint.url, "/models")
        problem = blocked(effect.endpoint, ports)
    except BadInput as error:
        problem = EndpointProblem(kind="wrong_url", detail=str(error))
    if problem is not None:
        yield checklist.at("url", "failed", problem=problem)
        return
    checklist.at("url", "passed")
    yield checklist.at("reach", "running")
    status, headers, body, broke = await exchange_whole(models_request(endpoint), ports, patience=SILENT_SECONDS)
    if broke is not None:
        yield checklist.at("reach", "failed", problem=broken(broke, effect.endpoint, ports))
        return
    checklist.at("reach", "passed")
    said = None if 200 <= status < 300 else refusal(endpoint, status, headers, body, now_ms=ports.clock.now_ms())
    if said is not None and said.kind in ("unauthorised", "refused_or_cors_or_offline"):
        yield checklist.at("key" if said.kind == "unauthorised" else "reach", "failed", problem=said)
        return
    checklist.at("key", "passed")
    listed = said or read_models(body)
    if isinstance(listed, EndpointProblem):
        yield checklist.at("models", "failed" if effect.what == "models" else "skipped", problem=listed)
    else:
        moved = checklist.at("models", "passed", detail=str(len(listed)))
        yield replace(moved, models=tuple(model.id for model in listed))
        if not endpoint.model and listed:
            endpoint = replace(endpoint, model=listed[0].id)
    if effect.what == "models":
        return
    yield checklist.at("context", "running")
    moved = await _context(endpoint, ports, checklist, strict=effect.what == "context")
    yield moved
    if effect.what == "context" or any(step.state == "failed" for step in moved.steps):
        return
    yield checklist.at("reply", "running")
    yield await _one_token(effect, endpoint, ports, checklist)


async def _context(endpoint: Endpoint, ports: Ports, checklist: Checklist, *, strict: bool) -> CheckMoved:
    """How large a prompt may be, where the server tells; `strict` where that was all that was asked."""
    asked = context_request(endpoint)
    if asked is None:
        return checklist.at("context", "failed" if strict else "skipped", detail="this kind of endpoint does not tell")
    status, _, body, broke = await exchange_whole(asked, ports, patience=SILENT_SECONDS)
    if broke is not None and broke.name == SILENT:
        return checklist.at("context", "failed", problem=classify_exception(broke.name, broke.message))
    told = read_context(endpoint, body) if 200 <= status < 300 else None
    if told is None:
        return checklist.at("context", "failed" if strict else "skipped", detail="the endpoint did not tell")
    return replace(checklist.at("context", "passed", detail=str(told)), context_tokens=told)


async def _one_token(effect: CheckEndpoint, endpoint: Endpoint, ports: Ports, checklist: Checklist) -> CheckMoved:
    words = "Say yes."
    generation = Generation(
        prompt=words if effect.endpoint.is_text else (PromptMessage(role="user", content=words),),
        reply_tokens=REASONING_TOKENS if is_reasoning_model(endpoint.model) else 1,
        context_tokens=effect.endpoint.context_tokens if profile_of(endpoint).id == "ollama" else None,
    )
    asked = reply_request(endpoint, generation)
    status, headers, body, broke = await exchange_whole(asked, ports, patience=SILENT_SECONDS)
    if broke is not None:
        return checklist.at("reply", "failed", problem=broken(broke, effect.endpoint, ports))
    if not 200 <= status < 300:
        problem = refusal(endpoint, status, headers, body, now_ms=ports.clock.now_ms())
        # Many servers list their models to anyone and ask for the key only here.
        return checklist.at("key" if problem.kind == "unauthorised" else "reply", "failed", problem=problem)
    parser = reply_parser(endpoint, generation)
    for event in (*parser.feed(body.encode()), *parser.close()):
        if isinstance(event, StreamError):
            return checklist.at("reply", "failed", problem=without_key(event.problem, endpoint))
    return checklist.at("reply", "passed")


async def exchange_whole(
    asked: HttpRequest, ports: Ports, *, patience: int = 0
) -> tuple[int, dict[str, str], str, Broke | None]:
    """Status, headers and body of a response, or how the exchange broke; so many silent seconds break it, 0: none."""
    exchange = ports.net.send(asked)
    silence = _Silence(exchange, ports)
    watch = asyncio.ensure_future(silence.end_after(patience)) if patience else None
    parts = silence.parts()
    try:
        head = await anext(parts, None)
        body = await body_text(parts, ANSWER_LIMIT_BYTES) if isinstance(head, Opened) else ""
        if silence.was_long:
            return 0, {}, "", Broke(name=SILENT, message="")
        if not isinstance(head, Opened):
            return 0, {}, "", head if isinstance(head, Broke) else Broke(name="TypeError", message="")
        return head.status, dict(head.headers), body, None
    finally:
        if watch is not None:
            watch.cancel()
        # A body that is too long, or nobody waits for any more, would go on coming.
        exchange.abort()


class _Silence:
    """Since when nothing has come of an exchange."""

    def __init__(self, exchange: Exchange, ports: Ports) -> None:
        self._exchange = exchange
        self._clock = ports.clock
        self._heard_ms = self._clock.now_ms()
        self.was_long = False

    async def parts(self) -> AsyncIterator[Opened | bytes | Broke]:
        """What comes."""
        async for part in self._exchange.parts():
            self._heard_ms = self._clock.now_ms()
            yield part

    async def end_after(self, seconds: int) -> None:
        """Nothing; the exchange was silent for so long, and is ended."""
        while self._clock.now_ms() - self._heard_ms < seconds * 1000:
            await self._clock.sleep(1)
        self.was_long = True
        self._exchange.abort()
