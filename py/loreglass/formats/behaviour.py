"""What SillyTavern adds to an entry: placement, chance, groups, timers, recursion, filters.

The same fields stand in its world info (camel case) and under `extensions` of an entry of a card's book (snake
case, but `useProbability` and `selectiveLogic`).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from loreglass.domain.lore.sillytavern import numbers
from loreglass.domain.story.book import Entry, Filter, Logic, Place, Recursion, Role, Slot
from loreglass.formats.reader import Reader

Spell = Callable[[str], str]

LOGICS: Final[dict[object, Logic]] = dict(enumerate(numbers.LOGICS))
SLOTS: Final[dict[object, Slot]] = {**dict(enumerate(numbers.SLOTS)), "before_char": "before", "after_char": "after"}
ROLES: Final[dict[object, Role]] = {**dict(enumerate(numbers.ROLES)), **{role: role for role in numbers.ROLES}}
DEPTH_LIMIT: Final = 1_000
_CAMEL_IN_CARDS: Final = frozenset({"useProbability", "selectiveLogic"})


def as_written(field: str) -> str:
    """The field's name in world info."""
    return field


@cache
def in_card(field: str) -> str:
    """The field's name under `extensions` of an entry of a card's book."""
    return field if field in _CAMEL_IN_CARDS else re.sub(r"[A-Z]", lambda upper: f"_{upper[0].lower()}", field)


def read_behaviour(reader: Reader, base: Entry, *, spell: Spell, chance_is_used: bool) -> Entry:
    """`base` with what these fields add; a field that is absent leaves it as it is.

    `chance_is_used`: whether a probability counts where `useProbability` is missing.
    """
    if not reader.fields:
        return base
    entry = replace(
        base,
        logic=reader.choice(spell("selectiveLogic"), "logic", LOGICS, base.logic),
        place=_place(reader, base.place, spell),
        probability=_probability(reader, spell, chance_is_used),
        groups=_groups(reader, spell("group")),
        group_weight=reader.number(spell("groupWeight"), "group_weight", base.group_weight, low=0),
        group_override=reader.flag(spell("groupOverride"), "group_override", base.group_override),
        recursion=_recursion(reader, spell),
        sticky=reader.whole(spell("sticky"), "sticky"),
        cooldown=reader.whole(spell("cooldown"), "cooldown"),
        delay=reader.whole(spell("delay"), "delay"),
        depth=reader.whole_or_none(spell("scanDepth"), "depth", base.depth, high=DEPTH_LIMIT),
        case_sensitive=reader.flag_or_none(spell("caseSensitive"), "case_sensitive", base.case_sensitive),
        whole_words=reader.flag_or_none(spell("matchWholeWords"), "whole_words", base.whole_words),
        sources=tuple(source for field, source in numbers.SOURCE_FIELDS if reader.flag(spell(field), "sources")),
        triggers=reader.texts(spell("triggers"), "triggers"),
        filter=_filter(reader.child(spell("characterFilter")), spell),
        budget=replace(base.budget, ignore=reader.flag(spell("ignoreBudget"), "budget")),
    )
    reader.useless(spell("automationId"), "no_scripts")
    reader.useless(spell("vectorized"), "needs_keywords")
    reader.useless(spell("useGroupScoring"), "no_group_scoring")
    reader.kept(spell("displayIndex"), "list_order")
    return entry


def _place(reader: Reader, base: Place, spell: Spell) -> Place:
    return Place(
        slot=reader.choice(spell("position"), "place", SLOTS, base.slot),
        depth=reader.whole(spell("depth"), "place_depth", base.depth),
        role=reader.choice(spell("role"), "role", ROLES, base.role),
        outlet=reader.text(spell("outletName"), "outlet"),
    )


def _probability(reader: Reader, spell: Spell, chance_is_used: bool) -> float:
    used = reader.flag(spell("useProbability"), "probability", chance_is_used)
    if not used:
        reader.kept(spell("probability"), "chance_off")
        return 100
    return reader.number(spell("probability"), "probability", 100, low=0, high=100)


def _groups(reader: Reader, field: str) -> tuple[str, ...]:
    names = (name.strip() for name in reader.text(field, "groups").split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def _recursion(reader: Reader, spell: Spell) -> Recursion:
    return Recursion(
        wakes=not reader.flag(spell("preventRecursion"), "recursion"),
        woken=not reader.flag(spell("excludeRecursion"), "recursion"),
        delay_level=reader.whole(spell("delayUntilRecursion"), "recursion"),
    )


def _filter(reader: Reader, spell: Spell) -> Filter:
    found = Filter(
        names=reader.texts("names", "filter", commas=False),
        tags=reader.texts("tags", "filter", commas=False),
        exclude=reader.flag(spell("isExclude"), "filter"),
    )
    reader.keep_rest()
    return found
