"""Where texts stand under SillyTavern: read low order to high, ties reversed; outlets the other way round.

Rules: memory-books.md, "What `sillytavern` does otherwise", Result.
"""

from collections.abc import Iterable

from loreglass.domain.lore.outcome import PROMPT_ORDER
from loreglass.domain.lore.placements import DepthTexts, Placements
from loreglass.domain.lore.sillytavern.link import by_order
from loreglass.domain.lore.sillytavern.record import Record
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.book import Role, Slot


class Placing:
    """The places of what was taken."""

    def __init__(self, taken: Iterable[Woken], records: tuple[Record, ...]) -> None:
        self._records = records
        self._ranked = by_order(list(taken), lambda entry: records[entry.item.number].order)
        """High order first."""

    def has_place(self, entry: Woken) -> bool:
        """Whether it stands anywhere: its position is one, and an outlet has a name."""
        record = self._records[entry.item.number]
        return record.slot is not None and (record.slot != "outlet" or bool(record.outlet.strip()))

    def in_prompt_order(self) -> list[Woken]:
        """What has a place, top to bottom."""
        placed = [entry for entry in reversed(self._ranked) if self.has_place(entry)]
        ranks = {entry.item.number: rank for rank, entry in enumerate(placed)}
        groups = list(self._at_depth())

        def order(entry: Woken) -> tuple[int, bool, int, int, int]:
            place = entry.item.entry.place
            rank = ranks[entry.item.number]
            at_depth = place.slot == "at_depth"
            group = (place.depth, place.role)
            return (
                PROMPT_ORDER.index(place.slot),
                at_depth and place.depth >= 0,
                -place.depth if at_depth else 0,
                groups.index(group) if at_depth and group in groups else len(groups),
                -rank if place.slot == "outlet" else rank,
            )

        return sorted(placed, key=order)

    def placements(self) -> Placements:
        """The texts in their places; an empty one adds nothing."""
        shown = self._shown()
        outlets: dict[str, list[str]] = {}
        for entry in shown:
            place = entry.item.entry.place
            if place.slot == "outlet":
                outlets.setdefault(place.outlet.strip(), []).append(entry.text)

        def texts(slot: Slot) -> tuple[str, ...]:
            return tuple(entry.text for entry in reversed(shown) if entry.item.entry.place.slot == slot)

        return Placements(
            before="\n".join(texts("before")),
            after="\n".join(texts("after")),
            at_depth=tuple(
                DepthTexts(depth=depth, role=role, texts=tuple(held))
                for (depth, role), held in self._at_depth().items()
            ),
            note_top=texts("note_top"),
            note_bottom=texts("note_bottom"),
            examples_top=texts("examples_top"),
            examples_bottom=texts("examples_bottom"),
            outlets=tuple((name, tuple(held)) for name, held in outlets.items()),
        )

    def _shown(self) -> list[Woken]:
        return [entry for entry in self._ranked if entry.text and self.has_place(entry)]

    def _at_depth(self) -> dict[tuple[int, Role], list[str]]:
        """The texts at each depth, one message for each role, in the order in which the messages stand."""
        groups: dict[tuple[int, Role], list[str]] = {}
        for entry in self._shown():
            place = entry.item.entry.place
            if place.slot == "at_depth":
                groups.setdefault((place.depth, place.role), []).insert(0, entry.text)
        return groups
