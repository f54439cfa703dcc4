"""Where another program's rules would decide otherwise, as data. Pure."""

from dataclasses import dataclass, replace

from loreglass.app.programs import SEMANTICS
from loreglass.app.state import Comparison, OpenChat, WhichPlan
from loreglass.app.strings import counted, in_words
from loreglass.app.strings.programs import NAMES
from loreglass.app.strings.reasons import Facts, Pieces, called, sentence, text
from loreglass.app.view_marks import EntryKey, entries_named, key_of
from loreglass.app.view_rows import Row
from loreglass.app.view_why import Groups, facts_of
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.semantics import Semantics


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An entry that goes in under one program's rules only, with both decisions."""

    key: EntryKey
    here: Decision
    there: Decision


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


def differences(plan: Plan, other: Plan) -> tuple[Difference, ...]:
    """The entries that go in under one of the plans only: those of `plan` first, each in its plan's order."""
    here, there = _decided(plan), _decided(other)
    out = []
    for key in (*here, *(key for key in there if key not in here)):
        one, two = here.get(key) or _asleep(there[key]), there.get(key) or _asleep(here[key])
        if (one.verdict == "included") != (two.verdict == "included"):
            out.append(Difference(key=key, here=one, there=two))
    return tuple(out)


def _decided(plan: Plan) -> dict[EntryKey, Decision]:
    return {key_of(one.ref): one for one in plan.decisions}


def _asleep(decision: Decision) -> Decision:
    """What a plan that does not name the entry says of it."""
    ref = EntryRef(book_id=decision.ref.book_id, entry_id=decision.ref.entry_id, revision=decision.ref.revision)
    return Decision(ref=ref, verdict="dormant", reason=Reason(code="no_key_hit"))


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
    found = differences(asked.against, asked.plan)
    facts = _facts(asked.plan, open_chat, found)
    rows = tuple(_otherwise(one, asked.semantics, facts) for one in found)
    return replace(view, chosen=asked.semantics, lede=_lede(asked, len(found)), rows=rows)


def _facts(plan: Plan, open_chat: OpenChat, found: tuple[Difference, ...]) -> Facts:
    shown = open_chat.shown_plan
    until = shown.message_id if shown and open_chat.comparison and open_chat.comparison.which == "reply" else None
    facts = facts_of(plan, open_chat.books, open_chat.path, until=until)
    missing = entries_named(open_chat.books, {one.key for one in found} - facts.entries.keys())
    others = open_chat.comparison is not None and open_chat.comparison.semantics != "native"
    # Only our own rules know a book's depth.
    depths = {} if others else facts.book_depths
    return replace(facts, entries={**facts.entries, **missing}, book_depths=depths)


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
    entry = facts.entries.get(one.key)
    why = sentence(one.there, entry, facts)
    does = {"included": "take it in", "dropped": "leave it out", "dormant": "let it sleep"}[one.there.verdict]
    return Otherwise(
        key=one.key,
        name=called(entry) if entry else "An entry that has gone from its book",
        said=(text(f"{NAMES[semantics]} would {does}: "), *why),
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
