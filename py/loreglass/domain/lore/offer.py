"""What the memory books give to a turn: the one entry point of this room."""

from dataclasses import dataclass, replace

from loreglass.domain.asks import Asking, Span
from loreglass.domain.ids import MessageId
from loreglass.domain.lore.activate import Activation, activate
from loreglass.domain.lore.explain import Explainer
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.placements import DepthTexts, Placements
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.window import see
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.book import Role, Slot
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.timer import Timer

_SLOT_ORDER: tuple[Slot, ...] = (
    "before",
    "after",
    "memory",
    "examples_top",
    "examples_bottom",
    "at_depth",
    "note_top",
    "note_bottom",
    "outlet",
)
"""Top to bottom, as the prompt is laid out; an outlet may stand anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """All that a result depends on, besides the books: of the draft no more than where its keywords stand."""

    scene: Scene
    draft_id: MessageId | None
    draft_hits: frozenset[tuple[int, bool, Span]]
    faults: int


def offer(scene: Scene, policy: ActivationPolicy, memo: Memo) -> Asking[LoreResult]:
    """The entries that go in, where they stand, and why the others do not.

    A keystroke that leaves the keywords of the draft, and their places, as they were leaves the result as it was.
    """
    scene = _without_blank_draft(scene)
    reading = yield from memo.reading(scene, policy)
    window = yield from see(scene, reading)
    asked = _Asked(
        scene=replace(scene, turns=window.sent),
        draft_id=scene.turns[-1].message_id if scene.draft and scene.turns else None,
        draft_hits=frozenset(window.draft_places()),
        faults=len(reading.faults),
    )
    if reading.told is None or reading.told[0] != asked:
        activation = yield from activate(scene, policy, memo, window)
        reading.told = (asked, (yield from _result(activation)))
    return reading.told[1]


def _without_blank_draft(scene: Scene) -> Scene:
    """A draft of nothing yet is no message."""
    is_blank = scene.draft and bool(scene.turns) and not scene.turns[-1].text.strip()
    return replace(scene, turns=scene.turns[:-1], draft=False) if is_blank else scene


def _result(activation: Activation) -> Asking[LoreResult]:
    scene, policy, window = activation.scene, activation.policy, activation.window
    placed = sorted((entry for entry in activation.taken if _has_place(entry)), key=lambda entry: _order(entry, policy))
    explainer = Explainer(activation)
    included = [explainer.included(entry) for entry in placed]
    placeless = [explainer.placeless(entry) for entry in activation.taken if not _has_place(entry)]
    dropped = yield from explainer.dropped()
    memory = _of_slot(placed, "memory")
    return LoreResult(
        decisions=(*included, *placeless, *dropped, *explainer.dormant()),
        activated=tuple((entry.item.book.id, entry.item.entry.id) for entry in activation.taken),
        memory_text=_joined(memory),
        memory_tokens=sum(entry.cost_tokens for entry in memory),
        placements=_placements(placed),
        budget_tokens=activation.fitting.purse.limit_tokens,
        used_tokens=sum(entry.cost_tokens for entry in placed if not entry.item.entry.budget.ignore),
        left_out_tokens=sum(decision.cost_tokens for decision in dropped),
        entry_count=activation.reading.linked.entry_count,
        rolls_used=activation.rolls.used,
        timers=_timers(activation),
        scanned_from=scene.turns[window.low].message_id if window.low < len(scene.turns) else None,
    )


def _has_place(entry: Woken) -> bool:
    place = entry.item.entry.place
    return place.slot != "outlet" or bool(place.outlet.strip())


def _order(entry: Woken, policy: ActivationPolicy) -> tuple[int, bool, int, float, int, float, int]:
    """Top to bottom: slot; from the top before from the end, deeper first; weight; older matches first; ties."""
    place, priority = entry.item.entry.place, entry.item.entry.priority
    depth = place.depth if place.slot == "at_depth" else 0
    number = entry.item.number
    ties = (0.0, number) if policy.ties == "book_order" else (priority, -number)
    return (_SLOT_ORDER.index(place.slot), depth >= 0, -depth, entry.item.entry.weight, entry.turn, *ties)


def _of_slot(placed: list[Woken], slot: Slot) -> list[Woken]:
    return [entry for entry in placed if entry.item.entry.place.slot == slot]


def _joined(entries: list[Woken]) -> str:
    return "\n".join(entry.text for entry in entries)


def _placements(placed: list[Woken]) -> Placements:
    def texts(slot: Slot) -> tuple[str, ...]:
        return tuple(entry.text for entry in _of_slot(placed, slot))

    outlets: dict[str, tuple[str, ...]] = {}
    for entry in _of_slot(placed, "outlet"):
        name = entry.item.entry.place.outlet.strip()
        outlets[name] = (*outlets.get(name, ()), entry.text)
    return Placements(
        before=_joined(_of_slot(placed, "before")),
        after=_joined(_of_slot(placed, "after")),
        at_depth=_at_depth(_of_slot(placed, "at_depth")),
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


def _timers(activation: Activation) -> tuple[Timer, ...]:
    linked = activation.reading.linked
    return activation.timers.after(activation.taken, (linked.entries[number] for number in linked.guarded))
