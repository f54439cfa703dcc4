"""A book that goes back to the format it came from takes along what nothing here reads, in the place it had."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.detect import read_file
from loreglass.formats.encode.export import export_book
from loreglass.formats.native import decode_book, encode_book
from tests.formats import foreign, samples

NEW = Entry(id=EntryId("new"), name="New", text="new")
FRAMED: dict[str, object] = {**samples.LOREBOOK_V3, "spec_version": "1.0", "shelf": {"mark": 3}, "name": "Outside"}
LIST: list[object] = [{"key": "mole, pier", "content": "Gulls.", "shade": 2}, {"key": "eel", "content": "Late."}]


def stored(value: object) -> Book:
    """The book of the file, as it comes back from the records that are kept of it."""
    return decode_book(json.loads(json.dumps(encode_book(read_file("coast.json", samples.as_bytes(value)).books[0]))))


def written(book: Book, to: str) -> object:
    return json.loads(export_book(book, to).data)


def test_what_stands_beside_the_data_of_a_v3_lorebook_comes_back() -> None:
    assert written(stored(FRAMED), "lorebook_v3") == FRAMED
    rows = read_file("x", samples.as_bytes(FRAMED)).report.rows
    assert {row.file_field for row in rows if row.group == "kept"} >= {"spec_version", "shelf", "name"}


def test_an_edited_v3_lorebook_changes_inside_of_its_frame_only() -> None:
    made = written(replace(stored(FRAMED), name="Ebb"), "lorebook_v3")
    assert made == {**FRAMED, "data": {**FRAMED["data"], "name": "Ebb"}}  # type: ignore[dict-item]


def test_the_frame_of_a_v3_lorebook_stays_out_of_the_book_of_a_card() -> None:
    made = written(stored(FRAMED), "v2_book")
    assert {**made, "entries": []} == {"name": "Tides", "extensions": {}, "entries": []}  # type: ignore[dict-item]


def test_a_v3_lorebook_that_was_stored_without_its_frame_is_still_written() -> None:
    old = replace(stored(FRAMED), raw='{"name":"Tides","extensions":{},"shelf":3}')
    data = samples.LOREBOOK_V3["data"]
    assert written(old, "lorebook_v3") == {"spec": "lorebook_v3", "data": {**data, "shelf": 3}}  # type: ignore[dict-item]


def risu(*names: str) -> dict[str, object]:
    """A file with an entry of each name; a name in capitals is a folder."""
    rows = [
        {"key": name, "comment": name, "content": "" if name.isupper() else name, "mode": mode}
        for name in names
        for mode in ["folder" if name.isupper() else "normal"]
    ]
    return {"type": "risu", "ver": 1, "data": rows}


def rows_of(book: Book) -> list[str]:
    return [row["comment"] for row in written(book, "risu")["data"]]  # type: ignore[index]


@given(st.lists(st.booleans(), max_size=8), st.sets(st.integers(0, 7)))
def test_folders_keep_their_places_whatever_entries_go(folders: list[bool], gone: set[int]) -> None:
    names = [f"F{at}" if folder else f"e{at}" for at, folder in enumerate(folders)]
    book = stored(risu(*names))
    assert written(book, "risu") == risu(*names)
    left = [name for at, name in enumerate(names) if name.isupper() or at not in gone]
    assert rows_of(replace(book, entries=tuple(each for each in book.entries if each.name in left))) == left


def test_a_folder_goes_with_the_entry_before_it_and_a_new_entry_moves_none() -> None:
    book = stored(risu("F", "a", "G", "b"))
    a, b = book.entries
    assert rows_of(replace(book, entries=(a, b, NEW))) == ["F", "a", "G", "b", "New"]
    assert rows_of(replace(book, entries=(b, a))) == ["F", "b", "a", "G"]


def test_an_entry_that_cannot_be_read_moves_no_folder() -> None:
    file = risu("a", "bad", "F", "b")
    file["data"][1] = {}  # type: ignore[index]
    assert rows_of(stored(file)) == ["a", "F", "b"]


def test_folders_that_were_stored_without_their_places_stand_first() -> None:
    book = stored(risu("a", "F", "b"))
    raw = json.loads(book.raw)
    raw["data"] = [row for row in raw["data"] if isinstance(row, dict)]
    assert rows_of(replace(book, raw=json.dumps(raw))) == ["F", "a", "b"]


def test_world_info_that_was_a_list_alone_comes_back_as_one() -> None:
    book = stored(LIST)
    assert written(book, "kobold_lite") == LIST
    first, second = book.entries
    made = written(replace(book, entries=(replace(first, text="Terns."), second)), "kobold_lite")
    assert made == [{**LIST[0], "content": "Terns."}, LIST[1]]  # type: ignore[dict-item]


@pytest.mark.parametrize("save", [foreign.KOBOLD_LITE, {"worldinfo": foreign.KOBOLD_LITE["worldinfo"]}])
def test_world_info_that_was_in_a_save_comes_back_in_it(save: dict[str, object]) -> None:
    assert written(stored(save), "kobold_lite") == save


def test_a_book_from_elsewhere_becomes_a_whole_save() -> None:
    assert {"worldinfo", "prompt", "memory"} <= written(stored(risu("a")), "kobold_lite").keys()  # type: ignore[attr-defined]
