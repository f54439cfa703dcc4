"""The scene: everything that a plan is made from. Same scene and answers, same plan."""

from dataclasses import dataclass, field

from loreglass.domain.asks import Encoding
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import DEFAULT_BUDGET_TOKENS, DEFAULT_DEPTH_MESSAGES, LinkedBook, Source
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.preset import DEFAULT_PRESET, Preset, Slot
from loreglass.domain.story.semantics import Semantics, Strategy
from loreglass.domain.story.timer import Timer


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the user set for this chat; depth in messages, budgets in tokens."""

    semantics: Semantics = "native"
    memory_depth_messages: int = DEFAULT_DEPTH_MESSAGES
    memory_budget_tokens: int = DEFAULT_BUDGET_TOKENS
    memory_budget_percent: float | None = None
    context_tokens: int = 8192
    reply_reserve_tokens: int = 512
    encoding: Encoding = "o200k_base"
    exact: bool = False
    """True when the encoding is the model's own; else counts are labelled as estimates."""
    scan_names: bool = True
    whole_words: bool = True
    case_sensitive: bool = False
    recursive: bool = False
    max_recursion_steps: int = 0
    min_activations: int = 0
    min_activations_depth_messages: int = 0
    """How far the search for them goes back under `sillytavern`; 0 is no limit."""
    memory_budget_cap_tokens: int = 0
    """What the per cent of the context may not exceed under `sillytavern`; 0 is no cap."""
    group_scoring: bool = False
    """In a group the entry with the most keywords seen wins, under `sillytavern`."""
    strategy: Strategy = "character_first"
    seed: int = 0
    now: str = ""
    """Story or wall time as ISO 8601; "" where none is given."""
    idle_seconds: int | None = None
    system_prompt: str = ""
    author_note: str = ""
    pinned_entries: tuple[tuple[BookId, EntryId], ...] = ()
    """Always in, whatever their keywords, timers and chance say; filters and the budget hold for them too."""
    muted_entries: tuple[tuple[BookId, EntryId], ...] = ()
    text_completion: bool = False
    """True where the endpoint takes one text; the preset's instruct format then makes it of the messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One turn about to be planned.

    `turns` are oldest first and include the draft as their last item where one is being planned;
    `draft` tells so, and that turn's message_id is then "draft". `sources` are extra texts that entries may scan.
    `rolls` are used in the order in which chance is asked; None means hashed rolls.
    """

    turns: tuple[Turn, ...]
    books: tuple[LinkedBook, ...] = ()
    character: Character | None = None
    persona: Persona | None = None
    char_name: str = ""
    user_name: str = ""
    settings: Settings = field(default_factory=Settings)
    sources: tuple[tuple[Source, str], ...] = ()
    character_tags: tuple[str, ...] = ()
    character_file: str = ""
    trigger: str = "normal"
    draft: bool = False
    macros: tuple[tuple[str, str], ...] = ()
    """Macros of the surroundings, by name; known under `sillytavern` alone."""
    rolls: tuple[float, ...] | None = None
    timers: tuple[Timer, ...] = ()
    dry_run: bool = False
    preset: Preset = DEFAULT_PRESET
    extra_sections: tuple[tuple[Slot, str], ...] = ()
    """Texts of summary, facts, graph and perspective, as other memories made them; macros in them are text."""
    prefill: str = ""
    """The partial reply that `continue` extends; sent as the last assistant message."""
    group: bool = False
    """True where several characters may speak: the prompt says of each turn who spoke."""
