"""Rows that say why an entry is in, left out or asleep, and the groups they stand in. Views."""

from loreglass.app.strings import counted, number
from loreglass.app.view_checks import Check
from loreglass.app.view_fixes import Fix
from loreglass.app.view_marks import EntryKey, row_id
from loreglass.app.view_rows import Row
from loreglass.app.view_why import Groups
from loreglass.shell.ui.node import Attrs, Node, h, icon, island, vh
from loreglass.shell.ui.sentences import said, sign

ROWS_KEPT = 2000
_last: dict[tuple[EntryKey, bool], tuple[Row, bool, Node]] = {}
KINDS = {"in": "in", "out": "out", "asleep": "zz"}


def three_groups(
    groups: Groups, *, all_sleeping: bool = False, level: int = 3, actions: bool = True, opened: str = ""
) -> tuple[Node, ...]:
    """In, Left out and Sleeping, each with its heading, its count and its rows.

    With actions, only the row of the id `opened` has its inside; a click on another asks for it.
    """
    ins, outs, asleep = len(groups.included), len(groups.left_out) + groups.more_left_out, groups.sleeping_count
    return (
        group(
            "In",
            f"{number(ins)}, in prompt order" if ins else "no entry woke",
            groups.included,
            tokens=_tokens(groups.included_tokens, groups.worth) if ins else "",
            level=level,
            actions=actions,
            opened=opened,
        ),
        group(
            "Left out",
            _left_out_note(outs),
            groups.left_out,
            tokens=_tokens(groups.left_out_tokens, groups.worth) if outs and groups.left_out_tokens else "",
            level=level,
            actions=actions,
            opened=opened,
            more=_more_left_out(groups.more_left_out),
        ),
        group(
            "Sleeping",
            f"{number(asleep)}, nearest to waking first" if asleep else "none",
            groups.sleeping,
            level=level,
            actions=actions,
            opened=opened,
            more=_more(groups, all_sleeping) if actions else None,
        ),
    )


def _tokens(count: int, worth: str) -> str:
    return f"{counted(count, 'token')}, {worth}"


def _left_out_note(outs: int) -> str:
    if not outs:
        return "nothing"
    return "1, it woke but does not go in" if outs == 1 else f"{number(outs)}, they woke but do not go in"


def _more_left_out(count: int) -> Node | None:
    """The button that shows every entry that was left out, and more of those asleep."""
    attrs: Attrs = {"type": "button", "data-action": "sleeping-all"}
    said = f"Show {number(count)} more left out"
    return h("p", {"class": "more-row"}, h("button", attrs, said)) if count else None


def _more(groups: Groups, all_sleeping: bool) -> Node | None:
    """The button that shows more of those asleep, or fewer."""
    attrs: Attrs = {"type": "button", "data-action": "sleeping-all"}
    if groups.more_asleep and not all_sleeping:
        return h("p", {"class": "more-row"}, h("button", attrs, f"Show {number(groups.more_asleep)} more asleep"))
    if all_sleeping:
        rest = f"{number(groups.more_asleep)} more are asleep." if groups.more_asleep else None
        return h(
            "p",
            {"class": "more-row"},
            h("button", attrs, "Show fewer"),
            h("span", {"class": "quiet"}, rest) if rest else None,
        )
    return None


def group(
    title: str,
    note: str,
    rows: tuple[Row, ...],
    *,
    tokens: str = "",
    level: int = 3,
    actions: bool = True,
    opened: str = "",
    more: Node | None = None,
) -> Node:
    """One group of rows under its heading."""
    head = h(
        "header",
        None,
        h(f"h{level}", None, title),
        h("span", {"class": "quiet"}, note),
        h("span", {"class": "quiet num"}, tokens) if tokens else None,
    )
    listed = h("ol", {"role": "list"}, *(_island(one, actions, level + 1, opened) for one in rows)) if rows else None
    return h("section", {"class": "group", "key": title, "aria-label": title}, head, listed, more)


def _island(view: Row, actions: bool, level: int, opened: str) -> Node:
    """The row as an island, made anew only for another row than last time."""
    whole = not actions or opened == row_id(view.key)
    held = _last.get((view.key, actions))
    if held is None or held[0] is not view or held[1] != whole:
        if len(_last) >= ROWS_KEPT:
            _last.clear()
        made = island(f"{row_id(view.key)} {actions}", row(view, actions=actions, level=level, whole=whole))
        held = _last[view.key, actions] = (view, whole, made)
    return held[2]


def row(view: Row, *, actions: bool = True, level: int = 4, whole: bool = True) -> Node:
    """An entry: its mark, name, tokens and reason; whole, also the chain, the checks and what would change it."""
    kind = KINDS[view.mark.fate]
    tokens = (
        h("span", {"class": "tok"}, number(view.tokens), vh(" token" if view.tokens == 1 else " tokens"))
        if view.tokens
        else None
    )
    asks: Attrs = {"data-action": "row-open", "data-id": row_id(view.key)}
    summary = h(
        "summary",
        asks if actions else None,
        sign(view.mark),
        h("span", {"class": "name", "dir": "auto"}, view.name),
        tokens,
        h("span", {"class": "why"}, *said(view.why)),
        h("span", {"class": "why other"}, *said(view.otherwise)) if view.otherwise else None,
    )
    attrs: Attrs = {
        "class": f"row {kind}",
        "id": row_id(view.key) if actions else None,
        "data-n": view.mark.label or None,
    }
    inside = _opened(view, actions, level) if whole else None
    return h("li", attrs, h("details", {"name": "why"}, summary, inside), _fixes(view.fixes))


def _opened(view: Row, actions: bool, level: int) -> Node:
    head = f"h{level}"
    chain = checks = None
    if view.chain:
        title = "How it got here" if len(view.chain) > 2 else "What woke it"
        steps = (h("li", None, h("span", {"dir": "auto"}, *said(step))) for step in view.chain)
        chain = h("div", None, h(head, None, title), h("ol", {"class": "chain", "role": "list"}, *steps))
    if view.checks:
        listed = h("ul", {"class": "checks", "role": "list"}, *(_check(check) for check in view.checks))
        checks = h("div", None, h(head, None, "Checked, in this order"), listed)
    change = h("p", None, *said(view.change)) if view.change else None
    timed = h("p", None, *said(view.timed)) if view.timed else None
    further = _further(view) if actions else ()
    keyword = _keyword(view) if actions and view.takes_keyword else None
    acts = _acts(view) if actions else None
    return h("div", {"class": "opened"}, chain, checks, timed, change, *further, keyword, acts)


def _keyword(view: Row) -> Node:
    """A box for one more keyword, and the button that takes it from a message."""
    item, revision = "/".join(view.key), str(view.entry.revision if view.entry else 0)
    box: Attrs = {
        "type": "text",
        "name": "keyword",
        "autocomplete": "off",
        "dir": "auto",
        "aria-label": f"New keyword for {view.name}",
    }
    takes: Attrs = {
        "type": "button",
        "data-action": "keyword-selected",
        "data-id": item,
        "data-takes": "selection",
    }
    # Once it has been added, the box is another, empty one.
    form: Attrs = {"class": "acts", "data-action": "keyword-typed", "data-id": item, "key": revision}
    return h(
        "form",
        form,
        h("input", box),
        h("button", {"type": "submit"}, "Add keyword"),
        h("button", takes, "Add the selected words"),
    )


def _further(view: Row) -> tuple[Node, ...]:
    """Where a keyword stands that is too far back, with the button that looks there."""
    found = view.further
    if found is None:
        return ()
    return (h("p", None, *said(found[0])), h("div", {"class": "acts"}, _fix(found[1])))


def _check(check: Check) -> Node:
    note = h("span", {"class": "n"}, check.note) if check.note else None
    words = h("span", None, vh("" if check.passed else "Failed: "), *said(check.what))
    return h("li", {"class": None if check.passed else "no"}, icon("check" if check.passed else "x"), words, note)


def _acts(view: Row) -> Node | None:
    if not view.edit:
        return None
    key = "/".join(view.key)
    toggle: Attrs = {"type": "button", "data-action": "entry-toggle", "data-id": key}
    pin: Attrs = {"type": "button", "data-action": "entry-pin", "data-id": key}
    mute: Attrs = {"type": "button", "data-action": "entry-mute", "data-id": key}
    return h(
        "div",
        {"class": "acts"},
        h("a", {"href": view.edit, "role": "button", "aria-label": f"Edit {view.name}"}, "Edit"),
        h("button", toggle, "Switch off" if view.enabled else "Switch on"),
        h("button", pin, "Unpin" if view.pinned else "Pin for this chat") if view.enabled else None,
        h("button", mute, "Unmute" if view.muted else "Mute for this chat") if view.enabled else None,
    )


def _fixes(fixes: tuple[Fix, ...]) -> Node | None:
    if not fixes:
        return None
    return h("div", {"class": "fix"}, *(_fix(fix) for fix in fixes))


def _fix(fix: Fix) -> Node:
    attrs: Attrs = {"type": "button", "data-action": fix.action, "data-id": fix.id, "value": fix.value or None}
    return h("button", attrs, fix.label)
