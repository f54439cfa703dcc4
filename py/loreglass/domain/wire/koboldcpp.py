"""KoboldCpp's own dialect for text completion: requests, and what a frame of a stream says.

Source: KoboldCpp's API documentation. Messages go to its chat completions.
"""

from collections.abc import Mapping

from loreglass.domain.errors import BadInput
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, bearer, native_address, post
from loreglass.domain.wire.events import Finished, FinishReason, StreamError, StreamEvent, TextDelta
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.jsontext import text_of
from loreglass.domain.wire.problem import EndpointProblem, classify_in_stream, error_of
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.samplers import sampler_fields, sent_stop

_FINISH_REASONS: Mapping[str, FinishReason] = {"stop": "stop", "length": "length"}


def reply_request(endpoint: Endpoint, generation: Generation) -> HttpRequest:
    """The streamed request for a text to be gone on with. BadInput where the endpoint's URL is none."""
    if not isinstance(generation.prompt, str):
        raise BadInput("expected one text, not messages", source="KoboldCpp")
    profile = profile_of(endpoint)
    body: dict[str, object] = {"prompt": generation.prompt}
    sizes = {"max_context_length": generation.context_tokens, "max_length": generation.reply_tokens}
    body |= {name: size for name, size in sizes.items() if size is not None}
    body |= sampler_fields(profile, generation.samplers, is_text=True)
    if stop := sent_stop(profile, generation.stop):
        body |= {"stop_sequence": list(stop), "trim_stop": True}
    if generation.stop_key:
        body["genkey"] = generation.stop_key
    return post(native_address(endpoint.url, "/api/extra/generate/stream"), bearer(endpoint), body)


def read_frame(value: object) -> tuple[StreamEvent, ...]:
    """What one frame says: a piece of the text, the end of it, or an error."""
    if not isinstance(value, dict):
        return (StreamError(problem=EndpointProblem(kind="malformed_stream", detail=str(value)[:120])),)
    if error := error_of(value) or value.get("detail"):
        return (StreamError(problem=classify_in_stream(error)),)
    events: list[StreamEvent] = []
    if text := text_of(value.get("token")):
        events.append(TextDelta(text=text))
    if isinstance(reason := value.get("finish_reason"), str) and reason:
        events.append(Finished(reason=_FINISH_REASONS.get(reason, "other")))
    return tuple(events)
