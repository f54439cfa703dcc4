"""Cards in pictures and archives: a PNG with both card chunks, a CHARX with the main icon."""

import base64
import io
import struct
import zipfile
import zlib
from typing import Final

from loreglass.formats.archive import RATIO_LIMIT
from loreglass.formats.charx import CARD, EMBEDDED
from loreglass.formats.encode.card import is_main_icon
from loreglass.formats.encode.form import Fields
from loreglass.formats.jsontext import raw_text
from loreglass.formats.png import SIGNATURE
from loreglass.formats.raster import is_raster

_ICON: Final = "assets/icon/image/main"
_PLAIN: Final = (400, 600, b"\x5c\x6b\x73")
"""Width and height in pixels, and the colour, of the picture of a card that has none."""


def png_with_cards(picture: bytes, v2: Fields, v3: Fields) -> bytes:
    """The picture with the card in both versions before its image data; a plain one where there is no PNG."""
    if not picture.startswith(SIGNATURE):
        picture = plain_picture()
    head = len(SIGNATURE) + 12 + int.from_bytes(picture[8:12], "big")
    chunks = b"".join(_text_chunk(name, card) for name, card in ((b"chara", v2), (b"ccv3", v3)))
    return picture[:head] + chunks + picture[head:]


def charx(card: Fields, picture: bytes) -> bytes:
    """The archive: the card, and the picture as its main icon where there is one."""
    files: dict[str, bytes] = {}
    if is_raster(picture):
        kind = _kind(picture)
        files[f"{_ICON}.{kind}"] = picture
        icon: Fields = {"type": "icon", "name": "main", "uri": f"{EMBEDDED}{_ICON}.{kind}", "ext": kind}
        card = _with_icon(card, icon)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in {CARD: raw_text(card).encode(), **files}.items():
            # Without a date of its own, so that equal cards give equal bytes.
            archive.writestr(zipfile.ZipInfo(name), data, _method(data))
    return stream.getvalue()


def _method(data: bytes) -> int:
    """Packed, but for what would look like a bomb to a careful reader, ours too."""
    return zipfile.ZIP_DEFLATED if len(data) < RATIO_LIMIT // 2 * len(zlib.compress(data)) else zipfile.ZIP_STORED


def plain_picture() -> bytes:
    """A picture of one colour."""
    width, height, colour = _PLAIN
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + colour * width) * height, 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _with_icon(card: Fields, icon: Fields) -> Fields:
    data = card["data"]
    fields: Fields = data if isinstance(data, dict) else {}
    assets = fields.get("assets")
    others = [asset for asset in assets if not is_main_icon(asset)] if isinstance(assets, list) else []
    return {**card, "data": {**fields, "assets": [icon, *others]}}


def _kind(picture: bytes) -> str:
    if picture.startswith(SIGNATURE):
        return "png"
    if picture.startswith(b"\xff\xd8"):
        return "jpeg"
    return "gif" if picture.startswith(b"GIF") else "webp"


def _text_chunk(name: bytes, card: Fields) -> bytes:
    return _chunk(b"tEXt", name + b"\0" + base64.b64encode(raw_text(card).encode()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
