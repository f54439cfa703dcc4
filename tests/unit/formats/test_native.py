import json

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Place
from loreglass.formats.detect import read_file
from loreglass.formats.native import decode_book, decode_entry, encode_book, encode_entry
from tests.formats import samples


def test_native_book_reads_as_it_was_written() -> None:
    book = read_file("b.json", samples.as_bytes(samples.NATIVE)).books[0]
    assert (book.id, book.name, book.recursive) == ("b-coast", "Hollow Coast", True)
    tide = book.entries[1]
    assert (tide.id, tide.priority, tide.place) == ("tide", 5, Place(slot="at_depth", depth=2))
    assert (tide.raw, tide.origin) == ('{"uid":7}', "sillytavern")
    assert encode_book(book) == samples.NATIVE


def test_field_at_its_default_is_left_out() -> None:
    assert encode_entry(Entry(id=EntryId("a"), text="x")) == {"id": "a", "text": "x"}
    assert encode_book(Book(id=BookId(""), name="B")) == {
        "format": "loreglass/book",
        "version": 1,
        "name": "B",
        "entries": [],
    }


def test_unknown_fields_survive_and_stand_where_they_stood() -> None:
    entry = {"id": "a", "text": "x", "mood": "grim", "place": {"slot": "after", "angle": 3}, "raw": {"uid": 1}}
    file = {"format": "loreglass/book", "version": 1, "name": "B", "shelf": [1], "entries": [entry]}
    found = read_file("b.json", samples.as_bytes(file))
    assert encode_book(found.books[0]) == file
    assert {row.file_field for row in found.report.rows if row.group == "kept"} == {"shelf", "mood", "place"}


def test_edit_of_an_entry_with_unknown_fields_keeps_them() -> None:
    value = encode_entry(decode_entry({"id": "a", "text": "x", "mood": "grim"}))
    assert encode_entry(decode_entry({**value, "text": "y"})) == {"id": "a", "text": "y", "mood": "grim"}


def test_wrong_values_keep_the_default_and_are_warned_of() -> None:
    entry = {"id": "a", "text": "x", "logic": "xor", "priority": "high", "keywords": [1], "sticky": 1.5, "depth": True}
    found = read_file("b.json", samples.as_bytes({"format": "loreglass/book", "name": "B", "entries": [entry]}))
    assert found.books[0].entries == (Entry(id=EntryId("a"), text="x"),)
    assert {warning.code for warning in found.report.warnings} == {"wrong_type"}
    assert len(found.report.warnings) == 5


def test_book_of_a_newer_version_is_read_with_a_warning() -> None:
    found = read_file("b.json", samples.as_bytes({**samples.NATIVE, "version": 2}))
    assert [warning.code for warning in found.report.warnings] == ["newer_version"]


@pytest.mark.parametrize("value", [None, 5, [], "x"])
def test_stored_record_that_is_no_object_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match="was expected"):
        decode_entry(value)
    with pytest.raises(BadInput, match="was expected"):
        decode_book(value)


def test_imported_world_info_survives_as_a_native_file() -> None:
    book = read_file("b.json", samples.as_bytes(samples.WORLD_INFO)).books[0]
    text = json.dumps(encode_book(book))
    assert read_file("c.json", text.encode()).books[0] == book
    entries = samples.WORLD_INFO["entries"]
    assert isinstance(entries, dict)
    assert json.loads(book.entries[0].raw) == entries["0"]
