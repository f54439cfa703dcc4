"""Presets: how a prompt is put together and how the model is asked to write.

A preset never holds an address or a key. `DEFAULT_SECTIONS` is the order of a chat without a preset of its own.
"""

from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.ids import PresetId
from loreglass.domain.story.book import Role

Slot = Literal[
    "system",
    "before",
    "character",
    "after",
    "persona",
    "scenario",
    "memory",
    "summary",
    "facts",
    "graph",
    "perspective",
    "examples",
    "note",
    "history",
    "post_history",
    "prefill",
    "text",
]
"""What stands in a section; "text" is a text of the user's own."""

NOTE_DEPTH_MESSAGES = 4
"""Where the author's note and a card's own depth prompt stand, counted from the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetSection:
    """One part of the prompt, in its place in the order.

    `text` is that of "system", "post_history", "prefill" and "text"; where it is "", the slot's own source holds.
    """

    slot: Slot
    id: str = ""
    """Of a text of one's own; "" for all else."""
    name: str = ""
    text: str = ""
    enabled: bool = True
    role: Role = "system"
    depth_messages: int | None = None
    """None: where it stands in the order; else so many messages from the end of the history."""
    cap_tokens: int | None = None
    reserve_tokens: int = 0
    """What stays of it when sections have to give way."""
    drop_rank: int = 0
    """0 is never given up; 1 is given up first."""


DEFAULT_SECTIONS = (
    PresetSection(slot="system"),
    PresetSection(slot="before"),
    PresetSection(slot="character"),
    PresetSection(slot="after"),
    PresetSection(slot="persona"),
    PresetSection(slot="scenario"),
    PresetSection(slot="memory"),
    PresetSection(slot="summary"),
    PresetSection(slot="facts"),
    PresetSection(slot="graph"),
    PresetSection(slot="perspective"),
    PresetSection(slot="examples"),
    PresetSection(slot="note", depth_messages=NOTE_DEPTH_MESSAGES),
    PresetSection(slot="history"),
    PresetSection(slot="post_history"),
    PresetSection(slot="prefill", role="assistant"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Samplers:
    """How the next token is chosen; None is not sent, so the server's own default holds."""

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    typical_p: float | None = None
    top_a: float | None = None
    tfs: float | None = None
    repetition_penalty: float | None = None
    repetition_range: int | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    mirostat: int | None = None
    mirostat_tau: float | None = None
    mirostat_eta: float | None = None
    dry_multiplier: float | None = None
    dry_base: float | None = None
    dry_allowed_length: int | None = None
    xtc_threshold: float | None = None
    xtc_probability: float | None = None
    smoothing_factor: float | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruct:
    """How messages become one text for text completion.

    A message is its role's prefix, its text and its role's suffix. `{{char}}`, `{{user}}` and `{{name}}`, the speaker
    of the message, are filled in in prefixes, suffixes and stop texts. The `story_` pair stands around the leading
    system message, the `first_` and `last_` prefix before the first reply and before the one to be written; ""
    means that the plain one holds.
    """

    name: str = ""
    system_prefix: str = ""
    system_suffix: str = ""
    user_prefix: str = ""
    user_suffix: str = ""
    assistant_prefix: str = ""
    assistant_suffix: str = ""
    first_assistant_prefix: str = ""
    last_assistant_prefix: str = ""
    story_prefix: str = ""
    story_suffix: str = ""
    stop: tuple[str, ...] = ()
    names: Literal["never", "always"] = "never"
    """Whether a turn's text begins with its speaker's name and a colon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A prompt order, samplers and a text format under one name; `raw` is the untouched file it came from."""

    id: PresetId
    name: str
    sections: tuple[PresetSection, ...] = DEFAULT_SECTIONS
    samplers: Samplers = field(default_factory=Samplers)
    instruct: Instruct | None = None
    stop: tuple[str, ...] = ()
    template: str = ""
    """A Jinja2 prompt template; "" for none."""
    context_tokens: int | None = None
    reply_tokens: int | None = None
    origin: str = ""
    raw: str = ""


DEFAULT_PRESET = Preset(id=PresetId(""), name="")
"""That of a chat which has chosen none."""
