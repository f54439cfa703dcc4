"""Addresses and keys in files of strangers: they are never taken over, and never kept."""

from collections.abc import Mapping
from typing import Final

from loreglass.formats.jsontext import storable
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

_ENDS: Final = ("key", "url", "proxy", "password", "secret", "headers", "include_body", "exclude_body", "cluster")
_INSIDE: Final = ("api_key", "apikey", "password", "secret", "proxy", "serviceurl", "authorization")


def is_address(field: str) -> bool:
    """True for a field that holds where to send a prompt, or the key to it."""
    name = field.lower()
    return (name.endswith(_ENDS) and name != "key") or any(part in name for part in _INSIDE)


def without_addresses(fields: Mapping[str, object], tally: Tally) -> dict[str, object]:
    """The fields, at any depth, that hold neither; each that held one is reported by name alone.

    Texts come with whole characters, as a record can hold them.
    """
    kept: dict[str, object] = {}
    for name, value in fields.items():
        if is_address(name):
            if value:
                tally.count("cannot", name, "nothing", note="no_address")
        else:
            kept[mended(name)] = _inner(value, tally)
    return kept


def _inner(value: object, tally: Tally) -> object:
    if isinstance(value, dict):
        return without_addresses(value, tally)
    return [_inner(item, tally) for item in value] if isinstance(value, list) else storable(value)
