"""Rows of Why from one plan to the next: a keystroke makes none anew that would say the same."""

from collections.abc import Iterable

from loreglass.app.view_marks import EntryKey, Mark, key_of
from loreglass.app.view_rows import Row, Sources, row
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Entry

ROWS_KEPT = 4000


class RowMemo:
    """The rows as they were made last, given again where nothing that they tell has changed."""

    def __init__(self) -> None:
        self._ground: tuple[object, ...] = ()
        self._rows: dict[EntryKey, tuple[Decision, Mark, Entry | None, tuple[str, ...], Row]] = {}

    def rows(self, marked: Iterable[tuple[Decision, Mark]], sources: Sources) -> tuple[Row, ...]:
        """The rows of decided entries."""
        ground = sources.ground
        if ground != self._ground or len(self._rows) > ROWS_KEPT:
            self._ground = ground
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
        if held and held[0] is decision and held[2] is entry and held[1] == mark and held[3] == texts:
            return held[4]
        made = row(decision, mark, sources)
        self._rows[key] = (decision, mark, entry, texts, made)
        return made
