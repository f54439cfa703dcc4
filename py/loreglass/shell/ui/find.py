"""The search in a chat, and its pins. View."""

from loreglass.app.view_tools import FindView, Pin
from loreglass.shell.ui.node import Attrs, Node, h, icon, vh


def find_bar(view: FindView) -> Node:
    """The box, what it found, and the ways along it; Enter goes to the next place."""
    box: Attrs = {
        "type": "text",
        "id": "find",
        "aria-label": "Find in this chat",
        "autocomplete": "off",
        "dir": "auto",
        "placeholder": "Find in this chat",
        "data-action": "find-text",
        "data-on": "input",
        "#value": view.text,
        "#rev": 0,
        "#focus": True,
    }
    form = h(
        "form",
        {"class": "seek", "data-action": "find-next", "data-on": "submit"},
        icon("find"),
        h("input", box),
        h("span", {"class": "num quiet", "role": "status"}, view.found),
        tool("find-previous", "Previous place", "up", off=not view.any),
        tool("find-next", "Next place", "down", off=not view.any),
        tool("find-close", "Close the search", "x"),
    )
    return h("search", {"key": "find"}, form)


def tool(action: str, label: str, picture: str, *, off: bool = False) -> Node:
    """A quiet button with a picture."""
    attrs: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "data-action": action,
        "aria-label": label,
        "title": label,
        "disabled": off,
    }
    return h("button", attrs, icon(picture))


def pins_button(pins: tuple[Pin, ...]) -> tuple[Node, ...]:
    """The button Pins and the list it opens; nothing while nothing is pinned."""
    if not pins:
        return ()
    opener: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "popovertarget": "pins",
        "aria-label": "Pins",
        "title": "Pins",
    }
    rows = (h("li", {"key": pin.id}, _pin(pin)) for pin in pins)
    listed = h("ul", {"role": "list", "aria-label": "Pinned messages"}, *rows)
    return h("button", opener, icon("pin")), h("div", {"class": "menu pins", "id": "pins", "popover": "auto"}, listed)


def _pin(pin: Pin) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost",
        "data-action": "jump",
        "data-id": pin.id,
        "popovertarget": "pins",
        "popovertargetaction": "hide",
    }
    words = h("span", {"class": "say", "dir": "auto"}, h("b", None, pin.name), " ", pin.excerpt)
    return h("button", attrs, h("span", {"class": "num quiet"}, vh("Message "), str(pin.number)), words)
