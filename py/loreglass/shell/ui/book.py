"""The book page: the list of entries, the open entry or its history, the test box. A view."""

from loreglass.app.state import Library, OpenBook, Preferences
from loreglass.app.strings import counted
from loreglass.app.view_book import clipped, counts_sentence, fired_sentence, found_entries
from loreglass.domain.story.book import Book
from loreglass.shell.ui import book_links, passage
from loreglass.shell.ui.book_history import book_history
from loreglass.shell.ui.book_list import entry_list, find_line, select_line
from loreglass.shell.ui.entry_form import entry_form
from loreglass.shell.ui.node import Attr, Node, classes, h, icon
from loreglass.shell.ui.pieces import button, empty, field, switch


def book_page(open_book: OpenBook, preferences: Preferences, library: Library) -> Node:
    """The page of one book: list, entry, test box; on a phone the list or the entry."""
    book = open_book.book
    entry = next((one for one in book.entries if one.id == open_book.entry_id), None)
    if entry is None:
        middle = _nothing_open(book)
    elif open_book.history is not None:
        middle = book_history(open_book.history, entry)
    else:
        middle = entry_form(open_book, entry, preferences)
    return h(
        "div",
        {"class": classes("book", "at-entry" if entry is not None else "at-list")},
        _list(open_book, preferences, library),
        h("div", {"class": "work"}, middle, passage.passage_box(open_book)),
    )


def _nothing_open(book: Book) -> Node:
    if book.entries:
        said = empty("Choose an entry.", "It opens here: its text, its keywords, its priority and weight.")
    else:
        said = empty("The book is empty.", "An entry is a text with keywords. When one is said, the text goes in.")
    return h("section", {"class": "edit-col", "aria-label": "Entry"}, said)


def _list(open_book: OpenBook, preferences: Preferences, library: Library) -> Node:
    book = open_book.book
    new = h("button", {"type": "button", "class": "primary", "data-action": "entry-new"}, icon("plus"), "New entry")
    fired, found = fired_sentence(open_book.fired), found_entries(open_book)
    return h(
        "section",
        {"class": "list-col", "aria-label": "Entries of this book"},
        h(
            "div",
            {"class": "list-head"},
            h(
                "div",
                {"class": "line"},
                h("h1", {"dir": "auto"}, clipped(book.name) or "Unnamed book"),
                h("span", {"class": "grow"}),
                new,
            ),
            h("p", {"class": "quiet num"}, counts_sentence(book, preferences, open_book.costs, exact=open_book.exact)),
            h("p", {"class": "quiet num", "dir": "auto"}, fired) if fired else None,
            find_line(open_book),
            select_line(open_book, library, found),
            _settings(open_book, preferences, library),
        ),
        entry_list(open_book, found),
    )


def _settings(open_book: OpenBook, preferences: Preferences, library: Library) -> Node:
    """The book's own settings, folded away."""
    book = open_book.book
    depth = counted(preferences.memory_depth_messages if book.depth is None else book.depth, "message")
    budget = counted(preferences.memory_budget_tokens if book.budget is None else book.budget, "token")
    parts = (f"looks back {depth}", budget, "entries wake entries" if book.recursive else "")
    said = ", ".join(part for part in parts if part) if book.enabled else "switched off"
    summary = h("summary", None, icon("settings"), h("span", None, "This book: ", h("span", {"class": "quiet"}, said)))
    return h(
        "details",
        {"class": "about"},
        summary,
        _text_field("Name of the book", "book-rename", book.name, open_book),
        _description(open_book),
        h(
            "div",
            {"class": "fields two"},
            _number_field("Looks back", "book-depth", book.depth, preferences.memory_depth_messages, "messages"),
            _number_field("Budget", "book-budget", book.budget, preferences.memory_budget_tokens, "tokens"),
        ),
        h(
            "div",
            {"class": "switches"},
            switch("Book on", "book-enabled", book.id, on=book.enabled),
            switch("Entries wake entries", "book-recursive", book.id, on=bool(book.recursive)),
        ),
        book_links.used_in(book, library, preferences),
        h(
            "div",
            {"class": "acts"},
            button("Export", "book-export", book.id),
            button("Export as…", "book-export-as", book.id),
            button("Delete book", "book-delete", book.id, kind="ghost"),
        ),
    )


def _text_field(label: str, action: str, value: str, open_book: OpenBook) -> Node:
    attrs: dict[str, Attr] = {
        "id": action,
        "autocomplete": "off",
        "dir": "auto",
        "data-action": action,
        "data-on": "change",
        "#value": value,
        "#rev": f"{open_book.book.id} {value}",
    }
    return field(label, action, h("input", attrs))


def _description(open_book: OpenBook) -> Node:
    attrs: dict[str, Attr] = {
        "id": "book-description",
        "rows": 2,
        "dir": "auto",
        "data-action": "book-description",
        "data-on": "change",
        "#value": open_book.book.description,
        "#rev": f"{open_book.book.id} {open_book.field_revision}",
    }
    beside = h("span", None, "for you, never sent")
    return field("Description", "book-description", h("textarea", attrs), beside=beside)


def _number_field(label: str, action: str, value: int | None, inherited: int, unit: str) -> Node:
    shown = "" if value is None else str(value)
    attrs: dict[str, Attr] = {
        "id": action,
        "type": "number",
        "min": 0,
        "step": 1,
        "placeholder": str(inherited),
        "data-action": action,
        "data-on": "change",
        "#value": shown,
        "#rev": shown,
    }
    reset: dict[str, Attr] = {
        "type": "button", "class": "link", "value": "", "data-action": action, "aria-label": f"Reset {label.lower()}"
    }  # fmt: skip
    source = (
        h("p", {"class": "from"}, f"{unit}, from Settings")
        if value is None
        else h("p", {"class": "from"}, f"{unit}, set here", h("button", reset, "Reset"))
    )
    return field(label, action, h("input", attrs), below=source)
