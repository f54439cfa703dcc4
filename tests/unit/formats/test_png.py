import base64
import struct
import zlib

import pytest

from loreglass.domain.errors import BadInput
from loreglass.formats.detect import read_file
from tests.formats import samples
from tests.formats.samples import CARD_V1, CARD_V2, CARD_V3, END, HEADER, IMAGE, PICTURE, chunk, packed, text_chunk


@pytest.mark.parametrize(
    "data",
    [
        HEADER + text_chunk("chara", CARD_V2) + IMAGE + END,
        HEADER + IMAGE + text_chunk("chara", CARD_V2) + END,
        HEADER + IMAGE + END + text_chunk("chara", CARD_V2),
        HEADER + IMAGE + text_chunk("Chara", CARD_V2) + END + b"bytes that are no chunk",
        HEADER + chunk(b"zTXt", b"chara\0\0" + zlib.compress(packed(CARD_V2))) + IMAGE + END,
        HEADER + chunk(b"iTXt", b"chara\0\0\0en\0card\0" + packed(CARD_V2)) + IMAGE + END,
        HEADER + chunk(b"iTXt", b"chara\0\x01\0\0\0" + zlib.compress(packed(CARD_V2))) + IMAGE + END,
        HEADER
        + chunk(b"tEXt", b"chara\0" + base64.encodebytes(samples.as_bytes(CARD_V2)).rstrip(b"=\n"))
        + IMAGE
        + END,
        HEADER + chunk(b"tEXt", b"chara\0" + samples.as_bytes(CARD_V2)) + IMAGE + END,
    ],
)
def test_card_is_found_wherever_and_however_it_stands_in_the_picture(data: bytes) -> None:
    imported = read_file("tull.png", data)
    assert imported.format == "card_v2"
    assert imported.name == "Mr Tull"
    assert imported.picture == PICTURE


def test_ccv3_wins_over_chara() -> None:
    imported = read_file("x.png", HEADER + text_chunk("chara", CARD_V2) + text_chunk("ccv3", CARD_V3) + IMAGE + END)
    assert imported.format == "card_v3"


def test_chara_is_read_where_ccv3_cannot_be() -> None:
    data = HEADER + chunk(b"tEXt", b"ccv3\0bm8=") + text_chunk("chara", CARD_V2) + IMAGE + END
    imported = read_file("x.png", data)
    assert imported.format == "card_v2"
    assert "broken_chunk" in [warning.code for warning in imported.report.warnings]


def test_wrong_check_sum_is_tolerated_and_reported() -> None:
    bad = text_chunk("chara", CARD_V2)[:-4] + b"\0\0\0\0"
    imported = read_file("x.png", HEADER + bad + IMAGE + END)
    assert [row.note for row in imported.report.rows if row.file_field == "chara"] == ["check_sum_wrong"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (PICTURE, "holds no card"),
        (HEADER + text_chunk("naidata", {}) + IMAGE + END, "no card and no book"),
        (HEADER + text_chunk("chara", CARD_V1) + IMAGE, "cut off"),
        (samples.card_png()[:-30], "cut off"),
        (HEADER + b"\0\0\0\1\1\2\3\4" + IMAGE + END, "damaged at byte 33"),
        (
            HEADER + chunk(b"tEXt", b"chara\0" + base64.b64encode(b'{"a": ')) + IMAGE + END,
            "chunk chara: line 1, column 7",
        ),
        (HEADER + chunk(b"zTXt", b"chara\0\0broken") + IMAGE + END, "damaged"),
        (HEADER + chunk(b"tEXt", b"chara\0") + IMAGE + END, "empty"),
        (HEADER + text_chunk("chara", [1]) + IMAGE + END, "no card and no book"),
    ],
)
def test_picture_without_a_readable_card_gives_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(BadInput, match=r"x\.png") as caught:
        read_file("x.png", data)
    assert words in str(caught.value)


def test_picture_of_absurd_size_is_not_shown_but_its_card_is_read() -> None:
    header = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2_000_000, 9, 8, 0, 0, 0, 0))
    imported = read_file("x.png", header + text_chunk("chara", CARD_V1) + IMAGE + END)
    assert imported.picture == b""
    assert [warning.code for warning in imported.report.warnings] == ["picture_not_shown"]
