"""What the preset `sillytavern` does beyond the published cases."""

import json
from dataclasses import replace

import pytest

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.sillytavern.decorators import read_decorators
from loreglass.domain.lore.sillytavern.keys import regex_of
from loreglass.domain.lore.sillytavern.link import by_order
from loreglass.domain.lore.sillytavern.record import read_record
from loreglass.domain.lore.sillytavern.values import number
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.story.book import Entry, Place
from loreglass.domain.story.scene import Scene
from tests.unit.domain.lore.stage import SETTINGS, book, by_name, codes, entry, included, scene, told, turn

SILLYTAVERN = replace(
    SETTINGS, semantics="sillytavern", memory_depth_messages=2, memory_budget_percent=25, whole_words=False
)


def world_info(name: str, **fields: object) -> Entry:
    raw = {"key": [], "content": f"fact {name}", "order": 100, "position": 0, **fields}
    return entry(name, origin="sillytavern", raw=json.dumps(raw))


def played(*texts: str, entries: tuple[Entry, ...], **fields: object) -> Scene:
    return scene(*texts, books=(book(*entries, scope="global"),), settings=replace(SILLYTAVERN), **fields)


def test_the_original_counts_and_not_what_an_import_made_of_it() -> None:
    repaired = replace(world_info("a", key="king"), keywords=("king",))
    assert included(told(played("the king", entries=(repaired,)))) == []


def test_an_edit_counts_and_the_rest_of_the_original_stays() -> None:
    original = world_info("a", key=["queen"], order="90", useGroupScoring=True)
    edited = replace(original, keywords=(r"why\?",), text="new", revision=2)
    result = told(played("but why?", entries=(edited,)))
    assert (included(result), result.placements.before) == (["a"], "new")


def test_an_entry_made_here_stands_before_the_character_and_keeps_its_place() -> None:
    made = (entry("a", "x"), entry("b", "x", place=Place(slot="at_depth", depth=1, role="user")))
    placed = told(played("x", entries=made)).placements
    assert placed.before == "fact a"
    assert [(group.depth, group.role, group.texts) for group in placed.at_depth] == [(1, "user", ("fact b",))]


def test_an_entry_of_a_card_is_off_where_it_does_not_say_that_it_is_on() -> None:
    raw = {"keys": ["x"], "content": "t", "insertion_order": 1, "extensions": {"position": 4, "depth": 0}}
    off = entry("off", "x", origin="v2_book", raw=json.dumps(raw))
    on = entry("on", "x", origin="card_v2", raw=json.dumps({**raw, "enabled": True}))
    result = told(played("x", entries=(off, on)))
    assert codes(result) == {"on": "key_hit", "off": "disabled"}
    assert result.placements.at_depth[0].depth == 0


def test_a_hit_of_a_regex_is_shown_in_the_message_that_it_stands_in() -> None:
    spoken = played("old king", "  a KING here", entries=(world_info("a", key=["/king/i"]),))
    hit = by_name(told(replace(spoken, settings=replace(SILLYTAVERN, scan_names=False))))["a"].reason.hit
    assert hit is not None
    assert (hit.message, hit.where, hit.span, hit.age) == (1, "text", (4, 8), 0)
    hit = by_name(told(replace(spoken, settings=replace(SILLYTAVERN, scan_names=True))))["a"].reason.hit
    assert hit is not None
    assert (hit.where, hit.span) == ("text", (4, 8))


def test_a_regex_may_begin_in_a_name_and_a_pattern_may_span_messages() -> None:
    one = told(played("hello", entries=(world_info("a", key=["/Sam: hello/"]), world_info("b", key=["/Sam:/"]))))
    hits = {name: decision.reason.hit for name, decision in by_name(one).items()}
    assert hits["a"] is not None
    assert hits["b"] is not None
    assert (hits["a"].where, hits["a"].span, hits["b"].where) == ("text", (0, 5), "name")
    assert included(told(played("b", "a", entries=(world_info("c", key=["/a\\s+\\x01Sam: b/"]),)))) == ["c"]


def test_a_hit_in_another_text_names_the_entry_that_it_stands_in() -> None:
    entries = (
        world_info("a", key=["x"], content="nothing", order=3),
        world_info("b", key=["x"], content="the moon", order=2),
        world_info("c", key=["moon"]),
        world_info("d", key=["/m(oo)n/"]),
    )
    recursive = replace(SILLYTAVERN, recursive=True)
    result = by_name(told(replace(played("x", entries=entries), settings=recursive)))
    for name in ("c", "d"):
        reason = result[name].reason
        assert reason.code == "recursion_hit"
        assert reason.hit is not None
        assert reason.hit.parent is not None
        assert (reason.hit.parent.entry_id, reason.hit.span) == ("b", (4, 8))


def test_a_slow_regex_never_fires_and_harms_no_other_entry() -> None:
    entries = (world_info("slow", key=["/(a+)+$/"]), world_info("other", key=["x"]))
    result = told(played("x", entries=entries), slow="(a+)+$")
    assert codes(result) == {"other": "key_hit", "slow": "regex_slow"}
    assert by_name(result)["slow"].reason.pattern == "/(a+)+$/"


def test_a_keystroke_that_only_a_regex_sees_changes_the_plan() -> None:
    typed = played("x", entries=(world_info("a", key=["/ab+c/"]), world_info("b", key=["x"])))
    memo = Memo()
    for text, expected in (("a", ["b"]), ("abbc", ["a", "b"]), ("ab", ["b"])):
        draft = replace(typed, turns=(*typed.turns, turn(text, 1)), draft=True, dry_run=True)
        assert sorted(included(told(draft, memo))) == expected
        assert included(told(draft)) == included(told(draft, memo))


def test_an_edit_ends_a_sticky() -> None:
    sticky = world_info("a", key=["go"], sticky=5)
    timers = told(played("go", entries=(sticky,))).timers
    later = played("go", "on", "on", "on", entries=(sticky,), timers=timers)
    assert codes(told(later)) == {"a": "sticky"}
    edited = (replace(sticky, text="other", keywords=("go",), revision=2),)
    assert included(told(replace(later, books=(book(*edited, scope="global"),)))) == []


def test_a_draft_sees_the_timers_and_starts_none() -> None:
    sticky = world_info("a", key=["go"], sticky=5)
    timers = told(played("go", entries=(sticky,))).timers
    draft = told(played("x", "y", "z", entries=(sticky,), timers=timers, dry_run=True))
    assert included(draft) == ["a"]
    assert draft.timers == timers
    assert told(played("go", entries=(sticky,), dry_run=True)).timers == ()


def test_the_first_that_does_not_fit_ends_all_that_do_not_ignore_the_budget() -> None:
    entries = (
        world_info("big", key=["x"], content="w " * 9, order=3),
        world_info("small", key=["x"], content="w", order=2),
        world_info("free", key=["x"], content="w", order=1, ignoreBudget=True),
    )
    capped = replace(SILLYTAVERN, memory_budget_cap_tokens=5)
    assert codes(told(replace(played("x", entries=entries), settings=capped))) == {
        "free": "key_hit",
        "big": "over_total_budget",
        "small": "after_overflow",
    }


def test_a_blank_key_is_in_an_empty_chat_too() -> None:
    assert included(told(played(entries=(world_info("a", key=[" "]),)))) == ["a"]


def test_macros_of_the_surroundings_are_filled_in_keys_and_texts() -> None:
    entries = (world_info("a", key=["{{Place}}"], content="{{place}} of {{user}}"),)
    result = told(played("the harbour", entries=entries, macros=(("place", "harbour"),)))
    assert result.placements.before == "harbour of Sam"


@pytest.mark.parametrize(
    ("content", "text", "acts"),
    [
        ("@@activate\nx", "x", (True, False)),
        ("@@activate_only_after 3\nx", "x", (False, False)),
        ("@@what\n@@@dont_activate\nx", "x", (False, True)),
        ("@@@activate\nx", "x", (False, False)),
        ("@@activate", "@@activate", (True, False)),
        ("x\n@@activate", "x\n@@activate", (False, False)),
    ],
)
def test_decorators_go_and_two_of_them_act(content: str, text: str, acts: tuple[bool, bool]) -> None:
    read = read_decorators(content)
    assert (read.text, (read.activates, read.forbids)) == (text, acts)


@pytest.mark.parametrize(
    ("key", "is_regex"),
    [("/a/", True), ("/a/gi", True), ("//", False), ("/a/b/", False), (r"/a\/b/i", True), ("/a/x", False)],
)
def test_a_key_is_a_regex_by_its_form(key: str, is_regex: bool) -> None:
    assert (regex_of(key) is not None) == is_regex


@pytest.mark.parametrize(
    ("value", "expected"), [(None, 0), ("", 0), (" 5 ", 5), ("0x10", 16), (True, 1), ([], 0), (["7"], 7), ("1e2", 100)]
)
def test_numbers_are_what_javascript_makes_of_them(value: object, expected: float) -> None:
    assert number(value) == expected


def test_what_is_no_number_is_level_with_its_neighbours() -> None:
    ranked = by_order([("a", 1.0), ("b", float("nan")), ("c", 2.0)], lambda pair: pair[1])
    assert [name for name, _ in ranked] == ["a", "b", "c"]
    assert number("five") != number("five")


def test_fields_of_the_wrong_type_mean_what_they_mean_there() -> None:
    record = read_record({"probability": "50", "useProbability": True, "position": "1", "disable": "true", "key": "x"})
    assert (record.probability, record.slot, record.disabled, record.keys) == (50, None, False, ())
    assert read_record({"useProbability": True, "probability": 100}).probability is None
    assert read_record({"selectiveLogic": 7}).logic == "never"


def test_who_loses_two_groups_takes_the_last_of_the_others_along() -> None:
    entries = (
        world_info("both", key=["x"], order=3, group="g, h"),
        world_info("first", key=["x"], order=2, group="g", groupOverride=True),
        world_info("last", key=["x"], order=1, group="h", groupOverride=True),
    )
    result = told(played("x", entries=entries))
    assert included(result) == ["first"]
    reasons = {name: one.reason for name, one in by_name(result).items()}
    losers = {name: (reasons[name].group, reasons[name].winner) for name in ("both", "last")}
    first, both = (EntryRef(book_id=BookId("b"), entry_id=EntryId(name)) for name in ("first", "both"))
    assert losers == {"both": ("g", first), "last": ("", both)}


def test_after_a_pass_for_minimum_activations_what_was_found_and_the_recursion_text_are_scanned_together() -> None:
    entries = (
        world_info("near", key=["a"], content="feed", order=2),
        world_info("far", key=["deep"], keysecondary=["feed"], selective=True, order=1),
    )
    deeper = replace(SILLYTAVERN, memory_depth_messages=1, min_activations=2, recursive=True)
    spoken = played("deep", "x", "a", entries=entries)
    assert included(told(replace(spoken, settings=deeper))) == ["far", "near"]
    assert included(told(replace(spoken, settings=replace(deeper, recursive=False)))) == ["near"]


def test_a_pass_that_feeds_nothing_leaves_no_mark_in_the_recursion_text() -> None:
    entries = (
        world_info("quiet", key=["a"], preventRecursion=True, order=3),
        world_info("one", key=["a"], delayUntilRecursion=1, content="", order=2),
        world_info("two", key=["/\\x01$/"], delayUntilRecursion=2, order=1),
    )
    recursive = replace(SILLYTAVERN, recursive=True)
    assert "two" not in included(told(replace(played("a", entries=entries), settings=recursive)))
