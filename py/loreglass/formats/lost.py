"""What of a backup cannot be used, or comes in otherwise than it was: how much, and where the first of that stands."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from loreglass.formats.surrogates import mended

PLACES_LIMIT: Final = 20
PARTS: Final = "parts"
"""What is counted where a whole part of the file is damaged: nobody knows how many records were in it."""
Gap = Literal["circle", "adrift", "wordless", "unworded"]
"""A chat whose messages led round, or follow what is not there; a message without any wording that can be read; one
whose chosen wording cannot be."""
_PLACE_CHARS: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """What stays out, by store, and what of records that come in does; `places` are the first few, and why."""

    records: tuple[tuple[str, int], ...] = ()
    fields: tuple[tuple[str, str, int], ...] = ()
    """Store and name of a setting without which so many records come in."""
    gaps: tuple[tuple[Gap, int], ...] = ()
    """What comes in whole, but is shown otherwise than it was."""
    places: tuple[str, ...] = ()
    unplaced: int = 0
    """How many places there are besides those."""

    @property
    def total(self) -> int:
        """How many records stay out; a damaged part or picture is one."""
        return sum(count for _, count in self.records)

    @property
    def pieces(self) -> int:
        """How many records and settings stay out."""
        return self.total + sum(count for _, _, count in self.fields)


class Losses:
    """What is lost, gathered while a backup is read; bounded, whatever the file holds."""

    def __init__(self) -> None:
        self._records: Counter[str] = Counter()
        self._fields: Counter[tuple[str, str]] = Counter()
        self._gaps: Counter[Gap] = Counter()
        self._places: list[str] = []
        self._unplaced = 0

    def add(self, store: str, place: str, why: str) -> None:
        """One record of the store stays out."""
        self._records[store] += 1
        self._name(place, why)

    def add_field(self, store: str, field: str, place: str, why: str) -> None:
        """One setting stays out of a record that comes in."""
        self._fields[store, field] += 1
        self._name(place, why)

    def add_gap(self, gap: Gap, place: str, why: str) -> None:
        """One thing comes in whole, but is shown otherwise than it was."""
        self._gaps[gap] += 1
        self._name(place, why)

    def found(self) -> Lost:
        """All of it."""
        return Lost(
            records=tuple(sorted(self._records.items())),
            fields=tuple((store, field, count) for (store, field), count in self._fields.items()),
            gaps=tuple(sorted(self._gaps.items())),
            places=tuple(self._places),
            unplaced=self._unplaced,
        )

    def _name(self, place: str, why: str) -> None:
        if len(self._places) < PLACES_LIMIT:
            self._places.append(" ".join(mended(f"{place}: {why}"[:_PLACE_CHARS]).split()))
        else:
            self._unplaced += 1
