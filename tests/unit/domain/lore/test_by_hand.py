"""What the user pins or mutes for a chat, under every program's rules."""

import json
from dataclasses import replace

import pytest

from loreglass.domain.lore.memo import Memo
from loreglass.domain.story.book import Entry, Filter
from loreglass.domain.story.scene import Scene, Settings
from loreglass.domain.story.semantics import Semantics
from tests.unit.domain.lore.stage import SETTINGS, book, by_name, entry, included, scene, told

EVERY: tuple[Semantics, ...] = ("native", "agnai", "sillytavern")


def world_info(one: Entry, **fields: object) -> Entry:
    """The entry as SillyTavern has it too."""
    raw = {"key": list(one.keywords), "content": one.text, "order": 100, "position": 0, **fields}
    return replace(one, origin="sillytavern", raw=json.dumps(raw))


def played(
    semantics: Semantics, *entries: Entry, pinned: tuple[str, ...] = (), muted: tuple[str, ...] = (), **more: object
) -> Scene:
    settings: Settings = replace(
        SETTINGS,
        semantics=semantics,
        memory_budget_percent=25 if semantics == "sillytavern" else None,
        pinned_entries=tuple(("b", name) for name in pinned),
        muted_entries=tuple(("b", name) for name in muted),
        **more,
    )
    return scene("the king sleeps", books=(book(*entries),), settings=settings)


KING, QUEEN = world_info(entry("king", "king")), world_info(entry("queen", "queen"))


@pytest.mark.parametrize("semantics", EVERY)
def test_a_pinned_entry_is_in_though_nobody_says_its_keyword(semantics: Semantics) -> None:
    result = told(played(semantics, KING, QUEEN, pinned=("queen",)))
    assert sorted(included(result)) == ["king", "queen"]
    assert by_name(result)["queen"].reason.code == "forced"


@pytest.mark.parametrize("semantics", EVERY)
def test_a_muted_entry_sleeps_though_its_keyword_is_said(semantics: Semantics) -> None:
    decided = by_name(told(played(semantics, KING, QUEEN, muted=("king",))))["king"]
    assert (decided.verdict, decided.reason.code, decided.reason.muted) == ("dormant", "disabled", True)


@pytest.mark.parametrize("semantics", EVERY)
def test_one_that_is_pinned_and_muted_is_muted(semantics: Semantics) -> None:
    assert included(told(played(semantics, KING, pinned=("king",), muted=("king",)))) == []


@pytest.mark.parametrize("semantics", ["native", "sillytavern"])
def test_chance_does_not_keep_a_pinned_entry_out(semantics: Semantics) -> None:
    never = world_info(entry("dice", "king", probability=0), probability=0, useProbability=True)
    assert included(told(played(semantics, never))) == []
    assert included(told(played(semantics, never, pinned=("dice",)))) == ["dice"]


def test_a_pinned_entry_wins_its_group_and_goes_before_others_into_the_budget() -> None:
    rival = entry("rival", "king", groups=("g",), group_weight=1000, priority=9)
    pinned = entry("pinned", text="one two three", groups=("g",))
    assert included(told(played("native", rival, pinned, pinned=("pinned",)))) == ["pinned"]
    other = entry("other", "king", text="four five", priority=99)
    tight = played("native", other, entry("pinned", text="one two three"), pinned=("pinned",), memory_budget_tokens=4)
    assert included(told(tight)) == ["pinned"]


def test_the_budget_holds_for_a_pinned_entry_too() -> None:
    long = entry("long", text="one two three four")
    decided = by_name(told(played("native", long, pinned=("long",), memory_budget_tokens=3)))["long"]
    assert (decided.verdict, decided.reason.code) == ("dropped", "over_total_budget")


def test_a_delay_does_not_hold_for_a_pinned_entry_and_a_filter_does() -> None:
    late = entry("late", delay=20)
    hers = entry("hers", filter=Filter(names=("Somebody else",)))
    decided = by_name(told(played("native", late, hers, pinned=("late", "hers"))))
    assert decided["late"].reason.code == "forced"
    assert (decided["hers"].verdict, decided["hers"].reason.code) == ("dormant", "filtered")


def test_an_entry_that_is_switched_off_cannot_be_pinned_in() -> None:
    assert included(told(played("native", entry("off", enabled=False), pinned=("off",)))) == []


@pytest.mark.parametrize("semantics", EVERY)
def test_what_was_pinned_or_muted_is_forgotten_with_the_setting(semantics: Semantics) -> None:
    memo = Memo()
    assert sorted(included(told(played(semantics, KING, QUEEN, pinned=("queen",), muted=("king",)), memo))) == ["queen"]
    assert included(told(played(semantics, KING, QUEEN), memo)) == ["king"]
