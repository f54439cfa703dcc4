"""What of a backup cannot be used: how many records of each store, and where the first of them stand."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from loreglass.formats.surrogates import mended

PLACES_LIMIT: Final = 20
PARTS: Final = "parts"
"""What is counted where a whole part of the file is damaged: nobody knows how many records were in it."""
_PLACE_CHARS: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """What stays out, by store, and what of the page's own settings does; `places` are the first few, and why."""

    records: tuple[tuple[str, int], ...] = ()
    fields: tuple[str, ...] = ()
    """Settings of a record that comes in without them."""
    places: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How many records stay out; a damaged part or picture is one."""
        return sum(count for _, count in self.records)


class Losses:
    """What is lost, gathered while a backup is read; bounded, whatever the file holds."""

    def __init__(self) -> None:
        self._records: Counter[str] = Counter()
        self._fields: list[str] = []
        self._places: list[str] = []

    def add(self, store: str, place: str, why: str) -> None:
        """One record of the store stays out."""
        self._records[store] += 1
        self._name(place, why)

    def add_field(self, field: str, place: str, why: str) -> None:
        """One setting stays out of a record that comes in."""
        self._fields.append(field)
        self._name(place, why)

    def found(self) -> Lost:
        """All of it."""
        return Lost(
            records=tuple(sorted(self._records.items())), fields=tuple(self._fields), places=tuple(self._places)
        )

    def _name(self, place: str, why: str) -> None:
        if len(self._places) < PLACES_LIMIT:
            self._places.append(" ".join(mended(f"{place}: {why}"[:_PLACE_CHARS]).split()))
