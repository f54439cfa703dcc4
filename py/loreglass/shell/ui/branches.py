"""The dialog of a chat's branches: a picture, and the list that says the same. View."""

from loreglass.app.strings import isolated
from loreglass.app.view_branches import BranchesView, BranchRow
from loreglass.shell.ui.dialogs import framed
from loreglass.shell.ui.node import Attrs, Node, classes, h
from loreglass.shell.ui.pieces import button

WIDTH, ROW, EDGE = 640.0, 30.0, 14.0


def branches_dialog(view: BranchesView) -> Node:
    """The branches, each with its name, and what can be done with it."""
    hint = "Branch here, in the menu of a message, keeps what follows it and goes on from there."
    return framed(
        f"Branches of {isolated(view.title)}",
        "branches",
        _picture(view) if len(view.rows) > 1 else None,
        h("ol", {"class": "branch-list", "role": "list"}, *(_row(row, view) for row in view.rows)),
        h("p", {"class": "quiet"}, hint),
    )


def _picture(view: BranchesView) -> Node:
    """A line a branch, from where it parts to its last message; hidden from those who have the list read to them."""
    lines = (_line(place, row, view) for place, row in enumerate(view.rows))
    box = f"0 0 {WIDTH:.0f} {ROW * len(view.rows):.0f}"
    return h("svg", {"class": "branch-tree", "viewBox": box, "aria-hidden": "true"}, *lines)


def _x(message: int, view: BranchesView) -> float:
    return EDGE + (WIDTH - 2 * EDGE) * message / max(1, view.longest)


def _y(place: int) -> float:
    return ROW * (place + 0.5)


def _line(place: int, row: BranchRow, view: BranchesView) -> Node:
    start, end, level = _x(row.start, view), _x(row.end, view), _y(place)
    if row.parent is None:
        path = f"M{start:.1f} {level:.1f}H{end:.1f}"
    else:
        above = _y(row.parent)
        path = f"M{start:.1f} {above:.1f}V{level - 6:.1f}q0 6 6 6H{max(end, start + 6):.1f}"
        end = max(end, start + 6)
    dot: Attrs = {"cx": f"{end:.1f}", "cy": f"{level:.1f}", "r": "5"}
    return h(
        "g",
        {"class": classes("open" if row.is_open else None), "key": row.id},
        h("path", {"d": path}),
        h("circle", dot),
    )


def _row(row: BranchRow, view: BranchesView) -> Node:
    words = f"{row.words}. Last: {row.last}" if row.last else f"{row.words}."
    return h(
        "li",
        {"class": classes("branch", "open" if row.is_open else None), "key": row.id},
        h("div", {"class": "say"}, _name(row, view), h("p", {"class": "quiet num", "dir": "auto"}, words)),
        h("div", {"class": "acts"}, *_acts(row, view)),
    )


def _name(row: BranchRow, view: BranchesView) -> Node:
    if not row.id or not view.writable:
        return h("b", {"dir": "auto"}, row.name)
    attrs: Attrs = {
        "type": "text",
        "dir": "auto",
        "autocomplete": "off",
        "aria-label": f"Name of the branch {row.name}",
        "data-action": "branch-rename",
        "data-on": "change",
        "data-id": row.id,
        "#value": row.name,
        "#rev": row.name,
    }
    return h("input", attrs)


def _acts(row: BranchRow, view: BranchesView) -> tuple[Node, ...]:
    if row.is_open:
        return (h("span", {"class": "tag"}, "open"),)
    if not view.writable:
        return ()
    return (
        button("Open", "branch-open", row.id, name=f"Open the branch {row.name}"),
        button("Delete", "branch-delete", row.id, kind="ghost", name=f"Delete the branch {row.name}"),
    )
