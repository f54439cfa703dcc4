"""The passes of a turn as SillyTavern runs them: wake, settle groups, then chance and budget as one loop.

Rules: memory-books.md, "What `sillytavern` does otherwise", "After a pass" and "Next pass".
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isnan

from loreglass.domain.asks import TICK, Asking, ask_counts
from loreglass.domain.context.budget import Refusal
from loreglass.domain.context.macros import fill, macro_context
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.outcome import ChanceFailed, Drop, Refused
from loreglass.domain.lore.rolls import Rolls
from loreglass.domain.lore.sillytavern.groups import Groups
from loreglass.domain.lore.sillytavern.record import Record
from loreglass.domain.lore.sillytavern.waking import Waking
from loreglass.domain.lore.waking import Pass
from loreglass.domain.lore.window import Window, grow
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.scene import Scene

_ENTRIES_A_COUNT = 16
_ENTRIES_A_TICK = 100


@dataclass(slots=True, kw_only=True)
class Passes:
    """What came of the books in a turn; `taken` is in the order of deciding."""

    scene: Scene
    memo: Memo
    window: Window
    waking: Waking
    groups: Groups
    records: tuple[Record, ...]
    rolls: Rolls
    limit_tokens: int
    taken: dict[int, Woken] = field(default_factory=dict)
    drops: dict[int, Drop] = field(default_factory=dict)
    _recursion_text: str = ""
    _overflown: bool = False

    def run(self) -> Asking[None]:
        """Every pass, from the first to the last."""
        waking, most = self.waking, self.scene.settings.max_recursion_steps
        levels = iter(self._levels())
        waking.level = next(levels, 0.0)
        yield from waking.begin()
        kind: Pass | None = "first"
        steps = 0
        while kind and (not most or steps < most):
            waking.kind = kind
            steps += 1
            feeding = yield from self._decide((yield from waking.judge()))
            kind = yield from self._next(bool(feeding), levels)
            if kind:
                yield from waking.feed(feeding)
                self._recursion_text = "\n".join((*(entry.text for entry in feeding), self._recursion_text))

    def _levels(self) -> list[float]:
        delayed = self.waking.buffers.reading.linked.delayed
        return sorted({level for level in (self.records[number].level for number in delayed) if not isnan(level)})

    def _next(self, feeds: bool, levels: Iterator[float]) -> Asking[Pass | None]:
        """The pass that follows; a deeper one takes in one message more."""
        settings = self.scene.settings
        # A deeper pass leaves the recursion text out; another, of both, comes after it.
        feeds = feeds or (self.waking.kind == "deeper" and bool(self.waking.buffers.fed))
        if feeds and settings.recursive and not self._overflown:
            return "recursion"
        depth, deepest = self.waking.depth_messages, settings.min_activations_depth_messages
        is_deep = depth > len(self.scene.turns) or 0 < deepest < depth
        if not self._overflown and len(self.taken) < settings.min_activations and not is_deep:
            self.waking.depth_messages += 1
            if self.window.low > 0 and self.waking.depth_messages > len(self.scene.turns) - self.window.low:
                self.waking.deepen((yield from grow(self.window)))
            return "deeper"
        level = next(levels, None)
        if level is None:
            return None
        self.waking.level = level
        return "recursion"

    def _decide(self, woken: list[Woken]) -> Asking[list[Woken]]:
        """Takes some of the woken; gives those whose texts may feed recursion."""
        left, losers = self.groups.settle(woken, self.taken.values())
        for loser in losers:
            self.drops[loser.woken.item.number] = loser
        yield from self._write(left)
        passed = yield from self._spend(left)
        return [entry for entry in passed if self.records[entry.item.number].feeds_recursion]

    def _write(self, woken: list[Woken]) -> Asking[None]:
        for count, entry in enumerate(woken):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            entry.text = entry.item.entry.text
            if "{{" in entry.text:
                key = f"{entry.item.book.id}/{entry.item.entry.id}"
                entry.text = fill(entry.text, macro_context(self.scene, key=key))
        costs = yield from self.memo.costs.of((entry.text for entry in woken), self.scene.settings.encoding)
        for entry in woken:
            entry.cost_tokens = costs[entry.text]

    def _spend(self, woken: list[Woken]) -> Asking[list[Woken]]:
        """Chance and budget, entry by entry; gives those that did not fail their chance, whether they fit or not."""
        passed: list[Woken] = []
        new_text = ""
        at = 0
        while at < len(woken):
            entry = woken[at]
            at += 1
            if self._is_after_overflow(entry):
                passed.append(entry)
                continue
            if not self._passes_chance(entry):
                continue
            run = [entry]
            while at < len(woken) and len(run) < _ENTRIES_A_COUNT and not self._needs_roll(woken[at]):
                run.append(woken[at])
                at += 1
            new_text = yield from self._fit(run, new_text)
            passed += run
        return passed

    def _fit(self, run: list[Woken], new_text: str) -> Asking[str]:
        """Asks the budget for each; gives the text of the pass with theirs."""
        together: list[str] = []
        for entry in run:
            new_text += entry.text + "\n"
            together.append(self._recursion_text + new_text)
        counts = yield from ask_counts(tuple(together), self.scene.settings.encoding)
        for entry, tokens in zip(run, counts, strict=True):
            if self._is_after_overflow(entry):
                continue
            if self.records[entry.item.number].ignores_budget or tokens < self.limit_tokens:
                self._take(entry)
            else:
                self._overflown = True
                left = max(0, self.limit_tokens - 1 - (tokens - entry.cost_tokens))
                self._refuse(entry, Refusal(code="over_total_budget", need_tokens=entry.cost_tokens, left_tokens=left))
        return new_text

    def _take(self, entry: Woken) -> None:
        number = entry.item.number
        self.taken[number] = entry
        self.drops.pop(number, None)
        self.waking.settled.add(number)

    def _is_after_overflow(self, entry: Woken) -> bool:
        """Whether it comes too late; then it is refused."""
        if not self._overflown or self.records[entry.item.number].ignores_budget:
            return False
        self._refuse(entry, Refusal(code="after_overflow", need_tokens=entry.cost_tokens, left_tokens=0))
        return True

    def _refuse(self, entry: Woken, refusal: Refusal) -> None:
        known = self.drops.get(entry.item.number)
        if not isinstance(known, Refused):
            self.drops[entry.item.number] = Refused(entry, refusal)

    def _needs_roll(self, entry: Woken) -> bool:
        number = entry.item.number
        return self.records[number].probability is not None and not self.waking.is_sure(number)

    def _passes_chance(self, entry: Woken) -> bool:
        percent = self.records[entry.item.number].probability
        if percent is None or not self._needs_roll(entry):
            return True
        roll = self.rolls.roll(entry.item.book.id, entry.item.entry.id)
        if roll * 100 <= percent:
            return True
        self.drops[entry.item.number] = ChanceFailed(entry, roll)
        self.waking.settled.add(entry.item.number)
        return False
