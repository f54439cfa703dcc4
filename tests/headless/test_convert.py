"""The command convert: the file, the report, and one sentence for what cannot be done."""

import json
from pathlib import Path

import pytest

from loreglass.domain.errors import BadInput
from loreglass.formats.detect import read_file
from loreglass.formats.encode.export import BOOKS
from loreglass.headless.convert import convert, list_formats
from tests.formats import foreign, samples
from tests.headless.test_commands import shell

EVERY = {**samples.EVERY_JSON, **foreign.EVERY_OTHER_JSON}


@pytest.mark.parametrize("name", sorted({*BOOKS, "card_v2", "card_v3", "native"}))
def test_file_converted_to_its_own_format_is_the_same(name: str) -> None:
    made = convert(foreign.EVERY_FILE[name], "coast.json", to=name)
    assert json.loads(made.data) == EVERY[name]
    assert not [line for line in made.report if line.get("group") == "cannot"]


def test_card_story_and_save_give_their_book() -> None:
    for name in ("card_v2", "novelai_story", "koboldai_save", "charx", "byaf"):
        made = convert(foreign.EVERY_FILE[name], "coast", to="native")
        book = json.loads(made.data)
        assert book["format"] == "loreglass/book"
        assert len(book["entries"]) >= 2


def test_a_lorebook_with_more_beside_it_keeps_its_name() -> None:
    framed = {**samples.EVERY_JSON["lorebook_v3"], "made_by": "someone"}
    assert json.loads(convert(samples.as_bytes(framed), "coast.json", to="lorebook_v3").data) == framed
    told = json.loads(convert(samples.as_bytes(framed), "coast.json", to="native").data)
    assert told["name"] == framed["data"]["name"]


def test_book_becomes_a_card_with_its_name() -> None:
    found = read_file("x", convert(samples.as_bytes(samples.AGNAI), "coast", to="card_v3").data)
    assert (found.kind, found.name, len(found.books[0].entries)) == ("card", "Hollow Coast", 2)


def test_report_tells_what_the_target_cannot_hold_and_what_was_left_out() -> None:
    file = {"entries": {"0": {"key": ["a"], "content": "x", "probability": 40, "useProbability": True}, "1": 5}}
    report = convert(samples.as_bytes(file), "coast", to="agnai").report
    assert ("cannot", "probability", 1) in [
        (line.get("group"), line.get("field"), line.get("values")) for line in report
    ]
    assert "entry 1" in [line.get("where") for line in report]


@pytest.mark.parametrize(
    ("name", "to", "out", "words"),
    [
        ("agnai", "chub", "", "chub: this format cannot be written; one of native"),
        ("card_v1", "agnai", "", "this card has no book; one of card_v2"),
        ("card_v2", "charx", "", "charx: an archive is no text; name the file with --out"),
        ("card_v2", "agnai", "a.png", "a.png: a PNG holds card_v2 or card_v3, not agnai"),
        ("sillytavern_chat", "native", "", "this is a chat"),
    ],
)
def test_what_cannot_be_converted_is_one_sentence(name: str, to: str, out: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        convert(foreign.EVERY_FILE[name], "coast", to=to, out=out)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_list_tells_what_can_be_read_and_written() -> None:
    told = {form["name"]: (form["read"], form["write"]) for form in list_formats()["formats"]}  # type: ignore[attr-defined]
    assert (told["native"], told["chub"], told["charx"]) == ((True, True), (True, False), (True, True))
    assert len(told) == 23


@pytest.mark.cpython
def test_convert_prints_the_file_and_reports_on_standard_error(tmp_path: Path) -> None:
    book = tmp_path / "coast.json"
    book.write_bytes(samples.as_bytes(samples.WORLD_INFO))
    done = shell("convert", str(book), "--to", "agnai")
    assert (done.returncode, json.loads(done.stdout)["kind"]) == (0, "memory")
    assert "probability" in [json.loads(line).get("field") for line in done.stderr.splitlines()]
    out, report = tmp_path / "coast.png", tmp_path / "report.jsonl"
    done = shell(
        "convert", "-", "--to", "card_v3", "--out", str(out), "--report", str(report), given=json.dumps(samples.CARD_V2)
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert read_file("x.png", out.read_bytes()).format == "card_v3"
    assert report.exists()
    assert json.loads(shell("convert", "--list").stdout)["formats"]
    assert shell("convert").returncode == 2
