"""Files from strangers: each gives an import or one clear sentence, and nothing else ever."""

import json
import re
import zlib

import pytest

from loreglass.domain.errors import BadInput
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.jsontext import raw_text
from loreglass.formats.png import INFLATED_LIMIT
from tests.formats import foreign, samples

BOOK = '{"entries": [{"keys": ["a"], "content": "x", "enabled": true%s}]}'


def sentence(data: bytes, name: str = "coast.json") -> str:
    with pytest.raises(BadInput) as caught:
        read_file(name, data)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(name)
    return text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \r\n\t ", "empty"),
        (b"<!doctype html><html></html>", "web page"),
        (b"PK\x03\x04\x14\0", "archive is damaged"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "WebP"),
        (b"The ferry is late.", "JSON or a PNG"),
        (b'{"entries": [', "cut off"),
        (b'{"entries": [{"keys": ["a', "cut off"),
        (b'{"entries": [] "name": 1}', "line 1, column 16: a comma"),
        (b'{"name": "A",\n "first_mes" "x"}', "line 2, column 14: a colon"),
        (b'{"user_name": "Sam"}\n{"name": "Sam", "mes": "hi"}', "a chat"),
        (b"null", "is empty"),
        (b"12", "this is a number"),
        (b"[]", "no card and no book"),
        (b'{"a": 1}', "no card and no book"),
        (b'{"kind": "memory", "entries": 5}', "entries: a list"),
        (b'{"lorebookVersion": 5, "entries": 5}', "entries: a list"),
        (b'{"storyContainerVersion": 1}', "content: the story"),
        (b'{"scenarioVersion": 1, "lorebook": 5}', "lorebook: a lorebook"),
        (b'{"name": "A", "greeting": "", "messages": [{"msg": "hi"}]}', "a chat"),
        (b'{"spec": "lorebook_v3"}', "data: the lorebook"),
        (b'{"spec": "chara_card_v2"}', "data: the character"),
        (b"\x80\x81{}", "byte 0 is not UTF-8"),
        (b"\xff\xfe{", "UTF-16"),
        (b'{"x": ' + b"[" * 5000 + b"]" * 5000 + b"}", "nested more than 200"),
        (b"[" * 1_000_000, "nested more than 200"),
        (b'{"a":' * 100_000, "nested more than 200"),
        (b'"' + b'\\"' * 500_000, "JSON or a PNG"),
        (b'{"a": "' + b'\\"[' * 300_000, "cut off"),
    ],
)
def test_unusable_file_gives_one_sentence_that_names_it(data: bytes, words: str) -> None:
    assert words in sentence(data)


def test_file_above_the_size_limit_is_refused_unread() -> None:
    assert "64 MiB" in sentence(b"{" * (64 * 1024 * 1024 + 1))


def test_more_than_a_hundred_thousand_entries_are_refused() -> None:
    assert "100,000" in sentence(b'{"entries": [' + b"{}," * 100_000 + b"{}]}")


def test_brackets_inside_texts_are_no_nesting() -> None:
    text = "[{" * 5000 + '\\"' + "[" * 500
    book = read_file("b.json", samples.as_bytes({"entries": [{"keys": ["a"], "content": text}]})).books[0]
    assert book.entries[0].text == text


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "9" * 4000, '"NaN"', '"1_0"'])
def test_number_that_is_none_leaves_the_default_and_is_reported(word: str) -> None:
    imported = read_file("b.json", (BOOK % f', "insertion_order": {word}').encode())
    entry = imported.books[0].entries[0]
    assert entry.weight == 0
    assert not {":NaN", ":Infinity", ":-Infinity"} & set(re.findall(":-?[A-Z][a-zA-Z]+", entry.raw))
    json.loads(entry.raw)
    told = [row for row in imported.report.rows if row.note == "not_a_number"] or imported.report.warnings
    assert told


def test_last_of_equal_fields_counts_and_is_reported() -> None:
    imported = read_file("b.json", (BOOK % ', "content": "y"').encode())
    assert imported.books[0].entries[0].text == "y"
    assert [row.file_field for row in imported.report.rows if row.note == "duplicate_field"] == ["content"]


def test_half_a_character_is_replaced_and_reported() -> None:
    imported = read_file("b.json", b'{"entries": [{"keys": ["a\\ud800"], "content": "\\udc00x", "enabled": true}]}')
    entry = imported.books[0].entries[0]
    assert (entry.keywords, entry.text) == (("a\ufffd",), "\ufffdx")
    assert json.loads(entry.raw)["content"] == "\udc00x"
    assert sum(row.values for row in imported.report.rows if row.note == "broken_character") == 2
    for row in imported.report.rows:
        (row.file_field + row.example).encode()


@pytest.mark.parametrize("wrong", [5, True, [], {}, "text", [[]], [{}], {"a": {}}, 1.5, -1, "", None])
@pytest.mark.parametrize("name", sorted({**samples.EVERY_JSON, **foreign.EVERY_OTHER_JSON}))
def test_wrong_type_in_any_field_never_breaks_an_import(name: str, wrong: object) -> None:
    def broken(value: object) -> list[object]:
        if isinstance(value, dict):
            found: list[object] = [{**value, field: wrong} for field in value]
            for field, item in value.items():
                found += [{**value, field: inner} for inner in broken(item)]
            return found
        if isinstance(value, list):
            return [[*value[:at], inner, *value[at + 1 :]] for at in range(len(value)) for inner in broken(value[at])]
        return []

    for value in broken({**samples.EVERY_JSON, **foreign.EVERY_OTHER_JSON}[name]):
        imported, sentence = samples.outcome(lambda value=value: decode_value(value, source="x"))  # type: ignore[misc]
        assert imported is not None or sentence.startswith("x: ")


def test_values_that_only_python_has_are_read_without_a_crash() -> None:
    entry = {"keys": ["a"], "content": "x", "insertion_order": float("nan"), "priority": 10**400, "id": 10**5000}
    book = decode_value({"entries": [entry]}, source="x").books[0]
    assert (book.entries[0].id, book.entries[0].priority) == ("0", 0)
    assert raw_text({"a": float("inf"), "b": [10**5000]}) == '{"a":null,"b":[null]}'


def test_value_nested_without_end_is_refused() -> None:
    value: dict[str, object] = {}
    value["entries"] = [{"keys": ["a"], "content": "x", "extensions": {"deep": []}}]
    deep: list[object] = []
    for _ in range(150):
        deep = [deep]
    value["entries"][0]["extensions"]["deep"] = deep  # type: ignore[index]
    assert len(decode_value(value, source="x").books[0].entries) == 1


def test_a_flood_of_bad_entries_gives_a_bounded_report() -> None:
    entries: list[object] = [{"keys": ["a"], "content": "x", f"field {n}": 1} for n in range(1000)]
    report = read_file("b.json", samples.as_bytes({"entries": entries + [None] * 1000})).report
    assert len(report.rows) < 400
    assert len(report.warnings) < 300
    assert report.warnings[-1].code == "more_warnings"
    assert int(report.warnings[-1].detail) + len(report.warnings) - 1 == 1000


@pytest.mark.parametrize("start", [b"chara\0\0", b"chara\0\x01\0\0\0"])
def test_text_chunk_that_unpacks_without_end_is_refused(start: bytes) -> None:
    bomb = zlib.compress(b" " * (INFLATED_LIMIT + 10))
    kind = b"zTXt" if start.endswith(b"\0\0") and len(start) == 7 else b"iTXt"
    data = samples.HEADER + samples.chunk(kind, start + bomb) + samples.IMAGE + samples.END
    assert "16 MiB" in sentence(data, "card.png")


def test_every_way_to_cut_a_png_short_gives_one_sentence() -> None:
    whole = samples.card_png(samples.CARD_V1)
    for length in range(len(samples.PICTURE[:8]), len(whole)):
        sentence(whole[:length], "card.png")


def test_markup_and_templates_in_a_card_stay_text() -> None:
    text = "<img src=x onerror=alert(1)> {{ 7*7 }} $& </script>"
    imported = read_file("card.json", samples.as_bytes({**samples.CARD_V1, "name": text, "first_mes": text}))
    assert imported.character is not None
    assert (imported.character.name, imported.character.greeting) == (text, text)
