"""What the memory books give to a turn."""

from dataclasses import dataclass

from loreglass.domain.ids import MessageId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.timer import Timer


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreResult:
    """The decided entries and their texts in place; tokens under the scene's encoding."""

    decisions: tuple[Decision, ...]
    activated: tuple[tuple[str, str], ...]
    memory_text: str
    memory_tokens: int
    placements: Placements
    budget_tokens: int
    used_tokens: int
    left_out_tokens: int
    entry_count: int
    rolls_used: int
    timers: tuple[Timer, ...]
    scanned_from: MessageId | None
    disabled_prompts: tuple[str, ...] = ()
    """The app's own prompts that a decorator of an included entry turns off: system_prompt."""
