"""The dialect of Anthropic's Messages: requests, and what a frame of a stream says.

Source: Anthropic's API reference, "Messages", "Streaming messages" and "Errors". llama.cpp and LM Studio speak it too.
"""

from collections.abc import Mapping
from dataclasses import replace

from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, address, post
from loreglass.domain.wire.events import (
    Finished,
    FinishReason,
    ReasoningDelta,
    StreamError,
    StreamEvent,
    TextDelta,
    Usage,
)
from loreglass.domain.wire.generation import SILENT_TURN, Generation, begun_reply, wire_messages
from loreglass.domain.wire.jsontext import count_of, text_of
from loreglass.domain.wire.models import authorization
from loreglass.domain.wire.problem import EndpointProblem, classify_in_stream, error_of
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.samplers import sampler_fields, sent_stop

DEFAULT_REPLY_TOKENS = 1024
"""What a reply may have where the user set nothing: the field must be sent."""
_FINISH_REASONS: Mapping[str, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "filtered",
}


def reply_request(endpoint: Endpoint, generation: Generation) -> HttpRequest:
    """The streamed request for a reply. BadInput where the endpoint's URL is none."""
    if isinstance(generation.prompt, str):
        raise BadInput("expected messages, not one text", source="Anthropic")
    profile = profile_of(endpoint)
    body = prompt_fields(endpoint, generation.prompt)
    body |= {"max_tokens": generation.reply_tokens or DEFAULT_REPLY_TOKENS, "stream": True}
    body |= sampler_fields(profile, generation.samplers)
    if stop := sent_stop(profile, generation.stop):
        body["stop_sequences"] = list(stop)
    return post(address(endpoint.url, "/messages"), authorization(endpoint), body)


def prompt_fields(endpoint: Endpoint, messages: tuple[PromptMessage, ...]) -> dict[str, object]:
    """Model, system text and turns as the request and the count of tokens carry them."""
    fields: dict[str, object] = {"model": endpoint.model} if endpoint.model else {}
    sent = arranged(messages)
    if sent[0].role == "system":
        fields["system"] = sent[0].content
    return fields | {"messages": wire_messages(tuple(each for each in sent if each.role != "system"))}


def arranged(messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """The messages as the dialect takes them: at most one system message, then turns that begin with the user's.

    They end with it too, or with the beginning of the reply.

    Leading system messages become one; those further on become turns of the user, for there is no other place.
    Blank messages are left out, turns of one speaker in a row become one, and white space that ends the beginning of
    the reply is cut: each would be refused.
    """
    spoken = tuple(message for message in messages if message.content.strip())
    lead = next((place for place, message in enumerate(spoken) if message.role != "system"), len(spoken))
    system = "\n\n".join(message.content for message in spoken[:lead])
    turns: list[PromptMessage] = []
    for message in spoken[lead:]:
        turn = replace(message, role="user") if message.role == "system" else message
        if turns and turns[-1].role == turn.role:
            turns[-1] = PromptMessage(role=turn.role, content=f"{turns[-1].content}\n\n{turn.content}")
        else:
            turns.append(turn)
    if not turns or turns[0].role != "user":
        turns.insert(0, PromptMessage(role="user", content=SILENT_TURN))
    if turns[-1].role == "assistant" and not begun_reply(spoken):
        turns.append(PromptMessage(role="user", content=SILENT_TURN))
    elif turns[-1].role == "assistant":
        turns[-1] = replace(turns[-1], content=turns[-1].content.rstrip())
    return ((PromptMessage(role="system", content=system),) if system else ()) + tuple(turns)


def read_frame(value: object) -> tuple[StreamEvent, ...]:
    """What one frame says: an event of a streamed reply, a whole message that was not streamed, or an error."""
    if not isinstance(value, dict):
        return (StreamError(problem=EndpointProblem(kind="malformed_stream", detail=str(value)[:120])),)
    if error := error_of(value):
        return (StreamError(problem=classify_in_stream(error)),)
    match value.get("type"):
        case "content_block_start":
            return _block(value.get("content_block"))
        case "content_block_delta":
            return _block(value.get("delta"))
        case "message_start":
            message = value.get("message")
            return _usage(message.get("usage")) if isinstance(message, dict) else ()
        case "message_delta":
            return _finish(value.get("delta")) + _usage(value.get("usage"))
        case "message_stop":
            return (Finished(reason="stop"),)
        case "message":
            blocks = value.get("content")
            told = tuple(event for block in blocks for event in _block(block)) if isinstance(blocks, list) else ()
            return told + _finish(value) + _usage(value.get("usage"))
        case _:
            return ()


def _block(block: object) -> tuple[StreamEvent, ...]:
    if not isinstance(block, dict):
        return ()
    thoughts, text = text_of(block.get("thinking")), text_of(block.get("text"))
    told: tuple[StreamEvent, ...] = (ReasoningDelta(text=thoughts),) if thoughts else ()
    return (*told, TextDelta(text=text)) if text else told


def _finish(said: object) -> tuple[StreamEvent, ...]:
    reason = said.get("stop_reason") if isinstance(said, dict) else None
    return (Finished(reason=_FINISH_REASONS.get(reason, "other")),) if isinstance(reason, str) else ()


def _usage(usage: object) -> tuple[StreamEvent, ...]:
    if not isinstance(usage, dict):
        return ()
    # What was read from the prompt cache is not among the input tokens.
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    prompt = sum(count_of(usage.get(name)) or 0 for name in names)
    return (Usage(prompt_tokens=prompt, reply_tokens=count_of(usage.get("output_tokens")) or 0),)
