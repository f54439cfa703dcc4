"""Why an entry is in, left out or asleep, as sentences whose keywords are marked.

A sentence is a tuple of pieces, so that a view can underline the keywords; `plain` makes a text of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from loreglass.app.strings import capital, counted, isolated, number
from loreglass.app.terms import Terms, terms_of
from loreglass.domain.ids import DRAFT_ID, BookId, EntryId
from loreglass.domain.lore.keywords import is_regex
from loreglass.domain.lore.verdict import Decision, EntryRef, Hit, Reason
from loreglass.domain.story.book import Entry
from loreglass.domain.story.semantics import Semantics

PieceKind = Literal["text", "seen", "wanted", "pattern", "pattern_wanted"]
SOURCE_NAMES = {
    "persona": "your persona",
    "description": "the description",
    "personality": "the personality",
    "scenario": "the scenario",
    "creator_notes": "the creator’s notes",
    "author_note": "the author’s note",
    "depth_prompt": "the character’s note",
    "entry": "the texts of other entries",
}
NAMED_AT_MOST = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence: plain text, a keyword that was seen, one that is wanted, or a pattern."""

    kind: PieceKind
    text: str


Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What sentences need beside the decision: whose rules, the numbers of messages, the entries named, the reach."""

    semantics: Semantics = "native"
    """The rules that the plan was made by."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    entries: Mapping[tuple[BookId, EntryId], Entry] = field(default_factory=dict)
    draft: bool = False
    passage: bool = False
    """True where the only text is the passage of a book's test box."""
    scanned_messages: int = 0
    """Messages in the chat's depth, the draft not counted."""
    book_depths: Mapping[BookId, int] = field(default_factory=dict)
    """Depths of the books that have their own, the draft counted."""
    message_count: int = 0
    blind: bool = False
    """True where the chat's depth takes in no message."""

    def terms(self, entry: Entry, book_id: BookId) -> Terms:
        """What the entry is under these rules."""
        return terms_of(entry, self.book_depths.get(book_id), self.semantics)

    def entry(self, ref: EntryRef | None) -> Entry | None:
        """The entry of a reference, None where it has gone from the book."""
        return self.entries.get((ref.book_id, ref.entry_id)) if ref else None

    def name(self, ref: EntryRef | None) -> str:
        """What the entry is called."""
        entry = self.entry(ref)
        return (isolated(called(entry)) or "an entry") if entry else "an entry that has gone"


def called(entry: Entry) -> str:
    """The entry's name, or its first keyword where it has none."""
    return entry.name or (entry.keywords[0] if entry.keywords else "Entry without a name")


def text(*parts: str) -> Piece:
    """A plain piece."""
    return Piece("text", "".join(parts))


def seen(key: str) -> Piece:
    """A keyword that was seen."""
    return Piece("pattern" if is_regex(key) else "seen", key)


def wanted(key: str) -> Piece:
    """A keyword that was looked for."""
    return Piece("pattern_wanted" if is_regex(key) else "wanted", key)


def plain(pieces: Pieces) -> str:
    """The sentence as text."""
    return "".join(piece.text for piece in pieces)


def sentence(decision: Decision, entry: Entry | None, facts: Facts) -> Pieces:
    """Why the entry ended as it did, in one or two sentences, in the words of the rules it was decided by."""
    reason = decision.reason
    terms = facts.terms(entry, decision.ref.book_id) if entry else None
    if decision.verdict == "included":
        said = _included(reason, terms, facts)
        return (*said, text(" Shortened to its own limit.")) if decision.trimmed else said
    if decision.verdict == "dropped":
        return _dropped(reason, entry, rank_said(terms), facts)
    if reason.muted:
        return (text("Muted for this chat."),)
    if reason.code == "no_key_hit":
        return _unseen(reason, entry, terms, facts)
    if reason.code == "secondary_missing":
        return _secondary(reason, terms, facts)
    return _dormant(reason, entry, facts)


def place_of(hit: Hit, facts: Facts) -> str:
    """Where a keyword was seen, with the distance: "in message 40, 1 back", "in your draft", "in the scenario"."""
    place = where_short(hit, facts)
    if not _in_message(hit):
        return place
    return f"{place}, {number(hit.age)} back" if hit.age else f"{place}, the newest"


def where_short(hit: Hit, facts: Facts) -> str:
    """The same without the distance."""
    if hit.parent is not None:
        return f"in {facts.name(hit.parent)}"
    if hit.message_id == DRAFT_ID:
        return "in the passage" if facts.passage else "in your draft"
    if not _in_message(hit):
        return f"in {SOURCE_NAMES.get(hit.where, hit.where)}"
    at = facts.numbers.get(hit.message_id or "", (hit.message or 0) + 1)
    return f"in the name on message {number(at)}" if hit.where == "name" else f"in message {number(at)}"


def _in_message(hit: Hit) -> bool:
    """True where it stood in a message of the chat, not in an entry, the draft or another text."""
    is_said = hit.message_id is not None or hit.message is not None
    return hit.parent is None and hit.message_id != DRAFT_ID and is_said


def among(keys: tuple[str, ...], last: str) -> Pieces:
    """Wanted keywords as a list, at most a few by name."""
    shown = keys if len(keys) <= NAMED_AT_MOST else keys[: NAMED_AT_MOST - 1]
    more = len(keys) - len(shown)
    out: list[Piece] = []
    for index, key in enumerate(shown):
        if index:
            out.append(text(f" {last} " if index == len(shown) - 1 and not more else ", "))
        out.append(wanted(key))
    if more:
        out.append(text(f" {last} ", counted(more, "other")))
    return tuple(out)


def in_reach(depth: int | None, facts: Facts) -> int:
    """How many messages an entry looks at, the draft not counted: by its own depth or its book's, else the chat's."""
    return facts.scanned_messages if depth is None else max(0, min(depth - facts.draft, facts.message_count))


def reach(depth: int | None, facts: Facts) -> str:
    """What was looked through: "your draft or the last 3 messages"; "" where nothing was."""
    if facts.passage:
        return "the passage"
    if depth == 0 or (depth is None and facts.blind and facts.message_count):
        return ""
    count = in_reach(depth, facts)
    last = "the last message" if count == 1 else f"the last {number(count)} messages"
    if not count:
        return "your draft" if facts.draft else "any message"
    return f"your draft or {last}" if facts.draft else last


def rank_said(terms: Terms | None) -> str:
    """What decides over the budget: "priority 20", "order 100"."""
    if terms is None:
        return "priority unknown"
    return f"{terms.rank} {'unknown' if terms.rank_number is None else number(terms.rank_number)}"


def _woken(reason: Reason, facts: Facts) -> Pieces:
    """The keyword and where it stood, with the second keyword where one was needed."""
    hit = reason.hit
    if hit is None:
        return ()
    if hit.parent is not None:
        return (text(f"Woken by {facts.name(hit.parent)}, which says "), seen(hit.key))
    out: tuple[Piece, ...] = (seen(hit.key), text(" ", place_of(hit, facts)))
    if reason.secondary_hits:
        second = reason.secondary_hits[0]
        short = (seen(hit.key), text(" ", where_short(hit, facts), ", with "), seen(second.key))
        out = (*short, text(" ", where_short(second, facts)))
    return out


def _included(reason: Reason, terms: Terms | None, facts: Facts) -> Pieces:
    tail = rank_said(terms)
    match reason.code:
        case "constant":
            return (text(f"Always in. {capital(tail)}."),)
        case "forced":
            return (text(f"Put in by hand; {tail}."),)
        case "decorator":
            return (text(f"Its own first lines tell it to be in; {tail}."),)
        case "sticky":
            until = f" until message {number(reason.until_messages)}" if reason.until_messages is not None else ""
            return (text(f"It woke before and stays{until}; {tail}."),)
        case "rule_hit":
            return (text("Its rule holds: "), *_woken(reason, facts), text(f"; {tail}."))
        case _:
            return (*_woken(reason, facts), text(f"; {tail}.")) if reason.hit else (text(f"{capital(tail)}."),)


def _dropped(reason: Reason, entry: Entry | None, rank: str, facts: Facts) -> Pieces:
    woken = (*_woken(reason, facts), text(". ")) if reason.hit else ()
    match reason.code:
        case "over_book_budget" | "over_total_budget":
            need, left = reason.need_tokens or 0, reason.left_tokens or 0
            if entry is not None and over_cap(reason, entry, facts.semantics):
                limit = f"Its text is {counted(need, 'token')}, over its own limit of {number(left)}."
                return (*woken, text(limit))
            were = f"{number(left)} {'was' if left == 1 else 'were'} left"
            had = f"its book had {number(left)} left" if reason.code == "over_book_budget" else were
            # The other programs take no more after the first that does not fit.
            ends = "" if facts.semantics == "native" else ", and there the list ends"
            return (*woken, text(f"Needs {counted(need, 'token')}; {had} at {rank}{ends}."))
        case "after_overflow":
            return (*woken, text("It came after an entry that did not fit, and there the list ends."))
        case "lost_group":
            return (*woken, text(_lost(reason, facts)))
        case "chance_failed":
            return (*woken, text(f"Chance {percent(reason.needed_percent)}; {rolled(reason.roll)}."))
        case "duplicate":
            return (*woken, text("The same text is in already."))
        case _:
            return (*woken, text("Awake, but the prompt has no place where it could stand."))


def _lost(reason: Reason, facts: Facts) -> str:
    group = f"“{reason.group}”" if reason.group else "Its group"
    if facts.semantics == "sillytavern" and not reason.group:
        twice = facts.name(reason.winner) if reason.winner else "Another entry"
        return f"{twice} lost two groups at once, and SillyTavern then takes the last of the others out as well."
    if facts.semantics == "sillytavern":
        # Several may stay (stickies), and who was ahead may have lost the roll after it.
        return f"In the group {group} {facts.name(reason.winner) if reason.winner else 'another'} goes before it."
    won = f"{facts.name(reason.winner)} was chosen" if reason.winner else "another was chosen"
    return f"{group} gives one entry a turn: {won}."


def over_cap(reason: Reason, entry: Entry, semantics: Semantics) -> bool:
    """True where the entry's own limit kept it out, not the budget; only our own rules know such limits."""
    cap = entry.budget.cap
    return semantics == "native" and cap is not None and reason.left_tokens == cap and (reason.need_tokens or 0) > cap


def percent(value: float | None) -> str:
    """A chance: "30%"."""
    return f"{number(value if value is not None else 100)}%"


def rolled(roll: float | None) -> str:
    """The die: a share of 1, told in per cent, as chances are."""
    return f"rolled {number(round(roll * 100, 1))}" if roll is not None else "the die fell otherwise"


def _dormant(reason: Reason, entry: Entry | None, facts: Facts) -> Pieces:
    match reason.code:
        case "disabled":
            return (text("Switched off." if entry is None or not entry.enabled else "Its book is switched off."),)
        case "outside_depth":
            return _outside(reason, entry, facts)
        case "filtered":
            kinds = {
                "character": "It wakes for other characters only.",
                "tag": "It wakes for characters with other tags.",
            }
            return (text(kinds.get(reason.filter_kind or "", "It wakes for another kind of turn.")),)
        case "cooldown":
            return (text(f"Resting: it fired lately{_until(reason, ' and can wake again at message ')}."),)
        case "delayed":
            return (text(f"Too early in the chat{_until(reason, ': it can wake from message ')}."),)
        case "delay_level":
            return (text("It waits for a later pass of entries waking entries, and none came."),)
        case "recursion_blocked":
            return (*_woken(reason, facts), text("; but entries may not wake it.")) if reason.hit else (_BLOCKED,)
        case "decorator":
            return (text("Its own first lines tell it to stay out."),)
        case "regex_invalid":
            said = f": {reason.problem}" if reason.problem else ""
            return (Piece("pattern_wanted", reason.pattern), text(f" is not a valid pattern{said}."))
        case "regex_slow":
            return (
                Piece("pattern_wanted", reason.pattern),
                text(" took too long and was stopped; it rests until it is edited."),
            )
        case _:
            return (text("It may not be shared with this character."),)


_BLOCKED = text("Another entry says its keyword, but entries may not wake it.")


def _until(reason: Reason, lead: str) -> str:
    return f"{lead}{number(reason.until_messages)}" if reason.until_messages is not None else ""


def _secondary(reason: Reason, terms: Terms | None, facts: Facts) -> Pieces:
    woken: Pieces = (seen(reason.hit.key), text(" ", where_short(reason.hit, facts), "; ")) if reason.hit else ()
    missing = reason.missing or (terms.secondary if terms else ())
    logic = terms.logic if terms else "and_any"
    if logic == "never":
        return (*woken, text("It does not say how its second keywords count, so it never wakes."))
    if logic in ("and_any", "and_all"):
        needs = "needs also " if woken else "Its keyword was seen; it needs also "
        return (*woken, text(needs), *among(missing, "or" if logic == "and_any" else "and"), text("."))
    there = _as_seen(among(missing, "and"))
    if logic == "not_any":
        verb = " is there too, and keeps it asleep." if len(missing) == 1 else " are there too, and keep it asleep."
        return (*woken, *there, text(verb))
    return (*woken, text("sleeps while all of " if woken else "It sleeps while all of "), *there, text(" are there."))


def _as_seen(pieces: Pieces) -> Pieces:
    return tuple(seen(piece.text) if piece.kind != "text" else piece for piece in pieces)


def _outside(reason: Reason, entry: Entry | None, facts: Facts) -> Pieces:
    depth = reason.depth_messages if reason.depth_messages is not None else (entry.depth if entry else None)
    looks = f"; this entry looks {number(depth - 1)} back." if depth else "; this entry looks at no message."
    if reason.hit is None:
        return (text(f"Its keywords stand too far back{looks if depth else '.'}"),)
    return (wanted(reason.hit.key), text(" ", place_of(reason.hit, facts), looks))


def _unseen(reason: Reason, entry: Entry | None, terms: Terms | None, facts: Facts) -> Pieces:
    if reason.problem:
        return (text(f"Its rule cannot be read: {reason.problem}."),)
    # What is always in elsewhere needs a keyword like any other where nobody reads that.
    is_ignored = entry is not None and terms is not None and entry.constant and not terms.constant
    lead = (text("“Always in” does not count here. "),) if is_ignored else ()
    keys = terms.keywords if terms else ()
    if terms is None or not keys:
        return (*lead, text("Its rule does not hold." if terms and terms.rule else "It has no keywords."))
    looked = reach(terms.depth_messages, facts)
    if not looked:
        return (*lead, text("It looks at no message."))
    where = text(" in ", looked, ".")
    if len(keys) == 1:
        return (*lead, text("No "), wanted(keys[0]), where)
    if len(keys) == 2:
        return (*lead, text("Neither "), wanted(keys[0]), text(" nor "), wanted(keys[1]), where)
    return (*lead, text("None of "), *among(keys, "and"), where)
