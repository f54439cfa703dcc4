"""Which entries fired at which turn of a chat: the heat map of a replay."""

from collections.abc import Iterable
from dataclasses import dataclass

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.linked import in_order
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import LinkedBook


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatRow:
    """An entry, and the turns (from 0) at which it was in, and at which it woke and was left out."""

    book_id: BookId
    entry_id: EntryId
    enabled: bool
    fired: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Every entry of the books once, in book and entry order."""

    turn_count: int
    rows: tuple[HeatRow, ...]

    @property
    def never_fired(self) -> tuple[HeatRow, ...]:
        """Entries that are on and were in at no turn."""
        return tuple(row for row in self.rows if row.enabled and not row.fired)

    @property
    def always_fired(self) -> tuple[HeatRow, ...]:
        """Entries that were in at every turn."""
        return tuple(row for row in self.rows if self.turn_count and len(row.fired) == self.turn_count)


def heat(turns: Iterable[tuple[Decision, ...]], books: tuple[LinkedBook, ...]) -> HeatMap:
    """The heat map of a replay; each turn gives the decisions of its plan."""
    fired: dict[tuple[BookId, EntryId], list[int]] = {}
    dropped: dict[tuple[BookId, EntryId], list[int]] = {}
    count = 0
    for turn, decisions in enumerate(turns):
        count = turn + 1
        for decision in decisions:
            if decision.verdict != "dormant":
                marks = fired if decision.verdict == "included" else dropped
                marks.setdefault((decision.ref.book_id, decision.ref.entry_id), []).append(turn)
    rows = tuple(
        HeatRow(
            book_id=book.id,
            entry_id=entry.id,
            enabled=book.enabled and entry.enabled,
            fired=tuple(fired.get((book.id, entry.id), ())),
            dropped=tuple(dropped.get((book.id, entry.id), ())),
        )
        for book in in_order(books)
        for entry in book.entries
    )
    return HeatMap(turn_count=count, rows=rows)
