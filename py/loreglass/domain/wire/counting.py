"""Token counts by the server: how they are asked for and read."""

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.anthropic import prompt_fields
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address, bearer, native_address, post
from loreglass.domain.wire.generation import begun_reply, wire_messages
from loreglass.domain.wire.jsontext import count_of, parse_json
from loreglass.domain.wire.models import authorization
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.profiles import profile_of

_BETWEEN = -1
"""No token: where one text ends and the next begins."""


def count_request(endpoint: Endpoint, prompt: tuple[PromptMessage, ...] | str) -> HttpRequest | None:
    """The request that counts a whole prompt as the model gets it; None where the backend does not count such.

    BadInput where the URL is none.
    """
    match profile_of(endpoint).counts:
        case "llamacpp" if isinstance(prompt, str):
            body = {"content": prompt, "add_special": True, "parse_special": True}
            return post(native_address(endpoint.url, "/tokenize"), bearer(endpoint), body)
        case "llamacpp" if not isinstance(prompt, str):
            url = address(endpoint.url, "/chat/completions/input_tokens")
            return post(url, bearer(endpoint), {"messages": wire_messages(prompt)})
        case "anthropic" if not isinstance(prompt, str):
            url = address(endpoint.url, "/messages/count_tokens")
            return post(url, authorization(endpoint), prompt_fields(endpoint, prompt))
        case "koboldcpp" if isinstance(prompt, str):
            return post(native_address(endpoint.url, "/api/extra/tokencount"), bearer(endpoint), {"prompt": prompt})
        case "text_generation_webui" if isinstance(prompt, str):
            return post(address(endpoint.url, "/internal/token-count"), bearer(endpoint), {"text": prompt})
        case "vllm":
            return post(native_address(endpoint.url, "/tokenize"), bearer(endpoint), _vllm_body(endpoint, prompt))
        case _:
            return None


def read_count(body: str) -> int | EndpointProblem:
    """The count in an answer to `count_request`; a problem where there is none."""
    value = _object(body)
    names = ("input_tokens", "count", "value", "length")
    told = next((count for name in names if (count := count_of(value.get(name))) is not None), None)
    tokens = value.get("tokens")
    if told is None and isinstance(tokens, list):
        return len(tokens)
    return _odd(body) if told is None else told


def texts_request(endpoint: Endpoint, texts: tuple[str, ...]) -> HttpRequest | None:
    """The one request that counts each of many texts; None where the backend counts only one at a time.

    Between two texts stands a number that is no token: llama.cpp gives numbers back as they are.
    """
    if profile_of(endpoint).counts != "llamacpp":
        return None
    content = [part for text in texts for part in (text, _BETWEEN)]
    body = {"content": content, "add_special": False, "parse_special": False}
    return post(native_address(endpoint.url, "/tokenize"), bearer(endpoint), body)


def read_text_counts(body: str, texts: int) -> tuple[int, ...] | EndpointProblem:
    """The count of each of so many texts, in their order; a problem where the answer does not have them."""
    tokens = _object(body).get("tokens")
    if not isinstance(tokens, list):
        return _odd(body)
    ends = [place for place, token in enumerate(tokens) if token == _BETWEEN]
    if len(ends) != texts or (ends and ends[-1] != len(tokens) - 1):
        return _odd(body)
    starts = [-1, *ends]
    return tuple(end - start - 1 for start, end in zip(starts, ends, strict=False))


def _vllm_body(endpoint: Endpoint, prompt: tuple[PromptMessage, ...] | str) -> dict[str, object]:
    body: dict[str, object] = {"model": endpoint.model} if endpoint.model else {}
    if isinstance(prompt, str):
        return body | {"prompt": prompt}
    continues = bool(begun_reply(prompt))
    return (
        body | {"messages": wire_messages(prompt)} | (dict(profile_of(endpoint).continue_fields) if continues else {})
    )


def _object(body: str) -> dict[str, object]:
    try:
        value = parse_json(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _odd(body: str) -> EndpointProblem:
    return EndpointProblem(kind="wrong_url" if body.lstrip().startswith("<") else "malformed_stream")
