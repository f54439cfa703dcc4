"""What templates may use: plain values, and so many steps, characters and bits. Limits: sharing-rules.md, detail 6."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from jinja2 import Undefined
from jinja2.runtime import Context

STEPS = 100_000
TEXT_CHARACTERS = 1_000_000
LOOP_ITEMS = 10_000
NUMBER_BITS = 4_096
CHARACTERS_A_STEP = 100

FUEL = "(fuel)"
"""The name of the fuel among the values of a render: no template can write it."""

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...] | Shown"


class LimitReached(Exception):
    """A template asked for more than it may, or for what it may not; the text says what."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shown:
    """A thing with fields that a template may read. `missing` is what a field that is not there gives, if anything.

    Two of them are equal where they are the same: a comparison of their texts would cost more than it is charged.
    """

    fields: Mapping[str, Value]
    missing: str | None = None

    def get(self, name: str) -> "Value | None":
        """The field; None where there is none."""
        return self.fields.get(name, self.missing)


class Fuel:
    """What is left of one render's steps and characters."""

    def __init__(self) -> None:
        self._steps = STEPS
        self._characters = TEXT_CHARACTERS

    def spend(self, *values: object) -> None:
        """Charges a step, and more for large values."""
        self.charge(1 + sum(size_of(value) // CHARACTERS_A_STEP for value in values))

    def charge(self, steps: int) -> None:
        """Charges steps."""
        self._steps -= steps
        if self._steps < 0:
            raise LimitReached(f"it takes more than {STEPS:,} steps")

    def write(self, characters: int) -> None:
        """Charges text that is put out."""
        self._characters -= characters
        if self._characters < 0:
            raise LimitReached(f"it writes more than {TEXT_CHARACTERS:,} characters")


def fuel_of(context: Context) -> Fuel:
    """The fuel of the render."""
    fuel = context.get(FUEL)
    if not isinstance(fuel, Fuel):
        raise TypeError("a render has fuel")
    return fuel


def size_of(value: object) -> int:
    """The length of a text or a list; 0 of anything else."""
    return len(value) if isinstance(value, str | tuple | list) else 0


def text_of(value: object) -> str:
    """The text of a plain value. A thing or a list has none."""
    if isinstance(value, Undefined):
        return str(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | int | float):
        return str(within_bits(value))
    raise LimitReached("only texts and numbers can be printed; name a field, or use join")


def items_of(fuel: Fuel, value: object, steps_each: int = 1) -> tuple[object, ...]:
    """The items of a list, or the characters of a text, each charged."""
    if isinstance(value, Undefined):
        return tuple(value)
    if not isinstance(value, str | tuple | list):
        raise LimitReached("only lists and texts can be gone through")
    if len(value) > LOOP_ITEMS:
        raise LimitReached(f"a loop has more than {LOOP_ITEMS:,} items")
    fuel.charge(len(value) * steps_each)
    return tuple(value)


def joined(fuel: Fuel, texts: Iterable[str]) -> str:
    """The texts as one, if it is not too long."""
    parts = tuple(texts)
    length = sum(map(len, parts))
    if length > TEXT_CHARACTERS:
        raise LimitReached(f"a text has more than {TEXT_CHARACTERS:,} characters")
    fuel.charge(1 + length // CHARACTERS_A_STEP)
    return "".join(parts)


def within_bits(number: float) -> float:
    """The number, if it is not too large."""
    if isinstance(number, int) and number.bit_length() > NUMBER_BITS:
        raise LimitReached(f"a number has more than {NUMBER_BITS:,} bits")
    return number


def calculate(fuel: Fuel, operator: str, left: object, right: object) -> object:
    """What the operator gives for two numbers; `+` also joins two texts or two lists."""
    for operand in (left, right):
        if isinstance(operand, Undefined):
            raise LimitReached(operand._undefined_message)  # noqa: SLF001
    if operator == "+" and isinstance(left, str) and isinstance(right, str):
        return joined(fuel, (left, right))
    if operator == "+" and isinstance(left, tuple | list) and isinstance(right, tuple | list):
        return items_of(fuel, left) + items_of(fuel, right)
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        raise LimitReached(f"{operator} is for numbers; texts are joined by ~")
    fuel.charge(1)
    match operator:
        case "+":
            return within_bits(left + right)
        case "-":
            return within_bits(left - right)
        case "*":
            return within_bits(left * right)
        case "/":
            return left / right
        case "//":
            return within_bits(left // right)
        case "**":
            return _power(left, right)
        case _:
            raise LimitReached(f"{operator} is not allowed here")


def _power(base: float, exponent: float) -> float:
    if isinstance(base, int) and isinstance(exponent, int) and (base.bit_length() - 1) * exponent > NUMBER_BITS:
        raise LimitReached(f"a number has more than {NUMBER_BITS:,} bits")
    result = base**exponent
    if not isinstance(result, int | float):
        raise LimitReached("a root of a negative number is no number here")
    return within_bits(result)
