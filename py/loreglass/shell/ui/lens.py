"""The lens: the context bar, the beam, the memory budget enlarged, and the table Budget. View."""

from loreglass.app.strings import number
from loreglass.app.strings.presets import NO_CAP
from loreglass.app.view_caps import Cap, said
from loreglass.app.view_lens import Bar, BudgetRow, Lens
from loreglass.shell.ui.node import Attr, Attrs, Node, classes, h


def lens(view: Lens, caps: tuple[Cap, ...] = ()) -> Node:
    """The picture with its captions, and the handles of the limits on it; the table has the same numbers."""
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
        h(
            "div",
            {"class": classes("lens-bars", any(cap.is_part for cap in caps) and "with-parts")},
            h("div", {"role": "img", "aria-label": view.label}, _context(view), _beam(view), _budget(view)),
            *(_handle(cap) for cap in sorted(caps, key=lambda cap: not cap.is_part)),
        ),
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


def _handle(cap: Cap) -> Node:
    """A limit where it stands on the bar; `handles.js` moves it."""
    attrs: dict[str, Attr] = {
        "class": "grip-at",
        "role": "slider",
        "tabindex": "0",
        "aria-label": cap.name,
        "aria-valuemin": "0",
        "aria-valuemax": str(cap.most),
        "aria-valuenow": _plain(cap.most if cap.value is None else cap.value),
        "aria-valuetext": said(cap),
        "data-limit": cap.action,
        "data-id": cap.id or None,
        "data-step": str(cap.step),
        "data-worth": f"{cap.worth:.4f}",
        "data-start": f"{cap.start:.4f}",
        "data-used": str(cap.used),
        "data-words": cap.words,
        "data-unset": NO_CAP if cap.is_part else None,
        "data-none": cap.value is None,
    }
    place = {
        "--end": _percent(cap.end),
        "--aside": _percent(cap.aside),
        "--aside-by-finger": _percent(cap.aside_by_finger),
        **({} if cap.value is None else {"--at": _percent(cap.at)}),
    }
    on = "on-context" if cap.is_part else "on-budget"
    return h("div", {"class": f"handle {on}", "data-bar": True, "style": place, "key": _key(cap)}, h("span", attrs))


def _key(cap: Cap) -> str:
    return cap.id or "memory"


def _plain(value: float) -> str:
    return number(value).replace(",", "")


def limit(cap: Cap) -> Node:
    """A limit as a field, below the bar; a part of the prompt with an empty one has no cap."""
    value = "" if cap.value is None else _plain(cap.value)
    attrs: Attrs = {
        "type": "number",
        "aria-label": f"{cap.name} in {cap.unit}",
        "data-action": cap.action,
        "data-id": cap.id or None,
        "data-on": "change",
        "min": "0",
        "max": str(cap.most),
        "step": "1",
        "inputmode": "numeric",
        "#value": value,
        "#rev": f"{value} of {cap.most}",
    }
    return h(
        "div",
        {"class": "limit-at", "key": _key(cap)},
        h("span", {"aria-hidden": "true"}, cap.name),
        h("input", attrs),
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
