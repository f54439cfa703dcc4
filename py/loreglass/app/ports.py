"""What the app needs of its surroundings: one Protocol each. The browser's are in `shell/`, fakes in `tests/`."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from loreglass.app.rows import WrittenRow
from loreglass.domain.asks import Encoding, Matches, PatternFault
from loreglass.domain.wire.endpoint import HttpRequest

Record = dict[str, object]


class StoreError(Exception):
    """The store refused; `code` is `quota`, `outdated` or `broken`."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        super().__init__(f"{code}: {detail}")


class Store(Protocol):
    """Records by store and id; every write is one transaction, done when the call returns."""

    async def all(self, store: str) -> list[Record]:
        """Every record of a store."""
        ...

    async def some(self, store: str, ids: Sequence[str]) -> list[Record | None]:
        """The records of these ids, in order."""
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


class Answers(Protocol):
    """Who answers a planner's questions."""

    async def counts(self, texts: tuple[str, ...], encoding: Encoding) -> tuple[int, ...]:
        """Tokens of each text."""
        ...

    async def matches(self, pattern: str, flags: str, texts: tuple[str, ...]) -> Matches | PatternFault:
        """The first match of a JavaScript regex in each text."""
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


class Files(Protocol):
    """The user's files and the page's own."""

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
    answers: Answers
    net: Net
    files: Files
    clock: Clock
    page: Page
