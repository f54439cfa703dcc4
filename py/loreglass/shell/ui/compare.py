"""Compare: two plans to choose, and what is otherwise in the second. View."""

from loreglass.app.strings import number
from loreglass.app.view_compare import ChangedRow, ChangedSection, Choice, CompareView
from loreglass.shell.ui.node import Attrs, Node, h, vh
from loreglass.shell.ui.sentences import said


def comparison(view: CompareView, which: Node) -> Node:
    """The region Why while two plans are compared; `which` is the switch above."""
    head = h(
        "div",
        {"class": "why-head"},
        which,
        h("div", {"class": "pair"}, _side("before", "Before", view.before), _side("after", "After", view.after)),
        h("div", None, h("h2", {"class": "lede"}, view.lede), *_lines(view)),
    )
    groups = (
        _group("Came in", view.came),
        _group("Went out", view.went),
        _group("Other place", view.moved),
        _group("Other text", view.rewritten),
    )
    sections = _sections(view.sections) if view.sections else None
    return h("section", {"class": "why-panel", "aria-label": "Why"}, head, *(each for each in groups if each), sections)


def _lines(view: CompareView) -> tuple[Node, ...]:
    return tuple(h("p", {"class": "from"}, line) for line in (view.from_line, view.fork) if line)


def _side(side: str, label: str, choices: tuple[Choice, ...]) -> Node:
    box = f"compare-{side}"
    attrs: Attrs = {"id": box, "data-action": "compare-side", "data-on": "change", "data-id": side}
    options = (h("option", {"value": one.id, "selected": one.chosen}, one.name) for one in choices)
    return h("div", {"class": "field"}, h("label", {"for": box}, label), h("select", attrs, *options))


def _group(title: str, rows: tuple[ChangedRow, ...]) -> Node | None:
    if not rows:
        return None
    head = h("header", None, h("h3", None, title), h("span", {"class": "quiet"}, number(len(rows))))
    return h(
        "section",
        {"class": "group", "key": title, "aria-label": title},
        head,
        h("ol", {"role": "list"}, *(_row(one) for one in rows)),
    )


def _row(one: ChangedRow) -> Node:
    tokens = h("span", {"class": "tok"}, number(one.tokens), vh(" tokens")) if one.tokens else None
    return h(
        "li",
        {"class": "row changed", "key": "/".join(one.key)},
        h(
            "div",
            {"class": "face"},
            h("a", {"class": "name", "href": f"#/b/{one.key[0]}/e/{one.key[1]}", "dir": "auto"}, one.name),
            tokens,
            h("span", {"class": "why"}, *said(one.said)),
        ),
    )


def _sections(rows: tuple[ChangedSection, ...]) -> Node:
    names = h("tr", None, *(h("th", {"scope": "col"}, name) for name in ("Section", "Before", "After", "Difference")))
    body = (
        h(
            "tr",
            {"key": f"{at} {one.name}"},
            h("th", {"scope": "row"}, one.name),
            *(h("td", {"class": "n"}, text) for text in (number(one.before), number(one.after), one.difference)),
        )
        for at, one in enumerate(rows)
    )
    return h(
        "section",
        {"class": "group", "aria-label": "Tokens by section"},
        h("header", None, h("h3", None, "Tokens by section")),
        h("table", {"class": "resized"}, h("thead", None, names), h("tbody", None, *body)),
    )
