"""The tab Why: the sentence, the lens, the table, the three groups. View."""

from loreglass.app.state import WhichPlan
from loreglass.app.view_caps import Cap
from loreglass.app.view_policy import PolicyView, noted
from loreglass.app.view_why import WhyView
from loreglass.shell.ui.lens import budget_table, lens, limit
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.policy import compare
from loreglass.shell.ui.rows import three_groups


def why(view: WhyView, policy: PolicyView | None = None) -> Node:
    """The region Why."""
    return h("section", {"class": "why-panel", "aria-label": "Why"}, *_inside(view, policy or PolicyView()))


def _inside(view: WhyView, policy: PolicyView) -> tuple[Node | None, ...]:
    which = which_plan(view.which, view.has_reply)
    if view.lens is None or view.groups is None:
        return (h("div", {"class": "why-head"}, which, *_nothing(view)),)
    head = h(
        "div",
        {"class": "why-head"},
        which,
        h(
            "div",
            None,
            h("h2", {"class": "lede"}, view.lede),
            h("p", {"class": "from"}, view.from_line),
            h("p", {"class": "from"}, view.reported) if view.reported else None,
        ),
        lens(view.lens, view.caps),
        _limits(view.caps),
        budget_table(view.lens),
        _cuts(view.cuts),
        compare(policy) if policy.others else None,
    )
    groups = noted(view.groups, policy)
    return (head, *three_groups(groups, all_sleeping=view.all_sleeping, opened=view.open_row))


def _limits(caps: tuple[Cap, ...]) -> Node | None:
    """A field for each limit that is set."""
    if not caps:
        return None
    rows = (limit(each) for each in caps if each.value is not None)
    return h("div", {"class": "limits"}, *rows, None if any(each.is_part for each in caps) else _no_parts())


def _no_parts() -> Node:
    """Where handles for the parts come from."""
    link = h("a", {"href": "#/presets"}, "a preset of your own")
    return h("p", {"class": "from"}, h("span", None, "With ", link, " the parts of the prompt have handles too."))


def _cuts(cuts: tuple[str, ...]) -> Node | None:
    """What of the prompt gave way."""
    if not cuts:
        return None
    return h("ul", {"class": "cuts from", "aria-label": "What gave way"}, *(h("li", None, said) for said in cuts))


def _nothing(view: WhyView) -> tuple[Node, ...]:
    if view.problem:
        return (h("h2", {"class": "lede"}, "The next prompt cannot be made."), h("p", {"class": "from"}, view.problem))
    if view.which == "reply":
        words = (
            "Reading what this reply was written from…"
            if view.has_reply
            else "No reply of this chat has a stored plan yet."
        )
        return (h("h2", {"class": "lede"}, "This reply"), h("p", {"class": "from"}, words))
    return (h("h2", {"class": "lede"}, "Choosing what goes in…"),)


def which_plan(which: WhichPlan, has_reply: bool) -> Node:
    """The switch between the next turn, the stored plan of a reply, and two plans compared."""
    return h(
        "div",
        {"class": "seg full", "role": "group", "aria-label": "Which plan"},
        _choice("next", "Next", which == "next"),
        _choice("reply", "This reply", which == "reply", off=not has_reply),
        _choice("compare", "Compare", which == "compare", off=not has_reply),
    )


def _choice(which: str, label: str, pressed: bool, *, off: bool = False) -> Node:
    attrs: Attrs = {
        "type": "button",
        "data-action": "why-which",
        "data-id": which,
        "aria-pressed": "true" if pressed else "false",
        "disabled": off,
    }
    return h("button", attrs, label)
