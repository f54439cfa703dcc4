"""Reading one JSON object of a foreign file field by field, counting what becomes of each.

A wrong type never raises: the value is converted and reported, or the default stands and a warning says so.
The exception is `body`: an entry whose text is no text is a bad entry.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from loreglass.domain.errors import BadInput
from loreglass.formats.keywords import split_keywords
from loreglass.formats.report import Here, Note
from loreglass.formats.surrogates import has_lone, mended
from loreglass.formats.tally import Tally

Choice = TypeVar("Choice")
Split = Callable[[str], Sequence[str]]

_LIMIT = 1e15
_ON = frozenset({"true", "1", "yes", "on"})
_OFF = frozenset({"false", "0", "no", "off", ""})


class Reader:
    """One object of a file; `where` names it in warnings, `prefix` stands before its fields in the report."""

    __slots__ = ("_read", "fields", "prefix", "tally", "where")

    def __init__(self, fields: Mapping[str, object], tally: Tally, *, where: str = "", prefix: str = "") -> None:
        self.fields = fields
        self.tally = tally
        self.where = where
        self.prefix = prefix
        self._read: set[str] = set()

    def take(self, field: str) -> object:
        """The value as it stands (None where there is none); the field counts as read."""
        self._read.add(field)
        return self.fields.get(field)

    def mapped(self, field: str, here: Here, example: object, *, values: int = 1, note: Note = "") -> None:
        """Count values that work here."""
        self.tally.count("mapped", self.prefix + field, here, values=values, example=example, note=note)

    def repaired(self, field: str, here: Here, example: object, note: Note) -> None:
        """Count one value that was put right."""
        self.tally.count("repaired", self.prefix + field, here, example=example, note=note)

    def text(self, field: str, here: Here, default: str = "") -> str:
        """A text; a number becomes one."""
        value = self.take(field)
        if value is None:
            return default
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = _digits(value)
            self.repaired(field, here, value, "text_from_number")
        if not isinstance(value, str):
            return self._wrong(field, default)
        if value:
            self.mapped(field, here, value)
        return self._whole(field, here, value)

    def body(self, field: str, here: Here) -> str:
        """The text of an entry; "" with a warning where there is none, BadInput where it is something else."""
        value = self.fields.get(field)
        if value is None:
            self._read.add(field)
            self.tally.warn(self.where, "no_text", self.prefix + field)
            return ""
        if not isinstance(value, str):
            raise BadInput(f'"{self.prefix}{field}" must be text, but is {kind_of(value)}', place=self.where)
        return self.text(field, here)

    def number(
        self, field: str, here: Here, default: float = 0, *, low: float = -_LIMIT, high: float = _LIMIT
    ) -> float:
        """A number within its bounds; text that spells one becomes it."""
        value = self.take(field)
        if value is None:
            return default
        number = self._number(field, here, value)
        if number is None:
            return default
        if not low <= number <= high:
            self.repaired(field, here, number, "out_of_range")
            number = min(max(number, low), high)
        self.mapped(field, here, number)
        return int(number) if number == int(number) else number

    def whole(self, field: str, here: Here, default: int = 0, *, low: int = 0, high: int = 1_000_000) -> int:
        """A whole number within its bounds."""
        return int(self.number(field, here, default, low=low, high=high))

    def whole_or_none(self, field: str, here: Here, default: int | None = None, *, high: int = 1_000_000) -> int | None:
        """A whole number, or the default where the file leaves it open."""
        if self.take(field) is None:
            return default
        number = self.whole(field, here, -1, low=-1, high=high)
        return default if number < 0 else number

    def flag(self, field: str, here: Here, default: bool = False, *, note: Note = "") -> bool:
        """True or false; 0, 1 and their words become it."""
        found = self.flag_or_none(field, here, note=note)
        return default if found is None else found

    def flag_or_none(self, field: str, here: Here, default: bool | None = None, *, note: Note = "") -> bool | None:
        """True, false, or the default where the file leaves it open."""
        value = self.take(field)
        if value is None:
            return default
        flag = value if isinstance(value, bool) else _flag(value)
        if flag is None:
            return self._wrong(field, default)
        if flag is not value:
            self.repaired(field, here, value, "flag_from_value")
        self.mapped(field, here, flag, note=note)
        return flag

    def texts(self, field: str, here: Here, *, commas: bool = True) -> tuple[str, ...]:
        """The texts of a list, without empty ones; one text in its place is split at commas or stands alone."""
        value = self.take(field)
        if value is None or value == "":
            return ()
        if isinstance(value, str):
            self.repaired(field, here, value, "list_from_text")
            value = list(split_keywords(value)) if commas else [value]
        if not isinstance(value, list):
            return self._wrong(field, ())
        kept = tuple(text for item in value if (text := self._item(field, here, item)))
        if kept:
            self.mapped(field, here, kept, values=len(kept))
        return kept

    def split_texts(self, field: str, here: Here, split: Split = split_keywords) -> tuple[str, ...]:
        """The texts that one text of the file holds; a list in its place is read as one."""
        value = self.take(field)
        if not isinstance(value, str):
            return self.texts(field, here)
        kept = tuple(self._whole(field, here, text) for text in split(value) if text.strip())
        if kept:
            self.mapped(field, here, value, values=len(kept))
        return kept

    def choice(self, field: str, here: Here, choices: Mapping[object, Choice], default: Choice) -> Choice:
        """The choice that the value stands for; numbers may be spelt as text."""
        value = self.take(field)
        if value is None:
            return default
        if isinstance(value, str) and value not in choices:
            number = _spelt(value)
            if number is not None:
                self.repaired(field, here, value, "number_from_text")
                value = int(number) if number == int(number) else number
        if isinstance(value, bool | dict | list) or value not in choices:
            self.repaired(field, here, value, "unknown_choice")
            return default
        self.mapped(field, here, value)
        return choices[value]

    def child(self, field: str) -> "Reader":
        """A reader of the object in that field; an empty one where there is none."""
        value = self.take(field)
        if value is not None and not isinstance(value, dict) and value != []:
            self._wrong(field, None)
        fields = value if isinstance(value, dict) else {}
        return Reader(fields, self.tally, where=self.where, prefix=f"{self.prefix}{field}.")

    def useless(self, field: str, note: Note) -> None:
        """A field that says something which nothing here can do; only a value that is set counts."""
        value = self.take(field)
        if value:
            self.tally.count("cannot", self.prefix + field, "nothing", example=value, note=note)

    def kept(self, field: str, note: Note) -> None:
        """A field that is stored and not used."""
        value = self.take(field)
        if value not in (None, "", [], {}):
            self.tally.count("kept", self.prefix + field, "kept", example=value, note=note)

    def keep_rest(self) -> None:
        """Whatever was not read is kept."""
        for field in self.fields:
            if field not in self._read:
                self.kept(field, "unknown_field")

    def _wrong(self, field: str, default: Choice) -> Choice:
        self.tally.warn(self.where, "wrong_type", self.prefix + field)
        return default

    def _whole(self, field: str, here: Here, text: str) -> str:
        if not has_lone(text):
            return text
        self.repaired(field, here, text, "broken_character")
        return mended(text)

    def _item(self, field: str, here: Here, item: object) -> str:
        if isinstance(item, int | float) and not isinstance(item, bool):
            self.repaired(field, here, item, "text_from_number")
            return _digits(item)
        if isinstance(item, str) and item.strip():
            return self._whole(field, here, item)
        self.repaired(field, here, item, "empty_key")
        return ""

    def _number(self, field: str, here: Here, value: object) -> float | None:
        number: float | None
        if isinstance(value, str):
            number = _spelt(value)
            if number is not None:
                self.repaired(field, here, value, "number_from_text")
            elif not value.strip():
                return None
        elif isinstance(value, int | float):
            number = _float(value)
            if number is None:
                self.repaired(field, here, value, "not_a_number")
                return None
        else:
            number = None
        return self._wrong(field, None) if number is None else number


def kind_of(value: object) -> str:
    """What a value is, in words."""
    match value:
        case None:
            return "empty"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"


def _float(value: float) -> float | None:
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _spelt(text: str) -> float | None:
    text = text.strip()
    if len(text) > 40 or "_" in text:
        return None
    try:
        return _float(float(text))
    except ValueError:
        return None


def _flag(value: object) -> bool | None:
    if isinstance(value, int | float) and value in (0, 1):
        return value == 1
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _ON else False if word in _OFF else None
    return None


def _digits(value: float) -> str:
    if isinstance(value, int) and value.bit_length() > 1000:
        return ""
    return str(value)
