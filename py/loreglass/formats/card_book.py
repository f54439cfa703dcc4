"""The book of a card (`character_book`), alone or inside a card, and the V3 lorebook.

Both list entries with `keys` and `content`; V3 adds `use_regex` and decorators. What SillyTavern adds stands in
`extensions`. A missing `enabled` means off there; here the entry is on, and reported.
"""

import re
from dataclasses import replace

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Place
from loreglass.formats.behaviour import SLOTS, in_card, read_behaviour
from loreglass.formats.decorators import count_decorators, with_decorators
from loreglass.formats.entries import listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards, is_pattern
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

V2_BOOK = "v2_book"
V3_BOOK = "lorebook_v3"
_LOOKS_LIKE_PATTERN = re.compile(r"\.\*|\.\+|\\[bdwsBDWS]|\(\?|\[[^\]]+\][*+?]?|\|")


def is_v2_book(value: dict[str, object]) -> bool:
    """True for a bare `character_book`: `entries` is a list (an object of such entries is read too)."""
    return isinstance(value.get("entries"), list | dict)


def is_v3_book(value: dict[str, object]) -> bool:
    """True for a file that says so."""
    return value.get("spec") == V3_BOOK


def read_v2_book(value: dict[str, object], tally: Tally) -> Imported:
    """The bare book of a card."""
    book = read_card_book(value, tally, origin=V2_BOOK)
    return Imported(kind="book", format=V2_BOOK, name=book.name, books=(book,))


def read_v3_book(value: dict[str, object], tally: Tally) -> Imported:
    """The V3 lorebook; its fields stand in `data`, or, reported, beside `spec`."""
    data = value.get("data")
    if isinstance(data, dict):
        book = _in_frame(value, read_card_book(data, tally, origin=V3_BOOK, prefix="data."), data, tally)
    elif "entries" in value:
        tally.count("repaired", "data", "book", note="data_missing")
        fields = {field: item for field, item in value.items() if field != "spec"}
        book = read_card_book(fields, tally, origin=V3_BOOK)
    else:
        raise BadInput("the lorebook was expected here", place="data")
    return Imported(kind="book", format=V3_BOOK, name=book.name, books=(book,))


def _in_frame(value: dict[str, object], book: Book, data: dict[str, object], tally: Tally) -> Book:
    """The book with the whole file as its original, where more stands in it than `spec` and `data`."""
    frame = Reader(value, tally)
    frame.take("spec")
    frame.take("data")
    frame.keep_rest()
    if value.keys() == {"spec", "data"}:
        return book
    inner = {field: item for field, item in data.items() if field != "entries"}
    return replace(book, raw=raw_text({**value, "data": inner}))


def read_card_book(value: dict[str, object], tally: Tally, *, origin: str, prefix: str = "") -> Book:
    """The book; `origin` is v2_book or lorebook_v3. Raises BadInput where none of its entries can be read."""
    reader = Reader(value, tally, prefix=prefix)

    def read_entry(entry: Reader, entry_id: EntryId) -> Entry:
        return read_card_entry(entry, entry_id, origin)

    book = Book(
        id=BookId(""),
        name=reader.text("name", "book_name"),
        description=reader.text("description", "book_description"),
        depth=reader.whole_or_none("scan_depth", "book_depth"),
        budget=reader.whole_or_none("token_budget", "book_budget"),
        recursive=reader.flag_or_none("recursive_scanning", "book_recursive"),
        entries=read_entries(listed(reader.take("entries"), tally), id_field="id", read_entry=read_entry, tally=tally),
        origin=origin,
        raw=raw_text({field: item for field, item in value.items() if field != "entries"}),
    )
    reader.child("extensions").keep_rest()
    reader.keep_rest()
    return book


def read_card_entry(reader: Reader, entry_id: EntryId, origin: str) -> Entry:
    """One entry; raises BadInput where it is empty."""
    if not reader.fields:
        raise BadInput("the entry is empty", place=reader.where)
    text = reader.body("content", "text")
    weight, priority = _order(reader)
    name, note = _name(reader)
    base = Entry(
        id=entry_id,
        name=name,
        note=note,
        text=text,
        keywords=_keywords(reader),
        secondary=_secondary(reader),
        constant=reader.flag("constant", "constant"),
        enabled=_enabled(reader),
        priority=priority,
        weight=weight,
        case_sensitive=reader.flag_or_none("case_sensitive", "case_sensitive"),
        place=Place(slot=reader.choice("position", "place", SLOTS, "memory")),
        origin=origin,
        raw=raw_text(reader.fields),
    )
    extensions = reader.child("extensions")
    entry = read_behaviour(extensions, base, spell=in_card, chance_is_used=True)
    if reader.take("id") is not None:
        reader.mapped("id", "id", entry_id)
    if origin == V3_BOOK:
        entry = with_decorators(entry, reader)
    else:
        count_decorators(text, reader)
    extensions.keep_rest()
    reader.keep_rest()
    return entry


def _order(reader: Reader) -> tuple[float, float]:
    """Weight and priority; the order is both where no priority is given."""
    if reader.take("priority") is None:
        weight = reader.number("insertion_order", "priority_weight")
        return weight, weight
    return reader.number("insertion_order", "weight"), reader.number("priority", "priority")


def _name(reader: Reader) -> tuple[str, str]:
    """Name and note: a comment is the name where there is no other."""
    name = reader.text("name", "name")
    if not name:
        return reader.text("comment", "name"), ""
    comment = reader.text("comment", "note")
    return name, "" if comment == name else comment


def _enabled(reader: Reader) -> bool:
    if reader.take("enabled") is None:
        reader.repaired("enabled", "enabled", "", "enabled_missing")
    return reader.flag("enabled", "enabled", True)


def _keywords(reader: Reader) -> tuple[str, ...]:
    keys = reader.texts("keys", "keywords")
    if reader.flag("use_regex", "keywords"):
        for key in keys:
            if not is_pattern(key) and _LOOKS_LIKE_PATTERN.search(key):
                reader.tally.warn(reader.where, "pattern_read_as_text", key)
    return tuple(map(escape_wildcards, keys))


def _secondary(reader: Reader) -> tuple[str, ...]:
    """The secondary keys, where the entry says that they count."""
    if not reader.flag("selective", "logic"):
        reader.kept("secondary_keys", "selective_off")
        return ()
    return tuple(map(escape_wildcards, reader.texts("secondary_keys", "secondary")))
