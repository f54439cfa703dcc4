"""Chub and Venus lorebooks: `entries` is an object whose entries are spelt as in world info and as in a card's book.

Both spellings may disagree: `key` and `order` win, and an entry that either spelling switches off is off.
"""

import re
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Place
from loreglass.formats.behaviour import as_written, read_behaviour
from loreglass.formats.decorators import count_decorators
from loreglass.formats.entries import labelled, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards
from loreglass.formats.reader import Reader
from loreglass.formats.report import Here
from loreglass.formats.tally import Tally

FORMAT: Final = "chub"
_OTHERS: Final = ("keys", "insertion_order")
_SNAKE: Final = re.compile(r"_([a-z])")


def is_chub_book(value: dict[str, object]) -> bool:
    """True where entries have both spellings, or the file was made there."""
    entries = value.get("entries")
    if not isinstance(entries, dict):
        return False
    found = [entry for entry in entries.values() if isinstance(entry, dict)]
    return "is_creation" in value or any("key" in entry and any(name in entry for name in _OTHERS) for entry in found)


def read_chub_book(value: dict[str, object], tally: Tally) -> Imported:
    """The book; entries that cannot be read are listed in `tally`."""
    reader = Reader(value, tally)
    name = reader.text("name", "book_name")
    entries = reader.take("entries")
    book = Book(
        id=BookId(""),
        name=name,
        description=reader.text("description", "book_description"),
        depth=reader.whole_or_none("scan_depth", "book_depth"),
        budget=reader.whole_or_none("token_budget", "book_budget"),
        recursive=reader.flag_or_none("recursive_scanning", "book_recursive"),
        entries=read_entries(
            labelled(entries) if isinstance(entries, dict) else [],
            id_field=_id_field(entries),
            read_entry=read_chub_entry,
            tally=tally,
        ),
        origin=FORMAT,
        raw=raw_text({field: item for field, item in value.items() if field != "entries"}),
    )
    reader.child("extensions").keep_rest()
    reader.keep_rest()
    return Imported(kind="book", format=FORMAT, name=name, books=(book,))


def _id_field(entries: object) -> str:
    items = entries.values() if isinstance(entries, dict) else ()
    return "uid" if any(isinstance(item, dict) and "uid" in item for item in items) else "id"


def read_chub_entry(own: Reader, entry_id: EntryId) -> Entry:
    """One entry; raises BadInput where it is empty."""
    if not own.fields:
        raise BadInput("the entry is empty", place=own.where)
    reader = _with_extensions(own)
    text = reader.body("content", "text")
    weight = _order(reader)
    priority = weight if reader.take("priority") is None else reader.number("priority", "priority")
    on = reader.flag("enabled", "enabled", True)
    off = reader.flag("disable", "enabled", note="sense_turned")
    if on == off and reader.fields.get("enabled") is not None and reader.fields.get("disable") is not None:
        reader.repaired("enabled", "enabled", on, "spellings_disagree")
    name = reader.text("name", "name")
    comment = reader.text("comment", "note" if name else "name")
    base = Entry(
        id=entry_id,
        name=name or comment,
        note=comment if name and comment != name else "",
        text=text,
        keywords=_keys(reader, "key", "keys", "keywords"),
        secondary=_secondary(reader),
        constant=reader.flag("constant", "constant"),
        enabled=on and not off,
        priority=priority,
        weight=weight,
        case_sensitive=reader.flag_or_none("case_sensitive", "case_sensitive"),
        place=Place(),
        origin=FORMAT,
        raw=raw_text(own.fields),
    )
    entry = read_behaviour(reader, base, spell=as_written, chance_is_used=True)
    for field in ("uid", "id"):
        if reader.take(field) is not None:
            reader.mapped(field, "id", entry_id)
    count_decorators(text, reader)
    reader.keep_rest()
    return entry


def _with_extensions(reader: Reader) -> Reader:
    """A reader of the entry's fields and, where it has none of that name, those of its extensions in camel case."""
    extensions = reader.take("extensions")
    inner = extensions if isinstance(extensions, dict) else {}
    spelt = {_SNAKE.sub(lambda found: found[1].upper(), field): item for field, item in inner.items()}
    fields = {**spelt, **{field: item for field, item in reader.fields.items() if item is not None}}
    full = Reader(fields, reader.tally, where=reader.where)
    full.take("extensions")
    return full


def _order(reader: Reader) -> float:
    """`order`, else `insertion_order`; a second one that differs is reported."""
    if reader.fields.get("order") is None:
        return reader.number("insertion_order", "priority_weight")
    order = reader.number("order", "priority_weight")
    if reader.take("insertion_order") not in (None, reader.fields["order"]):
        reader.repaired("insertion_order", "weight", reader.fields["insertion_order"], "spellings_disagree")
    return order


def _keys(reader: Reader, field: str, other: str, here: Here) -> tuple[str, ...]:
    """The keys under the first name, else those under the other; two lists that differ are reported."""
    keys = reader.texts(field, here) if reader.fields.get(field) else ()
    if not keys:
        reader.take(field)
        keys = reader.texts(other, here)
    elif reader.take(other) not in (None, [], reader.fields[field]):
        reader.repaired(other, here, reader.fields[other], "spellings_disagree")
    return tuple(map(escape_wildcards, keys))


def _secondary(reader: Reader) -> tuple[str, ...]:
    """The secondary keys, where the entry says that they count."""
    if not reader.flag("selective", "logic"):
        for field in ("keysecondary", "secondary_keys"):
            reader.kept(field, "selective_off")
        return ()
    return _keys(reader, "keysecondary", "secondary_keys", "secondary")
