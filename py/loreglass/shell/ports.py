"""The browser's side of the app's ports, over `globalThis.loreglass` (static/js/bridge.js).

JSON text crosses, both ways; a rejected promise arrives as a JsException with the error's name.
"""

import asyncio
import base64
import json
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from datetime import datetime
from importlib import invalidate_caches
from importlib.util import find_spec

from js import loreglass as bridge
from pyodide.ffi import JsException, to_js
from pyodide_js import loadPackage

from loreglass.app.ports import Broke, Exchange, NewFile, Opened, Ports, Record, StoreError, Taken
from loreglass.app.rows import WrittenRow
from loreglass.domain.asks import Encoding, Matches, PatternFault
from loreglass.domain.errors import LoreglassError
from loreglass.domain.tokens import plain_count
from loreglass.domain.wire.endpoint import HttpRequest
from loreglass.shell.folder import BrowserFolder, BrowserNewFile

SLICE_SECONDS = 0.008
ROWS_A_PART = 250
STORE_CODES = {"QuotaExceededError": "quota", "StoreClosed": "outdated", "AsideTaken": "taken"}


class BrowserStore:
    """IndexedDB; each call is one transaction."""

    async def _read(self, query: dict[str, object]) -> object:
        try:
            return json.loads(await bridge.store.read(json.dumps({"queries": [query]})))[0]
        except JsException as error:
            raise _store_error(error) from error

    async def all(self, store: str) -> list[Record]:
        """Every record of a store."""
        return _records(await self._read({"store": store, "all": True}))

    async def some(self, store: str, ids: Sequence[str]) -> list[Record | None]:
        """The records of these ids, in order."""
        found = await self._read({"store": store, "keys": list(ids)})
        return [each if isinstance(each, dict) else None for each in found] if isinstance(found, list) else []

    async def ids(self, store: str) -> tuple[str, ...]:
        """The ids of all records of a store."""
        found = await self._read({"store": store, "ids": True})
        return tuple(map(str, found)) if isinstance(found, list) else ()

    async def under(self, store: str, index: str, key: str) -> list[Record]:
        """The records whose index has this key."""
        return _records(await self._read({"store": store, "index": index, "key": key}))

    async def picture(self, picture_id: str) -> bytes:
        """A stored picture; b"" where there is none."""
        try:
            return bytes((await bridge.store.pictureBytes(picture_id)).to_bytes())
        except JsException as error:
            raise _store_error(error) from error

    async def write(self, rows: Sequence[WrittenRow], pictures: Sequence[tuple[str, bytes]]) -> None:
        """Pictures first, then the rows in one transaction: no record points to a picture that is not there."""
        put = [f'{{"store":{json.dumps(store)},"value":{text}}}' for store, _, text in rows if text is not None]
        deletes = [{"store": store, "key": record_id} for store, record_id, text in rows if text is None]
        try:
            for picture_id, picture in pictures:
                await bridge.store.putPicture(picture_id, to_js(picture), mime_of(picture))
            parts = [f"[{','.join(put[at : at + ROWS_A_PART])}]" for at in range(0, len(put), ROWS_A_PART)]
            head = {"stores": sorted({store for store, _, text in rows if text is not None}), "deletes": deletes}
            await bridge.store.write(json.dumps(head), to_js(parts))
        except JsException as error:
            raise _store_error(error) from error

    async def sweep(self, rows: Sequence[WrittenRow], plans: Sequence[str]) -> None:
        """Delete those rows, but for what a plan needs that is not among those."""
        deletes = [{"store": store, "key": record_id} for store, record_id, _ in rows]
        try:
            await bridge.store.write(json.dumps({"deletes": deletes, "plans": list(plans)}))
        except JsException as error:
            raise _store_error(error) from error

    async def shape(self) -> tuple[int, tuple[str, ...]]:
        """The version of the schema, and the stores that `take_down` takes."""
        try:
            told = json.loads(await bridge.backup.shape())
        except JsException as error:
            raise _store_error(error) from error
        return told["schema"], tuple(told["stores"])

    async def take_down(self) -> Taken:
        """All stores but those of keys and of this device, as they are now."""
        try:
            told = json.loads(await bridge.backup.takeDown())
        except JsException as error:
            raise _store_error(error) from error
        parts = tuple((each["store"], each["records"]) for each in told["parts"])
        return Taken(schema=told["schema"], parts=parts, pictures=tuple(told["pictures"]))

    async def part(self, at: int) -> tuple[str, ...]:
        """The records of a part that was taken down, as JSON texts."""
        try:
            return tuple(line for line in str(await bridge.backup.part(at)).split("\n") if line)
        except JsException as error:
            raise _store_error(error) from error

    def let_go(self) -> None:
        """Forget what was taken down."""
        bridge.backup.letGo()

    async def begin_aside(self) -> None:
        """Nothing is aside, and what will be is this tab's."""
        try:
            await bridge.backup.beginAside()
        except JsException as error:
            raise _store_error(error) from error

    async def clear_aside(self) -> None:
        """Nothing of this tab is aside any more."""
        try:
            await bridge.backup.clearAside()
        except JsException as error:
            raise _store_error(error) from error

    async def set_aside(self, store: str, texts: Sequence[str]) -> None:
        """Write records aside."""
        try:
            await bridge.backup.setAside(store, "\n".join(texts))
        except JsException as error:
            raise _store_error(error) from error

    async def set_picture_aside(self, picture_id: str, picture: bytes) -> None:
        """Write a picture aside."""
        try:
            await bridge.backup.setPictureAside(picture_id, to_js(picture), mime_of(picture))
        except JsException as error:
            raise _store_error(error) from error

    async def bring_in(self, emptied: Sequence[str], gone: Sequence[WrittenRow]) -> None:
        """What is aside changes places with what is there, in one transaction."""
        deletes = [{"store": store, "key": record_id} for store, record_id, _ in gone]
        try:
            await bridge.backup.bringIn(json.dumps({"emptied": list(emptied), "deletes": deletes}))
        except JsException as error:
            raise _store_error(error) from error


def _store_error(error: JsException) -> StoreError:
    return StoreError(STORE_CODES.get(str(error.name), "broken"), str(error.message))


def _records(found: object) -> list[Record]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def mime_of(picture: bytes) -> str:
    """The type of a raster image by its first bytes."""
    if picture.startswith(b"\x89PNG"):
        return "image/png"
    if picture.startswith(b"\xff\xd8"):
        return "image/jpeg"
    return "image/webp" if picture[8:12] == b"WEBP" else "image/gif"


class BrowserAnswers:
    """The tokeniser's and the regex's workers."""

    async def counts(self, texts: tuple[str, ...], encoding: Encoding) -> tuple[int, ...]:
        """Tokens of each text."""
        if encoding == "words" or encoding == "chars4":
            return tuple(plain_count(text, encoding) for text in texts)
        counted = json.loads(await bridge.count(encoding, json.dumps(texts)))
        return tuple(int(each) for each in counted)

    async def matches(self, pattern: str, flags: str, texts: tuple[str, ...]) -> Matches | PatternFault:
        """The first match of a JavaScript regex in each text."""
        job = json.dumps({"pattern": pattern, "flags": flags, "texts": texts})
        told = json.loads(await bridge.match(job))
        if "fault" in told:
            return PatternFault(kind=told["fault"], problem=str(told["problem"]))
        return Matches(spans=tuple((span[0], span[1]) if span else None for span in told["spans"]))

    async def ready_for_templates(self) -> None:
        """Nothing; Jinja2 is loaded, by the lock served with the page. LoreglassError where it cannot be had."""
        if find_spec("jinja2") is not None:
            return
        # A failure is told below: without the file there is no module.
        with suppress(JsException):
            await loadPackage("jinja2")
        invalidate_caches()
        if find_spec("jinja2") is None:
            raise LoreglassError("The template cannot be used: a file of this page is missing. Reload it when online.")


class BrowserExchange:
    """One fetch, read piece by piece."""

    def __init__(self, request_id: str) -> None:
        self._id = request_id

    async def parts(self) -> AsyncIterator[Opened | bytes | Broke]:
        """The head, then the body as it comes; Broke ends it."""
        while True:
            told = json.loads(await bridge.net.part(self._id))
            if "status" in told:
                yield Opened(status=told["status"], headers=told["headers"])
            elif "chunk" in told:
                yield base64.b64decode(told["chunk"])
            elif "error" in told:
                yield Broke(name=told["error"]["name"], message=told["error"]["message"])
                return
            else:
                return

    def abort(self) -> None:
        """End it now."""
        bridge.net.abort(self._id)


class BrowserNet:
    """fetch, for the user's endpoint only."""

    def send(self, request: HttpRequest) -> Exchange:
        """A request on its way."""
        asked = {"method": request.method, "url": request.url, "headers": dict(request.headers)}
        if request.body:
            asked["body"] = request.body
        return BrowserExchange(str(bridge.net.begin(json.dumps(asked))))


class BrowserFiles:
    """Files that the user offered, and the page's own."""

    def begin(self, name: str, mime: str) -> NewFile:
        """A new file, to be downloaded once it is whole."""
        return BrowserNewFile(str(bridge.writing.download(name, mime)))

    async def read(self, token: str) -> bytes:
        """A file that the user offered."""
        return bytes((await bridge.readFile(token)).to_bytes())

    def forget(self, token: str) -> None:
        """Let go of it."""
        bridge.dropFile(token)

    async def asset(self, path: str) -> str:
        """A text file of the page, by its path."""
        return str(await bridge.system.asset(path))

    async def licences(self) -> tuple[tuple[str, str, str, str], ...]:
        """(name, version, licence, text) of everything vendored."""
        found = json.loads(await self.asset("static/vendor/licences.json"))
        return tuple((each["name"], each["version"], each["licence"], each["text"]) for each in found)


class BrowserClock:
    """Time and pauses."""

    def __init__(self) -> None:
        self._began = time.perf_counter()

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def seconds(self) -> float:
        """Seconds on a clock that only goes forward."""
        return time.perf_counter()

    def now_iso(self) -> str:
        """The user's local time as ISO 8601, in whole minutes."""
        return datetime.fromisoformat(bridge.system.localTime()).isoformat(timespec="minutes")

    def fresh_stem(self) -> str:
        """A stem for ids that is never given twice."""
        return uuid.uuid4().hex[:16]

    def slice_is_over(self) -> bool:
        """True when the page should be given a turn."""
        return time.perf_counter() - self._began > SLICE_SECONDS

    async def pause(self) -> None:
        """Give the page a turn and begin a new slice."""
        await asyncio.sleep(0)
        self._began = time.perf_counter()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
        self._began = time.perf_counter()


class BrowserPage:
    """What only the page itself can do."""

    def __init__(self) -> None:
        self._claimed = ""

    def address(self) -> str:
        """The page's own address."""
        return str(bridge.system.address())

    def go(self, to: str) -> None:
        """Change the hash."""
        bridge.system.go(to)

    async def copy(self, text: str) -> bool:
        """Put text on the clipboard; False where the browser does not allow it."""
        try:
            await bridge.system.copy(text)
        except JsException:
            return False
        return True

    def download(self, name: str, mime: str, content: str | bytes) -> None:
        """Offer a file to keep."""
        bridge.system.download(name, mime, to_js(content) if isinstance(content, bytes) else content)

    async def browser(self, what: str, value: str) -> None:
        """One of the wishes of `effects.Browser`."""
        match what:
            case "apply_update":
                bridge.system.applyUpdate()
            case "reload":
                bridge.system.reload()
            case "theme":
                bridge.system.setTheme("" if value == "system" else value)
            case "persist":
                await bridge.system.persist()
            case "focus":
                bridge.system.focus(value)
            case "show" | "jump":
                bridge.system.show(value, what == "jump")
            case "newest":
                bridge.system.newest()
            case _:
                raise ValueError(what)

    async def claim(self, chat_id: str) -> bool:
        """Become the tab that writes to this chat, letting go of the one before."""
        if self._claimed and self._claimed != chat_id:
            bridge.tabs.release(self._claimed)
        self._claimed = chat_id
        return bool(json.loads(await bridge.tabs.claim(chat_id))["writer"]) if chat_id else False

    def may_call(self) -> tuple[str, ...] | None:
        """The origins that the page's policy lets it call; None = any."""
        allowed = json.loads(bridge.system.connectOrigins())
        return None if allowed is None else tuple(allowed)

    def announce(self, scope: str, record_id: str) -> None:
        """Tell other tabs that something was stored."""
        bridge.tabs.announce(json.dumps({"scope": scope, "id": record_id}))

    async def measure(self) -> tuple[int | None, bool]:
        """Bytes that the page keeps here (None where the browser does not say); whether it promises to keep them."""
        told = json.loads(await bridge.system.estimate())
        return told["usage"], bool(told.get("persisted"))


def ports() -> Ports:
    """All ports of the browser."""
    return Ports(
        store=BrowserStore(),
        answers=BrowserAnswers(),
        net=BrowserNet(),
        files=BrowserFiles(),
        folder=BrowserFolder(),
        clock=BrowserClock(),
        page=BrowserPage(),
    )
