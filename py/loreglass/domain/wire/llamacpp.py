"""llama.cpp's own dialect for text completion: requests, and what a frame of a stream says.

Source: the documentation of llama.cpp's server. Messages go to its chat completions.
"""

from loreglass.domain.errors import BadInput
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, bearer, native_address, post
from loreglass.domain.wire.events import Finished, StreamError, StreamEvent, TextDelta, Usage
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.jsontext import count_of, text_of
from loreglass.domain.wire.problem import EndpointProblem, classify_in_stream, error_of
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.samplers import sampler_fields, sent_stop


def reply_request(endpoint: Endpoint, generation: Generation) -> HttpRequest:
    """The streamed request for a text to be gone on with. BadInput where the endpoint's URL is none."""
    if not isinstance(generation.prompt, str):
        raise BadInput("expected one text, not messages", source="llama.cpp")
    profile = profile_of(endpoint)
    body: dict[str, object] = {"prompt": generation.prompt, "stream": True, "cache_prompt": True}
    if generation.reply_tokens is not None:
        body["n_predict"] = generation.reply_tokens
    body |= sampler_fields(profile, generation.samplers, is_text=True)
    if stop := sent_stop(profile, generation.stop):
        body["stop"] = list(stop)
    return post(native_address(endpoint.url, "/completion"), bearer(endpoint), body)


def read_frame(value: object) -> tuple[StreamEvent, ...]:
    """What one frame says: a piece of the text, the end of it with the counts, or an error."""
    if not isinstance(value, dict):
        return (StreamError(problem=EndpointProblem(kind="malformed_stream", detail=str(value)[:120])),)
    if error := error_of(value):
        return (StreamError(problem=classify_in_stream(error)),)
    events: list[StreamEvent] = []
    if text := text_of(value.get("content")):
        events.append(TextDelta(text=text))
    if value.get("stop") is True:
        is_limit = value.get("stop_type") == "limit" or value.get("stopped_limit") is True
        events.append(Finished(reason="length" if is_limit else "stop"))
        prompt, reply = count_of(value.get("tokens_evaluated")), count_of(value.get("tokens_predicted"))
        if prompt is not None and reply is not None:
            events.append(Usage(prompt_tokens=prompt, reply_tokens=reply))
    return tuple(events)
