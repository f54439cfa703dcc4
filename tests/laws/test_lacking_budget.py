"""How much more budget lets an entry in: the same as walking through all that come before it, or more."""

from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.lacking import RIVALS_WEIGHED, budget_to_fit
from loreglass.app.strings.reasons import Facts
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.story.book import Entry

BOOK = BookId("b")
Claims = list[tuple[int, int, int]]
"""Priority, need and what was left."""
CLAIMS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 60), st.integers(0, 20)), min_size=1, max_size=70)


def left_out(claims: Claims) -> tuple[tuple[Decision, ...], Facts]:
    """The decisions on entries that did not fit, the highest priority first, and the entries."""
    ranked = sorted(claims, key=lambda claim: -claim[0])
    refs = [EntryRef(book_id=BOOK, entry_id=EntryId(f"e{at}"), revision=1) for at in range(len(ranked))]
    decisions = tuple(
        Decision(
            ref=ref,
            verdict="dropped",
            reason=Reason(code="over_total_budget", need_tokens=need, left_tokens=left),
            cost_tokens=need,
        )
        for ref, (_, need, left) in zip(refs, ranked, strict=True)
    )
    entries = {
        (BOOK, ref.entry_id): Entry(id=ref.entry_id, priority=priority)
        for ref, (priority, _, _) in zip(refs, ranked, strict=True)
    }
    return decisions, Facts(numbers={}, entries=entries)


def walked(more: int, free: int, own: Decision, decisions: tuple[Decision, ...], facts: Facts) -> int:
    """What is lacking still, with so much more budget: over 0 where the entry does not fit."""
    entry = facts.entry(own.ref)
    assert entry is not None
    taken = 0
    for one in decisions:
        rival = facts.entry(one.ref)
        assert rival is not None
        need, left = one.reason.need_tokens or 0, one.reason.left_tokens or 0
        if rival.priority > entry.priority and left + more - taken >= need:
            taken += need
    return (own.reason.need_tokens or 0) - free + taken - more


@given(CLAIMS, st.integers(0, 20))
def test_with_so_much_more_budget_the_entry_fits(claims: Claims, free: int) -> None:
    decisions, facts = left_out(claims)
    own = decisions[-1]
    entry = facts.entry(own.ref)
    assert entry is not None
    more = budget_to_fit(own, entry, decisions, facts, free_tokens=free)
    assert more >= 1
    assert walked(more, free, own, decisions, facts) <= 0


@given(CLAIMS.filter(lambda claims: len(claims) <= RIVALS_WEIGHED), st.integers(0, 20))
def test_among_a_few_nothing_is_paid_for_that_would_not_fit(claims: Claims, free: int) -> None:
    decisions, facts = left_out(claims)
    own = decisions[-1]
    entry = facts.entry(own.ref)
    assert entry is not None
    more = budget_to_fit(own, entry, decisions, facts, free_tokens=free)
    assert more == 1 or walked(more, free, own, decisions, facts) == 0
