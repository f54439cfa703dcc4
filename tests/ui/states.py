"""The states that are looked at, by name."""

from collections.abc import Callable
from dataclasses import replace

from loreglass.app.endpoints import Endpoint, EndpointForm
from loreglass.app.state import AppState, Editing, OpenChat, Panel, Reply, Route, ShownPlan
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.chat import Variant
from loreglass.domain.wire.problem import EndpointProblem
from tests.ui import casting, ninth_bell, replaying
from tests.ui.chat_tools import CHAT_TOOLS
from tests.ui.comparing import COMPARING
from tests.ui.endpoints import ENDPOINTS
from tests.ui.presets import CHATS


def _with(**changes: object) -> AppState:
    state = ninth_bell.state()
    assert state.chat is not None
    return replace(state, chat=replace(state.chat, **changes))  # type: ignore[arg-type]


def _panel(**changes: object) -> AppState:
    return replace(ninth_bell.state(), panel=Panel(**changes))  # type: ignore[arg-type]


def _streaming() -> AppState:
    text = "“It went up the week of the *great spring*,” says Pike. He takes down a book that is not"
    reply = Reply(
        message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v41"), stage="streaming", text=text
    )
    return _with(reply=reply)


def _waiting() -> AppState:
    return _with(
        reply=Reply(message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v41"), stage="waiting")
    )


def _failed() -> AppState:
    chat = ninth_bell.open_chat()
    last = chat.path[-1]
    broken: Variant = replace(chat.variants[last.chosen_id], state="failed", problem="cut_off")
    live = Endpoint(url="http://127.0.0.1:8080/v1", model="qwen2.5-7b-instruct")
    state = _with(variants={**chat.variants, last.chosen_id: broken}, problem=EndpointProblem(kind="cut_off"))
    return replace(state, endpoint=EndpointForm(saved=live))


def _reply_plan() -> AppState:
    chat: OpenChat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    shown = ShownPlan(
        message_id=MessageId("m40"), variant_id=VariantId("v40-1"), plan=replace(chat.next_plan, draft=False)
    )
    return replace(_with(shown_plan=shown), panel=Panel(which="reply"))


def _empty() -> AppState:
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    plan = replace(chat.next_plan, decisions=(), scanned_from=None, sent_from=None, draft=False)
    return _with(path=(), variants={}, next_plan=plan, chat=replace(chat.chat, draft=""), draft_revision=1)


def _hint() -> AppState:
    state = ninth_bell.state()
    return replace(state, preferences=replace(state.preferences, messages_sent=3))


def _editing() -> AppState:
    chat = ninth_bell.open_chat()
    message = chat.path[38]
    return _with(editing=Editing(message_id=message.id, draft=chat.variants[message.chosen_id].text))


STATES: dict[str, Callable[[], AppState]] = {
    "chat": ninth_bell.state,
    "sheet": lambda: _panel(sheet_open=True),
    "sleeping": lambda: _panel(all_sleeping=True, sheet_open=True),
    "prompt": lambda: _panel(tab="prompt", sheet_open=True),
    "raw": lambda: _panel(tab="prompt", prompt_raw=True, sheet_open=True),
    "book-tab": lambda: _panel(tab="book", sheet_open=True),
    "setup": lambda: _panel(tab="setup", sheet_open=True),
    "reply-plan": _reply_plan,
    "streaming": _streaming,
    "waiting": _waiting,
    "failed": _failed,
    "editing": _editing,
    "empty": _empty,
    "hint": _hint,
    "reader": lambda: _with(writer=False),
    "no-plan": lambda: _with(next_plan=None, plan_problem="Your persona is 410 tokens too long for the context."),
    "compare": replaying.compared,
    "setup-narrated": casting.narrated,
    "setup-nobody": casting.nobody_here,
    "setup-sillytavern": replaying.sillytavern_setup,
    "replay": replaying.replay,
    "replaying": replaying.replaying,
    **CHAT_TOOLS,
    **CHATS,
    **ENDPOINTS,
    **COMPARING,
    "welcome": lambda: replace(ninth_bell.state(), route=Route(name="welcome")),
}
