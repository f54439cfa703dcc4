"""Where another program's rules would decide otherwise, as data. Pure."""

from dataclasses import dataclass, replace

from loreglass.app.programs import SEMANTICS
from loreglass.app.state import Comparison, OpenChat, WhichPlan
from loreglass.app.strings import counted, in_words
from loreglass.app.strings.programs import NAMES
from loreglass.app.strings.reasons import Facts, Pieces, called, sentence, text
from loreglass.app.view_marks import EntryKey
from loreglass.app.view_rows import Row
from loreglass.app.view_why import Groups, facts_of
from loreglass.domain.authoring.otherwise import Difference, differences
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.semantics import Semantics


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """One line of the comparison: the entry, and what the other program would do with it."""

    key: EntryKey
    name: str
    said: Pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyView:
    """What a plan may be compared with, and how the comparison came out."""

    others: tuple[tuple[Semantics, str], ...] = ()
    chosen: Semantics | None = None
    lede: str = ""
    rows: tuple[Otherwise, ...] = ()
    replay: str = ""
    """The address of the replay of this chat."""


def policy_view(which: WhichPlan, open_chat: OpenChat) -> PolicyView:
    """The buttons, and the comparison where one was asked for of the plan that is shown."""
    own, asked = open_chat.chat.semantics, open_chat.comparison
    view = PolicyView(
        others=tuple((each, NAMES[each]) for each in SEMANTICS if each != own), replay=f"#/c/{open_chat.chat.id}/replay"
    )
    if asked is None or asked.which != which or asked.semantics == own:
        return view
    if asked.plan is None or asked.against is None:
        return replace(view, chosen=asked.semantics, lede=_lede(asked, 0))
    found = differences(asked.against.decisions, asked.plan.decisions, open_chat.books)
    facts = _facts(asked, asked.plan, open_chat, found)
    rows = tuple(_otherwise(one, asked.semantics, facts) for one in found)
    return replace(view, chosen=asked.semantics, lede=_lede(asked, len(found)), rows=rows)


def _facts(asked: Comparison, plan: Plan, open_chat: OpenChat, found: tuple[Difference, ...]) -> Facts:
    shown = open_chat.shown_plan
    until = shown.message_id if shown and asked.which == "reply" else None
    facts = facts_of(plan, open_chat.books, open_chat.path, until=until)
    missing = {(one.book.id, one.entry.id): one.entry for one in found}
    return replace(facts, entries={**facts.entries, **missing})


def _lede(asked: Comparison, count: int) -> str:
    name = NAMES[asked.semantics]
    if asked.problem:
        return f"{name} cannot be asked: {asked.problem}"
    if asked.plan is None:
        return f"Deciding again as {name} would…"
    entries = asked.plan.entry_count
    if not count:
        return f"{name} would take the same entries."
    return f"{name} would decide otherwise for {in_words(count)} of {counted(entries, 'entry', 'entries')}."


def _otherwise(one: Difference, semantics: Semantics, facts: Facts) -> Otherwise:
    does = {"included": "take it in", "dropped": "leave it out", "dormant": "let it sleep"}[one.theirs.verdict]
    return Otherwise(
        key=(one.book.id, one.entry.id),
        name=called(one.entry),
        said=(text(f"{NAMES[semantics]} would {does}: "), *sentence(one.theirs, one.entry, facts)),
    )


def noted(groups: Groups, policy: PolicyView) -> Groups:
    """The rows, with what another program would do beside those where it differs."""
    notes = {one.key: one.said for one in policy.rows}
    if not notes:
        return groups
    return replace(
        groups,
        included=_noted(groups.included, notes),
        left_out=_noted(groups.left_out, notes),
        sleeping=_noted(groups.sleeping, notes),
    )


def _noted(rows: tuple[Row, ...], notes: dict[EntryKey, Pieces]) -> tuple[Row, ...]:
    return tuple(replace(one, otherwise=notes[one.key]) if one.key in notes else one for one in rows)
