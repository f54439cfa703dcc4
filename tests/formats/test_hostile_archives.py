"""Archives from strangers: nothing is unpacked that is too much, and no name leads out."""

import io
import struct
import zipfile

import pytest

from loreglass.domain.errors import BadInput
from loreglass.formats import archive
from loreglass.formats.detect import read_file
from tests.formats import foreign, samples

CARD = samples.as_bytes(samples.CARD_V3)


def sentence(data: bytes) -> str:
    with pytest.raises(BadInput) as caught:
        read_file("coast.charx", data)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("coast.charx: ")
    return text


@pytest.mark.parametrize(
    "name", ["../card.json", "/etc/card.json", "C:\\card.json", "a/../../card.json", "..\\card.json"]
)
def test_archive_that_names_a_file_outside_of_itself_is_refused(name: str) -> None:
    assert "outside" in sentence(foreign.archive({"card.json": CARD, name: b"x"}))


def test_archive_with_too_many_members_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for number in range(archive.MEMBERS_LIMIT + 1):
            packed.writestr(str(number), b"")
    assert "10,000" in sentence(stream.getvalue())


def test_member_that_unpacks_without_end_is_refused() -> None:
    assert "200 times" in sentence(foreign.archive({"card.json": CARD, "bomb": b"\0" * 2_000_000}))


def test_archive_that_unpacks_to_too_much_is_refused_by_its_own_numbers() -> None:
    data = foreign.archive({"card.json": CARD, "big": b"x"})
    at = data.rindex(b"PK\x01\x02")
    lying = data[: at + 24] + struct.pack("<I", archive.INFLATED_LIMIT) + data[at + 28 :]
    assert "256 MiB" in sentence(lying)


def test_member_that_holds_more_than_it_declares_is_damaged() -> None:
    data = foreign.archive({"card.json": b" " * 60_000 + CARD})
    at = data.rindex(b"PK\x01\x02")
    assert "damaged" in sentence(data[: at + 24] + struct.pack("<I", 50) + data[at + 28 :])


@pytest.mark.cpython
@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_archive_packed_in_another_way_is_refused(method: int) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as packed:
        packed.writestr("card.json", CARD)
    assert "packed in a way" in sentence(stream.getvalue())


def test_encrypted_archive_is_refused() -> None:
    data = bytearray(foreign.archive({"card.json": CARD}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in sentence(bytes(data))


def test_archive_without_a_card_says_what_was_expected() -> None:
    assert "card.json or manifest.json" in sentence(foreign.archive({"readme.txt": b"x"}))
    assert "card.json or manifest.json" in sentence(foreign.archive({}))


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"card.json": b"{"}, "card.json: line 1"),
        ({"card.json": b"[]"}, "a character card"),
        ({"card.json": b"\xff\xfe\xff"}, "UTF-16"),
        ({"manifest.json": b"{}"}, "manifest.json: characters"),
        ({"manifest.json": b'{"characters": ["x.json"]}'}, "x.json: this file was expected"),
        ({"manifest.json": b'{"characters": ["x.json"]}', "x.json": b"5"}, "x.json: an object"),
    ],
)
def test_archive_with_an_unreadable_card_names_the_file_inside(files: dict[str, bytes], words: str) -> None:
    assert words in sentence(foreign.archive(files))


def test_every_way_to_cut_an_archive_short_gives_one_sentence() -> None:
    whole = foreign.charx()
    for length in range(4, len(whole), 7):
        sentence(whole[:length])
