"""Agnai memory books: name, text, keywords with wildcards, priority, weight, switch."""

from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.agnai import FORMAT, read_agnai_entry
from loreglass.formats.encode.form import Fields, Form, reading, written
from loreglass.formats.encode.losses import count_entry_losses, count_losses
from loreglass.formats.tally import Tally

ENTRY: Final[Form[Entry]] = Form(
    origins=frozenset({FORMAT}),
    blank={"name": "", "entry": "", "keywords": [], "priority": 0, "weight": 0, "enabled": True},
    read=lambda reader: read_agnai_entry(reader, EntryId("")),
    write={
        "name": lambda entry: {"name": entry.name},
        "text": lambda entry: {"entry": entry.text},
        "keywords": lambda entry: {"keywords": list(entry.keywords)},
        "priority": lambda entry: {"priority": entry.priority},
        "weight": lambda entry: {"weight": entry.weight},
        "enabled": lambda entry: {"enabled": entry.enabled},
    },
)
BOOK: Final[Form[Book]] = Form(
    origins=frozenset({FORMAT}),
    blank={"kind": "memory", "name": "", "description": ""},
    read=lambda reader: Book(
        id=BookId(""), name=reader.text("name", "book_name"), description=reader.text("description", "book_description")
    ),
    write={
        "name": lambda book: {"name": book.name},
        "description": lambda book: {"description": book.description},
    },
)


def encode_agnai_book(book: Book, tally: Tally) -> Fields:
    """The book as Agnai's JSON; what it cannot hold is counted."""
    entries = [written(entry, ENTRY) for entry in book.entries]
    count_entry_losses(book.entries, [reading(entry, ENTRY) for entry in entries], tally, patterns=False)
    fields = written(book, BOOK)
    count_losses(book, reading(fields, BOOK), tally)
    return {**fields, "entries": entries}
