"""The only composer: a scene and the answers to what it asks make a plan, byte for byte the same each time."""

from loreglass.domain.asks import Asking
from loreglass.domain.lore.account import EntryVerdict, account
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.offer import offer
from loreglass.domain.lore.policy import POLICIES
from loreglass.domain.prompt.assemble import assemble
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import LinkedBook
from loreglass.domain.story.scene import Scene


def plan_turn(scene: Scene, memo: Memo) -> Asking[Plan]:
    """What the next turn sends, and why. `memo` makes it quick and never changes it.

    Raises PromptTooLong where the fixed part does not fit.
    """
    lore = yield from offer(scene, POLICIES[scene.settings.semantics], memo)
    return (yield from assemble(scene, lore))


def expand(plan: Plan, books: tuple[LinkedBook, ...]) -> tuple[EntryVerdict, ...]:
    """Every entry of the books exactly once, with its verdict: decided ones in the plan's order, then the dormant."""
    return account(plan.decisions, books)
