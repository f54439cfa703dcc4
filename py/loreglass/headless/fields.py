"""Strict reading of a JSON object: every field has its type, unknown fields are named.

Errors say file, place and what was expected.
"""

import sys
from collections.abc import Iterator
from typing import TypeVar, get_args

from loreglass.domain.errors import BadInput

Default = TypeVar("Default")


class Fields:
    """One object of an input, read field by field; `done` complains of what was not asked for."""

    def __init__(self, value: object, *, source: str, place: str = "") -> None:
        if not isinstance(value, dict):
            raise BadInput(f"an object was expected, not {kind_of(value)}", source=source, place=place)
        self.value: dict[str, object] = value
        self._left = dict.fromkeys(value)
        self.source = source
        self.place = place

    def at(self, name: str) -> str:
        """The place of a field, as a user finds it."""
        return f"{self.place}.{name}" if self.place else name

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.value.get(name) is not None

    def take(self, name: str) -> object:
        """The value, None where there is none; the field is known from now on."""
        self._left.pop(name, None)
        return self.value.get(name)

    def text(self, name: str, default: str = "") -> str:
        """A text."""
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise self.wrong(name, value, "a text")
        return value

    def whole(self, name: str, default: int) -> int:
        """A whole number."""
        value = self.take(name)
        if value is None:
            return default
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(name, value, "a whole number")
        return value

    def number(self, name: str) -> float | None:
        """A number, or None."""
        value = self.take(name)
        return None if value is None else self._finite(name, value)

    def numbers(self, name: str) -> tuple[float, ...] | None:
        """A list of numbers, or None."""
        if not self.has(name):
            self.take(name)
            return None
        return tuple(self._finite(f"{name}[{index}]", item) for index, item in enumerate(self._list(name)))

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.wrong(name, value, "true or false")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        texts: list[str] = []
        for index, item in enumerate(self._list(name)):
            if not isinstance(item, str):
                raise self.wrong(f"{name}[{index}]", item, "a text")
            texts.append(item)
        return tuple(texts)

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every field and its text."""
        return tuple((name, self.text(name)) for name in self.value)

    def choice(self, name: str, choices: object, default: Default) -> str | Default:
        """One of the values of a Literal type."""
        names = get_args(choices)
        value = self.take(name)
        if value is None:
            return default
        if not isinstance(value, str) or value not in names:
            raise self.wrong(name, value, f"one of {', '.join(names)}")
        return value

    def inner(self, name: str) -> "Fields":
        """An object; an empty one where there is none."""
        value = self.take(name)
        return Fields({} if value is None else value, source=self.source, place=self.at(name))

    def objects(self, name: str) -> Iterator["Fields"]:
        """The objects of a list."""
        for index, item in enumerate(self._list(name)):
            yield Fields(item, source=self.source, place=f"{self.at(name)}[{index}]")

    def done(self) -> None:
        """Raises BadInput that names the fields nobody asked for."""
        if self._left:
            names = ", ".join(f'"{name}"' for name in self._left)
            raise BadInput(
                f"unknown {'key' if len(self._left) == 1 else 'keys'} {names}", source=self.source, place=self.place
            )

    def wrong(self, name: str, value: object, expected: str) -> BadInput:
        """The error that a field is not what was expected."""
        shown = f'"{value}"' if isinstance(value, str) and len(value) <= 40 else kind_of(value)
        return BadInput(f"{expected} was expected, not {shown}", source=self.source, place=self.at(name))

    def _list(self, name: str) -> list[object]:
        value = self.take(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.wrong(name, value, "a list")
        return value

    def _finite(self, name: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
            raise self.wrong(name, value, "a number")
        return float(value)


def kind_of(value: object) -> str:
    """What a JSON value is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return f"the number {value}"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
