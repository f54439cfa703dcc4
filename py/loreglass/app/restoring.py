"""Brings a backup in: it is written aside first, then one transaction puts it in its place, or nothing changes."""

import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from loreglass.app.backup_reading import readable
from loreglass.app.backup_records import MADE_ID, SCHEDULE_ID, era_row, stored_era
from loreglass.app.backups import BackupRead, BringIn, Progress, ReadBackup, RestoreEnded, RestoreMoved
from loreglass.app.beside import Arrival, Part, arriving, arriving_pictures
from loreglass.app.endpoints import FIRST_ID
from loreglass.app.ports import Ports, Record, Store, StoreError
from loreglass.app.records import PREFERENCES_ID, text_of
from loreglass.app.rows import WrittenRow
from loreglass.app.slices import in_slices
from loreglass.app.strings.backup import (
    ELSEWHERE,
    NEWER,
    NO_ROOM,
    NOT_A_BACKUP,
    NOT_BROUGHT_IN,
    NOTHING_READ,
    STORE_SILENT,
    TAKEN,
    TOO_LARGE,
)
from loreglass.app.unread import read_preferences
from loreglass.domain.errors import BadInput
from loreglass.formats.backup import SIZE_LIMIT, Backup, is_backup

ASIDE_CHARS = 256 * 1024
"""About so many characters of records go aside at once."""
SETTINGS, PICTURES = "settings", "pictures"


async def read_backup(effect: ReadBackup, ports: Ports) -> BackupRead:
    """The backup that an offered file holds, or one sentence that says why it cannot be restored."""
    if effect.size_bytes > SIZE_LIMIT:
        return BackupRead(token=effect.token, backup=None, problem=TOO_LARGE)
    try:
        schema, known = await ports.store.shape()
    except StoreError:
        return BackupRead(token=effect.token, backup=None, problem=STORE_SILENT)
    data = await ports.files.read(effect.token)
    ports.files.forget(effect.token)
    await ports.clock.pause()
    if not is_backup(data):
        return BackupRead(token=effect.token, backup=None, problem=NOT_A_BACKUP)
    try:
        backup = await in_slices(readable(data, known, source=effect.file_name), ports.clock)
    except BadInput as error:
        return BackupRead(token=effect.token, backup=None, problem=str(error.within(effect.file_name)))
    problem = NEWER if backup.schema > schema else _why_nothing(backup)
    return BackupRead(token=effect.token, backup=None if problem else backup, problem=problem)


def _why_nothing(backup: Backup) -> str:
    """Why nothing of it can be restored, where all of it is lost; "" for any other."""
    return NOTHING_READ if backup.lost.total and not any(texts for _, texts in backup.stores) else ""


async def bring_in(effect: BringIn, ports: Ports) -> AsyncIterator[RestoreMoved | RestoreEnded]:
    """How far it is, now and then, and at last what came of it.

    While everything is replaced no other tab can write; once it is, no tab can until it is loaded again.
    """
    if effect.way == "beside":
        async for told in _bring_in(effect, ports):
            yield told
        return
    store, before, is_in = ports.store, "", False
    try:
        before = await stored_era(store)
        await store.write((era_row(ports.clock.fresh_stem()),), ())
    except StoreError as error:
        yield RestoreEnded(way=effect.way, problem=_why(error))
        return
    try:
        async for told in _bring_in(effect, ports):
            is_in = isinstance(told, RestoreEnded) and not told.problem
            yield told
    finally:
        if not is_in:
            with contextlib.suppress(StoreError):
                await store.write((era_row(before),), ())


async def _bring_in(effect: BringIn, ports: Ports) -> AsyncIterator[RestoreMoved | RestoreEnded]:
    store, ended = ports.store, RestoreEnded(way=effect.way)
    total = sum(len(texts) for _, texts in effect.backup.stores) + len(effect.backup.pictures)
    done = 0
    arrival = Arrival(store=store, stem=ports.clock.fresh_stem())
    try:
        await store.begin_aside()
        instead = effect.way == "instead"
        async for records in _all(effect.backup, store) if instead else _beside(effect.backup, arrival):
            done += records
            yield RestoreMoved(progress=Progress(done=min(done, total), total=total))
            await ports.clock.pause()
        emptied, gone = await _leaving(effect.backup, store) if instead else ((), arrival.gone)
        await store.bring_in(emptied, gone)
    except StoreError as error:
        ended = RestoreEnded(way=effect.way, problem=_why(error))
        if error.code not in ("outdated", "taken"):
            with contextlib.suppress(StoreError):
                await store.clear_aside()
    else:
        ended = replace(
            ended, new=arrival.new, copies=arrival.copies, same=arrival.same, unread=effect.backup.lost.total
        )
    yield ended


def _why(error: StoreError) -> str:
    """Why nothing was brought in."""
    return {"quota": NO_ROOM, "outdated": ELSEWHERE, "taken": TAKEN}.get(error.code, NOT_BROUGHT_IN)


async def _all(backup: Backup, store: Store) -> AsyncIterator[int]:
    """Everything aside, as it is; how many records each time. What this version has no store for stays out."""
    _, known = await store.shape()
    for picture_id, picture in backup.pictures:
        await store.set_picture_aside(picture_id, picture)
        yield 1
    for name, texts in backup.stores:
        if name not in known:
            yield len(texts)
            continue
        batch = _Aside(store)
        for text in await _of_settings(texts, store) if name == SETTINGS else texts:
            yield await batch.add(name, text)
        yield await batch.flush()


async def _of_settings(texts: Sequence[str], store: Store) -> list[str]:
    """The settings of a backup but for those of the device it was made on; the endpoint in use stays the one here."""
    (held,) = await store.some(SETTINGS, (PREFERENCES_ID,))
    out = []
    for text in texts:
        record: Record = json.loads(text)
        if record["id"] in (SCHEDULE_ID, MADE_ID):
            continue
        if record["id"] == PREFERENCES_ID:
            mine = {"endpoint_id": read_preferences(held).endpoint_id} if held and "endpoint_id" in held else {}
            record = {**{name: value for name, value in record.items() if name != "endpoint_id"}, **mine}
        out.append(text_of(record))
    return out


async def _leaving(backup: Backup, store: Store) -> tuple[tuple[str, ...], list[WrittenRow]]:
    """The stores to be emptied, and the settings to be deleted: endpoints and the schedule are this device's."""
    _, known = await store.shape()
    brought = {json.loads(text)["id"] for text in backup.records(SETTINGS)}
    stay = {SCHEDULE_ID, *({PREFERENCES_ID} - brought)}
    names = [str(record["id"]) for record in await store.all(SETTINGS)]
    gone: list[WrittenRow] = [
        (SETTINGS, name, None) for name in names if name not in stay and not name.startswith(FIRST_ID)
    ]
    return (*(name for name in known if name != SETTINGS), PICTURES), gone


async def _beside(backup: Backup, arrival: Arrival) -> AsyncIterator[int]:
    """What is missing or differs aside; how many records each time."""
    _, known = await arrival.store.shape()
    async for picture_id, picture in arriving_pictures(backup, arrival):
        await arrival.store.set_picture_aside(picture_id, picture)
        yield 1
    batch = _Aside(arrival.store)
    async for looked_at, parts in arriving(backup, known, arrival):
        await batch.add_parts(parts)
        yield looked_at
    yield 0 * await batch.flush()


class _Aside:
    """Records on their way aside, gathered until there are enough of them for one write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._texts: dict[str, list[str]] = {}
        self._chars = 0

    async def add(self, name: str, text: str) -> int:
        """How many records were written aside: most times none."""
        self._texts.setdefault(name, []).append(text)
        self._chars += len(text)
        return await self.flush() if self._chars >= ASIDE_CHARS else 0

    async def add_parts(self, parts: Sequence[Part]) -> None:
        """The same for records."""
        for name, record in parts:
            await self.add(name, text_of(record))

    async def flush(self) -> int:
        """How many records were written aside: all that wait."""
        waiting, self._texts, self._chars = self._texts, {}, 0
        for name, texts in waiting.items():
            await self._store.set_aside(name, texts)
        return sum(len(texts) for texts in waiting.values())
