"""What users of such programs reported in public: the outcome that they should get, or why it differs here."""

import importlib
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.tokens import plain_count
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.keywords import split_keywords
from loreglass.headless.answers import Answers
from loreglass.headless.commands import plan
from loreglass.headless.convert import convert
from tests.formats.samples import card_png

pytestmark = pytest.mark.cpython

REPORTS: dict[str, dict[str, dict[str, object]]] = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "cases" / "user-reports.json").read_text(encoding="utf-8"))["cases"]
}
BY_THE_ENGINE = (
    *("LB002", "LB003", "LB008", "LB009", "LB010", "LB012", "LB016", "LB021", "LB026", "LB032", "LB033"),
    *("LB035", "LB036", "LB038", "LB039", "LB050", "LB079"),
)
"""Cases whose `given` is entries and a chat: they are played as they are written."""
HELD_ELSEWHERE = {
    "LB071": "tests.unit.app.test_importing.test_a_name_that_is_taken_gets_a_number_and_nothing_is_overwritten",
    "LB074": "tests.unit.app.test_books_and_lists"
    ".test_a_deleted_book_leaves_the_shelf_and_the_chat_and_undo_brings_both_back",
    "LB075": "tests.unit.app.test_books_and_lists"
    ".test_a_deleted_book_leaves_the_shelf_and_the_chat_and_undo_brings_both_back",
    "LB078": "tests.unit.app.test_view_book.test_a_large_book_lists_a_part_and_says_which",
}
"""Cases of the page, each with the test that holds it."""
OTHERWISE = {
    "LB037": "There are no variables in macros: {{setvar::...}} stays as it is written, so nothing can leak.",
    "LB054": "A wish beyond the specification. Two entries of one group with a sticky each come close: the group lets "
    "one of them in, but the sticky one stays until its time is up.",
    "LB067": "A book that comes with a card belongs to that character (formats.md), so two cards bring two books; "
    "an entry of a book that is reached twice by one id fires once.",
    "LB072": "A book has an id of its own and its name is only text: no character of a name can lose it.",
    "LB073": "Links hold the id of a book, so a new name changes none of them.",
}
"""Cases with no test of their own here, and why."""

_LOGIC = {"NOT_ANY": "not_any"}


@pytest.fixture(scope="module")
def answers() -> Iterator[Answers]:
    with closing(Answers()) as answers:
        yield answers


def _entry(given: dict[str, object], index: int) -> dict[str, object]:
    tokens = given.get("tokens")
    order = given.get("order", given.get("priority", 0))
    return {
        "id": str(index),
        "name": str(given.get("name", index)),
        "keywords": given.get("keys", []),
        "secondary": given.get("secondary", []),
        "logic": _LOGIC.get(str(given.get("logic")), "and_any"),
        "rule": given.get("rule", ""),
        "text": "w " * tokens if isinstance(tokens, int) else given.get("content", f"text {index}"),
        "whole_words": given.get("whole_words"),
        "constant": given.get("constant", False),
        "priority": order,
        "weight": given.get("weight", order),
        "budget": {"ignore": given.get("ignore_budget", False)},
        "groups": [given["group"]] if "group" in given else [],
    }


def _book(name: str, entries: object, **fields: object) -> dict[str, object]:
    assert isinstance(entries, list)
    listed = [_entry(entry, index) for index, entry in enumerate(entries)]
    return {"format": "loreglass/book", "version": 1, "name": name, "entries": listed, **fields}


def _books(given: dict[str, object]) -> list[object]:
    books = given.get("books")
    if not isinstance(books, dict):
        limit = {"budget": given["book_budget"]} if "book_budget" in given else {}
        return [_book("B", given["entries"], **limit)]
    return [
        _book(name, held["entries"], recursive=held["recursive"]) if isinstance(held, dict) else _book(name, held)
        for name, held in books.items()
    ]


def _scenario(given: dict[str, object]) -> dict[str, object]:
    said = given.get("chat", [given.get("text")])
    assert isinstance(said, list)
    messages = [line if isinstance(line, dict) else {"name": "Ann", "text": line} for line in said]
    activation = {"recursive": given.get("recursive", False), "min_activations": given.get("min_activations", 0)}
    settings: dict[str, object] = {
        "memory_depth": given.get("scan_depth", 50),
        "memory_budget": given.get("budget", 5000),
        "scan_names": given.get("include_names", False),
        "activation": activation,
    }
    return {
        "books": _books(given),
        "chat": {"char": "Aria", "user": given.get("user", "Sam"), "messages": messages},
        "settings": settings,
        "rolls": given.get("rolls"),
    }


def test_every_report_has_a_test_or_a_reason() -> None:
    own = {name.removeprefix("test_")[:5].upper() for name in globals() if name.startswith("test_lb")}
    told = [*BY_THE_ENGINE, *HELD_ELSEWHERE, *OTHERWISE, *own]
    assert sorted(told) == sorted(REPORTS)


@pytest.mark.parametrize("place", HELD_ELSEWHERE.values(), ids=HELD_ELSEWHERE)
def test_a_test_that_is_named_is_there(place: str) -> None:
    module, _, name = place.rpartition(".")
    assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.parametrize("case", BY_THE_ENGINE)
def test_a_report_about_the_engine_gets_its_outcome(case: str, answers: Answers) -> None:
    given, expected = REPORTS[case]["given"], REPORTS[case]["expected"]
    told = plan(_scenario(given), case, answers)
    activated, entries = told["activated"], told["entries"]
    assert isinstance(activated, list)
    assert isinstance(entries, list)
    reasons = {entry["id"]: entry["reason"] for entry in entries}
    wanted = expected.get("activated", [one["entry"] for one in expected.get("would_fire", [])])  # type: ignore[attr-defined, index]
    names = [f"B.{int(one) - (case == 'LB050')}" if not str(one)[0].isalpha() else one for one in wanted]  # type: ignore[attr-defined]
    assert sorted(activated) == sorted(names)
    for skipped in expected.get("skipped_by_budget", []):  # type: ignore[attr-defined]
        assert reasons[str(skipped)]["code"] == "over_total_budget"
    for row in expected.get("report", []):  # type: ignore[attr-defined]
        reason = reasons["0"]
        assert (reason["code"], reason["key"]) == ("over_book_budget", row["matched_key"])
        assert (reason["need"], reason["left"]) == (row["tokens"], row["limit"])
    for row in expected.get("would_fire", []):  # type: ignore[attr-defined]
        assert reasons[str(row["entry"])]["key"] == row["key"]


def test_lb011_a_comma_inside_a_regex_does_not_split_it() -> None:
    case = REPORTS["LB011"]
    assert list(split_keywords(str(case["given"]["typed_keys"]))) == case["expected"]["keys"]


def test_lb022_the_books_of_the_character_who_speaks_are_read_in_a_group(answers: Answers) -> None:
    given = REPORTS["LB022"]["given"]
    books = given["books"]
    assert isinstance(books, dict)
    scenario = _scenario({**given, "entries": books["A"], "books": None})
    scenario["books"] = [{"name": "A", "scope": "character", "book": _book("A", books["A"])}]
    assert plan(scenario, "case", answers)["activated"] == ["A.0"]


def test_lb042_an_empty_text_costs_nothing() -> None:
    assert plain_count("", "words") == plain_count("", "chars4") == 0


def test_lb049_a_negative_depth_counts_from_the_top(answers: Answers) -> None:
    given = REPORTS["LB049"]["given"]
    book = _book("B", [{"content": "X", "constant": True}])
    book["entries"][0]["place"] = {"slot": "at_depth", "depth": -1}  # type: ignore[index]
    prompt = plan({**_scenario({**given, "books": {}}), "books": [book]}, "case", answers)["prompt"]
    assert isinstance(prompt, dict)
    assert [message["content"] for message in prompt["messages"]] == REPORTS["LB049"]["expected"]["messages"]


def test_lb057_a_card_whose_book_is_null_comes_in_without_one() -> None:
    card = decode_value(REPORTS["LB057"]["given"]["file"], source="a.json")
    assert (card.kind, card.name, card.books) == ("card", "A", ())


def test_lb058_a_book_without_a_name_is_called_as_its_file() -> None:
    given = REPORTS["LB058"]["given"]
    assert read_file(str(given["file_name"]), json.dumps(given["file"]).encode()).name == "My World"


def test_lb059_a_failed_import_names_the_entry_and_the_field() -> None:
    with pytest.raises(BadInput) as failed:
        read_file("bad.json", json.dumps(REPORTS["LB059"]["given"]["file"]).encode())
    for words in REPORTS["LB059"]["expected"]["message_names"]:  # type: ignore[attr-defined]
        assert words in str(failed.value)


def test_lb065_card_data_after_the_picture_is_found() -> None:
    png = card_png()
    end = png.rindex(b"IEND") - 4
    start = png.index(b"tEXt") - 4
    size = int.from_bytes(png[start : start + 4]) + 12
    moved = png[:start] + png[start + size : end] + png[start : start + size] + png[end:]
    assert moved.index(b"IDAT") < moved.index(b"tEXt")
    assert read_file("late.png", moved).kind == "card"


def test_lb069_an_exported_card_keeps_other_programs_fields_in_extensions() -> None:
    entry = {"uid": 0, "key": ["a"], "content": "t", "sticky": 3, "group": "g", "order": 5, "position": 4, "depth": 2}
    made = convert(json.dumps({"entries": {"0": entry}}).encode(), "w.json", to="card_v2")
    held = json.loads(made.data)["data"]["character_book"]["entries"][0]
    in_the_specification = {
        *("keys", "content", "extensions", "enabled", "insertion_order", "case_sensitive", "name", "priority", "id"),
        *("comment", "selective", "secondary_keys", "constant", "position"),
    }
    assert set(held) <= in_the_specification
    assert held["extensions"]["sticky"] == 3


def test_lb080_what_was_cut_is_told_across_several_books(answers: Answers) -> None:
    books = {name: [{"keys": ["a"], "tokens": 3}] for name in "ABC"}
    told = plan(_scenario({"books": books, "budget": 4, "chat": ["a"]}), "case", answers)
    entries = told["entries"]
    assert isinstance(entries, list)
    rows = [(one["book"], one["entry"], one["reason"]["key"], one["tokens"], one["verdict"]) for one in entries]
    assert rows == [("A", "0", "a", 3, "included"), ("B", "0", "a", 3, "dropped"), ("C", "0", "a", 3, "dropped")]
