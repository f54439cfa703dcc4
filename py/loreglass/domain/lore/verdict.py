"""What happened to an entry this turn, and why. Codes and numbers; no prose (that is `app/strings.py`)."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.asks import Span
from loreglass.domain.ids import BookId, EntryId, MessageId

Verdict = Literal["included", "dropped", "dormant"]

IncludedCode = Literal["constant", "sticky", "key_hit", "rule_hit", "recursion_hit", "decorator", "forced"]
DroppedCode = Literal[
    "over_book_budget",
    "over_total_budget",
    "after_overflow",
    "lost_group",
    "chance_failed",
    "duplicate",
    "no_placement",
]
DormantCode = Literal[
    "disabled",
    "no_key_hit",
    "secondary_missing",
    "outside_depth",
    "filtered",
    "cooldown",
    "delayed",
    "delay_level",
    "recursion_blocked",
    "decorator",
    "regex_invalid",
    "regex_slow",
    "not_shareable",
]
ReasonCode = IncludedCode | DroppedCode | DormantCode


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRef:
    """An entry of a linked book, at one revision."""

    book_id: BookId
    entry_id: EntryId
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Where a keyword was seen.

    `where` is name, text, or the name of a source; `span` is in code points of that raw text.
    `message` is the index in the scene's turns (0 = oldest), None outside messages; `age` counts back
    from the newest (0). A hit in another entry's text has `parent` and where = "entry".
    """

    key: str
    where: str
    span: Span
    age: int
    message: int | None = None
    message_id: MessageId | None = None
    parent: EntryRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why an entry got its verdict; fields that a code does not use stay None or empty."""

    code: ReasonCode
    hit: Hit | None = None
    secondary_hits: tuple[Hit, ...] = ()
    need_tokens: int | None = None
    left_tokens: int | None = None
    roll: float | None = None
    needed_percent: float | None = None
    filter_kind: Literal["character", "tag", "trigger"] | None = None
    until_messages: int | None = None
    group: str = ""
    winner: EntryRef | None = None
    missing: tuple[str, ...] = ()
    """Secondary keywords that were looked for and not seen, or (for not_any, not_all) seen."""
    decorator: str = ""
    """The V3 decorator that decided, where the entry has several."""
    pattern: str = ""
    problem: str = ""
    depth_messages: int | None = None
    muted: bool = False
    """True where the user muted the entry for this chat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One entry's end of turn. `text` is the filled-in text that is (or would be) sent; `cost_tokens` its price."""

    ref: EntryRef
    verdict: Verdict
    reason: Reason
    cost_tokens: int = 0
    text: str = ""
    trimmed: bool = False
    slot: str = "memory"
