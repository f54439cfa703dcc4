"""The budget picture: its bars are to scale, and its numbers are the table's."""

from dataclasses import replace
from itertools import pairwise

import pytest

from loreglass.app.view_lens import lens
from loreglass.domain.prompt.plan import Plan
from tests.ui import ninth_bell


@pytest.fixture
def plan() -> Plan:
    made = ninth_bell.open_chat().next_plan
    assert made is not None
    return made


def test_all_rows_but_left_out_add_up_to_the_context(plan: Plan) -> None:
    rows = lens(plan).rows
    assert sum(row.tokens for row in rows if row.part != "out") == plan.numbers.context


def test_a_sum_of_exact_counts_is_not_called_exact(plan: Plan) -> None:
    how = {row.part: row.how for row in lens(plan).rows}
    assert how["reserve"] == "set"
    assert how["lore"] == "est."
    exact = replace(plan, numbers=replace(plan.numbers, exact=True))
    told = {row.part: row.how for row in lens(exact).rows}
    assert (told["lore"], told["history"], told["frames"], told["free"]) == ("sum", "sum", "est.", "est.")
    one = tuple(section for section in exact.sections if section.id == "system")[:1]
    alone = replace(exact, sections=one)
    assert {row.part: row.how for row in lens(alone).rows}["system"] == "exact"


def test_bars_stand_side_by_side_inside_the_width(plan: Plan) -> None:
    for bars in (lens(plan).context_bars, lens(plan).budget_bars):
        for left, right in pairwise(bars):
            assert left.x + left.width <= right.x + 0.01
        assert bars[-1].x + bars[-1].width <= 100.01


def test_each_entry_has_its_segment_with_its_mark(plan: Plan) -> None:
    assert [bar.mark for bar in lens(plan).budget_bars] == ["1", "2", "3", "4", "5", "6", "a", "b"]


def test_what_was_left_out_stands_beyond_the_limit(plan: Plan) -> None:
    view = lens(plan)
    assert all((bar.x >= view.limit_x) == (bar.part == "out") for bar in view.budget_bars)


def test_the_label_has_every_number(plan: Plan) -> None:
    view = lens(plan)
    assert all(f"{row.tokens:,}" in view.label for row in view.rows)


def test_a_plan_without_a_budget_and_without_entries_still_has_a_picture(plan: Plan) -> None:
    bare = replace(plan, decisions=(), numbers=replace(plan.numbers, memory_budget=0, memory_used=0, left_out=0))
    assert lens(bare).budget_bars == ()
    assert lens(bare).unspent is None
