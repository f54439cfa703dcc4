"""The open entry: name, text, keywords, numbers, switches, notes. A view."""

from collections.abc import Mapping

from loreglass.app.state import OpenBook, Preferences
from loreglass.app.strings import counted, number
from loreglass.app.strings.reasons import called
from loreglass.app.view_book import LOGICS, entry_notes, ordinal
from loreglass.app.view_keyword import keyword_look
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.shell.ui.node import Attr, Attrs, Node, classes, h, icon
from loreglass.shell.ui.pieces import button, field, switch


def entry_form(open_book: OpenBook, entry: Entry, costs: Mapping[EntryId, int], preferences: Preferences) -> Node:
    """The form of one entry; every change is saved as it is made."""
    name, book = called(entry), open_book.book
    rev = f"{open_book.field_revision}.{entry.revision}"
    return h(
        "section",
        {"class": "edit-col", "aria-label": name, "key": entry.id},
        h("h1", {"class": "vh phone-only"}, f"{name}, in {book.name}"),
        _crumb(open_book, entry, name),
        h("div", None, h("label", {"class": "vh", "for": "entry-name"}, "Name"), _name(entry, rev)),
        _text(entry, rev, costs.get(entry.id)),
        _keywords(entry, rev),
        _secondary(entry, rev),
        h("div", {"class": "fields"}, *_numbers(entry, book, preferences)),
        h(
            "div",
            {"class": "switches"},
            switch("Enabled", "entry-field", "enabled", on=entry.enabled),
            switch("Always in", "entry-field", "constant", on=entry.constant),
            switch("Woken by entries", "entry-field", "recursion.woken", on=entry.recursion.woken),
            switch("Wakes others", "entry-field", "recursion.wakes", on=entry.recursion.wakes),
        ),
        _notes(entry),
        _more(entry, rev),
    )


def _crumb(open_book: OpenBook, entry: Entry, name: str) -> Node:
    book = open_book.book
    back = h(
        "a",
        {"role": "button", "class": "ghost phone-only", "href": f"#/b/{book.id}"},
        icon("prev"),
        counted(len(book.entries), "entry", "entries"),
    )
    said = "Not saved" if open_book.failed else "Saving" if open_book.unsaved else "Saved"
    delete = button("Delete", "entry-delete", entry.id, kind="ghost", name=f"Delete {name}")
    place = next(at for at, one in enumerate(book.entries) if one.id == entry.id)
    grow = h("span", {"class": "grow"})
    arrows = moves(book, place, entry, phone=True)
    return h("div", {"class": "crumb"}, back, h("span", None, said), grow, arrows, delete)


def moves(book: Book, place: int, entry: Entry, *, phone: bool = False) -> Node:
    """The entry's place in the list and the buttons that move it."""

    def arrow(direction: str, off: bool) -> Node:
        attrs: Attrs = {
            "type": "button",
            "class": "ghost icon",
            "data-action": f"entry-{direction}",
            "data-id": entry.id,
            "aria-label": f"Move {called(entry)} {direction}",
            "disabled": off,
        }
        return h("button", attrs, icon(direction))

    where = h("span", {"class": "quiet num"}, f"{ordinal(place + 1)} of {number(len(book.entries))}")
    up, down = arrow("up", place == 0), arrow("down", place == len(book.entries) - 1)
    return h("div", {"class": classes("moves", phone and "phone-only")}, up, down, None if phone else where)


def _typed(entry_field: str, value: str, rev: str, more: Attrs) -> dict[str, Attr]:
    """The attributes of a field of the entry; what was typed is told when the field is left."""
    return {
        "id": f"entry-{entry_field.replace('.', '-')}",
        "data-action": "entry-field",
        "data-on": "change",
        "data-id": entry_field,
        "#value": value,
        "#rev": rev,
        **more,
    }


def _name(entry: Entry, rev: str) -> Node:
    return h("input", _typed("name", entry.name, rev, {"class": "title-in", "autocomplete": "off", "dir": "auto"}))


def _text(entry: Entry, rev: str, cost: int | None) -> Node:
    size = counted(cost, "token") if cost else counted(len(entry.text), "character")
    head = h(
        "header",
        None,
        h("label", {"for": "entry-text"}, "Text"),
        h("span", None, "what the model reads"),
        h("span", {"class": "grow"}),
        h("span", {"class": "num"}, size),
    )
    box = h("textarea", _typed("text", entry.text, rev, {"class": "text-in", "rows": 6, "dir": "auto"}))
    return h("div", {"class": "field"}, head, box)


def _keywords(entry: Entry, rev: str) -> Node:
    head = h("header", None, h("label", {"for": "keywords"}, "Keywords"), h("span", None, "any one wakes it"))
    chips = _chips(entry.keywords, "keyword-remove")
    attrs = _adding("keywords", "keyword-add", f"{rev}.{len(entry.keywords)}", described=_has_bad(entry.keywords))
    return h(
        "div",
        {"class": "field"},
        head,
        h("div", {"class": "keys"}, *chips, h("textarea", attrs)),
        _problems(entry.keywords),
    )


def _adding(box: str, action: str, rev: str, *, described: bool) -> dict[str, Attr]:
    """The attributes of a box for new keywords: Enter adds; it holds lines, so that a pasted list stays a list."""
    return {
        "id": box,
        "rows": 1,
        "data-keys": "Enter",
        "placeholder": "Add, or paste a list",
        "autocomplete": "off",
        "autocapitalize": "off",
        "dir": "auto",
        "aria-describedby": "keywords-problem" if described else None,
        "data-action": action,
        "data-on": "change",
        "#value": "",
        "#rev": rev,
    }


def _chips(keywords: tuple[str, ...], remove: str) -> tuple[Node, ...]:
    return tuple(_chip(place, keyword, remove) for place, keyword in enumerate(keywords))


def _chip(place: int, keyword: str, remove: str) -> Node:
    look = keyword_look(keyword).kind
    attrs: dict[str, Attr] = {
        "type": "button", "data-action": remove, "data-id": str(place), "aria-label": f"Remove {keyword}"
    }  # fmt: skip
    kind = classes("key", look != "word" and "rx", look == "bad" and "bad")
    return h(
        "span", {"class": kind, "dir": "auto", "key": f"{place} {keyword}"}, keyword, h("button", attrs, icon("x"))
    )


def _has_bad(keywords: tuple[str, ...]) -> bool:
    return any(keyword_look(keyword).kind == "bad" for keyword in keywords)


def _problems(keywords: tuple[str, ...]) -> Node | None:
    bad = [(keyword, keyword_look(keyword)) for keyword in keywords]
    said = [f"{keyword} is skipped: {look.problem}." for keyword, look in bad if look.kind == "bad"]
    return h("p", {"class": "err", "id": "keywords-problem"}, " ".join(said)) if said else None


def _secondary(entry: Entry, rev: str) -> Node:
    options = (h("option", {"value": code, "selected": code == entry.logic}, words) for code, words, _ in LOGICS)
    logic: dict[str, Attr] = {
        "aria-label": "How the second keywords count",
        "data-action": "entry-field",
        "data-on": "change",
        "data-id": "logic",
    }
    beside = h("select", logic, *options) if entry.secondary else h("span", None, "nothing more")
    head = h("header", None, h("label", {"for": "secondary"}, "Needs also"), beside)
    chips = _chips(entry.secondary, "secondary-remove")
    attrs = _adding("secondary", "secondary-add", f"{rev}.{len(entry.secondary)}", described=False)
    attrs["placeholder"] = "Add a second keyword"
    return h("div", {"class": "field second"}, head, h("div", {"class": "keys"}, *chips, h("textarea", attrs)))


def _numbers(entry: Entry, book: Book, preferences: Preferences) -> tuple[Node, ...]:
    inherited = preferences.memory_depth_messages if book.depth is None else book.depth
    source = "From Settings" if book.depth is None else "From the book"
    chance = 100.0
    return (
        _number("Priority", "priority", entry.priority, default=0),
        _number("Weight", "weight", entry.weight, default=0),
        _number("Looks back", "depth", entry.depth, default=None, inherited=inherited, source=source),
        _number("Chance", "probability", entry.probability, default=chance, most=100),
    )


def _number(
    label: str,
    entry_field: str,
    value: float | None,
    *,
    default: float | None,
    inherited: int | None = None,
    source: str = "Default",
    most: int | None = None,
) -> Node:
    shown = "" if value is None else number(value).replace(",", "")
    limits: dict[str, Attr] = {
        "type": "number",
        "step": "any",
        "placeholder": str(inherited) if inherited is not None else None,
    }
    if entry_field in ("depth", "probability"):
        limits |= {"min": 0, "max": most, "step": 1 if entry_field == "depth" else "any"}
    box = _typed(entry_field, shown, shown, limits)
    if value == default:
        below = h("p", {"class": "from"}, source)
    else:
        reset: dict[str, Attr] = {
            "type": "button",
            "class": "link",
            "value": "" if default is None else number(default),
            "data-action": "entry-field",
            "data-id": entry_field,
            "aria-label": f"Reset {label.lower()}",
        }
        below = h("p", {"class": "from"}, "Set here", h("button", reset, "Reset"))
    beside = h("span", None, "%") if entry_field == "probability" else None
    return field(label, f"entry-{entry_field}", h("input", box), beside=beside, below=below)


def _notes(entry: Entry) -> Node | None:
    notes = entry_notes(entry)
    if not notes:
        return None
    rows = (
        h(
            "li",
            {"class": "note err" if note.kind == "bad" else "note"},
            icon(note.kind),
            h("p", {"dir": "auto"}, h("strong", None, note.claim), " ", note.rest),
        )
        for note in notes
    )
    return h("section", {"aria-label": "Notes on this entry"}, h("ul", {"class": "notes", "role": "list"}, *rows))


def _more(entry: Entry, rev: str) -> Node:
    note = _typed("note", entry.note, rev, {"rows": 2, "dir": "auto"})
    return h(
        "details",
        {"class": "more"},
        h("summary", None, icon("more"), "More"),
        h(
            "div",
            {"class": "fields two"},
            _choice("Whole words", "whole_words", entry.whole_words),
            _choice("Capitals count", "case_sensitive", entry.case_sensitive),
        ),
        field("Note", "entry-note", h("textarea", note), beside=h("span", None, "for you, never sent")),
    )


def _choice(label: str, entry_field: str, value: bool | None) -> Node:
    chosen = {None: "", True: "yes", False: "no"}[value]
    options = (("", "As the chat has it"), ("yes", "Yes"), ("no", "No"))
    attrs: dict[str, Attr] = {
        "id": f"entry-{entry_field}", "data-action": "entry-field", "data-on": "change", "data-id": entry_field
    }  # fmt: skip
    rows = (h("option", {"value": code, "selected": code == chosen}, words) for code, words in options)
    return field(label, f"entry-{entry_field}", h("select", attrs, *rows))
