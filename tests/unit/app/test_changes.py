"""For every reason to be left out or asleep Why says what would change it."""

from typing import get_args

import pytest

from loreglass.app.strings.changes import timed
from loreglass.app.strings.reasons import Facts, plain
from loreglass.app.view_marks import Mark
from loreglass.app.view_rows import Row, Sources, row
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.verdict import Decision, DormantCode, DroppedCode, EntryRef, Reason, ReasonCode, Verdict
from loreglass.domain.story.book import Entry, EntryBudget
from loreglass.domain.story.timer import Timer

REF = EntryRef(book_id=BookId("b"), entry_id=EntryId("e"))
ENTRY = Entry(id=REF.entry_id, name="Lamp", keywords=("lamp",), secondary=("night",))


def shown(verdict: Verdict, reason: Reason, entry: Entry = ENTRY) -> Row:
    decision = Decision(ref=REF, verdict=verdict, reason=reason, cost_tokens=9)
    facts = Facts(entries={(REF.book_id, REF.entry_id): entry})
    sources = Sources(facts=facts, texts=lambda _: "", decisions={}, free_tokens=0)
    return row(decision, Mark(fate="out", label="a"), sources)


@pytest.mark.parametrize("code", get_args(DroppedCode))
def test_every_reason_to_be_left_out_says_what_would_let_it_in(code: ReasonCode) -> None:
    assert plain(shown("dropped", Reason(code=code, need_tokens=9, left_tokens=2)).change).endswith(".")


@pytest.mark.parametrize("code", get_args(DormantCode))
def test_every_reason_to_sleep_says_what_would_wake_it(code: ReasonCode) -> None:
    reason = Reason(code=code, filter_kind="tag" if code == "filtered" else None)
    assert plain(shown("dormant", reason).change).endswith(".")


def test_one_that_other_words_keep_asleep_would_wake_without_them() -> None:
    entry = Entry(id=REF.entry_id, keywords=("lamp",), secondary=("night", "fog"), logic="not_any")
    said = shown("dormant", Reason(code="secondary_missing", missing=("fog",)), entry).change
    assert plain(said) == "It would wake without fog."


def test_an_own_limit_is_not_the_budgets_fault() -> None:
    entry = Entry(id=REF.entry_id, budget=EntryBudget(cap=5))
    view = shown("dropped", Reason(code="over_total_budget", need_tokens=9, left_tokens=5), entry)
    assert plain(view.change).startswith("It would go in with a larger limit of its own")
    assert view.fixes == ()


@pytest.mark.parametrize(
    ("timer", "said"),
    [
        (None, "When it wakes it stays in for 3 messages, then rests for good."),
        (("sticky", 12), "It stays in until the chat has 12 messages, then rests for good."),
        (("cooldown", 2_000_000_000), "It rests for good."),
    ],
)
def test_timers_without_an_end_are_for_good(timer: tuple[str, int] | None, said: str) -> None:
    entry = Entry(id=REF.entry_id, sticky=3, cooldown=1_000_000_000)
    running = timer and Timer(
        kind="sticky" if timer[0] == "sticky" else "cooldown",
        book_id=REF.book_id,
        entry_id=REF.entry_id,
        start_messages=1,
        end_messages=timer[1],
    )
    assert plain(timed(entry, running)) == said
