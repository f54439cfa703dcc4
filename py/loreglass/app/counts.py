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
from loreglass.domain.prompt.plan import Numbers, Plan, PromptMessage
from loreglass.domain.wire.calibration import GREATEST_FACTOR, factor
from loreglass.domain.wire.counting import count_request, read_count, read_text_counts, texts_request
from loreglass.domain.wire.endpoint import HttpRequest
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


def tally_of(endpoint: Endpoint, *, exact: bool, may_ask: bool, least_factor: float = 0.0) -> Tally:
    """The tokeniser where it is the model's own; else the server, where it counts many texts in one call.

    Elsewhere the tokeniser estimates, with what was learnt. `least_factor` is what an earlier prompt really took.
    """
    if endpoint.is_demo or exact:
        return Tally(endpoint=endpoint, exact=exact and not endpoint.is_demo)
    if may_ask and asks_server(endpoint):
        more = max(1.0, least_factor)
        name = f"{_counter_of(endpoint)} x{more:g}"
        return Tally(endpoint=endpoint, name=name, by_server=True, exact=True, factor=more)
    learnt = round(round(factor(endpoint.calibration) / FACTOR_STEP) * FACTOR_STEP, 2)
    best = max(learnt, least_factor)
    return Tally(endpoint=endpoint, name="" if best == 1 else f"x{best:g}", factor=best)


def _counter_of(endpoint: Endpoint) -> str:
    return f"{endpoint.url} {endpoint.model}"


def _count_asked(endpoint: Endpoint, prompt: str | tuple[PromptMessage, ...]) -> HttpRequest | None:
    """The request for the count of a whole prompt; None where the endpoint has no address that can be asked."""
    try:
        return None if endpoint.is_demo else count_request(on_the_wire(endpoint), prompt)
    except BadInput:
        return None


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
        self._least_factors: dict[tuple[str, str], float] = {}
        self._last_whole: tuple[HttpRequest, int] | None = None
        self.tally = Tally(endpoint=Endpoint())

    def turn_to(self, endpoint: Endpoint, *, exact: bool) -> bool:
        """Whether counts are made in another way from now on."""
        least = self._least_factors.get((endpoint.url, endpoint.model), 0.0)
        old = self.tally
        self.tally = tally_of(endpoint, exact=exact, may_ask=self.may_ask(endpoint), least_factor=least)
        return self.tally.name != old.name

    def meet(self, endpoint: Endpoint) -> None:
        """The endpoint has answered a call that the user made."""
        self._met.add(endpoint.url)

    def may_ask(self, endpoint: Endpoint) -> bool:
        """Whether texts may go to the endpoint before the user sends them.

        No page calls an endpoint before the user made it, nor where the user does not want it.
        """
        return endpoint.url in self._met and endpoint.counts_drafts

    def correct(self, endpoint: Endpoint, numbers: Numbers, counted: int) -> None:
        """The next counts are so much greater that a prompt like this one comes to what the endpoint `counted`."""
        really = counted / max(1, numbers.sent / numbers.factor)
        steps = math.ceil(min(really, GREATEST_FACTOR) / FACTOR_STEP)
        self._least_factors[endpoint.url, endpoint.model] = round(steps * FACTOR_STEP, 2)

    async def whole(self, prompt: str | tuple[PromptMessage, ...], endpoint: Endpoint) -> int | None:
        """Tokens of a finished prompt by the endpoint's own count; None where it gives none."""
        asked = _count_asked(endpoint, prompt)
        if asked is None:
            return None
        if self._last_whole is None or self._last_whole[0] != asked:
            body = await self._answer(asked)
            counted = None if body is None else read_count(body)
            if not isinstance(counted, int):
                return None
            self._last_whole = asked, counted
        return self._last_whole[1]

    async def counts(self, texts: tuple[str, ...], encoding: Encoding) -> tuple[int, ...]:
        """Tokens of each text. Where the server does not count, the tokeniser does, until the server is met again."""
        tally = self.tally
        names = [count_name(_counter_of(tally.endpoint) if tally.by_server else encoding, text) for text in texts]
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
        body = await self._answer(asked)
        counted = None if body is None else read_text_counts(body, len(texts))
        return None if isinstance(counted, EndpointProblem) else counted

    async def _answer(self, asked: HttpRequest) -> str | None:
        """The body of a good answer that came in time."""
        try:
            status, _, body, _ = await asyncio.wait_for(exchange_whole(asked, self._ports), ANSWER_SECONDS)
        except TimeoutError:
            return None
        return body if 200 <= status < 300 else None

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
