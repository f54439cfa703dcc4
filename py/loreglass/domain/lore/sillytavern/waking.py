"""Which entries wake in a pass, and by what: for each entry the first rule that decides.

Rules: memory-books.md, "What `sillytavern` does otherwise", "A pass".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.lore import second
from loreglass.domain.lore.keywords import InBuffer, Letters
from loreglass.domain.lore.letters import find_letters
from loreglass.domain.lore.linked import IndexedEntry, KeyNumbers
from loreglass.domain.lore.memo import Best
from loreglass.domain.lore.scan import read_texts, scan
from loreglass.domain.lore.sillytavern.buffer import Buffers, Fed, View
from loreglass.domain.lore.sillytavern.effects import Effects
from loreglass.domain.lore.sillytavern.link import DEEPEST_MESSAGES
from loreglass.domain.lore.sillytavern.record import Record
from loreglass.domain.lore.verdict import DormantCode, Reason
from loreglass.domain.lore.waking import Pass
from loreglass.domain.lore.woken import OLDEST, Sight, Woken

_ENTRIES_A_TICK = 100
Outcome = Woken | Reason | None


@dataclass(slots=True, kw_only=True)
class Waking:
    """The state that entries are judged by; it grows from pass to pass."""

    buffers: Buffers
    effects: Effects
    is_recursive: bool
    depth_messages: int
    notes: dict[int, Reason]
    """Why an entry sleeps, where it is more than that no keyword was seen."""
    settled: set[int]
    """Entries that are in, that failed their chance, or that may not wake at all."""
    pinned: frozenset[int] = frozenset()
    """Entries that wake whatever is said."""
    kind: Pass = "first"
    level: float = 0
    _best: dict[int, Best] = field(default_factory=dict)
    _from_texts: set[int] = field(default_factory=set)
    """Users of keywords in sources, notes, recursion texts and messages that came in later."""

    def begin(self) -> Asking[None]:
        """Scans what is not a message, and takes up the newest hits of those that are."""
        self._best = yield from self.buffers.window.best_by_entry()
        texts = [scanned for group in self.buffers.sources.values() for scanned in group]
        yield from scan(texts, self.buffers.reading)
        for scanned in texts:
            self._take_users(self.buffers.reading.hits[scanned])

    def feed(self, parents: list[Woken]) -> Asking[None]:
        """Adds the texts of a pass to the recursion text; empty ones add nothing."""
        text, reading = "\n".join(parent.text for parent in parents), self.buffers.reading
        if not text:
            return
        # Not kept in the reading: another text a plan would fill it.
        hits = (yield from read_texts((("", text),), reading))["", text]
        self.buffers.fed.append(Fed(text, tuple(parents), hits))
        self._take_users(hits)

    def deepen(self, turn: int) -> None:
        """Takes up the hits of one message more."""
        self._take_users(self.buffers.window.keys_of(turn))

    def _take_users(self, keys: Iterable[int]) -> None:
        wakes = self.buffers.reading.linked.wakes
        for key in keys:
            self._from_texts.update(number for number, _ in wakes.get(key, ()))

    def judge(self) -> Asking[list[Woken]]:
        """What wakes now: stickies first, then in the order of candidates."""
        linked = self.buffers.reading.linked
        numbers = {*self._best, *self._from_texts, *linked.constants, *self.effects.active("sticky"), *self.pinned}
        woken: list[Woken] = []
        for count, number in enumerate(sorted(numbers - self.settled)):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            item = linked.entries[number]
            yield from self._resolve(item)
            outcome = self._outcome(item, linked.records[number])
            self.notes.pop(number, None)
            if isinstance(outcome, Woken):
                woken.append(outcome)
            elif outcome is not None:
                self.notes[number] = outcome
        return sorted(woken, key=lambda entry: not self.is_sure(entry.item.number))

    def is_sure(self, number: int) -> bool:
        """Whether neither chance nor its group can keep the entry out: it is pinned, or under a sticky."""
        return number in self.pinned or self.is_sticky(number)

    def is_sticky(self, number: int) -> bool:
        """Whether the entry is under a sticky."""
        return self.effects.is_active("sticky", number)

    def _resolve(self, item: IndexedEntry) -> Asking[None]:
        view = self._view(item)
        if item.number in self.buffers.reading.linked.buffered and view[0] > 0:
            keywords = self.buffers.reading.linked.index.keywords
            for key in (*item.keys, *item.secondary):
                if key is not None and isinstance(keywords[key], InBuffer):
                    yield from self.buffers.resolve(key, view)

    def _view(self, item: IndexedEntry) -> View:
        """The item's buffer: a pass for minimum activations leaves the recursion text out."""
        depth = self.depth_messages if item.depth_messages is None else item.depth_messages
        record = self.buffers.reading.linked.records[item.number]
        return min(depth, DEEPEST_MESSAGES), record.sources, self.kind != "deeper"

    def _outcome(self, item: IndexedEntry, record: Record) -> Outcome:
        if item.number in self.pinned:
            return Woken(item=item, code="forced")
        is_sticky = self.is_sticky(item.number)
        if record.is_delayed and not is_sticky and (self.kind != "recursion" or record.level > self.level):
            return self._asleep(item, record, "delay_level")
        if self.kind == "recursion" and self.is_recursive and record.refuses_recursion and not is_sticky:
            return self._asleep(item, record, "recursion_blocked")
        if record.content.activates:
            return Woken(item=item, code="decorator")
        if record.content.forbids:
            return self._asleep(item, record, "decorator")
        if record.constant:
            return Woken(item=item, code="constant")
        if is_sticky:
            return Woken(item=item, code="sticky", sight=self._primary(item))
        primary = self._primary(item)
        return None if primary is None else self._with_secondary(item, record, primary)

    def _asleep(self, item: IndexedEntry, record: Record, code: DormantCode) -> Reason | None:
        """Why it sleeps, where something would have woken it."""
        would_wake = record.constant or record.content.activates or self._primary(item) is not None
        return Reason(code=code) if would_wake else None

    def _primary(self, item: IndexedEntry) -> Sight | None:
        return next((sight for sight in self.sights(item, item.keys, item.entry.keywords) if sight), None)

    def _with_secondary(self, item: IndexedEntry, record: Record, primary: Sight) -> Outcome:
        code: Literal["recursion_hit", "key_hit"] = "recursion_hit" if primary.parent else "key_hit"
        woken = Woken(item=item, code=code, turn=primary.turn, sight=primary)
        if record.selective and record.secondary:
            sights = list(self.sights(item, item.secondary, record.secondary))
            if record.logic == "never" or not second.holds(record.logic, sights):
                return second.missing(record.logic, record.secondary, sights)
            woken.secondary = tuple(sight for sight in sights if sight)
        return woken

    def score(self, item: IndexedEntry) -> int:
        """How many of its keys are seen, as groups count them."""
        record = self.buffers.reading.linked.records[item.number]
        primary = sum(sight is not None for sight in self.sights(item, item.keys, record.keys))
        secondary = sum(sight is not None for sight in self.sights(item, item.secondary, record.secondary))
        if not record.keys:
            return 0
        counts = record.logic == "and_any" or (record.logic == "and_all" and secondary == len(record.secondary))
        return primary + secondary if counts else primary

    def sights(self, item: IndexedEntry, keys: KeyNumbers, written: tuple[str, ...]) -> Iterator[Sight | None]:
        """Where each key is seen in the item's buffer."""
        view = self._view(item)
        return (self._see(key, text, view) for key, text in zip(keys, written, strict=True))

    def _see(self, key: int | None, written: str, view: View) -> Sight | None:
        depth, sources, with_recursion = view
        if key is None or depth <= 0:
            return None
        buffers, keyword = self.buffers, self.buffers.reading.linked.index.keywords[key]
        if isinstance(keyword, InBuffer):
            return self._see_in_buffer(key, written, view)
        turns = len(buffers.window.turns)
        if isinstance(keyword, Letters) and not keyword.text:
            return Sight(key, written, turns - 1 if turns else OLDEST, place=(False, (0, 0)))
        turn = buffers.window.newest_turn(key, turns - depth)
        if turn is not None:
            return Sight(key, written, turn)
        hits = buffers.reading.hits
        for source in (*sources, "author_note"):
            for scanned in buffers.sources.get(source, ()):
                if key in hits[scanned]:
                    return Sight(key, written, OLDEST, source=source, scanned=scanned)
        for fed in buffers.fed if with_recursion else ():
            if key in fed.hits and isinstance(keyword, Letters):
                start, end = find_letters(keyword, fed.text) or (0, 0)
                return _fed_sight(key, written, fed, start, end)
        return None

    def _see_in_buffer(self, key: int, written: str, view: View) -> Sight | None:
        found = self.buffers.place(key, view)
        if found is None:
            return None
        piece, (start, end) = found
        match piece.origin:
            case int() as turn:
                name_size = len(piece.scanned[0]) + 2 if piece.scanned[0] else 0
                if name_size and end <= name_size:
                    size = len(piece.scanned[0])
                    return Sight(key, written, turn, place=(True, (min(start, size), min(end, size))))
                return Sight(key, written, turn, place=(False, (max(0, start - name_size), max(0, end - name_size))))
            case Fed() as fed:
                return _fed_sight(key, written, fed, start, end)
            case source:
                return Sight(key, written, OLDEST, source=source, scanned=piece.scanned, place=(False, (start, end)))


def _fed_sight(key: int, written: str, fed: Fed, start: int, end: int) -> Sight:
    """A key seen in the recursion text, told by the entry whose text it begins in."""
    there = fed.parent_at(start)
    if there is None:
        return Sight(key, written, OLDEST, scanned=("", fed.text), place=(False, (start, end)))
    parent, begins = there
    size = len(parent.text)
    place = (False, (min(start - begins, size), min(end - begins, size)))
    return Sight(key, written, parent.turn, parent=parent.item, scanned=("", parent.text), place=place)
