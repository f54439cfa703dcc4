"""A chat: a tree of messages, each with variants.

A message is a place in the chat; its text is the chosen variant. Variants are immutable: an edit makes
a new variant that replaces the old one in `variant_ids`, and the old one stays for the plans that used it.
The path from `head_id` up through `parent_id` is what the user sees and what is sent. Other branches of the tree
are kept by the heads of `branches`.
"""

from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.ids import (
    BookId,
    BranchId,
    CharacterId,
    ChatId,
    EntryId,
    MessageId,
    PersonaId,
    PlanId,
    PresetId,
    VariantId,
)
from loreglass.domain.story.book import Role
from loreglass.domain.story.semantics import ActivationSettings, Semantics
from loreglass.domain.story.timer import Timer

Speaker = Literal["user", "character", "system"]
VariantState = Literal["done", "stopped", "failed"]
TurnOrder = Literal["manual", "round", "talkative", "mention"]
"""Who speaks next in a group: whom the user names, one after the other, by chance and weight, who was named last."""
VariantSource = Literal["user", "greeting", "demo", "endpoint", "import", "sample"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One wording of a message; `problem` says why one ended before it was whole."""

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
    reasoning: str = ""
    """What the model thought before it replied; neither scanned nor sent."""
    prompt_tokens: int = 0
    """Of its prompt, as the endpoint reported them; 0 where it did not, and so for the next two."""
    reply_tokens: int = 0
    reasoning_tokens: int = 0
    """Among the reply's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What the replies of a chat took, those thrown away too; `cost` in the user's currency, of the priced ones."""

    prompt_tokens: int = 0
    reply_tokens: int = 0
    cost: float = 0.0
    replies: int = 0
    """How many the endpoint reported the tokens of."""
    unreported: int = 0
    unpriced: int = 0
    """How many of the reported ones had no price."""


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
    character_id: CharacterId | None = None
    """Who of a group spoke; None where nobody of the cast did, and in chats from before there were groups."""
    hidden: bool = False
    """Shown, but neither sent nor scanned."""
    pinned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A named way through the tree. Of the branch that is open, the chat's own `head_id` holds, not this one."""

    id: BranchId
    name: str
    head_id: MessageId | None
    created_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorNote:
    """A text that goes in near the end of the history, in every so many of the user's messages; never at 0."""

    text: str = ""
    depth_messages: int = 4
    every_messages: int = 1
    role: Role = "system"


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
    branches: tuple[Branch, ...] = ()
    """All branches, the open one among them; () while there is only one way through the tree."""
    branch_id: BranchId | None = None
    members: tuple[CharacterId, ...] = ()
    """Who may speak in a group, in order; () where `character_id` alone does."""
    muted: tuple[CharacterId, ...] = ()
    talkativeness: tuple[tuple[CharacterId, float], ...] = ()
    """From 0 to 1, of those that do not have the usual half."""
    turn_order: TurnOrder = "manual"
    next_id: CharacterId | None = None
    """Whom the user has named to speak next."""
    note: AuthorNote = field(default_factory=AuthorNote)
    memo: str = ""
    """For the user alone: never sent."""
    stop_at_names: bool = True
    """A reply ends where the model begins to speak for somebody else."""
    spent: Spent = field(default_factory=Spent)
    pinned_entries: tuple[tuple[BookId, EntryId], ...] = ()
    """Always in, in this chat; one that is muted too stays out."""
    muted_entries: tuple[tuple[BookId, EntryId], ...] = ()
    preset_id: PresetId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A message of the path as the engine reads it: who, what, and where it comes from."""

    message_id: MessageId
    variant_id: VariantId | None
    speaker: Speaker
    name: str
    text: str
