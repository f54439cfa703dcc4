"""The plan of a turn: the one source of what was sent and of what Why shows."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from loreglass.domain.asks import Encoding
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Role
from loreglass.domain.story.preset import Slot
from loreglass.domain.story.semantics import Semantics
from loreglass.domain.story.timer import Timer

SectionId: TypeAlias = Slot | Literal["depth"]
"""A slot of the preset, or "depth": entry texts among the messages, each at its own depth."""

CutReason = Literal["cap", "gave_way"]
"""Shortened to the section's own cap; or given up so that the history has its reserve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the prompt; `tokens` is the sum of its pieces' costs. A text of the user's own has name and text_id."""

    id: SectionId
    text: str
    tokens: int
    name: str = ""
    text_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """What a section lost, and why; it may have lost all."""

    section: SectionId
    tokens: int
    reason: CutReason
    name: str = ""
    text_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptMessage:
    """One message as it goes over the wire; message_id where it is a turn of the chat.

    `prefix` is what of the content comes before the turn's own text: in a group, who spoke.
    """

    role: Role
    content: str
    message_id: MessageId | None = None
    variant_id: VariantId | None = None
    prefix: str = ""

    @property
    def own_text(self) -> str:
        """The turn's text, without who spoke."""
        return self.content[len(self.prefix) :]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The budget in tokens; sent + reply_reserve <= context. `overhead` is the dialect's cost of message frames.

    With a prompt template it is what the template adds to its sections, and below 0 where it shortens them.
    """

    context: int
    reply_reserve: int
    memory_budget: int
    memory_used: int
    left_out: int
    overhead: int
    sent: int
    encoding: Encoding
    exact: bool
    """Whether each text was counted by the model's own tokeniser; `sent` has the frames besides."""
    by_server: bool = False
    """True where the endpoint counted the texts."""
    factor: float = 1.0
    """By what the tokeniser's counts were multiplied, after what the endpoint had reported before."""
    counted: int | None = None
    """Tokens of the whole prompt by the endpoint's own count; None where it was not asked, or does not count."""


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
    cuts: tuple[Cut, ...] = ()
    stop: tuple[str, ...] = ()
    """What ends the reply where it appears in it."""
    text_parts: tuple[str, ...] = ()
    """The prompt as one text, in parts, where it is sent so or a template made it; () else."""

    @property
    def text(self) -> str:
        """The prompt as one text; "" where only messages are sent."""
        return "".join(self.text_parts)
