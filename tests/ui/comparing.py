"""States of Compare, of the prompt where it parts from the last, of the raw request, and of rows that are opened."""

from collections.abc import Callable
from dataclasses import replace

from loreglass.app.endpoints import Endpoint, EndpointForm
from loreglass.app.pairing import Pair
from loreglass.app.state import AppState, Panel
from loreglass.domain.ids import EntryId, VariantId
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.prompt.plan import Plan, Section
from tests.ui import ninth_bell

BEFORE = VariantId("v38-1")


def _earlier(plan: Plan) -> Plan:
    """The plan of an earlier reply: another order, other entries, and a character that said less."""
    first, second, third, *rest = plan.decisions
    out: tuple[Decision, ...] = tuple(one for one in rest if one.ref.entry_id != "strand-road")
    wreck = replace(rest[3], verdict="included", cost_tokens=210, reason=first.reason)
    sections = tuple(replace(one, tokens=one.tokens - 60) if one.id == "memory" else one for one in plan.sections)
    return replace(
        plan,
        decisions=(second, replace(first, cost_tokens=140), third, wreck, *(one for one in out if one is not rest[3])),
        sections=sections,
        messages=(*plan.messages[:9], replace(plan.messages[9], content=plan.messages[9].content[:40] + " And so on.")),
        numbers=replace(plan.numbers, sent=2874),
        draft=False,
    )


def _state(panel: Panel) -> AppState:
    state = ninth_bell.state()
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    pair = Pair(before=BEFORE, asked=(BEFORE,), plans=((BEFORE, _earlier(chat.next_plan)),))
    return replace(state, chat=replace(chat, pair=pair), panel=panel)


def compared() -> AppState:
    """Two plans that differ in everything that can be told."""
    return _state(Panel(which="compare", sheet_open=True))


def not_read() -> AppState:
    """A comparison whose plan is still read."""
    state = compared()
    assert state.chat is not None
    return replace(state, chat=replace(state.chat, pair=Pair(before=BEFORE)))


def parted() -> AppState:
    """The prompt with the rule where it parts from the one before."""
    return _state(Panel(which="compare", tab="prompt", sheet_open=True))


def raw_request() -> AppState:
    """The request as it goes to an endpoint."""
    live = Endpoint(url="http://127.0.0.1:8080/v1", model="qwen2.5-7b-instruct", key="sk-not-shown")
    state = _state(Panel(tab="prompt", prompt_raw=True, sheet_open=True))
    return replace(state, endpoint=EndpointForm(saved=live))


def opened(entry: str = "halloran-wreck") -> AppState:
    """A row that is opened, in a chat with a pinned and a muted entry, and with a note in its prompt."""
    state = _state(Panel(open_row=f"row-{ninth_bell.BOOK}-{entry}", sheet_open=True, all_sleeping=True))
    assert state.chat is not None
    assert state.chat.next_plan is not None
    plan = state.chat.next_plan
    muted = tuple(
        replace(one, reason=replace(one.reason, muted=True)) if one.ref.entry_id == "spring-tide" else one
        for one in plan.decisions
    )
    note = Section(id="note", text="It is late.", tokens=40)
    chat = replace(
        state.chat.chat,
        pinned_entries=((ninth_bell.BOOK, EntryId("wrackmouth")),),
        muted_entries=((ninth_bell.BOOK, EntryId("spring-tide")),),
    )
    changed = replace(plan, decisions=muted, sections=(*plan.sections, note))
    return replace(state, chat=replace(state.chat, chat=chat, next_plan=changed))


COMPARING: dict[str, Callable[[], AppState]] = {
    "compare-plans": compared,
    "compare-reading": not_read,
    "prompt-parted": parted,
    "raw-request": raw_request,
    "row-opened": opened,
}
