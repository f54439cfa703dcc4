"""Decorators of V3 cards: lines `@@name value` at the start of an entry's text, read as what they ask for. Pure.

Of several with one name the first counts. A fallback (`@@@name`) counts where the decorator above it is not known, is
not supported, or has a value that cannot be read. Source: the V3 card specification, "Decorators".
Not supported: instruct_depth, reverse_instruct_depth, instruct_scan_depth (the context is a chat), is_user_icon, and
the positions personality and scenario.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from loreglass.domain.lore.keywords import is_regex
from loreglass.domain.story.book import Entry, Place, Role, Slot

_LINE = re.compile(r"(@@@?)([A-Za-z_]+)(?:[ \t]+(.*?))?[ \t\r]*")
_WILDCARD = re.compile(r"[*?]")
_ROLES: tuple[Role, ...] = ("system", "user", "assistant")
_SLOTS: dict[str, Slot] = {"before_desc": "before", "after_desc": "after"}
ENDLESS_MESSAGES = 1_000_000_000
"""How long a sticky or cooldown lasts that never ends."""
UI_PROMPTS = ("system_prompt", "post_history_instructions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What decorators ask for that an entry has no field for; counts are of the character's messages."""

    activates: bool = False
    forbids: bool = False
    only_after: int = 0
    only_every: int = 0
    greeting: int | None = None
    needed: tuple[str, ...] = ()
    """One of these keywords must be seen too."""
    unwanted: tuple[str, ...] = ()
    """None of these may be seen."""
    disabled_prompt: str = ""

    @property
    def is_guarding(self) -> bool:
        """Whether it may forbid the entry to wake, whatever is seen."""
        return self.forbids or self.greeting is not None or bool(self.only_after or self.only_every)


NO_ORDERS = Orders()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decorator:
    """One line as it is written; `place` counts the lines of the text from 0."""

    name: str
    value: str
    is_fallback: bool
    place: int


def parse_decorators(text: str) -> tuple[tuple[Decorator, ...], str]:
    """The decorators at the start of a text, and the text without them and the line feeds around them."""
    if not text.lstrip("\r\n").startswith("@@"):
        return (), text
    found: list[Decorator] = []
    lines = text.split("\n")
    body = len(lines)
    for place, line in enumerate(lines):
        decorator = _LINE.fullmatch(line)
        if decorator:
            name, value = decorator[2].lower(), decorator[3] or ""
            found.append(Decorator(name=name, value=value, is_fallback=decorator[1] == "@@@", place=place))
        elif line.strip("\r"):
            body = place
            break
    return (tuple(found), "\n".join(lines[body:]).lstrip("\r\n")) if found else ((), text)


@dataclass(slots=True, kw_only=True)
class _Reading:
    """The entry and its orders, as far as decorators have been taken up."""

    entry: Entry
    orders: Orders = NO_ORDERS
    taken: set[str] = field(default_factory=set)


def decorated(entry: Entry) -> tuple[Entry, Orders]:
    """The entry as its decorators make it, its text without them, and what else they ask for."""
    decorators, text = parse_decorators(entry.text)
    if not decorators:
        return entry, NO_ORDERS
    reading = _Reading(entry=replace(entry, text=text))
    is_open = False
    for decorator in decorators:
        if decorator.is_fallback and not is_open:
            continue
        is_open = decorator.name not in reading.taken and not _take(reading, decorator)
        if not is_open:
            reading.taken.add(decorator.name)
    _put(reading, decorators)
    return reading.entry, reading.orders


def _take(reading: _Reading, decorator: Decorator) -> bool:
    """Takes a decorator up; false where it asks for nothing that can be done here."""
    taker = _TAKERS.get(decorator.name)
    return taker is not None and taker(reading, decorator.value.strip())


def _put(reading: _Reading, decorators: tuple[Decorator, ...]) -> None:
    """The place: a position counts before a depth, a depth before one from the top."""
    for name in ("position", "depth", "reverse_depth"):
        if name in reading.taken:
            value = next(one.value.strip() for one in decorators if one.name == name and _place_of(name, one.value))
            slot, depth = _place_of(name, value) or ("memory", 0)
            place = replace(reading.entry.place, slot=slot, depth=depth)
            reading.entry = replace(reading.entry, place=place)
            return


def _place_of(name: str, value: str) -> tuple[Slot, int] | None:
    if name == "position":
        slot = _SLOTS.get(value.strip().lower())
        return None if slot is None else (slot, Place().depth)
    number = _number(value)
    if number is None:
        return None
    return "at_depth", max(0, number) if name == "depth" else -1 - max(0, number)


def _number(value: str) -> int | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return int(number) if math.isfinite(number) else None


def _keywords(value: str) -> tuple[str, ...]:
    words = (word.strip() for word in value.split(","))
    return tuple(word if is_regex(word) else _WILDCARD.sub(r"\\\g<0>", word) for word in words if word)


def _orders(**changes: object) -> Callable[[_Reading, str], bool]:
    def take(reading: _Reading, value: str) -> bool:
        reading.orders = replace(reading.orders, **changes)  # type: ignore[arg-type]
        return True

    return take


def _count(name: str) -> Callable[[_Reading, str], bool]:
    def take(reading: _Reading, value: str) -> bool:
        number = _number(value)
        if number is None or number < 0 or (name == "only_every" and number == 0):
            return False
        reading.orders = replace(reading.orders, **{name: number})  # type: ignore[arg-type]
        return True

    return take


def _words(name: str) -> Callable[[_Reading, str], bool]:
    def take(reading: _Reading, value: str) -> bool:
        words = _keywords(value)
        reading.orders = replace(reading.orders, **{name: words})  # type: ignore[arg-type]
        return bool(words)

    return take


def _keep(reading: _Reading, value: str) -> bool:
    reading.entry = replace(reading.entry, sticky=ENDLESS_MESSAGES)
    return True


def _stop(reading: _Reading, value: str) -> bool:
    reading.entry = replace(reading.entry, sticky=0, cooldown=ENDLESS_MESSAGES)
    return True


def _scan_depth(reading: _Reading, value: str) -> bool:
    number = _number(value)
    if number is not None:
        reading.entry = replace(reading.entry, depth=max(0, number))
    return number is not None


def _role(reading: _Reading, value: str) -> bool:
    role = next((role for role in _ROLES if role == value.lower()), None)
    if role is not None:
        reading.entry = replace(reading.entry, place=replace(reading.entry.place, role=role))
    return role is not None


def _give_way(reading: _Reading, value: str) -> bool:
    """A full context costs this entry its place before any other: nothing ranks lower."""
    reading.entry = replace(reading.entry, priority=-math.inf)
    return True


def _disable_prompt(reading: _Reading, value: str) -> bool:
    reading.orders = replace(reading.orders, disabled_prompt=value.lower())
    return value.lower() in UI_PROMPTS


def _placed(name: str) -> Callable[[_Reading, str], bool]:
    return lambda reading, value: _place_of(name, value) is not None


_TAKERS: dict[str, Callable[[_Reading, str], bool]] = {
    "activate": _orders(activates=True),
    "dont_activate": _orders(forbids=True),
    "activate_only_after": _count("only_after"),
    "activate_only_every": _count("only_every"),
    "keep_activate_after_match": _keep,
    "dont_activate_after_match": _stop,
    "depth": _placed("depth"),
    "reverse_depth": _placed("reverse_depth"),
    "position": _placed("position"),
    "role": _role,
    "scan_depth": _scan_depth,
    "is_greeting": _count("greeting"),
    "ignore_on_max_context": _give_way,
    "additional_keys": _words("needed"),
    "exclude_keys": _words("unwanted"),
    "disable_ui_prompt": _disable_prompt,
}
_UNSUPPORTED = ("instruct_depth", "reverse_instruct_depth", "instruct_scan_depth", "is_user_icon")
OBEYED = frozenset(_TAKERS)
"""The decorators that the engine acts by."""
KNOWN = frozenset((*_TAKERS, *_UNSUPPORTED))
"""The decorators that V3 has."""
