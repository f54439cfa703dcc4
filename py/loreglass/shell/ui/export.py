"""The dialog Export: a format, what it would lose, and the download. View."""

from loreglass.app.exporting import PNG, formats_for
from loreglass.app.opened import Exporting
from loreglass.app.strings import counted, isolated, size
from loreglass.app.strings.exports import lost_name
from loreglass.app.strings.import_notes import example_words, format_name, here_words
from loreglass.formats.report import Report
from loreglass.shell.ui.dialogs import framed
from loreglass.shell.ui.node import Attr, Node, h
from loreglass.shell.ui.pieces import button, field

ENDS = {"charx": "", "markdown": "", "text": "", "sillytavern_chat": " (JSONL)"}
"""What is said of a file beside its format's name where it is no JSON."""
TO_READ = ("markdown", "text")
ONE_WAY = " It is for reading, and cannot be imported again."


def export_dialog(exporting: Exporting) -> Node:
    """The dialog for one book, character or chat."""
    attrs: dict[str, Attr] = {
        "id": "export-format",
        "data-action": "export-format",
        "data-on": "change",
        "#focus": True,
    }
    options = (
        h("option", {"value": each, "selected": each == exporting.format or None}, _name(each))
        for each in formats_for(exporting.kind)
    )
    ready: dict[str, Attr] = {
        "type": "button",
        "class": "primary",
        "data-action": "export-download",
        "disabled": exporting.losses is None,
    }
    return framed(
        f"Export {isolated(exporting.name)}",
        "export",
        field("Format", "export-format", h("select", attrs, *options)),
        h("div", {"class": "losses", "role": "group", "aria-label": "What the file holds"}, *_told(exporting)),
        h("div", {"class": "acts"}, button("Cancel", "dialog-close"), h("button", ready, "Download")),
    )


def _name(code: str) -> str:
    if code.endswith(PNG):
        return f"{format_name(code.removesuffix(PNG))}, in its picture (PNG)"
    return format_name(code) + ENDS.get(code, " (JSON)")


def _told(exporting: Exporting) -> tuple[Node, ...]:
    if exporting.problem:
        return (h("p", {"class": "note err"}, h("strong", None, "Not written. "), exporting.problem),)
    if exporting.losses is None:
        return (h("p", {"class": "quiet"}, "Writing it, to see what it would lose…"),)
    lost = tuple(row for row in exporting.losses.rows if row.group == "cannot")
    said = f"{size(exporting.size_bytes)}.{ONE_WAY if exporting.format in TO_READ else ''}"
    if not lost:
        return (h("p", None, f"Everything fits. {said}"),)
    values = sum(row.values for row in lost)
    claim = f"{counted(values, 'value')} cannot be written in this format and would be missing. {said}"
    return (h("p", None, h("strong", None, claim)), _table(exporting.losses, exporting))


def _table(report: Report, exporting: Exporting) -> Node:
    head = h(
        "tr",
        None,
        h("th", {"scope": "col"}, "What"),
        h("th", {"scope": "col", "class": "n"}, "Values"),
        h("th", {"scope": "col"}, "For example"),
    )
    rows = (
        h(
            "tr",
            None,
            h(
                "th",
                {"scope": "row"},
                here_words(row) if row.here not in ("nothing", "kept") else lost_name(row, exporting.kind),
            ),
            h("td", {"class": "n"}, f"{row.values:,}"),
            h("td", {"class": "ex", "dir": "auto"}, example_words(row)),
        )
        for row in report.rows
        if row.group == "cannot"
    )
    wrap = {"class": "losses-wrap", "tabindex": "0", "role": "region", "aria-label": "Losses"}
    return h("div", wrap, h("table", {"class": "lost"}, h("thead", None, head), h("tbody", None, *rows)))
