"""Frozen values as plain JSON and back, exactly.

A field at its default is left out and an unknown one is ignored, so records stay small, and readable when a value
gains a field.
Understands what the domain's values are made of: texts, numbers, None, tuples, and frozen values inside them.
"""

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Literal, NewType, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from loreglass.domain.errors import BadInput

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
T = TypeVar("T")


_PLAIN = frozenset((bool, int, float, str, type(None)))


def encode(value: object) -> Json:
    """The JSON value of a frozen value, a tuple or a plain value. TypeError for anything else."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        if _PLAIN.issuperset(map(type, value)):
            return cast("list[Json]", list(value))
        return [encode(item) for item in value]
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is no value of the domain")
    found: dict[str, Json] = {}
    for name, default in _defaults(cast(Hashable, type(value))):
        item = getattr(value, name)
        if item is not default and item != default:
            found[name] = item if type(item) in _PLAIN else encode(item)
    return found


def decode(kind: type[T], json: object, *, place: str = "") -> T:
    """The frozen value that `encode` made `json` of. BadInput names the place that does not fit."""
    if not isinstance(json, Mapping):
        raise BadInput(f"expected an object for {kind.__name__}", place=place)
    hints = _hints(cast(Hashable, kind))
    known = ((name, item) for name, item in json.items() if name in hints)
    values = {name: _decode(hints[name], item, f"{place}.{name}".lstrip(".")) for name, item in known}
    try:
        return kind(**values)
    except TypeError as error:
        raise BadInput(f"a field of {kind.__name__} is missing", place=place) from error


def _decode(hint: object, json: object, place: str) -> object:
    if isinstance(hint, NewType):
        return _decode(hint.__supertype__, json, place)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _decode_union(args, json, place)
    if origin is tuple and isinstance(json, list):
        if args[-1] is Ellipsis:
            return tuple(_decode(args[0], item, f"{place}[{index}]") for index, item in enumerate(json))
        if len(args) == len(json):
            return tuple(_decode(arg, item, place) for arg, item in zip(args, json, strict=True))
    if isinstance(hint, type) and is_dataclass(hint):
        return decode(hint, json, place=place)
    if (origin is Literal and json in args) or _is_plain(hint, json):
        return json
    raise BadInput(f"did not expect {json!r:.40}", place=place)


def _decode_union(options: tuple[object, ...], json: object, place: str) -> object:
    """The first option that fits: the domain's unions are of None, literals and one more."""
    for option in options:
        try:
            return _decode(option, json, place)
        except BadInput:
            continue
    raise BadInput(f"did not expect {json!r:.40}", place=place)


def _is_plain(hint: object, json: object) -> bool:
    if hint is float:
        return isinstance(json, int | float) and not isinstance(json, bool)
    if hint is int:
        return isinstance(json, int) and not isinstance(json, bool)
    return isinstance(hint, type) and not get_origin(hint) and isinstance(json, hint)


@cache
def _defaults(kind: Hashable) -> tuple[tuple[str, object], ...]:
    """The names of the fields with their defaults, which are values too; a field without one has MISSING."""
    assert isinstance(kind, type)
    assert is_dataclass(kind)
    return tuple((field.name, _default(field)) for field in fields(kind))


def _default(field: "Field[object]") -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default


@cache
def _hints(kind: Hashable) -> dict[str, object]:
    return get_type_hints(kind)
