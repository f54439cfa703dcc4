"""Stickies and cooldowns."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.ids import BookId, EntryId, MessageId


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A running sticky or cooldown of one entry; start and end in messages."""

    kind: Literal["sticky", "cooldown"]
    book_id: BookId
    entry_id: EntryId
    start_messages: int
    end_messages: int
    last_hit: MessageId | None = None
    stamp: str = ""
    """What the entry was when the timer began, under `sillytavern`: an edit ends it."""
    protected: bool = False
    """It outlives messages that are taken back: the cooldown that the end of a sticky began."""
