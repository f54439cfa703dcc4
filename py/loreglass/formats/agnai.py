"""Agnai memory books: `kind` is memory; keywords have the same wildcards as here, priority and weight their sense."""

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.entries import listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

FORMAT = "agnai"


def is_agnai_book(value: dict[str, object]) -> bool:
    """True where the file says so, or its entries have `keywords` and `entry`."""
    if value.get("kind") == "memory":
        return True
    entries = value.get("entries")
    return isinstance(entries, list) and any(
        isinstance(entry, dict) and "keywords" in entry and "entry" in entry for entry in entries
    )


def read_agnai_book(value: dict[str, object], tally: Tally) -> Imported:
    """The book; entries that cannot be read are listed in `tally`."""
    reader = Reader(value, tally)
    reader.take("kind")
    items = listed(reader.take("entries"), tally)
    name = reader.text("name", "book_name")
    book = Book(
        id=BookId(""),
        name=name,
        description=reader.text("description", "book_description"),
        entries=read_entries(items, id_field="id", read_entry=read_agnai_entry, tally=tally),
        origin=FORMAT,
        raw=raw_text({field: item for field, item in value.items() if field != "entries"}),
    )
    reader.keep_rest()
    return Imported(kind="book", format=FORMAT, name=name, books=(book,))


def read_agnai_entry(reader: Reader, entry_id: EntryId) -> Entry:
    """One entry."""
    entry = Entry(
        id=entry_id,
        name=reader.text("name", "name"),
        text=reader.body("entry", "text"),
        keywords=reader.texts("keywords", "keywords"),
        priority=reader.number("priority", "priority"),
        weight=reader.number("weight", "weight"),
        enabled=reader.flag("enabled", "enabled", True),
        origin=FORMAT,
        raw=raw_text(reader.fields),
    )
    if reader.take("id") is not None:
        reader.mapped("id", "id", entry_id)
    reader.keep_rest()
    return entry
