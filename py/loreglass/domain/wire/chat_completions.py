"""The dialect of OpenAI-compatible chat completions: requests, model lists and what a frame of a stream says.

Fields that are not set are not sent, so that a server's own defaults hold.
Source: OpenAI's API reference, "Chat completions"; llama.cpp, vLLM and OpenRouter where they differ.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address
from loreglass.domain.wire.jsontext import parse_json
from loreglass.domain.wire.problem import EndpointProblem, classify_in_stream
from loreglass.domain.wire.stream import (
    Finished,
    FinishReason,
    ReasoningDelta,
    StreamError,
    StreamEvent,
    TextDelta,
    Usage,
)

_FINISH_REASONS: Mapping[str, FinishReason] = {"stop": "stop", "length": "length", "content_filter": "filtered"}
_LONE_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampling:
    """How the model chooses its words; None leaves a choice to the server."""

    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model that the endpoint offers; its context in tokens where the endpoint tells."""

    id: str
    context_tokens: int | None = None


def request(endpoint: Endpoint, messages: tuple[PromptMessage, ...], sampling: Sampling) -> HttpRequest:
    """The streamed request for a reply. BadInput where the endpoint's URL is none."""
    body: dict[str, object] = {
        "messages": [{"role": message.role, "content": message.content} for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if endpoint.model:
        body["model"] = endpoint.model
    for name in (
        "max_tokens",
        "temperature",
        "top_p",
        "top_k",
        "min_p",
        "frequency_penalty",
        "presence_penalty",
        "seed",
    ):
        value = getattr(sampling, name)
        if value is not None:
            body[name] = value
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    return HttpRequest(
        method="POST",
        url=address(endpoint.url, "/chat/completions"),
        headers=(("Content-Type", "application/json"), *_authorization(endpoint)),
        body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
    )


def models_request(endpoint: Endpoint) -> HttpRequest:
    """The request for the list of models. BadInput where the endpoint's URL is none."""
    return HttpRequest(method="GET", url=address(endpoint.url, "/models"), headers=_authorization(endpoint))


def read_models(body: str) -> tuple[Model, ...] | EndpointProblem:
    """The models of a model list, in its order, each once; a problem where `body` is no model list."""
    try:
        value = parse_json(body)
    except ValueError:
        return EndpointProblem(kind="wrong_url" if body.lstrip().startswith("<") else "malformed_stream")
    items = value.get("data") if isinstance(value, dict) else value
    if not isinstance(items, list):
        return EndpointProblem(kind="malformed_stream")
    models: dict[str, Model] = {}
    for item in items:
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            models.setdefault(item["id"], _model(item))
    return tuple(models.values())


def read_frame(value: object) -> tuple[StreamEvent, ...]:
    """What one frame says: a chunk of a streamed reply, a whole reply that was not streamed, or an error."""
    if not isinstance(value, dict):
        return (StreamError(problem=EndpointProblem(kind="malformed_stream", detail=str(value)[:120])),)
    if value.get("error"):
        return (StreamError(problem=classify_in_stream(value["error"])),)
    choices = value.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    return _choice_events(choice) + _usage_events(value.get("usage"))


def _choice_events(choice: object) -> tuple[StreamEvent, ...]:
    if not isinstance(choice, dict):
        return ()
    if choice.get("error"):
        return (StreamError(problem=classify_in_stream(choice["error"])),)
    said = choice.get("delta", choice.get("message"))
    delta = said if isinstance(said, dict) else {}
    reasoning = _text(delta.get("reasoning_content")) or _text(delta.get("reasoning"))
    content = _text(delta.get("content")) or _text(choice.get("text"))
    events: list[StreamEvent] = []
    if reasoning:
        events.append(ReasoningDelta(text=reasoning))
    if content:
        events.append(TextDelta(text=content))
    if isinstance(reason := choice.get("finish_reason"), str) and reason:
        events.append(Finished(reason=_FINISH_REASONS.get(reason, "other")))
    return tuple(events)


def _usage_events(usage: object) -> tuple[StreamEvent, ...]:
    if not isinstance(usage, dict):
        return ()
    prompt, reply = usage.get("prompt_tokens"), usage.get("completion_tokens")
    if not isinstance(prompt, int) or not isinstance(reply, int):
        return ()
    return (Usage(prompt_tokens=prompt, reply_tokens=reply),)


def _text(value: object) -> str:
    """A text without lone surrogates, which neither UTF-8 nor a browser's strings carry on; "" for anything else."""
    return value.translate(_LONE_SURROGATES) if isinstance(value, str) else ""


def _authorization(endpoint: Endpoint) -> tuple[tuple[str, str], ...]:
    return (("Authorization", f"Bearer {endpoint.key.strip()}"),) if endpoint.key.strip() else ()


def _model(item: Mapping[str, object]) -> Model:
    """The context is named otherwise by OpenRouter, vLLM and llama.cpp (under meta)."""
    meta = item.get("meta")
    said = {**(meta if isinstance(meta, dict) else {}), **item}
    sizes = (said.get(name) for name in ("context_length", "max_model_len", "n_ctx", "n_ctx_train"))
    return Model(id=str(item["id"]), context_tokens=next((size for size in sizes if isinstance(size, int)), None))
