"""The command lint as a shell runs it."""

import json

import pytest

from tests.headless.test_commands import entry, shell

pytestmark = pytest.mark.cpython


def a_book(*entries: dict[str, object]) -> str:
    return json.dumps({"format": "loreglass/book", "version": 1, "name": "B", "entries": list(entries)})


def test_a_finding_ends_with_1_and_a_sound_book_with_0() -> None:
    done = shell("lint", "-", given=a_book(entry("e0", "dragon", " ", text="a fact")))
    assert (done.returncode, done.stderr) == (1, "")
    told = json.loads(done.stdout)
    assert told["totals"] == {"entries": 1, "tokens": 2}
    assert told["entries"] == [{"book": "B", "entry": "E0", "id": "e0", "tokens": 2}]
    (finding,) = told["findings"]
    assert (finding["code"], finding["entry"], finding["where"]) == ("blank_keyword", "E0", "keywords[1]")
    assert finding["help"].endswith("Remove it.")
    done = shell("lint", "-", given=a_book(entry("e0", "dragon")))
    assert (done.returncode, json.loads(done.stdout)["findings"]) == (0, [])


def test_real_regexes_are_tried_each_with_its_own_time() -> None:
    slow = [f"/(a+)+{letter}$/" for letter in "bcdefgh"]
    done = shell("lint", "-", given=a_book(entry("e0", *slow, "/(/", "/fine+/")))
    codes = [(one["where"], one["code"]) for one in json.loads(done.stdout)["findings"]]
    assert codes == [(f"keywords[{place}]", "slow_regex") for place in range(7)] + [("keywords[7]", "invalid_regex")]


def test_ids_that_the_file_gives_twice_are_named() -> None:
    done = shell("lint", "-", given=a_book(entry("x", "dragon"), entry("x", "castle"), entry("y-2", "tower")))
    told = [(one["code"], one["id"]) for one in json.loads(done.stdout)["findings"]]
    assert told == [("duplicate_id", "x-2"), ("duplicate_name", "x-2")]
    world = {"entries": {"0": {"uid": 5, "key": ["dragon"]}, "1": {"uid": 5, "key": ["castle"], "content": "t"}}}
    codes = [one["code"] for one in json.loads(shell("lint", "-", given=json.dumps(world)).stdout)["findings"]]
    assert "duplicate_id" in codes


def test_a_file_without_a_book_is_refused() -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "A"}}
    done = shell("lint", "-", given=json.dumps(card))
    assert (done.returncode, done.stdout) == (2, "")
    assert "standard input" in done.stderr
    assert "book" in done.stderr
