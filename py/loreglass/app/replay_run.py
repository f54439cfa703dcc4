"""Plans the turns of a replay again, and tells of them."""

from collections.abc import Awaitable, Callable

from loreglass.app import effects
from loreglass.app.ports import Clock
from loreglass.app.replay_news import ReplayedPlanned, ReplayMoved, ReplayNews, ReplaySurveyed
from loreglass.app.replays import ReplayedTurn, replay_on
from loreglass.app.slices import in_slices
from loreglass.app.view_replay import survey
from loreglass.domain.errors import LoreglassError
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene

CHOICE_PAUSE_SECONDS = 0.05


class ReplayRun:
    """The replay under way. `plan` plans a scene with the memo of that name, `forget` drops a memo."""

    def __init__(
        self,
        plan: Callable[[Scene, str], Awaitable[Plan]],
        forget: Callable[[str], None],
        tell: Callable[[ReplayNews], None],
        clock: Clock,
    ) -> None:
        self._plan, self._forget, self._tell, self._clock = plan, forget, tell, clock

    async def chat(self, effect: effects.ReplayChat) -> None:
        """The turns that are still to come, a few at a time."""
        replay = effect.replay
        memo = f"replay {replay.chat_id}"

        def tell(turns: tuple[ReplayedTurn, ...]) -> None:
            self._tell(ReplayMoved(chat_id=replay.chat_id, turns=turns))

        try:
            await replay_on(replay, lambda scene: self._plan(scene, memo), tell, self._clock)
        finally:
            self._forget(memo)

    async def survey(self, effect: effects.SurveyReplay) -> None:
        """What the turns add up to."""
        replay = effect.replay
        found = await in_slices(survey(replay.turns, effect.books), self._clock)
        self._tell(ReplaySurveyed(chat_id=replay.chat_id, turns=len(replay.turns), survey=found))

    async def turn(self, effect: effects.PlanReplayed) -> None:
        """The plan of the chosen turn, once the choice rests."""
        await self._clock.sleep(CHOICE_PAUSE_SECONDS)
        try:
            plan = await self._plan(effect.scene, f"replayed {effect.chat_id}")
        except LoreglassError:
            plan = None
        self._tell(ReplayedPlanned(chat_id=effect.chat_id, at=effect.at, plan=plan))
