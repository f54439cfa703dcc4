"""What came of the books in a turn, whichever program's passes ran: what results and reasons are made from."""

from dataclasses import dataclass

from loreglass.domain.context.budget import Refusal
from loreglass.domain.lore.groups import Loser
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Reason
from loreglass.domain.lore.window import Window
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.book import Slot
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.timer import Timer

PROMPT_ORDER: tuple[Slot, ...] = (
    "before",
    "after",
    "memory",
    "examples_top",
    "examples_bottom",
    "at_depth",
    "note_top",
    "note_bottom",
    "outlet",
)
"""Top to bottom, as the prompt is laid out; an outlet may stand anywhere."""


@dataclass(frozen=True, slots=True)
class ChanceFailed:
    """An entry whose roll was too high for its probability; no roll where that is 0."""

    woken: Woken
    roll: float | None


@dataclass(slots=True, eq=False)
class Refused:
    """An entry that did not fit, and why."""

    woken: Woken
    refusal: Refusal


Drop = ChanceFailed | Loser | Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Lists are in the order of deciding; `placed` is in prompt order, top to bottom."""

    scene: Scene
    window: Window
    taken: list[Woken]
    placed: list[Woken]
    placeless: list[Woken]
    dropped: list[Drop]
    notes: dict[int, Reason]
    """Why an entry sleeps, where it is more than that no keyword was seen."""
    placements: Placements
    limit_tokens: int
    used_tokens: int
    rolls_used: int
    timers: tuple[Timer, ...]
