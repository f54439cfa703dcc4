"""A chat: a tree of messages, each with variants.

A message is a place in the chat; its text is the chosen variant. Variants are immutable: an edit makes
a new variant that replaces the old one in `variant_ids`, and the old one stays for the plans that used it.
The path from `head_id` up through `parent_id` is what the user sees and what is sent.
"""

from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.ids import BookId, CharacterId, ChatId, MessageId, PersonaId, PlanId, VariantId
from loreglass.domain.story.semantics import ActivationSettings, Semantics
from loreglass.domain.story.timer import Timer

Speaker = Literal["user", "character", "system"]
VariantState = Literal["done", "stopped", "failed"]
VariantSource = Literal["user", "greeting", "demo", "endpoint", "import", "sample"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One wording of a message; `problem` says why a failed or stopped one ended."""

    id: VariantId
    chat_id: ChatId
    message_id: MessageId
    text: str
    source: VariantSource
    state: VariantState = "done"
    model: str = ""
    plan_id: PlanId | None = None
    timers: tuple[Timer, ...] = ()
    """Stickies and cooldowns as they stand after this reply."""
    problem: str = ""
    created_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a chat."""

    id: MessageId
    chat_id: ChatId
    parent_id: MessageId | None
    speaker: Speaker
    name: str
    variant_ids: tuple[VariantId, ...]
    chosen_id: VariantId
    created_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A chat and what belongs to it; None in a setting means the app's own."""

    id: ChatId
    title: str
    character_id: CharacterId | None
    persona_id: PersonaId | None
    book_ids: tuple[BookId, ...] = ()
    head_id: MessageId | None = None
    draft: str = ""
    semantics: Semantics = "native"
    activation: ActivationSettings = field(default_factory=ActivationSettings)
    memory_depth_messages: int | None = None
    memory_budget_tokens: int | None = None
    sample: bool = False
    message_count: int = 0
    updated_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A message of the path as the engine reads it: who, what, and where it comes from."""

    message_id: MessageId
    variant_id: VariantId | None
    speaker: Speaker
    name: str
    text: str
