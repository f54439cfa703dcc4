"""Scripted streams of each dialect, written after the servers' documentation, and what each says in the end.

No server sent these. What the real llama.cpp server sends is tested in tests/headless/test_wire_real.py.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.endpoint import Endpoint, ProfileId
from loreglass.domain.wire.events import Finished, ReasoningDelta, StreamEvent, TextDelta, Usage
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.sending import reply_parser
from tests.unit.domain.wire.streams import chunk, failed, sse

MESSAGES = (PromptMessage(role="user", content="When?"),)
NINE: tuple[StreamEvent, ...] = (TextDelta(text="Nine "), TextDelta(text="bells 🔔"))
STOP = Finished(reason="stop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    profile: ProfileId
    data: bytes
    told: tuple[StreamEvent, ...]
    prompt: tuple[PromptMessage, ...] | str = MESSAGES


def events(*frames: Mapping[str, object], end: str = "\n") -> bytes:
    parts = (f"event: {frame['type']}{end}data: {json.dumps(frame)}{end}{end}" for frame in frames)
    return "".join(parts).encode()


def lines(*values: Mapping[str, object]) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def frames(*values: Mapping[str, object]) -> bytes:
    return sse(*(json.dumps(value, ensure_ascii=False) for value in values))


def delta(text: str, *, kind: str = "text") -> dict[str, object]:
    return {"type": "content_block_delta", "index": 0, "delta": {"type": f"{kind}_delta", kind: text}}


def start(**usage: int) -> dict[str, object]:
    return {"type": "message_start", "message": {"role": "assistant", "content": [], "usage": usage}}


def ended(reason: str, **usage: int) -> dict[str, object]:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage}


def said(text: str, **more: object) -> dict[str, object]:
    return {"model": "m", "message": {"role": "assistant", "content": text}, "done": False, **more}


def reasoned(name: str, text: str) -> str:
    return json.dumps({"choices": [{"delta": {name: text, "content": None}, "finish_reason": None}]})


BLOCK = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
PING: dict[str, object] = {"type": "ping"}
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
KOBOLD_FRAMES = ({"token": "Nine ", "finish_reason": None}, {"token": "bells 🔔", "finish_reason": None})
FAKE_USAGE = json.dumps({"choices": [], "usage": {"prompt_tokens": 0, "completion_tokens": 0}})
REASONED_USAGE = {
    "prompt_tokens": 7,
    "completion_tokens": 9,
    "completion_tokens_details": {"reasoning_tokens": 6},
}
SAID = (chunk("Nine "), chunk("bells 🔔"), chunk(finish="stop"))

SAMPLES: dict[str, Sample] = {
    "openai: usage comes in a chunk without choices": Sample(
        profile="openai_chat",
        data=sse(*SAID, json.dumps({"choices": [], "usage": REASONED_USAGE}), "[DONE]"),
        told=(*NINE, STOP, Usage(prompt_tokens=7, reply_tokens=9, reasoning_tokens=6)),
    ),
    "openai text": Sample(
        profile="openai_text",
        prompt="Once",
        data=frames(
            {"choices": [{"text": "Nine ", "finish_reason": None}]},
            {"choices": [{"text": "bells 🔔", "finish_reason": "length"}]},
        )
        + b"data: [DONE]\n\n",
        told=(*NINE, Finished(reason="length")),
    ),
    "openrouter: comments, reasoning, no usage": Sample(
        profile="openrouter",
        data=b": OPENROUTER PROCESSING\n\n" + sse(reasoned("reasoning", "hm"), *SAID, "[DONE]"),
        told=(ReasoningDelta(text="hm"), *NINE, STOP),
    ),
    "openrouter: an error in a stream that began with 200": Sample(
        profile="openrouter",
        data=sse(SAID[0], json.dumps({"error": {"code": 429, "message": "Slow down"}, "choices": []})),
        told=(NINE[0], failed("rate_limited", "Slow down", 429)),
    ),
    "anthropic": Sample(
        profile="anthropic",
        data=events(
            *(start(input_tokens=5, cache_read_input_tokens=2, output_tokens=1), BLOCK, PING),
            *(delta("Nine "), delta("bells 🔔"), {"type": "content_block_stop", "index": 0}),
            *(ended("end_turn", output_tokens=4), {"type": "message_stop"}),
        ),
        told=(
            *(Usage(prompt_tokens=7, reply_tokens=1), *NINE),
            *(STOP, Usage(prompt_tokens=7, reply_tokens=4)),
        ),
    ),
    "anthropic: thinking, with CRLF": Sample(
        profile="anthropic",
        data=events(
            *(delta("hm", kind="thinking"), delta("xyz", kind="signature"), delta("Nine "), delta("bells 🔔")),
            *(ended("max_tokens"), {"type": "message_stop"}),
            end="\r\n",
        ),
        told=(
            *(ReasoningDelta(text="hm"), *NINE, Finished(reason="length")),
            Usage(prompt_tokens=0, reply_tokens=0),
        ),
    ),
    "anthropic: an error inside": Sample(
        profile="anthropic",
        data=events(delta("Nine "), OVERLOADED),
        told=(NINE[0], failed("server_error", "Overloaded", 529)),
    ),
    "anthropic: cut off": Sample(profile="anthropic", data=events(delta("Nine ")), told=(NINE[0], failed("cut_off"))),
    "anthropic: not streamed": Sample(
        profile="anthropic",
        data=json.dumps(
            {
                "type": "message",
                "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Nine "}],
                "stop_reason": "refusal",
                "usage": {"input_tokens": 5, "output_tokens": 2},
            }
        ).encode(),
        told=(
            *(ReasoningDelta(text="hm"), NINE[0], Finished(reason="filtered")),
            Usage(prompt_tokens=5, reply_tokens=2),
        ),
    ),
    "ollama chat: lines, the last with the counts": Sample(
        profile="ollama",
        data=lines(
            *(said("Nine "), said("bells 🔔")),
            said("", done=True, done_reason="length", prompt_eval_count=7, eval_count=2),
        ),
        told=(*NINE, Finished(reason="length"), Usage(prompt_tokens=7, reply_tokens=2)),
    ),
    "ollama chat: thinking, a cached prompt": Sample(
        profile="ollama",
        data=lines(
            {"message": {"role": "assistant", "content": "", "thinking": "hm"}, "done": False},
            *(said("Nine "), said("bells 🔔"), said("", done=True, eval_count=2)),
        ),
        told=(ReasoningDelta(text="hm"), *NINE, STOP),
    ),
    "ollama generate": Sample(
        profile="ollama",
        prompt="Once",
        data=lines(
            *({"response": "Nine ", "done": False}, {"response": "bells 🔔", "done": False}),
            {"response": "", "done": True, "done_reason": "stop"},
        ),
        told=(*NINE, STOP),
    ),
    "ollama: an error inside": Sample(
        profile="ollama",
        data=lines(said("Nine "), {"error": "an error was encountered while running the model"}),
        told=(NINE[0], failed("server_error", "an error was encountered while running the model")),
    ),
    "ollama: cut off": Sample(profile="ollama", data=lines(said("Nine ")), told=(NINE[0], failed("cut_off"))),
    "koboldcpp text: no [DONE]": Sample(
        profile="koboldcpp",
        prompt="Once",
        data=b"".join(
            b"event: message\n" + frames(frame) for frame in (*KOBOLD_FRAMES, {"token": "", "finish_reason": "stop"})
        ),
        told=(*NINE, STOP),
    ),
    "koboldcpp text: cut off": Sample(
        profile="koboldcpp", prompt="Once", data=frames(*KOBOLD_FRAMES), told=(*NINE, failed("cut_off"))
    ),
    "koboldcpp chat: no last empty line, usage that is made up": Sample(
        profile="koboldcpp", data=sse(*SAID, FAKE_USAGE, "[DONE]").rstrip(b"\n"), told=(*NINE, STOP)
    ),
    "llama.cpp text: no [DONE]": Sample(
        profile="llamacpp",
        prompt="Once",
        data=frames(
            *({"content": "Nine ", "stop": False}, {"content": "bells 🔔", "stop": False}),
            {"content": "", "stop": True, "stop_type": "limit", "tokens_evaluated": 7, "tokens_predicted": 2},
        ),
        told=(*NINE, Finished(reason="length"), Usage(prompt_tokens=7, reply_tokens=2)),
    ),
    "llama.cpp text: a field named error": Sample(
        profile="llamacpp",
        prompt="Once",
        data=frames({"content": "Nine ", "stop": False}) + b'error: {"code": 500, "message": "gone"}\n\n',
        told=(NINE[0], failed("server_error", "gone", 500)),
    ),
    "llama.cpp chat": Sample(
        profile="llamacpp",
        data=sse(reasoned("reasoning_content", "hm"), *SAID, "[DONE]"),
        told=(ReasoningDelta(text="hm"), *NINE, STOP),
    ),
    "lm studio: think tags over many chunks": Sample(
        profile="lm_studio",
        data=sse(*(chunk(part) for part in ("\n<thi", "nk>hm", " so</thin", "k>\n\n", "Nine ")), *SAID[1:], "[DONE]"),
        told=(ReasoningDelta(text="hm"), ReasoningDelta(text=" so"), *NINE, STOP),
    ),
    "lm studio: an address that it does not know, with status 200": Sample(
        profile="lm_studio",
        data=b'{"error":"Unexpected endpoint or method. (POST /x)"}',
        told=(failed("wrong_url", "Unexpected endpoint or method. (POST /x)"),),
    ),
    "text-generation-webui": Sample(profile="text_generation_webui", data=sse(*SAID), told=(*NINE, STOP)),
    "vllm: usage in every chunk": Sample(
        profile="vllm",
        data=sse(
            chunk("Nine ", usage={"prompt_tokens": 7, "completion_tokens": 1}),
            chunk("bells 🔔", finish="stop", usage={"prompt_tokens": 7, "completion_tokens": 2}),
            "[DONE]",
        ),
        told=(
            *(NINE[0], Usage(prompt_tokens=7, reply_tokens=1)),
            *(NINE[1], STOP, Usage(prompt_tokens=7, reply_tokens=2)),
        ),
    ),
}


def hear(sample: Sample, *chunks: bytes) -> tuple[StreamEvent, ...]:
    parser = reply_parser(Endpoint(url="http://h", profile=sample.profile), Generation(prompt=sample.prompt))
    told = tuple(event for part in chunks for event in parser.feed(part))
    return told + parser.close()
