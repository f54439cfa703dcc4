"""A replay: every turn of a chat planned again, one after the other, and what is kept of each.

A turn is a reply: it was planned from what stands before it. Stickies and cooldowns go from turn to turn.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from loreglass.app.strings.reasons import Pieces
from loreglass.app.view_marks import EntryKey
from loreglass.domain.authoring.heat import Cell, cells_of
from loreglass.domain.errors import LoreglassError
from loreglass.domain.ids import ChatId, MessageId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.timer import Timer

Heat = Literal["in", "by", "out", "rest"]
TELL_MS = 200
ROWS_A_STEP = 60


class Clock(Protocol):
    """What a replay needs of the clock."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...

    def slice_is_over(self) -> bool:
        """True when the page should be given a turn."""
        ...

    async def pause(self) -> None:
        """Give the page a turn."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPoint:
    """A turn to plan: how many messages stand before it, and the reply that it made (None: none yet)."""

    messages: int
    message_id: MessageId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedTurn:
    """One turn: its cells, what the memory section took, and the timers as they stand after it."""

    cells: tuple[Cell, ...] = ()
    used_tokens: int = 0
    budget_tokens: int = 0
    timers: tuple[Timer, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry's row of the table: where it was what (turns from 0), told in words too."""

    key: EntryKey
    name: str
    heats: tuple[tuple[Heat, tuple[int, ...]], ...]
    words: str
    times: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One entry (or a pair) and what is to be said of it; `edit` is the address of its form."""

    name: str
    said: Pieces
    edit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Concern:
    """One list of the health: its heading, the quiet word beside it, the first remarks, how many there are."""

    code: str
    title: str
    note: str
    remarks: tuple[Remark, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What the turns add up to: a row an entry in book order, and the health of the books."""

    rows: tuple[EntryRow, ...]
    concerns: tuple[Concern, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The replay on the screen. `scene` has the whole chat; each turn is planned from its beginning."""

    chat_id: ChatId
    scene: Scene
    points: tuple[ReplayPoint, ...]
    turns: tuple[ReplayedTurn, ...] = ()
    running: bool = False
    chosen: int = 0
    plan: Plan | None = None
    """The plan of the chosen turn."""
    survey: Survey | None = None
    """None while turns come in or are added up."""
    all_rows: bool = False
    shown_rows: int = ROWS_A_STEP

    @property
    def whole(self) -> bool:
        """True when every turn has been planned again."""
        return len(self.turns) == len(self.points)


def scene_at(replay: Replay, at: int) -> Scene:
    """What the turn was planned from, with the timers that the one before it left."""
    timers = replay.turns[at - 1].timers if at else ()
    return replace(replay.scene, turns=replay.scene.turns[: replay.points[at].messages], timers=timers)


def turn_of(plan: Plan) -> ReplayedTurn:
    """What is kept of a plan: the texts are not."""
    return ReplayedTurn(
        cells=cells_of(plan.decisions),
        used_tokens=plan.numbers.memory_used,
        budget_tokens=plan.numbers.memory_budget,
        timers=plan.timers,
    )


async def replay_on(
    replay: Replay,
    plan: Callable[[Scene], Awaitable[Plan]],
    tell: Callable[[tuple[ReplayedTurn, ...]], None],
    clock: Clock,
) -> None:
    """Tells the turns that are still to come, a few at a time."""
    fresh: list[ReplayedTurn] = []
    told_ms = clock.now_ms()
    for at in range(len(replay.turns), len(replay.points)):
        try:
            turn = turn_of(await plan(scene_at(replay, at)))
        except LoreglassError as error:
            timers = replay.turns[-1].timers if replay.turns else ()
            turn = ReplayedTurn(timers=timers, problem=str(error))
        replay = replace(replay, turns=(*replay.turns, turn))
        fresh.append(turn)
        if clock.now_ms() - told_ms >= TELL_MS:
            tell(tuple(fresh))
            fresh.clear()
            told_ms = clock.now_ms()
        if clock.slice_is_over():
            await clock.pause()
    if fresh:
        tell(tuple(fresh))
