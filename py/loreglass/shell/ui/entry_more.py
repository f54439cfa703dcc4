"""The entry's finer settings in calm groups, each folded away with a word on how it stands. Views."""

from loreglass.app.view_book_entry import (
    ROLES,
    SLOTS,
    SOURCES,
    TRIGGERS,
    TRIMS,
    budget_said,
    groups_said,
    notes_said,
    place_said,
    times_said,
    waking_said,
)
from loreglass.domain.story.book import Entry
from loreglass.shell.ui.entry_fields import choice, number_field, ticks, typed, word_list, yes_no
from loreglass.shell.ui.node import Child, Node, h, icon
from loreglass.shell.ui.pieces import field, switch


def more(entry: Entry, rev: str, redrawn: str, rule_problem: str = "") -> Node:
    """All groups; the problem is why the rule cannot be read. `redrawn` is new when the note was changed elsewhere."""
    return h(
        "section",
        {"class": "more-groups", "aria-label": "More about this entry"},
        _group("Waking", waking_said(entry), *_waking(entry, rev, rule_problem)),
        _group("Place", place_said(entry), *_place(entry)),
        _group("Times and speakers", times_said(entry), *_times(entry, rev)),
        _group("Groups", groups_said(entry), *_groups(entry, rev)),
        _group("Budget", budget_said(entry), *_budget(entry)),
        _group("Tags and note", notes_said(entry), *_notes(entry, rev, redrawn)),
    )


def _group(name: str, said: str, *children: Child) -> Node:
    summary = h("summary", None, icon("next"), h("b", None, name), h("span", {"class": "quiet", "dir": "auto"}, said))
    return h("details", {"class": "more-group", "key": name}, summary, h("div", {"class": "more-in"}, *children))


def _waking(entry: Entry, rev: str, rule_problem: str) -> tuple[Child, ...]:
    return (
        _rule(entry, rev, rule_problem),
        h(
            "div",
            {"class": "fields three"},
            yes_no("Whole words", "whole_words", entry.whole_words),
            yes_no("Capitals count", "case_sensitive", entry.case_sensitive),
            number_field(
                "Waits for pass",
                "recursion.delay_level",
                entry.recursion.delay_level,
                default=0,
                source="Any pass of entries waking entries",
            ),
        ),
        ticks("Looks also into", "sources", entry.sources, SOURCES, quiet="besides the messages"),
    )


def _rule(entry: Entry, rev: str, problem: str) -> Node:
    attrs = typed(
        "rule",
        entry.rule,
        rev,
        {
            "rows": 1,
            "class": "code-in",
            "placeholder": '("red" and "blue") or not "green"',
            "aria-describedby": "rule-problem" if problem else None,
            "aria-invalid": "true" if problem else None,
            "spellcheck": "false",
            "dir": "auto",
        },
    )
    below = h("p", {"class": "err", "id": "rule-problem"}, f"The rule is skipped: {problem}.") if problem else None
    beside = h("span", None, "wakes it too, without any keyword")
    return field("Rule", "entry-rule", h("textarea", attrs), beside=beside, below=below)


def _place(entry: Entry) -> tuple[Child, ...]:
    place = entry.place
    where = choice("Where it goes", "place.slot", place.slot, SLOTS)
    if place.slot == "at_depth":
        depth = number_field("Depth", "place.depth", place.depth, default=4, unit="messages")
        said_by = choice("Said by", "place.role", place.role, ROLES)
        return (where, h("div", {"class": "fields two"}, depth, said_by))
    if place.slot == "outlet":
        attrs = typed("place.outlet", place.outlet, place.outlet, {"autocomplete": "off", "dir": "auto"})
        beside = h("span", None, "stands where a text says {{outlet::name}}")
        return (where, field("Outlet", "entry-place-outlet", h("input", attrs), beside=beside))
    return (where,)


def _times(entry: Entry, rev: str) -> tuple[Child, ...]:
    exclude = "exclude" if entry.filter.exclude else "include"
    return (
        h(
            "div",
            {"class": "fields three"},
            number_field(
                "Stays in", "sticky", entry.sticky, default=0, unit="messages", source="Not longer than woken"
            ),
            number_field("Rests after", "cooldown", entry.cooldown, default=0, unit="messages", source="Never"),
            number_field("Not before", "delay", entry.delay, default=0, unit="messages", source="From the start"),
        ),
        h(
            "div",
            {"class": "fields two"},
            word_list("Characters", "filter.names", entry.filter.names, rev, hint="Everyone"),
            word_list("Characters with the tags", "filter.tags", entry.filter.tags, rev, hint="Any tag"),
        ),
        choice(
            "Wakes",
            "filter.exclude",
            exclude,
            (("include", "Only for these characters"), ("exclude", "For all but these characters")),
        )
        if entry.filter.names or entry.filter.tags
        else None,
        ticks("Kinds of turn", "triggers", entry.triggers, TRIGGERS, quiet="none ticked: all"),
    )


def _groups(entry: Entry, rev: str) -> tuple[Child, ...]:
    return (
        word_list("Groups", "groups", entry.groups, rev, quiet="of each group one entry goes in"),
        h(
            "div",
            {"class": "fields two"},
            number_field("Odds", "group_weight", entry.group_weight, default=100, any_number=True, most=10**9),
            h(
                "div",
                {"class": "switches low"},
                switch("Highest priority wins", "entry-field", "group_override", on=entry.group_override),
            ),
        )
        if entry.groups
        else None,
    )


def _budget(entry: Entry) -> tuple[Child, ...]:
    own = entry.budget
    return (
        h("div", {"class": "switches"}, switch("Outside the budget", "entry-field", "budget.ignore", on=own.ignore)),
        h(
            "div",
            {"class": "fields three"},
            number_field("Kept for it", "budget.reserve", own.reserve, default=0, unit="tokens", source="Nothing"),
            number_field("At most", "budget.cap", own.cap, default=None, unit="tokens", source="No limit of its own"),
            choice("When it is longer", "budget.trim", own.trim, TRIMS) if own.cap is not None else None,
        ),
    )


def _notes(entry: Entry, rev: str, redrawn: str) -> tuple[Child, ...]:
    note = typed("note", entry.note, redrawn, {"rows": 2, "dir": "auto", "data-rest": True})
    return (
        word_list("Tags", "tags", entry.tags, rev, quiet="to find it by"),
        field("Note", "entry-note", h("textarea", note), beside=h("span", None, "for you, never sent")),
    )
