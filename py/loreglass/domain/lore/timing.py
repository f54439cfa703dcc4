"""Stickies, cooldowns and delays, in messages. Rules: memory-books.md, exact point 14.

A sticky's timer is kept until the cooldown that follows it is over, so one timer tells both.
"""

from collections.abc import Iterable
from typing import Literal

from loreglass.domain.ids import BookId, EntryId, MessageId
from loreglass.domain.lore.linked import IndexedEntry
from loreglass.domain.lore.woken import OLDEST, Woken
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.timer import Timer

Phase = Literal["sticky", "cooldown", "over"]
EntryKey = tuple[BookId, EntryId]


class Timers:
    """The timers of a scene, as they stand at its number of messages."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._messages = len(scene.turns)
        self._by_entry = {(timer.book_id, timer.entry_id): timer for timer in reversed(scene.timers)}

    def phase(self, item: IndexedEntry) -> Phase:
        """What a timer makes of the entry now."""
        timer = self._by_entry.get(_key(item))
        if timer is None or self._messages <= timer.start_messages:
            return "over"
        if self._messages < timer.end_messages:
            return timer.kind
        return "cooldown" if self._messages < self.rests_until(item) else "over"

    def sticks_until(self, item: IndexedEntry) -> int:
        """The number of messages at which a sticky entry is free again."""
        return self._by_entry[_key(item)].end_messages

    def rests_until(self, item: IndexedEntry) -> int:
        """The number of messages at which the entry's timer and its cooldown are over."""
        timer = self._by_entry[_key(item)]
        return timer.end_messages + (item.entry.cooldown if timer.kind == "sticky" else 0)

    def last_hit_turn(self, item: IndexedEntry) -> int:
        """The turn whose hit a sticky entry lives on."""
        timer = self._by_entry.get(_key(item))
        if timer is None or timer.last_hit is None:
            return OLDEST
        turns = self._scene.turns
        return next((at for at in range(len(turns) - 1, -1, -1) if turns[at].message_id == timer.last_hit), OLDEST)

    def after(self, active: Iterable[Woken], items: Iterable[IndexedEntry]) -> tuple[Timer, ...]:
        """The timers that run on after this turn; a dry run leaves them as they were."""
        if self._scene.dry_run:
            return self._scene.timers
        over = {_key(item) for item in items if self.phase(item) == "over"}
        running = {key: timer for key, timer in self._by_entry.items() if key not in over}
        for woken in active:
            timer = self._timer_of(woken, running.get(_key(woken.item)))
            if timer is not None:
                running[_key(woken.item)] = timer
        return tuple(running.values())

    def _timer_of(self, woken: Woken, running: Timer | None) -> Timer | None:
        entry = woken.item.entry
        if running is None and not (entry.sticky or entry.cooldown):
            return None
        kind: Literal["sticky", "cooldown"] = "sticky" if entry.sticky else "cooldown"
        return Timer(
            kind=running.kind if running else kind,
            book_id=woken.item.book.id,
            entry_id=entry.id,
            start_messages=running.start_messages if running else self._messages,
            end_messages=running.end_messages if running else self._messages + (entry.sticky or entry.cooldown),
            last_hit=self._message_id(woken.turn),
        )

    def _message_id(self, turn: int) -> MessageId | None:
        return None if turn == OLDEST else self._scene.turns[turn].message_id


def _key(item: IndexedEntry) -> EntryKey:
    return item.book.id, item.entry.id
