"""The replay as data: the heat map of turns by entries, the chosen turn, and its rows. Pure."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from loreglass.app.replays import Concern, EntryRow, Heat, Replay, ReplayedTurn, Survey
from loreglass.app.state import OpenChat
from loreglass.app.strings import capital, counted, in_words, number
from loreglass.app.strings.reasons import called
from loreglass.app.view_health import all_entries, health
from loreglass.app.view_why import Groups, facts_of, groups, texts_of
from loreglass.domain.authoring.heat import Cell, HeatRow, mapped
from loreglass.domain.story.book import Entry, LinkedBook

HEATS: tuple[Heat, ...] = ("in", "by", "out", "rest")
WORDS: dict[Heat, str] = {
    "in": "in, by keyword",
    "by": "in, woken by an entry",
    "out": "left out",
    "rest": "resting",
}
ENTRIES_A_SLICE = 40
QUIET_AT_MOST = 40
"""Entries that never fired have rows of their own while there are no more of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatTable:
    """The table: rows in book order, the lore of each turn, how many rows come on demand, how many never fired."""

    turns: int
    rows: tuple[EntryRow, ...]
    used: tuple[int, ...]
    budget: int
    more: int
    quiet: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTurn:
    """The framed turn: its number, its sentence, its rows (None while they are being made)."""

    at: int
    said: str
    problem: str
    groups: Groups | None
    can_open: bool


def heat_of(cell: Cell) -> Heat | None:
    """What a cell is drawn as; None for one asleep."""
    if cell.verdict == "included":
        return "by" if cell.code == "recursion_hit" else "in"
    if cell.verdict == "dropped":
        return "out"
    return "rest" if cell.code in ("cooldown", "delayed") else None


def survey(turns: tuple[ReplayedTurn, ...], books: tuple[LinkedBook, ...]) -> Generator[None, None, Survey]:
    """What the turns add up to; it yields wherever the caller may pause."""
    heat = yield from mapped((turn.cells for turn in turns), books)
    entries = all_entries(books)
    rows: list[EntryRow] = []
    for count, row in enumerate(heat.rows):
        if count % ENTRIES_A_SLICE == 0:
            yield
        rows.append(_row(row, entries[row.book_id, row.entry_id]))
    concerns: tuple[Concern, ...] = yield from health(turns, books, heat)
    return Survey(rows=tuple(rows), concerns=concerns)


def heat_map(surveyed: Survey, turns: tuple[ReplayedTurn, ...], shown_rows: int, *, all_rows: bool) -> HeatTable:
    """The table of a replay, the same value while nothing has changed. A large book shows what woke first of all."""
    key = (shown_rows, all_rows)
    if not _last or _last[0][0] is not surveyed or _last[0][1] != key:
        _last[:] = [(surveyed, key, _heat_map(surveyed, turns, shown_rows, all_rows=all_rows))]
    return _last[0][2]


_last: list[tuple[Survey, tuple[int, bool], HeatTable]] = []


def _heat_map(surveyed: Survey, turns: tuple[ReplayedTurn, ...], shown_rows: int, *, all_rows: bool) -> HeatTable:
    quiet = sum(not row.heats for row in surveyed.rows)
    few = quiet <= QUIET_AT_MOST or all_rows
    rows = surveyed.rows if few else tuple(row for row in surveyed.rows if row.heats)
    return HeatTable(
        turns=len(turns),
        rows=rows[:shown_rows],
        used=tuple(turn.used_tokens for turn in turns),
        budget=max((turn.budget_tokens for turn in turns), default=0),
        more=max(0, len(rows) - shown_rows),
        quiet=quiet,
    )


def _row(row: HeatRow, entry: Entry) -> EntryRow:
    places: dict[Heat, list[int]] = {}
    tokens = 0
    for at, cell in row.cells:
        heat = heat_of(cell)
        if heat is not None:
            places.setdefault(heat, []).append(at)
        if cell.verdict == "included":
            tokens += cell.tokens
    heats = tuple((heat, tuple(places[heat])) for heat in HEATS if heat in places)
    return EntryRow(
        key=(row.book_id, row.entry_id),
        name=called(entry),
        heats=heats,
        words=_words(heats),
        times=len(row.fired),
        tokens=tokens,
    )


def _words(heats: tuple[tuple[Heat, tuple[int, ...]], ...]) -> str:
    """Where an entry was what: "In, by keyword: turns 1 to 4 and 9. Left out: turn 7."."""
    if not heats:
        return "Asleep in every turn."
    return " ".join(f"{capital(WORDS[heat])}: {spans(turns)}." for heat, turns in heats)


def spans(turns: Iterable[int]) -> str:
    """Turns from 0 as people number them: "turn 7", "turns 1 to 4 and 9"."""
    runs: list[list[int]] = []
    for turn in turns:
        if runs and turn == runs[-1][1] + 1:
            runs[-1][1] = turn
        else:
            runs.append([turn, turn])
    said = [number(a + 1) if a == b else f"{number(a + 1)} to {number(b + 1)}" for a, b in runs]
    noun = "turn" if len(runs) == 1 and runs[0][0] == runs[0][1] else "turns"
    return f"{noun} {', '.join(said[:-1])}{' and ' if len(said) > 1 else ''}{said[-1]}"


def title(replay: Replay) -> str:
    """The page's heading."""
    count = len(replay.points)
    if not count:
        return "No turn to replay yet"
    return f"{capital(in_words(count))} {'turn' if count == 1 else 'turns'}, entry by entry"


def progress_words(replay: Replay) -> str:
    """How far a replay is."""
    done, total = len(replay.turns), len(replay.points)
    if replay.whole:
        return "Adding the turns up."
    if replay.running:
        return f"Planning turn {number(min(done + 1, total))} of {number(total)} again."
    return f"Stopped after {counted(done, 'turn')} of {number(total)}."


def chosen_turn(replay: Replay, open_chat: OpenChat) -> ChosenTurn | None:
    """The framed turn; None before the first one is there."""
    if not replay.turns:
        return None
    at = min(replay.chosen, len(replay.turns) - 1)
    turn = replay.turns[at]
    ins = sum(cell.verdict == "included" for cell in turn.cells)
    outs = sum(cell.verdict == "dropped" for cell in turn.cells)
    left = f", {number(outs)} left out" if outs else ""
    spent = f", {number(turn.used_tokens)} of {number(turn.budget_tokens)}" if turn.budget_tokens else ""
    return ChosenTurn(
        at=at,
        said=f"{number(at + 1)}: {number(ins)} in{left}{spent}",
        problem=turn.problem,
        groups=_groups(replay, open_chat),
        can_open=replay.plan is not None,
    )


def _groups(replay: Replay, open_chat: OpenChat) -> Groups | None:
    plan = replay.plan
    if plan is None:
        return None
    until = replay.points[replay.chosen].message_id
    facts = facts_of(plan, open_chat.books, open_chat.path, until=until)
    return groups(plan, open_chat.books, facts, texts_of(plan, open_chat.path, open_chat.variants), sleeping_limit=0)
