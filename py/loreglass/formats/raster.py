"""Pictures by their first bytes: only raster images are ever shown."""

from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.formats.png import SIGNATURE, bare_picture
from loreglass.formats.tally import Tally

_SIGNATURES: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")


def is_raster(data: bytes) -> bool:
    """True for PNG, JPEG, GIF and WebP; markup that calls itself a picture is none."""
    return data.startswith(_SIGNATURES) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def raster_of(data: bytes, name: str, tally: Tally) -> bytes:
    """The picture as it may be shown, a PNG without its texts; b"" and a warning where it is none."""
    if not is_raster(data):
        tally.warn("", "picture_not_shown", name)
        return b""
    try:
        return bare_picture(data, source=name, tally=tally) if data.startswith(SIGNATURE) else data
    except BadInput:
        tally.warn("", "picture_not_shown", name)
        return b""
