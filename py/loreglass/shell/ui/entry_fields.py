"""The fields that an entry's form is made of. Views."""

from collections.abc import Sequence

from loreglass.app.strings import number
from loreglass.app.view_keyword import keyword_look
from loreglass.shell.ui.node import Attr, Attrs, Child, Node, classes, h, icon
from loreglass.shell.ui.pieces import field

Options = Sequence[tuple[str, str]]
CHIPS_AT_AN_END = 150


def box_id(entry_field: str) -> str:
    """The id of a field's control."""
    return f"entry-{entry_field.replace('.', '-').replace('_', '-')}"


def typed(entry_field: str, value: str, rev: str, more: Attrs | None = None) -> dict[str, Attr]:
    """The attributes of a field of the entry; what was typed is told when the field is left.

    With `data-rest` it is told as soon as the typing rests; then `rev` must not change by that.
    """
    return {
        "id": box_id(entry_field),
        "data-action": "entry-field",
        "data-on": "change",
        "data-id": entry_field,
        "#value": value,
        "#rev": rev,
        **(more or {}),
    }


def number_field(
    label: str,
    entry_field: str,
    value: float | None,
    *,
    default: float | None,
    unit: str = "",
    inherited: str = "",
    source: str = "Default",
    any_number: bool = False,
    most: int | None = None,
) -> Node:
    """A number with its unit and where it comes from; Reset where it was set here, `inherited` where none is set."""
    shown = "" if value is None else number(value).replace(",", "")
    limits: dict[str, Attr] = {"type": "number", "step": "any" if any_number else 1, "placeholder": inherited or None}
    if not any_number or most is not None:
        limits |= {"min": 0, "max": most}
    if value == default:
        below = h("p", {"class": "from"}, f"{unit}, {source[:1].lower()}{source[1:]}" if unit else source)
    else:
        reset: dict[str, Attr] = {
            "type": "button",
            "class": "link",
            "value": "" if default is None else number(default),
            "data-action": "entry-field",
            "data-id": entry_field,
            "aria-label": f"Reset {label[:1].lower()}{label[1:]}",
        }
        below = h("p", {"class": "from"}, f"{unit}, set here" if unit else "Set here", h("button", reset, "Reset"))
    control = h("input", typed(entry_field, shown, shown, limits))
    return field(label, box_id(entry_field), control, below=below)


def choice(label: str, entry_field: str, chosen: str, options: Options, *, below: Child = None) -> Node:
    """A list to choose one of."""
    attrs: dict[str, Attr] = {
        "id": box_id(entry_field), "data-action": "entry-field", "data-on": "change", "data-id": entry_field
    }  # fmt: skip
    rows = (h("option", {"value": code, "selected": code == chosen}, words) for code, words in options)
    return field(label, box_id(entry_field), h("select", attrs, *rows), below=below)


def yes_no(label: str, entry_field: str, value: bool | None) -> Node:
    """Yes, no, or as the chat has it."""
    chosen = {None: "", True: "yes", False: "no"}[value]
    return choice(label, entry_field, chosen, (("", "As the chat"), ("yes", "Yes"), ("no", "No")))


def ticks(legend: str, entry_field: str, held: Sequence[str], options: Options, *, quiet: str) -> Node:
    """Boxes to tick, any number of them; values that have no box are shown as well."""
    known = [code for code, _ in options]
    rows = (*options, *((each, each) for each in held if each not in known))
    return h(
        "fieldset",
        {"class": "ticks"},
        h("legend", None, legend, " ", h("span", {"class": "quiet"}, quiet)),
        h("div", {"class": "ticks-in"}, *(_tick(f"{entry_field}.{code}", words, code in held) for code, words in rows)),
    )


def _tick(entry_field: str, words: str, on: bool) -> Node:
    attrs: dict[str, Attr] = {
        "type": "checkbox",
        "data-action": "entry-field",
        "data-on": "change",
        "data-id": entry_field,
        "checked": on or None,
    }
    return h("label", {"key": entry_field}, h("input", attrs), words)


def adding(box: str, action: str, item: str, rev: str, hint: str, *, described: str = "") -> dict[str, Attr]:
    """The attributes of a box for more words: Enter adds; it holds lines, so that a pasted list stays a list."""
    return {
        "id": box,
        "rows": 1,
        "data-keys": "Enter",
        "placeholder": hint,
        "autocomplete": "off",
        "autocapitalize": "off",
        "dir": "auto",
        "aria-describedby": described or None,
        "data-action": action,
        "data-id": item or None,
        "data-on": "change",
        "#value": "",
        "#rev": rev,
    }


def chips(label: str, words: Sequence[str], remove: str, prefix: str = "", *, keywords: bool = True) -> Node | None:
    """A list of words as chips with a button that removes each, None without words; patterns among keywords look it.

    Of very many the first and the last are drawn, so that the page stays quick.
    """
    if not words:
        return None

    def drawn(places: range) -> tuple[Node, ...]:
        return tuple(_chip(f"{prefix}{place}", words[place], remove, keywords=keywords) for place in places)

    listed: Attrs = {"class": "chips", "role": "list", "aria-label": label}
    hidden = len(words) - 2 * CHIPS_AT_AN_END
    if hidden <= 0:
        return h("span", listed, *drawn(range(len(words))))
    between = h("span", {"class": "quiet", "key": "hidden", "role": "listitem"}, f"… {number(hidden)} more …")
    first, last = range(CHIPS_AT_AN_END), range(CHIPS_AT_AN_END + hidden, len(words))
    return h("span", listed, *drawn(first), between, *drawn(last))


def _chip(item: str, word: str, remove: str, *, keywords: bool) -> Node:
    look = keyword_look(word).kind if keywords else "word"
    attrs: dict[str, Attr] = {
        "type": "button", "data-action": remove, "data-id": item, "aria-label": f"Remove {word}"
    }  # fmt: skip
    kind = classes("key", look != "word" and "rx", look == "bad" and "bad")
    shown: Attrs = {"class": kind, "role": "listitem", "dir": "auto", "key": f"{item} {word}"}
    return h("span", shown, word, h("button", attrs, icon("x")))


def word_list(
    label: str, entry_field: str, words: Sequence[str], rev: str, *, quiet: str = "", hint: str = "Add"
) -> Node:
    """A list of names, tags or groups as chips, with a box for more."""
    box = box_id(entry_field)
    attrs = adding(box, "list-add", entry_field, f"{rev}.{len(words)}", "Add" if words else hint)
    held = chips(label, words, "list-remove", f"{entry_field}:", keywords=False)
    beside = h("span", None, quiet) if quiet else None
    return field(label, box, h("div", {"class": "keys"}, held, h("textarea", attrs)), beside=beside)
