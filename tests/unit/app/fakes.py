"""Fakes of the app's ports: a store in memory, a scripted endpoint, a clock that is told the time. Labelled as such."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from loreglass.app.ports import Broke, FolderError, Opened, Ports
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.domain.asks import Encoding, Matches, PatternFault
from loreglass.domain.wire.endpoint import HttpRequest
from tests.unit.app.memory_store import MemoryStore

Part = Opened | bytes | Broke


class WordAnswers:
    """A fake tokeniser that counts words, and a fake regex engine: Python's.

    Patterns in `slow` run over their time on long texts, and rest from then on.
    """

    def __init__(self) -> None:
        self.slow: set[str] = set()
        self.resting: set[tuple[str, str]] = set()

    async def counts(self, texts: tuple[str, ...], encoding: Encoding) -> tuple[int, ...]:
        return tuple(len(text.split()) for text in texts)

    async def matches(self, pattern: str, flags: str, texts: tuple[str, ...]) -> Matches | PatternFault:
        if pattern in self.slow and max(map(len, texts)) > 30:
            self.resting.add((pattern, flags))
        if (pattern, flags) in self.resting:
            return PatternFault(kind="slow", problem="took longer than 100 ms")
        try:
            found = [re.search(pattern, text) for text in texts]
        except re.error as error:
            return PatternFault(kind="invalid", problem=str(error))
        return Matches(spans=tuple(match.span() if match else None for match in found))

    async def ready_for_templates(self) -> None:
        return None


class ScriptedExchange:
    """A fake response: the scripted parts, then silence until it is aborted if `hangs`."""

    def __init__(self, script: Sequence[Part], *, hangs: bool) -> None:
        self._script = script
        self._hangs = hangs
        self._aborted = asyncio.Event()

    async def parts(self) -> AsyncIterator[Part]:
        for part in self._script:
            yield part
            await asyncio.sleep(0)
        if self._hangs:
            await self._aborted.wait()
            yield Broke(name="AbortError", message="aborted")

    def abort(self) -> None:
        self._aborted.set()


@dataclass
class ScriptedNet:
    """A fake network: answers every request with the same script and remembers what was asked."""

    script: Sequence[Part] = ()
    hangs: bool = False
    asked: list[HttpRequest] = field(default_factory=list)

    def send(self, request: HttpRequest) -> ScriptedExchange:
        self.asked.append(request)
        return ScriptedExchange(self.script, hangs=self.hangs)


@dataclass
class NewFile:
    """A fake of a file being written; `kept` gets it when it is whole."""

    name: str
    kept: dict[str, bytes]
    data: bytes = b""

    async def put(self, piece: bytes) -> None:
        self.data += piece

    async def finish(self) -> None:
        self.kept[self.name] = self.data

    async def give_up(self) -> None:
        self.data = b""


@dataclass
class FakeFolder:
    """A fake of a folder that the user chose: files in memory, and the answer that the user would give."""

    there: bool = True
    name: str = ""
    allowed: bool = False
    answer: bool = True
    lost: bool = False
    files: dict[str, bytes] = field(default_factory=dict)

    def offered(self) -> bool:
        return self.there

    async def choose(self) -> tuple[str, bool] | None:
        if not self.answer:
            return None
        self.name, self.allowed = "Backups", True
        return self.name, self.allowed

    async def chosen(self, *, ask: bool = False) -> tuple[str, bool] | None:
        if self.lost:
            raise FolderError("gone")
        if ask:
            self.allowed = self.answer
        return (self.name, self.allowed) if self.name else None

    async def forget(self) -> None:
        self.name, self.allowed = "", False

    async def names(self) -> tuple[str, ...]:
        return tuple(self.files)

    async def remove(self, name: str) -> None:
        del self.files[name]

    async def begin(self, name: str) -> NewFile:
        if self.lost:
            raise FolderError("gone")
        return NewFile(name, self.files)


@dataclass
class GivenFiles:
    """Fake files: the user's by token, the page's own by path."""

    offered: dict[str, bytes] = field(default_factory=dict)
    assets: dict[str, str] = field(default_factory=dict)

    downloads: dict[str, bytes] = field(default_factory=dict)

    def begin(self, name: str, mime: str) -> NewFile:
        return NewFile(name, self.downloads)

    async def read(self, token: str) -> bytes:
        return self.offered[token]

    def forget(self, token: str) -> None:
        self.offered.pop(token, None)

    async def asset(self, path: str) -> str:
        return self.assets[path]

    async def licences(self) -> tuple[tuple[str, str, str, str], ...]:
        return ()


@dataclass
class ToldClock:
    """A fake clock: every look moves it by one second."""

    ms: int = 1_700_000_000_000
    stems: int = 0
    step_seconds: float = 0.0
    passed: float = 0.0

    def now_ms(self) -> int:
        self.ms += 1000
        return self.ms

    def seconds(self) -> float:
        self.passed += self.step_seconds
        return self.passed

    def now_iso(self) -> str:
        return "2026-02-01T12:00:00+00:00"

    def fresh_stem(self) -> str:
        self.stems += 1
        return f"s{self.stems}"

    def slice_is_over(self) -> bool:
        return False

    async def pause(self) -> None:
        await asyncio.sleep(0)

    async def sleep(self, seconds: float) -> None:
        """Short waits are over at once; a notice stays as long as the test looks."""
        await asyncio.sleep(0 if seconds <= 1 else 3600)


@dataclass
class QuietPage:
    """A fake page: remembers where it went and what it copied."""

    went: list[str] = field(default_factory=list)
    copied: list[str] = field(default_factory=list)
    downloads: list[tuple[str, str, str | bytes]] = field(default_factory=list)
    announced: list[tuple[str, str]] = field(default_factory=list)
    wishes: list[tuple[str, str]] = field(default_factory=list)
    writer: bool = True
    allowed: tuple[str, ...] | None = None
    url: str = "http://localhost:8000/"

    def address(self) -> str:
        return self.url

    def go(self, to: str) -> None:
        self.went.append(to)

    async def copy(self, text: str) -> bool:
        self.copied.append(text)
        return True

    def download(self, name: str, mime: str, content: str | bytes) -> None:
        self.downloads.append((name, mime, content))

    async def browser(self, what: str, value: str) -> None:
        self.wishes.append((what, value))

    async def measure(self) -> tuple[int | None, bool]:
        return 1000, False

    async def claim(self, chat_id: str) -> bool:
        return self.writer

    def may_call(self) -> tuple[str, ...] | None:
        return self.allowed

    def announce(self, scope: str, record_id: str) -> None:
        self.announced.append((scope, record_id))


@dataclass
class World:
    """A runtime on fakes, and the fakes."""

    store: MemoryStore = field(default_factory=MemoryStore)
    net: ScriptedNet = field(default_factory=ScriptedNet)
    files: GivenFiles = field(default_factory=GivenFiles)
    folder: FakeFolder = field(default_factory=FakeFolder)
    clock: ToldClock = field(default_factory=ToldClock)
    page: QuietPage = field(default_factory=QuietPage)
    answers: WordAnswers = field(default_factory=WordAnswers)

    def ports(self) -> Ports:
        return Ports(
            store=self.store,
            answers=self.answers,
            net=self.net,
            files=self.files,
            folder=self.folder,
            clock=self.clock,
            page=self.page,
        )

    def runtime(self) -> Runtime:
        return Runtime(self.ports(), lambda state: None)


async def settle(runtime: Runtime) -> AppState:
    """The state once nothing is left to do (a reply that hangs aside)."""
    for _ in range(400):
        await asyncio.sleep(0)
    assert runtime.state.device.failure == "", runtime.state.device.failure
    return runtime.state
