"""What the memory books give to a turn: the one entry point of this room."""

from dataclasses import dataclass, replace

from loreglass.domain.asks import Asking, Span
from loreglass.domain.ids import MessageId
from loreglass.domain.lore.activate import activate
from loreglass.domain.lore.explain import Explainer
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.outcome import Outcome
from loreglass.domain.lore.placing import joined, of_slot
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.sillytavern.activate import activate_records
from loreglass.domain.lore.window import see
from loreglass.domain.story.scene import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """All that a result depends on, besides the books: of the draft no more than where its keywords stand.

    Where a keyword looks at the whole buffer, the draft's text counts too.
    """

    scene: Scene
    draft_id: MessageId | None
    draft_hits: frozenset[tuple[int, bool, Span]]
    draft_text: str
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
        draft_text=scene.turns[-1].text if scene.draft and scene.turns and reading.linked.buffered else "",
        faults=len(reading.faults),
    )
    if reading.told is None or reading.told[0] != asked:
        if policy.reads_records:
            outcome = yield from activate_records(scene, memo, window)
        else:
            outcome = yield from activate(scene, policy, memo, window)
        reading.told = (asked, (yield from _result(outcome)))
    return reading.told[1]


def _without_blank_draft(scene: Scene) -> Scene:
    """A draft of nothing yet is no message."""
    is_blank = scene.draft and bool(scene.turns) and not scene.turns[-1].text.strip()
    return replace(scene, turns=scene.turns[:-1], draft=False) if is_blank else scene


def _result(outcome: Outcome) -> Asking[LoreResult]:
    scene, window = outcome.scene, outcome.window
    explainer = Explainer(outcome)
    included = [explainer.included(entry) for entry in outcome.placed]
    placeless = [explainer.placeless(entry) for entry in outcome.placeless]
    dropped = yield from explainer.dropped()
    memory = of_slot(outcome.placed, "memory")
    return LoreResult(
        decisions=(*included, *placeless, *dropped, *explainer.dormant()),
        activated=tuple((entry.item.book.id, entry.item.entry.id) for entry in outcome.taken),
        memory_text=joined(memory),
        memory_tokens=sum(entry.cost_tokens for entry in memory),
        placements=outcome.placements,
        budget_tokens=outcome.limit_tokens,
        used_tokens=outcome.used_tokens,
        left_out_tokens=sum(decision.cost_tokens for decision in dropped),
        entry_count=window.reading.linked.entry_count,
        rolls_used=outcome.rolls_used,
        timers=outcome.timers,
        disabled_prompts=tuple(
            sorted({entry.item.orders.disabled_prompt for entry in outcome.placed if entry.item.orders.disabled_prompt})
        ),
        scanned_from=scene.turns[window.low].message_id if window.low < len(scene.turns) else None,
    )
