"""The frame: rail, bottom bar, the live line, and what stands where there is nothing. Views."""

from loreglass.app.view_frame import PLACES, FrameView, RecentChat
from loreglass.shell.ui.node import Attrs, Node, h, icon, vh


def rail(view: FrameView) -> Node:
    """The left column: wordmark, navigation, the chats opened last, where things are kept."""
    recent = None
    if view.recent:
        rows = (_recent(chat, view) for chat in view.recent)
        recent = h(
            "nav",
            {"class": "recent", "aria-label": "Recent chats"},
            h("h2", None, "Recent"),
            h("ul", {"role": "list"}, *rows),
        )
    return h(
        "div",
        {"class": "rail-in"},
        wordmark(),
        h("nav", {"aria-label": "Main"}, h("ul", {"role": "list"}, *(_place(*place, view) for place in PLACES))),
        recent,
        h("p", {"class": "here"}, "Offline. " if view.offline else None, view.kept),
    )


def wordmark() -> Node:
    """The name of the page with its lens, as a link to the first page."""
    stroke: Attrs = {
        "viewBox": "0 0 26 26",
        "aria-hidden": "true",
        "fill": "none",
        "stroke": "currentColor",
        "stroke-linecap": "round",
    }
    lens = h(
        "svg",
        stroke,
        h("circle", {"cx": "13", "cy": "13", "r": "10.5", "stroke-width": "1.75"}),
        h("path", {"class": "lines", "d": "M7.5 9.5h8M7.5 16.5h6", "stroke-width": "1.5"}),
        h("path", {"d": "M7.5 13h11", "stroke-width": "2.75"}),
    )
    return h("a", {"class": "wordmark", "href": "#/welcome"}, lens, h("span", None, "Loreglass"))


def _place(place: str, name: str, view: FrameView) -> Node:
    current = "page" if view.place == place else None
    return h("li", None, h("a", {"href": f"#/{place}", "aria-current": current}, icon(place), h("span", None, name)))


def _recent(chat: RecentChat, view: FrameView) -> Node:
    current = "true" if view.chat_id == chat.id else None
    attrs: Attrs = {"href": f"#/c/{chat.id}", "aria-current": current}
    return h("li", {"key": chat.id}, h("a", attrs, h("b", {"dir": "auto"}, chat.title), h("small", None, chat.note)))


def bottombar(view: FrameView) -> Node:
    """The navigation of a phone; Why stands in the middle while a chat is open."""
    places = [_place(*place, view) for place in PLACES]
    if view.chat_id:
        why: Attrs = {
            "type": "button",
            "data-action": "sheet-open",
            "aria-expanded": "true" if view.sheet_open else "false",
            "aria-controls": "panel",
        }
        button = h("li", {"key": "why"}, h("button", why, icon("lens"), h("span", None, "Why")))
        places = [*places[:2], button, *places[2:4]]
    return h("ul", {"role": "list"}, *places)


def status(text: str) -> Node | None:
    """The text of the polite live region."""
    return text or None


def not_here(place: str, ready: bool) -> Node:
    """What stands for a chat or a book that is still being read, or is not there (any more)."""
    if not ready:
        return h("div", {"class": "page"}, h("p", {"class": "pad quiet"}, "Reading what is kept here…"))
    noun = "book" if place == "book" else "chat"
    back = "books" if place == "book" else "chats"
    return h(
        "div",
        {"class": "page"},
        h(
            "div",
            {"class": "page-in"},
            h("h1", None, f"Opening the {noun}…"),
            h("p", {"class": "quiet"}, "If it does not open, it is no longer in this browser. "),
            h("p", None, h("a", {"href": f"#/{back}"}, f"All {back}"), vh(f", the list of {back}")),
        ),
    )
