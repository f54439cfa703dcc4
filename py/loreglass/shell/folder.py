"""The browser's side of files that are written piece by piece, and of the folder for backups."""

import json
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager

from js import loreglass as bridge
from pyodide.ffi import JsException, to_js

from loreglass.app.ports import FolderError, NewFile


class BrowserNewFile:
    """A file that is being written, by its token."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def put(self, piece: bytes) -> None:
        """More of it."""
        with _reached():
            await bridge.writing.put(self._token, to_js(piece))

    async def finish(self) -> None:
        """It is whole."""
        with _reached():
            await bridge.writing.finish(self._token)

    async def give_up(self) -> None:
        """There will be no such file."""
        with _reached():
            await bridge.writing.giveUp(self._token)


class BrowserFolder:
    """A directory handle of the File System Access API, kept by `static/js/folder.js`."""

    def offered(self) -> bool:
        """Whether the browser lets the page write into a folder."""
        return bool(bridge.folder.offered())

    async def choose(self) -> tuple[str, bool] | None:
        """The folder that the user chooses now; None for none."""
        return await _told(bridge.folder.choose())

    async def chosen(self, *, ask: bool = False) -> tuple[str, bool] | None:
        """The folder chosen before."""
        return await _told(bridge.folder.allow() if ask else bridge.folder.chosen())

    async def forget(self) -> None:
        """No folder is chosen any more."""
        with _reached():
            await bridge.folder.forget()

    async def names(self) -> tuple[str, ...]:
        """The files in it."""
        with _reached():
            return tuple(json.loads(await bridge.folder.names()))

    async def remove(self, name: str) -> None:
        """One of them is gone."""
        with _reached():
            await bridge.folder.remove(name)

    async def begin(self, name: str) -> NewFile:
        """A new file in it."""
        with _reached():
            return BrowserNewFile(str(await bridge.folder.begin(name)))


async def _told(answer: Coroutine[object, object, object]) -> tuple[str, bool] | None:
    with _reached():
        told = json.loads(str(await answer))
    return (str(told["name"]), bool(told["allowed"])) if told else None


@contextmanager
def _reached() -> Iterator[None]:
    """What the browser refuses becomes a FolderError."""
    try:
        yield
    except JsException as error:
        raise FolderError(f"{error.name}: {error.message}") from error
