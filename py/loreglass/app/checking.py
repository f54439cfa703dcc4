"""The endpoint test: one step after the other, each failure with its problem."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import get_args

from loreglass.app.actions import CheckMoved
from loreglass.app.effects import CheckEndpoint
from loreglass.app.ports import Broke, Opened, Ports
from loreglass.app.replies import blocked, body_text, wire_endpoint
from loreglass.app.state import CheckName, CheckState, CheckStep
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.chat_completions import Model, Sampling, models_request, read_frame, read_models, request
from loreglass.domain.wire.endpoint import HttpRequest, address
from loreglass.domain.wire.problem import EndpointProblem, classify, classify_exception
from loreglass.domain.wire.stream import StreamError, StreamParser

STEPS = tuple(CheckStep(name=name, state="waiting") for name in get_args(CheckName))


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
    """Each change of the list: address, reachable, key, model list, a reply of one token."""
    endpoint = effect.endpoint
    checklist = Checklist(endpoint.url)
    try:
        address(endpoint.url, "/models")
        problem = blocked(endpoint, ports)
    except BadInput as error:
        problem = EndpointProblem(kind="wrong_url", detail=str(error))
    if problem is not None:
        yield checklist.at("url", "failed", problem=problem)
        return
    checklist.at("url", "passed")
    yield checklist.at("reach", "running")
    status, headers, body, broke = await exchange(models_request(wire_endpoint(endpoint)), ports)
    if broke is not None:
        yield checklist.at("reach", "failed", problem=classify_exception(broke.name, broke.message))
        return
    checklist.at("reach", "passed")
    if status in (401, 403):
        yield checklist.at("key", "failed", problem=classify(status, headers, body, key=endpoint.key))
        return
    checklist.at("key", "passed")
    listed = read_models(body) if 200 <= status < 300 else classify(status, headers, body, key=endpoint.key)
    if isinstance(listed, EndpointProblem):
        yield checklist.at("models", "failed" if effect.models_only else "skipped", problem=listed)
    else:
        moved = checklist.at("models", "passed", detail=str(len(listed)))
        yield replace(moved, models=tuple(model.id for model in listed))
    if effect.models_only:
        return
    yield checklist.at("reply", "running")
    yield await _one_token(effect, ports, checklist, () if isinstance(listed, EndpointProblem) else listed)


async def _one_token(
    effect: CheckEndpoint, ports: Ports, checklist: Checklist, models: tuple[Model, ...]
) -> CheckMoved:
    endpoint = wire_endpoint(effect.endpoint)
    if not endpoint.model and models:
        endpoint = replace(endpoint, model=models[0].id)
    asked = request(endpoint, (PromptMessage(role="user", content="Say yes."),), Sampling(max_tokens=1))
    status, headers, body, broke = await exchange(asked, ports)
    if broke is not None:
        return checklist.at("reply", "failed", problem=classify_exception(broke.name, broke.message))
    if not 200 <= status < 300:
        problem = classify(status, headers, body, key=endpoint.key)
        # Many servers list their models to anyone and ask for the key only here.
        return checklist.at("key" if problem.kind == "unauthorised" else "reply", "failed", problem=problem)
    parser = StreamParser(read_frame)
    for event in (*parser.feed(body.encode()), *parser.close()):
        if isinstance(event, StreamError):
            return checklist.at("reply", "failed", problem=event.problem)
    return checklist.at("reply", "passed")


async def exchange(asked: HttpRequest, ports: Ports) -> tuple[int, dict[str, str], str, Broke | None]:
    """Status, headers and body of a response, or how the exchange broke."""
    parts = ports.net.send(asked).parts()
    head = await anext(parts, None)
    if not isinstance(head, Opened):
        return 0, {}, "", head if isinstance(head, Broke) else Broke(name="TypeError", message="")
    return head.status, dict(head.headers), await body_text(parts), None
