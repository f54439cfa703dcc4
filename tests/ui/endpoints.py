"""States around endpoints: several that are kept, a reply with thoughts, one that thinks, one that waits."""

from collections.abc import Callable
from dataclasses import replace

from loreglass.app.endpoints import CheckStep, Endpoint, EndpointForm
from loreglass.app.state import AppState, OpenChat, Panel, Reply, Retry, Route, ShownPlan
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.chat import Spent
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.problem import EndpointProblem
from tests.ui import ninth_bell

THOUGHTS = "Nell asks for the tide tables.\nPike would rather not show the ledger, so he takes down another book first."
MINE = Endpoint(
    profile="llamacpp",
    name="My desk",
    url="http://localhost:8080",
    model="qwen2.5-7b-instruct",
    context_tokens=16384,
    context_from="server",
    samplers=Samplers(temperature=0.8, min_p=0.05),
    stop=("\nNell:",),
)
ROUTER = Endpoint(
    id="endpoint-2",
    profile="openrouter",
    url="https://router.example/api/v1",
    model="some/model",
    key="k",
    prompt_price=0.5,
    reply_price=1.5,
)
PASSED = ("url", "reach", "key", "models", "context", "reply")
KEPT = EndpointForm(
    saved=MINE,
    kept=(MINE, ROUTER),
    models=("qwen2.5-7b-instruct",),
    steps=tuple(CheckStep(name=name, state="passed") for name in PASSED),  # type: ignore[arg-type]
)


def _settings(form: EndpointForm) -> AppState:
    return replace(ninth_bell.state(), route=Route(name="settings", id="endpoint"), endpoint=form)


def _replying(**changes: object) -> AppState:
    state = ninth_bell.state()
    assert state.chat is not None
    reply = Reply(message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v41"), stage="waiting")
    return replace(state, chat=replace(state.chat, reply=replace(reply, **changes)))  # type: ignore[arg-type]


def _thought() -> AppState:
    """A reply with thoughts and reported tokens, its plan in Why."""
    chat: OpenChat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    last = chat.path[-1]
    told = replace(
        chat.variants[last.chosen_id],
        reasoning=THOUGHTS,
        prompt_tokens=3109,
        reply_tokens=212,
        reasoning_tokens=87,
    )
    shown = ShownPlan(message_id=last.id, variant_id=told.id, plan=replace(chat.next_plan, draft=False))
    changed = replace(chat, variants={**chat.variants, told.id: told}, shown_plan=shown)
    return replace(ninth_bell.state(), chat=changed, panel=Panel(which="reply"))


def _spent() -> AppState:
    chat = ninth_bell.open_chat()
    spent = Spent(prompt_tokens=41_200, reply_tokens=3_911, cost=0.0264, replies=14, unreported=1, unpriced=2)
    changed = replace(chat, chat=replace(chat.chat, spent=spent))
    return replace(ninth_bell.state(), chat=changed, panel=Panel(tab="setup", sheet_open=True))


BUSY = EndpointProblem(kind="rate_limited", status=429, detail="Slow down.")
ENDPOINTS: dict[str, Callable[[], AppState]] = {
    "endpoints": lambda: _settings(KEPT),
    "endpoint-new": lambda: _settings(replace(KEPT, fresh=True, profile="anthropic", steps=())),
    "thoughts": _thought,
    "thinking": lambda: _replying(stage="streaming", reasoning=THOUGHTS),
    "retrying": lambda: _replying(retry=Retry(seconds=4, problem=BUSY)),
    "quiet": lambda: _replying(stage="streaming", text="“It went up the week of", quiet_seconds=45),
    "spent": _spent,
}
