import json
from dataclasses import replace
from typing import get_args

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import MessageId
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, ProfileId
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.profiles import PROFILES
from loreglass.domain.wire.sending import abort_request, refusal, reply_request, sent_messages
from tests.unit.domain.wire.dialect_streams import SAMPLES, hear

TALK = (
    PromptMessage(role="system", content="Be kind."),
    PromptMessage(role="user", content="When?"),
    PromptMessage(role="assistant", content="At nine "),
)
WANTED = {"samplers": Samplers(temperature=0.5, seed=4), "stop": ("\nNell:",), "reply_tokens": 64}


def endpoint(profile: ProfileId, *, url: str = "http://h", model: str = "m", key: str = "") -> Endpoint:
    return Endpoint(url=url, model=model, key=key, profile=profile)


def ask(profile: ProfileId, prompt: tuple[PromptMessage, ...] | str, *, model: str = "m") -> HttpRequest:
    generation = Generation(prompt=prompt, context_tokens=8192, stop_key="k1", **WANTED)  # type: ignore[arg-type]
    return reply_request(endpoint(profile, model=model), generation)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_scripted_stream_says_the_same_whole_or_byte_by_byte(name: str) -> None:
    sample = SAMPLES[name]
    assert hear(sample, sample.data) == sample.told
    assert hear(sample, *(sample.data[at : at + 1] for at in range(len(sample.data)))) == sample.told


def test_there_is_a_scripted_stream_for_each_backend() -> None:
    assert {sample.profile for sample in SAMPLES.values()} == set(get_args(ProfileId))


@pytest.mark.parametrize(
    ("profile", "prompt", "url"),
    [
        ("openai_chat", TALK, "http://h/v1/chat/completions"),
        ("openai_text", "Once", "http://h/v1/completions"),
        ("openrouter", TALK, "http://h/v1/chat/completions"),
        ("anthropic", TALK, "http://h/v1/messages"),
        ("ollama", TALK, "http://h/api/chat"),
        ("ollama", "Once", "http://h/api/generate"),
        ("koboldcpp", TALK, "http://h/v1/chat/completions"),
        ("koboldcpp", "Once", "http://h/api/extra/generate/stream"),
        ("llamacpp", TALK, "http://h/v1/chat/completions"),
        ("llamacpp", "Once", "http://h/completion"),
        ("lm_studio", TALK, "http://h/v1/chat/completions"),
        ("lm_studio", "Once", "http://h/v1/completions"),
        ("text_generation_webui", TALK, "http://h/v1/chat/completions"),
        ("text_generation_webui", "Once", "http://h/v1/completions"),
        ("vllm", TALK, "http://h/v1/chat/completions"),
        ("vllm", "Once", "http://h/v1/completions"),
    ],
)
def test_each_backend_is_asked_where_it_listens(
    profile: ProfileId, prompt: tuple[PromptMessage, ...] | str, url: str
) -> None:
    assert ask(profile, prompt).url == url


@pytest.mark.parametrize(
    "typed", ["http://h:11434", "http://h:11434/", "http://h:11434/v1", "h:11434/api", "http://h:11434/api/chat"]
)
def test_a_native_address_is_found_from_what_is_usually_typed(typed: str) -> None:
    typed = typed if "://" in typed else f"http://{typed}"
    asked = reply_request(endpoint("ollama", url=typed), Generation(prompt=TALK))
    assert asked.url == "http://h:11434/api/chat"


@pytest.mark.parametrize(("profile", "prompt"), [("openai_text", TALK), ("openai_chat", "Once"), ("anthropic", "Once")])
def test_a_prompt_that_the_backend_does_not_take_is_refused_before_it_is_sent(
    profile: ProfileId, prompt: tuple[PromptMessage, ...] | str
) -> None:
    with pytest.raises(BadInput, match="Endpoint: this kind of endpoint takes"):
        ask(profile, prompt)


def test_anthropic_has_the_system_text_on_top_a_reply_limit_and_no_unknown_sampler() -> None:
    assert json.loads(ask("anthropic", TALK).body) == {
        "model": "m",
        "system": "Be kind.",
        "messages": [{"role": "user", "content": "When?"}, {"role": "assistant", "content": "At nine"}],
        "max_tokens": 64,
        "stream": True,
        "temperature": 0.5,
        "stop_sequences": ["\nNell:"],
    }
    unset = reply_request(endpoint("anthropic"), Generation(prompt=TALK))
    assert json.loads(unset.body)["max_tokens"] == 1024


def test_anthropic_gets_the_key_in_its_own_header_and_is_told_that_a_page_calls() -> None:
    asked = reply_request(endpoint("anthropic", key=" sk-1 "), Generation(prompt=TALK))
    assert asked.headers == (
        ("Content-Type", "application/json"),
        ("x-api-key", "sk-1"),
        ("anthropic-version", "2023-06-01"),
        ("anthropic-dangerous-direct-browser-access", "true"),
    )


def test_messages_that_anthropic_would_refuse_are_arranged_and_shown_as_they_are_sent() -> None:
    told = [
        *(("system", "A"), ("system", "B"), ("assistant", "Welcome."), ("user", "Hi."), ("user", " ")),
        *(("system", "Rain."), ("assistant", "Yes "), ("assistant", "and \n")),
    ]
    messages = tuple(PromptMessage(role=role, content=text) for role, text in told)  # type: ignore[arg-type]
    arranged = sent_messages(endpoint("anthropic"), messages)
    assert [(message.role, message.content) for message in arranged] == [
        *(("system", "A\n\nB"), ("user", "…"), ("assistant", "Welcome."), ("user", "Hi.\n\nRain.")),
        ("assistant", "Yes \n\nand"),
    ]
    assert sent_messages(endpoint("vllm"), messages) == messages


def test_one_more_reply_after_a_whole_one_does_not_go_on_with_that() -> None:
    whole = replace(TALK[-1], message_id=MessageId("m1"))
    told = (*TALK[:-1], whole)
    assert "continue_final_message" in json.loads(ask("vllm", TALK).body)
    assert "continue_final_message" not in json.loads(ask("vllm", told).body)
    assert Generation(prompt=told).continues == ""
    for profile in ("anthropic", "llamacpp", "koboldcpp", "openai_chat", "ollama"):
        arranged = sent_messages(endpoint(profile), told)
        assert arranged[-2:] == (whole, PromptMessage(role="user", content="…"))
        assert sent_messages(endpoint(profile), arranged) == arranged
    assert sent_messages(endpoint("vllm"), told) == told
    assert sent_messages(endpoint("llamacpp"), TALK) == TALK


def test_ollama_is_told_the_context_for_it_would_cut_the_prompt_at_4096() -> None:
    sent = json.loads(ask("ollama", TALK).body)
    assert sent["options"] == {
        "temperature": 0.5,
        "seed": 4,
        "num_ctx": 8192,
        "num_predict": 64,
        "stop": ["\nNell:"],
    }
    assert [message["content"] for message in sent["messages"]] == ["Be kind.", "When?", "At nine "]
    raw = json.loads(ask("ollama", "Once").body)
    assert (raw["prompt"], raw["raw"]) == ("Once", True)


def test_koboldcpp_has_names_of_its_own_for_a_text_and_the_usual_ones_for_messages() -> None:
    text = json.loads(ask("koboldcpp", "Once").body)
    assert text == {
        "prompt": "Once",
        "max_context_length": 8192,
        "max_length": 64,
        "temperature": 0.5,
        "sampler_seed": 4,
        "stop_sequence": ["\nNell:"],
        "trim_stop": True,
        "genkey": "k1",
    }
    chat = json.loads(ask("koboldcpp", TALK).body)
    assert (chat["max_tokens"], chat["seed"], chat["stop"], chat["genkey"]) == (64, 4, ["\nNell:"], "k1")


def test_llamacpp_takes_the_text_as_it_is() -> None:
    assert json.loads(ask("llamacpp", "Once").body) == {
        "prompt": "Once",
        "stream": True,
        "cache_prompt": True,
        "n_predict": 64,
        "temperature": 0.5,
        "seed": 4,
        "stop": ["\nNell:"],
    }


def test_a_reasoning_model_of_openai_gets_its_own_limit_and_nothing_that_it_refuses() -> None:
    sent = json.loads(ask("openai_chat", TALK, model="o3-mini").body)
    assert sent["max_completion_tokens"] == 64
    assert sent.keys().isdisjoint({"max_tokens", "temperature", "stop"})
    plain = json.loads(ask("openai_chat", TALK, model="gpt-4o").body)
    assert (plain["max_tokens"], plain["temperature"], plain["stop"]) == (64, 0.5, ["\nNell:"])


def test_a_reply_is_continued_where_the_backend_must_be_told() -> None:
    vllm = json.loads(ask("vllm", TALK).body)
    assert (vllm["continue_final_message"], vllm["add_generation_prompt"]) == (True, False)
    assert json.loads(ask("text_generation_webui", TALK).body)["continue_"] is True
    assert "continue_final_message" not in json.loads(ask("vllm", TALK[:2]).body)


def test_stopping_takes_a_call_only_where_closing_the_connection_is_not_enough() -> None:
    kobold = abort_request(endpoint("koboldcpp"), "k1")
    webui = abort_request(endpoint("text_generation_webui"), "k1")
    assert kobold is not None
    assert (kobold.url, json.loads(kobold.body)) == ("http://h/api/extra/abort", {"genkey": "k1"})
    assert webui is not None
    assert webui.url == "http://h/v1/internal/stop-generation"
    for profile in PROFILES.values():
        assert (abort_request(endpoint(profile.id), "k1") is not None) == (
            profile.id in ("koboldcpp", "text_generation_webui")
        )


def test_a_page_that_ollama_does_not_know_is_no_matter_of_keys() -> None:
    assert refusal(endpoint("ollama"), 403, {}, "").kind == "refused_or_cors_or_offline"
    assert refusal(endpoint("openai_chat"), 403, {}, "").kind == "unauthorised"


def test_the_key_is_cut_out_of_what_a_server_says() -> None:
    told = refusal(endpoint("openai_chat", key=" sk-1 "), 401, {}, '{"error": {"message": "Wrong key sk-1"}}')
    assert told.detail == "Wrong key (key)"
