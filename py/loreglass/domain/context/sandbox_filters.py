"""The filters and tests of templates: few, each charged, and none that makes much of little."""

from collections.abc import Callable, Mapping

from jinja2 import Undefined, pass_context
from jinja2.runtime import Context

from loreglass.domain.context.sandbox_limits import (
    LimitReached,
    Shown,
    fuel_of,
    items_of,
    joined,
    size_of,
    text_of,
    within_bits,
)
from loreglass.domain.context.sandbox_syntax import JOIN, LOOP, SLICE, WEIGH

_MOST_PLACES = 12


@pass_context
def _looped(context: Context, value: object, steps_each: int) -> tuple[object, ...]:
    return items_of(fuel_of(context), value, steps_each)


@pass_context
def _concatenated(context: Context, *values: object) -> str:
    return joined(fuel_of(context), map(text_of, values))


@pass_context
def _sliced(context: Context, value: object, start: int | None, stop: int | None, step: int | None) -> object:
    if not isinstance(value, str | tuple | list):
        raise LimitReached("only texts and lists can be cut")
    fuel_of(context).spend(value)
    return value[slice(start, stop, step)]


@pass_context
def _weighed(context: Context, value: object) -> object:
    fuel = fuel_of(context)
    fuel.spend(value)
    for item in value if isinstance(value, tuple | list) else ():
        # Each may be read to its end, and a list in a list could stand for millions of texts.
        if isinstance(item, tuple | list):
            raise LimitReached("lists in lists cannot be compared")
        fuel.spend(item)
    return value


def _default(value: object, fallback: object = "", boolean: bool = False) -> object:
    return fallback if isinstance(value, Undefined) or (boolean and not value) else value


def _length(value: object) -> int:
    if isinstance(value, Undefined):
        return len(value)
    if not isinstance(value, str | tuple | list):
        raise LimitReached("only texts and lists have a length")
    return size_of(value)


@pass_context
def _join(context: Context, value: object, separator: str = "", attribute: str = "") -> str:
    items = items_of(fuel_of(context), value)
    if attribute:
        items = tuple(context.environment.getattr(item, attribute) for item in items)
    texts = [text_of(item) for item in items]
    between = text_of(separator)
    # The pieces are not joined two by two: a long list of one long text takes no room before it is measured.
    return joined(fuel_of(context), [piece for text in texts for piece in (between, text)][1:])


@pass_context
def _first(context: Context, value: object) -> object:
    return context.environment.getitem(value, 0)


@pass_context
def _last(context: Context, value: object) -> object:
    return context.environment.getitem(value, -1)


def _of_text(change: Callable[[str], str]) -> Callable[[Context, object], str]:
    @pass_context
    def changed(context: Context, value: object) -> str:
        text = text_of(value)
        fuel_of(context).spend(text)
        return joined(fuel_of(context), (change(text),))

    return changed


@pass_context
def _replace(context: Context, value: object, old: str, new: str) -> str:
    text, sought, given = text_of(value), text_of(old), text_of(new)
    fuel_of(context).spend(text, text)
    times = text.count(sought) if sought else 0
    if not sought or len(text) + times * len(given) > 1_000_000:
        raise LimitReached("replace makes the text too long, or has nothing to look for")
    return joined(fuel_of(context), (text.replace(sought, given),))


@pass_context
def _reverse(context: Context, value: object) -> object:
    if isinstance(value, str):
        fuel_of(context).spend(value)
        return value[::-1]
    return items_of(fuel_of(context), value)[::-1]


@pass_context
def _sort(context: Context, value: object, reverse: bool = False, attribute: str = "") -> tuple[object, ...]:
    items = items_of(fuel_of(context), value)
    fuel_of(context).charge(len(items) * 4)
    keys = [context.environment.getattr(item, attribute) if attribute else item for item in items]
    numbers = all(isinstance(key, int | float) for key in keys)
    if not numbers and not all(isinstance(key, str) for key in keys):
        raise LimitReached("only texts, or only numbers, can be sorted")
    fuel_of(context).spend(*keys)
    told = [(float(key) if isinstance(key, int | float) else 0.0, text_of(key)) for key in keys]
    order = sorted(range(len(items)), key=lambda index: told[index][: 1 if numbers else 2], reverse=bool(reverse))
    return tuple(items[index] for index in order)


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise LimitReached("a number was expected")
    return within_bits(value)


def _round(value: object, places: object = 0) -> float:
    if not isinstance(places, int) or not 0 <= places <= _MOST_PLACES:
        raise LimitReached(f"round keeps 0 to {_MOST_PLACES} places")
    return round(float(_number(value)), places)


def _int(value: object, fallback: object = 0) -> object:
    try:
        if isinstance(value, str):
            return int(value[:100]) if len(value) <= 100 else fallback
        return int(_number(value))
    except (ValueError, OverflowError, LimitReached):
        return fallback


FILTERS: Mapping[str, object] = {
    LOOP: _looped,
    JOIN: _concatenated,
    SLICE: _sliced,
    WEIGH: _weighed,
    "default": _default,
    "d": _default,
    "length": _length,
    "count": _length,
    "join": _join,
    "first": _first,
    "last": _last,
    "upper": _of_text(str.upper),
    "lower": _of_text(str.lower),
    "trim": _of_text(str.strip),
    "capitalize": _of_text(str.capitalize),
    "title": _of_text(str.title),
    "replace": _replace,
    "reverse": _reverse,
    "sort": _sort,
    "round": _round,
    "int": _int,
    "abs": lambda value: abs(_number(value)),
}
TESTS: Mapping[str, object] = {
    "defined": lambda value: not isinstance(value, Undefined),
    "undefined": lambda value: isinstance(value, Undefined),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "sequence": lambda value: isinstance(value, str | tuple | list),
    "mapping": lambda value: isinstance(value, Shown),
    "none": lambda value: value is None,
    "true": lambda value: value is True,
    "false": lambda value: value is False,
    "even": lambda value: _number(value) % 2 == 0,
    "odd": lambda value: _number(value) % 2 == 1,
    "divisibleby": lambda value, by: _number(value) % _number(by) == 0,
}
