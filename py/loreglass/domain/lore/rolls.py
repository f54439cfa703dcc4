"""Rolls: given numbers in the order asked, or hashes that do not depend on the order."""

from loreglass.domain.context.chance import chance
from loreglass.domain.story.scene import Scene

_AFTER_THE_LAST = 0.5


class Rolls:
    """The rolls of one plan, counted."""

    def __init__(self, scene: Scene) -> None:
        self._given = scene.rolls
        self._seed = scene.settings.seed
        self._turn = len(scene.turns)
        self.used = 0

    def roll(self, *who: str) -> float:
        """The next number in [0, 1); `who` is what it is rolled for."""
        self.used += 1
        if self._given is None:
            return chance(self._seed, self._turn, *who)
        return self._given[self.used - 1] if self.used <= len(self._given) else _AFTER_THE_LAST
