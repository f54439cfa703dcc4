"""The tabs Book and Setup: the books of this chat, and its own settings. Views."""

from loreglass.app.strings import counted, number
from loreglass.app.strings.programs import NAMES, NOTES
from loreglass.app.view_setup import BookChoice, RulesView, Setting, SetupView
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.pieces import switch


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
    if view.rules:
        budget = f"{number(view.rules.percent.value)}% of the context"
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


def setup(view: SetupView) -> Node:
    """The chat's own settings, each with where its value comes from."""
    return h(
        "section",
        {"class": "pad setup", "aria-label": "Setup"},
        h("h2", None, "Setup of this chat"),
        _title(view),
        _cast(view),
        _books(view),
        _semantics(view),
        h(
            "div",
            {"class": "pair"},
            _number("chat-depth", "Memory depth", "messages", view.depth, view),
            _number("chat-budget-percent", "Memory budget", "% of context", view.rules.percent, view)
            if view.rules
            else _number("chat-budget", "Memory budget", "tokens", view.budget, view),
        ),
        _rules(view.rules, view) if view.rules else None,
    )


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


def _cast(view: SetupView) -> Node:
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
    who = f"{view.character} replies." if view.character else "No character replies: a narrator does."
    return h("div", {"class": "field"}, head, h("select", select, *options), h("p", {"class": "from"}, who))


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


def _number(action: str, label: str, unit: str, setting: Setting, view: SetupView) -> Node:
    box = f"setup-{action}"
    attrs: Attrs = {
        "id": box,
        "type": "number",
        "min": "0",
        "step": "1",
        "inputmode": "numeric",
        "data-action": action,
        "data-on": "change",
        "#value": number(setting.value).replace(",", ""),
        "#rev": f"{setting.value} {setting.origin} {view.semantics}",
        "disabled": not view.writer,
    }
    head = h("header", None, h("label", {"for": box}, label), h("span", None, unit))
    source = NAMES[view.semantics] if setting.origin == "program" or view.rules else "Settings"
    return h("div", {"class": "field", "key": action}, head, h("input", attrs), _origin(action, setting, source, view))


def _origin(action: str, setting: Setting, source: str, view: SetupView) -> Node:
    if setting.origin == "settings":
        return h("p", {"class": "from"}, "From Settings")
    if setting.origin == "program":
        return h("p", {"class": "from"}, f"As a new user of {source} has it")
    reset: Attrs = {
        "type": "button",
        "class": "link",
        "data-action": action,
        "value": "",
        "aria-label": f"Reset to {number(setting.default)}, from {source}",
    }
    return h(
        "p",
        {"class": "from"},
        "Set in this chat",
        h("button", reset, f"Reset to {number(setting.default)}") if view.writer else None,
    )


def _rules(rules: RulesView, view: SetupView) -> Node:
    """The switches of a program's rules."""
    reset: Attrs = {"type": "button", "class": "link", "data-action": "chat-rules-reset"}
    name = NAMES[view.semantics]
    said = "Set in this chat" if rules.changed else f"As a new user of {name} has it"
    return h(
        "div",
        {"class": "field"},
        h(
            "div",
            {"class": "switches"},
            switch("Entries wake entries", "chat-recursive", "", on=rules.recursive, off=not view.writer),
            switch("Whole words", "chat-whole-words", "", on=rules.whole_words, off=not view.writer),
        ),
        h(
            "p",
            {"class": "from"},
            said,
            h("button", reset, f"Reset to {name}’s") if rules.changed and view.writer else None,
        ),
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
