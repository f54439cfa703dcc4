"""How a value becomes the fields of a file: from its own original where there is one, changing only what differs."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from loreglass.domain.errors import BadInput
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character
from loreglass.formats.decorators import FIELDS, used_lines
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Silent

Fields = dict[str, object]
Value = TypeVar("Value", Entry, Book, Character)
_SILENT: Final = Silent()


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Generic[Value]):
    """One format of one kind of value.

    `origins` are the formats whose originals have this shape; `blank` are the fields of a new one; `write` gives, for
    a field of the value, the fields of the file that say it. Fields that are told by one name share a writer.
    """

    origins: frozenset[str]
    blank: Mapping[str, object]
    read: Callable[[Reader], Value]
    write: Mapping[str, Callable[[Value], Mapping[str, object]]]


def written(value: Value, form: Form[Value]) -> Fields:
    """The fields of the file: those of the original, or of a new one, with what differs written over them."""
    return written_over(original(value.raw) if value.origin in form.origins else {}, value, form)


def written_over(start: Fields, value: Value, form: Form[Value]) -> Fields:
    """These fields with what differs from the value written over them; a new file's where there are none."""
    base = reading(start, form) if start else None
    if base is None:
        start = dict(form.blank)
        base = reading(start, form)
    fields = start
    for name, write in form.write.items():
        if base is None or getattr(base, name) != getattr(value, name):
            fields = merged(fields, write(value))
    return fields


def decorated(entry: Entry, form: Form[Entry], text_field: str) -> Fields:
    """The fields of the file where the original's text may begin with decorators that became fields of the entry.

    They stay as they are while those fields do; when one was edited, the fields of the file say it instead.
    """
    start = original(entry.raw) if entry.origin in form.origins else {}
    base, text = reading(start, form) if start else None, start.get(text_field)
    if base and isinstance(text, str) and text != base.text:
        edited = any(getattr(base, name) != getattr(entry, name) for name in FIELDS)
        behind = base.text if edited else used_lines(text, base.text) + entry.text
        if edited or base.text != entry.text:
            start = {**start, text_field: behind}
    return written_over(start, entry, form)


def reading(fields: Fields, form: Form[Value]) -> Value | None:
    """What the fields say in this format; None where it cannot be read."""
    try:
        return form.read(Reader(fields, _SILENT))
    except BadInput:
        return None


def original(raw: str) -> Fields:
    """The original of a value as it stood in its file; empty where there is none."""
    try:
        value: object = json.loads(raw) if raw.startswith("{") else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def merged(fields: Mapping[str, object], changes: Mapping[str, object]) -> Fields:
    """The fields with the changes over them; an object inside is changed field by field."""
    result = dict(fields)
    for name, change in changes.items():
        inner = result.get(name)
        if isinstance(change, dict):
            result[name] = merged(inner if isinstance(inner, dict) else {}, change)
        else:
            result[name] = change
    return result
