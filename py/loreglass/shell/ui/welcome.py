"""The first page: what it is, a passage with its margin, where data lives. A view.

`index.html` shows the same before Python is there; a test holds them together.
"""

from loreglass.app.state import Library
from loreglass.shell.ui.node import Attrs, Child, Node, h, icon
from loreglass.shell.ui.pieces import import_button
from loreglass.shell.ui.specimen import specimen

FACTS = (
    (
        "Stays here",
        "Chats and books are kept in this browser. A key is forgotten when the page closes, unless you ask to keep it.",
    ),
    (
        "Leaves",
        (
            "When you press Send, the finished prompt, to the endpoint whose address you typed. If that is a llama.cpp "
            "server, it also counts your texts while you write. Nothing else, and until you type one, nothing."
        ),
    ),
    (
        "Does not exist",
        "No account, no server of ours, no counting of visits. Close the page and it is just a page again.",
    ),
)
SAY = (
    "You keep a memory book: people, places, old grudges. Loreglass decides which of its entries go into the next "
    "prompt, and shows you why: this word woke that entry, this one did not fit, these are asleep."
)


def welcome(library: Library, ready: bool) -> Node:
    """The first page."""
    start = _start(library) if ready else ()
    return h(
        "div",
        {"class": "page paper", "key": "welcome"},
        h(
            "div",
            {"class": "hello"},
            h(
                "div",
                None,
                h("h1", None, "See what the model is about to read."),
                h("p", {"class": "say"}, SAY),
                *start,
            ),
            specimen(),
            h(
                "div",
                {"class": "facts"},
                *(h("section", None, h("h2", None, name), h("p", None, text)) for name, text in FACTS),
            ),
        ),
    )


def _start(library: Library) -> tuple[Child, ...]:
    """What one can do first: open the sample chat (or the newest chat), import, begin empty."""
    sample = next((chat for chat in library.chats if chat.sample), None)
    first = sample or next(iter(library.chats), None)
    if first is not None:
        words = "Open the sample chat" if sample else "Open the newest chat"
        opening = h("a", {"role": "button", "class": "primary", "href": f"#/c/{first.id}"}, words)
    else:
        new: Attrs = {"type": "button", "class": "primary", "data-action": "chat-new"}
        opening = h("button", new, icon("plus"), "New chat")
    return (h("div", {"class": "start"}, opening, import_button("Import a card or a book")), _or(sample is not None))


def _or(samples: bool) -> Node:
    if samples:
        remove: Attrs = {"type": "button", "class": "link", "data-action": "samples-remove"}
        return h(
            "p", {"class": "or"}, "Or ", h("button", remove, "start empty"), ". The samples go; Undo brings them back."
        )
    restore: Attrs = {"type": "button", "class": "link", "data-action": "samples-restore"}
    return h("p", {"class": "or"}, "Or ", h("button", restore, "bring the samples back"), ".")
