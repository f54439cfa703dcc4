"""The handles on the budget bar: where they stand, and that each can be taken hold of."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.view_caps import BY_FINGER, BY_MOUSE, Cap, caps, said
from loreglass.app.view_lens import lens
from loreglass.domain.ids import PresetId
from loreglass.domain.prompt.plan import Plan, Section
from loreglass.domain.story.preset import DEFAULT_PRESET, DEFAULT_SECTIONS, Preset
from tests.ui import ninth_bell

PARTS = ("system", "character", "persona", "scenario", "examples", "memory", "history")


def made() -> Plan:
    plan = ninth_bell.open_chat().next_plan
    assert plan is not None
    return plan


def preset(**limits: int) -> Preset:
    sections = tuple(replace(each, cap_tokens=limits.get(each.slot)) for each in DEFAULT_SECTIONS)
    return Preset(id=PresetId("p"), name="Own", sections=sections)


def handles(plan: Plan, used: Preset | None, percent: float | None = None) -> dict[str, Cap]:
    return {each.name: each for each in caps(plan, lens(plan), percent, used)}


def test_every_part_that_is_in_the_prompt_or_has_a_cap_has_a_handle_in_the_order_of_the_bar() -> None:
    found = handles(made(), preset(examples=400))
    assert list(found) == [
        "Memory budget",
        "Cap of System prompt",
        "Cap of Character",
        "Cap of Example dialogue",
        "Cap of Memory",
        "Cap of Messages",
    ]
    assert [each.value for each in found.values()] == [900, None, None, 400, None, None]


def test_the_order_that_comes_with_the_app_has_a_handle_for_the_memory_budget_only() -> None:
    assert list(handles(made(), DEFAULT_PRESET)) == ["Memory budget"]
    assert list(handles(made(), None)) == ["Memory budget"]


def test_a_part_without_a_cap_has_its_handle_at_the_end_of_its_segment() -> None:
    plan = made()
    found, bars = handles(plan, preset()), {bar.part: bar for bar in lens(plan).context_bars}
    for name, part in (("System prompt", "system"), ("Memory", "lore"), ("Messages", "history")):
        bar = bars[part]  # type: ignore[index]
        assert found[f"Cap of {name}"].at == pytest.approx(bar.x + bar.width, abs=0.4)


def test_a_handle_stands_where_its_cap_lies_to_the_scale_of_the_context() -> None:
    cap = handles(made(), preset(character=1024))["Cap of Character"]
    assert cap.at - cap.start == pytest.approx(1024 / 8192 * 100)
    assert said(cap) == "1,024 tokens"


def test_the_far_end_of_a_part_is_where_the_room_for_the_reply_begins() -> None:
    plan = made()
    for each in handles(plan, preset()).values():
        if each.is_part:
            end = each.start + each.most / each.worth * 100
            assert end == pytest.approx((1 - plan.numbers.reply_reserve / plan.numbers.context) * 100)


def test_the_memory_budget_stands_on_the_line_of_its_limit_in_tokens_and_in_per_cent() -> None:
    plan = made()
    assert handles(plan, None)["Memory budget"].at == pytest.approx(lens(plan).limit_x)
    percent = handles(plan, None, 900 / 8192 * 100)["Memory budget"]
    assert percent.at == pytest.approx(lens(plan).limit_x)
    assert (percent.action, percent.most) == ("chat-budget-percent", 100)
    assert said(replace(percent, value=11)) == "11% of the context"


def test_the_memory_budget_can_be_dragged_up_where_nothing_was_left_out() -> None:
    plan = made()
    full = replace(plan, numbers=replace(plan.numbers, left_out=0, memory_used=900))
    assert handles(full, None)["Memory budget"].at < 95


@given(st.lists(st.integers(0, 1500), min_size=len(PARTS), max_size=len(PARTS)))
def test_no_grip_covers_another_or_leaves_the_bar(costs: list[int]) -> None:
    plan = made()
    sections = tuple(
        Section(id=slot, text=".", tokens=cost)  # type: ignore[arg-type]
        for slot, cost in zip(PARTS, costs, strict=True)
    )
    used = preset(**dict.fromkeys(PARTS[:3], 700))
    parts = [each for each in handles(replace(plan, sections=sections), used).values() if each.is_part]
    for gap, places in (
        (BY_MOUSE, sorted(each.at + each.aside for each in parts)),
        (BY_FINGER, sorted(each.at + each.aside_by_finger for each in parts)),
    ):
        assert all(right - left >= gap - 0.001 for left, right in pairwise(places))
        assert places[0] >= gap / 2 - 0.001
        assert places[-1] <= 100 - gap / 2 + 0.001
