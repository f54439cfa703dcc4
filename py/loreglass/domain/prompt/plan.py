"""The plan of a turn: the one source of what was sent and of what Why shows."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.asks import Encoding
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Role
from loreglass.domain.story.semantics import Semantics
from loreglass.domain.story.timer import Timer

SectionId = Literal[
    "system",
    "before",
    "character",
    "after",
    "persona",
    "scenario",
    "memory",
    "examples",
    "history",
    "depth",
    "note",
    "post_history",
    "prefill",
]
LEAD_SECTIONS: tuple[SectionId, ...] = (
    "system",
    "before",
    "character",
    "after",
    "persona",
    "scenario",
    "memory",
    "examples",
)
"""The sections that make the leading system message, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the prompt; `tokens` is the sum of its pieces' costs."""

    id: SectionId
    text: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMessage:
    """One message as it goes over the wire; message_id where it is a turn of the chat."""

    role: Role
    content: str
    message_id: MessageId | None = None
    variant_id: VariantId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The budget in tokens; sent + reply_reserve <= context. `overhead` is the dialect's cost of message frames."""

    context: int
    reply_reserve: int
    memory_budget: int
    memory_used: int
    left_out: int
    overhead: int
    sent: int
    encoding: Encoding
    exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What one turn sends and why.

    `decisions` hold the decided entries: included in prompt order, then dropped, then those dormant for
    another reason than the plainest. Every other entry of the linked books is dormant: disabled where it or its
    book is off, else no_key_hit (`compose.expand` says so of each).
    `activated` is in the order of deciding. `scanned_from` is the oldest message in depth,
    `sent_from` the oldest that fits.
    """

    decisions: tuple[Decision, ...]
    activated: tuple[tuple[str, str], ...]
    """(book id, entry id) of what passed every check but placement, in the order of deciding."""
    memory_text: str
    placements: Placements
    sections: tuple[Section, ...]
    messages: tuple[PromptMessage, ...]
    numbers: Numbers
    entry_count: int
    rolls_used: int = 0
    timers: tuple[Timer, ...] = ()
    scanned_from: MessageId | None = None
    sent_from: MessageId | None = None
    draft: bool = False
    semantics: Semantics = "native"
    """The rules that decided."""
