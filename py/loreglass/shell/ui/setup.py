"""The tabs Book and Setup: the books of this chat, and its own settings. Views."""

from loreglass.app.strings import counted, number
from loreglass.app.strings.programs import NAMES, NOTES
from loreglass.app.view_group import GroupView, NotesView
from loreglass.app.view_setup import BookChoice, SetupView
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.setup_cast import notes, who_replies
from loreglass.shell.ui.setup_preset import preset_choice
from loreglass.shell.ui.setup_rules import rules


def book_tab(view: SetupView) -> Node:
    """The books that this chat reads."""
    linked = tuple(book for book in view.books if book.linked)
    if not linked:
        lede = h("p", {"class": "quiet"}, "No book is linked to this chat. Setup has the list.")
        return h(
            "section", {"class": "pad", "aria-label": "Books of this chat"}, h("h2", None, "Books of this chat"), lede
        )
    entries = sum(book.entry_count for book in linked)
    whole = f"{counted(len(linked), 'book')}, {counted(entries, 'entry', 'entries')}"
    budget = f"{number(view.budget.value)} tokens"
    if view.rules and view.rules.percent:
        budget = f"{number(view.rules.percent.value)}% of the context"
        cap = view.rules.cap_tokens
        budget += f" and {number(cap)} tokens" if cap else ""
    words = f"{whole}, at most {budget} a turn."
    rows = (
        h(
            "li",
            {"key": book.id},
            h("a", {"href": f"#/b/{book.id}", "dir": "auto"}, book.name),
            h(
                "span",
                {"class": "quiet"},
                counted(book.entry_count, "entry", "entries") + (f", {book.comes}" if book.comes else ""),
            ),
        )
        for book in linked
    )
    return h(
        "section",
        {"class": "pad", "aria-label": "Books of this chat"},
        h("h2", None, "Books of this chat"),
        h("p", {"class": "quiet"}, words),
        h("ul", {"class": "peek", "role": "list"}, *rows),
    )


def setup(view: SetupView, cast: GroupView, own: NotesView) -> Node:
    """The chat's own settings, each with where its value comes from."""
    return h(
        "section",
        {"class": "pad setup", "aria-label": "Setup"},
        h("h2", None, "Setup of this chat"),
        _title(view),
        _persona(view),
        *who_replies(cast),
        _books(view),
        _semantics(view),
        preset_choice(view.preset, writer=view.writer),
        *rules(view),
        *notes(own),
        _spent(view.spent),
    )


def _spent(lines: tuple[str, ...]) -> Node | None:
    """Tokens, and money where a price is set."""
    if not lines:
        return None
    said = (h("p", None, line) for line in lines)
    return h("section", {"class": "spent", "aria-label": "Tokens and cost"}, h("h3", None, "Tokens and cost"), *said)


def _title(view: SetupView) -> Node:
    attrs: Attrs = {
        "id": "setup-title",
        "type": "text",
        "dir": "auto",
        "data-action": "chat-title",
        "data-on": "change",
        "#value": view.title,
        "#rev": view.title,
        "disabled": not view.writer,
    }
    return h(
        "div", {"class": "field"}, h("header", None, h("label", {"for": "setup-title"}, "Title")), h("input", attrs)
    )


def _persona(view: SetupView) -> Node:
    select: Attrs = {
        "id": "setup-persona",
        "data-action": "chat-persona",
        "data-on": "change",
        "disabled": not view.writer,
    }
    options = (
        h("option", {"value": item, "key": item, "selected": view.persona_id == item or None}, name)
        for item, name in view.personas
    )
    head = h("header", None, h("label", {"for": "setup-persona"}, "You play"))
    return h("div", {"class": "field"}, head, h("select", select, *options))


def _books(view: SetupView) -> Node:
    if not view.books:
        return h("p", {"class": "quiet"}, "There is no book yet. ", h("a", {"href": "#/books"}, "Make or import one"))
    return h(
        "fieldset",
        {"class": "opts"},
        h("legend", None, "Books"),
        *(_book(book, view.writer) for book in view.books),
    )


def _book(book: BookChoice, writer: bool) -> Node:
    attrs: Attrs = {
        "type": "checkbox",
        "data-action": "chat-book",
        "data-on": "change",
        "data-id": book.id,
        "checked": book.linked or None,
        "disabled": not writer or bool(book.comes),
    }
    note = counted(book.entry_count, "entry", "entries")
    note = f"{note}, {book.comes}" if book.comes else note
    return h(
        "label", {"key": book.id}, h("input", attrs), h("span", {"dir": "auto"}, book.name), h("small", None, note)
    )


def _semantics(view: SetupView) -> Node:
    select: Attrs = {
        "id": "setup-semantics",
        "data-action": "chat-semantics",
        "data-on": "change",
        "disabled": not view.writer,
    }
    options = (
        h("option", {"value": value, "selected": view.semantics == value or None}, words)
        for value, words in NAMES.items()
    )
    return h(
        "div",
        {"class": "field"},
        h("header", None, h("label", {"for": "setup-semantics"}, "Rules")),
        h("select", select, *options),
        h("p", {"class": "from"}, NOTES[view.semantics]),
    )
