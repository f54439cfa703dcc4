"""The groups of an entry's finer settings, each with a word on how it stands. Pure."""

import re

from loreglass.app.strings import capital, counted, joined, number
from loreglass.domain.story.book import Entry, Role, Slot, Source, Trim

SLOTS: tuple[tuple[Slot, str], ...] = (
    ("memory", "In the memory section"),
    ("before", "Before the character"),
    ("after", "After the character"),
    ("examples_top", "Above the example dialogue"),
    ("examples_bottom", "Below the example dialogue"),
    ("note_top", "Above the author’s note"),
    ("note_bottom", "Below the author’s note"),
    ("at_depth", "Among the messages"),
    ("outlet", "At a named outlet"),
)
ROLES: tuple[tuple[Role, str], ...] = (("system", "The system"), ("user", "You"), ("assistant", "The character"))
TRIMS: tuple[tuple[Trim, str], ...] = (
    ("bottom", "Cut its end"),
    ("top", "Cut its beginning"),
    ("none", "Leave the entry out"),
)
SOURCES: tuple[tuple[Source, str], ...] = (
    ("persona", "Your persona"),
    ("description", "The character’s description"),
    ("personality", "Personality"),
    ("scenario", "Scenario"),
    ("creator_notes", "Creator’s notes"),
    ("author_note", "The author’s note"),
)
TRIGGERS: tuple[tuple[str, str], ...] = (
    ("normal", "A new reply"),
    ("continue", "Continue"),
    ("regenerate", "Regenerate"),
    ("swipe", "Another variant"),
    ("impersonate", "Writing for you"),
    ("quiet", "In the background"),
)


_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text: what blank lines part."""
    return tuple(part for part in _PARAGRAPHS.split(text) if part.strip())


def _said(*parts: str) -> str:
    kept = tuple(part for part in parts if part)
    return capital("; ".join(kept)) if kept else ""


def place_said(entry: Entry) -> str:
    """Where the text goes."""
    place = entry.place
    if place.slot == "at_depth":
        deep = counted(place.depth, "message")
        return f"{deep} from the end, as {dict(ROLES)[place.role].lower()}"
    if place.slot == "outlet":
        return f"At {{{{outlet::{place.outlet}}}}}" if place.outlet else "At an outlet without a name"
    return dict(SLOTS)[place.slot]


def waking_said(entry: Entry) -> str:
    """What else decides whether it wakes."""
    sources = tuple(words.lower() for source, words in SOURCES if source in entry.sources)
    level = entry.recursion.delay_level
    return (
        _said(
            "by a rule" if entry.rule else "",
            f"looks into {joined(sources)} too" if sources else "",
            "parts of words count" if entry.whole_words is False else "whole words" if entry.whole_words else "",
            "capitals count" if entry.case_sensitive else "",
            f"only in pass {number(level)} of entries waking entries" if level else "",
        )
        or "By keywords in messages"
    )


def times_said(entry: Entry) -> str:
    """When and for whom it may wake."""
    who = (*entry.filter.names, *entry.filter.tags)
    return (
        _said(
            f"stays {counted(entry.sticky, 'message')}" if entry.sticky else "",
            f"rests {counted(entry.cooldown, 'message')}" if entry.cooldown else "",
            f"not before message {number(entry.delay)}" if entry.delay else "",
            f"{'not for' if entry.filter.exclude else 'only for'} {joined(who)}" if who else "",
            f"only for {counted(len(entry.triggers), 'kind')} of turn" if entry.triggers else "",
        )
        or "At any time, for everyone"
    )


def groups_said(entry: Entry) -> str:
    """With which entries it competes."""
    if not entry.groups:
        return "In no group"
    how = "wins by priority" if entry.group_override else f"odds {number(entry.group_weight)}"
    return f"One of {joined(entry.groups)}; {how}"


def budget_said(entry: Entry) -> str:
    """Its own claim on the budget."""
    own = entry.budget
    cap = "" if own.cap is None else f"at most {counted(own.cap, 'token')}"
    return (
        _said(
            "outside the budget" if own.ignore else "",
            f"{counted(own.reserve, 'token')} kept for it" if own.reserve else "",
            cap,
        )
        or "Shares the budget of the book"
    )


def notes_said(entry: Entry) -> str:
    """What is written about it for the author only."""
    return _said(joined(entry.tags), "with a note" if entry.note.strip() else "") or "Nothing written"
