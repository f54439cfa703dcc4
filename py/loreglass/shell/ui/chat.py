"""The chat: header, transcript, composer. The messages and the reply under way are regions of their own. Views."""

from dataclasses import dataclass

from loreglass.app.scenes import user_name
from loreglass.app.state import SHOWN_MESSAGES, AppState, Endpoint, OpenChat
from loreglass.app.strings import number
from loreglass.app.view_chat import Transcript, message_views
from loreglass.domain.prompt.plan import Plan
from loreglass.shell.ui.composer import ComposerView, Draft, composer
from loreglass.shell.ui.message import message
from loreglass.shell.ui.node import Attrs, Node, h

HINT_AFTER_MESSAGES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatView:
    """The frame of the chat; a keystroke changes at most the plan in it."""

    id: str
    title: str
    demo: bool
    endpoint: str
    saved: bool
    composer: ComposerView
    plan: Plan | None


def chat_slices(state: AppState, open_chat: OpenChat) -> tuple[object, ...]:
    """What the frame of the chat shows."""
    endpoint = state.endpoint.saved
    preferences = state.preferences
    view = ChatView(
        id=open_chat.chat.id,
        title=open_chat.chat.title,
        demo=endpoint.is_demo,
        endpoint=endpoint_name(endpoint),
        saved=open_chat.unsaved == 0 and open_chat.reply is None,
        composer=ComposerView(
            draft=Draft(revision=open_chat.draft_revision, text=open_chat.chat.draft),
            persona=user_name(open_chat),
            enter_sends=preferences.enter_sends,
            busy=open_chat.reply is not None,
            writer=open_chat.writer,
            bracket=open_chat.next_plan is not None and open_chat.next_plan.scanned_from is not None,
            can_undo=bool(open_chat.undo) and open_chat.reply is None,
            can_redo=bool(open_chat.redo) and open_chat.reply is None,
            connect_hint=endpoint.is_demo
            and preferences.messages_sent >= HINT_AFTER_MESSAGES
            and not preferences.connect_hint_closed,
            problem=open_chat.plan_problem,
        ),
        plan=open_chat.next_plan,
    )
    return (view,)


def endpoint_name(endpoint: Endpoint) -> str:
    """What the chip in the header says: DEMO, the model, or where the endpoint is."""
    if endpoint.is_demo:
        return "DEMO"
    host = endpoint.url.split("//")[-1].split("/")[0].rsplit("@", 1)[-1]
    return endpoint.model.rsplit("/", 1)[-1] or host


def chat(view: ChatView) -> Node:
    """The frame of the chat; the region `log` is drawn into its transcript."""
    log: Attrs = {
        "class": "log",
        "id": "log",
        "role": "log",
        "aria-live": "off",
        "aria-label": "Transcript",
        "data-saved": "true" if view.saved else "false",
        # While a reply comes the messages' own buttons rest; drawing them all anew would be slow.
        "data-busy": view.composer.busy,
    }
    return h(
        "div",
        {"class": "chat", "key": view.id},
        _topbar(view),
        h("div", log),
        composer(view.composer, view.plan),
    )


def _topbar(view: ChatView) -> Node:
    said = "DEMO, the built-in responder" if view.demo else view.endpoint
    chip: Attrs = {
        "class": "chip demo" if view.demo else "chip live",
        "href": "#/settings/endpoint",
        "aria-label": f"Endpoint: {said}",
    }
    return h(
        "header",
        {"class": "topbar"},
        h("h1", {"dir": "auto"}, view.title),
        h("span", {"class": "grow"}),
        h("a", chip, h("span", None, view.endpoint)),
        _gauge(view.plan),
    )


def _gauge(plan: Plan | None) -> Node | None:
    if plan is None or not plan.numbers.context:
        return None
    numbers = plan.numbers
    share = min(100, round(numbers.sent / numbers.context * 100))
    label = f"Budget {share}%, {number(numbers.sent)} of {number(numbers.context)} tokens. Open Why"
    picture = h(
        "svg",
        {"aria-hidden": "true"},
        h("rect", {"class": "s-free", "x": ".5", "y": ".5", "width": "99%", "height": "7"}),
        h("rect", {"class": "s-system", "x": "1", "y": "1", "width": f"{max(share, 1) * 0.98:.1f}%", "height": "6"}),
    )
    attrs: Attrs = {
        "type": "button",
        "class": "gauge",
        "data-action": "sheet-open",
        "aria-controls": "panel",
        "aria-label": label,
    }
    return h("button", attrs, picture, h("span", None, f"{share}%"))


def log(shown: Transcript) -> Node:
    """The messages from the first one shown on."""
    views = message_views(shown)
    if not views:
        return h("div", {"class": "log-scroll", "key": "empty"}, _empty())
    return h(
        "div",
        {"class": "log-scroll", "#stick": True, "key": "log"},
        h("div", {"class": "log-in"}, _earlier(shown.shown_from), *(message(view) for view in views)),
    )


def _empty() -> Node:
    return h(
        "div",
        {"class": "log-in nothing"},
        h("h2", None, "Nothing is written yet."),
        h("p", {"class": "quiet"}, "Write the first line below. Why shows at once what would go in with it."),
    )


def _earlier(count: int) -> Node | None:
    if count <= 0:
        return None
    words = "Show 1 earlier message" if count == 1 else f"Show {number(min(count, SHOWN_MESSAGES))} earlier messages"
    attrs: Attrs = {"type": "button", "class": "link", "data-action": "earlier"}
    rest = f"{number(count)} before these." if count > SHOWN_MESSAGES else None
    return h(
        "p", {"class": "earlier", "key": "earlier"}, h("button", attrs, words), h("span", None, rest) if rest else None
    )


def reply_slices(open_chat: OpenChat) -> tuple[object, ...]:
    """The text of the reply under way; () while there is none, or nothing of it has come."""
    reply = open_chat.reply
    if reply is None or not reply.text:
        return ()
    return (open_chat.chat.id, reply.variant_id, reply.text)


def reply(_chat_id: str, _variant_id: str, text: str) -> Node:
    """The reply as far as it has come."""
    return ("#md", {"text": text})
