"""What lint says of a book, one fault a test."""

import json
from dataclasses import replace

import pytest

from loreglass.app.strings.lint_help import lint_help
from loreglass.domain.authoring.finding import Finding
from loreglass.domain.authoring.lint import lint, own
from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Book, Entry, EntryBudget, Recursion
from tests.unit.domain.lore.stage import SETTINGS, book, entry, run


def report(*entries: Entry, slow: str = "", **fields: object) -> tuple[Finding, ...]:
    return run(lint(book(*entries, **fields).book, SETTINGS), slow=slow).findings


def found(*entries: Entry, slow: str = "", **fields: object) -> list[tuple[str, str, int | None]]:
    return [(one.entry_id, one.code, one.place) for one in report(*entries, slow=slow, **fields)]


def test_a_sound_book_has_no_findings() -> None:
    assert (
        found(entry("a", "dragon", "wyrm*"), entry("b", "castle", groups=("g",)), entry("c", "x1", groups=("g",))) == []
    )


def test_a_blank_keyword_never_matches() -> None:
    assert found(entry("a", "dragon", "  ")) == [("a", "blank_keyword", 1)]


def test_a_keyword_is_written_twice_in_one_entry_or_in_two() -> None:
    assert found(entry("a", "dragon", "Dragon ")) == [("a", "duplicate_keyword", 1)]
    twice = report(entry("a", "dragon"), entry("b", "DRAGON"))
    assert [(one.entry_id, one.code, one.other_id) for one in twice] == [("b", "duplicate_keyword", "a")]
    assert found(entry("a", "dragon"), entry("b", "Dragon", case_sensitive=True)) == [
        ("a", "keyword_inside_another", 0)
    ]


def test_a_longer_keyword_is_dead_beside_a_shorter_one_of_its_entry() -> None:
    assert found(entry("a", "red king", "king")) == [("a", "dead_keyword", 0)]
    assert found(entry("a", "kings", "king")) == []
    assert found(entry("a", "kings", "king*")) == [("a", "dead_keyword", 0)]
    assert found(entry("a", "king?", "king")) == []


def test_a_keyword_inside_that_of_another_entry_is_named_with_it() -> None:
    inside = report(entry("a", "king"), entry("b", "king of the north"))
    assert [(one.entry_id, one.code, one.other, one.other_id) for one in inside] == [
        ("a", "keyword_inside_another", "king of the north", "b")
    ]


@pytest.mark.parametrize("keyword", ["the", "The", "*", "?", "e", "!"])
def test_a_keyword_that_is_everywhere_is_too_common(keyword: str) -> None:
    assert found(entry("a", keyword)) == [("a", "common_keyword", 0)]
    assert found(entry("a", keyword, secondary=("dragon",))) == []


@pytest.mark.parametrize("keyword", ["竜", "C++", "ox"])
def test_a_short_keyword_of_its_own_is_not_too_common(keyword: str) -> None:
    assert found(entry("a", keyword)) == []


def test_a_regex_is_invalid_or_slow() -> None:
    assert found(entry("a", "/(/")) == [("a", "invalid_regex", 0)]
    slow = report(entry("a", "x1", "/(b+)+$/", secondary=("/(b+)+$/",)), slow="(b+)+$")
    assert [(one.code, one.field, one.place) for one in slow] == [
        ("slow_regex", "keywords", 1),
        ("slow_regex", "secondary", 0),
    ]


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"recursion": Recursion(woken=False, delay_level=1)}, ["unreachable_delayed"]),
        ({"recursion": Recursion(delay_level=1)}, []),
        ({"probability": 0}, ["unreachable_never"]),
        ({"text": "@@dont_activate\nbody"}, ["unreachable_never"]),
        ({"secondary": ("dragon",), "logic": "not_any"}, ["unreachable_contradiction"]),
        ({"text": "@@exclude_keys dragon\nbody"}, ["unreachable_contradiction"]),
        ({"depth": 0, "recursion": Recursion(woken=False)}, ["unreachable_depth"]),
        ({"depth": 0, "sources": ("persona",)}, []),
        ({"rule": "(a and"}, ["broken_rule"]),
        ({"keywords": ()}, ["no_keywords"]),
        ({"keywords": (), "constant": True}, []),
        ({"keywords": (), "rule": "dragon"}, []),
        ({"keywords": (), "text": "@@activate\nbody"}, []),
        ({"probability": 0, "enabled": False}, []),
    ],
)
def test_an_entry_that_can_never_wake_is_told_why(fields: dict[str, object], codes: list[str]) -> None:
    one = replace(entry("a", "dragon"), **fields)  # type: ignore[arg-type]
    assert [finding.code for finding in report(one, recursive=True)] == codes


def test_what_waits_for_recursion_needs_it_on() -> None:
    assert found(entry("a", "dragon", recursion=Recursion(delay_level=1))) == [("a", "unreachable_delayed", None)]


def test_a_text_over_the_budget_never_fits() -> None:
    long = entry("a", "dragon", text="one two three four")
    over = report(long, budget=3)
    assert [(one.code, one.need_tokens, one.limit_tokens) for one in over] == [("over_budget", 4, 3)]
    assert found(replace(long, budget=EntryBudget(ignore=True)), budget=3) == []
    assert found(replace(long, budget=EntryBudget(cap=2, trim="bottom")), budget=3) == []
    assert found(replace(long, budget=EntryBudget(cap=2, trim="none"))) == [("a", "over_budget", None)]


def test_a_group_needs_two_that_are_on() -> None:
    off = entry("b", "castle", groups=("g",), enabled=False)
    assert found(entry("a", "dragon", groups=("g",)), off) == [("a", "lonely_group", 0)]


def test_an_id_is_given_twice_in_the_file() -> None:
    first = entry("5", "dragon", raw=json.dumps({"uid": 5}))
    assert found(first, entry("5-2", "castle", raw=json.dumps({"uid": 5}))) == [("5-2", "duplicate_id", None)]


def test_a_name_is_given_twice() -> None:
    three = (entry("a", "dragon"), entry("b", "castle"), entry("c", "x1"))
    twice = report(*(replace(each, name=name) for each, name in zip(three, ("Wyrm", " wyrm ", ""), strict=True)))
    assert [(one.entry_id, one.code, one.other_id) for one in twice] == [("b", "duplicate_name", "a")]


def test_entries_with_second_keywords_may_share_a_first_one() -> None:
    assert found(entry("a", "dragon", secondary=("gold",)), entry("b", "dragon")) == []
    assert found(entry("a", "dragon"), entry("b", "dragon", secondary=("gold",))) == []


def test_one_keyword_in_many_entries_names_a_few_of_them() -> None:
    many = report(*(entry(str(at), "dragon") for at in range(9)))
    assert [one.other_id for one in many if one.entry_id == "8"] == ["0", "1", "2"]


def test_a_text_full_of_faults_is_told_in_few_words() -> None:
    assert len(report(entry("a", "dragon", text="{{" * 500))) == 20


SOUND = Book(id=BookId("b"), name="B")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"keywords": ("red king", "king", "the", " ")},
        {"keywords": (), "rule": "(a and"},
        {"text": "{{char", "probability": 0},
        {"enabled": False, "keywords": ()},
        {"text": "@@dept 4\nbody", "recursion": Recursion(woken=False, delay_level=1)},
    ],
)
def test_what_an_entry_shows_at_once_is_what_lint_says_of_it_alone(fields: dict[str, object]) -> None:
    one = replace(entry("a", "dragon"), **fields)  # type: ignore[arg-type]
    costs = len(one.text.split())
    assert own(one, SOUND, SETTINGS, costs) == report(one)
    whole = [each for each in report(one, entry("b", "dragon")) if each.entry_id == "a" and not each.is_shared]
    assert list(own(one, SOUND, SETTINGS, costs)) == whole


def test_of_a_very_long_list_of_keywords_the_beginning_shows_at_once() -> None:
    many = entry("a", *(f"word{at} tail" for at in range(5_000)), " ")
    assert own(many, SOUND, SETTINGS) == ()
    assert [each.code for each in report(many)] == ["blank_keyword"]


def test_a_slip_in_a_regex_shows_at_once() -> None:
    (slip,) = own(entry("a", "/(toll/"), SOUND, SETTINGS)
    assert (slip.code, slip.what, slip.other) == (
        "invalid_regex",
        "/(toll/",
        "the bracket at character 2 is never closed",
    )


@pytest.mark.parametrize(
    ("text", "code", "other"),
    [
        ("@@dept 4\nbody", "misspelt_decorator", "@@depth"),
        ("@@ depth 4\nbody", "misspelt_decorator", "@@depth"),
        ("@@Activate-only-after 4\nbody", "misspelt_decorator", "@@activate_only_after"),
        ("@@nonsense\nbody", "misspelt_decorator", ""),
        ("body\n@@depth 4", "misplaced_decorator", ""),
    ],
)
def test_a_decorator_is_misspelt_or_misplaced(text: str, code: str, other: str) -> None:
    assert [(one.code, one.other) for one in report(entry("a", "dragon", text=text))] == [(code, other)]


@pytest.mark.parametrize("text", ["hello {{char", "hello char}}", "{{random:a,{{b}}", "{{char} is"])
def test_braces_do_not_match(text: str) -> None:
    assert [one.code for one in report(entry("a", "dragon", text=text))] == ["unbalanced_macro"]


def test_an_empty_text_adds_nothing() -> None:
    assert found(replace(entry("a", "dragon"), text=" \n")) == [("a", "empty_text", None)]


def test_tokens_are_told_for_each_entry_without_decorators() -> None:
    made: Book = book(entry("a", "dragon", text="one two"), entry("b", "castle", text="@@depth 1\nthree")).book
    told = run(lint(made, SETTINGS))
    assert told.tokens == (("a", 2), ("b", 1))


def test_every_finding_has_a_sentence_without_holes() -> None:
    findings = report(
        entry("a", "king", " ", "the", "/(/", text="{{x"),
        entry("b", "the king", "/b/", text="@@dept 1\n" + "w " * 9, groups=("g",), rule="(", probability=0),
        entry("c", "king", depth=0, recursion=Recursion(woken=False, delay_level=1)),
        budget=3,
        slow="b",
    )
    assert len({one.code for one in findings}) > 10
    for one in findings:
        sentence = lint_help(one, "B")
        assert sentence[-1] in ".?"
        assert "““" not in sentence
