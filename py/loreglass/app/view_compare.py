"""Compare, as data: what came in, went out, changed place or tokens between two plans, and where the prompts part."""

from dataclasses import dataclass, replace

from loreglass.app.lately import lately
from loreglass.app.pairing import NEXT, PREVIOUS
from loreglass.app.planned import is_gone, plan_at, planned, sides
from loreglass.app.state import OpenChat
from loreglass.app.strings import compare as words
from loreglass.app.strings.presets import SECTION_NAMES
from loreglass.app.strings.reasons import Facts, Pieces, called, sentence, text
from loreglass.app.view_fork import fork_words
from loreglass.app.view_marks import EntryKey, entries_named
from loreglass.app.view_why import facts_of
from loreglass.domain.ids import VariantId
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.prompt.compare import EntryPair, PlanChange, Resize, compare
from loreglass.domain.prompt.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One plan to choose, and whether it is chosen."""

    id: VariantId
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRow:
    """One entry that differs: its name, its tokens (0: not told), and what is otherwise."""

    key: EntryKey
    name: str
    said: Pieces
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSection:
    """One section with other tokens, and the difference with its sign."""

    name: str
    before: int
    after: int
    difference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareView:
    """The choice Compare of Why. Where a plan is missing, `lede` says so and the rest is empty."""

    before: tuple[Choice, ...]
    after: tuple[Choice, ...]
    lede: str
    from_line: str = ""
    fork: str = ""
    came: tuple[ChangedRow, ...] = ()
    went: tuple[ChangedRow, ...] = ()
    moved: tuple[ChangedRow, ...] = ()
    rewritten: tuple[ChangedRow, ...] = ()
    sections: tuple[ChangedSection, ...] = ()


def compare_view(open_chat: OpenChat) -> CompareView:
    """What Compare shows of the chat."""
    pair = open_chat.pair
    before_id, after_id = sides("compare", open_chat)
    before, after = plan_at(before_id, open_chat), plan_at(after_id, open_chat)
    known = tuple(
        (one.variant_id, words.side_name(one.message, one.variant, one.variants))
        for one in planned(open_chat.path, open_chat.variants)
    )
    offered = ((NEXT, "The next turn"), *known)
    view = CompareView(
        before=_choices(pair.before, ((PREVIOUS, "The reply before it"), *offered)),
        after=_choices(pair.after, offered),
        lede=_missing(before_id, after_id, open_chat),
    )
    if before is None or after is None:
        return view
    change = changes(before, after)
    return _told(view, change, (before, after), _facts(after, after_id, open_chat, change), open_chat)


@lately
def changes(before: Plan, after: Plan) -> PlanChange:
    """The differences of two plans, remembered for the last two."""
    return compare(before, after)


def _choices(chosen: VariantId, offered: tuple[tuple[VariantId, str], ...]) -> tuple[Choice, ...]:
    return tuple(Choice(id=each, name=name, chosen=each == chosen) for each, name in offered)


def _missing(before: VariantId | None, after: VariantId | None, open_chat: OpenChat) -> str:
    if before is None:
        return "No reply before this one has a stored plan."
    if is_gone(before, open_chat.pair) or is_gone(after, open_chat.pair):
        return "One of the two plans is no longer stored. Choose another."
    if NEXT in (before, after) and open_chat.next_plan is None:
        return open_chat.plan_problem or "Choosing what goes in…"
    return "Reading the plans…"


def _facts(plan: Plan, side: VariantId | None, open_chat: OpenChat, change: PlanChange) -> Facts:
    """What the sentences need, with every entry that is told of."""
    known = planned(open_chat.path, open_chat.variants)
    until = next((one.message_id for one in known if one.variant_id == side), None)
    facts = facts_of(plan, open_chat.books, open_chat.path, until=until)
    pairs = (*change.came, *change.went, *change.rewritten)
    keys = {pair.key for pair in pairs} | {one.key for one in change.moved}
    return replace(facts, entries={**facts.entries, **entries_named(open_chat.books, keys - facts.entries.keys())})


def _told(
    view: CompareView, change: PlanChange, plans: tuple[Plan, Plan], facts: Facts, open_chat: OpenChat
) -> CompareView:
    before, after = plans
    lede = "Both prompts are the same." if change.is_nothing else words.change_lede(len(change.came), len(change.went))
    return replace(
        view,
        lede=lede,
        from_line=words.sent_line(before.numbers.sent, after.numbers.sent),
        fork=fork_words(change.fork, before, after, open_chat, last=False) if change.fork else "",
        came=tuple(_entered(pair, facts) for pair in change.came),
        went=tuple(_left(pair, facts) for pair in change.went),
        moved=tuple(_row(one.key, words.moved_line(one.before, one.after), facts) for one in change.moved),
        rewritten=tuple(_row(pair.key, _rewritten(pair), facts) for pair in change.rewritten),
        sections=tuple(_section(one) for one in change.sections),
    )


def _entered(pair: EntryPair, facts: Facts) -> ChangedRow:
    assert pair.after is not None
    entry = facts.entries.get(pair.key)
    why = sentence(pair.after, entry, facts)
    return replace(_row(pair.key, "", facts), said=why, tokens=pair.after.cost_tokens)


def _left(pair: EntryPair, facts: Facts) -> ChangedRow:
    """An entry that is not in any more, with the reason for that."""
    assert pair.before is not None
    entry = facts.entries.get(pair.key)
    if pair.after is not None:
        why = sentence(pair.after, entry, facts)
    elif entry is None:
        why = (text("It has gone from its book."),)
    else:
        ref = EntryRef(book_id=pair.key[0], entry_id=pair.key[1], revision=entry.revision)
        reason = Reason(code="no_key_hit" if entry.enabled else "disabled")
        why = sentence(Decision(ref=ref, verdict="dormant", reason=reason), entry, facts)
    return replace(_row(pair.key, "", facts), said=why, tokens=pair.before.cost_tokens)


def _row(key: EntryKey, said: str, facts: Facts) -> ChangedRow:
    entry = facts.entries.get(key)
    name = called(entry) if entry else "An entry that has gone from its book"
    return ChangedRow(key=key, name=name, said=(text(said),))


def _rewritten(pair: EntryPair) -> str:
    assert pair.before is not None
    assert pair.after is not None
    return words.rewritten_line(pair.before.cost_tokens, pair.after.cost_tokens)


def _section(one: Resize) -> ChangedSection:
    return ChangedSection(
        name=one.name or SECTION_NAMES[one.key[0]],
        before=one.before,
        after=one.after,
        difference=words.more_or_less(one.before, one.after),
    )
