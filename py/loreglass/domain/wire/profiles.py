"""The backends that users have, one value each: what they are called with, what they know, what they tell.

Sources: the API documentation of each server, and its own source where the documentation is silent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from loreglass.domain.wire.endpoint import Endpoint, ProfileId

Dialect = Literal["chat_completions", "completions", "anthropic", "ollama", "koboldcpp", "llamacpp"]
ContextSource = Literal["models", "props", "show", "true_max_context_length", "lm_studio", "none"]
CountSource = Literal["none", "llamacpp", "koboldcpp", "anthropic", "vllm", "text_generation_webui"]
CorsHelp = Literal[
    "none_needed",
    "unknown",
    "ollama_origins",
    "lm_studio_switch",
    "text_generation_webui_localhost_only",
    "vllm_allowed_origins",
]
"""What the user may have to do so that a page may call the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What is special about one backend.

    `samplers` gives our name of each sampler that it knows the name it has there, `text_samplers` likewise for text
    completion where that differs.
    """

    id: ProfileId
    default_url: str
    chat: Dialect | None
    """How it takes messages; None where it does not."""
    text: Dialect | None
    """How it takes one text; None where it does not."""
    samplers: Mapping[str, str]
    text_samplers: Mapping[str, str] = field(default_factory=dict)
    has_reasoning_rules: bool = False
    """Whether its reasoning models refuse samplers and stop texts and have a reply limit of another name."""
    stop_limit: int | None = None
    """How many stop texts it takes."""
    excludes: tuple[tuple[str, str], ...] = ()
    """Pairs of samplers of which it takes one: where both are set, the second is not sent."""
    continue_fields: tuple[tuple[str, bool], ...] = ()
    """What it must be told so that it continues a reply instead of beginning one."""
    lists_models: Literal["openai", "ollama"] = "openai"
    context: ContextSource = "models"
    counts: CountSource = "none"
    cors: CorsHelp = "unknown"
    needs_key: bool = False
    usage_holds: bool = True
    """Whether the usage that it reports can be believed."""


def _named(*same: str, **other: str) -> Mapping[str, str]:
    return MappingProxyType({name: name for name in same} | other)


_OPENAI = ("temperature", "top_p", "frequency_penalty", "presence_penalty", "seed")
_LLAMA = (
    *_OPENAI,
    *("top_k", "min_p", "typical_p", "mirostat", "mirostat_tau", "mirostat_eta"),
    *("dry_multiplier", "dry_base", "dry_allowed_length", "xtc_threshold", "xtc_probability"),
)
_KOBOLD = (
    *("temperature", "top_p", "top_k", "min_p", "top_a", "tfs", "presence_penalty", "mirostat_tau", "mirostat_eta"),
    *("dry_multiplier", "dry_base", "dry_allowed_length", "xtc_threshold", "xtc_probability", "smoothing_factor"),
)
_KOBOLD_OTHER = {"typical_p": "typical", "repetition_penalty": "rep_pen", "repetition_range": "rep_pen_range"}

_ALL = (
    Profile(
        id="openai_chat",
        default_url="https://api.openai.com/v1",
        chat="chat_completions",
        text=None,
        samplers=_named(*_OPENAI),
        has_reasoning_rules=True,
        stop_limit=4,
    ),
    Profile(
        id="openai_text",
        default_url="http://localhost:8080/v1",
        chat=None,
        text="completions",
        samplers=_named(*_OPENAI),
        stop_limit=4,
    ),
    Profile(
        id="openrouter",
        default_url="https://openrouter.ai/api/v1",
        chat="chat_completions",
        text="completions",
        samplers=_named(*_OPENAI, "top_k", "min_p", "top_a", "repetition_penalty"),
        cors="none_needed",
        needs_key=True,
    ),
    Profile(
        id="anthropic",
        default_url="https://api.anthropic.com/v1",
        chat="anthropic",
        text=None,
        samplers=_named("temperature", "top_p", "top_k"),
        excludes=(("temperature", "top_p"),),
        counts="anthropic",
        cors="none_needed",
        needs_key=True,
    ),
    Profile(
        id="ollama",
        default_url="http://localhost:11434",
        chat="ollama",
        text="ollama",
        samplers=_named(
            *(*_OPENAI, "top_k", "min_p", "typical_p"),
            repetition_penalty="repeat_penalty",
            repetition_range="repeat_last_n",
        ),
        lists_models="ollama",
        context="show",
        cors="ollama_origins",
    ),
    Profile(
        id="koboldcpp",
        default_url="http://localhost:5001",
        chat="chat_completions",
        text="koboldcpp",
        samplers=_named(*_KOBOLD, "seed", **_KOBOLD_OTHER, mirostat="mirostat_mode"),
        text_samplers=_named(*_KOBOLD, "mirostat", **_KOBOLD_OTHER, seed="sampler_seed"),
        context="true_max_context_length",
        counts="koboldcpp",
        cors="none_needed",
        usage_holds=False,
    ),
    Profile(
        id="llamacpp",
        default_url="http://localhost:8080",
        chat="chat_completions",
        text="llamacpp",
        samplers=_named(*_LLAMA, repetition_penalty="repeat_penalty", repetition_range="repeat_last_n"),
        context="props",
        counts="llamacpp",
        cors="none_needed",
    ),
    Profile(
        id="lm_studio",
        default_url="http://localhost:1234/v1",
        chat="chat_completions",
        text="completions",
        samplers=_named(*_OPENAI, "top_k", repetition_penalty="repeat_penalty"),
        context="lm_studio",
        cors="lm_studio_switch",
    ),
    Profile(
        id="text_generation_webui",
        default_url="http://localhost:5000/v1",
        chat="chat_completions",
        text="completions",
        samplers=_named(
            *(*_LLAMA, "top_a", "tfs", "repetition_penalty", "smoothing_factor"),
            repetition_range="repetition_penalty_range",
            mirostat="mirostat_mode",
        ),
        continue_fields=(("continue_", True),),
        context="none",
        counts="text_generation_webui",
        cors="text_generation_webui_localhost_only",
    ),
    Profile(
        id="vllm",
        default_url="http://localhost:8000/v1",
        chat="chat_completions",
        text="completions",
        samplers=_named(*_OPENAI, "top_k", "min_p", "repetition_penalty"),
        continue_fields=(("continue_final_message", True), ("add_generation_prompt", False)),
        counts="vllm",
        cors="vllm_allowed_origins",
    ),
)
PROFILES: Mapping[ProfileId, Profile] = MappingProxyType({profile.id: profile for profile in _ALL})
"""Every profile by its id, in the order in which they are offered."""


def profile_of(endpoint: Endpoint) -> Profile:
    """The profile of the endpoint's backend."""
    return PROFILES[endpoint.profile]
