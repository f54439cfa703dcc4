"""Which entries fired at which turn of a chat: the heat map of a replay."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.linked import in_order
from loreglass.domain.lore.verdict import Decision, ReasonCode, Verdict
from loreglass.domain.story.book import LinkedBook

_TURNS_A_PAUSE, _ENTRIES_A_PAUSE = 50, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What became of one entry in one turn: a decision without its texts and places."""

    book_id: BookId
    entry_id: EntryId
    verdict: Verdict
    code: ReasonCode
    tokens: int = 0
    hit: str = ""
    """The keyword that was seen."""
    second: tuple[str, ...] = ()
    """Secondary keywords that were seen."""
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatRow:
    """An entry, and what became of it by turn (from 0); where it slept and saw nothing there is no cell."""

    book_id: BookId
    entry_id: EntryId
    enabled: bool
    cells: tuple[tuple[int, Cell], ...] = ()

    @property
    def fired(self) -> tuple[int, ...]:
        """The turns at which it was in."""
        return tuple(turn for turn, cell in self.cells if cell.verdict == "included")

    @property
    def dropped(self) -> tuple[int, ...]:
        """The turns at which it woke and was left out."""
        return tuple(turn for turn, cell in self.cells if cell.verdict == "dropped")


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


def cells_of(decisions: Iterable[Decision]) -> tuple[Cell, ...]:
    """The cells of a turn: one for each decided entry."""
    return tuple(
        Cell(
            book_id=one.ref.book_id,
            entry_id=one.ref.entry_id,
            verdict=one.verdict,
            code=one.reason.code,
            tokens=one.cost_tokens,
            hit=one.reason.hit.key if one.reason.hit else "",
            second=tuple(hit.key for hit in one.reason.secondary_hits),
            missing=one.reason.missing,
        )
        for one in decisions
    )


def mapped(turns: Iterable[tuple[Cell, ...]], books: tuple[LinkedBook, ...]) -> Generator[None, None, HeatMap]:
    """The heat map of turns; it yields wherever the caller may pause."""
    found: dict[tuple[BookId, EntryId], list[tuple[int, Cell]]] = {}
    count = 0
    for turn, cells in enumerate(turns):
        if turn % _TURNS_A_PAUSE == 0:
            yield
        count = turn + 1
        for cell in cells:
            found.setdefault((cell.book_id, cell.entry_id), []).append((turn, cell))
    rows: list[HeatRow] = []
    there = ((book, entry) for book in in_order(books) for entry in book.entries)
    for held, entry in there:
        if len(rows) % _ENTRIES_A_PAUSE == 0:
            yield
        row = found.get((held.id, entry.id), [])
        enabled = held.enabled and entry.enabled
        rows.append(HeatRow(book_id=held.id, entry_id=entry.id, enabled=enabled, cells=tuple(row)))
    return HeatMap(turn_count=count, rows=tuple(rows))


def heat(turns: Iterable[tuple[Decision, ...]], books: tuple[LinkedBook, ...]) -> HeatMap:
    """The heat map of a replay, at once; each turn gives the decisions of its plan."""
    mapping = mapped(map(cells_of, turns), books)
    try:
        while True:
            next(mapping)
    except StopIteration as done:
        found: HeatMap = done.value
        return found
