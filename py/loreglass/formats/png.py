"""PNG pictures that carry a card in a text chunk: before, between or after the image data.

A wrong check sum is tolerated and reported; a file that is cut off is not. Source: the PNG specification, chunks.
"""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.formats.tally import Tally

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
INFLATED_LIMIT: Final = 16 * 1024 * 1024
SIDE_LIMIT_PIXELS: Final = 16_384
AREA_LIMIT_PIXELS: Final = 64_000_000
"""What a browser unpacks to 256 MB to show it."""
CARD_CHUNKS: Final = ("ccv3", "chara", "naidata")
"""Names of chunks that hold a card or a NovelAI book; the first one wins."""

_TEXT_TYPES: Final = (b"tEXt", b"zTXt", b"iTXt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """One chunk: `whole` is all its bytes, `data` its content."""

    type: bytes
    data: bytes
    whole: bytes
    intact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPng:
    """A picture without its texts, and those texts, in order of preference, as JSON bytes."""

    cards: tuple[tuple[str, bytes], ...]
    picture: bytes


def read_png(data: bytes, *, source: str, tally: Tally) -> CardPng:
    """The cards of the file and its picture; BadInput where it is cut off, damaged, or holds no card."""
    found: dict[str, bytes] = {}
    other: list[str] = []
    picture = [SIGNATURE]
    ended = False
    for chunk in _chunks(data, source):
        if chunk.type in _TEXT_TYPES:
            name = chunk.data.split(b"\0", 1)[0].decode("latin-1").lower()[:79]
            if name in CARD_CHUNKS and name not in found:
                found[name] = _text(chunk, source)
                if not chunk.intact:
                    tally.count("repaired", name, "picture", note="check_sum_wrong")
            else:
                other.append(name)
        elif not ended:
            picture.append(chunk.whole)
        ended = ended or chunk.type == b"IEND"
    if not found:
        raise BadInput(
            "this picture holds no card; save the card itself, not a screenshot or a preview of it", source=source
        )
    for name in sorted(set(other) - set(CARD_CHUNKS)):
        if name.startswith("chara-ext-asset"):
            tally.count("cannot", name, "nothing", note="assets_not_shown")
    cards = tuple((name, _json_bytes(found[name], name, tally)) for name in CARD_CHUNKS if name in found)
    return CardPng(cards=cards, picture=_showable(b"".join(picture), tally))


def bare_picture(data: bytes, *, source: str, tally: Tally) -> bytes:
    """The picture of any PNG without its texts, or b"" where it is too large to show; BadInput where it is damaged."""
    picture = [SIGNATURE]
    for chunk in _chunks(data, source):
        if chunk.type not in _TEXT_TYPES:
            picture.append(chunk.whole)
        if chunk.type == b"IEND":
            break
    return _showable(b"".join(picture), tally)


def _chunks(data: bytes, source: str) -> Iterator[Chunk]:
    """The chunks; after the end of the image whatever is no chunk is ignored."""
    at, ended = len(SIGNATURE), False
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8]) if at + 8 <= len(data) else (0, b"")
        end = at + 12 + length
        if not kind.isalpha() or end > len(data):
            if ended:
                return
            if kind and not kind.isalpha():
                raise BadInput(f"the picture is damaged at byte {at}; fetch it again", source=source)
            break
        content = data[at + 8 : end - 4]
        intact = zlib.crc32(data[at + 4 : end - 4]) == int.from_bytes(data[end - 4 : end], "big")
        yield Chunk(type=kind, data=content, whole=data[at:end], intact=intact)
        ended = ended or kind == b"IEND"
        at = end
    if not ended:
        raise BadInput("the picture is cut off before its end; fetch it again", source=source)


def _text(chunk: Chunk, source: str) -> bytes:
    """What the text chunk says; the PNG specification has three ways to say it."""
    name, _, rest = chunk.data.partition(b"\0")
    if chunk.type == b"tEXt":
        return rest
    if chunk.type == b"zTXt":
        return _inflated(rest[1:], name, source)
    packed = rest[:1] == b"\x01"
    _, _, rest = rest[2:].partition(b"\0")
    _, _, rest = rest.partition(b"\0")
    return _inflated(rest, name, source) if packed else rest


def _inflated(packed: bytes, name: bytes, source: str) -> bytes:
    place = f"chunk {name.decode('latin-1')[:79]}"
    try:
        inflater = zlib.decompressobj()
        text = inflater.decompress(packed, INFLATED_LIMIT + 1)
    except zlib.error:
        raise BadInput("the card inside the picture is damaged; fetch it again", source=source, place=place) from None
    if len(text) > INFLATED_LIMIT:
        problem = f"the card inside the picture unpacks to more than {INFLATED_LIMIT // 1024 // 1024} MiB"
        raise BadInput(problem, source=source, place=place)
    return text


def _json_bytes(text: bytes, name: str, tally: Tally) -> bytes:
    """The base64 text decoded; JSON that stands there unpacked is taken as it is. b"" where it is neither."""
    compact = b"".join(text.split())
    if compact.startswith(b"{"):
        tally.count("repaired", name, "raw", note="not_base64")
        return text
    try:
        return base64.b64decode(compact + b"=" * (-len(compact) % 4))
    except binascii.Error:
        return b""


def _showable(picture: bytes, tally: Tally) -> bytes:
    """The picture, or b"" where its sides are absurd."""
    width, height = struct.unpack(">II", picture[16:24]) if picture[12:16] == b"IHDR" else (0, 0)
    if min(width, height) > 0 and max(width, height) <= SIDE_LIMIT_PIXELS and width * height <= AREA_LIMIT_PIXELS:
        return picture
    tally.warn("", "picture_not_shown", f"{width} x {height}")
    return b""
