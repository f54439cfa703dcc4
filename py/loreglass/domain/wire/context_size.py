"""How large a prompt may be: how the server is asked and what it says."""

import re

from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, bearer, native_address, post
from loreglass.domain.wire.jsontext import count_of, parse_json
from loreglass.domain.wire.models import models_request, read_models
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.profiles import profile_of

_NUM_CTX = re.compile(r"^num_ctx\s+([0-9]{1,9})\s*$", re.MULTILINE)


def context_request(endpoint: Endpoint) -> HttpRequest | None:
    """The request whose answer tells the context; None where the backend does not tell. BadInput for a bad URL."""
    match profile_of(endpoint).context:
        case "models":
            return models_request(endpoint)
        case "props":
            return _get(endpoint, "/props")
        case "true_max_context_length":
            return _get(endpoint, "/api/extra/true_max_context_length")
        case "lm_studio":
            return _get(endpoint, "/api/v0/models")
        case "show":
            return post(native_address(endpoint.url, "/api/show"), bearer(endpoint), {"model": endpoint.model})
        case "none":
            return None


def read_context(endpoint: Endpoint, body: str) -> int | None:
    """The context in tokens as an answer to `context_request` tells it; None where it does not.

    For Ollama it is what the model was set up with, or else what it can take at most: the request then says how
    much of that is wanted.
    """
    try:
        value = parse_json(body)
    except ValueError:
        return None
    said = value if isinstance(value, dict) else {}
    match profile_of(endpoint).context:
        case "models" | "lm_studio":
            return _of_model(endpoint.model, body)
        case "props":
            settings = said.get("default_generation_settings")
            return count_of(settings.get("n_ctx")) if isinstance(settings, dict) else None
        case "true_max_context_length":
            return count_of(said.get("value"))
        case "show":
            return _of_show(said.get("parameters"), said.get("model_info"))
        case "none":
            return None


def _of_model(model: str, body: str) -> int | None:
    """That of the model in use; where none is chosen, that of the only one."""
    models = read_models(body)
    if isinstance(models, EndpointProblem):
        return None
    chosen = tuple(each for each in models if each.id == model) or (models if len(models) == 1 else ())
    return chosen[0].context_tokens if chosen else None


def _of_show(parameters: object, info: object) -> int | None:
    if isinstance(parameters, str) and (found := _NUM_CTX.search(parameters)):
        return int(found[1])
    if not isinstance(info, dict):
        return None
    sizes = (count_of(size) for name, size in info.items() if name.endswith(".context_length"))
    return next((size for size in sizes if size), None)


def _get(endpoint: Endpoint, path: str) -> HttpRequest:
    return HttpRequest(method="GET", url=native_address(endpoint.url, path), headers=bearer(endpoint))
