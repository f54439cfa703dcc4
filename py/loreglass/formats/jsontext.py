"""JSON text to values and back, for text from strangers.

Guards come before the parser: nesting (the stack of WebAssembly does not recover), numbers that JSON does not
have, fields given twice. Errors are BadInput in the user's words.
"""

import json
import math
import re
from collections.abc import Callable
from itertools import accumulate
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.formats.surrogates import has_lone, mended
from loreglass.formats.tally import Tally

NESTING_LIMIT: Final = 200
_BEGINNING: Final = 100_000
_NUMBER_LIMIT: Final = 2**53
"""JavaScript counts no further."""

OnConstant = Callable[[str], None]
OnPairs = Callable[[list[tuple[str, object]]], dict[str, object]]

# A text without its closing quote runs to the end, so that no input makes the search start again and again.
_TEXT = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_NOT_BRACKET = re.compile(r"[^\[\]{}]+")
_STEP: Final = {"[": 1, "{": 1, "]": -1, "}": -1}

_NOTHING_KNOWN: Final = (
    "nothing known here is in it: a card, book, chat or preset (JSON or a PNG with a card inside) "
    "or a backup was expected"
)
_PROBLEMS: Final = {
    "Expecting value": "a value was expected here",
    "Expecting property name enclosed in double quotes": "a field name in double quotes was expected here",
    "Expecting ',' delimiter": "a comma or a closing bracket was expected here",
    "Expecting ':' delimiter": "a colon was expected here",
    "Unterminated string starting at": "the text that begins here is never closed with a quote",
    "Extra data": "the JSON ends here, but the file goes on",
    "Illegal trailing comma before end of object": "there is a comma too many here",
    "Illegal trailing comma before end of array": "there is a comma too many here",
}


def parse_json(text: str, *, source: str = "", tally: Tally | None = None) -> object:
    """The value that the text spells; NaN and Infinity become null, the last of equal fields counts.

    Raises BadInput with line and column. What was repaired is counted in `tally`.
    """
    # The beginning alone shows most bombs, and a beginning never nests deeper than the whole.
    if _nesting(text[:_BEGINNING]) > NESTING_LIMIT or _nesting(text) > NESTING_LIMIT:
        raise BadInput(f"it is nested more than {NESTING_LIMIT} levels deep, which no card or book is", source=source)
    counted = tally or Tally()

    def nothing(word: str) -> None:
        counted.count("repaired", word, "nothing", note="not_a_number")

    def build(pairs: list[tuple[str, object]]) -> dict[str, object]:
        fields = dict(pairs)
        if len(fields) != len(pairs):
            seen: set[str] = set()
            for name, _ in pairs:
                if name in seen:
                    counted.count("repaired", name, "kept", note="duplicate_field")
                seen.add(name)
        return fields

    try:
        return _loads(text, nothing, build)
    except json.JSONDecodeError as error:
        raise _explained(error, source) from None
    except RecursionError:
        raise BadInput("it is nested too deep, which no card or book is", source=source) from None


def raw_text(value: object) -> str:
    """The value as compact JSON text that any reader accepts; equal values give equal text."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        value = _finite(value)
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return json.dumps(value, separators=(",", ":")) if has_lone(text) else text


def storable(value: object) -> object:
    """The value with whole characters in its texts, and null for numbers that no record holds."""
    if isinstance(value, str):
        return mended(value)
    if isinstance(value, dict):
        return {mended(name): storable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool) and not -_NUMBER_LIMIT < value < _NUMBER_LIMIT:
        return None
    return value


def _loads(text: str, nothing: OnConstant, build: OnPairs) -> object:
    try:
        value: object = json.loads(text, strict=False, parse_constant=nothing, object_pairs_hook=build)
    except json.JSONDecodeError:
        raise
    except ValueError:
        # Python refuses to read integers of thousands of digits; they are no numbers here either.
        value = json.loads(
            text, strict=False, parse_constant=nothing, object_pairs_hook=build, parse_int=_IntOrNothing(nothing)
        )
    return value


class _IntOrNothing:
    """Reads an integer; one of absurd length is counted and becomes null."""

    def __init__(self, nothing: OnConstant) -> None:
        self._nothing = nothing

    def __call__(self, digits: str) -> int | None:
        if len(digits) > 300:
            self._nothing("...")
            return None
        return int(digits)


def _nesting(text: str) -> int:
    """How deep brackets nest outside texts; counted by C loops only, for files of megabytes."""
    if text.count("[") + text.count("{") <= NESTING_LIMIT:
        return 0
    brackets = _NOT_BRACKET.sub("", _TEXT.sub("", text))
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def _explained(error: json.JSONDecodeError, source: str) -> BadInput:
    place = f"line {error.lineno}, column {error.colno}"
    if not error.doc.lstrip().startswith(("{", "[")):
        return BadInput(_NOTHING_KNOWN, source=source)
    if error.msg == "Extra data" and ('"mes"' in error.doc or '"user_name"' in error.doc):
        return BadInput("this is a chat; choose a character card or a memory book", source=source)
    if error.pos >= len(error.doc.rstrip()) or error.msg == "Unterminated string starting at":
        return BadInput("the file ends too early; it may be cut off, so fetch it again", source=source, place=place)
    return BadInput(_PROBLEMS.get(error.msg, "this is not valid JSON"), source=source, place=place)


def _finite(value: object) -> object:
    """The value with null for what JSON cannot spell."""
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, int) and value.bit_length() > 1000:
        return None
    return value
