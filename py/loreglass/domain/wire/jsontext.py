"""JSON from endpoints, which may be broken or hostile."""

import json
import re

NESTING_LIMIT = 200
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
