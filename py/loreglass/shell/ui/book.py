"""The book page: the list of entries, the open entry, the test box. A view: the open book in, node out."""

from collections.abc import Mapping

from loreglass.app.state import OpenBook, Preferences
from loreglass.app.strings import counted, number
from loreglass.app.strings.reasons import called
from loreglass.app.view_book import (
    Word,
    counts_sentence,
    entry_costs,
    entry_words,
    has_problem,
    hidden_sentence,
    listed,
)
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.shell.ui import entry_form, passage
from loreglass.shell.ui.node import Attr, Node, classes, h, icon, vh
from loreglass.shell.ui.pieces import button, empty, field, switch


def book_page(open_book: OpenBook, preferences: Preferences) -> Node:
    """The page of one book: list, entry, test box; on a phone the list or the entry."""
    book = open_book.book
    entry = next((one for one in book.entries if one.id == open_book.entry_id), None)
    costs = entry_costs(open_book)
    middle = entry_form.entry_form(open_book, entry, costs, preferences) if entry is not None else _nothing_open(book)
    return h(
        "div",
        {"class": classes("book", "at-entry" if entry is not None else "at-list")},
        _list(open_book, costs, preferences),
        h("div", {"class": "work"}, middle, passage.passage_box(open_book)),
    )


def _nothing_open(book: Book) -> Node:
    if book.entries:
        said = empty("Choose an entry.", "It opens here: its text, its keywords, its priority and weight.")
    else:
        said = empty("The book is empty.", "An entry is a text with keywords. When one is said, the text goes in.")
    return h("section", {"class": "edit-col", "aria-label": "Entry"}, said)


def _list(open_book: OpenBook, costs: Mapping[EntryId, int], preferences: Preferences) -> Node:
    book, part = open_book.book, listed(open_book)
    new = h("button", {"type": "button", "class": "primary", "data-action": "entry-new"}, icon("plus"), "New entry")
    rows = (_row(book, place, entry, costs, is_open=entry.id == open_book.entry_id) for place, entry in part.rows)
    found = h("p", {"class": "quiet"}, f"{number(part.found)} found.") if open_book.search.strip() else None
    more = h("li", {"class": "quiet more"}, hidden_sentence(part)) if part.before + part.after else None
    return h(
        "section",
        {"class": "list-col", "aria-label": "Entries of this book"},
        h(
            "div",
            {"class": "list-head"},
            h(
                "div",
                {"class": "line"},
                h("h1", {"dir": "auto"}, book.name or "Unnamed book"),
                h("span", {"class": "grow"}),
                new,
            ),
            h("p", {"class": "quiet num"}, counts_sentence(book, preferences)),
            _find(open_book),
            found,
            _settings(open_book, preferences),
        ),
        h("ul", {"class": "entries", "role": "list", "tabindex": "0", "aria-label": "Entries"}, *rows, more),
    )


def _find(open_book: OpenBook) -> Node:
    attrs: dict[str, Attr] = {
        "id": "find",
        "type": "search",
        "placeholder": "Search keywords and text",
        "autocomplete": "off",
        "data-action": "book-search",
        "data-on": "input",
        "#value": open_book.search,
        "#rev": open_book.book.id,
    }
    label = h("label", {"class": "vh", "for": "find"}, "Search keywords and text")
    return h("div", {"class": "find"}, icon("find"), label, h("input", attrs))


def _row(book: Book, place: int, entry: Entry, costs: Mapping[EntryId, int], *, is_open: bool) -> Node:
    name = called(entry)
    toggle: dict[str, Attr] = {
        "type": "checkbox",
        "role": "switch",
        "aria-label": f"{name} on",
        "checked": entry.enabled or None,
        "data-action": "entry-toggle",
        "data-on": "change",
        "data-id": f"{book.id}/{entry.id}",
    }
    signs: list[Node] = []
    if entry.constant:
        signs += [vh(", always in"), icon("pin")]
    if has_problem(entry):
        signs += [vh(", has a problem"), icon("warn")]
    cost = costs.get(entry.id)
    return h(
        "li",
        {
            "class": "entry" if entry.enabled else "entry off",
            "key": entry.id,
            "aria-current": "true" if is_open else None,
        },
        h("span", {"class": "sw-cell"}, h("input", toggle)),
        h(
            "div",
            None,
            h("a", {"class": "name", "href": f"#/b/{book.id}/e/{entry.id}", "dir": "auto"}, name, *signs),
            h("p", {"class": "words", "dir": "auto"}, *(_word(word) for word in entry_words(entry))),
        ),
        h("p", {"class": "cnt"}, h("b", None, number(cost)), vh(" tokens")) if cost else None,
        entry_form.moves(book, place, entry) if is_open else None,
    )


def _word(word: Word) -> Node:
    kind, text = word
    return h("code", None, text) if kind == "pattern" else text


def _settings(open_book: OpenBook, preferences: Preferences) -> Node:
    """The book's own settings, folded away."""
    book = open_book.book
    depth = counted(preferences.memory_depth_messages if book.depth is None else book.depth, "message")
    budget = number(preferences.memory_budget_tokens if book.budget is None else book.budget)
    parts = (f"looks back {depth}", f"{budget} tokens", "entries wake entries" if book.recursive else "")
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
        h(
            "div",
            {"class": "acts"},
            button("Export", "book-export", book.id),
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
