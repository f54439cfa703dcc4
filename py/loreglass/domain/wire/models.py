"""The models that an endpoint offers: how they are asked for and read."""

from collections.abc import Mapping
from dataclasses import dataclass

from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address, bearer, native_address
from loreglass.domain.wire.jsontext import count_of, parse_json
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.profiles import profile_of

ANTHROPIC_VERSION = "2023-06-01"
_SIZES = (
    *("loaded_context_length", "context_length", "max_model_len", "context_window", "max_input_tokens"),
    *("max_context_length", "n_ctx", "n_ctx_train"),
)
"""OpenRouter, vLLM, Groq, Anthropic, LM Studio and llama.cpp each have a name of their own for the context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model that the endpoint offers; its context in tokens where the endpoint tells."""

    id: str
    context_tokens: int | None = None


def models_request(endpoint: Endpoint) -> HttpRequest:
    """The request for the list of models. BadInput where the endpoint's URL is none."""
    if profile_of(endpoint).lists_models == "ollama":
        return HttpRequest(method="GET", url=native_address(endpoint.url, "/api/tags"), headers=bearer(endpoint))
    return HttpRequest(method="GET", url=address(endpoint.url, "/models"), headers=authorization(endpoint))


def authorization(endpoint: Endpoint) -> tuple[tuple[str, str], ...]:
    """The headers that carry the key, and what Anthropic wants besides before it answers a page."""
    if profile_of(endpoint).chat != "anthropic":
        return bearer(endpoint)
    key = (("x-api-key", endpoint.key.strip()),) if endpoint.key.strip() else ()
    return (
        *key,
        ("anthropic-version", ANTHROPIC_VERSION),
        ("anthropic-dangerous-direct-browser-access", "true"),
    )


def read_models(body: str) -> tuple[Model, ...] | EndpointProblem:
    """The models of a model list, in its order, each once; a problem where `body` is no model list."""
    try:
        value = parse_json(body)
    except ValueError:
        return EndpointProblem(kind="wrong_url" if body.lstrip().startswith("<") else "malformed_stream")
    is_ollama = isinstance(value, dict) and "data" not in value
    items = value.get("models" if is_ollama else "data") if isinstance(value, dict) else value
    if not isinstance(items, list):
        return EndpointProblem(kind="malformed_stream")
    models: dict[str, Model] = {}
    for item in items:
        name = item.get("name" if is_ollama else "id") if isinstance(item, dict) else None
        if isinstance(name, str) and name:
            models.setdefault(name, Model(id=name, context_tokens=_context(item)))
    return tuple(models.values())


def _context(item: Mapping[str, object]) -> int | None:
    """llama.cpp tells the context under meta, the others on top."""
    meta = item.get("meta")
    said = {**(meta if isinstance(meta, dict) else {}), **item}
    return next((size for name in _SIZES if (size := count_of(said.get(name)))), None)
