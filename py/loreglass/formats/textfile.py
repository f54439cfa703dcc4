"""Bytes of a text file to text: UTF-8 with or without a byte order mark, UTF-16 with one."""

import codecs

from loreglass.domain.errors import BadInput

_KINDS_OF_BYTES: tuple[tuple[bytes, str], ...] = (
    (b"\xff\xd8\xff", "a JPEG picture, which holds no card"),
    (b"GIF8", "a GIF picture, which holds no card"),
    (b"RIFF", "a WebP picture or a sound, which holds no card"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "a database"),
)


def decode_text(data: bytes, *, source: str) -> str:
    """The text of the file; BadInput where the bytes are something else."""
    if not data.strip(b"\0 \t\r\n"):
        raise BadInput("the file is empty", source=source)
    for start, kind in _KINDS_OF_BYTES:
        if data.startswith(start):
            raise BadInput(f"this is {kind}; choose a JSON file or a PNG card", source=source)
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        name = "UTF-16" if utf16 else "UTF-8"
        raise BadInput(f"byte {error.start} is not {name} text; save the file as UTF-8", source=source) from None
    if text.lstrip().startswith("<"):
        raise BadInput("this is a web page or XML, not a card or book; download the file itself", source=source)
    return text.strip("\0")
