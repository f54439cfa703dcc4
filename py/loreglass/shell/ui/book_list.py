"""The list of a book's entries: search, filter, rows, and what can be done to several of them. Views."""

from dataclasses import dataclass
from functools import lru_cache

from loreglass.app.addresses import entry_address
from loreglass.app.state import Library, OpenBook
from loreglass.app.strings import counted, number
from loreglass.app.strings.reasons import called
from loreglass.app.view_book import (
    Listed,
    Word,
    claims,
    clipped,
    entry_words,
    fired_words,
    listed,
    part_sentence,
)
from loreglass.domain.story.book import Entry
from loreglass.shell.ui.entry_form import moves
from loreglass.shell.ui.node import Attr, Attrs, Node, classes, h, icon, island, vh
from loreglass.shell.ui.pieces import button

Found = list[tuple[int, Entry]]
CHANGES = (
    ("priority", "Set the priority"),
    ("weight", "Set the weight"),
    ("keyword-add", "Add keywords"),
    ("keyword-remove", "Remove keywords"),
)


def find_line(open_book: OpenBook) -> Node:
    """The search, and the filter for warnings where there are any."""
    attrs: dict[str, Attr] = {
        "id": "find",
        "type": "search",
        "placeholder": "Search keywords and text",
        "autocomplete": "off",
        "data-action": "book-search",
        "data-on": "input",
        "#value": open_book.search,
        "#rev": f"{open_book.book.id} {len(open_book.book.entries)}",
    }
    label = h("label", {"class": "vh", "for": "find"}, "Search keywords and text")
    box = h("div", {"class": "find"}, icon("find"), label, h("input", attrs))
    choose: Attrs = {
        "type": "button",
        "class": "icon",
        "data-action": "bulk-begin",
        "aria-label": "Select entries",
        "title": "Select entries",
        "aria-pressed": "true" if open_book.selecting else "false",
    }
    several = len(open_book.book.entries) > 1 or open_book.selecting
    return h("div", {"class": "line"}, box, _warned(open_book), h("button", choose, icon("check")) if several else None)


def _warned(open_book: OpenBook) -> Node | None:
    count = len(open_book.warned)
    if not count and not open_book.only_warned:
        return None
    attrs: Attrs = {
        "type": "button",
        "data-action": "book-warned",
        "aria-pressed": "true" if open_book.only_warned else "false",
        "aria-label": f"{counted(count, 'entry', 'entries')} with warnings in this book",
    }
    return h("button", attrs, icon("warn"), number(count))


def select_line(open_book: OpenBook, library: Library, found: Found) -> Node | None:
    """How many are found; while entries are chosen, what can be done to them."""
    if open_book.selecting:
        return _bulk(open_book, library)
    if not (open_book.search.strip() or open_book.only_warned):
        return None
    return h("p", {"class": "quiet"}, f"{number(len(found))} found.")


def _bulk(open_book: OpenBook, library: Library) -> Node:
    count, name = len(open_book.selected), open_book.book.name
    none = not count
    others = [book for book in library.books if book.id != open_book.book.id]
    acts = (
        button("On", "bulk-change", "on", name="Switch the selected entries on", off=none),
        button("Off", "bulk-change", "off", name="Switch the selected entries off", off=none),
        button("Merge", "bulk-merge", name="Merge the selected entries", off=count < 2),
        button("Delete", "bulk-delete", name="Delete the selected entries", off=none),
    )
    return h(
        "section",
        {"class": "bulk", "aria-label": f"Selected entries of {name}"},
        h(
            "p",
            {"class": "line"},
            h("span", {"class": "grow num", "role": "status"}, f"{number(count)} selected"),
            button("All", "bulk-all", kind="link", name="Select all entries found, or none"),
            button("Done", "bulk-begin", kind="link", name="Done selecting"),
        ),
        h("div", {"class": "acts"}, *acts),
        _change_form(none),
        _move(none, [(book.id, book.name or "Unnamed book") for book in others]) if others else None,
    )


def _change_form(none: bool) -> Node:
    options = (h("option", {"value": code}, words) for code, words in CHANGES)
    value: dict[str, Attr] = {
        "name": "value",
        "autocomplete": "off",
        "aria-label": "A number, or keywords",
        "placeholder": "A number, or keywords",
        "dir": "auto",
    }
    return h(
        "form",
        {"class": "bulk-form", "data-action": "bulk-change", "data-on": "submit", "aria-label": "Change the selected"},
        h("select", {"name": "what", "aria-label": "What to change"}, *options),
        h("input", value),
        h("button", {"type": "submit", "disabled": none}, "Apply"),
    )


def _move(none: bool, books: list[tuple[str, str]]) -> Node:
    attrs: Attrs = {
        "data-action": "bulk-move",
        "data-on": "change",
        "aria-label": "Move the selected entries to another book",
        "disabled": none,
    }
    options = (h("option", {"value": book_id}, name) for book_id, name in books)
    return h("select", attrs, h("option", {"value": "", "selected": True}, "Move to another book"), *options)


def entry_list(open_book: OpenBook, found: Found) -> Node:
    """The rows, and the way to those that are not shown."""
    part = listed(open_book, found)
    rows = (_row(open_book, place, entry) for place, entry in part.rows)
    return h(
        "ul",
        {
            "class": "entries",
            "role": "list",
            "tabindex": "0",
            "aria-label": "Entries",
            "data-sort": "entry-move",
            # Another part begins at its top.
            "key": f"from {part.before}",
        },
        _leaf(part, part.before, "before"),
        *rows,
        _leaf(part, part.after, "after"),
    )


def _leaf(part: Listed, hidden: int, side: str) -> Node | None:
    if not hidden:
        return None
    step = part.whole
    to = max(0, part.before - step) if side == "before" else part.before + step
    label = "Earlier entries" if side == "before" else "Later entries"
    attrs: Attrs = {"type": "button", "class": "link", "data-action": "book-leaf", "value": str(to)}
    said = h("span", {"class": "num"}, part_sentence(part))
    return h("li", {"class": "quiet more line", "key": side}, said, h("button", attrs, label))


def _row(open_book: OpenBook, place: int, entry: Entry) -> Node:
    book = open_book.book
    seen = _Seen(
        cost=open_book.costs.get(entry.id),
        fired=fired_words(open_book.fired, entry),
        warned=entry.id in open_book.warned,
        said=claims(open_book, entry) if open_book.only_warned else "",
        chosen=(entry.id in open_book.selected) if open_book.selecting else None,
    )
    if entry.id != open_book.entry_id:
        return island(entry.id, _row_of_another(book.id, entry, seen))
    cells = _cells(book.id, entry, seen, is_open=True)
    shell = _shell(entry)
    return h("li", {**shell, "class": f"{shell['class']} open"}, *cells, moves(book, place, entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What a row says of its entry besides what the entry says itself; `chosen` is None while none can be."""

    cost: int | None
    fired: str
    warned: bool
    said: str
    chosen: bool | None


@lru_cache(maxsize=2400)
def _row_of_another(book_id: str, entry: Entry, seen: _Seen) -> Node:
    """A row that is not open, remembered: while the user types, most rows stay as they are."""
    return h("li", _shell(entry), *_cells(book_id, entry, seen))


def _shell(entry: Entry) -> dict[str, Attr]:
    return {"class": "entry" if entry.enabled else "entry off", "key": entry.id, "data-row": entry.id}


def _cells(book_id: str, entry: Entry, seen: _Seen, *, is_open: bool = False) -> tuple[Node, ...]:
    name = called(entry)
    signs: list[Node] = []
    if entry.constant:
        signs += [vh(", always in"), icon("pin")]
    if seen.warned:
        signs += [vh(", has a warning"), icon("warn")]
    tokens = (h("b", None, number(seen.cost)), vh(" token" if seen.cost == 1 else " tokens")) if seen.cost else ()
    times = (h("span", None, seen.fired),) if seen.fired else ()
    words = (seen.said,) if seen.said else tuple(_word(word) for word in entry_words(entry))
    return (
        h("span", {"class": "sw-cell"}, h("input", _mark(book_id, entry, seen.chosen))),
        h(
            "div",
            None,
            h(
                "a",
                {
                    "class": "name",
                    "href": entry_address(book_id, entry.id),
                    "dir": "auto",
                    "aria-current": "true" if is_open else None,
                },
                clipped(name),
                *signs,
            ),
            h(
                "p",
                {"class": "words", "dir": "auto"},
                *words,
            ),
        ),
        h("p", {"class": classes("cnt", not times and "one")}, *tokens, *times),
    )


def _mark(book_id: str, entry: Entry, chosen: bool | None) -> Attrs:
    """The entry's switch; while entries are chosen, its box to tick."""
    name = called(entry)
    if chosen is None:
        return {
            "type": "checkbox",
            "role": "switch",
            "key": "switch",
            "aria-label": f"{name} on",
            "checked": entry.enabled or None,
            "data-action": "entry-toggle",
            "data-on": "change",
            "data-id": f"{book_id}/{entry.id}",
        }
    return {
        "type": "checkbox",
        "key": "choose",
        "aria-label": f"Select {name}",
        "checked": chosen or None,
        "data-action": "bulk-choose",
        "data-on": "change",
        "data-id": entry.id,
    }


def _word(word: Word) -> Node:
    kind, text = word
    return h("code", None, text) if kind == "pattern" else text
