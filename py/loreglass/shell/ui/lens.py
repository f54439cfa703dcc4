"""The lens: the context bar, the beam, the memory budget enlarged, and the table Budget. View."""

from loreglass.app.strings import number
from loreglass.app.view_lens import Bar, BudgetRow, Cap, Lens
from loreglass.shell.ui.node import Attrs, Node, h


def lens(view: Lens) -> Node:
    """The picture with its captions; the table has the same numbers."""
    left = max(0, view.limit - view.used)
    out = h("span", None, h("b", None, number(view.left_out)), " left out") if view.left_out else None
    return h(
        "figure",
        {"class": "lens"},
        h(
            "div",
            {"class": "cap top"},
            h("span", None, h("b", None, number(view.sent)), f" sent of {number(view.context)} tokens"),
            h("span", None, f"{number(view.reserve)} kept for the reply"),
        ),
        h("div", {"role": "img", "aria-label": view.label}, _context(view), _beam(view), _budget(view)),
        h(
            "div",
            {"class": "cap bot"},
            h(
                "span",
                None,
                h("b", None, number(view.used)),
                f" of {number(view.limit)} in the memory budget, {number(left)} left",
            ),
            out,
        ),
    )


def _percent(value: float) -> str:
    return f"{value:.2f}%"


def _rect(bar: Bar, height: int) -> Node:
    attrs = {
        "class": f"s-{bar.part}",
        "x": _percent(bar.x),
        "y": "1",
        "width": _percent(bar.width),
        "height": str(height),
        "data-seg": bar.mark or None,
    }
    return h("rect", attrs)


def _context(view: Lens) -> Node:
    return h("svg", {"height": "22", "aria-hidden": "true"}, *(_rect(bar, 20) for bar in view.context_bars))


def _beam(view: Lens) -> Node:
    start, end = view.beam
    limit = f"{view.limit_x:.2f}"
    attrs = {"aria-hidden": "true", "height": "30", "viewBox": "0 0 100 30", "preserveAspectRatio": "none"}
    if end <= start:
        return h("svg", attrs)
    return h(
        "svg",
        attrs,
        h("polygon", {"class": "beam", "points": f"{start:.2f},0 {end:.2f},0 {limit},30 0,30"}),
        h("polyline", {"class": "beam-edge", "points": f"{start:.2f},0 0,30"}),
        h("polyline", {"class": "beam-edge", "points": f"{end:.2f},0 {limit},30"}),
    )


def _budget(view: Lens) -> Node:
    parts: list[Node] = []
    for bar in view.budget_bars:
        parts.append(_rect(bar, 28))
        if bar.labelled:
            parts += _label(bar)
    if view.unspent is not None:
        attrs = {"class": "s-none", "y": "1", "height": "28"}
        parts.append(h("rect", {**attrs, "x": _percent(view.unspent.x), "width": _percent(view.unspent.width)}))
    at = _percent(view.limit_x)
    parts.append(h("line", {"class": "limit", "x1": at, "x2": at, "y1": "-5", "y2": "35"}))
    return h("svg", {"height": "30", "aria-hidden": "true"}, *parts)


def _label(bar: Bar) -> tuple[Node, ...]:
    middle = _percent(bar.x + bar.width / 2)
    text = h("text", {"class": "on" if bar.part == "lore" else None, "x": middle, "y": "15"}, bar.mark)
    if bar.part == "lore":
        return (text,)
    return (h("circle", {"class": "plate", "cx": middle, "cy": "15", "r": "8"}), text)


def limit(cap: Cap) -> Node:
    """A limit as a slider below the picture, and as a field."""
    value = f"{cap.value:g}"
    attrs: Attrs = {
        "data-action": cap.action,
        "data-id": cap.id or None,
        "data-on": "change",
        "min": "0",
        "max": str(cap.most),
        "step": str(cap.step),
        "#value": value,
        "#rev": f"{value} of {cap.most}",
    }
    slider = {**attrs, "type": "range", "aria-label": cap.name, "aria-valuetext": f"{value} {cap.unit}"}
    typed = {**attrs, "type": "number", "step": "1", "aria-label": f"{cap.name} in {cap.unit}"}
    return h(
        "div",
        {"class": "limit-at", "key": cap.id or "memory"},
        h("span", {"aria-hidden": "true"}, cap.name),
        h("input", slider),
        h("input", typed),
        h("span", {"class": "quiet", "aria-hidden": "true"}, cap.unit),
    )


def budget_table(view: Lens) -> Node:
    """The table Budget: where the tokens of the context go, and how each number was got."""
    body = h("tbody", {"role": "rowgroup"}, *(_row(row) for row in view.rows))
    return h("table", {"class": "numbers", "role": "table", "aria-label": "Budget"}, body)


def _row(row: BudgetRow) -> Node:
    swatch = h(
        "svg",
        {"class": "sw", "aria-hidden": "true"},
        h("rect", {"class": f"s-{row.part}", "x": ".5", "y": ".5", "width": "11", "height": "11"}),
    )
    return h(
        "tr",
        {"role": "row"},
        h("th", {"role": "rowheader", "scope": "row"}, swatch, row.name),
        h("td", {"role": "cell", "class": "n"}, number(row.tokens)),
        h("td", {"role": "cell", "class": "how"}, row.how),
    )
