"""The commands as a shell runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.native_tokens import native

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.cpython


def scenario(text: str, *entries: dict[str, object], **settings: object) -> dict[str, object]:
    return {
        "books": [{"format": "loreglass/book", "version": 1, "name": "B", "entries": list(entries)}],
        "chat": {"char": "Aria", "user": "Sam", "messages": [{"name": "Sam", "role": "user", "text": text}]},
        "settings": settings,
    }


def entry(identity: str, *keywords: str, text: str = "a fact", **fields: object) -> dict[str, object]:
    return {"id": identity, "name": identity.upper(), "keywords": list(keywords), "text": text, **fields}


def shell(*arguments: str, given: str = "", path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "PYTHONIOENCODING": "ascii"}
    if path is not None:
        environment["PATH"] = path
    command = [sys.executable, "-m", "loreglass", *arguments]
    return subprocess.run(command, input=given, capture_output=True, encoding="utf-8", env=environment, check=False)


def test_plan_prints_the_whole_account_of_a_turn() -> None:
    given = scenario(
        "I read a book today", entry("e0", "book"), entry("e1", "wolf"), entry("e2", "book", enabled=False)
    )
    done = shell("plan", "-", given=json.dumps(given))
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    reason = {"code": "key_hit", "key": "book", "message": 0, "where": "text", "span": [9, 13], "age": 0}
    assert told["entries"][0] == {
        "book": "B",
        "entry": "E0",
        "id": "e0",
        "verdict": "included",
        "reason": reason,
        "tokens": 2,
    }
    assert [(one["id"], one["reason"]["code"]) for one in told["entries"][1:]] == [
        ("e1", "no_key_hit"),
        ("e2", "disabled"),
    ]
    assert told["activated"] == ["B.e0"]
    assert told["memory"] == {"text": "a fact", "tokens": 2, "budget": 500}
    assert told["placements"]["outlets"] == {}
    assert told["rolls_used"] == 0
    prompt = told["prompt"]
    assert prompt["messages"][-1] == {"role": "user", "content": "I read a book today"}
    assert "\n\n".join(section["text"] for section in prompt["sections"]) == prompt["text"]


def test_a_bad_line_is_answered_and_the_run_goes_on(tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    good = json.dumps(scenario("book", entry("e", "book")))
    small = json.dumps(scenario("book", context=8))
    lines.write_text(f'{good}\n{{"nope": 1}}\nnot json\n\n{small}\n{good}\n', encoding="utf-8")
    done = shell("plan", "--jsonl", str(lines))
    first, unknown, broken, narrow, last = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0
    assert first == last
    assert "line 2" in unknown["error"]
    assert '"nope"' in unknown["error"]
    assert "line 3" in broken["error"]
    assert "line 5: The fixed part of the prompt" in narrow["error"]


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        (("plan", "no-such-file.json"), "", ("no-such-file.json", "cannot be read")),
        (("plan", "-"), "{", ("standard input", "line 1, column 2")),
        (("replay", "-"), '{"settings": {"counter": 1}}', ("settings.counter", "words")),
        (("plan", "-"), "[" * 100_000, ("standard input",)),
        (("plan", "-"), '{"settings": {"context": 8}}', ("standard input: The fixed part of the prompt",)),
        (("plan", "-"), '{"template": "{{"}', ("standard input: The prompt template", "line 1")),
    ],
)
def test_unusable_input_is_one_sentence_and_exit_code_two(
    arguments: tuple[str, ...], given: str, words: tuple[str, ...]
) -> None:
    done = shell(*arguments, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize("encoding", ["cl100k_base", "o200k_base"])
def test_the_tokeniser_of_the_page_counts(encoding: str) -> None:
    text = "Ångström 東京 — drag\u00adons'  fire\n\n🐉 12345"
    done = shell("plan", "-", given=json.dumps(scenario("x", entry("e", "x", text=text), counter=encoding)))
    expected = len(native(encoding).encode_ordinary(text + "\n"))
    assert json.loads(done.stdout)["memory"]["tokens"] == expected


def test_regexes_are_javascripts_and_their_spans_are_code_points() -> None:
    given = scenario("🐉🐉 кот Éclair", entry("e", "/\\p{Lu}\\p{Ll}+/u"), entry("f", "/\\bкот\\b/"), scan_names=False)
    told = json.loads(shell("plan", "-", given=json.dumps(given)).stdout)
    reasons = {one["id"]: one["reason"] for one in told["entries"]}
    assert reasons["e"]["span"] == [7, 13]
    assert reasons["f"]["code"] == "no_key_hit"


def test_a_regex_that_runs_away_is_ended_and_named() -> None:
    given = scenario("a" * 60 + "!", entry("e", "/(a+)+$/"), entry("f", "/a!/"), entry("g", "/(/"))
    told = json.loads(shell("plan", "-", given=json.dumps(given)).stdout)
    assert {one["id"]: one["reason"]["code"] for one in told["entries"]} == {
        "e": "regex_slow",
        "f": "key_hit",
        "g": "regex_invalid",
    }


def test_without_node_one_sentence_says_what_needs_it(tmp_path: Path) -> None:
    given = json.dumps(scenario("x", entry("e", "/x/")))
    done = shell("plan", "-", given=given, path=str(tmp_path))
    assert done.returncode == 2
    assert "Node" in done.stderr
    plain = shell("plan", "-", given=json.dumps(scenario("x", entry("e", "x"))), path=str(tmp_path))
    assert plain.returncode == 0


def test_a_replay_carries_timers_and_leaves_rolls_for_later_turns() -> None:
    given = scenario("x", entry("e", "x", sticky=9), entry("f", "x", probability=50), memory_depth=1)
    said = [{"role": "user", "text": "x"}, {"role": "char", "text": "hm"}, {"role": "user", "text": "x"}]
    given["chat"] = {"char": "A", "user": "S", "messages": said}
    given["rolls"] = [0.1, 0.9]
    turns = json.loads(shell("replay", "-", given=json.dumps(given)).stdout)["turns"]
    codes = [{one["id"]: one["reason"]["code"] for one in turn["entries"]} for turn in turns]
    assert codes == [{"e": "key_hit", "f": "key_hit"}, {"e": "sticky", "f": "chance_failed"}]
    assert "prompt" not in turns[0]


def test_a_replay_names_what_never_and_what_always_fired() -> None:
    given = scenario("x", entry("e0", "rain"), entry("e1", "wolf"), entry("e2", constant=True))
    messages = ("rain", "user"), ("hm", "char"), ("bye", "user")
    given["chat"] = {"messages": [{"role": role, "text": text} for text, role in messages]}
    given["settings"] = {"memory_depth": 1}
    told = json.loads(shell("replay", "-", given=json.dumps(given)).stdout)
    assert (told["never_fired"], told["always_fired"]) == (["B.e1"], ["B.e2"])


def test_entries_stand_in_the_order_of_the_prompt_and_memory_costs_the_sum_of_its_entries() -> None:
    def deep(identity: str, role: str, weight: int) -> dict[str, object]:
        return entry(identity, "x", weight=weight, place={"slot": "at_depth", "depth": 2, "role": role})

    entries = (deep("a", "system", 0), deep("b", "user", 1), deep("c", "system", 2), entry("d", "x", text=""))
    told = json.loads(shell("plan", "-", given=json.dumps(scenario("x", *entries, counter="chars4"))).stdout)
    assert [(one["id"], one["tokens"]) for one in told["entries"]] == [("d", 1), ("a", 2), ("c", 2), ("b", 2)]
    assert told["memory"]["tokens"] == 1


def test_numbers_that_no_program_can_hold_are_answered_in_json() -> None:
    wild = [
        {"sticky": "1e999"},
        {"cooldown": 10**400},
        {"delay": "1e999"},
        {"probability": "x", "useProbability": True},
    ]
    world = {str(at): {"uid": at, "key": ["x"], "content": "t", "position": 0, **one} for at, one in enumerate(wild)}
    given = scenario("x", semantics="sillytavern")
    given["books"] = [{"name": "B", "scope": "chat", "book": {"entries": world}}]

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    told = json.loads(shell("plan", "-", given=json.dumps(given)).stdout, parse_constant=refuse)
    assert {one["id"]: one["reason"]["code"] for one in told["entries"]} == {
        "0": "key_hit",
        "1": "key_hit",
        "2": "delayed",
        "3": "chance_failed",
    }
