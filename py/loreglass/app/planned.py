"""The stored plans of a chat as things to choose from, and which two of them are looked at. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from loreglass.app.lately import lately
from loreglass.app.pairing import NEXT, PREVIOUS, Pair
from loreglass.app.state import OpenChat, WhichPlan
from loreglass.domain.ids import MessageId, PlanId, VariantId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.chat import Message, Variant

OFFERED_AT_MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A variant whose reply has a stored plan; numbers count from 1."""

    variant_id: VariantId
    message_id: MessageId
    plan_id: PlanId
    message: int
    variant: int
    variants: int
    chosen: bool


@lately
def planned(path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> tuple[Planned, ...]:
    """The variants with a plan, the newest message first and its chosen variant before its others."""
    found: list[Planned] = []
    for at in range(len(path), 0, -1):
        if len(found) >= OFFERED_AT_MOST:
            break
        found += sorted(_of(path[at - 1], at, variants), key=lambda one: not one.chosen)
    return tuple(found)


def _of(message: Message, at: int, variants: Mapping[VariantId, Variant]) -> tuple[Planned, ...]:
    ids = message.variant_ids
    return tuple(
        Planned(
            variant_id=each,
            message_id=message.id,
            plan_id=plan_id,
            message=at,
            variant=place,
            variants=len(ids),
            chosen=each == message.chosen_id,
        )
        for place, each in enumerate(ids, 1)
        if each in variants and (plan_id := variants[each].plan_id) is not None
    )


def sides(which: WhichPlan, open_chat: OpenChat) -> tuple[VariantId | None, VariantId | None]:
    """The plans before and after; None where there is no such reply."""
    pair = open_chat.pair
    if which == "compare":
        before = previous(pair.after, open_chat) if pair.before == PREVIOUS else pair.before
        return before, pair.after
    shown = open_chat.shown_plan.variant_id if open_chat.shown_plan else None
    after = shown if which == "reply" else NEXT
    return (previous(after, open_chat) if after else None), after


def previous(side: VariantId, open_chat: OpenChat) -> VariantId | None:
    """The chosen variant of the newest reply that was planned before this one."""
    known = planned(open_chat.path, open_chat.variants)
    at = next((one.message for one in known if one.variant_id == side), len(open_chat.path) + 1)
    return next((one.variant_id for one in known if one.message < at and one.chosen), None)


def plan_at(side: VariantId | None, open_chat: OpenChat) -> Plan | None:
    """The plan of a side, None where it is not there yet."""
    if side == NEXT:
        return open_chat.next_plan
    if open_chat.shown_plan is not None and open_chat.shown_plan.variant_id == side:
        return open_chat.shown_plan.plan
    return next((plan for variant_id, plan in open_chat.pair.plans if variant_id == side), None)


def is_gone(side: VariantId | None, pair: Pair) -> bool:
    """True where the plan was looked for in the store, and is no more."""
    return any(variant_id == side and plan is None for variant_id, plan in pair.plans)
