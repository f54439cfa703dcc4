"""Writers for what SillyTavern adds to an entry, in either spelling; the mirror of `formats/behaviour.py`."""

from collections.abc import Callable, Mapping

from loreglass.domain.lore.sillytavern.numbers import LOGIC_NUMBERS, ROLE_NUMBERS, SLOT_NUMBERS, SOURCE_FIELDS
from loreglass.domain.story.book import Entry
from loreglass.formats.behaviour import Spell

Write = Callable[[Entry], Mapping[str, object]]


def behaviour_writers(spell: Spell) -> dict[str, Write]:
    """A writer for each field; secondary keywords and the place are the format's own."""
    return {
        "logic": lambda entry: {spell("selectiveLogic"): LOGIC_NUMBERS[entry.logic]},
        "probability": lambda entry: {spell("probability"): entry.probability, spell("useProbability"): True},
        "groups": lambda entry: {spell("group"): ", ".join(entry.groups)},
        "group_weight": lambda entry: {spell("groupWeight"): entry.group_weight},
        "group_override": lambda entry: {spell("groupOverride"): entry.group_override},
        "recursion": lambda entry: _recursion(entry, spell),
        "sticky": lambda entry: {spell("sticky"): entry.sticky or None},
        "cooldown": lambda entry: {spell("cooldown"): entry.cooldown or None},
        "delay": lambda entry: {spell("delay"): entry.delay or None},
        "depth": lambda entry: {spell("scanDepth"): entry.depth},
        "case_sensitive": lambda entry: {spell("caseSensitive"): entry.case_sensitive},
        "whole_words": lambda entry: {spell("matchWholeWords"): entry.whole_words},
        "sources": lambda entry: {spell(field): source in entry.sources for field, source in SOURCE_FIELDS},
        "triggers": lambda entry: {spell("triggers"): list(entry.triggers)},
        "filter": lambda entry: {spell("characterFilter"): _filter(entry, spell)},
        "budget": lambda entry: {spell("ignoreBudget"): entry.budget.ignore},
    }


def place_fields(entry: Entry, spell: Spell) -> dict[str, object]:
    """Where the text stands; the memory section is "before the character" there."""
    place = entry.place
    return {
        spell("position"): SLOT_NUMBERS[place.slot],
        spell("depth"): place.depth,
        spell("role"): ROLE_NUMBERS[place.role],
        spell("outletName"): place.outlet,
    }


def _recursion(entry: Entry, spell: Spell) -> dict[str, object]:
    return {
        spell("preventRecursion"): not entry.recursion.wakes,
        spell("excludeRecursion"): not entry.recursion.woken,
        spell("delayUntilRecursion"): entry.recursion.delay_level or False,
    }


def _filter(entry: Entry, spell: Spell) -> dict[str, object]:
    found = entry.filter
    return {spell("isExclude"): found.exclude, "names": list(found.names), "tags": list(found.tags)}
