"""How much more budget would let in an entry that was left out for want of it."""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter

from loreglass.app.lately import lately
from loreglass.app.strings.reasons import Facts
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Entry

RIVALS_WEIGHED = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """What was left out for want of the same budget, the highest priority first."""

    lowness: tuple[float, ...] = ()
    """Priorities below zero, so that they rise."""
    claims: tuple[tuple[int, int], ...] = ()
    """What each needed, and what was left when it was asked."""
    sums: tuple[int, ...] = (0,)
    """What the first n of them need together."""


NONE = Rivals()


def budget_to_fit(
    decision: Decision, entry: Entry, left_out: tuple[Decision, ...], facts: Facts, *, free_tokens: int
) -> int:
    """How much more budget lets the entry in beside all that is in already; `free_tokens` are left of it.

    A larger budget lets those with a higher priority in first: they are paid for too. Where they are many, all of
    them are paid for; among a few, only those that would fit.
    """
    reason = decision.reason
    rivals = _rivals(left_out, facts).get(_budget(decision), NONE)
    count = bisect_left(rivals.lowness, -entry.priority)
    more = lacks = (reason.need_tokens or decision.cost_tokens) - free_tokens
    if count > RIVALS_WEIGHED:
        return max(1, lacks + rivals.sums[count])
    while True:
        taken = 0
        for need, left in rivals.claims[:count]:
            taken += need if left + more - taken >= need else 0
        if lacks + taken <= more:
            return max(1, more)
        more = lacks + taken


def _budget(decision: Decision) -> tuple[str, str]:
    """What was too small: the book's own budget, or the chat's."""
    own = decision.reason.code == "over_book_budget"
    return decision.reason.code, decision.ref.book_id if own else ""


@lately
def _rivals(left_out: tuple[Decision, ...], facts: Facts) -> dict[tuple[str, str], Rivals]:
    """The rivals for each budget, worked out once for all rows of a plan."""
    groups: dict[tuple[str, str], list[tuple[float, int, int]]] = {}
    for one in left_out:
        entry = facts.entry(one.ref)
        if entry is not None:
            claim = (-entry.priority, one.reason.need_tokens or one.cost_tokens, one.reason.left_tokens or 0)
            groups.setdefault(_budget(one), []).append(claim)
    return {budget: _ranked(claims) for budget, claims in groups.items()}


def _ranked(claims: list[tuple[float, int, int]]) -> Rivals:
    claims.sort(key=itemgetter(0))
    return Rivals(
        lowness=tuple(lowness for lowness, _, _ in claims),
        claims=tuple((need, left) for _, need, left in claims),
        sums=tuple(accumulate((need for _, need, _ in claims), initial=0)),
    )
