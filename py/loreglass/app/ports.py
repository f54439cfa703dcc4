"""What the app needs of its surroundings: one Protocol each. The browser's are in `shell/`, fakes in `tests/`."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from loreglass.app.rows import WrittenRow
from loreglass.domain.asks import Encoding, Matches, PatternFault
from loreglass.domain.wire.endpoint import HttpRequest

Record = dict[str, object]


class StoreError(Exception):
    """The store refused; `code` is `quota`, `outdated`, `taken` (what was aside, by another tab) or `broken`."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        super().__init__(f"{code}: {detail}")


class FolderError(Exception):
    """The chosen folder could not be written to: it is gone, full, or not allowed any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The store as it was at one moment: its schema, each part's store and records, the ids of the pictures."""

    schema: int
    parts: tuple[tuple[str, int], ...]
    pictures: tuple[str, ...]


class Store(Protocol):
    """Records by store and id; every write is one transaction, done when the call returns."""

    async def all(self, store: str) -> list[Record]:
        """Every record of a store."""
        ...

    async def some(self, store: str, ids: Sequence[str]) -> list[Record | None]:
        """The records of these ids, in order."""
        ...

    async def ids(self, store: str) -> tuple[str, ...]:
        """The ids of all records of a store."""
        ...

    async def under(self, store: str, index: str, key: str) -> list[Record]:
        """The records whose index has this key."""
        ...

    async def picture(self, picture_id: str) -> bytes:
        """A stored picture; b"" where there is none."""
        ...

    async def write(self, rows: Sequence[WrittenRow], pictures: Sequence[tuple[str, bytes]]) -> None:
        """Put and delete, all or nothing. StoreError when it could not."""
        ...

    async def sweep(self, rows: Sequence[WrittenRow], plans: Sequence[str]) -> None:
        """Delete those rows, all or nothing, but for what a plan needs that is not among `plans`: a newer one."""
        ...

    async def shape(self) -> tuple[int, tuple[str, ...]]:
        """The version of the schema, and the stores that `take_down` takes."""
        ...

    async def take_down(self) -> Taken:
        """All stores but those of keys and of this device, as they are now; `part` reads them until `let_go`."""
        ...

    async def part(self, at: int) -> tuple[str, ...]:
        """The records of a part that was taken down, as JSON texts."""
        ...

    def let_go(self) -> None:
        """Forget what was taken down."""
        ...

    async def begin_aside(self) -> None:
        """Nothing is aside any more; from now on only this tab may put anything there, until another one begins."""
        ...

    async def clear_aside(self) -> None:
        """What this tab put aside is there no more. StoreError where another has begun meanwhile, as for the next."""
        ...

    async def set_aside(self, store: str, texts: Sequence[str]) -> None:
        """Write records (JSON texts, at least one) aside, where nothing reads them. StoreError when it could not."""
        ...

    async def set_picture_aside(self, picture_id: str, picture: bytes) -> None:
        """The same for a picture."""
        ...

    async def bring_in(self, emptied: Sequence[str], gone: Sequence[WrittenRow]) -> None:
        """Empty those stores, delete those rows, and put what is aside in its place: all or nothing."""
        ...


class Answers(Protocol):
    """Who answers a planner's questions."""

    async def counts(self, texts: tuple[str, ...], encoding: Encoding) -> tuple[int, ...]:
        """Tokens of each text."""
        ...

    async def matches(self, pattern: str, flags: str, texts: tuple[str, ...]) -> Matches | PatternFault:
        """The first match of a JavaScript regex in each text."""
        ...


class Workers(Answers, Protocol):
    """The page's own answers, and what they need for prompt templates."""

    async def ready_for_templates(self) -> None:
        """Nothing; prompt templates can be used from now on. They are loaded when the first one is met."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The head of a response; header names in lower case."""

    status: int
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Broke:
    """The exchange ended with a JavaScript error of this name."""

    name: str
    message: str


class Exchange(Protocol):
    """One HTTP request under way."""

    def parts(self) -> AsyncIterator[Opened | bytes | Broke]:
        """The head, then the body as it comes; Broke ends it."""
        ...

    def abort(self) -> None:
        """End it now; `parts` then gives Broke AbortError."""
        ...


class Net(Protocol):
    """The network, for the user's endpoint only."""

    def send(self, request: HttpRequest) -> Exchange:
        """A request on its way."""
        ...


class NewFile(Protocol):
    """A file that is being written."""

    async def put(self, piece: bytes) -> None:
        """More of it."""
        ...

    async def finish(self) -> None:
        """It is whole, and is kept or offered to be."""
        ...

    async def give_up(self) -> None:
        """There will be no such file."""
        ...


class Folder(Protocol):
    """The folder that the user chose for backups. Its methods raise FolderError where it cannot be reached."""

    def offered(self) -> bool:
        """Whether the browser lets the page write into a folder."""
        ...

    async def choose(self) -> tuple[str, bool] | None:
        """The name of the folder that the user chooses now and whether it may be written to; None for none."""
        ...

    async def chosen(self, *, ask: bool = False) -> tuple[str, bool] | None:
        """The same of the folder chosen before. To `ask` whether it may be written to takes a click."""
        ...

    async def forget(self) -> None:
        """No folder is chosen any more; what is in it stays."""
        ...

    async def names(self) -> tuple[str, ...]:
        """The files in it."""
        ...

    async def remove(self, name: str) -> None:
        """One of them is gone."""
        ...

    async def begin(self, name: str) -> NewFile:
        """A new file in it; an older one of that name stays until this one is finished."""
        ...


class Files(Protocol):
    """The user's files and the page's own."""

    def begin(self, name: str, mime: str) -> NewFile:
        """A new file, to be downloaded once it is whole."""
        ...

    async def read(self, token: str) -> bytes:
        """A file that the user offered."""
        ...

    def forget(self, token: str) -> None:
        """Let go of it."""
        ...

    async def asset(self, path: str) -> str:
        """A text file of the page, by its path."""
        ...

    async def licences(self) -> tuple[tuple[str, str, str, str], ...]:
        """(name, version, licence, text) of everything vendored."""
        ...


class Clock(Protocol):
    """Time and pauses."""

    def now_ms(self) -> int:
        """Milliseconds since 1970."""
        ...

    def seconds(self) -> float:
        """Seconds on a clock that only goes forward."""
        ...

    def now_iso(self) -> str:
        """The user's local time as ISO 8601, in whole minutes."""
        ...

    def fresh_stem(self) -> str:
        """A stem for ids that is never given twice."""
        ...

    def slice_is_over(self) -> bool:
        """True when the page should be given a turn."""
        ...

    async def pause(self) -> None:
        """Give the page a turn and begin a new slice."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class Page(Protocol):
    """What only the page itself can do."""

    def address(self) -> str:
        """The page's own address."""
        ...

    def go(self, to: str) -> None:
        """Change the hash."""
        ...

    async def copy(self, text: str) -> bool:
        """Put text on the clipboard; False where the browser does not allow it."""
        ...

    def download(self, name: str, mime: str, content: str | bytes) -> None:
        """Offer a file to keep."""
        ...

    async def browser(self, what: str, value: str) -> None:
        """One of the wishes of `effects.Browser`."""
        ...

    async def measure(self) -> tuple[int | None, bool]:
        """Bytes that the page keeps here (None where the browser does not say); whether it promises to keep them."""
        ...

    async def claim(self, chat_id: str) -> bool:
        """Become the tab that writes to this chat; False while another is."""
        ...

    def may_call(self) -> tuple[str, ...] | None:
        """The origins that the page's policy lets it call until it is loaded again; None = any."""
        ...

    def announce(self, scope: str, record_id: str) -> None:
        """Tell other tabs that something was stored."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """All of them."""

    store: Store
    answers: Workers
    net: Net
    files: Files
    folder: Folder
    clock: Clock
    page: Page
