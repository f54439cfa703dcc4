"""What JavaScript makes of a JSON value: books of SillyTavern are read by its rules, whatever types they hold. Pure."""

import math
import re

SPACES = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_DECIMAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


class Missing:
    """A field that is not there."""


MISSING = Missing()


def is_true(value: object) -> bool:
    """Whether it counts as true."""
    if isinstance(value, float) and math.isnan(value):
        return False
    return not (value is None or value is MISSING or value == 0 or value == "")


def is_nothing(value: object) -> bool:
    """Whether it is null or missing, so that a default takes its place."""
    return value is None or value is MISSING


def number(value: object) -> float:
    """The number that it becomes; NaN where it becomes none."""
    match value:
        case None:
            return 0.0
        case bool() | int() | float():
            return _as_float(value)
        case str():
            return _number_of_text(value.strip(SPACES))
        case list() if len(value) < 2:
            return number(value[0]) if value else 0.0
        case _:
            return math.nan


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, 1 if value > 0 else -1)


def _number_of_text(text: str) -> float:
    if not text:
        return 0.0
    if _DECIMAL.fullmatch(text):
        return float(text)
    try:
        return _as_float(int(text, 0)) if text[:2].lower() in ("0x", "0o", "0b") else math.nan
    except ValueError:
        return math.nan


def texts(value: object) -> tuple[str, ...]:
    """The texts of a list, in order; nothing where it is no list."""
    if not isinstance(value, list):
        return ()
    return tuple(item if isinstance(item, str) else _written(item) for item in value)


def _written(item: object) -> str:
    if isinstance(item, bool):
        return str(item).lower()
    if isinstance(item, int | float):
        return f"{item:g}" if isinstance(item, float) else str(item)
    return ""


def text(value: object) -> str:
    """The text, "" where it is none."""
    return value if isinstance(value, str) else ""
