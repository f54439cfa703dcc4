from dataclasses import fields
from typing import get_args

import pytest

from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.endpoint import ProfileId, origin
from loreglass.domain.wire.profiles import PROFILES, Profile
from loreglass.domain.wire.samplers import sampler_fields, sent_stop, unknown_samplers, unsent_stop

ALL_SET = Samplers(**{field.name: 1 for field in fields(Samplers)})  # type: ignore[arg-type]
NAMES = {field.name for field in fields(Samplers)}


def row(profile: Profile) -> tuple[str | None, ...]:
    return (profile.chat, profile.text, profile.context, profile.counts, profile.cors)


@pytest.mark.parametrize(
    ("profile", "port", "told"),
    [
        ("openai_chat", "", ("chat_completions", None, "models", "none", "unknown")),
        ("openai_text", ":8080", (None, "completions", "models", "none", "unknown")),
        ("openrouter", "", ("chat_completions", "completions", "models", "none", "none_needed")),
        ("anthropic", "", ("anthropic", None, "models", "anthropic", "none_needed")),
        ("ollama", ":11434", ("ollama", "ollama", "show", "none", "ollama_origins")),
        (
            *("koboldcpp", ":5001"),
            ("chat_completions", "koboldcpp", "true_max_context_length", "koboldcpp", "none_needed"),
        ),
        ("llamacpp", ":8080", ("chat_completions", "llamacpp", "props", "llamacpp", "none_needed")),
        ("lm_studio", ":1234", ("chat_completions", "completions", "lm_studio", "none", "lm_studio_switch")),
        (
            *("text_generation_webui", ":5000"),
            (
                *("chat_completions", "completions", "none", "text_generation_webui"),
                "text_generation_webui_localhost_only",
            ),
        ),
        ("vllm", ":8000", ("chat_completions", "completions", "models", "vllm", "vllm_allowed_origins")),
    ],
)
def test_each_backend_is_known_for_what_it_speaks_tells_and_needs(
    profile: ProfileId, port: str, told: tuple[str | None, ...]
) -> None:
    assert row(PROFILES[profile]) == told
    assert origin(PROFILES[profile].default_url).endswith(port)


def test_there_is_a_profile_for_each_name() -> None:
    assert tuple(PROFILES) == get_args(ProfileId)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.id)
def test_every_sampler_is_either_sent_or_told_to_be_unknown(profile: Profile) -> None:
    assert profile.samplers.keys() | profile.text_samplers.keys() <= NAMES
    for is_text in (False, True):
        unknown = unknown_samplers(profile, ALL_SET, is_text=is_text)
        assert len(unknown) + len(sampler_fields(profile, ALL_SET, is_text=is_text)) == len(NAMES)
    assert unknown_samplers(profile, Samplers()) == ()
    assert sampler_fields(profile, Samplers()) == {}


@pytest.mark.parametrize(
    ("profile", "unknown"),
    [
        ("openai_chat", ("top_k", "min_p")),
        ("openrouter", ()),
        ("anthropic", ("min_p",)),
        ("ollama", ()),
        ("lm_studio", ("min_p",)),
        ("vllm", ()),
    ],
)
def test_the_samplers_that_a_backend_does_not_know_are_told(profile: ProfileId, unknown: tuple[str, ...]) -> None:
    assert unknown_samplers(PROFILES[profile], Samplers(temperature=1, top_k=40, min_p=0.1)) == unknown


def test_a_sampler_goes_under_the_name_that_it_has_there() -> None:
    samplers = Samplers(repetition_penalty=1.1, repetition_range=512, mirostat=2, typical_p=0.9)
    assert sampler_fields(PROFILES["koboldcpp"], samplers, is_text=True) == {
        "rep_pen": 1.1,
        "rep_pen_range": 512,
        "mirostat": 2,
        "typical": 0.9,
    }
    assert sampler_fields(PROFILES["koboldcpp"], samplers)["mirostat_mode"] == 2
    assert sampler_fields(PROFILES["llamacpp"], samplers) == {
        "repeat_penalty": 1.1,
        "repeat_last_n": 512,
        "mirostat": 2,
        "typical_p": 0.9,
    }
    assert sampler_fields(PROFILES["text_generation_webui"], samplers) == {
        "repetition_penalty": 1.1,
        "repetition_penalty_range": 512,
        "mirostat_mode": 2,
        "typical_p": 0.9,
    }
    assert sampler_fields(PROFILES["vllm"], samplers) == {"repetition_penalty": 1.1}


def test_anthropic_gets_temperature_or_top_p_but_never_both() -> None:
    anthropic = PROFILES["anthropic"]
    assert unknown_samplers(anthropic, Samplers(temperature=0.5, top_p=0.9)) == ("top_p",)
    assert sampler_fields(anthropic, Samplers(temperature=0.5, top_p=0.9)) == {"temperature": 0.5}
    assert sampler_fields(anthropic, Samplers(top_p=0.9)) == {"top_p": 0.9}


@pytest.mark.parametrize(
    ("model", "is_reasoning"),
    [
        *(("o1", True), ("o3-mini", True), ("gpt-5-mini", True), ("openai/o4-mini", True)),
        *(("gpt-4o", False), ("gpt-5-chat-latest", False), ("llama-3", False), ("foo1", False)),
    ],
)
def test_reasoning_models_of_openai_are_known_by_their_names(model: str, is_reasoning: bool) -> None:
    unknown = unknown_samplers(PROFILES["openai_chat"], Samplers(temperature=1), model=model)
    assert unknown == (("temperature",) if is_reasoning else ())
    assert (sent_stop(PROFILES["openai_chat"], ("x",), model=model) == ()) == is_reasoning


def test_stop_texts_that_a_backend_would_not_take_are_told() -> None:
    stop = ("a", "b", "a", "\n", "c", "d", "")
    assert sent_stop(PROFILES["openai_chat"], stop) == ("a", "b", "\n", "c")
    assert unsent_stop(PROFILES["openai_chat"], stop) == ("d",)
    assert unsent_stop(PROFILES["anthropic"], stop) == ("\n",)
    assert unsent_stop(PROFILES["llamacpp"], stop) == ()
