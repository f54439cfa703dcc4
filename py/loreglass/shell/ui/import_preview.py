"""The import preview: what was found, what is lost, what it will be called. Nothing is written until accepted.

A view: importing in, node out. Everything from a file is shown as text.
"""

from loreglass.app.state import Importing, ImportItem, Library
from loreglass.app.strings import counted
from loreglass.app.strings.import_notes import example_words, here_words, thirds_label, warning_sentence
from loreglass.app.view_import import (
    SHOWN_WARNINGS,
    Part,
    facts,
    heading,
    lede,
    parts,
    readable,
    thirds,
)
from loreglass.app.view_import_cast import cast_view
from loreglass.formats.report import Report, ReportRow
from loreglass.shell.ui.import_card import import_card
from loreglass.shell.ui.node import Attr, Node, classes, h, icon
from loreglass.shell.ui.pieces import button

MARKS = {"cannot": "no", "kept": "keep", "repaired": "mended", "mapped": ""}


def import_dialog(importing: Importing, library: Library) -> Node:
    """The dialog Import preview with a section a file."""
    said = heading(importing)
    attrs: dict[str, Attr] = {
        "#modal": True,
        "key": "import",
        "class": "pane import",
        "aria-labelledby": "import-title",
    }
    several = len(importing.items) > 1
    return h(
        "dialog",
        attrs,
        h(
            "div",
            {"class": "topbar"},
            h("h1", {"id": "import-title", "tabindex": "-1", "#focus": True}, "Import preview"),
            _progress(importing),
        ),
        h(
            "div",
            {"class": "page", "tabindex": "0", "role": "region", "aria-label": "Preview"},
            h("p", {"class": "found"}, said) if said else None,
            *(_item(item, importing, library, several=several) for item in importing.items),
        ),
        _decide(importing),
    )


def _progress(importing: Importing) -> Node | None:
    if not importing.reading:
        return None
    total = len(importing.items)
    return h("progress", {"value": str(total - importing.reading), "max": str(total), "aria-label": "Files read"})


def _decide(importing: Importing) -> Node:
    good = len(readable(importing))
    accept: dict[str, Attr] = {
        "type": "button",
        "class": "primary",
        "data-action": "import-accept",
        "disabled": bool(importing.reading) or not good or any(item.choices.waits for item in importing.items),
    }
    said = "Nothing is written until you accept. The original file is kept beside what is made of it."
    return h(
        "div",
        {"class": "decide"},
        h("p", None, said if good or importing.reading else "There is nothing to import. Nothing was changed."),
        button("Cancel", "import-cancel"),
        h("button", accept, "Import"),
    )


def _item(item: ImportItem, importing: Importing, library: Library, *, several: bool) -> Node:
    attrs: dict[str, Attr] = {"class": "imp-in", "key": item.token, "aria-label": item.file_name}
    leave = (
        button("Leave out", "import-drop", item.token, kind="ghost", name=f"Leave out {item.file_name}")
        if several
        else None
    )
    file = h(
        "p", {"class": "file"}, h("code", None, item.file_name), *(h("span", None, fact) for fact in facts(item)), leave
    )
    if item.problem:
        return h("section", attrs, h("div", {"class": "refused"}, file, _refused(item.problem)))
    if item.imported is None:
        return h("section", attrs, h("div", None, file, h("p", {"class": "quiet"}, "Reading it.")))
    left = h("div", None, file, h("h2", {"class": "lede"}, lede(item.imported)), *_report(item.imported.report))
    attach, cast = importing.attach_to is not None, cast_view(item, library, importing)
    card = import_card(item, item.imported, library.books, attach=attach, cast=cast)
    return h("section", attrs, left, card)


def _refused(problem: str) -> Node:
    return h("p", {"class": "note err"}, icon("bad"), h("span", None, h("strong", None, "Not imported. "), problem))


def _report(report: Report) -> tuple[Node, ...]:
    out: list[Node] = []
    if report.warnings:
        out.append(_warnings(report))
    if report.rows:
        out += [_thirds(report), _table(parts(report))]
    return tuple(out)


def _warnings(report: Report) -> Node:
    shown, more = report.warnings[:SHOWN_WARNINGS], len(report.warnings) - SHOWN_WARNINGS
    rows = [h("li", {"class": "note"}, icon("warn"), h("p", {"dir": "auto"}, warning_sentence(one))) for one in shown]
    if more > 0:
        rows.append(h("li", {"class": "note"}, icon("warn"), h("p", None, f"{counted(more, 'more warning')}.")))
    return h("ul", {"class": "notes", "role": "list", "aria-label": "Warnings"}, *rows)


def _thirds(report: Report) -> Node:
    works, kept, cannot = thirds(report)
    bars = (("ok", works), ("keep", kept), ("no", cannot))
    spans = (h("span", {"class": name, "style": {"flex": str(count)}}) for name, count in bars if count)
    return h("div", {"class": "thirds", "role": "img", "aria-label": thirds_label(works, kept, cannot)}, *spans)


def _table(groups: tuple[Part, ...]) -> Node:
    head = h(
        "tr",
        None,
        h("th", {"scope": "col"}, "In the file"),
        h("th", {"scope": "col"}, "Here"),
        h("th", {"scope": "col", "class": "n"}, "Values"),
        h("th", {"scope": "col"}, "For example"),
    )
    return h("table", {"class": "map"}, h("thead", None, head), *(_group(part) for part in groups))


def _group(part: Part) -> Node:
    mark = h("span", {"class": classes("mark", MARKS[part.group])})
    title = h(
        "tr",
        {"class": "part"},
        h(
            "th",
            {"colspan": "4", "scope": "rowgroup"},
            h("h3", None, mark, part.title),
            " ",
            h("span", {"class": "quiet"}, part.sentence),
        ),
    )
    return h("tbody", {"key": part.group}, title, *(_row(row) for row in part.rows))


def _row(row: ReportRow) -> Node:
    return h(
        "tr",
        None,
        h("th", {"scope": "row"}, h("code", None, row.file_field)),
        h("td", {"class": "to"}, here_words(row)),
        h("td", {"class": "n"}, f"{row.values:,}"),
        h("td", {"class": "ex", "dir": "auto"}, example_words(row)),
    )
