"""The heat map: one SVG a row, drawn in whole pixels, with the same in words. View.

The frame of the chosen turn is an element over the table, so that choosing another turn draws no row again.
"""

from loreglass.app.lately import lately
from loreglass.app.replays import EntryRow
from loreglass.app.strings import number
from loreglass.app.view_replay import HEATS, WORDS, HeatTable
from loreglass.shell.ui.node import Node, classes, h, island, vh

WIDEST, NARROWEST, ROOM = 25, 9, 500
ROW, BAR = 23, 30


def cell_width(turns: int) -> int:
    """Pixels a turn: as wide as there is room for, and never too narrow to point at."""
    return max(NARROWEST, min(WIDEST, ROOM // max(1, turns)))


def heat(view: HeatTable, chosen: int) -> Node:
    """The table, and the frame around the chosen turn."""
    width = cell_width(view.turns)
    frame = {"left": f"calc(var(--heat-name) + {chosen * width}px)", "width": f"{width}px"}
    label = "Heat map, scrolls sideways"
    return h(
        "div",
        {"class": "heat-wrap", "tabindex": "0", "role": "region", "aria-label": label},
        h(
            "div",
            {"class": "heat-in", "style": {"width": f"calc(var(--heat-name) + {view.turns * width}px + 7.25rem)"}},
            island("heat", _table(view)),
            h("div", {"class": "heat-frame", "aria-hidden": "true", "style": frame}, h("b", None, str(chosen + 1))),
        ),
    )


@lately
def _table(view: HeatTable) -> Node:
    """The table, made once for each heat map."""
    width = cell_width(view.turns)
    cols = (
        h("col", {"class": "c1"}),
        h("col", {"style": {"width": f"{view.turns * width}px"}}),
        h("col", {"class": "c3"}),
        h("col", {"class": "c4"}),
    )
    head = h(
        "tr",
        None,
        h("th", {"scope": "col"}, "Entry"),
        h("th", {"scope": "col"}, vh(f"Turns 1 to {view.turns}"), _numbers(view.turns, width)),
        h("th", {"scope": "col", "class": "n"}, "Times"),
        h("th", {"scope": "col", "class": "n"}, "Tokens"),
    )
    return h(
        "table",
        {"class": "heat"},
        h("caption", {"class": "vh"}, "Entries by turn: what went in, what was left out"),
        h("colgroup", None, *cols),
        h("thead", None, head),
        h("tbody", None, *(_row(row, width, view.turns) for row in view.rows)),
        h("tfoot", None, _foot(view, width)),
    )


def _svg(turns: int, width: int, height: int, *children: Node | None, label: str = "") -> Node:
    attrs = {"width": str(turns * width), "height": str(height)}
    named = {"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}
    return h("svg", {**attrs, **named}, *children)


def _numbers(turns: int, width: int) -> Node:
    """The numbers of the turns, and the ground that every row lies on."""
    step = 1 if width >= 20 else 5 if width >= 12 else 10
    texts = (
        h("text", {"x": str(at * width + width / 2), "y": "13"}, str(at + 1))
        for at in range(turns)
        if at == 0 or (at + 1) % step == 0
    )
    ground = h("path", {"id": "heat-ground", "class": "h-cell", "d": _cells(range(turns), width, 9.5, 4)})
    return _svg(turns, width, ROW, h("defs", None, ground), *texts)


def _cells(turns: range | tuple[int, ...], width: int, top: float, height: float) -> str:
    inner = width - 3
    return "".join(f"M{at * width + 1.5} {top}h{inner}v{height}h-{inner}z" for at in turns)


def _row(row: EntryRow, width: int, turns: int) -> Node:
    paths = (h("path", {"class": f"h-{heat}", "d": _cells(places, width, 3, 17)}) for heat, places in row.heats)
    svg = _svg(turns, width, ROW, h("use", {"href": "#heat-ground"}), *paths, label=row.words)
    return h(
        "tr",
        {"class": classes("never" if not row.times else None)},
        h("th", {"scope": "row", "dir": "auto", "title": row.name}, row.name),
        h("td", None, svg),
        h("td", {"class": "n"}, number(row.times)),
        h("td", {"class": "n"}, number(row.tokens)),
    )


def _foot(view: HeatTable, width: int) -> Node:
    """The lore of each turn as bars under the budget's line."""
    scale = BAR / max(1, view.budget, *view.used)
    line = f"{BAR + 8 - view.budget * scale:.1f}"
    bars = (
        h(
            "rect",
            {
                "class": "h-bar",
                "x": str(at * width + 2),
                "y": f"{BAR + 8 - used * scale:.1f}",
                "width": str(width - 4),
                "height": f"{used * scale:.1f}",
            },
        )
        for at, used in enumerate(view.used)
        if used
    )
    limit = h("line", {"class": "h-lim", "x1": "0", "x2": str(view.turns * width), "y1": line, "y2": line})
    most, mean = max(view.used, default=0), round(sum(view.used) / max(1, len(view.used)))
    words = f"Lore a turn: {number(mean)} tokens on average, {number(most)} at most, of {number(view.budget)}."
    return h(
        "tr",
        None,
        h("th", {"scope": "row"}, f"Lore tokens, of {number(view.budget)}"),
        h("td", None, _svg(view.turns, width, BAR + 10, *bars, limit, label=words)),
        h("td", {"class": "n"}),
        h("td", {"class": "n"}, number(sum(view.used))),
    )


def legend() -> Node:
    """What the signs mean."""
    rows = [
        h("span", None, h("svg", {"class": "sw", "aria-hidden": "true"}, _sample(f"h-{heat}")), WORDS[heat])
        for heat in HEATS
    ]
    rows.append(h("span", None, h("svg", {"class": "sw", "aria-hidden": "true"}, _sample("h-cell")), "asleep"))
    return h("p", {"class": "legend"}, *rows)


def _sample(name: str) -> Node:
    return h("rect", {"class": name, "x": ".75", "y": ".75", "width": "10.5", "height": "10.5"})
