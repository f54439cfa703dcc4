"""Why, as data: the sentence, the lens and the three groups of one plan."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from loreglass.app.lately import lately
from loreglass.app.look_back import older_in
from loreglass.app.planned import plan_at
from loreglass.app.programs import rules_of
from loreglass.app.row_memo import RowMemo
from loreglass.app.state import OpenChat, Panel, WhichPlan
from loreglass.app.strings.chat import from_line, lede
from loreglass.app.strings.counts import reported_beside, worth
from loreglass.app.strings.presets import given_way
from loreglass.app.strings.reasons import Facts
from loreglass.app.terms import depth_in
from loreglass.app.view_caps import Cap, caps
from loreglass.app.view_fixes import InChat
from loreglass.app.view_lens import Lens, lens
from loreglass.app.view_marks import EntryKey, Mark, entries_named, included, key_of, left_out, marks
from loreglass.app.view_rows import Row, Sources
from loreglass.domain.ids import DRAFT_ID, BookId, MessageId, VariantId
from loreglass.domain.lore.verdict import Decision, EntryRef, Hit, Reason, ReasonCode
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import Book, Entry, LinkedBook
from loreglass.domain.story.chat import Message, Variant
from loreglass.domain.story.preset import Preset
from loreglass.domain.story.semantics import Semantics

FIRST_SLEEPING = 5
FIRST_LEFT_OUT = 120
MOST_SLEEPING = 205
ASLEEP = Mark(fate="asleep")
ROWS = RowMemo()
NEAREST: tuple[ReasonCode, ...] = (
    "secondary_missing",
    "outside_depth",
    "recursion_blocked",
    "cooldown",
    "delayed",
    "delay_level",
    "filtered",
    "decorator",
    "regex_slow",
    "regex_invalid",
    "no_key_hit",
    "not_shareable",
    "disabled",
)
"""What is nearest to waking comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """The three groups of a plan's entries."""

    included: tuple[Row, ...]
    left_out: tuple[Row, ...]
    sleeping: tuple[Row, ...]
    sleeping_count: int
    included_tokens: int
    left_out_tokens: int
    worth: str = "est."
    """Whether the counts of the entries are exact or estimates."""
    more_left_out: int = 0
    """How many were left out besides those that have a row."""

    @property
    def more_asleep(self) -> int:
        """Sleeping entries that are not shown."""
        return self.sleeping_count - len(self.sleeping)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyView:
    """The panel's tab Why. Without a plan `lens` and `groups` are None, and `problem` says why."""

    which: WhichPlan
    has_reply: bool
    lede: str = ""
    from_line: str = ""
    lens: Lens | None = None
    caps: tuple[Cap, ...] = ()
    """The limits that can be set: of the next turn, in the tab that writes."""
    groups: Groups | None = None
    all_sleeping: bool = False
    open_row: str = ""
    problem: str = ""
    cuts: tuple[str, ...] = ()
    """What of the prompt gave way, a sentence each."""
    reported: str = ""
    """Of a reply: the planned tokens beside those that the endpoint reported."""


def plan_of(which: WhichPlan, open_chat: OpenChat) -> Plan | None:
    """The plan that the panel shows."""
    if which == "reply":
        return open_chat.shown_plan.plan if open_chat.shown_plan else None
    return plan_at(open_chat.pair.after, open_chat) if which == "compare" else open_chat.next_plan


def has_planned_reply(open_chat: OpenChat) -> bool:
    """True where the chat has a reply whose plan can be shown."""
    return open_chat.shown_plan is not None or _any_plan(open_chat.variants)


def why_view(panel: Panel, open_chat: OpenChat, preset: Preset | None = None) -> WhyView:
    """What Why shows of the chat; `preset` is the one in force."""
    plan = plan_of(panel.which, open_chat)
    has_reply = has_planned_reply(open_chat)
    if plan is None:
        problem = open_chat.plan_problem if panel.which == "next" else ""
        return WhyView(which=panel.which, has_reply=has_reply, problem=problem)
    shown = open_chat.shown_plan if panel.which == "reply" else None
    until = shown.message_id if shown else None
    facts = facts_of(plan, open_chat.books, open_chat.path, until=until)
    reach = reach_of(plan, open_chat.books, open_chat.path, until)
    limit = MOST_SLEEPING if panel.all_sleeping else FIRST_SLEEPING
    numbers, picture = plan.numbers, lens(plan)
    can_set = panel.which == "next" and open_chat.writer
    return WhyView(
        which=panel.which,
        has_reply=has_reply,
        lede=lede(len(included(plan)), len(left_out(plan)), plan.entry_count),
        from_line=from_line(
            *reach, draft=plan.draft, reply=_number_of(shown.message_id, open_chat.path) if shown else None
        ),
        lens=picture,
        caps=caps(plan, picture, _percent(open_chat), preset) if can_set else (),
        groups=groups(
            plan,
            open_chat.books,
            facts,
            texts_of(plan, open_chat.path, open_chat.variants),
            sleeping_limit=limit,
            left_out_limit=None if panel.all_sleeping else FIRST_LEFT_OUT,
            in_chat=in_chat(plan, open_chat, facts),
        ),
        all_sleeping=panel.all_sleeping,
        open_row=panel.open_row,
        problem="" if numbers.context else open_chat.plan_problem,
        cuts=given_way(plan, has_words=open_chat.has_words),
        reported=reported(panel, open_chat),
    )


def reported(panel: Panel, open_chat: OpenChat) -> str:
    """What the endpoint reported of the shown reply, beside what was planned; "" where it did not."""
    shown = open_chat.shown_plan if panel.which == "reply" else None
    return reported_beside(shown.plan.numbers, open_chat.variants.get(shown.variant_id)) if shown else ""


def _percent(open_chat: OpenChat) -> float | None:
    return rules_of(open_chat.chat.semantics, open_chat.chat.activation).budget_percent


def in_chat(plan: Plan, open_chat: OpenChat, facts: Facts) -> InChat:
    """What the rows need of the chat besides the plan."""
    chat = open_chat.chat
    return InChat(
        pinned=frozenset(chat.pinned_entries),
        muted=frozenset(chat.muted_entries),
        semantics=chat.semantics,
        timers=plan.timers,
        older=older_in(open_chat, facts),
    )


def groups(
    plan: Plan,
    books: tuple[LinkedBook, ...],
    facts: Facts,
    texts: Callable[[str], str],
    *,
    sleeping_limit: int,
    left_out_limit: int | None = None,
    in_chat: InChat | None = None,
) -> Groups:
    """The rows of every entry that is in, of those left out (the first ones), of the nearest to waking."""
    known = marks(plan)
    ins, outs = included(plan), left_out(plan)
    decided = {key_of(one.ref): one for one in plan.decisions}
    asleep = _sleeping(plan, books, decided, sleeping_limit)
    entries = {**facts.entries, **entries_named(books, {key_of(one.ref) for one in asleep} - facts.entries.keys())}
    full = replace(facts, entries=entries)
    free = max(0, plan.numbers.memory_budget - plan.numbers.memory_used)
    sources = Sources(
        facts=full,
        texts=texts,
        decisions=decided,
        free_tokens=free,
        free_in_book=_free_in_books(ins, books),
        left_out=outs,
        in_chat=in_chat or InChat(),
    )
    return Groups(
        included=ROWS.rows(((one, known[key_of(one.ref)]) for one in ins), sources),
        left_out=ROWS.rows(((one, known[key_of(one.ref)]) for one in outs[:left_out_limit]), sources),
        sleeping=ROWS.rows(((one, ASLEEP) for one in asleep), sources),
        sleeping_count=max(0, plan.entry_count - len(ins) - len(outs)),
        included_tokens=plan.numbers.memory_used,
        left_out_tokens=plan.numbers.left_out,
        worth=worth(plan.numbers),
        more_left_out=len(outs) - len(outs[:left_out_limit]),
    )


def _free_in_books(ins: tuple[Decision, ...], books: tuple[LinkedBook, ...]) -> dict[BookId, int]:
    """What is left of the books' own budgets."""
    free = {linked.book.id: linked.book.budget for linked in books if linked.book.budget is not None}
    for one in ins:
        if one.ref.book_id in free:
            free[one.ref.book_id] -= one.cost_tokens
    return {book_id: max(0, left) for book_id, left in free.items()}


def _sleeping(
    plan: Plan, books: tuple[LinkedBook, ...], decided: dict[EntryKey, Decision], limit: int
) -> tuple[Decision, ...]:
    """The dormant entries, nearest to waking first, at most `limit`; those that saw no keyword in book order."""
    dormant = [one for one in plan.decisions if one.verdict == "dormant"]
    nearness = {code: n for n, code in enumerate(NEAREST)}
    unseen = nearness["no_key_hit"]
    dormant.sort(key=lambda one: nearness.get(one.reason.code, unseen))
    before = [one for one in dormant if nearness.get(one.reason.code, unseen) < unseen]
    after = dormant[len(before) :]
    quiet: list[Decision] = []
    off: list[Decision] = []
    for book, entry in ((linked.book, entry) for linked in books for entry in linked.book.entries):
        if len(before) + len(quiet) >= limit:
            break
        if (book.id, entry.id) in decided:
            continue
        is_on = entry.enabled and book.enabled
        (quiet if is_on else off).append(_undecided(book.id, entry, "no_key_hit" if is_on else "disabled"))
    return tuple((before + quiet + after + off)[:limit])


def _undecided(book_id: BookId, entry: Entry, code: Literal["no_key_hit", "disabled"]) -> Decision:
    """What a plan leaves out, as a decision: an entry that saw no keyword, or is off."""
    ref = EntryRef(book_id=book_id, entry_id=entry.id, revision=entry.revision)
    return Decision(ref=ref, verdict="dormant", reason=Reason(code=code))


def facts_of(
    plan: Plan, books: tuple[LinkedBook, ...], path: tuple[Message, ...], *, until: MessageId | None = None
) -> Facts:
    """What the sentences of a plan need: its rules, numbers of the messages hit, the entries decided, the reach."""
    hits = [hit for one in plan.decisions for hit in _hits(one.reason)]
    ids = {hit.message_id for hit in hits if hit.message_id}
    wanted = {key_of(one.ref) for one in plan.decisions}
    wanted |= {key_of(hit.parent) for hit in hits if hit.parent}
    wanted |= {key_of(one.reason.winner) for one in plan.decisions if one.reason.winner}
    first, last = _window(plan, path, until)
    return Facts(
        semantics=plan.semantics,
        numbers=numbers_of(path, ids),
        entries=entries_named(books, wanted),
        draft=plan.draft,
        scanned_messages=last - first + 1 if first else 0,
        book_depths={one.book.id: one.book.depth for one in books if one.book.depth is not None},
        message_count=last,
        blind=plan.scanned_from is None,
    )


def _hits(reason: Reason) -> tuple[Hit, ...]:
    return (reason.hit, *reason.secondary_hits) if reason.hit else reason.secondary_hits


def numbers_of(path: tuple[Message, ...], wanted: set[MessageId]) -> dict[str, int]:
    """The numbers (from 1) of the wanted messages; the walk begins at the newest and ends when all are found."""
    found: dict[str, int] = {}
    left = set(wanted) - {DRAFT_ID}
    for at in range(len(path), 0, -1):
        if not left:
            break
        if path[at - 1].id in left:
            found[path[at - 1].id] = at
            left.discard(path[at - 1].id)
    return found


def _number_of(message_id: MessageId, path: tuple[Message, ...]) -> int | None:
    return numbers_of(path, {message_id}).get(message_id)


def reach_of(
    plan: Plan, books: tuple[LinkedBook, ...], path: tuple[Message, ...], until: MessageId | None = None
) -> tuple[int, int]:
    """The numbers of the oldest and the newest message that any entry looked at; (0, -1) where none was."""
    first, last = _window(plan, path, until)
    used = (linked.book for linked in books if linked.book.enabled and linked.book.entries)
    depths = tuple(_deepest(book, plan.semantics) for book in used)
    if not depths or None in depths:
        return (first, last) if first else (0, -1)
    deepest = max(depth for depth in depths if depth is not None)
    first = max(1, last + plan.draft - deepest + 1)
    return (first, last) if first <= last else (0, -1)


def _deepest(book: Book, semantics: Semantics) -> int | None:
    """How far the book's entries look; None where one of them looks as far as the chat says."""
    deepest = 0
    for entry in book.entries:
        depth = depth_in(entry, book.depth, semantics)
        if depth is None:
            return None
        deepest = max(deepest, depth)
    return deepest


def _window(plan: Plan, path: tuple[Message, ...], until: MessageId | None) -> tuple[int, int]:
    """The numbers of the oldest and the newest message in the chat's own depth; 0 for the oldest where none is."""
    last = (_number_of(until, path) or len(path) + 1) - 1 if until else len(path)
    first = _number_of(plan.scanned_from, path) if plan.scanned_from else None
    return first or 0, last


def texts_of(plan: Plan, path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> Callable[[str], str]:
    """Message texts by id: as they were sent, else as they stand in the chat."""
    sent: dict[str, str] = {}

    def text_of(message_id: str) -> str:
        if not sent:
            sent.update({one.message_id: one.own_text for one in plan.messages if one.message_id})
        return sent[message_id] if message_id in sent else _spoken(path, variants).get(message_id, "")

    return text_of


@lately
def _spoken(path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> dict[str, str]:
    return {one.id: variants[one.chosen_id].text for one in path if one.chosen_id in variants}


@lately
def _any_plan(variants: Mapping[VariantId, Variant]) -> bool:
    return any(variant.plan_id for variant in variants.values())
