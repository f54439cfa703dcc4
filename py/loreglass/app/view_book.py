"""The book page as sentences and rows: counts, the list's window, an entry's words, notes on an entry. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from loreglass.app.programs import PROGRAMS
from loreglass.app.state import SHOWN_ENTRIES, Fired, OpenBook, Preferences
from loreglass.app.strings import counted, isolated, joined, number
from loreglass.app.strings.findings import Note, note
from loreglass.app.strings.programs import NAMES
from loreglass.app.strings.reasons import called
from loreglass.app.view_keyword import keyword_look
from loreglass.domain.asks import Encoding
from loreglass.domain.authoring.finding import Finding, FindingCode, worst_first
from loreglass.domain.authoring.lint import own
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry, Logic
from loreglass.domain.story.scene import Settings

SHOWN_NAME = 400
BESIDE: frozenset[FindingCode] = frozenset(("lonely_group", "invalid_regex", "slow_regex"))
"""Findings about one entry that it does not show by itself."""
ROWS_ABOVE = 3
"""How many rows stand above the open entry where it is not in the first part."""

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
    whole: int = 0
    """How many rows this part has once all of them are drawn."""


def counts_sentence(
    book: Book, preferences: Preferences, costs: Mapping[EntryId, int] | None = None, *, exact: bool = False
) -> str:
    """How many entries there are, are on, are always in, what they cost, and what a turn may spend on them."""
    on = sum(entry.enabled for entry in book.entries)
    constant = sum(entry.enabled and entry.constant for entry in book.entries)
    budget = preferences.memory_budget_tokens if book.budget is None else book.budget
    parts = [counted(len(book.entries), "entry", "entries")]
    if len(book.entries) != on:
        parts.append(f"{number(on)} on")
    if constant:
        parts.append(f"{number(constant)} always in")
    worth = "each counted exactly" if exact else "an estimate"
    whole = f"; {counted(sum(costs.values()), 'token')} in all, {worth}" if costs else ""
    return f"{', '.join(parts)}{whole}; {counted(budget, 'token')} a turn."


def clipped(name: str) -> str:
    """A name as far as six lines can show it: the browser would take half a minute to break a stranger's long one."""
    return name if len(name) <= SHOWN_NAME else f"{name[:SHOWN_NAME]}…"


def lint_settings(book: Book, budget: int, encoding: Encoding = "o200k_base") -> Settings:
    """What lint takes a chat with the book to be like: entries wake entries where its program has it so."""
    recursive = PROGRAMS[book.semantics or "native"].rules.recursive
    return Settings(memory_budget_tokens=budget, encoding=encoding, recursive=recursive)


def entry_findings(open_book: OpenBook, entry: Entry, budget: int) -> tuple[Finding, ...]:
    """What is wrong or wasteful in an entry, the worst first.

    What it shows by itself is as it stands now; what it shares with others, and what the regex engine says, is the
    last survey's as far as it is still about something that is there.
    """
    book = open_book.book
    alone = own(entry, book, lint_settings(book, budget), open_book.costs.get(entry.id))
    told = {(each.code, each.field, each.what) for each in alone}
    beside = (
        each
        for each in open_book.findings.get(entry.id, ())
        if (each.is_shared or each.code in BESIDE)
        and (each.code, each.field, each.what) not in told
        and _still_there(each, entry)
    )
    return worst_first((*alone, *beside))


def _still_there(finding: Finding, entry: Entry) -> bool:
    """Whether the keyword, group or name that a finding is about is still the entry's."""
    match finding.field:
        case "keywords" | "secondary":
            words = entry.keywords if finding.field == "keywords" else entry.secondary
            return finding.what.strip() in (word.strip() for word in words)
        case "groups":
            return finding.what in entry.groups
        case "name":
            return finding.what == entry.name.strip()
        case _:
            return True


def notes_of(findings: Iterable[Finding], book: Book) -> tuple[Note, ...]:
    """The findings as notes, other entries by their names."""
    found = tuple(findings)
    wanted = {each.other_id for each in found}
    names = {each.id: called(each) for each in book.entries if each.id in wanted}
    return tuple(note(each, names.get(each.other_id or each.entry_id, "another entry")) for each in found)


def claims(open_book: OpenBook, entry: Entry) -> str:
    """What an entry is listed for while only those with warnings are."""
    found = open_book.findings.get(entry.id, ())
    return " ".join(note(finding).claim for finding in found if finding.kind != "hint")


def fired_sentence(fired: Fired | None) -> str:
    """What the counts beside the entries are counted in; "" where no chat with the book is open."""
    if fired is None:
        return ""
    title = isolated(fired.chat_title) or "the chat"
    if not fired.replies:
        return f"No reply of {title} has kept its plan yet."
    return f"Fired counts the {counted(fired.replies, 'reply', 'replies')} of {title}."


def fired_words(fired: Fired | None, entry: Entry) -> str:
    """How often an entry went in: "fired 5", "never"; "" where that is not known."""
    if fired is None or not fired.replies:
        return ""
    times = fired.times.get(entry.id, 0)
    return f"fired {number(times)}" if times else "never"


def found_entries(open_book: OpenBook) -> list[tuple[int, Entry]]:
    """The entries that the search and the filter find, each with its place in the book from 0."""
    wanted, words = open_book.search.strip().casefold(), open_book.searched
    found = list(enumerate(open_book.book.entries))
    if open_book.only_warned:
        found = [each for each in found if each[1].id in open_book.warned]
    if wanted:
        found = [each for each in found if wanted in (words.get(each[1].id) or searched(each[1]))]
    return found


def searched(entry: Entry) -> str:
    """What a search looks at in an entry: name, keywords, tags and text, in small letters."""
    return "\n".join((entry.name, *entry.keywords, *entry.secondary, *entry.tags, entry.text)).casefold()


def listed(open_book: OpenBook, found: list[tuple[int, Entry]]) -> Listed:
    """Of the found entries at most SHOWN_ENTRIES of them, from where the user leafed to, or around the open one."""
    at = next((index for index, (_, entry) in enumerate(found) if entry.id == open_book.entry_id), 0)
    wanted = at - ROWS_ABOVE if open_book.listed_from is None else open_book.listed_from
    start = max(0, min(wanted, len(found) - SHOWN_ENTRIES))
    part = found[start : start + SHOWN_ENTRIES]
    after = len(found) - start - len(part)
    return Listed(rows=tuple(part[: open_book.rows]), found=len(found), before=start, after=after, whole=len(part))


def part_sentence(part: Listed) -> str:
    """Which of the found entries the list shows; "" when it shows all."""
    if not part.before + part.after:
        return ""
    return f"{number(part.before + 1)} to {number(part.before + part.whole)} of {number(part.found)}"


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


def ordinal(value: int) -> str:
    """The place in a row: "1st", "2nd", "11th"."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value:,}{ending}"


def passage_sentence(open_book: OpenBook) -> str:
    """What the passage woke, in one line; before there is one, what the box is for."""
    plan = open_book.passage_plan
    if not open_book.passage.strip():
        return f"Write or paste any text. {_engine(open_book)} decides what it wakes; nothing is sent."
    if plan is None:
        return "Reading it."
    verdicts = [one.verdict for one in plan.decisions]
    kept, out = verdicts.count("included"), verdicts.count("dropped")
    asleep = plan.entry_count - kept - out
    counts = joined((f"{number(kept)} in", f"{number(out)} left out", f"{number(asleep)} asleep"), last="and")
    used = f"{number(plan.numbers.memory_used)} of {counted(plan.numbers.memory_budget, 'token')}"
    return f"{counts}; {used}. {_engine(open_book).rstrip(',')}."


def _engine(open_book: OpenBook) -> str:
    """What decides over a passage: the chat's engine, by the rules that the book was written for."""
    semantics = open_book.book.semantics or "native"
    return f"The same engine as the chat{'' if semantics == 'native' else f', by {NAMES[semantics]}’s rules,'}"
