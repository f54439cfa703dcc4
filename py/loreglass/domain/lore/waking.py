"""Which entries wake in a pass, and by what; and for those that nearly did, what was missing."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.lore import second
from loreglass.domain.lore.decorators import ENDLESS_MESSAGES
from loreglass.domain.lore.linked import IndexedEntry, KeyNumbers
from loreglass.domain.lore.memo import Best, Reading, Scanned
from loreglass.domain.lore.timing import Timers
from loreglass.domain.lore.verdict import Reason
from loreglass.domain.lore.window import Window
from loreglass.domain.lore.woken import OLDEST, Sight, Woken
from loreglass.domain.story.book import Source

Pass = Literal["first", "deeper", "recursion"]
_ENTRIES_A_TICK = 100


@dataclass(frozen=True, slots=True)
class Feed:
    """A text that wakes others, and the entry that it belongs to."""

    parent: Woken
    scanned: Scanned


@dataclass(slots=True, kw_only=True)
class Waking:
    """The state that entries are judged by; it grows from pass to pass."""

    reading: Reading
    window: Window
    timers: Timers
    sources: dict[Source, tuple[Scanned, ...]]
    notes: dict[int, Reason]
    """Why an entry sleeps, where it is more than that no keyword was seen."""
    settled: set[int]
    """Entries that are decided, or may not wake at all."""
    pinned: frozenset[int] = frozenset()
    """Entries that wake whatever is said."""
    fed: dict[int, Feed] = field(default_factory=dict)
    """Keywords of the texts that wake others, with the first such text."""
    kind: Pass = "first"
    level: int = 0
    """The highest delay level that may wake now."""

    def first(self) -> Asking[list[Woken]]:
        """What wakes in the first pass, in book and entry order."""
        best = yield from self.window.best_by_entry()
        linked = self.reading.linked
        others = {*linked.constants, *linked.ruled, *linked.reading_sources, *linked.guarded}
        return (yield from self.judge(best.keys() | others | self.pinned, best))

    def judge(self, numbers: Iterable[int], best: dict[int, Best] | None = None) -> Asking[list[Woken]]:
        """Those of the entries that wake now, in book and entry order."""
        woken: list[Woken] = []
        for count, number in enumerate(sorted(set(numbers) - self.settled)):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            item = self.reading.linked.entries[number]
            if number in self.pinned:
                found: Woken | None = Woken(item=item, code="forced")
            else:
                found = self._plain(item, best[number]) if best is not None and item.is_plain else self._any(item)
            if found is not None:
                self.notes.pop(number, None)
                woken.append(found)
        return woken

    def _plain(self, item: IndexedEntry, best: Best) -> Woken | None:
        turn, place = best[0], -best[1]
        if turn < self.window.low:
            return None
        key = item.keys[place]
        sight = Sight(key if key is not None else OLDEST, item.entry.keywords[place], turn)
        return Woken(item=item, code="key_hit", turn=turn, sight=sight)

    def _any(self, item: IndexedEntry) -> Woken | None:
        entry = item.entry
        if item.orders.activates:
            return Woken(item=item, code="decorator")
        if not self._meets_orders(item):
            return None
        if entry.recursion.delay_level > self.level:
            self.notes[item.number] = Reason(code="delay_level")
            return None
        if self.kind == "recursion" and not entry.recursion.woken:
            if any(key in self.fed for key in item.keys):
                self.notes[item.number] = Reason(code="recursion_blocked")
            return None
        self.notes.pop(item.number, None)
        if entry.constant:
            return Woken(item=item, code="constant")
        primary = self._newest(item, item.keys, entry.keywords)
        if self.timers.phase(item) == "sticky":
            turn = max(self.timers.last_hit_turn(item), primary.turn if primary else OLDEST)
            until = self.timers.sticks_until(item) if entry.sticky < ENDLESS_MESSAGES else None
            return Woken(item=item, code="sticky", turn=turn, sight=primary, until_messages=until)
        return self._by_keywords(item, primary) or self._by_rule(item)

    def _meets_orders(self, item: IndexedEntry) -> bool:
        """Whether one of the keywords that decorators need is seen, and none that they exclude."""
        orders = item.orders
        if orders.needed and not any(self.see(item, *pair) for pair in _pairs(item.needed, orders.needed)):
            self._note(item, "additional_keys", orders.needed)
            return False
        seen = [key for number, key in _pairs(item.unwanted, orders.unwanted) if self.see(item, number, key)]
        if seen:
            self._note(item, "exclude_keys", tuple(seen))
        return not seen

    def _note(self, item: IndexedEntry, decorator: str, keywords: tuple[str, ...]) -> None:
        """Says which keywords of a decorator keep an entry asleep that one of its own would wake."""
        if item.entry.constant or self._newest(item, item.keys, item.entry.keywords):
            self.notes[item.number] = Reason(code="decorator", decorator=decorator, missing=keywords)

    def _by_keywords(self, item: IndexedEntry, primary: Sight | None) -> Woken | None:
        if primary is None:
            return None
        code: Literal["recursion_hit", "key_hit"] = "recursion_hit" if primary.parent else "key_hit"
        woken = Woken(item=item, code=code, turn=primary.turn, sight=primary)
        named = [(text, key) for key, text in _pairs(item.secondary, item.entry.secondary) if text.strip()]
        if named:
            sights = [self.see(item, key, text) for text, key in named]
            if not second.holds(item.entry.logic, sights):
                self.notes[item.number] = second.missing(item.entry.logic, [text for text, _ in named], sights)
                return None
            woken.secondary = tuple(sight for sight in sights if sight)
        return woken

    def _by_rule(self, item: IndexedEntry) -> Woken | None:
        rule = item.rule
        if rule is None:
            return None
        sights = [self.see(item, key, text) for key, text in _pairs(item.rule_keys, rule.keywords)]
        if not rule.holds(lambda index: sights[index] is not None):
            return None
        seen = sorted((sight for sight in sights if sight), key=lambda sight: -sight.turn)
        self.notes.pop(item.number, None)
        return Woken(
            item=item,
            code="rule_hit",
            turn=seen[0].turn if seen else OLDEST,
            sight=seen[0] if seen else None,
            secondary=tuple(seen[1:]),
        )

    def see(self, item: IndexedEntry, key: int | None, written: str) -> Sight | None:
        """Where an entry sees a keyword: in the newest message that has it, else in a source, else in a woken text."""
        if key is None:
            return None
        turn = self.window.newest_turn(key, self.window.floor_of(item))
        if turn is not None:
            return Sight(key, written, turn)
        for source in item.entry.sources:
            for scanned in self.sources.get(source, ()):
                if key in self.reading.hits[scanned] and key not in self.reading.faults:
                    return Sight(key, written, OLDEST, source=source, scanned=scanned)
        feed = self.fed.get(key) if item.entry.recursion.woken else None
        if feed is None:
            return None
        return Sight(key, written, feed.parent.turn, parent=feed.parent.item, scanned=feed.scanned)

    def _newest(self, item: IndexedEntry, keys: KeyNumbers, written: tuple[str, ...]) -> Sight | None:
        newest: Sight | None = None
        for key, text in _pairs(keys, written):
            sight = self.see(item, key, text)
            if sight and (newest is None or _rank(sight) > _rank(newest)):
                newest = sight
        return newest


def _pairs(keys: KeyNumbers, written: tuple[str, ...]) -> Iterable[tuple[int | None, str]]:
    return zip(keys, written, strict=True)


def _rank(sight: Sight) -> tuple[bool, int]:
    """A hit in a message counts before one in another entry's text, a newer one before an older."""
    return sight.parent is None and sight.source is None, sight.turn
