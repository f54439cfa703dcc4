"""Stickies and cooldowns that a chat keeps, each with the entry's stamp, in messages.

Rules: memory-books.md, "What `sillytavern` does otherwise", Timed.
"""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from math import isnan
from typing import Literal

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.linked import IndexedEntry, LinkedBooks
from loreglass.domain.lore.sillytavern.record import ENDLESS, Record
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.timer import Timer

Kind = Literal["sticky", "cooldown"]
Key = tuple[Kind, BookId, EntryId]


class Effects:
    """The timed effects of a turn, as they stand at its number of messages."""

    def __init__(self, scene: Scene, linked: LinkedBooks) -> None:
        self._scene = scene
        self._linked = linked
        self._messages = len(scene.turns)
        self._running: dict[Key, Timer] = {_key_of(timer): timer for timer in scene.timers}
        self._until: dict[tuple[Kind, int], int] = {}
        if scene.timers:
            timed = {(timer.book_id, timer.entry_id) for timer in scene.timers}
            items = {(item.book.id, item.entry.id): item for item in linked.entries}
            self._check("sticky", {key: items[key] for key in timed & items.keys()})
            self._check("cooldown", {key: items[key] for key in timed & items.keys()})

    def is_active(self, kind: Kind, number: int) -> bool:
        """Whether the entry is under the effect."""
        return (kind, number) in self._until

    def until(self, kind: Kind, number: int) -> int:
        """The number of messages at which an active effect ends."""
        return self._until[kind, number]

    def active(self, kind: Kind) -> set[int]:
        """The entries under the effect."""
        return {number for there, number in self._until if there == kind}

    def after(self, taken: Iterable[IndexedEntry]) -> tuple[Timer, ...]:
        """The timers that run on; what was taken begins those that do not run yet. A dry run leaves all as it was."""
        if self._scene.dry_run:
            return self._scene.timers
        for item in taken:
            for kind in ("sticky", "cooldown"):
                if _length(self._record(item), kind) and (kind, item.book.id, item.entry.id) not in self._running:
                    timer = self._begun(kind, item)
                    self._running[_key_of(timer)] = timer
        return tuple(self._running.values())

    def _record(self, item: IndexedEntry) -> Record:
        return self._linked.records[item.number]

    def _check(self, kind: Kind, items: dict[tuple[BookId, EntryId], IndexedEntry]) -> None:
        """Ends what is over and notes what is active; the end of a sticky begins the cooldown at once."""
        for key, timer in [pair for pair in self._running.items() if pair[0][0] == kind]:
            item = items.get((timer.book_id, timer.entry_id))
            is_over = self._messages >= timer.end_messages
            was_taken_back = self._messages <= timer.start_messages and not timer.protected
            if was_taken_back or (is_over if item is None else not self._is_of(timer, item)):
                del self._running[key]
            elif item is not None and is_over:
                del self._running[key]
                if kind == "sticky" and self._record(item).cooldown:
                    rest = replace(self._begun("cooldown", item), protected=True)
                    self._running[_key_of(rest)] = rest
            elif item is not None:
                self._until[kind, item.number] = timer.end_messages

    def _is_of(self, timer: Timer, item: IndexedEntry) -> bool:
        """Whether the entry is as it was when the timer began."""
        return timer.stamp == self._stamp(item) and bool(_length(self._record(item), timer.kind))

    def _begun(self, kind: Kind, item: IndexedEntry) -> Timer:
        length = _length(self._record(item), kind)
        return Timer(
            kind=kind,
            book_id=item.book.id,
            entry_id=item.entry.id,
            start_messages=self._messages,
            end_messages=ENDLESS if isnan(length) else self._messages + int(length),
            stamp=self._stamp(item),
        )

    def _stamp(self, item: IndexedEntry) -> str:
        return sha256(repr(self._record(item)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _length(record: Record, kind: Kind) -> float:
    return record.sticky if kind == "sticky" else record.cooldown


def _key_of(timer: Timer) -> Key:
    return timer.kind, timer.book_id, timer.entry_id
