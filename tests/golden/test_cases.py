"""The published cases, through the commands themselves."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from loreglass.headless.answers import Answers
from loreglass.headless.commands import plan, replay
from loreglass.headless.report import Json

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[object]:
    """The cases of a file; those that need Node are left out inside Pyodide."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    marks = {True: pytest.mark.cpython, False: ()}
    return [
        pytest.param(json.loads(line), id=json.loads(line)["id"], marks=marks["k_base" in line or '"/' in line])
        for line in lines
    ]


@pytest.fixture(scope="module")
def answers() -> Iterator[Answers]:
    with closing(Answers()) as answers:
        yield answers


def summary(told: Json, expected: Json) -> Json:
    """The parts of a plan that a case speaks of."""
    entries = told["entries"]
    assert isinstance(entries, list)
    named = {entry["entry"]: entry for entry in entries}
    parts: Json = {
        "included": [entry["entry"] for entry in entries if entry["verdict"] == "included"],
        "memory_text": told["memory"]["text"],  # type: ignore[index]
        "rolls_used": told["rolls_used"],
    }
    for part, of_entry in (
        ("verdicts", lambda entry: entry["verdict"]),
        ("codes", lambda entry: entry["reason"]["code"]),
    ):
        parts[part] = {name: of_entry(named[name]) for name in expected.get(part, ())}  # type: ignore[attr-defined]
    for part in ("memory", "placements"):
        parts[part] = {name: told[part][name] for name in expected.get(part, ())}  # type: ignore[attr-defined, index]
    return {name: parts[name] for name in expected}


@pytest.mark.parametrize("case", cases("agnai"))
def test_agnai_case_gives_what_it_expects(case: Json, answers: Answers) -> None:
    told = plan(case["scenario"], "case", answers)
    assert summary(told, case["expected"]) == case["expected"]  # type: ignore[arg-type]


@pytest.mark.parametrize("case", cases("native"))
def test_native_case_gives_what_it_expects(case: Json, answers: Answers) -> None:
    expected = case["expected"]
    assert isinstance(expected, dict)
    if case["command"] == "plan":
        assert summary(plan(case["scenario"], "case", answers), expected) == expected
    else:
        turns = replay(case["scenario"], "case", answers)["turns"]
        assert isinstance(turns, list)
        assert [summary(*pair) for pair in zip(turns, expected["turns"], strict=True)] == expected["turns"]


@pytest.mark.parametrize("case", cases("sillytavern"))
def test_sillytavern_case_gives_what_it_expects(case: Json, answers: Answers) -> None:
    expected = case["expected"]
    assert isinstance(expected, dict)
    if case["command"] == "plan":
        told = plan(case["scenario"], "case", answers)
        assert {name: told[name] for name in expected} == expected
    else:
        turns = replay(case["scenario"], "case", answers)["turns"]
        assert isinstance(turns, list)
        told_turns = [
            {name: told[name] for name in wanted} for told, wanted in zip(turns, expected["turns"], strict=True)
        ]
        assert told_turns == expected["turns"]
