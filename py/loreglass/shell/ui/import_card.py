"""What an offered file becomes: where it goes, its name, its rules, a look inside. View."""

from loreglass.app.import_choices import Clash, entries_in
from loreglass.app.programs import PROGRAMS, offered
from loreglass.app.state import BookRow, ImportItem
from loreglass.app.strings import counted, isolated, number
from loreglass.app.strings.presets import section_name
from loreglass.app.strings.programs import NAMES, behaves, starts_from
from loreglass.app.strings.reasons import called
from loreglass.app.view_import import (
    PEEKED_ENTRIES,
    TakenName,
    came_before,
    destination,
    is_chat,
    names_taken,
    noun,
    ways,
)
from loreglass.app.view_import_cast import CastView
from loreglass.domain.story.preset import Preset
from loreglass.domain.story.semantics import Semantics
from loreglass.formats.imported import Imported, ImportedChat
from loreglass.shell.ui.import_cast import import_cast
from loreglass.shell.ui.node import Attr, Attrs, Node, h, vh
from loreglass.shell.ui.pieces import field, portrait

NAMES_AT_MOST = 30
PEEKED_MESSAGES, PEEKED_CHARS, PEEKED_PARTS = 3, 200, 8
CLASHES: tuple[tuple[Clash, str], ...] = (("both", "Keep both"), ("file", "Take the file’s"), ("mine", "Keep mine"))


def import_card(
    item: ImportItem, imported: Imported, books: tuple[BookRow, ...], *, attach: bool, cast: CastView | None = None
) -> Node:
    """The card beside the report of one file."""
    fate = item.choices.fate
    named = fate == "copy"
    return h(
        "aside",
        {"class": "card", "aria-label": f"What {item.file_name} becomes"},
        portrait(item.name, file=item.token) if imported.picture else None,
        h("h2", None, "Where does it go?"),
        *_where(item, books, attach),
        _into(item, books) if fate == "into" else None,
        _names(item, imported) if named else None,
        import_cast(item.token, cast) if cast is not None else None,
        _rules(item, imported) if fate != "skip" else None,
        _greeting(imported),
        _said(imported.chat) if imported.chat is not None and is_chat(imported) else None,
        _peek(imported),
        _parts(imported.preset) if imported.preset is not None else None,
    )


def _where(item: ImportItem, books: tuple[BookRow, ...], attach: bool) -> tuple[Node, ...]:
    """The choice of where it goes, or the one sentence that says it."""
    choices = ways(item, books, attach)
    if not choices:
        return (h("p", {"class": "quiet"}, destination(item, attach)),)
    before = came_before(item)
    rows = (_way(item, way.fate, way.label, way.note) for way in choices)
    options = h("fieldset", {"class": "opts"}, h("legend", {"class": "vh"}, "Where does it go?"), *rows)
    return (h("p", {"class": "quiet", "dir": "auto"}, before), options) if before else (options,)


def _way(item: ImportItem, fate: str, label: str, note: str) -> Node:
    attrs: Attrs = {
        "type": "radio",
        "name": f"to-{item.token}",
        "value": fate,
        "checked": item.choices.fate == fate or None,
        "data-action": "import-to",
        "data-on": "change",
        "data-id": item.token,
    }
    return h("label", {"key": fate}, h("input", attrs), h("span", {"dir": "auto"}, label), h("small", None, note))


def _into(item: ImportItem, books: tuple[BookRow, ...]) -> Node:
    """The book that the entries join, and a choice for each name that it has already."""
    box = f"import-into-{item.token}"
    attrs: Attrs = {"id": box, "data-action": "import-into", "data-on": "change", "data-id": item.token}
    options = (
        h("option", {"value": book.id, "selected": book.id == item.choices.into or None}, book.name) for book in books
    )
    taken = names_taken(item)
    return h(
        "div",
        {"class": "into", "key": "into"},
        field("Which book", box, h("select", attrs, *options)),
        h("p", {"class": "from"}, _taken_words(item, taken)),
        _all_names(item) if len(taken) > 1 else None,
        h("ul", {"class": "clashes", "role": "list"}, *(_clash(item, each) for each in taken[:NAMES_AT_MOST]))
        if taken
        else None,
    )


def _taken_words(item: ImportItem, taken: tuple[TakenName, ...]) -> str:
    if item.choices.waits:
        return "Reading that book…"
    if not taken:
        return "No name is taken."
    more = f" The first {number(NAMES_AT_MOST)} are listed." if len(taken) > NAMES_AT_MOST else ""
    return f"{counted(len(taken), 'name')} {'is' if len(taken) == 1 else 'are'} taken; you choose for each.{more}"


def _all_names(item: ImportItem) -> Node:
    buttons = (
        h(
            "button",
            {
                "type": "button",
                "class": "link",
                "data-action": "import-clash",
                "data-id": f"{item.token}/all",
                "value": clash,
            },
            words,
        )
        for clash, words in CLASHES
    )
    return h("p", {"class": "for-all"}, "For all: ", *buttons)


def _clash(item: ImportItem, taken: TakenName) -> Node:
    box = f"clash-{item.token}-{taken.place}"
    attrs: Attrs = {
        "id": box,
        "data-action": "import-clash",
        "data-on": "change",
        "data-id": f"{item.token}/{taken.place}",
    }
    options = (
        h("option", {"value": clash, "selected": clash == taken.clash or None}, words) for clash, words in CLASHES
    )
    return h("li", {"key": box}, h("label", {"for": box, "dir": "auto"}, taken.name), h("select", attrs, *options))


def _names(item: ImportItem, imported: Imported) -> Node:
    box = f"import-name-{item.token}"
    attrs: dict[str, Attr] = {
        "id": box,
        "autocomplete": "off",
        "data-action": "import-name",
        "data-on": "change",
        "data-id": item.token,
        "#value": item.name,
        "#rev": item.name,
    }
    again = "There is one of this name already, so it gets a number." if item.again else ""
    below = h("p", {"class": "from"}, again) if again else None
    return field(f"Name of the {noun(imported)}", box, h("input", attrs), below=below)


def _rules(item: ImportItem, imported: Imported) -> Node | None:
    """Whose rules it wishes for, where it was written for another program."""
    other = offered(imported)
    if other is None:
        return None
    program = PROGRAMS[other]
    notes = {
        "native": "What it means is carried over.",
        other: starts_from(NAMES[other], program.depth_messages, program.rules.budget_percent, chat=is_chat(imported)),
    }
    chosen = item.choices.semantics or "native"
    options: tuple[Semantics, ...] = ("native", other)
    rows = (_rule(item, each, notes[each], chosen=each == chosen) for each in options)
    return h("fieldset", {"class": "opts rules", "key": "rules"}, h("legend", None, "Rules"), *rows)


def _rule(item: ImportItem, semantics: Semantics, note: str, *, chosen: bool) -> Node:
    attrs: Attrs = {
        "type": "radio",
        "name": f"rules-{item.token}",
        "value": semantics,
        "checked": chosen or None,
        "data-action": "import-rules",
        "data-on": "change",
        "data-id": item.token,
    }
    return h("label", {"key": semantics}, h("input", attrs), behaves(semantics), h("small", None, note))


def _said(chat: ImportedChat) -> Node | None:
    """How the chat begins."""
    shown = chat.messages[:PEEKED_MESSAGES]
    rows = [
        h("li", None, h("b", {"dir": "auto"}, one.name), h("span", {"dir": "auto"}, _clipped(one.variants[one.chosen])))
        for one in shown
        if one.variants
    ]
    more = len(chat.messages) - len(shown)
    hidden = sum(one.hidden for one in chat.messages)
    if more > 0:
        rows.append(h("li", None, f"and {counted(more, 'more message')}"))
    note = (
        h("p", {"class": "from"}, f"{counted(hidden, 'hidden message')} will be shown here, but not sent.")
        if hidden
        else None
    )
    return h(
        "div",
        {"class": "peek said"},
        h("h3", None, counted(len(chat.messages), "message")),
        h("ul", {"role": "list"}, *rows),
        note,
    )


def _clipped(text: str) -> str:
    return text if len(text) <= PEEKED_CHARS else f"{text[:PEEKED_CHARS].rstrip()}…"


def _greeting(imported: Imported) -> Node | None:
    if imported.character is None or not imported.character.greeting:
        return None
    text = imported.character.greeting
    shown = text if len(text) <= 400 else f"{text[:400].rstrip()}…"
    return h("blockquote", {"class": "greets", "dir": "auto"}, vh("Greeting: "), shown)


def _parts(preset: Preset) -> Node:
    """The parts of a preset that are on, in their order."""
    on = [section for section in preset.sections if section.enabled]
    rows = [h("li", None, h("b", {"dir": "auto"}, section_name(section))) for section in on[:PEEKED_PARTS]]
    if len(on) > PEEKED_PARTS:
        rows.append(h("li", None, f"and {counted(len(on) - PEEKED_PARTS, 'more part')}"))
    head = h("h3", None, f"{isolated(preset.name)}: {counted(len(on), 'part')} on")
    return h("div", {"class": "peek", "key": "parts"}, head, h("ul", {"role": "list"}, *rows))


def _peek(imported: Imported) -> Node | None:
    entries = entries_in(imported)
    if not entries:
        return None
    rows = [
        h(
            "li",
            None,
            h("b", {"dir": "auto"}, called(entry)),
            h("span", {"class": "num"}, counted(len(entry.keywords), "keyword")),
        )
        for entry in entries[:PEEKED_ENTRIES]
    ]
    more = len(entries) - PEEKED_ENTRIES
    if more > 0:
        rows.append(h("li", None, f"and {counted(more, 'more entry', 'more entries')}"))
    head = h("h3", None, counted(len(entries), "entry", "entries"))
    return h("div", {"class": "peek"}, head, h("ul", {"role": "list"}, *rows))
