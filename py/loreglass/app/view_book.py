"""The book page as sentences and rows: counts, the list's window, an entry's words, notes on an entry. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from loreglass.app.state import OpenBook, Preferences
from loreglass.app.strings import counted, joined, number
from loreglass.app.view_keyword import keyword_look
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry, Logic

SHOWN_ENTRIES = 200

Word = tuple[Literal["text", "word", "pattern"], str]
"""A piece of a line about an entry: plain text, a keyword, or a pattern."""

LOGICS: tuple[tuple[Logic, str, str], ...] = (
    ("and_any", "any one of", "with"),
    ("and_all", "all of", "with all of"),
    ("not_any", "none of", "without"),
    ("not_all", "not all of", "without all of"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """The part of the list on the screen: (place in the book from 0, entry), and what is not shown."""

    rows: tuple[tuple[int, Entry], ...]
    found: int
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something to know about an entry: a claim in bold and the rest."""

    kind: Literal["bad", "warn", "hint"]
    claim: str
    rest: str


def counts_sentence(book: Book, preferences: Preferences) -> str:
    """How many entries there are, are on, are always in, and what a turn may spend on them."""
    on = sum(entry.enabled for entry in book.entries)
    constant = sum(entry.enabled and entry.constant for entry in book.entries)
    budget = preferences.memory_budget_tokens if book.budget is None else book.budget
    parts = [counted(len(book.entries), "entry", "entries")]
    if len(book.entries) != on:
        parts.append(f"{number(on)} on")
    if constant:
        parts.append(f"{number(constant)} always in")
    return f"{', '.join(parts)}; {counted(budget, 'token')} a turn."


def listed(open_book: OpenBook) -> Listed:
    """The entries that the search finds, at most SHOWN_ENTRIES of them, around the open one."""
    wanted = open_book.search.strip().casefold()
    found = [(place, entry) for place, entry in enumerate(open_book.book.entries) if not wanted or _has(entry, wanted)]
    at = next((index for index, (_, entry) in enumerate(found) if entry.id == open_book.entry_id), 0)
    start = max(0, min(at - SHOWN_ENTRIES // 2, len(found) - SHOWN_ENTRIES))
    rows = tuple(found[start : start + SHOWN_ENTRIES])
    return Listed(rows=rows, found=len(found), before=start, after=len(found) - start - len(rows))


def _has(entry: Entry, wanted: str) -> bool:
    names = (entry.name, *entry.keywords, *entry.secondary)
    return any(wanted in name.casefold() for name in names) or wanted in entry.text.casefold()


def hidden_sentence(part: Listed) -> str:
    """What the list leaves out, and how to get there; "" when it shows all."""
    hidden = part.before + part.after
    if not hidden:
        return ""
    return f"{counted(hidden, 'more entry', 'more entries')}. Search to find them."


def entry_words(entry: Entry) -> tuple[Word, ...]:
    """What wakes the entry, in one line."""
    if entry.constant:
        return (("text", "always in"),)
    if not entry.keywords:
        return (("text", "by rule"),) if entry.rule else (("text", "nothing wakes it"),)
    words = _row(entry.keywords, ", ")
    if entry.secondary:
        with_word = next(short for logic, _, short in LOGICS if logic == entry.logic)
        joint = " or " if entry.logic in ("and_any", "not_any") else " and "
        words += (("text", f", {with_word} "), *_row(entry.secondary, joint))
    return words


def _row(keywords: tuple[str, ...], between: str) -> tuple[Word, ...]:
    out: list[Word] = []
    for keyword in keywords[:12]:
        if out:
            out.append(("text", between))
        out.append(("word" if keyword_look(keyword).kind == "word" else "pattern", keyword))
    return tuple(out)


def entry_costs(open_book: OpenBook) -> Mapping[EntryId, int]:
    """The tokens of the entries that the test box's plan has counted."""
    if open_book.passage_plan is None:
        return {}
    mine = (one for one in open_book.passage_plan.decisions if one.ref.book_id == open_book.book.id)
    return {one.ref.entry_id: one.cost_tokens for one in mine if one.cost_tokens}


def has_problem(entry: Entry) -> bool:
    """True when part of the entry can never work: a bad pattern, no text, or nothing that wakes it."""
    return any(note.kind != "hint" for note in entry_notes(entry))


def entry_notes(entry: Entry) -> tuple[Note, ...]:
    """What is wrong or wasteful in an entry, the worst first."""
    notes: list[Note] = []
    for keyword in (*entry.keywords, *entry.secondary):
        look = keyword_look(keyword)
        if look.kind == "bad":
            notes.append(Note(kind="bad", claim=f"{keyword} is skipped:", rest=f"{look.problem}."))
    if not entry.text.strip():
        notes.append(Note(kind="warn", claim="It has no text.", rest="When it wakes, nothing goes in."))
    if not (entry.constant or entry.keywords or entry.rule):
        notes.append(Note(kind="warn", claim="Nothing wakes it.", rest="Add a keyword, or switch on Always in."))
    if entry.probability <= 0:
        notes.append(Note(kind="warn", claim="Its chance is 0%.", rest="It never goes in."))
    if "*" in (keyword.strip() for keyword in entry.keywords):
        notes.append(Note(kind="hint", claim="A lone * is any message.", rest="It wakes on every turn."))
    notes += [Note(kind="hint", claim=f"{narrow} adds nothing.", rest=rest) for narrow, rest in _covered(entry)]
    return tuple(notes)


def _covered(entry: Entry) -> tuple[tuple[str, str], ...]:
    """Keywords that match only where a shorter one of the same entry does. Needs whole words, and no wildcards."""
    if entry.whole_words is False or len(entry.keywords) > 60:
        return ()
    plain = [word for word in entry.keywords if keyword_look(word).kind == "word" and not set(word) & set("*?\\{")]
    split = [(word, tuple(word.casefold().split())) for word in plain]
    out = []
    for word, parts in split:
        wider = next((other for other, its in split if its and len(its) < len(parts) and _contains(parts, its)), "")
        if wider:
            out.append((word, f"{wider} already matches wherever it would."))
    return tuple(out)


def _contains(parts: tuple[str, ...], inner: tuple[str, ...]) -> bool:
    return any(parts[at : at + len(inner)] == inner for at in range(len(parts) - len(inner) + 1))


def ordinal(value: int) -> str:
    """The place in a row: "1st", "2nd", "11th"."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value:,}{ending}"


def passage_sentence(open_book: OpenBook) -> str:
    """What the passage woke, in one line; before there is one, what the box is for."""
    plan = open_book.passage_plan
    if not open_book.passage.strip():
        return "Write or paste any text. The same engine as the chat decides what it wakes; nothing is sent."
    if plan is None:
        return "Reading it."
    verdicts = [one.verdict for one in plan.decisions]
    kept, out = verdicts.count("included"), verdicts.count("dropped")
    asleep = plan.entry_count - kept - out
    counts = joined((f"{number(kept)} in", f"{number(out)} left out", f"{number(asleep)} asleep"), last="and")
    used = f"{number(plan.numbers.memory_used)} of {counted(plan.numbers.memory_budget, 'token')}"
    return f"{counts}; {used}. The same engine as the chat."
