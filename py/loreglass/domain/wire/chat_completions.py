"""The dialect of OpenAI-compatible servers, chat and text completion: requests, and what a frame of a stream says.

Fields that are not set are not sent, so that a server's own defaults hold.
Source: OpenAI's API reference, "Chat completions"; llama.cpp, vLLM and OpenRouter where they differ.
"""

from collections.abc import Mapping

from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address, bearer, post
from loreglass.domain.wire.events import (
    Finished,
    FinishReason,
    ReasoningDelta,
    RefusalDelta,
    StreamError,
    StreamEvent,
    TextDelta,
    Usage,
)
from loreglass.domain.wire.generation import Generation, wire_messages
from loreglass.domain.wire.jsontext import count_of, text_of
from loreglass.domain.wire.problem import EndpointProblem, classify_in_stream, error_of
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.samplers import reply_limit_field, sampler_fields, sent_stop

_FINISH_REASONS: Mapping[str, FinishReason] = {"stop": "stop", "length": "length", "content_filter": "filtered"}


def reply_request(endpoint: Endpoint, generation: Generation) -> HttpRequest:
    """The streamed request for a reply, of messages or of one text. BadInput where the endpoint's URL is none."""
    profile, prompt = profile_of(endpoint), generation.prompt
    is_text = isinstance(prompt, str)
    body: dict[str, object] = {"model": endpoint.model} if endpoint.model else {}
    body |= {"prompt": prompt} if isinstance(prompt, str) else {"messages": wire_messages(prompt)}
    body |= {"stream": True, "stream_options": {"include_usage": True}}
    if generation.reply_tokens is not None:
        body[reply_limit_field(profile, endpoint.model)] = generation.reply_tokens
    body |= sampler_fields(profile, generation.samplers, model=endpoint.model)
    if stop := sent_stop(profile, generation.stop, model=endpoint.model):
        body["stop"] = list(stop)
    if generation.continues:
        body |= dict(profile.continue_fields)
    if profile.id == "koboldcpp" and generation.stop_key:
        body["genkey"] = generation.stop_key
    return post(address(endpoint.url, "/completions" if is_text else "/chat/completions"), bearer(endpoint), body)


def read_frame(value: object) -> tuple[StreamEvent, ...]:
    """What one frame says: a chunk of a streamed reply, a whole reply that was not streamed, or an error."""
    if not isinstance(value, dict):
        return (StreamError(problem=EndpointProblem(kind="malformed_stream", detail=str(value)[:120])),)
    if error := error_of(value):
        return (StreamError(problem=classify_in_stream(error)),)
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
    reasoning = text_of(delta.get("reasoning_content")) or text_of(delta.get("reasoning"))
    content = text_of(delta.get("content")) or text_of(choice.get("text"))
    events: list[StreamEvent] = []
    if reasoning:
        events.append(ReasoningDelta(text=reasoning))
    if content:
        events.append(TextDelta(text=content))
    if refused := text_of(delta.get("refusal")):
        events.append(RefusalDelta(text=refused))
    if isinstance(reason := choice.get("finish_reason"), str) and reason:
        events.append(Finished(reason=_FINISH_REASONS.get(reason, "other")))
    return tuple(events)


def _usage_events(usage: object) -> tuple[StreamEvent, ...]:
    if not isinstance(usage, dict):
        return ()
    prompt, reply = count_of(usage.get("prompt_tokens")), count_of(usage.get("completion_tokens"))
    if prompt is None or reply is None:
        return ()
    details = usage.get("completion_tokens_details")
    reasoning = count_of(details.get("reasoning_tokens")) if isinstance(details, dict) else None
    return (Usage(prompt_tokens=prompt, reply_tokens=reply, reasoning_tokens=reasoning or 0),)
