"""The chat: header, transcript, composer. The messages and the reply under way are regions of their own. Views."""

from dataclasses import dataclass

from loreglass.app.scenes import preset_for, user_name
from loreglass.app.state import SHOWN_MESSAGES, AppState, OpenChat
from loreglass.app.strings import number
from loreglass.app.strings.waiting import waiting_note
from loreglass.app.undoing import can_redo, can_undo
from loreglass.app.view_chat import Transcript, message_views, reply_seen, unread
from loreglass.app.view_too_long import too_long
from loreglass.app.view_tools import FindView, Pin, branch_name, find_view, next_view, pins
from loreglass.domain.prompt.plan import Plan
from loreglass.shell.ui.composer import ComposerView, Draft, composer
from loreglass.shell.ui.find import find_bar, pins_button, tool
from loreglass.shell.ui.message import message
from loreglass.shell.ui.message_menu import BRANCH, picture
from loreglass.shell.ui.node import Attrs, Node, h, icon, vh
from loreglass.shell.ui.thoughts import coming

HINT_AFTER_MESSAGES = 3
OUT_OF_A_TRAY = "M10 12.500V3.500M6.500 7l3.500-3.500L13.500 7M4 11.500v4.500h12v-4.500"


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
    branch: str = ""
    pins: tuple[Pin, ...] = ()
    find: FindView | None = None
    unread: str = ""


def chat_slices(state: AppState, open_chat: OpenChat) -> tuple[object, ...]:
    """What the frame of the chat shows."""
    endpoint = state.endpoint.saved
    preferences = state.preferences
    view = ChatView(
        id=open_chat.chat.id,
        title=open_chat.chat.title,
        demo=endpoint.is_demo,
        endpoint=endpoint.called,
        saved=open_chat.unsaved == 0 and open_chat.reply is None,
        composer=ComposerView(
            draft=Draft(revision=open_chat.draft_revision, text=open_chat.chat.draft),
            persona=user_name(open_chat),
            enter_sends=preferences.enter_sends,
            busy=open_chat.reply is not None,
            writer=open_chat.writer,
            bracket=open_chat.next_plan is not None and open_chat.next_plan.scanned_from is not None,
            can_undo=can_undo(state),
            can_redo=can_redo(state),
            connect_hint=endpoint.is_demo
            and preferences.messages_sent >= HINT_AFTER_MESSAGES
            and not preferences.connect_hint_closed,
            problem=too_long(open_chat, preset_for(state, open_chat.chat)),
            drafting=open_chat.reply is not None and open_chat.reply.old_draft is not None,
            has_messages=bool(open_chat.path),
            has_words=open_chat.has_words,
            next_up=next_view(open_chat),
        ),
        plan=open_chat.next_plan,
        branch=branch_name(open_chat),
        pins=pins(open_chat.path, open_chat.variants),
        find=find_view(open_chat),
        unread=unread(open_chat),
    )
    return (view,)


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
        _skip() if view.composer.writer else None,
        h("div", {"class": "chat-head"}, _topbar(view), _unread(view), find_bar(view.find) if view.find else None),
        h("div", log),
        _to_newest(),
        composer(view.composer, view.plan),
    )


def _to_newest() -> Node:
    """The way back to the end; the page itself shows it while the view is away from there."""
    attrs: Attrs = {
        "type": "button",
        "id": "to-newest",
        "data-action": "newest",
        "title": "To the newest",
        "hidden": True,
    }
    words = (h("span", {"class": "vh at-rest"}, "To the newest"), h("span", {"class": "fresh"}, "New reply below"))
    return h("div", {"class": "to-newest", "key": "to-newest"}, h("button", attrs, icon("down"), *words))


def _unread(view: ChatView) -> Node | None:
    """What of the chat cannot be read, and the way to a backup."""
    if not view.unread:
        return None
    way = h("a", {"href": "#/settings/storage"}, "Restore a backup")
    return h("p", {"class": "seek quiet", "key": "unread"}, icon("hint"), h("span", None, view.unread), way)


def _skip() -> Node:
    """The short way to the box: every message has buttons of its own, so that by Tab it is hundreds of steps."""
    return h("a", {"class": "skip", "href": "#draft"}, "Skip to the message box")


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
        _branch(view.branch),
        h("span", {"class": "grow"}),
        *pins_button(view.pins),
        tool("find-open", "Find in this chat", "find"),
        _export(view.id),
        h("a", chip, h("span", None, view.endpoint)),
        _gauge(view.plan),
    )


def _export(chat_id: str) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost icon export-chat",
        "data-action": "chat-export",
        "data-id": chat_id,
        "aria-label": "Export this chat",
        "title": "Export this chat",
    }
    return h("button", attrs, picture(OUT_OF_A_TRAY))


def _branch(name: str) -> Node | None:
    """Which branch is open; it opens the list of them. Nothing while there is only one way."""
    if not name:
        return None
    attrs: Attrs = {
        "type": "button",
        "class": "chip branch-chip",
        "data-action": "branches-show",
        "aria-haspopup": "dialog",
    }
    return h("button", attrs, picture(BRANCH), vh("Branch: "), h("span", {"dir": "auto"}, name))


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
    later = len(shown.path) - shown.shown_to
    return h(
        "div",
        {"class": "log-scroll", "#stick": "part" if later > 0 else "newest", "key": "log"},
        h(
            "div",
            {"class": "log-in"},
            _earlier(shown.shown_from),
            *(message(view) for view in views),
            _later(later),
        ),
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


def _later(count: int) -> Node | None:
    """The way on where the newest messages are not shown."""
    if count <= 0:
        return None
    words = "Show 1 later message" if count == 1 else f"Show {number(min(count, SHOWN_MESSAGES))} later messages"
    attrs: Attrs = {"type": "button", "class": "link", "data-action": "later"}
    return h("p", {"class": "earlier", "key": "later"}, h("button", attrs, words))


def reply_slices(open_chat: OpenChat) -> tuple[object, ...]:
    """The reply under way: text, thoughts, why it waits; () while there is none, or nothing of it to show."""
    reply = open_chat.reply
    seen = reply_seen(open_chat)
    if reply is None or seen is None or not seen.started:
        return ()
    return (open_chat.chat.id, reply.variant_id, reply.text, reply.reasoning, waiting_note(reply))


def reply(_chat_id: str, _variant_id: str, text: str, reasoning: str, note: str) -> Node:
    """The reply as far as it has come."""
    return coming(text, reasoning, note)
