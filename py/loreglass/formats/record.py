"""Frozen values to JSON objects and back, exactly: what differs from a base value is written, the rest is left out.

Works for values whose fields are texts, flags, numbers, choices, tuples of texts or choices, and such values again.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Literal, TypeVar, get_args, get_origin, get_type_hints

from loreglass.formats.reader import kind_of
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Record = TypeVar("Record", bound=DataclassInstance)
else:
    Record = TypeVar("Record")

Kind = Literal["text", "flag", "whole", "number", "texts", "record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What one field may hold; choices are () where any text goes."""

    kind: Kind
    or_none: bool = False
    choices: tuple[str, ...] = ()


class _Unfit(Exception):
    """A value that the field cannot hold."""


def encode_record(
    value: "DataclassInstance", base: "DataclassInstance", *, skip: Collection[str] = ()
) -> dict[str, object]:
    """The fields in which `value` differs from `base`, as JSON values."""
    written: dict[str, object] = {}
    for name, shape in shapes(type(value)).items():
        item, default = getattr(value, name), getattr(base, name)
        if item is default or item == default or name in skip:
            continue
        if shape.kind == "record":
            written[name] = encode_record(item, default)
        elif isinstance(item, tuple):
            written[name] = list(item)
        elif isinstance(item, float) and item.is_integer():
            written[name] = int(item)
        else:
            written[name] = item
    return written


def decode_record(
    base: Record, value: Mapping[str, object], tally: Tally, *, where: str = "", skip: Collection[str] = ()
) -> Record:
    """`base` with the fields of `value`; one that does not fit is warned of and left as in `base`."""
    changes: dict[str, object] = {}
    known = shapes(type(base))
    for name, found in value.items():
        shape = known.get(name)
        if shape is None or name in skip:
            continue
        try:
            if shape.kind == "record" and isinstance(found, dict):
                changes[name] = decode_record(getattr(base, name), found, tally, where=where)
            else:
                changes[name] = _fitting(found, shape)
        except _Unfit:
            tally.warn(where, "wrong_type", f"{name}: {kind_of(found)}")
    return replace(base, **changes) if changes else base


def unknown_fields(base: "DataclassInstance", value: Mapping[str, object], extra: Collection[str]) -> dict[str, object]:
    """The fields of `value`, at any depth, that a value like `base` has no place for."""
    known = shapes(type(base))
    found: dict[str, object] = {}
    for name, item in value.items():
        shape = known.get(name)
        if shape is None:
            if name not in extra:
                found[name] = item
        elif shape.kind == "record" and isinstance(item, dict):
            inner = unknown_fields(getattr(base, name), item, ())
            if inner:
                found[name] = inner
    return found


def with_unknown(written: dict[str, object], unknown: Mapping[str, object]) -> dict[str, object]:
    """`written` with the unknown fields put back where they stood."""
    merged = dict(written)
    for name, item in unknown.items():
        inner = merged.get(name, {})
        merged[name] = {**inner, **item} if isinstance(item, dict) and isinstance(inner, dict) else item
    return merged


@cache
def shapes(kind: type) -> dict[str, Shape]:
    """What each field of this dataclass may hold."""
    return {name: _shape(hint) for name, hint in get_type_hints(kind).items()}


def _shape(hint: object) -> Shape:
    if isinstance(hint, UnionType):
        (inner,) = (part for part in get_args(hint) if part is not type(None))
        return replace(_shape(inner), or_none=True)
    if get_origin(hint) is tuple:
        return replace(_shape(get_args(hint)[0]), kind="texts")
    if get_origin(hint) is Literal:
        return Shape(kind="text", choices=get_args(hint))
    plain = getattr(hint, "__supertype__", hint)
    if is_dataclass(plain):
        return Shape(kind="record")
    kinds: dict[object, Kind] = {str: "text", bool: "flag", int: "whole", float: "number"}
    return Shape(kind=kinds[plain])


def _fitting(value: object, shape: Shape) -> object:
    """The value as the field holds it."""
    if value is None and shape.or_none:
        return None
    match shape.kind, value:
        case "text", str():
            return _text(value, shape)
        case "flag", bool():
            return value
        case "whole" | "number", bool():
            raise _Unfit
        case "whole" | "number", int() | float():
            return _number(value, shape)
        case "texts", list() | tuple():
            return tuple(_text(item, shape) for item in value)
        case _:
            raise _Unfit


def _text(value: object, shape: Shape) -> str:
    if not isinstance(value, str) or (shape.choices and value not in shape.choices):
        raise _Unfit
    return mended(value)


def _number(value: float, shape: Shape) -> float:
    try:
        finite = math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite or (shape.kind == "whole" and value != int(value)):
        raise _Unfit
    return int(value) if shape.kind == "whole" else value
