"""Where the open book is used: a switch for every chat, chips of what has it, a list of what may. Views."""

from loreglass.app.state import Library, Preferences
from loreglass.app.view_book_links import Kind, Link, links
from loreglass.domain.story.book import Book
from loreglass.shell.ui.node import Attrs, Node, h, icon
from loreglass.shell.ui.pieces import switch

KINDS: tuple[tuple[Kind, str], ...] = (("character", "Characters"), ("persona", "Personas"), ("chat", "Chats"))
SIGNS: dict[Kind, str] = {"character": "cast", "persona": "cast", "chat": "chats"}
SHOWN_CHATS = 200


def used_in(book: Book, library: Library, preferences: Preferences) -> Node:
    """The scopes of the book."""
    linked, free = links(book.id, library)
    everywhere = book.id in preferences.global_book_ids
    chips = h("div", {"class": "keys"}, *(_chip(link) for link in linked)) if linked else None
    return h(
        "section",
        {"class": "used", "aria-label": "Used in"},
        h("h2", {"class": "lab"}, "Used in"),
        h("div", {"class": "switches"}, switch("Every chat", "book-global", book.id, on=everywhere)),
        chips,
        _add(free) if free else None,
    )


def _chip(link: Link) -> Node:
    attrs: Attrs = {
        "type": "button",
        "data-action": "book-link",
        "data-id": link.key,
        "value": "off",
        "aria-label": f"No longer in {link.name}",
    }
    return h(
        "span",
        {"class": "key", "key": link.key, "dir": "auto"},
        icon(SIGNS[link.kind]),
        link.name,
        h("button", attrs, icon("x")),
    )


def _add(free: tuple[Link, ...]) -> Node:
    attrs: Attrs = {"data-action": "book-link", "data-on": "change", "aria-label": "Use this book in"}
    groups = []
    for kind, label in KINDS:
        mine = [link for link in free if link.kind == kind][:SHOWN_CHATS]
        if mine:
            groups.append(
                h(
                    "optgroup",
                    {"label": label, "key": kind},
                    *(h("option", {"value": one.key}, one.name) for one in mine),
                )
            )
    return h("select", attrs, h("option", {"value": "", "selected": True}, "Add a character, persona or chat"), *groups)
