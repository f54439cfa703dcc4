"""The endpoint test: one step after the other, each failure with its problem."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import get_args

from loreglass.app.actions import CheckMoved
from loreglass.app.effects import CheckEndpoint
from loreglass.app.endpoints import CheckName, CheckState, CheckStep, on_the_wire
from loreglass.app.ports import Broke, Opened, Ports
from loreglass.app.replies import blocked, body_text, broken
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.context_size import context_request, read_context
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address
from loreglass.domain.wire.events import StreamError
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.models import models_request, read_models
from loreglass.domain.wire.problem import EndpointProblem
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

    def __init__(self, url: str) -> None:
        self.url = url
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
        return CheckMoved(url=self.url, steps=self.steps)


async def check(effect: CheckEndpoint, ports: Ports) -> AsyncIterator[CheckMoved]:
    """Each change of the list: address, reachable, key, model list, context size, a reply of one token."""
    endpoint = on_the_wire(effect.endpoint)
    checklist = Checklist(endpoint.url)
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
    status, headers, body, broke = await exchange_whole(models_request(endpoint), ports)
    if broke is not None:
        yield checklist.at("reach", "failed", problem=broken(broke, effect.endpoint, ports))
        return
    checklist.at("reach", "passed")
    said = None if 200 <= status < 300 else refusal(endpoint, status, headers, body)
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
    yield await _context(endpoint, ports, checklist, strict=effect.what == "context")
    if effect.what == "context":
        return
    yield checklist.at("reply", "running")
    yield await _one_token(effect, endpoint, ports, checklist)


async def _context(endpoint: Endpoint, ports: Ports, checklist: Checklist, *, strict: bool) -> CheckMoved:
    """How large a prompt may be, where the server tells; `strict` where that was all that was asked."""
    asked = context_request(endpoint)
    if asked is None:
        return checklist.at("context", "failed" if strict else "skipped", detail="this kind of endpoint does not tell")
    status, _, body, _ = await exchange_whole(asked, ports)
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
    status, headers, body, broke = await exchange_whole(reply_request(endpoint, generation), ports)
    if broke is not None:
        return checklist.at("reply", "failed", problem=broken(broke, effect.endpoint, ports))
    if not 200 <= status < 300:
        problem = refusal(endpoint, status, headers, body)
        # Many servers list their models to anyone and ask for the key only here.
        return checklist.at("key" if problem.kind == "unauthorised" else "reply", "failed", problem=problem)
    parser = reply_parser(endpoint, generation)
    for event in (*parser.feed(body.encode()), *parser.close()):
        if isinstance(event, StreamError):
            return checklist.at("reply", "failed", problem=event.problem)
    return checklist.at("reply", "passed")


async def exchange_whole(asked: HttpRequest, ports: Ports) -> tuple[int, dict[str, str], str, Broke | None]:
    """Status, headers and body of a response, or how the exchange broke."""
    exchange = ports.net.send(asked)
    parts = exchange.parts()
    try:
        head = await anext(parts, None)
        if not isinstance(head, Opened):
            return 0, {}, "", head if isinstance(head, Broke) else Broke(name="TypeError", message="")
        return head.status, dict(head.headers), await body_text(parts, ANSWER_LIMIT_BYTES), None
    finally:
        # A body that is too long, or nobody waits for any more, would go on coming.
        exchange.abort()
