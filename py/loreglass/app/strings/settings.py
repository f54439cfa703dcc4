"""The words of Settings: the endpoint test, notes per program, themes, where data lives. Pure."""

from dataclasses import dataclass
from typing import assert_never

from loreglass.app.state import CheckStep, Theme

TABS: tuple[tuple[str, str], ...] = (
    ("endpoint", "Endpoint"),
    ("memory", "Memory"),
    ("look", "Look"),
    ("storage", "Storage"),
)

THEMES: tuple[tuple[Theme, str, str], ...] = (
    ("system", "System", "light or dark, as your device is"),
    ("light", "Light", "fog"),
    ("dark", "Dark", "harbour at night"),
    ("sepia", "Sepia", "old paper"),
    ("contrast", "High contrast", "black, white, thick lines"),
)

KEY_NOTE = (
    "Off: the key is in memory and gone when the page closes or is loaded again. "
    "On: it is kept in this browser, never exported. "
    "On github.io all pages of one person share one origin and could read it; use an own domain or account there."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What a program needs before a page may talk to it."""

    name: str
    address: str
    note: str


PROGRAMS: tuple[Program, ...] = (
    Program(
        name="llama.cpp",
        address="http://localhost:8080/v1",
        note="Lets any page in. Nothing to set.",
    ),
    Program(
        name="KoboldCpp",
        address="http://localhost:5001/v1",
        note="Lets any page in. Nothing to set.",
    ),
    Program(
        name="Ollama",
        address="http://localhost:11434/v1",
        note="Start it with OLLAMA_ORIGINS set to this page’s address. Its context is 4,096 tokens unless you raise it "
        "there (OLLAMA_CONTEXT_LENGTH).",
    ),
    Program(
        name="LM Studio",
        address="http://localhost:1234/v1",
        note="In its server settings, switch on “Enable CORS”.",
    ),
    Program(
        name="text-generation-webui",
        address="http://localhost:5000/v1",
        note="Start it with --api. It lets in pages opened from localhost only; open Loreglass from there.",
    ),
    Program(
        name="vLLM",
        address="http://localhost:8000/v1",
        note="Lets any page in unless it was told otherwise.",
    ),
    Program(
        name="OpenRouter and other services",
        address="https://openrouter.ai/api/v1",
        note="Need a key. Most let any page in; some do not, and then only their own page works.",
    ),
)

LOCAL_NOTE = (
    "From a page on https, Chromium may call http://localhost and http://127.0.0.1, and asks you for “local network "
    "access” once. Another machine at home needs https, or open Loreglass itself from http://localhost. "
    "Safari bars localhost from an https page altogether."
)


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
    return "It works. The next message goes there."
