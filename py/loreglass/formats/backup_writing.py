"""Writes a full backup, part by part: `formats/backup.py` says what is in it, and reads it."""

import io
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from loreglass.domain.errors import BadInput
from loreglass.formats.archive import SMALL
from loreglass.formats.backup import HEAD, LEFT_OUT, MARK, MEMBERS_LIMIT, SECRET_SETTING, SIZE_LIMIT, VERSION, is_secret
from loreglass.formats.jsontext import raw_text, storable
from loreglass.formats.surrogates import has_lone

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PART_BYTES: Final = 32 * 1024 * 1024
"""A store's records go into members of about this size."""
_PACKED_TIMES: Final = 150
"""What packs better than this stands unpacked: a reader takes it for a bomb otherwise."""
_DAY: Final = (1980, 1, 1, 0, 0, 0)
_STORE_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.ASCII)


class BackupWriter:
    """Writes a backup part by part, so that it never stands in memory as a whole.

    Each method gives the bytes to put behind those before. Raises BadInput before a backup grows too large to be read
    again.
    """

    def __init__(self, *, schema: int) -> None:
        self._sink = _Sink()
        self._zip = zipfile.ZipFile(self._sink, "w")
        self._names: set[str] = set()
        self._parts: Counter[str] = Counter()
        self._bytes = 0
        self._head = raw_text({"format": MARK, "version": VERSION, "stores": schema}).encode()

    def begin(self) -> bytes:
        """The beginning, which says what the file is."""
        return self._member(HEAD, self._head)

    def records(self, store: str, texts: Iterable[str]) -> Iterator[bytes]:
        """The records of one store, or some of them; secret ones and those of this device are left out."""
        if not _STORE_NAME.fullmatch(store):
            raise ValueError(f"{store!r} is no name of a store")
        if store in LEFT_OUT:
            return
        lines, size = list[bytes](), 0
        for text in texts:
            lines.append(_line(store, text))
            size += len(lines[-1])
            if size >= PART_BYTES:
                yield self._part(store, lines)
                lines, size = [], 0
        if size or not self._parts[store]:
            yield self._part(store, lines)

    def picture(self, picture_id: str, data: bytes) -> bytes:
        """One picture, as it is."""
        return self._member(f"pictures/{quote(picture_id, safe='').replace('.', '%2E')}", data, packed=False)

    def end(self) -> bytes:
        """The end, without which the file cannot be read."""
        self._zip.close()
        return self._sink.taken()

    def _part(self, store: str, lines: list[bytes]) -> bytes:
        part = self._parts[store]
        self._parts[store] += 1
        return self._member(f"stores/{store}.{part}.jsonl", b"".join(lines))

    def _member(self, name: str, data: bytes, *, packed: bool = True) -> bytes:
        self._bytes += len(data)
        if self._bytes > SIZE_LIMIT or len(self._names) >= MEMBERS_LIMIT:
            raise BadInput(
                f"it is too large for one file: at most {SIZE_LIMIT // 1024 // 1024:,} MiB and "
                f"{MEMBERS_LIMIT:,} pictures can be read again",
                source="backup",
            )
        if name in self._names:
            raise ValueError(f"{name} is in the backup already")
        self._names.add(name)
        member = zipfile.ZipInfo(name, _DAY)
        member.create_system, member.external_attr = 3, 0o644 << 16
        member.compress_type = zipfile.ZIP_DEFLATED if packed and _may_pack(data) else zipfile.ZIP_STORED
        self._zip.writestr(member, data)
        return self._sink.taken()


class _Sink(io.RawIOBase):
    """Takes what a zip writes, for the caller to take in turn; it cannot go back, so the zip does not try to."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: "ReadableBuffer", /) -> int:
        data = bytes(piece)
        self._pieces.append(data)
        return len(data)

    def taken(self) -> bytes:
        """All bytes since the last time."""
        data = b"".join(self._pieces)
        self._pieces.clear()
        return data


def _may_pack(data: bytes) -> bool:
    """False where the data packs so well that a reader would refuse it."""
    if len(data) <= SMALL:
        return True
    packed = zlib.compressobj(wbits=-15)
    size = len(packed.compress(data)) + len(packed.flush())
    return len(data) <= _PACKED_TIMES * size


def _line(store: str, text: str) -> bytes:
    """A record as a line; b"" for one that holds a key or an address."""
    if store == "settings" and SECRET_SETTING in text.lower() and _holds_secret(store, text):
        return b""
    if "\n" in text or has_lone(text):
        text = raw_text(storable(json.loads(text)))
    return text.encode() + b"\n"


def _holds_secret(store: str, text: str) -> bool:
    value: object = json.loads(text)
    return isinstance(value, dict) and is_secret(store, value)
