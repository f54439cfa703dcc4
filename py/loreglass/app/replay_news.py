"""What is told of a replay."""

from dataclasses import dataclass

from loreglass.app.replays import ReplayedTurn, Survey
from loreglass.domain.ids import ChatId
from loreglass.domain.prompt.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayMoved:
    """Some more turns of a replay."""

    chat_id: ChatId
    turns: tuple[ReplayedTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaySurveyed:
    """What the turns of a replay add up to, and how many there were."""

    chat_id: ChatId
    turns: int
    survey: Survey


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedPlanned:
    """The plan of one turn of a replay; None where it does not fit."""

    chat_id: ChatId
    at: int
    plan: Plan | None


ReplayNews = ReplayMoved | ReplaySurveyed | ReplayedPlanned
