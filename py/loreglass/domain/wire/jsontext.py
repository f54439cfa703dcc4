"""JSON from endpoints, which may be broken or hostile."""

import json
import re

NESTING_LIMIT = 200
MOST = 2**53
"""No count is larger, and no larger number is one."""
_LONE_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def parse_json(text: str) -> object:
    """The JSON value of a text. ValueError where it is none, or nested deeper than NESTING_LIMIT.

    The limit comes first, because in a browser deep nesting ends the interpreter instead of raising.
    """
    if text.count("[") + text.count("{") > NESTING_LIMIT:
        depth = 0
        for part in _PARTS.finditer(text):
            depth += 1 if part[0] in "[{" else -1 if part[0] in "]}" else 0
            if depth > NESTING_LIMIT:
                raise ValueError("nested too deep")
    value: object = json.loads(text)
    return value


def text_of(value: object) -> str:
    """A text without lone surrogates, which neither UTF-8 nor a browser's strings carry on; "" for anything else."""
    return value.translate(_LONE_SURROGATES) if isinstance(value, str) else ""


def count_of(value: object) -> int | None:
    """A count that JSON carried; None for anything else, negative numbers and truth values among it."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST else None
