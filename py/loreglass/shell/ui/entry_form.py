"""The open entry: name, text, keywords, numbers, switches, notes, and the finer settings. A view."""

from loreglass.app.state import OpenBook, Preferences
from loreglass.app.strings import counted, isolated, number
from loreglass.app.strings.findings import Note
from loreglass.app.strings.reasons import called
from loreglass.app.view_book import LOGICS, clipped, entry_findings, notes_of, ordinal
from loreglass.app.view_book_entry import paragraphs
from loreglass.domain.authoring.finding import Finding
from loreglass.domain.story.book import Book, Entry
from loreglass.shell.ui.entry_fields import adding, chips, number_field, typed
from loreglass.shell.ui.entry_more import more
from loreglass.shell.ui.node import Attr, Attrs, Node, h, icon
from loreglass.shell.ui.pieces import button, switch


def entry_form(open_book: OpenBook, entry: Entry, preferences: Preferences) -> Node:
    """The form of one entry; every change is saved as it is made."""
    name, book = called(entry), open_book.book
    budget = preferences.memory_budget_tokens if book.budget is None else book.budget
    found = entry_findings(open_book, entry, budget)
    # What is said of a keyword's pattern, or of the rule, stands beside it.
    patterns = [each for each in found if each.field == "keywords" and each.code in ("invalid_regex", "slow_regex")]
    rest = [each for each in found if each not in patterns]
    redrawn = str(open_book.field_revision)
    rev = f"{redrawn}.{entry.revision}"
    return h(
        "section",
        {"class": "edit-col", "aria-label": name, "key": entry.id},
        h("h1", {"class": "vh phone-only"}, f"{isolated(name)}, in {isolated(book.name) or 'a book'}"),
        h("h2", {"class": "vh wide-only", "dir": "auto"}, clipped(name)),
        _crumb(open_book, entry, name),
        h("div", None, h("label", {"class": "vh", "for": "entry-name"}, "Name"), _name(entry, redrawn)),
        _text(entry, redrawn, open_book.costs.get(entry.id), "exact" if open_book.exact else "est."),
        _keywords(entry, rev, notes_of(patterns, book)),
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
        _notes(notes_of(rest, book)),
        more(entry, rev, redrawn, _rule_problem(found)),
    )


def _crumb(open_book: OpenBook, entry: Entry, name: str) -> Node:
    book = open_book.book
    back = h(
        "a",
        {"role": "button", "class": "ghost phone-only", "href": f"#/b/{book.id}"},
        icon("prev"),
        counted(len(book.entries), "entry", "entries"),
    )
    version = h("span", {"class": "lesser"}, f", version {number(entry.revision)}")
    state = "Not saved" if open_book.failed else "Saving" if open_book.unsaved else "Saved"
    said = h("span", None, state, version)
    place = next(at for at, one in enumerate(book.entries) if one.id == entry.id)
    return h(
        "div",
        {"class": "crumb"},
        back,
        said,
        h("span", {"class": "grow"}),
        moves(book, place, entry, phone=True),
        button("History", "history", entry.id, kind="ghost hist"),
        _icon_button("bin", f"Delete {name}", "entry-delete", entry.id),
        *_menu(entry, name),
    )


def _icon_button(picture: str, name: str, action: str, item: str) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "data-action": action,
        "data-id": item,
        "aria-label": name,
        "title": isolated(name),
    }
    return h("button", attrs, icon(picture))


def _menu(entry: Entry, name: str) -> tuple[Node, Node]:
    """The button with three dots and what it opens."""
    box = "entry-menu"
    opener: Attrs = {"type": "button", "class": "ghost icon", "popovertarget": box, "aria-label": f"More for {name}"}
    parts = len(paragraphs(entry.text))
    split: dict[str, Attr] = {"data-cursor": "entry-text"}
    items = (
        _item("history", "History", "again", entry.id, box, {"class": "ghost phone-only"}),
        _item("entry-duplicate", "Duplicate", "copy", entry.id, box),
        _item("entry-split", "Split at the cursor", "fork", entry.id, box, split),
        _item("entry-paragraphs", f"Split into {number(parts)} paragraphs", "fork", entry.id, box)
        if parts > 1
        else None,
    )
    return h("button", opener, icon("more")), h("span", {"class": "menu", "id": box, "popover": "auto"}, *items)


def _item(action: str, label: str, picture: str, item: str, box: str, extra: Attrs | None = None) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost",
        "data-action": action,
        "data-id": item,
        "popovertarget": box,
        "popovertargetaction": "hide",
        **(extra or {}),
    }
    return h("button", attrs, icon(picture), label)


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
    grip = h("span", {"class": "grip", "aria-hidden": "true", "data-grip": True}, icon("grip"))
    if phone:
        return h("div", {"class": "moves phone-only"}, up, down)
    return h("div", {"class": "moves"}, grip, up, down, where)


def _name(entry: Entry, rev: str) -> Node:
    attrs: Attrs = {"class": "title-in", "autocomplete": "off", "dir": "auto", "data-rest": True}
    return h("input", typed("name", entry.name, rev, attrs))


def _text(entry: Entry, rev: str, cost: int | None, worth: str) -> Node:
    size = counted(len(entry.text), "character") if cost is None else f"{counted(cost, 'token')}, {worth}"
    head = h(
        "header",
        None,
        h("label", {"for": "entry-text"}, "Text"),
        h("span", None, "what the model reads"),
        h("span", {"class": "grow"}),
        h("span", {"class": "num"}, size),
    )
    attrs: Attrs = {"class": "text-in", "rows": 6, "dir": "auto", "data-rest": True}
    box = h("textarea", typed("text", entry.text, rev, attrs))
    return h("div", {"class": "field"}, head, box)


def _keywords(entry: Entry, rev: str, bad: tuple[Note, ...]) -> Node:
    head = h("header", None, h("label", {"for": "keywords"}, "Keywords"), h("span", None, "any one wakes it"))
    problems = _problems(bad)
    described = "keywords-problem" if problems else ""
    rev = f"{rev}.{len(entry.keywords)}"
    attrs = adding("keywords", "keyword-add", "", rev, "Add, or paste a list", described=described)
    held = chips("Keywords", entry.keywords, "keyword-remove")
    return h("div", {"class": "field"}, head, h("div", {"class": "keys"}, held, h("textarea", attrs)), problems)


def _rule_problem(found: tuple[Finding, ...]) -> str:
    return next((each.other for each in found if each.code == "broken_rule"), "")


def _problems(bad: tuple[Note, ...]) -> Node | None:
    """Keywords that are skipped, each with its cure."""
    if not bad:
        return None
    rows = (part for each in bad for part in (h("span", {"dir": "auto"}, f"{each.claim} {each.rest}"), _cure(each)))
    return h("div", {"class": "err", "id": "keywords-problem"}, *rows)


def _cure(note: Note) -> Node | None:
    cure = note.cure
    if cure is None:
        return None
    attrs: Attrs = {
        "type": "button",
        "data-action": cure.action,
        "data-id": cure.id,
        "value": cure.value or None,
        "aria-label": cure.name or None,
    }
    return h("button", attrs, cure.label)


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
    attrs = adding("secondary", "secondary-add", "", f"{rev}.{len(entry.secondary)}", "Add a second keyword")
    held = chips("Second keywords", entry.secondary, "secondary-remove")
    return h("div", {"class": "field second"}, head, h("div", {"class": "keys"}, held, h("textarea", attrs)))


def _numbers(entry: Entry, book: Book, preferences: Preferences) -> tuple[Node, ...]:
    inherited = preferences.memory_depth_messages if book.depth is None else book.depth
    source = "From Settings" if book.depth is None else "From the book"
    return (
        number_field("Priority", "priority", entry.priority, default=0, any_number=True),
        number_field("Weight", "weight", entry.weight, default=0, any_number=True),
        number_field("Looks back", "depth", entry.depth, default=None, inherited=str(inherited), source=source),
        number_field(
            "Chance", "probability", entry.probability, default=100.0, unit="per cent", any_number=True, most=100
        ),
    )


def _notes(notes: tuple[Note, ...]) -> Node | None:
    if not notes:
        return None
    rows = (
        h(
            "li",
            {"class": "note err" if each.kind == "bad" else "note", "key": f"{each.claim} {each.rest}"},
            icon(each.kind),
            h("p", {"dir": "auto"}, h("strong", None, each.claim), " ", each.rest),
            _cure(each),
        )
        for each in notes
    )
    return h("section", {"aria-label": "Notes on this entry"}, h("ul", {"class": "notes", "role": "list"}, *rows))
