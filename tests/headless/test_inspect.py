"""The command inspect, as a shell runs it and as a function."""

import json
from pathlib import Path

import pytest

from loreglass.domain.errors import BadInput
from loreglass.headless.inspect import inspect
from tests.formats import foreign, samples
from tests.headless.test_commands import shell


@pytest.mark.parametrize(
    ("name", "kind", "entries", "messages"),
    [
        ("native", "book", 2, 0),
        ("novelai_lorebook", "book", 4, 0),
        ("novelai_scenario", "story", 4, 0),
        ("koboldai_save", "story", 2, 0),
        ("card_v1", "card", 0, 0),
        ("card_v3", "card", 2, 0),
        ("charx", "card", 2, 0),
        ("sillytavern_chat", "chat", 0, 3),
        ("agnai_chat", "chat", 0, 3),
    ],
)
def test_inspect_tells_kind_format_and_numbers(name: str, kind: str, entries: int, messages: int) -> None:
    told = inspect(foreign.EVERY_FILE[name], "x")
    assert (told["kind"], told["format"], told["entries"], told["messages"]) == (kind, name, entries, messages)
    assert told["name"]


def test_clean_book_has_no_warnings_and_a_repaired_one_says_what_was_put_right() -> None:
    assert inspect(samples.as_bytes(samples.NATIVE), "x")["warnings"] == []
    warnings = inspect(samples.as_bytes(samples.CARD_BOOK), "x")["warnings"]
    assert {"where": "enabled", "what": "not said whether it is on; it is on here"} in warnings  # type: ignore[operator]


def test_bad_entry_is_named_with_its_place() -> None:
    file = {"entries": [5, {"keys": ["a"], "content": "x", "enabled": True}]}
    (warning,) = inspect(samples.as_bytes(file), "x")["warnings"]  # type: ignore[misc]
    assert warning["where"] == "entry 0"
    assert "must be an object" in warning["what"]


@pytest.mark.cpython
def test_inspect_prints_json_and_refuses_in_one_sentence(tmp_path: Path) -> None:
    book = tmp_path / "coast.json"
    book.write_bytes(samples.as_bytes(samples.AGNAI))
    done = shell("inspect", str(book))
    assert (done.returncode, done.stderr, json.loads(done.stdout)["name"]) == (0, "", "Hollow Coast")
    bad = shell("inspect", "-", given="{")
    assert (bad.returncode, bad.stdout, len(bad.stderr.splitlines())) == (2, "", 1)
    assert bad.stderr.startswith("standard input: ")
    with pytest.raises(BadInput, match="coast"):
        inspect(b"[]", "coast")
