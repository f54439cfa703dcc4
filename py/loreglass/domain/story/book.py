"""Memory books and their entries, with the defaults of `native`.

A field at None takes the value of the book, then of the chat. `raw` is the untouched original of a
foreign file as JSON text ("" for an entry made here); `origin` names its format.
"""

from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.semantics import Wish

Logic = Literal["and_any", "and_all", "not_any", "not_all"]
Slot = Literal[
    "memory", "before", "after", "note_top", "note_bottom", "examples_top", "examples_bottom", "at_depth", "outlet"
]
Role = Literal["system", "user", "assistant"]
Scope = Literal["character", "chat", "persona", "global"]
Source = Literal["persona", "description", "personality", "depth_prompt", "scenario", "creator_notes", "author_note"]
Trim = Literal["top", "bottom", "none"]

DEFAULT_DEPTH_MESSAGES = 50
DEFAULT_BUDGET_TOKENS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Recursion:
    """How an entry takes part when entries wake entries."""

    wakes: bool = True
    woken: bool = True
    delay_level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Who must (or, with exclude, must not) be speaking for the entry to wake."""

    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    exclude: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the text stands in the prompt."""

    slot: Slot = "memory"
    depth: int = 4
    role: Role = "system"
    outlet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryBudget:
    """An entry's own claim on the budget, in tokens."""

    ignore: bool = False
    reserve: int = 0
    cap: int | None = None
    trim: Trim = "bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a memory book; spec: memory-books.md, "Native rules"."""

    id: EntryId
    name: str = ""
    text: str = ""
    keywords: tuple[str, ...] = ()
    secondary: tuple[str, ...] = ()
    logic: Logic = "and_any"
    rule: str = ""
    constant: bool = False
    enabled: bool = True
    priority: float = 0
    weight: float = 0
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    depth: int | None = None
    sources: tuple[Source, ...] = ()
    probability: float = 100
    groups: tuple[str, ...] = ()
    group_weight: float = 100
    group_override: bool = False
    recursion: Recursion = field(default_factory=Recursion)
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    triggers: tuple[str, ...] = ()
    filter: Filter = field(default_factory=Filter)
    place: Place = field(default_factory=Place)
    budget: EntryBudget = field(default_factory=EntryBudget)
    owner_id: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    origin: str = ""
    raw: str = ""
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A memory book: its entries in file order."""

    id: BookId
    name: str
    description: str = ""
    enabled: bool = True
    depth: int | None = None
    budget: int | None = None
    recursive: bool | None = None
    semantics: Wish = ""
    entries: tuple[Entry, ...] = ()
    origin: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedBook:
    """A book as a chat uses it."""

    book: Book
    scope: Scope = "chat"
