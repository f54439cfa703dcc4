"""One message of the transcript: heading, text, what it woke, its buttons. View."""

from functools import lru_cache

from loreglass.app.strings import number
from loreglass.app.strings.chat import UNANSWERED
from loreglass.app.view_chat import MessageView, Woken
from loreglass.shell.ui.message_menu import menu
from loreglass.shell.ui.node import Attrs, Node, classes, h, icon, island, markdown, vh
from loreglass.shell.ui.sentences import sign
from loreglass.shell.ui.thoughts import thoughts


def message(view: MessageView) -> Node:
    """The message as an island, its node remembered: a keystroke builds none anew."""
    return island(view.id, _article(view))


@lru_cache(maxsize=600)
def _article(view: MessageView) -> Node:
    return article(view)


def article(view: MessageView) -> Node:
    """The message, with the rules that stand above it."""
    attrs: Attrs = {
        "class": classes(
            "msg",
            "you" if view.speaker == "user" else None,
            "scanned" if view.scanned else None,
            "unsent" if view.hidden or view.unread else None,
        ),
        "id": f"m-{view.id}",
        "aria-label": f"{view.number} · {view.name}",
        "tabindex": "0" if view.last else "-1",
        "data-id": view.id,
        "data-keys": "ArrowLeft ArrowRight",
    }
    body = _editor(view) if view.stage == "editing" else _text(view)
    return h(
        "div",
        {"class": "turn-of"},
        h("p", {"class": "cut"}, h("span", None, view.sent_rule)) if view.sent_rule else None,
        h("p", {"class": "rule"}, view.rule) if view.rule else None,
        h(
            "article",
            attrs,
            _head(view),
            _hidden(view),
            _thoughts(view),
            body,
            _foot(view) if view.stage != "editing" else None,
        ),
    )


def _head(view: MessageView) -> Node:
    return h(
        "header",
        None,
        h("span", {"class": "at"}, vh("Message "), number(view.number)),
        h("h2", {"dir": "auto"}, view.name),
        h("span", {"class": classes("meta", "demo" if view.meta == "demo reply" else None)}, view.meta)
        if view.meta
        else None,
        h("span", {"class": "pinned"}, icon("pin"), vh("Pinned")) if view.pinned else None,
        _quiet(view) if view.stage == "whole" else None,
    )


def _thoughts(view: MessageView) -> Node | None:
    """What was thought before; it is out of the way while the text is edited."""
    shown = view.reasoning and view.stage == "whole"
    return thoughts(view.reasoning, view.thought_tokens) if shown else None


def _hidden(view: MessageView) -> Node | None:
    """Why the message is greyed, and the way back."""
    if not view.hidden:
        return None
    back = _word_button("hide", "Send it again", view.id, kind="link") if view.writable else None
    return h(
        "p",
        {"class": "hidden-note"},
        h("span", None, "You hid this from the prompt: it is neither sent nor scanned."),
        back,
    )


def _quiet(view: MessageView) -> Node:
    """The buttons in the head: all of them, but for the last message those that its foot has."""
    acts: list[Node | None] = [_icon_button("copy", "Copy", "copy", view.id)]
    if view.writable:
        if not view.last:
            acts.append(_icon_button("edit", "Edit", "edit", view.id))
            acts.append(_icon_button("fork", "Fork here", "fork", view.id))
        acts.append(_icon_button("delete", "Delete", "bin", view.id))
    return h("span", {"class": "quiet-acts", "key": "acts"}, *acts, *menu(view))


def _icon_button(action: str, label: str, picture: str, item: str, *, off: bool = False) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "data-action": action,
        "data-id": item,
        "aria-label": label,
        "title": label,
        "disabled": off,
    }
    return h("button", attrs, icon(picture))


def _text(view: MessageView) -> Node:
    if view.stage == "waiting":
        dots = h("span", {"class": "dots", "aria-hidden": "true"}, *(h("i", None) for _ in range(3)))
        return h("div", {"class": "prose waiting", "key": "waiting"}, dots, vh("The reply is on its way."))
    if view.stage == "streaming":
        return h("div", {"id": "reply", "key": "reply"})
    return markdown(view.text)


def _editor(view: MessageView) -> Node:
    box = f"edit-{view.id}"
    area: Attrs = {
        "id": box,
        "rows": "4",
        "dir": "auto",
        "data-action": "edit-draft",
        "data-on": "input",
        "data-id": view.id,
        "#value": view.text,
        "#rev": 0,
        "#focus": True,
    }
    return h(
        "div",
        {"class": "editor"},
        h("label", {"class": "vh", "for": box}, "Edit message"),
        h("textarea", area),
        h(
            "div",
            {"class": "acts"},
            _word_button("edit-save", "Save", view.id, kind="primary"),
            _word_button("edit-save-variant", "Save as variant", view.id),
            _word_button("edit-save-reply", "Save and regenerate", view.id) if view.speaker == "user" else None,
            _word_button("edit-cancel", "Cancel", view.id, kind="ghost"),
        ),
    )


def _word_button(action: str, label: str, item: str, *, kind: str = "") -> Node:
    attrs: Attrs = {"type": "button", "class": kind or None, "data-action": action, "data-id": item}
    return h("button", attrs, label)


def _foot(view: MessageView) -> Node:
    return h("footer", None, _woken(view.woken), _ended(view), _acts(view))


def _woken(woken: tuple[Woken, ...]) -> Node | None:
    """What the keywords of the message did, as links to the rows in Why."""
    if not woken:
        return None
    links = (
        h("a", {"href": f"#{one.row}", "data-action": "why-row", "data-id": one.row}, sign(one.mark), _woken_words(one))
        for one in woken
    )
    return h("p", {"class": "woke"}, vh("Keywords in this message: "), *links)


def _woken_words(one: Woken) -> Node:
    words = f"woke {one.entry}" if one.mark.fate == "in" else f"matched {one.entry}, left out"
    return h("span", None, h("mark", {"class": "kw"}, one.keyword), " ", h("span", {"class": "full"}, words))


def _ended(view: MessageView) -> Node | None:
    """How a broken reply ended, or that none has come; the way to what mends it, and the button that tries (again)."""
    said = view.problem or view.ended or (UNANSWERED if view.unanswered else "")
    if not said:
        return None
    words = "Ask for a reply" if view.unanswered else "Retry"
    retry = _word_button("retry", words, view.id) if view.last and view.writable and not view.unread else None
    way = (" ", h("a", {"href": "#/settings/endpoint"}, "Endpoint settings")) if view.in_settings else ()
    kind = "err" if view.problem else None
    return h(
        "p",
        {"class": classes("note", "broken", kind)},
        icon("bad" if view.problem else "hint"),
        h("span", None, said, *way),
        retry,
    )


def _acts(view: MessageView) -> Node | None:
    if view.stage != "whole":
        return None
    one = view.variants == 1
    if not view.last:
        return h("div", {"class": classes("acts", "vh" if one else None)}, _variants(view))
    words: tuple[Node, ...] = ()
    if view.writable:
        words = (
            _act("regenerate", "Regenerate", "again", view.id),
            _act("continue", "Continue", "on", view.id, lesser=True),
            _act("edit", "Edit", "edit", view.id),
            _act("fork", "Fork here", "fork", view.id, lesser=True),
        )
    return h("div", {"class": "acts"}, _variants(view), *words)


def _act(action: str, label: str, picture: str, item: str, *, lesser: bool = False) -> Node:
    """A button with picture and word; where there is little room, a lesser one shows its picture only."""
    attrs: Attrs = {
        "type": "button",
        "class": classes("ghost", "lesser" if lesser else None),
        "data-action": action,
        "data-id": item,
    }
    return h("button", attrs, icon(picture), h("span", {"class": "word"}, label))


def _variants(view: MessageView) -> Node:
    first, last = view.variant <= 1, view.variant >= view.variants
    return h(
        "span",
        {
            "class": classes("variants", "vh" if view.variants == 1 else None),
            "role": "group",
            "aria-label": f"Variants of message {view.number}",
        },
        _icon_button("variant-prev", "Previous variant", "prev", view.id, off=first or not view.writable),
        h("span", None, f"{view.variant} of {view.variants}"),
        _icon_button("variant-next", "Next variant", "next", view.id, off=last or not view.writable),
    )
