from dataclasses import replace

import pytest

from loreglass.domain.lore.verdict import Hit
from loreglass.domain.story.book import EntryBudget, Filter, Place, Recursion
from tests.unit.domain.lore.stage import SETTINGS, book, by_name, codes, entry, included, scene, told, turn

RECURSIVE = replace(SETTINGS, recursive=True)


def test_a_hit_tells_message_place_and_age() -> None:
    result = told(scene("a Dragon", "hm", books=(book(entry("E", "dragon")),)))
    hit = by_name(result)["E"].reason.hit
    assert hit == Hit(key="dragon", where="text", span=(2, 8), age=1, message=0, message_id="m0")  # type: ignore[arg-type]


def test_a_name_is_scanned_where_the_switch_is_on() -> None:
    books = (book(entry("E", "sam")),)
    hit = by_name(told(scene("hello", books=books)))["E"].reason.hit
    assert hit is not None
    assert (hit.where, hit.span) == ("name", (0, 3))
    assert not included(told(scene("hello", books=books, settings=replace(SETTINGS, scan_names=False))))


def test_the_newest_message_with_any_keyword_counts() -> None:
    result = told(scene("wolf", "dragon", "hm", books=(book(entry("E", "wolf", "dragon")),)))
    hit = by_name(result)["E"].reason.hit
    assert hit is not None
    assert (hit.key, hit.age) == ("dragon", 1)


def test_keywords_never_span_two_messages() -> None:
    assert not included(told(scene("red", "king", books=(book(entry("E", "red king", "red\nsam: king")),))))


@pytest.mark.parametrize(("depth", "names"), [(0, []), (-2, []), (1, ["B"]), (2, ["A", "B"]), (9, ["A", "B"])])
def test_depth_counts_messages_from_the_newest(depth: int, names: list[str]) -> None:
    settings = replace(SETTINGS, memory_depth_messages=depth)
    assert (
        included(told(scene("a1", "b1", books=(book(entry("A", "a1"), entry("B", "b1")),), settings=settings))) == names
    )


def test_an_entry_or_a_book_may_look_further_than_the_chat() -> None:
    settings = replace(SETTINGS, memory_depth_messages=1)
    books = (book(entry("A", "old", depth=9), entry("B", "old")), book(entry("C", "old"), name="deep", depth=9))
    assert included(told(scene("old", "hm", books=books, settings=settings))) == ["A", "C"]


def test_a_lone_star_looks_at_messages_only() -> None:
    starred = entry("E", "*", sources=("persona",))
    assert included(told(scene("", books=(book(starred),)))) == ["E"]
    empty = scene(books=(book(starred),), sources=(("persona", "text"),))
    assert not included(told(empty))


def test_a_source_hit_names_the_source_and_counts_as_oldest() -> None:
    asking = entry("E", "falcon", sources=("persona",))
    plain = entry("N", "hm")
    result = told(scene("hm", books=(book(plain, asking),), sources=(("persona", "keeps a Falcon"),)))
    hit = by_name(result)["E"].reason.hit
    assert hit is not None
    assert (hit.where, hit.span, hit.message) == ("persona", (8, 14), None)
    assert included(result) == ["E", "N"]


def test_a_secondary_keyword_may_stand_in_another_message() -> None:
    both = entry("E", "dragon", secondary=("fire",), logic="and_all")
    assert included(told(scene("fire", "dragon", books=(book(both),)))) == ["E"]


def test_a_blank_secondary_keyword_asks_for_nothing() -> None:
    books = (book(entry("A", "dragon", secondary=("",)), entry("B", "dragon", secondary=("", "ice"), logic="and_all")),)
    assert included(told(scene("dragon", books=books))) == ["A"]


def test_missing_secondary_keywords_are_named() -> None:
    books = (
        book(
            entry("E", "dragon", secondary=("fire", "ice"), logic="and_all"),
            entry("N", "dragon", secondary=("sky",), logic="not_any"),
        ),
    )
    decisions = by_name(told(scene("dragon, ice, sky", books=books)))
    assert decisions["E"].reason.missing == ("fire",)
    assert decisions["N"].reason.missing == ("sky",)


def test_a_rule_or_a_keyword_wakes() -> None:
    books = (
        book(
            entry("E", "wolf", rule='"red" and "blue"'),
        ),
    )
    assert codes(told(scene("red blue", books=books)))["E"] == "rule_hit"
    assert codes(told(scene("a wolf", books=books)))["E"] == "key_hit"


def test_a_rule_of_what_is_absent_holds_in_an_empty_chat() -> None:
    assert codes(
        told(
            scene(
                books=(
                    book(
                        entry("E", rule='not "green"'),
                    ),
                )
            )
        )
    ) == {"E": "rule_hit"}


def test_a_broken_rule_sleeps_and_is_named() -> None:
    decision = by_name(
        told(
            scene(
                "red",
                books=(
                    book(
                        entry("E", rule='"red'),
                    ),
                ),
            )
        )
    )["E"]
    assert (decision.verdict, decision.reason.code) == ("dormant", "no_key_hit")
    assert "never closed" in decision.reason.problem


def test_an_invalid_regex_is_named_and_harms_no_other_keyword() -> None:
    books = (book(entry("E", "/(open/"), entry("F", "/(open/", "dragon"), entry("G", "/dr.g/")),)
    result = told(scene("a dragon", books=books))
    assert codes(result) == {"F": "key_hit", "G": "key_hit", "E": "regex_invalid"}
    assert by_name(result)["E"].reason.pattern == "/(open/"


def test_a_slow_regex_never_fires() -> None:
    result = told(scene("dragon", books=(book(entry("E", "/(a+)+$/"), entry("F", "/drag/")),)), slow="(a+)+$")
    assert codes(result) == {"F": "key_hit", "E": "regex_slow"}


def test_recursion_names_the_parent_and_takes_its_age() -> None:
    books = (book(entry("E", "dragon", text="a land of Ice"), entry("F", "ice"), entry("G", "hm")),)
    result = told(scene("dragon", "hm", books=books, settings=RECURSIVE))
    reason = by_name(result)["F"].reason
    assert reason.code == "recursion_hit"
    assert reason.hit is not None
    assert reason.hit.parent is not None
    assert (reason.hit.parent.entry_id, reason.hit.span, reason.hit.age) == ("E", (10, 13), 1)
    assert included(result) == ["E", "F", "G"]


def test_recursion_is_the_books_own_choice() -> None:
    quiet = book(entry("A", "aa", text="bb"), name="A", recursive=False)
    loud = book(entry("B", "bb", text="cc"), name="B", recursive=True)
    assert included(told(scene("aa", books=(quiet, loud), settings=RECURSIVE))) == ["A"]
    crossing = book(entry("A", "aa", text="bb"), name="A", recursive=True)
    other = book(entry("B", "bb", text="cc"), name="B")
    assert included(told(scene("aa", books=(crossing, other)))) == ["A", "B"]


def test_an_entry_may_refuse_to_wake_and_to_be_woken() -> None:
    mute = entry("A", "dragon", text="ice", recursion=Recursion(wakes=False))
    assert included(told(scene("dragon", books=(book(mute, entry("B", "ice")),), settings=RECURSIVE))) == ["A"]
    deaf = entry("B", "ice", recursion=Recursion(woken=False))
    result = told(scene("dragon", books=(book(entry("A", "dragon", text="ice"), deaf),), settings=RECURSIVE))
    assert codes(result) == {"A": "key_hit", "B": "recursion_blocked"}


def test_an_entry_dropped_by_the_budget_wakes_nobody() -> None:
    books = (book(entry("A", "dragon", text="ice and more words"), entry("B", "ice", text="b")),)
    settings = replace(RECURSIVE, memory_budget_tokens=2)
    result = told(scene("dragon", books=books, settings=settings))
    assert codes(result) == {"A": "over_total_budget"}


def test_a_delayed_entry_wakes_when_the_others_have_settled() -> None:
    late = entry("B", "dragon", recursion=Recursion(delay_level=2))
    books = (book(entry("A", "dragon"), late),)
    assert codes(told(scene("dragon", books=books, settings=RECURSIVE))) == {"A": "key_hit", "B": "key_hit"}
    assert codes(told(scene("dragon", books=books))) == {"A": "key_hit", "B": "delay_level"}


def test_minimum_activations_look_back_a_message_at_a_time() -> None:
    settings = replace(SETTINGS, memory_depth_messages=0, min_activations=1)
    books = (book(entry("A", "dragon"), entry("B", "wolf")),)
    assert included(told(scene("dragon", "wolf", "hm", books=books, settings=settings))) == ["B"]


def test_chance_is_asked_of_the_woken_only_in_book_order() -> None:
    half = {"probability": 50}
    books = (book(entry("A", "dragon", **half), entry("B", "wolf", **half), entry("C", "dragon", **half)),)
    result = told(scene("dragon", books=books, rolls=(0.6, 0.4)))
    assert codes(result) == {"C": "key_hit", "A": "chance_failed"}
    assert result.rolls_used == 2
    reason = by_name(result)["A"].reason
    assert (reason.roll, reason.needed_percent) == (0.6, 50)


def test_hashed_chance_does_not_depend_on_the_order_of_entries() -> None:
    entries = [entry(f"E{index}", "dragon", probability=50) for index in range(20)]
    there = told(scene("dragon", books=(book(*entries),)))
    back = told(scene("dragon", books=(book(*reversed(entries)),)))
    assert set(included(there)) == set(included(back))
    assert 0 < len(included(there)) < 20


def test_the_winner_of_a_group_is_named() -> None:
    books = (book(entry("A", "dragon", groups=("g",)), entry("B", "dragon", groups=("g",))),)
    decision = by_name(told(scene("dragon", books=books, rolls=(0.9,))))["A"]
    assert decision.reason.group == "g"
    assert decision.reason.winner is not None
    assert decision.reason.winner.entry_id == "B"


def test_an_entry_must_win_each_of_its_groups() -> None:
    both = entry("A", "dragon", groups=("g", "h"))
    books = (book(both, entry("B", "dragon", groups=("g",), group_override=True), entry("C", "dragon", groups=("h",))),)
    assert included(told(scene("dragon", books=books))) == ["B", "C"]


def test_an_entry_over_its_cap_loses_whole_sentences() -> None:
    text = "One two three. Four five six. Seven eight nine."
    kept = entry("A", "dragon", text=text, budget=EntryBudget(cap=6, trim="top"))
    decision = by_name(told(scene("dragon", books=(book(kept),))))["A"]
    assert (decision.text, decision.cost_tokens, decision.trimmed) == ("Four five six. Seven eight nine.", 6, True)


def test_an_entry_that_cannot_be_brought_under_its_cap_is_dropped() -> None:
    books = (book(entry("A", "dragon", text="one two three", budget=EntryBudget(cap=2))),)
    reason = by_name(told(scene("dragon", books=books)))["A"].reason
    assert (reason.code, reason.need_tokens, reason.left_tokens) == ("over_total_budget", 3, 2)


def test_filters_tell_what_they_looked_at() -> None:
    books = (
        book(
            entry("N", "x", filter=Filter(names=("Bob",))),
            entry("T", "x", filter=Filter(tags=("elf",))),
            entry("X", "x", filter=Filter(tags=("elf",), exclude=True)),
            entry("G", "x", triggers=("continue",)),
        ),
    )
    decisions = by_name(told(scene("x", books=books)))
    kinds = {name: decision.reason.filter_kind for name, decision in decisions.items()}
    assert kinds == {"X": None, "N": "character", "T": "tag", "G": "trigger"}


def test_books_are_read_in_scope_order_and_each_once() -> None:
    shared = book(entry("S", "x"), name="s", scope="global")
    again = book(entry("S", "x"), name="s", scope="character")
    chat = book(entry("C", "x"), name="c")
    result = told(scene("x", books=(shared, chat, again)))
    assert included(result) == ["S", "C"]
    assert result.entry_count == 2


def test_disabled_books_and_entries_are_not_decided() -> None:
    off = book(entry("A", "x"), name="off", enabled=False)
    result = told(scene("x", books=(off, book(entry("B", "x", enabled=False), entry("C", "x")))))
    assert codes(result) == {"C": "key_hit"}
    assert result.entry_count == 3


def test_places_stand_in_the_order_of_the_prompt() -> None:
    books = (
        book(
            entry("deep", "x", place=Place(slot="at_depth", depth=8)),
            entry("near", "x", place=Place(slot="at_depth", depth=1, role="user")),
            entry("near2", "x", place=Place(slot="at_depth", depth=1, role="user")),
            entry("memory", "x"),
            entry("before", "x", place=Place(slot="before")),
            entry("out", "x", place=Place(slot="outlet", outlet="o")),
            entry("lost", "x", place=Place(slot="outlet")),
        ),
    )
    result = told(scene("x", books=books))
    assert included(result) == ["before", "memory", "deep", "near", "near2", "out"]
    assert [(group.depth, group.texts) for group in result.placements.at_depth] == [
        (8, ("fact deep",)),
        (1, ("fact near", "fact near2")),
    ]
    assert result.placements.outlets == (("o", ("fact out",)),)
    assert codes(result)["lost"] == "no_placement"
    assert result.memory_text == "fact memory"


def test_agnai_ignores_what_it_does_not_know() -> None:
    settings = replace(SETTINGS, semantics="agnai", recursive=True, min_activations=5)
    books = (
        book(
            entry("K", "dragon", probability=0, secondary=("fire",), place=Place(slot="after"), text="ice {{roll:6}}"),
            entry("C", constant=True),
            entry("R", "/dragon/"),
            entry("I", "ice"),
            budget=0,
            depth=0,
        ),
    )
    result = told(scene("dragon", books=books, settings=settings))
    assert included(result) == ["K"]
    assert result.memory_text == "ice {{roll:6}}"


def test_agnai_takes_nothing_after_the_first_overflow() -> None:
    settings = replace(SETTINGS, semantics="agnai", memory_budget_tokens=3)
    books = (book(entry("A", "x", text="1 2 3 4", priority=2), entry("B", "x", text="1", priority=1)),)
    assert codes(told(scene("x", books=books, settings=settings))) == {"A": "over_total_budget", "B": "after_overflow"}


def test_a_draft_of_nothing_is_no_message() -> None:
    sent = scene("dragon", books=(book(entry("E", "dragon")),), settings=replace(SETTINGS, memory_depth_messages=1))
    assert told(replace(sent, turns=(*sent.turns, turn(" ", 1)), draft=True)) == told(sent)


def test_the_draft_is_a_message_like_any_other() -> None:
    sent = scene("hm", books=(book(entry("E", "dragon")),))
    typed = replace(sent, turns=(*sent.turns, turn("a dragon", 1)), draft=True)
    hit = by_name(told(typed))["E"].reason.hit
    assert hit is not None
    assert (hit.age, hit.span) == (0, (2, 8))
