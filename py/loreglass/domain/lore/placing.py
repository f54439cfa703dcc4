"""Where texts stand, top to bottom: weight, then age, then ties. Rules: memory-books.md, "Native rules" 9 and 10."""

from loreglass.domain.lore.outcome import PROMPT_ORDER
from loreglass.domain.lore.placements import DepthTexts, Placements
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.book import Role, Slot


def has_place(entry: Woken) -> bool:
    """Whether it stands anywhere: an outlet needs a name."""
    place = entry.item.entry.place
    return place.slot != "outlet" or bool(place.outlet.strip())


def in_prompt_order(taken: list[Woken], policy: ActivationPolicy) -> list[Woken]:
    """What has a place, top to bottom: what stands at one depth is one message for each role."""
    placed = sorted((entry for entry in taken if has_place(entry)), key=lambda entry: _order(entry, policy))
    first: dict[tuple[Slot, int, Role], int] = {}
    for at, entry in enumerate(placed):
        first.setdefault(_message_of(entry), at)
    return sorted(placed, key=lambda entry: first[_message_of(entry)])


def _message_of(entry: Woken) -> tuple[Slot, int, Role]:
    """What shares a message, or any other place."""
    place = entry.item.entry.place
    return (place.slot, place.depth, place.role) if place.slot == "at_depth" else (place.slot, 0, "system")


def _order(entry: Woken, policy: ActivationPolicy) -> tuple[int, bool, int, float, int, float, int]:
    """Top to bottom: slot; from the top before from the end, deeper first; weight; older matches first; ties."""
    place, priority = entry.item.entry.place, entry.item.entry.priority
    depth = place.depth if place.slot == "at_depth" else 0
    number = entry.item.number
    ties = (0.0, number) if policy.ties == "book_order" else (priority, -number)
    return (PROMPT_ORDER.index(place.slot), depth >= 0, -depth, entry.item.entry.weight, entry.turn, *ties)


def of_slot(placed: list[Woken], slot: Slot) -> list[Woken]:
    """Those that stand in the slot."""
    return [entry for entry in placed if entry.item.entry.place.slot == slot]


def joined(entries: list[Woken]) -> str:
    """Their texts, a line feed between them."""
    return "\n".join(entry.text for entry in entries)


def placements(placed: list[Woken]) -> Placements:
    """The texts outside the memory section; `placed` is in prompt order."""

    def texts(slot: Slot) -> tuple[str, ...]:
        return tuple(entry.text for entry in of_slot(placed, slot))

    outlets: dict[str, tuple[str, ...]] = {}
    for entry in of_slot(placed, "outlet"):
        name = entry.item.entry.place.outlet.strip()
        outlets[name] = (*outlets.get(name, ()), entry.text)
    return Placements(
        before=joined(of_slot(placed, "before")),
        after=joined(of_slot(placed, "after")),
        at_depth=_at_depth(of_slot(placed, "at_depth")),
        note_top=texts("note_top"),
        note_bottom=texts("note_bottom"),
        examples_top=texts("examples_top"),
        examples_bottom=texts("examples_bottom"),
        outlets=tuple(outlets.items()),
    )


def _at_depth(placed: list[Woken]) -> tuple[DepthTexts, ...]:
    groups: dict[tuple[int, Role], tuple[str, ...]] = {}
    for entry in placed:
        place = (entry.item.entry.place.depth, entry.item.entry.place.role)
        groups[place] = (*groups.get(place, ()), entry.text)
    return tuple(DepthTexts(depth=depth, role=role, texts=texts) for (depth, role), texts in groups.items())
