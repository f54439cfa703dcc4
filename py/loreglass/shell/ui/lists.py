"""The lists of chats and of books. Views: library in, node out."""

from loreglass.app.state import BookRow, Device, Library
from loreglass.app.view_lists import book_sentence, chat_sentence, samples_sentence, when
from loreglass.domain.story.chat import Chat
from loreglass.shell.ui.node import Node, h, icon
from loreglass.shell.ui.pieces import button, empty, import_button, page_head


def chats(library: Library, device: Device) -> Node:
    """The page of all chats."""
    new = _new_button("chat-new", "New chat", off=device.outdated)
    if library.chats:
        body = h("ul", {"class": "things", "role": "list"}, *(_chat_row(chat, library) for chat in library.chats))
    else:
        body = empty(
            "No chats yet.",
            "A chat needs a character to talk to. Bring a card with Import, or start one without.",
        )
    return _page("Chats", new, body, _samples(library))


def books(library: Library, device: Device) -> Node:
    """The page of all memory books."""
    new = _new_button("book-new", "New book", off=device.outdated)
    if library.books:
        body = h("ul", {"class": "things", "role": "list"}, *(_book_row(row) for row in library.books))
    else:
        body = empty(
            "No books yet.",
            "A memory book holds people, places, old grudges: each entry wakes when its keyword is said. "
            "Write one, or import one from Agnai, SillyTavern or a card.",
        )
    return _page("Books", new, body, _samples(library))


def _page(title: str, new: Node, body: Node, after: Node | None) -> Node:
    trash = button("Trash", "trash-show", kind="ghost")
    inside = h("div", {"class": "page-in list-page"}, page_head(title, trash, import_button(), new), body, after)
    return h("div", {"class": "page"}, inside)


def _new_button(action: str, label: str, *, off: bool) -> Node:
    return h(
        "button", {"type": "button", "class": "primary", "data-action": action, "disabled": off}, icon("plus"), label
    )


def _chat_row(chat: Chat, library: Library) -> Node:
    last = when(chat.updated_ms)
    return h(
        "li",
        {"class": "thing", "key": chat.id},
        h(
            "div",
            {"class": "say"},
            h("a", {"class": "name", "href": f"#/c/{chat.id}", "dir": "auto"}, chat.title or "Untitled chat"),
            h(
                "p",
                {"class": "quiet num"},
                h("span", None, chat_sentence(chat, library)),
                h("span", None, last) if last else None,
                _sample_tag(chat.sample),
            ),
        ),
        button("Export", "chat-export", chat.id, kind="ghost", name=f"Export {chat.title or 'Untitled chat'}"),
        button("Delete", "chat-delete", chat.id, kind="ghost", name=f"Delete {chat.title or 'Untitled chat'}"),
    )


def _book_row(row: BookRow) -> Node:
    name = row.name or "Unnamed book"
    return h(
        "li",
        {"class": "thing" if row.enabled else "thing off", "key": row.id},
        h(
            "div",
            {"class": "say"},
            h("a", {"class": "name", "href": f"#/b/{row.id}", "dir": "auto"}, name),
            h("p", {"class": "quiet num"}, book_sentence(row), _sample_tag(row.sample)),
        ),
        button("Export", "book-export", row.id, kind="ghost", name=f"Export {name}"),
        button("Export as", "book-export-as", row.id, kind="ghost", name=f"Export as: {name}"),
        button("Delete", "book-delete", row.id, kind="ghost", name=f"Delete {name}"),
    )


def _sample_tag(sample: bool) -> Node | None:
    return h("span", {"class": "tag"}, "sample") if sample else None


def _samples(library: Library) -> Node | None:
    """The way to an empty page while the samples are there."""
    there = samples_sentence(library)
    if not there:
        return None
    return h(
        "p",
        {"class": "or"},
        f"The samples ({there}) are here to look at. ",
        button("Start empty", "samples-remove", kind="link"),
        "; Undo brings them back.",
    )
