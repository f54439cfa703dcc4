"""Decorators of V3 in native: each does what the V3 specification says, and none stays in the prompt."""

from dataclasses import replace

import pytest

from loreglass.domain.compose import plan_turn
from loreglass.domain.ids import CharacterId
from loreglass.domain.lore.decorators import decorated, parse_decorators
from loreglass.domain.lore.memo import Memo
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import Entry, Place
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene
from tests.unit.domain.lore.stage import SETTINGS, book, by_name, codes, entry, included, run, scene, told, turn


def asked(*lines: str, keyword: str = "x", **fields: object) -> Entry:
    return entry("a", keyword, text="\n".join((*lines, "", "body")), **fields)


def played(*texts: str, entries: tuple[Entry, ...], **fields: object) -> Scene:
    return scene(*texts, books=(book(*entries),), **fields)


def said(count: int) -> tuple[Turn, ...]:
    """A chat in which the character has replied so often; the user's x is the newest."""
    replies = (replace(turn("hm", index), speaker="character") for index in range(count))
    return (*replies, turn("x", count))


@pytest.mark.parametrize(
    ("text", "names", "body"),
    [
        ("@@depth 4\n@@role user\n\nbody\n", ["depth", "role"], "body\n"),
        ("\n@@activate\nbody", ["activate"], "body"),
        ("@@what_is_this 1\r\nbody", ["what_is_this"], "body"),
        ("@@activate", ["activate"], ""),
        ("@@ not one\nbody", [], "@@ not one\nbody"),
        ("body\n@@activate", [], "body\n@@activate"),
    ],
)
def test_decorators_stand_at_the_start_of_the_text_and_are_taken_off(text: str, names: list[str], body: str) -> None:
    found, rest = parse_decorators(text)
    assert ([one.name for one in found], rest) == (names, body)


def test_activate_wakes_without_a_keyword_and_beats_dont_activate() -> None:
    result = told(played("hi", entries=(asked("@@dont_activate", "@@activate", triggers=("continue",)),)))
    assert codes(result) == {"a": "decorator"}
    assert result.memory_text == "body"


def test_dont_activate_beats_keyword_and_constant() -> None:
    result = told(played("x", entries=(asked("@@dont_activate", constant=True),)))
    assert by_name(result)["a"].reason.decorator == "dont_activate"
    assert included(result) == []


@pytest.mark.parametrize(
    ("line", "awake"),
    [
        ("@@activate_only_after 2", [False, False, True, True]),
        ("@@activate_only_every 2", [True, False, True, False]),
    ],
)
def test_the_number_of_the_characters_messages_decides(line: str, awake: list[bool]) -> None:
    there = played("x", entries=(asked(line),))
    assert [bool(included(told(replace(there, turns=said(count))))) for count in range(4)] == awake


@pytest.mark.parametrize(
    ("line", "later"),
    [
        ("@@keep_activate_after_match", {"a": "sticky"}),
        ("@@dont_activate_after_match", {"a": "decorator"}),
    ],
)
def test_what_matched_once_stays_or_never_comes_again(line: str, later: dict[str, str]) -> None:
    first = played("x", entries=(asked(line),))
    timers = told(first).timers
    text = "no more" if "keep" in line else "x"
    after = replace(played("x", "y", text, entries=(asked(line),)), timers=timers)
    assert codes(told(first)) == {"a": "key_hit"}
    assert codes(told(after)) == later
    assert by_name(told(after))["a"].reason.until_messages is None


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (("@@depth 2", "@@role assistant"), Place(slot="at_depth", depth=2, role="assistant")),
        (("@@reverse_depth 1",), Place(slot="at_depth", depth=-2)),
        (("@@depth 3", "@@reverse_depth 1"), Place(slot="at_depth", depth=3)),
        (("@@depth 3", "@@position before_desc"), Place(slot="before")),
        (("@@position after_desc",), Place(slot="after")),
        (("@@position scenario", "@@@depth 1"), Place(slot="at_depth", depth=1)),
        (("@@instruct_depth 90", "@@@depth 1"), Place(slot="at_depth", depth=1)),
        (("@@depth many", "@@@reverse_depth 0"), Place(slot="at_depth", depth=-1)),
        (("@@depth 1", "@@@depth 9"), Place(slot="at_depth", depth=1)),
        (("@@depth 1", "@@depth 9"), Place(slot="at_depth", depth=1)),
        (("@@unknown", "@@@unknown_too", "@@@depth 5"), Place(slot="at_depth", depth=5)),
        (("@@role narrator",), Place()),
    ],
)
def test_place_follows_position_then_depth_then_depth_from_the_top(lines: tuple[str, ...], place: Place) -> None:
    assert decorated(asked(*lines))[0].place == place


def test_scan_depth_is_the_entrys_own_depth() -> None:
    there = played("x", "y", "z", entries=(asked("@@scan_depth 2"),))
    assert included(told(there)) == []
    assert included(told(replace(there, turns=there.turns[:2]))) == ["a"]


def test_is_greeting_wants_the_greeting_that_the_chat_begins_with() -> None:
    card = Character(id=CharacterId("c"), name="Aria", greeting="Hello {{user}}", alternate_greetings=("Go away",))
    for greeting, woken in (("Hello Sam", []), ("Go away", ["a"]), ("Something else", ["a"])):
        turns = (replace(turn(greeting), speaker="character"), turn("x", 1))
        there = played(entries=(asked("@@is_greeting 1"),), character=card)
        assert included(told(replace(there, turns=turns))) == woken


def test_additional_keys_must_be_seen_and_exclude_keys_may_not() -> None:
    entries = (asked("@@additional_keys red, blue", "@@exclude_keys dead"),)
    assert included(told(played("x and blue", entries=entries))) == ["a"]
    missing = by_name(told(played("x", entries=entries)))["a"].reason
    assert (missing.code, missing.decorator, missing.missing) == ("decorator", "additional_keys", ("red", "blue"))
    unwanted = by_name(told(played("x, red", "dead", entries=entries)))["a"].reason
    assert (unwanted.decorator, unwanted.missing) == ("exclude_keys", ("dead",))


def test_additional_keys_bind_a_constant_too() -> None:
    entries = (asked("@@additional_keys red", keyword="", constant=True),)
    assert included(told(played("blue", entries=entries))) == []
    assert included(told(played("red", entries=entries))) == ["a"]


def test_ignore_on_max_context_goes_before_what_has_a_lower_priority() -> None:
    last = asked("@@ignore_on_max_context", priority=9)
    other = entry("b", "x", text="one two three", priority=1)
    settings = replace(SETTINGS, memory_budget_tokens=3)
    assert included(told(played("x", entries=(last, other), settings=settings))) == ["b"]
    assert included(told(played("x", entries=(last,), settings=settings))) == ["a"]


def test_disable_ui_prompt_turns_the_apps_own_system_prompt_off() -> None:
    settings = replace(SETTINGS, system_prompt="be nice")
    there = played("x", entries=(asked("@@disable_ui_prompt system_prompt"),), settings=settings)
    plan: Plan = run(plan_turn(there, Memo()))
    assert [section.id for section in plan.sections] == ["memory", "history"]
    plan = run(plan_turn(replace(there, turns=(turn("y"),)), Memo()))
    assert plan.sections[0].text == "be nice"


def test_agnai_has_no_decorators() -> None:
    there = played("x", entries=(asked("@@depth 1"),), settings=replace(SETTINGS, semantics="agnai"))
    assert told(there).memory_text == "@@depth 1\n\nbody"
