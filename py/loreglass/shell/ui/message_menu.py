"""What the button with three dots of a message opens. View."""

from collections.abc import Iterator

from loreglass.app.view_chat import MessageView
from loreglass.shell.ui.node import Attrs, Node, h, icon

EYE = "M2.500 10S5.500 5 10 5s7.500 5 7.500 5-3 5-7.500 5-7.500-5-7.500-5Z"
PUPIL = "M12 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0"
STROKE = "M4 16 16 4"
BRANCH = "M6 3.500v13M6 11c0-3 8-2 8-6.500M12 6.500l2-2.500 2 2.500"


def picture(*paths: str) -> Node:
    """A small drawing of lines, hidden from assistive technology."""
    return h(
        "svg", {"class": "i", "viewBox": "0 0 20 20", "aria-hidden": "true"}, *(h("path", {"d": d}) for d in paths)
    )


def menu(view: MessageView) -> tuple[Node, ...]:
    """The button and its menu; nothing where the menu would be empty."""
    box = f"more-{view.id}"
    items = tuple(_items(view, box))
    if not items:
        return ()
    opener: Attrs = {
        "type": "button",
        "class": "ghost icon more",
        "popovertarget": box,
        "aria-label": f"More for message {view.number}",
    }
    return h("button", opener, icon("more")), h("span", {"class": "menu", "id": box, "popover": "auto"}, *items)


def _items(view: MessageView, box: str) -> Iterator[Node]:
    if view.has_plan:
        yield _item("why-reply", "Why this reply", icon("lens"), view.id, box)
    if not view.writable:
        return
    if not view.unread:
        yield _item("remember", "Remember this", icon("plus"), view.id, box, takes="selection")
    yield _item("pin", "Unpin" if view.pinned else "Pin", icon("pin"), view.id, box)
    if not view.unread:
        shown = picture(EYE, PUPIL) if view.hidden else picture(EYE, PUPIL, STROKE)
        yield _item("hide", "Send it again" if view.hidden else "Hide from the prompt", shown, view.id, box)
    yield _item("branch-here", "Branch here", picture(BRANCH), view.id, box)
    yield _item("delete-from", "Remove from here on", icon("bin"), view.id, box)
    if view.variants > 1:
        yield _item("delete-variant", "Remove this variant", icon("bin"), view.id, box)


def _item(action: str, label: str, sign: Node, item: str, box: str, *, takes: str = "") -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost",
        "data-action": action,
        "data-id": item,
        "data-takes": takes or None,
        "popovertarget": box,
        "popovertargetaction": "hide",
    }
    return h("button", attrs, sign, label)
