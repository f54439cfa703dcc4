"""Ollama's own dialect: requests, and what a line of a stream says. Lines are JSON, not events.

Source: Ollama's API documentation.
"""

from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, bearer, native_address, post
from loreglass.domain.wire.events import Finished, ReasoningDelta, StreamError, StreamEvent, TextDelta, Usage
from loreglass.domain.wire.generation import Generation, wire_messages
from loreglass.domain.wire.jsontext import count_of, text_of
from loreglass.domain.wire.problem import EndpointProblem, classify_in_stream, error_of
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.samplers import sampler_fields, sent_stop


def reply_request(endpoint: Endpoint, generation: Generation) -> HttpRequest:
    """The streamed request for a reply, of messages or of one text. BadInput where the endpoint's URL is none."""
    profile, prompt = profile_of(endpoint), generation.prompt
    options: dict[str, object] = dict(sampler_fields(profile, generation.samplers))
    # Without it the context is 4,096 tokens, and what is longer is cut without a word.
    sizes = {"num_ctx": generation.context_tokens, "num_predict": generation.reply_tokens}
    options |= {name: size for name, size in sizes.items() if size is not None}
    if stop := sent_stop(profile, generation.stop):
        options["stop"] = list(stop)
    body: dict[str, object] = {"model": endpoint.model, "stream": True}
    if isinstance(prompt, str):
        path = "/api/generate"
        body |= {"prompt": prompt, "raw": True}
    else:
        path = "/api/chat"
        body |= {"messages": wire_messages(prompt)}
    if options:
        body["options"] = options
    return post(native_address(endpoint.url, path), bearer(endpoint), body)


def read_frame(value: object) -> tuple[StreamEvent, ...]:
    """What one line says: a piece of a reply, its end with the counts, or an error."""
    if not isinstance(value, dict):
        return (StreamError(problem=EndpointProblem(kind="malformed_stream", detail=str(value)[:120])),)
    if error := error_of(value):
        return (StreamError(problem=classify_in_stream(error)),)
    message = value.get("message")
    said = message if isinstance(message, dict) else value
    events: list[StreamEvent] = []
    if thoughts := text_of(said.get("thinking")):
        events.append(ReasoningDelta(text=thoughts))
    if text := text_of(said.get("content")) or text_of(value.get("response")):
        events.append(TextDelta(text=text))
    if value.get("done") is True:
        reason = value.get("done_reason", "stop")
        events.append(Finished(reason=reason if reason in ("stop", "length") else "other"))
        # The prompt's count is missing where all of it was still in the cache.
        prompt, reply = count_of(value.get("prompt_eval_count")), count_of(value.get("eval_count"))
        if prompt is not None and reply is not None:
            events.append(Usage(prompt_tokens=prompt, reply_tokens=reply))
    return tuple(events)
