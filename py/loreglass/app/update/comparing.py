"""Which two plans are compared, and that both are there."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import LoadPlans
from loreglass.app.moment import Moment
from loreglass.app.pairing import NEXT, PREVIOUS, PlansLoaded
from loreglass.app.planned import plan_at, planned, sides
from loreglass.app.state import AppState
from loreglass.app.update.step import Handler, Step, stay, with_chat
from loreglass.domain.ids import VariantId

PLANS_KEPT = 6


def choose(state: AppState, did: Did, moment: Moment) -> Step:
    """Another plan on one side of the comparison."""
    open_chat = state.chat
    if open_chat is None:
        return stay(state)
    side = VariantId(did.value)
    known = {PREVIOUS, NEXT} | {one.variant_id for one in planned(open_chat.path, open_chat.variants)}
    if side not in known:
        return stay(state)
    pair = replace(open_chat.pair, before=side) if did.id == "before" else replace(open_chat.pair, after=side)
    return with_chat(state, replace(open_chat, pair=pair)), ()


def follow(state: AppState) -> Step:
    """The stored plans that the panel compares are read, each once; none while a reply is on its way."""
    open_chat, panel = state.chat, state.panel
    if open_chat is None or open_chat.reply is not None or (panel.tab != "prompt" and panel.which != "compare"):
        return stay(state)
    wanted = [side for side in sides(panel.which, open_chat) if side and side not in open_chat.pair.asked]
    found = tuple(
        (one.variant_id, one.message_id, one.plan_id)
        for one in planned(open_chat.path, open_chat.variants)
        if one.variant_id in wanted and plan_at(one.variant_id, open_chat) is None
    )
    if not found:
        return stay(state)
    asked = (*open_chat.pair.asked, *(variant_id for variant_id, _, _ in found))[-PLANS_KEPT:]
    state = with_chat(state, replace(open_chat, pair=replace(open_chat.pair, asked=asked)))
    return state, (LoadPlans(chat_id=open_chat.chat.id, wanted=found),)


def loaded(state: AppState, told: PlansLoaded) -> Step:
    """The plans that were read; of those read before, the last few stay."""
    open_chat = state.chat
    if open_chat is None or open_chat.chat.id != told.chat_id:
        return stay(state)
    plans = (*open_chat.pair.plans, *told.plans)[-PLANS_KEPT:]
    return with_chat(state, replace(open_chat, pair=replace(open_chat.pair, plans=plans))), ()


HANDLERS: dict[str, Handler] = {"compare-side": choose}
