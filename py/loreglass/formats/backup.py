"""A full backup: one zip with a member for each store (a record a line) and one for each picture.

`loreglass.json` comes first and says `{"format": "loreglass/backup", "version": 1, "stores": ...}`, the last the
version of the store's schema. Keys and addresses of endpoints, and what belongs to one device alone, are never in,
and never come out. Equal records give equal bytes.
"""

import io
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

from loreglass.domain.errors import BadInput
from loreglass.formats.archive import SMALL, Archive
from loreglass.formats.jsontext import parse_json, raw_text, storable
from loreglass.formats.raster import is_raster
from loreglass.formats.reader import kind_of
from loreglass.formats.surrogates import has_lone
from loreglass.formats.tally import Tally
from loreglass.formats.textfile import decode_text

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MARK: Final = "loreglass/backup"
VERSION: Final = 1
HEAD: Final = "loreglass.json"
SIZE_LIMIT: Final = 1024 * 1024 * 1024
MEMBERS_LIMIT: Final = 60_000
"""Below what a zip without extensions can count."""
PART_BYTES: Final = 32 * 1024 * 1024
"""A store's records go into members of about this size."""
BLOCK_BYTES: Final = 64 * 1024
SLICE_BYTES: Final = 16 * 1024
"""So much is unpacked, and so much of it read, before the caller may pause."""

_NAME_AT: Final = 30
"""Where a zip has the name of its first member."""
_PACKED_TIMES: Final = 150
"""What packs better than this stands unpacked: a reader takes it for a bomb otherwise."""
_DAY: Final = (1980, 1, 1, 0, 0, 0)
_STORE: Final = re.compile(r"stores/([a-z][a-z0-9_-]{0,39})(?:\.(\d{1,4}))?\.jsonl", re.ASCII)
_STORE_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.ASCII)
_PICTURE: Final = re.compile(r"pictures/(.{1,600})", re.ASCII)
_SECRET_STORES: Final = frozenset({"secrets", "endpoints"})
_OWN_STORES: Final = frozenset({"counts", "handles", "aside"})
"""Of this device alone: what can be worked out again, a chosen folder, what is on its way in."""
_LEFT_OUT: Final = _SECRET_STORES | _OWN_STORES
_SECRET_SETTING: Final = "endpoint"

Records = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """All records by store, as JSON texts, and the pictures by id; stores that this version does not know too."""

    stores: tuple[tuple[str, Records], ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = ()
    schema: int = 0
    """The version of the store's schema that the records were written under."""

    def records(self, store: str) -> Records:
        """The records of one store."""
        return dict(self.stores).get(store, ())


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
        if store in _LEFT_OUT:
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


def encode_backup(
    stores: Mapping[str, Iterable[str]], pictures: Mapping[str, bytes], *, schema: int = 0
) -> Iterator[bytes]:
    """The zip in pieces; stores and pictures by name, records in the order given."""
    writer = BackupWriter(schema=schema)
    yield writer.begin()
    for store in sorted(stores):
        yield from writer.records(store, stores[store])
    for picture_id in sorted(pictures):
        yield writer.picture(picture_id, pictures[picture_id])
    yield writer.end()


def is_backup(data: bytes) -> bool:
    """True for a zip whose first member is the head of a backup."""
    return data[_NAME_AT : _NAME_AT + len(HEAD)] == HEAD.encode()


def decode_backup(data: bytes, tally: Tally, *, source: str) -> Backup:
    """The backup that `decoding` returns, at once."""
    work = decoding(data, tally, source=source)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


def decoding(data: bytes, tally: Tally, *, source: str) -> Generator[None, None, Backup]:
    """The backup; it yields every few kilobytes, wherever the caller may pause.

    Records and pictures that cannot be used are listed in `tally`. Raises BadInput where it is none, is of a newer
    version, or breaks a limit of size.
    """
    archive = _Blocks(data, source=source, members=MEMBERS_LIMIT, inflated=SIZE_LIMIT)
    yield
    schema = _schema(archive)
    stores: dict[str, list[str]] = {}
    pictures: list[tuple[str, bytes]] = []
    problem: BadInput | None = None
    for name in archive.names:
        try:
            if (found := _STORE.fullmatch(name)) and found[1] in _OWN_STORES:
                tally.count("cannot", found[1], "nothing", note="unknown_field")
            elif found:
                read = yield from _records(found[1], archive.blocks(name), tally)
                stores.setdefault(found[1], []).extend(read)
            elif found := _PICTURE.fullmatch(name):
                pictures += _picture(unquote(found[1]), (yield from _joined(archive.blocks(name))), tally)
            elif name != HEAD:
                tally.count("kept", name, "nothing", note="unknown_field")
        except BadInput as error:
            problem = problem or error
            tally.warn(name, "bad_line", error.problem)
    if problem and not any(stores.values()):
        raise problem
    told = tuple((store, tuple(texts)) for store, texts in stores.items() if store not in _SECRET_STORES)
    for store, texts in told:
        tally.count("mapped", store, "kept", values=len(texts))
    return Backup(stores=told, pictures=tuple(pictures), schema=schema)


class _Blocks(Archive):
    """An archive whose members can be read block by block."""

    def blocks(self, name: str) -> Iterator[bytes]:
        """One file in blocks, never more than was declared; BadInput where it is damaged."""
        member = self._members[name]
        left = member.file_size + 1
        try:
            with self._zip.open(member) as stream:
                while left > 0 and (block := stream.read(min(left, BLOCK_BYTES))):
                    left -= len(block)
                    yield block
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError):
            raise self._refused("this file of the archive is damaged; fetch it again", name) from None


def _joined(blocks: Iterable[bytes]) -> Generator[None, None, bytes]:
    """All blocks as one."""
    found: list[bytes] = []
    for block in blocks:
        found.append(block)
        yield
    return b"".join(found)


def _lines(blocks: Iterable[bytes]) -> Iterator[bytes | None]:
    """The lines that the blocks hold, without their ends; None for a block that ends none, as a place to pause."""
    begun: list[bytes] = []
    for block in blocks:
        first, *others = block.split(b"\n")
        begun.append(first)
        if not others:
            yield None
            continue
        yield b"".join(begun)
        begun = [others.pop()]
        yield from others
    yield b"".join(begun)


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
    if store == "settings" and _SECRET_SETTING in text.lower() and _is_secret(store, text):
        return b""
    if "\n" in text or has_lone(text):
        text = raw_text(storable(json.loads(text)))
    return text.encode() + b"\n"


def _is_secret(store: str, text: str) -> bool:
    value: object = json.loads(text)
    return isinstance(value, dict) and _secret(store, value)


def _secret(store: str, record: Mapping[str, object]) -> bool:
    """True for what tells where prompts go, or with which key; a file of a stranger must not set it."""
    return store in _SECRET_STORES or (
        store == "settings" and str(record.get("id", "")).lower().startswith(_SECRET_SETTING)
    )


def _schema(archive: Archive) -> int:
    head = parse_json(decode_text(archive.read(HEAD), source=archive.source), source=HEAD)
    if not isinstance(head, dict) or head.get("format") != MARK:
        raise BadInput("this is no backup of Loreglass", source=archive.source, place=HEAD)
    version, schema = head.get("version"), head.get("stores")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadInput(f"the version of the backup was expected, but it is {kind_of(version)}", place=HEAD)
    if version > VERSION:
        raise BadInput("a newer version of Loreglass wrote this backup; update the page, then restore it", place=HEAD)
    return schema if isinstance(schema, int) and 0 <= schema < 2**31 else 0


def _picture(picture_id: str, data: bytes, tally: Tally) -> tuple[tuple[str, bytes], ...]:
    if is_raster(data) and picture_id.isprintable():
        return ((picture_id, data),)
    tally.warn("", "picture_not_shown", picture_id)
    return ()


def _records(store: str, blocks: Iterable[bytes], tally: Tally) -> Generator[None, None, list[str]]:
    """The records of one member; bad lines are listed, secret ones reported and left out."""
    texts: list[str] = []
    number = unpaused = 0
    for line in _lines(blocks):
        unpaused += len(line or b"")
        if line is None or unpaused >= SLICE_BYTES:
            unpaused = 0
            yield
        if line is None:
            continue
        number += 1
        if not line.strip():
            continue
        where = f"{store}, line {number}"
        try:
            value = storable(parse_json(_text(line)))
        except BadInput as error:
            tally.warn(where, "bad_line", error.problem)
            continue
        if not isinstance(value, dict) or not isinstance(value.get("id"), str) or not value["id"]:
            tally.warn(where, "bad_line", "a record with an id was expected")
        elif _secret(store, value):
            tally.count("cannot", store, "nothing", note="no_address")
        else:
            texts.append(raw_text(value))
    return texts


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is no UTF-8 text") from None
