"""Decorators of V3: lines `@@name value` at the start of an entry's text; `@@@name` stands in for an unknown one.

Those that an entry has a field for become that field and leave the text; the others stay in it. All of them stay in
the entry's original.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from loreglass.domain.lore.decorators import KNOWN, OBEYED
from loreglass.domain.story.book import Entry, Place, Role, Slot
from loreglass.formats.keywords import escape_wildcards, split_keywords
from loreglass.formats.reader import Reader
from loreglass.formats.report import Here

FIELDS: Final = ("place", "depth", "secondary", "logic")
"""The fields of an entry that a decorator may say."""
_HERE: Final[dict[str, Here]] = {
    "depth": "place",
    "role": "role",
    "position": "place",
    "scan_depth": "depth",
    "additional_keys": "secondary",
    "exclude_keys": "secondary",
}
_ROLES: Final[dict[str, Role]] = {"system": "system", "user": "user", "assistant": "assistant"}
_SLOTS: Final[dict[str, Slot]] = {"before_desc": "before", "after_desc": "after"}
_LOGICS: Final[dict[str, Literal["and_any", "not_any"]]] = {"additional_keys": "and_any", "exclude_keys": "not_any"}
_NUMBER: Final = re.compile(r"\d{1,4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decorator:
    """One line: its name, what stands behind it, and the fallback lines below it."""

    name: str
    value: str
    lines: tuple[str, ...]


def with_decorators(entry: Entry, reader: Reader) -> Entry:
    """The entry with the fields that its decorators say, and a text without those lines; every one is reported."""
    decorators, body = parted(entry.text)
    if not decorators:
        return entry
    used = _used(decorators, entry)
    for decorator in decorators:
        _count(decorator, decorator in used, reader)
    left = [line for decorator in decorators if decorator not in used for line in decorator.lines]
    named = {decorator.name: decorator.value for decorator in used}
    return replace(_with_fields(entry, named), text="\n".join((*left, body)))


def count_decorators(text: str, reader: Reader) -> None:
    """Report each decorator of the text, which stays in it: whether the engine obeys it, and whether V3 has it."""
    for decorator in parted(text)[0]:
        _count(decorator, False, reader)


def used_lines(before: str, after: str) -> str:
    """The lines of a text that became fields: those that stand in `before` and no more in `after`."""
    left = {line for decorator in parted(after)[0] for line in decorator.lines}
    lines = (line for decorator in parted(before)[0] for line in decorator.lines)
    return "".join(f"{line}\n" for line in lines if line not in left)


def parted(text: str) -> tuple[tuple[Decorator, ...], str]:
    """The decorators at the start of the text, and the rest of it."""
    if not text.startswith("@@"):
        return (), text
    lines = text.split("\n")
    end = next((place for place, line in enumerate(lines) if not line.startswith("@@")), len(lines))
    found: list[Decorator] = []
    for line in lines[:end]:
        if line.startswith("@@@") and found:
            found[-1] = replace(found[-1], lines=(*found[-1].lines, line))
        else:
            name, _, value = line.lstrip("@").strip().partition(" ")
            found.append(Decorator(name=name.lower(), value=value.strip(), lines=(line,)))
    return tuple(found), "\n".join(lines[end:])


def _used(decorators: tuple[Decorator, ...], entry: Entry) -> tuple[Decorator, ...]:
    """Those that mean exactly what a field means; one that stands twice, or against another, stays in the text."""
    names = [decorator.name for decorator in decorators]
    places = [name for name in names if name == "position" or ("depth" in name and "scan" not in name)]
    keys = [name for name in names if name in ("additional_keys", "exclude_keys")]
    return tuple(
        decorator
        for decorator in decorators
        if names.count(decorator.name) == 1
        and not decorator.lines[0].startswith("@@@")
        and _fits(decorator, names, places=len(places), keys=len(keys), entry=entry)
    )


def _fits(decorator: Decorator, names: list[str], *, places: int, keys: int, entry: Entry) -> bool:
    match decorator.name:
        case "depth":
            return places == 1 and _NUMBER.fullmatch(decorator.value) is not None
        case "position":
            return places == 1 and decorator.value in _SLOTS
        case "role":
            return decorator.value in _ROLES and "depth" in names and places == 1
        case "scan_depth":
            return _NUMBER.fullmatch(decorator.value) is not None
        case "additional_keys" | "exclude_keys":
            return keys == 1 and not entry.secondary and bool(split_keywords(decorator.value))
        case _:
            return False


def _with_fields(entry: Entry, named: dict[str, str]) -> Entry:
    if "depth" in named:
        role = _ROLES[named.get("role", "system")]
        entry = replace(entry, place=Place(slot="at_depth", depth=int(named["depth"]), role=role))
    if "position" in named:
        entry = replace(entry, place=Place(slot=_SLOTS[named["position"]]))
    if "scan_depth" in named:
        entry = replace(entry, depth=int(named["scan_depth"]))
    for name, logic in _LOGICS.items():
        if name in named:
            keys = tuple(map(escape_wildcards, split_keywords(named[name])))
            entry = replace(entry, secondary=keys, logic=logic)
    return entry


def _count(decorator: Decorator, used: bool, reader: Reader) -> None:
    field, line = f"@@{decorator.name[:40]}", decorator.lines[0]
    if used:
        reader.tally.count("mapped", field, _HERE[decorator.name], example=line)
    elif decorator.name in OBEYED:
        reader.tally.count("mapped", field, "decorator", example=line, note="decorator_in_text")
    elif decorator.name in KNOWN:
        reader.tally.count("kept", field, "kept", example=line, note="decorator_unused")
    else:
        reader.tally.count("kept", field, "kept", example=line, note="decorator_unknown")
