"""A full backup: one zip with a member for each store (a record a line) and one for each picture.

`loreglass.json` comes first and says `{"format": "loreglass/backup", "version": 1, "stores": ...}`, the last the
version of the store's schema. Keys and addresses of endpoints, and what belongs to one device alone, are never in,
and never come out. Equal records give equal bytes.
"""

import re
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from loreglass.domain.errors import BadInput
from loreglass.formats.archive import Archive
from loreglass.formats.jsontext import parse_json, raw_text, storable
from loreglass.formats.lost import PARTS, Losses, Lost
from loreglass.formats.raster import is_raster
from loreglass.formats.reader import kind_of
from loreglass.formats.report import WarningCode
from loreglass.formats.tally import Tally
from loreglass.formats.textfile import decode_text

MARK: Final = "loreglass/backup"
VERSION: Final = 1
HEAD: Final = "loreglass.json"
SIZE_LIMIT: Final = 1024 * 1024 * 1024
MEMBERS_LIMIT: Final = 60_000
"""Below what a zip without extensions can count."""
BLOCK_BYTES: Final = 64 * 1024
SLICE_BYTES: Final = 16 * 1024
"""So much is unpacked, and so much of it read, before the caller may pause."""

_NAME_AT: Final = 30
"""Where a zip has the name of its first member."""
_STORE: Final = re.compile(r"stores/([a-z][a-z0-9_-]{0,39})(?:\.(\d{1,4}))?\.jsonl", re.ASCII)
_PICTURE: Final = re.compile(r"pictures/(.{1,600})", re.ASCII)
_SECRET_STORES: Final = frozenset({"secrets", "endpoints"})
_OWN_STORES: Final = frozenset({"counts", "handles", "aside"})
"""Of this device alone: what can be worked out again, a chosen folder, what is on its way in."""
LEFT_OUT: Final = _SECRET_STORES | _OWN_STORES
SECRET_SETTING: Final = "endpoint"

Records = tuple[str, ...]
Look = Callable[[str, str, dict[str, object]], dict[str, object]]
"""The record of a store, which stands at that place, as it may come in; BadInput where it may not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """All records by store, as JSON texts, and the pictures by id; stores that this version does not know too."""

    stores: tuple[tuple[str, Records], ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = ()
    schema: int = 0
    """The version of the store's schema that the records were written under."""
    lost: Lost = field(default_factory=Lost)
    """What of the file is not in here, since it cannot be used."""

    def records(self, store: str) -> Records:
        """The records of one store."""
        return dict(self.stores).get(store, ())


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


def decoding(
    data: bytes, tally: Tally, *, source: str, look: Look | None = None, losses: Losses | None = None
) -> Generator[None, None, Backup]:
    """The backup; it yields every few kilobytes, wherever the caller may pause.

    Records and pictures that cannot be used, or that `look` refuses, are listed in `tally` and `losses`. Raises
    BadInput where it is none, is of a newer version, or breaks a limit of size.
    """
    reading = _Reading(tally, losses or Losses(), look or _as_it_is)
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
                read = yield from _records(found[1], name, archive.blocks(name), reading)
                stores.setdefault(found[1], []).extend(read)
            elif found := _PICTURE.fullmatch(name):
                pictures += _picture(unquote(found[1]), (yield from _joined(archive.blocks(name))), reading)
            elif name != HEAD:
                tally.count("kept", name, "nothing", note="unknown_field")
        except BadInput as error:
            problem = problem or error
            reading.lose(PARTS, name, error.problem, "bad_line")
    if problem and not any(stores.values()):
        raise problem
    told = tuple((store, tuple(texts)) for store, texts in stores.items() if store not in _SECRET_STORES)
    for store, texts in told:
        tally.count("mapped", store, "kept", values=len(texts))
    return Backup(stores=told, pictures=tuple(pictures), schema=schema, lost=reading.losses.found())


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


def is_secret(store: str, record: Mapping[str, object]) -> bool:
    """True for what tells where prompts go, or with which key; a file of a stranger must not set it."""
    return store in _SECRET_STORES or (
        store == "settings" and str(record.get("id", "")).lower().startswith(SECRET_SETTING)
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


@dataclass(frozen=True, slots=True)
class _Reading:
    """How lines are read: who looks at each record, and where that is told which cannot be used."""

    tally: Tally
    losses: Losses
    look: Look

    def lose(self, store: str, place: str, why: str, code: WarningCode) -> None:
        """One record or picture cannot be used."""
        self.tally.warn(place, code, why)
        self.losses.add(store, place.rpartition("/")[2], why)


def _as_it_is(store: str, place: str, record: dict[str, object]) -> dict[str, object]:
    return record


def _picture(picture_id: str, data: bytes, reading: _Reading) -> tuple[tuple[str, bytes], ...]:
    if is_raster(data) and picture_id.isprintable():
        return ((picture_id, data),)
    reading.tally.warn("", "picture_not_shown", picture_id)
    reading.losses.add("pictures", f"picture {picture_id}", "it is none that can be shown")
    return ()


def _records(store: str, member: str, blocks: Iterable[bytes], reading: _Reading) -> Generator[None, None, list[str]]:
    """The records of one member; those that cannot be used are listed and left out, secret ones too."""
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
        where = f"{member.rpartition('/')[2]} line {number}"
        try:
            record = _record(line)
            if is_secret(store, record):
                reading.tally.count("cannot", store, "nothing", note="no_address")
                reading.losses.add(store, where, "addresses and keys never come out of a file")
            else:
                texts.append(raw_text(reading.look(store, where, record)))
        except BadInput as error:
            reading.lose(store, where, error.problem, "bad_line")
    return texts


def _record(line: bytes) -> dict[str, object]:
    value = storable(parse_json(_text(line)))
    if not isinstance(value, dict) or not isinstance(value.get("id"), str) or not value["id"]:
        raise BadInput("a record with an id was expected")
    return value


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is no UTF-8 text") from None
