"""A version of an entry beside the entry as it is now: what differs, in words. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from typing import Literal

from loreglass.app.state import EntryVersion, History
from loreglass.app.strings import counted, number
from loreglass.app.view_book import LOGICS
from loreglass.app.view_book_entry import ROLES, SLOTS, SOURCES, TRIGGERS, TRIMS
from loreglass.app.view_lists import when
from loreglass.domain.story.book import Entry

Piece = tuple[Literal["same", "gone", "new"], str]
"""A part of a text: in both, only in the version, only in the entry as it is now."""

LABELS: dict[str, str] = {
    "name": "Name",
    "text": "Text",
    "keywords": "Keywords",
    "secondary": "Needs also",
    "logic": "How the second keywords count",
    "rule": "Rule",
    "constant": "Always in",
    "enabled": "Enabled",
    "priority": "Priority",
    "weight": "Weight",
    "case_sensitive": "Capitals count",
    "whole_words": "Whole words",
    "depth": "Looks back",
    "sources": "Looks also into",
    "probability": "Chance",
    "groups": "Groups",
    "group_weight": "Odds in its groups",
    "group_override": "Highest priority wins",
    "recursion.wakes": "Wakes others",
    "recursion.woken": "Woken by entries",
    "recursion.delay_level": "Waits for pass",
    "sticky": "Stays in",
    "cooldown": "Rests after",
    "delay": "Not before",
    "triggers": "Kinds of turn",
    "filter.names": "Characters",
    "filter.tags": "Characters with the tags",
    "filter.exclude": "For all but these characters",
    "place.slot": "Where it goes",
    "place.depth": "Depth",
    "place.role": "Said by",
    "place.outlet": "Outlet",
    "budget.ignore": "Outside the budget",
    "budget.reserve": "Kept for it",
    "budget.cap": "At most",
    "budget.trim": "When it is longer",
    "tags": "Tags",
    "note": "Note",
}
WORDS: dict[str, dict[str, str]] = {
    "logic": {code: words for code, words, _ in LOGICS},
    "place.slot": dict(SLOTS),
    "place.role": dict(ROLES),
    "budget.trim": dict(TRIMS),
    "sources": dict(SOURCES),
    "triggers": dict(TRIGGERS),
}
_TOKENS = re.compile(r"\s+|\w+|[^\w\s]")
_MOST_TOKENS = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A field that differs: its pieces in order."""

    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version as the list shows it; `differences` only of the one that is compared."""

    id: str
    until: str
    said: str
    chosen: bool = False
    differences: tuple[Difference, ...] = ()


def versions(history: History, entry: Entry) -> tuple[Version, ...] | None:
    """The versions, the newest first; None while they are read."""
    if history.versions is None:
        return None
    return tuple(_version(each, entry, chosen=each.id == history.chosen) for each in history.versions)


def _version(version: EntryVersion, entry: Entry, *, chosen: bool) -> Version:
    other = [LABELS[path] for path, before, after in _changed(version.entry, entry) if before != after]
    said = (
        f"{counted(len(other), 'field differs', 'fields differ')}: {', '.join(other[:4])}" if other else "As it is now"
    )
    return Version(
        id=version.id,
        until=when(version.until_ms),
        said=f"{said}{', …' if len(other) > 4 else ''}.",
        chosen=chosen,
        differences=differences(version.entry, entry) if chosen else (),
    )


def differences(old: Entry, new: Entry) -> tuple[Difference, ...]:
    """The fields that differ, text by words."""
    return tuple(
        Difference(label=LABELS[path], pieces=_pieces(path, before, after))
        for path, before, after in _changed(old, new)
        if before != after
    )


def _changed(old: object, new: object, path: str = "") -> Iterator[tuple[str, object, object]]:
    """Each field that has a name for people: its path, its value then and now."""
    assert is_dataclass(old)
    for field in fields(old):
        name = f"{path}{field.name}"
        before, after = getattr(old, field.name), getattr(new, field.name)
        if is_dataclass(before):
            yield from _changed(before, after, f"{name}.")
        elif name in LABELS:
            yield name, before, after


def _pieces(path: str, before: object, after: object) -> tuple[Piece, ...]:
    if isinstance(before, tuple) and isinstance(after, tuple):
        gone: list[Piece] = [("gone", _plain(path, each)) for each in before if each not in after]
        new: list[Piece] = [("new", _plain(path, each)) for each in after if each not in before]
        parts = (*gone, *new) or (("same", "In another order"),)
        return tuple(piece for at, part in enumerate(parts) for piece in ((("same", ", "), part) if at else (part,)))
    if path in ("text", "note", "rule", "name") and before and after:
        return _by_words(str(before), str(after))
    return (("gone", _plain(path, before)), ("new", _plain(path, after)))


def _plain(path: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value)
    if value is None:
        return "not set"
    return WORDS.get(path, {}).get(str(value), str(value)) or "nothing"


def _by_words(before: str, after: str) -> tuple[Piece, ...]:
    old, new = _TOKENS.findall(before), _TOKENS.findall(after)
    if len(old) > _MOST_TOKENS or len(new) > _MOST_TOKENS:
        # Word by word such a text would take seconds.
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    out: list[Piece] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            out.append(("same", "".join(old[a:b])))
            continue
        out += [("gone", "".join(old[a:b]))] if b > a else []
        out += [("new", "".join(new[c:d]))] if d > c else []
    return tuple(out)
