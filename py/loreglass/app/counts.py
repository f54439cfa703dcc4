"""Token counts in the page: by whom a text is counted, and what is kept so that none is counted twice.

Counts are kept in the store in a fixed number of boxes, each with a limit, so that they never fill it.
"""

import asyncio
import math
from dataclasses import dataclass, replace
from hashlib import sha256

from loreglass.app.checking import exchange_whole
from loreglass.app.endpoints import Endpoint, on_the_wire
from loreglass.app.ports import Ports, Record, StoreError
from loreglass.app.records import text_of
from loreglass.app.rows import WrittenRow
from loreglass.domain.asks import Encoding, Matches, PatternFault
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.wire.calibration import factor
from loreglass.domain.wire.counting import read_text_counts, texts_request
from loreglass.domain.wire.problem import EndpointProblem

BOXES, COUNTS_A_BOX = 64, 400
KEPT_FROM_TEXTS = 3
"""A call for fewer texts is a keystroke's; its counts are not worth a write."""
ANSWER_SECONDS = 5
FACTOR_STEP = 0.05
"""Finer steps would have every entry counted anew after each reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """By whom the texts of an endpoint's prompts are counted; `name` tells one way of counting from another."""

    endpoint: Endpoint
    name: str = ""
    by_server: bool = False
    factor: float = 1.0
    exact: bool = False
    """True where it is by the model's own tokeniser."""


def tally_of(endpoint: Endpoint, *, exact: bool, met: bool) -> Tally:
    """The tokeniser where it is the model's own; else the server, where it counts many texts in one call.

    The server is asked once it was `met`: no page calls an endpoint before the user made it. Elsewhere the tokeniser
    estimates, with what was learnt.
    """
    if endpoint.is_demo or exact:
        return Tally(endpoint=endpoint, exact=exact and not endpoint.is_demo)
    if met and asks_server(endpoint):
        return Tally(endpoint=endpoint, name=f"{endpoint.url} {endpoint.model}", by_server=True, exact=True)
    learnt = round(round(factor(endpoint.calibration) / FACTOR_STEP) * FACTOR_STEP, 2)
    return Tally(endpoint=endpoint, name="" if learnt == 1 else f"x{learnt}", factor=learnt)


def asks_server(endpoint: Endpoint) -> bool:
    """Whether the endpoint counts many texts in one call."""
    try:
        return texts_request(on_the_wire(endpoint), ()) is not None
    except BadInput:
        return False


class CountStore:
    """Counts by a text's hash: read once, written in boxes. What cannot be read or written is counted again."""

    def __init__(self, ports: Ports) -> None:
        self._store = ports.store
        self._boxes: dict[str, dict[str, int]] | None = None

    async def known(self, names: list[str]) -> dict[str, int]:
        """The counts that are kept under these names."""
        if self._boxes is None:
            self._boxes = {str(each["id"]): _counts_in(each) for each in await self._read()}
        boxes = self._boxes
        return {name: count for name in names if (count := boxes.get(_box_of(name), {}).get(name)) is not None}

    async def keep(self, counts: dict[str, int]) -> None:
        """Nothing; the counts are kept, the oldest of a full box forgotten."""
        boxes = self._boxes if self._boxes is not None else {}
        touched: set[str] = set()
        for name, count in counts.items():
            box = boxes.setdefault(_box_of(name), {})
            box[name] = count
            touched.add(_box_of(name))
            while len(box) > COUNTS_A_BOX:
                del box[next(iter(box))]
        rows: list[WrittenRow] = [
            ("counts", box, text_of({"id": box, "counts": boxes[box]})) for box in sorted(touched)
        ]
        try:
            await self._store.write(rows, ())
        except StoreError:
            return

    async def _read(self) -> list[Record]:
        try:
            return await self._store.all("counts")
        except StoreError:
            return []


def _counts_in(record: Record) -> dict[str, int]:
    counts = record.get("counts")
    return {name: n for name, n in counts.items() if isinstance(n, int)} if isinstance(counts, dict) else {}


def _box_of(name: str) -> str:
    return f"{int(name[:4], 16) % BOXES:02d}"


def count_name(kind: str, text: str) -> str:
    """The name under which a text's count is kept: a hash of who counts and what."""
    return sha256(f"{kind}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Counter:
    """Answers a planner's questions: counts as the tally says, matches as the page's own."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._kept = CountStore(ports)
        self._met: set[str] = set()
        self.tally = Tally(endpoint=Endpoint())

    def turn_to(self, endpoint: Endpoint, *, exact: bool) -> bool:
        """Whether counts are made in another way from now on."""
        old, self.tally = self.tally, tally_of(endpoint, exact=exact, met=endpoint.url in self._met)
        return self.tally.name != old.name

    def meet(self, endpoint: Endpoint) -> None:
        """The endpoint has answered a call that the user made."""
        self._met.add(endpoint.url)

    async def counts(self, texts: tuple[str, ...], encoding: Encoding) -> tuple[int, ...]:
        """Tokens of each text. Where the server does not count, the tokeniser does, until the server is met again."""
        tally = self.tally
        names = [count_name(tally.name if tally.by_server else encoding, text) for text in texts]
        is_worth_it = len(texts) >= KEPT_FROM_TEXTS
        known = await self._kept.known(names) if is_worth_it or tally.by_server else {}
        missing = tuple(text for name, text in zip(names, texts, strict=True) if name not in known)
        counted = await self._count(missing, tally, encoding) if missing else ()
        if counted is None:
            self._met.discard(tally.endpoint.url)
            self.tally = replace(tally, by_server=False, exact=False)
            return await self.counts(texts, encoding)
        new = dict(zip((name for name in names if name not in known), counted, strict=True))
        if new and is_worth_it:
            await self._kept.keep(new)
        both = {**known, **new}
        return tuple(math.ceil(both[name] * self.tally.factor) for name in names)

    async def _count(self, texts: tuple[str, ...], tally: Tally, encoding: Encoding) -> tuple[int, ...] | None:
        """The counts; None where the server gave none."""
        if not tally.by_server:
            return await self._ports.answers.counts(texts, encoding)
        asked = texts_request(on_the_wire(tally.endpoint), texts)
        assert asked is not None
        try:
            answer = await asyncio.wait_for(exchange_whole(asked, self._ports), ANSWER_SECONDS)
        except TimeoutError:
            return None
        status, _, body, _ = answer
        counted = read_text_counts(body, len(texts)) if 200 <= status < 300 else None
        return None if isinstance(counted, EndpointProblem) else counted

    async def matches(self, pattern: str, flags: str, texts: tuple[str, ...]) -> Matches | PatternFault:
        """The first match of a JavaScript regex in each text."""
        return await self._ports.answers.matches(pattern, flags, texts)

    async def ready_for_templates(self) -> None:
        """Nothing; prompt templates can be used."""
        await self._ports.answers.ready_for_templates()

    def signed(self, plan: Plan) -> Plan:
        """The plan with who counted its texts; exact only where all were counted by the model's own tokeniser."""
        tally = self.tally
        numbers = replace(plan.numbers, by_server=tally.by_server, factor=tally.factor)
        return replace(plan, numbers=replace(numbers, exact=numbers.exact or tally.by_server))
