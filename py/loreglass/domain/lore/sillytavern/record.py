"""An entry as SillyTavern reads it: its fields with the meaning that they have there. Pure."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.lore.sillytavern.decorators import Decorated, read_decorators
from loreglass.domain.lore.sillytavern.numbers import LOGICS, ROLES, SLOTS, SOURCE_FIELDS
from loreglass.domain.lore.sillytavern.spelling import Fields
from loreglass.domain.lore.sillytavern.values import MISSING, is_nothing, is_true, number, text, texts
from loreglass.domain.story.book import Logic, Role, Slot, Source

RecordLogic = Logic | Literal["never"]
_LOGICS, _ROLES = dict(enumerate(LOGICS)), dict(enumerate(ROLES))
_DEFAULT_DEPTH = 4
_DEFAULT_GROUP_WEIGHT = 100.0
ENDLESS = 1_000_000_000
"""A span of messages that no chat gets to the end of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What decides about an entry. None where the chat's own setting counts; numbers may be NaN."""

    content: Decorated
    keys: tuple[str, ...]
    secondary: tuple[str, ...]
    selective: bool
    logic: RecordLogic
    constant: bool
    disabled: bool
    order: float
    slot: Slot | None
    depth: int
    role: Role
    outlet: str
    ignores_budget: bool
    refuses_recursion: bool
    feeds_recursion: bool
    is_delayed: bool
    """It waits for recursion, up to `level`."""
    level: float
    probability: float | None
    """None: no roll is asked."""
    group: str
    group_override: bool
    group_weight: float
    group_scoring: bool | None
    scan_depth: float | None
    case_sensitive: bool | None
    whole_words: bool | None
    sources: tuple[Source, ...]
    triggers: tuple[str, ...]
    names: tuple[str, ...]
    tags: tuple[str, ...]
    excludes: bool
    sticky: float
    cooldown: float
    delay: float


def read_record(fields: Fields) -> Record:
    """The record that the fields of a world info entry make."""
    who = _inner(fields.get("characterFilter"))
    level = fields.get("delayUntilRecursion")
    scan_depth = fields.get("scanDepth")
    return Record(
        content=read_decorators(text(fields.get("content"))),
        keys=texts(fields.get("key")),
        secondary=texts(fields.get("keysecondary")),
        selective=is_true(fields.get("selective", MISSING)),
        logic=_logic(fields.get("selectiveLogic")),
        constant=is_true(fields.get("constant", MISSING)),
        disabled=number(fields.get("disable", MISSING)) == 1 and not is_nothing(fields.get("disable")),
        order=number(fields.get("order", MISSING)),
        slot=_slot(fields.get("position")),
        depth=_whole(fields.get("depth"), _DEFAULT_DEPTH),
        role=_ROLES.get(_whole(fields.get("role"), 0), "system"),
        outlet=text(fields.get("outletName")),
        ignores_budget=is_true(fields.get("ignoreBudget", MISSING)),
        refuses_recursion=is_true(fields.get("excludeRecursion", MISSING)),
        feeds_recursion=not is_true(fields.get("preventRecursion", MISSING)),
        is_delayed=is_true(level),
        level=number(level) if is_true(level) else 0.0,
        probability=_probability(fields),
        group=text(fields.get("group")),
        group_override=is_true(fields.get("groupOverride", MISSING)),
        group_weight=_or(fields.get("groupWeight"), _DEFAULT_GROUP_WEIGHT),
        group_scoring=_flag(fields.get("useGroupScoring")),
        scan_depth=None if is_nothing(scan_depth) else number(scan_depth),
        case_sensitive=_flag(fields.get("caseSensitive")),
        whole_words=_flag(fields.get("matchWholeWords")),
        sources=tuple(source for name, source in SOURCE_FIELDS if is_true(fields.get(name, MISSING))),
        triggers=texts(fields.get("triggers")),
        names=texts(who.get("names")),
        tags=texts(who.get("tags")),
        excludes=is_true(who.get("isExclude", MISSING)),
        sticky=_span(fields.get("sticky")),
        cooldown=_span(fields.get("cooldown")),
        delay=_span(fields.get("delay")),
    )


def _inner(value: object) -> Fields:
    return value if isinstance(value, dict) else {}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _logic(value: object) -> RecordLogic:
    if value is None:
        return "and_any"
    return _LOGICS.get(int(number(value)), "never") if _is_number(value) and number(value).is_integer() else "never"


def _slot(value: object) -> Slot | None:
    """Where it stands; a text, or a number that is no position, is nowhere."""
    place = number(value) if _is_number(value) else -1.0
    return SLOTS[int(place)] if place.is_integer() and 0 <= place < len(SLOTS) else None


def _whole(value: object, default: int) -> int:
    found = number(value)
    return default if is_nothing(value) or not abs(found) < 1e9 else int(found)


def _or(value: object, default: float) -> float:
    return default if is_nothing(value) else number(value)


def _flag(value: object) -> bool | None:
    return None if is_nothing(value) else is_true(value)


def _span(value: object) -> float:
    return max(min(number(value), ENDLESS), -ENDLESS) if is_true(value) else 0.0


def _probability(fields: Fields) -> float | None:
    value = fields.get("probability", MISSING)
    is_certain = _is_number(value) and value == 100
    return None if is_certain or not is_true(fields.get("useProbability", MISSING)) else number(value)
