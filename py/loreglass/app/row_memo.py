"""Rows of Why from one plan to the next: a keystroke makes none anew that would say the same."""

from collections.abc import Iterable
from dataclasses import dataclass

from loreglass.app.view_marks import EntryKey, Mark, key_of
from loreglass.app.view_rows import Row, Sources, row
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Entry

ROWS_KEPT = 4000


@dataclass(frozen=True, slots=True)
class Held:
    """A row, and what it was made from."""

    ground: tuple[object, ...]
    decision: Decision
    mark: Mark
    entry: Entry | None
    texts: tuple[str, ...]
    row: Row


class RowMemo:
    """The rows as they were made last, given again where nothing that they tell has changed."""

    def __init__(self) -> None:
        self._ground: tuple[object, ...] = ()
        self._rows: dict[EntryKey, Held] = {}

    def rows(self, marked: Iterable[tuple[Decision, Mark]], sources: Sources) -> tuple[Row, ...]:
        """The rows of decided entries."""
        ground = sources.ground
        if ground != self._ground:
            self._ground = ground
        if len(self._rows) > ROWS_KEPT:
            self._rows.clear()
        return tuple(self._row(decision, mark, sources) for decision, mark in marked)

    def _row(self, decision: Decision, mark: Mark, sources: Sources) -> Row:
        reason, key = decision.reason, key_of(decision.ref)
        hits = (reason.hit, *reason.secondary_hits) if reason.hit else reason.secondary_hits
        if reason.winner or any(hit.parent for hit in hits):
            # It tells of other entries too.
            return row(decision, mark, sources)
        entry = sources.facts.entries.get(key)
        texts = tuple(sources.texts(hit.message_id or "") for hit in hits)
        held = self._rows.get(key)
        same = held is not None and held.entry is entry and held.texts == texts
        if held and same and held.ground is self._ground and held.decision is decision and held.mark == mark:
            return held.row
        made = row(decision, mark, sources)
        if held and same and held.row == made:
            # The very same row: its node is known to the page.
            made = held.row
        self._rows[key] = Held(self._ground, decision, mark, entry, texts, made)
        return made
