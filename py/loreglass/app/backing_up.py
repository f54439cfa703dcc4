"""Writes everything that is here into one file, slice by slice, for download or into the chosen folder."""

import contextlib
from collections.abc import AsyncIterator

from loreglass.app.backup_records import made_record, stored_schedule
from loreglass.app.backups import (
    FILE_NAME,
    KEPT_FILES,
    AskFolder,
    BackUp,
    BackupEnded,
    BackupMoved,
    FolderTold,
    Progress,
)
from loreglass.app.ports import Folder, FolderError, NewFile, Ports, StoreError, Taken
from loreglass.app.strings.backup import FILE_LOST, FOLDER_LOST, STORE_SILENT
from loreglass.domain.errors import BadInput
from loreglass.formats.backup_writing import BackupWriter

MIME = "application/zip"


async def ask_folder(effect: AskFolder, ports: Ports) -> FolderTold:
    """The folder after what was asked; looking for it tells the schedule too."""
    folder = ports.folder
    schedule = await stored_schedule(ports.store) if effect.what == "look" else None
    if not folder.offered():
        return FolderTold(offered=False, schedule=schedule)
    try:
        if effect.what == "forget":
            await folder.forget()
        chosen = await folder.choose() if effect.what == "choose" else None
        chosen = chosen or await folder.chosen(ask=effect.what == "allow")
    except FolderError:
        return FolderTold(offered=True, schedule=schedule, problem=FOLDER_LOST)
    name, allowed = chosen or ("", False)
    return FolderTold(offered=True, name=name, allowed=allowed, schedule=schedule)


def file_name(now_iso: str) -> str:
    """The name of a backup made at that local time; names sort by time."""
    return f"loreglass-{now_iso[:16].replace('T', '-').replace(':', '')}.zip"


async def back_up(effect: BackUp, ports: Ports) -> AsyncIterator[BackupMoved | BackupEnded]:
    """How far it is, now and then, and at last how it ended. Ended early, it leaves no file behind."""
    name, at_ms, problem = file_name(ports.clock.now_iso()), ports.clock.now_ms(), ""
    file: NewFile | None = None
    try:
        taken = await ports.store.take_down()
        file = await ports.folder.begin(name) if effect.to_folder else ports.files.begin(name, MIME)
        async for progress in _write(file, taken, at_ms, ports):
            yield BackupMoved(progress=progress)
        await file.finish()
        file = None
        if effect.to_folder:
            await _tidy(ports.folder)
    except FolderError:
        problem = FOLDER_LOST if effect.to_folder else FILE_LOST
    except StoreError:
        problem = STORE_SILENT
    except BadInput as error:
        problem = str(error)
    finally:
        ports.store.let_go()
        if file is not None:
            with contextlib.suppress(FolderError):
                await file.give_up()
    yield BackupEnded(
        to_folder=effect.to_folder, file_name=name, at_ms=at_ms, messages=effect.messages, problem=problem
    )


async def _write(file: NewFile, taken: Taken, at_ms: int, ports: Ports) -> AsyncIterator[Progress]:
    writer = BackupWriter(schema=taken.schema)
    total, done = sum(records for _, records in taken.parts) + len(taken.pictures), 0
    await file.put(writer.begin())
    for piece in writer.records("settings", (made_record(at_ms),)):
        await file.put(piece)
    for at, (store, records) in enumerate(taken.parts):
        for piece in writer.records(store, await ports.store.part(at)):
            await file.put(piece)
        done += records
        yield Progress(done=done, total=total)
        await ports.clock.pause()
    for picture_id in taken.pictures:
        if picture := await ports.store.picture(picture_id):
            await file.put(writer.picture(picture_id, picture))
        done += 1
        yield Progress(done=done, total=total)
        await ports.clock.pause()
    await file.put(writer.end())


async def _tidy(folder: Folder) -> None:
    """Of our own backups the newest few stay; nothing else in the folder is touched."""
    ours = sorted(name for name in await folder.names() if FILE_NAME.fullmatch(name))
    for name in ours[:-KEPT_FILES]:
        await folder.remove(name)
