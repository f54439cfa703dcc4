"""The rows of Why: one entry, its mark, why, what woke it, what was checked, what would change it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from loreglass.app.addresses import entry_address
from loreglass.app.lacking import budget_to_fit
from loreglass.app.strings import counted, number
from loreglass.app.strings.changes import timed, would_change
from loreglass.app.strings.reasons import (
    Facts,
    Pieces,
    among,
    called,
    over_cap,
    seen,
    sentence,
    text,
    where_short,
)
from loreglass.app.view_checks import Check, checks
from loreglass.app.view_fixes import Fix, InChat, always_fix, by_hand_fixes, look_further, priority_fix
from loreglass.app.view_marks import EntryKey, Mark, key_of
from loreglass.app.view_quote import quote
from loreglass.domain.ids import DRAFT_ID, BookId
from loreglass.domain.lore.verdict import Decision, EntryRef, Hit, Reason
from loreglass.domain.story.book import Entry
from loreglass.domain.story.semantics import Semantics

CHAIN_AT_MOST = 12
UNSAID = ("no_key_hit", "outside_depth", "regex_invalid", "regex_slow")
"""Why an entry sleeps that another keyword would wake."""
OVER_CAP = "It would go in with a larger limit of its own, or if it may be shortened."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where the rows find texts and the other decisions."""

    facts: Facts
    texts: Callable[[str], str]
    """The text of a message that was scanned, by id; "" where it is not known."""
    decisions: Mapping[EntryKey, Decision]
    free_tokens: int
    """What is left of the memory budget at the end."""
    free_in_book: Mapping[BookId, int] = field(default_factory=dict)
    """The same for each book that has a budget of its own."""
    left_out: tuple[Decision, ...] = ()
    in_chat: InChat = field(default_factory=InChat)

    @property
    def ground(self) -> tuple[object, ...]:
        """Everything that rows tell besides their own decision, entry and texts."""
        facts = self.facts
        told = (
            facts.semantics,
            facts.blind,
            facts.numbers,
            facts.draft,
            facts.passage,
            facts.scanned_messages,
            facts.book_depths,
        )
        free = (self.free_tokens, self.free_in_book, self.left_out)
        return (*told, facts.message_count, *free, *self.in_chat.ground)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry as Why shows it. `tokens` is None where nothing was counted; `edit` the address of its form.

    What only an opened row shows is worked out when it is asked for: of a hundred rows, one is open.
    """

    key: EntryKey
    mark: Mark
    name: str
    why: Pieces
    decision: Decision
    entry: Entry | None
    sources: Sources = field(compare=False, repr=False)
    tokens: int | None = None
    fixes: tuple[Fix, ...] = ()
    edit: str = ""
    enabled: bool = True
    pinned: bool = False
    muted: bool = False
    otherwise: Pieces = ()
    """What another program would do, where it is compared with and differs."""

    @property
    def chain(self) -> tuple[Pieces, ...]:
        """From the message to the entry, one step an entry between."""
        return _chain(self.decision, self.sources)

    @property
    def checks(self) -> tuple[Check, ...]:
        """What was checked, in order."""
        return checks(self.decision, self.entry, self.sources.facts)

    @property
    def change(self) -> Pieces:
        """What would change the verdict."""
        return _change(self.decision, self.entry, self.sources)

    @property
    def timed(self) -> Pieces:
        """How long it stays in or rests; () where it has no timers."""
        return timed(self.entry, self.sources.in_chat.timer(self.key)) if self.entry else ()

    @property
    def further(self) -> tuple[Pieces, Fix] | None:
        """Where a keyword stands too far back to be seen, and the button that looks there; None where none does."""
        entry, facts = self.entry, self.sources.facts
        if entry is None or facts.passage or self.decision.reason.code != "no_key_hit" or self.muted:
            return None
        found = self.sources.in_chat.older(entry, self.key[0])
        return look_further(found, entry, self.key[0], self.key[0] in facts.book_depths) if found else None

    @property
    def takes_keyword(self) -> bool:
        """Whether one more keyword, when it is said, would wake it."""
        entry, sources = self.entry, self.sources
        if entry is None or sources.in_chat.semantics is None or self.decision.reason.code not in UNSAID:
            return False
        return not sources.facts.terms(entry, self.key[0]).rule


def row(decision: Decision, mark: Mark, sources: Sources) -> Row:
    """The row of a decided entry."""
    key = key_of(decision.ref)
    entry = sources.facts.entries.get(key)
    return Row(
        key=key,
        mark=mark,
        name=called(entry) if entry else "An entry that has gone from its book",
        why=sentence(decision, entry, sources.facts),
        decision=decision,
        entry=entry,
        sources=sources,
        tokens=decision.cost_tokens or None,
        fixes=_fixes(decision, entry, sources),
        edit=entry_address(*key) if entry else "",
        enabled=entry is not None and entry.enabled,
        pinned=key in sources.in_chat.pinned,
        muted=key in sources.in_chat.muted,
    )


def _chain(decision: Decision, sources: Sources) -> tuple[Pieces, ...]:
    """From the message to the entry, one step an entry between; () where no keyword woke it."""
    steps: list[Pieces] = []
    hit = decision.reason.hit
    seen_refs: set[EntryKey] = {key_of(decision.ref)}
    while hit is not None and len(steps) < CHAIN_AT_MOST:
        steps.append(_step(hit, sources))
        if hit.parent is None or key_of(hit.parent) in seen_refs:
            break
        seen_refs.add(key_of(hit.parent))
        parent = sources.decisions.get(key_of(hit.parent))
        hit = parent.reason.hit if parent else None
        if hit is None and parent is not None and parent.reason.code == "constant":
            steps.append((text(f"{sources.facts.name(parent.ref)} is always in."),))
    if not steps:
        return ()
    between = len(steps) - 1
    depth = f", {counted(between, 'step')} from the chat" if between else ""
    end = {"dropped": ", left out", "dormant": ", asleep"}.get(decision.verdict, "")
    name = sources.facts.name(decision.ref) if between else "This entry"
    return (*reversed(steps), (text(f"{name}{depth}{end}"),))


def _step(hit: Hit, sources: Sources) -> Pieces:
    facts = sources.facts
    if hit.parent is not None:
        parent = facts.entry(hit.parent)
        said = quote(parent.text, hit.span) if parent else ()
        return (text(f"{facts.name(hit.parent)}: "), *(said or (text("says "), seen(hit.key))))
    place = where_short(hit, facts).removeprefix("in ")
    lead = place[:1].upper() + place[1:]
    source = sources.texts(hit.message_id) if hit.message_id and hit.where == "text" else ""
    said = quote(source, hit.span)
    return (text(f"{lead}: "), *said) if said else (text(f"{lead}: "), seen(hit.key))


def _change(decision: Decision, entry: Entry | None, sources: Sources) -> Pieces:
    """What would change the verdict; () where the sentence says it already."""
    reason, facts = decision.reason, sources.facts
    terms = facts.terms(entry, decision.ref.book_id) if entry else None
    if decision.verdict == "dropped":
        is_over = entry is not None and over_cap(reason, entry, facts.semantics)
        return (text(OVER_CAP),) if is_over else _change_of_left_out(reason, entry, facts.semantics)
    match reason.code:
        case "recursion_hit":
            parent = reason.hit.parent if reason.hit else None
            return (text(f"It would fall asleep if {facts.name(parent)} did, or if “woken by entries” were off."),)
        case "constant":
            return (text("It stays until “always in” or the entry is switched off."),)
        case "secondary_missing" if terms is not None and terms.logic in ("and_any", "and_all"):
            last = "or" if terms.logic == "and_any" else "and"
            return (
                text("It would wake with "),
                *among(reason.missing or terms.secondary, last),
                text(" said as well."),
            )
        case "outside_depth":
            return (text("It would wake if it looked further back, or if the word were said again."),)
        case "no_key_hit" if terms is not None and terms.keywords:
            return (text("It would wake at "), *among(terms.keywords, "or"), text("."))
        case "key_hit" | "rule_hit" if reason.hit is not None and reason.hit.message_id:
            where = _where_of(reason.hit, facts)
            return (text(f"It falls asleep when {where} is out of reach, unless the word comes again."),)
        case _:
            return would_change(reason, entry)


def _change_of_left_out(reason: Reason, entry: Entry | None, semantics: Semantics) -> Pieces:
    in_order = semantics == "sillytavern"
    match reason.code:
        case "over_book_budget" | "over_total_budget":
            rank = "an order" if in_order else "a priority"
            return (text(f"More budget, a shorter text, or {rank} above those that took the room would let it in."),)
        case "after_overflow":
            rank = "order" if in_order else "priority"
            return (text(f"It could go in if the entry that did not fit had room, or with a higher {rank} than that."),)
        case "chance_failed":
            return (text("The next turn throws again; at 100% it always passes."),)
        case "lost_group" if in_order and not reason.group:
            return (text("With only one group for that entry it would stay."),)
        case "lost_group" if in_order:
            return (text("A larger group weight makes it likelier, where neither order nor score decides."),)
        case "lost_group":
            return (text("The next turn chooses again; a larger group weight makes it likelier."),)
        case _:
            return would_change(reason, entry)


def _where_of(hit: Hit, facts: Facts) -> str:
    return "the draft" if hit.message_id == DRAFT_ID else where_short(hit, facts).removeprefix("in ")


def _fixes(decision: Decision, entry: Entry | None, sources: Sources) -> tuple[Fix, ...]:
    """The buttons under the sentence."""
    if entry is None or sources.facts.passage:
        return ()
    ref: EntryRef = decision.ref
    code = decision.reason.code
    if code == "disabled" and not entry.enabled:
        return (Fix(label="Switch on", action="entry-toggle", id=f"{ref.book_id}/{ref.entry_id}"),)
    if code in ("disabled", "chance_failed"):
        return (*by_hand_fixes(key_of(ref), decision), *always_fix(key_of(ref), decision))
    if code in ("over_book_budget", "over_total_budget") and not over_cap(
        decision.reason, entry, sources.facts.semantics
    ):
        book = code == "over_book_budget"
        more = lacking_tokens(decision, entry, sources)
        label = f"Raise the {'book’s ' if book else ''}budget by {number(more)}"
        more_budget = Fix(label=label, action="raise-budget", id=ref.book_id if book else "chat", value=str(more))
        return (more_budget, *_higher(decision, entry, sources))
    return ()


def _higher(decision: Decision, entry: Entry, sources: Sources) -> tuple[Fix, ...]:
    """A priority that would do, where priorities decide."""
    if sources.in_chat.semantics != "native":
        return ()
    own = decision.reason.code == "over_book_budget"
    free = sources.free_in_book.get(decision.ref.book_id, 0) if own else sources.free_tokens
    return priority_fix(decision, entry, free, sources.decisions, sources.facts.entries)


def lacking_tokens(decision: Decision, entry: Entry, sources: Sources) -> int:
    """How much more budget lets the entry in beside all that is in already.

    A larger budget lets those with a higher priority in first: they are paid for too. Where the list ends with the
    first entry that does not fit, that is all that it lacks.
    """
    reason, book_id = decision.reason, decision.ref.book_id
    if sources.facts.semantics != "native":
        return max(1, (reason.need_tokens or decision.cost_tokens) - (reason.left_tokens or 0))
    own = reason.code == "over_book_budget"
    free = sources.free_in_book.get(book_id, 0) if own else sources.free_tokens
    return budget_to_fit(decision, entry, sources.left_out, sources.facts, free_tokens=free)
