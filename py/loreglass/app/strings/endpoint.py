"""The words of Settings, Endpoint: kinds of endpoints, what each needs, samplers, the test's steps. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from loreglass.app.endpoints import CheckStep, ContextFrom
from loreglass.domain.wire.endpoint import ProfileId
from loreglass.domain.wire.profiles import PROFILES, CorsHelp, Profile

DRAFTS_NOTE = (
    "On: what you write goes there to be counted before you send it. "
    "Off: the page estimates, and asks only when you send and space is short."
)
KEY_NOTE = (
    "Off: the key is in memory and gone when the page closes or is loaded again. "
    "On: it is kept in this browser, never exported. "
    "On github.io all pages of one person share one origin and could read it; use an own domain or account there."
)

KEY_KEPT = "A key is set. It is kept on this device. Type another to replace it."
KEY_IN_MEMORY = "A key is set. It is gone when this page closes or is loaded again. Type another to replace it."
KEY_IN_ADDRESS = (
    "This address holds a key. It is kept with the address on this device; better put it into the field API key."
)
NO_KEY = "Leave it empty for a program of your own."
KEY_PLACEHOLDER = "A key is kept; empty leaves it"

ONE_PRICE = "Both empty: no price. One filled: the empty one counts as 0."

PROFILE_NAMES: Mapping[ProfileId, str] = {
    "openai_chat": "OpenAI-compatible, chat",
    "openai_text": "OpenAI-compatible, text completion",
    "openrouter": "OpenRouter",
    "anthropic": "Anthropic",
    "ollama": "Ollama",
    "koboldcpp": "KoboldCpp",
    "llamacpp": "llama.cpp",
    "lm_studio": "LM Studio",
    "text_generation_webui": "text-generation-webui",
    "vllm": "vLLM",
}

_CORS: Mapping[CorsHelp, str] = {
    "none_needed": "Lets any page in. Nothing to set.",
    "unknown": "Must let this page in (CORS). Most services do; where one does not, only its own page can use it.",
    "ollama_origins": "Start it with OLLAMA_ORIGINS set to this page’s address. Until then it refuses every page.",
    "lm_studio_switch": "In its server settings, switch on “Enable CORS”.",
    "text_generation_webui_localhost_only": (
        "Start it with --api. It lets in pages opened from localhost only; open Loreglass from there."
    ),
    "vllm_allowed_origins": "Lets any page in, unless it was started with other --allowed-origins.",
}

_EXTRA: Mapping[ProfileId, str] = {
    "ollama": "Each request tells it the context size below; a large one takes memory there.",
    "anthropic": "Its key lies open to whoever can read this browser. A limit on the account is wise.",
    "openai_text": "Prompts go as one text, in the preset’s instruct format.",
}


def needs(profile: Profile) -> str:
    """What this kind of endpoint wants before a page may talk to it."""
    key = "Needs a key." if profile.needs_key else ""
    return " ".join(text for text in (_CORS[profile.cors], _EXTRA.get(profile.id, ""), key) if text)


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserRule:
    """What one browser allows a page on https to call on this machine and at home."""

    browser: str
    rule: str


LOCAL_RULES: tuple[BrowserRule, ...] = (
    BrowserRule(
        browser="Chrome, Edge, Brave",
        rule="ask you once whether this page may reach this device or your local network. After that it may call "
        "http://localhost and addresses such as http://192.168.1.5. Where you said no, the sign left of the page’s "
        "address has the switch.",
    ),
    BrowserRule(
        browser="Firefox",
        rule="may call http://localhost and http://127.0.0.1; newer versions ask you first. Plain http to another "
        "machine is barred.",
    ),
    BrowserRule(
        browser="Safari",
        rule="bars plain http from a page on https, even to this machine. Open Loreglass itself from "
        "http://localhost: the same files.",
    ),
)
LOCAL_NOTE = (
    "What always works: Loreglass opened from http://localhost, or https on the other machine. The program must listen "
    "to the network there, not to its own machine alone."
)
ALLOW_NOTE = "The browser asks at the first call. This button makes that call now, so that you see the question."

SAMPLER_NAMES: Mapping[str, str] = {
    "temperature": "Temperature",
    "top_p": "Top P",
    "top_k": "Top K",
    "min_p": "Min P",
    "typical_p": "Typical P",
    "top_a": "Top A",
    "tfs": "Tail-free",
    "repetition_penalty": "Repetition penalty",
    "repetition_range": "Repetition range",
    "frequency_penalty": "Frequency penalty",
    "presence_penalty": "Presence penalty",
    "mirostat": "Mirostat",
    "mirostat_tau": "Mirostat tau",
    "mirostat_eta": "Mirostat eta",
    "dry_multiplier": "DRY multiplier",
    "dry_base": "DRY base",
    "dry_allowed_length": "DRY allowed length",
    "xtc_threshold": "XTC threshold",
    "xtc_probability": "XTC probability",
    "smoothing_factor": "Smoothing factor",
    "seed": "Seed",
}


def context_words(said_by: ContextFrom, tokens: str) -> str:
    """Where the context size comes from."""
    match said_by:
        case "user":
            return "your own number; empty it to have the server’s"
        case "server":
            return f"{tokens} tokens, as the server told"
        case "usual":
            return f"{tokens} tokens, a guess until the server is asked"
        case _:
            assert_never(said_by)


def kinds() -> tuple[Profile, ...]:
    """Every kind of endpoint, in the order in which they are offered."""
    return tuple(PROFILES.values())


def step_name(step: CheckStep) -> str:
    """What a step of the endpoint test looks at."""
    match step.name:
        case "url":
            return "The address"
        case "reach":
            return "Reaching it"
        case "key":
            return "The key"
        case "models":
            return "The model list"
        case "context":
            return "The context size"
        case "reply":
            return "A reply of one token"
        case _:
            assert_never(step.name)


def step_state(step: CheckStep) -> str:
    """How a step of the endpoint test stands."""
    match step.state:
        case "waiting":
            return "waiting"
        case "running":
            return "trying"
        case "passed":
            return "good"
        case "failed":
            return "failed"
        case "skipped":
            return "left out"
        case _:
            assert_never(step.state)


def outcome(steps: tuple[CheckStep, ...]) -> str:
    """How the endpoint test went, in one sentence; "" before it was run."""
    if not steps:
        return ""
    states = [step.state for step in steps]
    if "failed" in states:
        return f"Step {states.index('failed') + 1} of {len(steps)} failed."
    if "running" in states or "waiting" in states:
        return "Trying it, one step at a time."
    if states[-1] == "skipped":
        return "What was asked for went well. No reply was tried."
    return "It works. The next message goes there."
