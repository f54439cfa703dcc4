"""What another program would decide, under the lede of Why; and the way to the replay. View."""

from loreglass.app.view_policy import Otherwise, PolicyView
from loreglass.domain.story.semantics import Semantics
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.sentences import said

LISTED_AT_MOST = 12


def compare(view: PolicyView) -> Node:
    """The buttons Compare with, the comparison that was asked for, and the link Replay this chat."""
    return h(
        "div",
        {"class": "compare", "key": "compare"},
        h(
            "p",
            {"class": "acts"},
            *(_button(semantics, name, view) for semantics, name in view.others),
            h("a", {"href": view.replay}, "Replay this chat") if view.replay else None,
        ),
        _found(view) if view.chosen else None,
    )


def _button(semantics: Semantics, name: str, view: PolicyView) -> Node:
    attrs: Attrs = {
        "type": "button",
        "key": semantics,
        "data-action": "why-compare",
        "data-id": semantics,
        "aria-pressed": "true" if view.chosen == semantics else "false",
    }
    return h("button", attrs, f"Compare with {name}")


def _found(view: PolicyView) -> Node:
    rows = view.rows[:LISTED_AT_MOST]
    more = len(view.rows) - len(rows)
    last = h("li", {"key": "more"}, f"and {more:,} more.") if more > 0 else None
    listed = h("ul", {"role": "list"}, *(_row(one) for one in rows), last) if rows else None
    attrs: Attrs = {"class": "found-other", "role": "group", "aria-label": "The comparison"}
    return h("div", attrs, h("p", {"class": "claim"}, view.lede), listed)


def _row(one: Otherwise) -> Node:
    return h("li", {"key": "/".join(one.key)}, h("b", {"dir": "auto"}, one.name), " ", h("span", None, *said(one.said)))
