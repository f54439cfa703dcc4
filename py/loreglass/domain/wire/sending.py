"""One way to ask every backend for a reply: the profile chooses the dialect."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire import anthropic, chat_completions, koboldcpp, llamacpp, ollama
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address, bearer, native_address, post
from loreglass.domain.wire.events import Usage
from loreglass.domain.wire.generation import Generation, after_a_whole_reply
from loreglass.domain.wire.masking import without_key
from loreglass.domain.wire.problem import EndpointProblem, classify
from loreglass.domain.wire.profiles import Dialect, profile_of
from loreglass.domain.wire.stream import Reader, StreamParser


@dataclass(frozen=True, slots=True, kw_only=True)
class _Speech:
    ask: Callable[[Endpoint, Generation], HttpRequest]
    read: Reader


_DIALECTS: Mapping[Dialect, _Speech] = {
    "chat_completions": _Speech(ask=chat_completions.reply_request, read=chat_completions.read_frame),
    "completions": _Speech(ask=chat_completions.reply_request, read=chat_completions.read_frame),
    "anthropic": _Speech(ask=anthropic.reply_request, read=anthropic.read_frame),
    "ollama": _Speech(ask=ollama.reply_request, read=ollama.read_frame),
    "koboldcpp": _Speech(ask=koboldcpp.reply_request, read=koboldcpp.read_frame),
    "llamacpp": _Speech(ask=llamacpp.reply_request, read=llamacpp.read_frame),
}


def dialect_of(endpoint: Endpoint, prompt: tuple[PromptMessage, ...] | str) -> Dialect:
    """The dialect in which the backend takes such a prompt. BadInput where it takes none of that kind."""
    profile = profile_of(endpoint)
    dialect = profile.text if isinstance(prompt, str) else profile.chat
    if dialect is None:
        kinds = ("messages", "one text") if isinstance(prompt, str) else ("one text", "messages")
        raise BadInput(f"this kind of endpoint takes {kinds[0]}, not {kinds[1]}", source="Endpoint")
    return dialect


def reply_request(endpoint: Endpoint, generation: Generation) -> HttpRequest:
    """The streamed request for a reply. BadInput where the URL is none or the backend takes no such prompt."""
    return _DIALECTS[dialect_of(endpoint, generation.prompt)].ask(endpoint, generation)


def reply_parser(endpoint: Endpoint, generation: Generation) -> StreamParser:
    """A new parser of the reply to that request; usage that the backend only makes up is left out."""
    read = _DIALECTS[dialect_of(endpoint, generation.prompt)].read
    prompt = generation.prompt if isinstance(generation.prompt, str) else ""
    believed = read if profile_of(endpoint).usage_holds else _without_usage(read)
    return StreamParser(believed, prefill=generation.continues, prompt=prompt)


def sent_messages(endpoint: Endpoint, messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """The messages as the backend gets them, a system text of its own first: what is shown is what is sent."""
    profile = profile_of(endpoint)
    if profile.chat == "anthropic":
        return anthropic.arranged(messages)
    return messages if profile.continue_fields else after_a_whole_reply(messages)


def abort_request(endpoint: Endpoint, stop_key: str) -> HttpRequest | None:
    """The call that ends a generation on a backend that goes on after the connection is closed; None for others."""
    match endpoint.profile:
        case "koboldcpp":
            return post(native_address(endpoint.url, "/api/extra/abort"), bearer(endpoint), {"genkey": stop_key})
        case "text_generation_webui":
            return post(address(endpoint.url, "/internal/stop-generation"), bearer(endpoint), {})
        case _:
            return None


def refusal(
    endpoint: Endpoint, status: int, headers: Mapping[str, str], body: str, *, now_ms: int | None = None
) -> EndpointProblem:
    """The problem behind a response that is not 2xx, header names in lower case; the key is cut out of the detail."""
    problem = without_key(classify(status, headers, body, now_ms=now_ms), endpoint)
    if endpoint.profile == "ollama" and status == 403:
        # Ollama has no keys of its own: it refuses pages of other origins until it is told of them.
        return replace(problem, kind="refused_or_cors_or_offline")
    return problem


def _without_usage(read: Reader) -> Reader:
    return lambda value: tuple(event for event in read(value) if not isinstance(event, Usage))
