"""SillyTavern world info: `entries` is an object of entries with `key` and `content`.

Its order becomes priority and weight. It knows no wildcards, so `*` and `?` in plain keys are escaped.
"""

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Place
from loreglass.formats.behaviour import as_written, read_behaviour
from loreglass.formats.decorators import count_decorators
from loreglass.formats.entries import labelled, listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

FORMAT = "sillytavern"
ORDER = 100
"""What an entry without an order has there."""


def is_world_info(value: dict[str, object]) -> bool:
    """True where `entries` is an object (an empty one too), or a list of entries with `key`; not with `keys` alone."""
    entries = value.get("entries")
    if isinstance(entries, list):
        return any(isinstance(entry, dict) and "key" in entry and "keys" not in entry for entry in entries)
    if not isinstance(entries, dict):
        return False
    found = [entry for entry in entries.values() if isinstance(entry, dict)]
    return any("key" in entry for entry in found) or not any("keys" in entry for entry in found)


def read_world_info(value: dict[str, object], tally: Tally) -> Imported:
    """The book; entries that cannot be read are listed in `tally`."""
    reader = Reader(value, tally)
    name = reader.text("name", "book_name")
    entries = value.get("entries")
    items = labelled(entries) if isinstance(entries, dict) else listed(entries, tally)
    reader.take("entries")
    book = Book(
        id=BookId(""),
        name=name,
        description=reader.text("description", "book_description"),
        recursive=reader.flag("recursive", "book_recursive", True),
        entries=read_entries(items, id_field="uid", read_entry=read_world_info_entry, tally=tally),
        origin=FORMAT,
        raw=raw_text({field: item for field, item in value.items() if field != "entries"}),
    )
    reader.keep_rest()
    return Imported(kind="book", format=FORMAT, name=name, books=(book,))


def read_world_info_entry(reader: Reader, entry_id: EntryId) -> Entry:
    """One entry; raises BadInput where it is empty."""
    if not reader.fields:
        raise BadInput("the entry is empty", place=reader.where)
    text = reader.body("content", "text")
    order = reader.number("order", "priority_weight", ORDER)
    disabled = reader.flag("disable", "enabled", note="sense_turned")
    base = Entry(
        id=entry_id,
        name=reader.text("comment", "name"),
        text=text,
        keywords=tuple(map(escape_wildcards, reader.texts("key", "keywords"))),
        secondary=_secondary(reader),
        constant=reader.flag("constant", "constant"),
        enabled=not disabled,
        priority=order,
        weight=order,
        place=Place(),
        origin=FORMAT,
        raw=raw_text(reader.fields),
    )
    entry = read_behaviour(reader, base, spell=as_written, chance_is_used=False)
    if reader.take("uid") is not None:
        reader.mapped("uid", "id", entry_id)
    if reader.take("position") is None:
        reader.repaired("position", "place", "", "position_missing")
    count_decorators(text, reader)
    reader.keep_rest()
    return entry


def _secondary(reader: Reader) -> tuple[str, ...]:
    """The secondary keys, where the entry says that they count."""
    if not reader.flag("selective", "logic"):
        reader.kept("keysecondary", "selective_off")
        return ()
    return tuple(map(escape_wildcards, reader.texts("keysecondary", "secondary")))
