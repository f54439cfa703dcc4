"""Carries out what has to do with backups: at most one is written at a time; a restore waits for other writes."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine

from loreglass.app.backing_up import ask_folder, back_up
from loreglass.app.backup_records import stored_replaced
from loreglass.app.backups import (
    AskFolder,
    BackUp,
    BackupEffect,
    BackupNews,
    BringIn,
    LookForUnread,
    ReadBackup,
    Replaced,
    RestoreEnded,
    StopBackup,
    UnreadFound,
)
from loreglass.app.ports import Ports, StoreError
from loreglass.app.restoring import bring_in, read_backup
from loreglass.app.shelves import unread_preferences, unread_things

Work = Callable[[], Coroutine[object, object, None]]


class BackupRun:
    """The backup under way, if there is one."""

    def __init__(
        self, ports: Ports, tell: Callable[[BackupNews], None], spawn: Callable[[Work], "asyncio.Task[None]"]
    ) -> None:
        self._ports = ports
        self._tell = tell
        self._spawn = spawn
        self._writing: asyncio.Task[None] | None = None

    def begin(self, effect: BackupEffect) -> None:
        """What needs not wait for writes begins now."""
        match effect:
            case BackUp():
                self._stop()
                self._writing = self._spawn(lambda: self._back_up(effect))
            case StopBackup():
                self._stop()
            case ReadBackup():
                self._spawn(lambda: self._read(effect))
            case AskFolder():
                self._spawn(lambda: self._ask(effect))
            case LookForUnread():
                self._spawn(self._look)

    async def bring_in(self, effect: BringIn) -> None:
        """The backup is brought in; where that came through, other tabs hear of it."""
        async for told in bring_in(effect, self._ports):
            self._tell(told)
            if isinstance(told, RestoreEnded) and not told.problem:
                self._ports.page.announce("everything" if effect.way == "instead" else "app", "")

    def _stop(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    async def _back_up(self, effect: BackUp) -> None:
        async for told in back_up(effect, self._ports):
            self._tell(told)

    async def _read(self, effect: ReadBackup) -> None:
        self._tell(await read_backup(effect, self._ports))

    async def _look(self) -> None:
        with contextlib.suppress(StoreError):
            store = self._ports.store
            if (unread := await stored_replaced(store)) is not None:
                self._tell(Replaced(unread=unread))
            settings = await unread_preferences(store)
            self._tell(UnreadFound(things=await unread_things(store), settings=settings))

    async def _ask(self, effect: AskFolder) -> None:
        self._tell(await ask_folder(effect, self._ports))
