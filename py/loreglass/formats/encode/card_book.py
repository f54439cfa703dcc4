"""The book of a card, alone or inside one, and the V3 lorebook: entries with `keys` and `content`.

What SillyTavern adds goes into `extensions`, so that it survives there and here.
"""

from dataclasses import replace
from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.sillytavern.numbers import SLOT_NUMBERS
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.behaviour import in_card
from loreglass.formats.card_book import V2_BOOK, V3_BOOK, read_card_entry
from loreglass.formats.encode.behaviour import Write, behaviour_writers, place_fields
from loreglass.formats.encode.form import Fields, Form, decorated, original, reading, written
from loreglass.formats.encode.losses import count_entry_losses, count_losses
from loreglass.formats.encode.sillytavern import spelt
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import is_pattern
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

ORIGINS: Final = frozenset({V2_BOOK, V3_BOOK})
_V2_PLACES: Final = {"before": "before_char", "after": "after_char"}
_BLANK: Final[Fields] = {
    "keys": [],
    "content": "",
    "extensions": {},
    "enabled": True,
    "insertion_order": 0,
    "name": "",
    "priority": 0,
    "comment": "",
    "selective": False,
    "secondary_keys": [],
    "constant": False,
}


def _extended(write: Write) -> Write:
    return lambda entry: {"extensions": write(entry)}


def _place(entry: Entry) -> Fields:
    if entry.place.slot == "memory":
        return {"position": None, "extensions": {"position": None}}
    return {
        "position": _V2_PLACES.get(entry.place.slot, "after_char"),
        "extensions": place_fields(entry, in_card) | {"position": SLOT_NUMBERS[entry.place.slot]},
    }


def _order(entry: Entry) -> Fields:
    return {"insertion_order": entry.weight, "priority": entry.priority}


def _name(entry: Entry) -> Fields:
    return {"name": entry.name, "comment": entry.note or entry.name}


def _case(entry: Entry) -> Fields:
    return {"case_sensitive": entry.case_sensitive, "extensions": {"case_sensitive": entry.case_sensitive}}


def _form(origin: str) -> Form[Entry]:
    def keys(entry: Entry) -> Fields:
        keywords = spelt(entry, entry.keywords)
        patterns: Fields = {"use_regex": any(map(is_pattern, keywords))} if origin == V3_BOOK else {}
        return {"keys": keywords, **patterns}

    write: dict[str, Write] = {
        **{name: _extended(write) for name, write in behaviour_writers(in_card).items()},
        "name": _name,
        "note": _name,
        "text": lambda entry: {"content": entry.text},
        "keywords": keys,
        "secondary": lambda entry: {"secondary_keys": spelt(entry, entry.secondary), "selective": True},
        "constant": lambda entry: {"constant": entry.constant},
        "enabled": lambda entry: {"enabled": entry.enabled},
        "priority": _order,
        "weight": _order,
        "place": _place,
        "case_sensitive": _case,
    }
    return Form(
        origins=ORIGINS,
        blank={**_BLANK, "use_regex": False} if origin == V3_BOOK else _BLANK,
        read=lambda reader: read_card_entry(reader, EntryId(""), origin),
        write=write,
    )


def _read_book(reader: Reader) -> Book:
    return Book(
        id=BookId(""),
        name=reader.text("name", "book_name"),
        description=reader.text("description", "book_description"),
        depth=reader.whole_or_none("scan_depth", "book_depth"),
        budget=reader.whole_or_none("token_budget", "book_budget"),
        recursive=reader.flag_or_none("recursive_scanning", "book_recursive"),
    )


BOOK: Final[Form[Book]] = Form(
    origins=ORIGINS,
    blank={"extensions": {}},
    read=_read_book,
    write={
        "name": lambda book: {"name": book.name},
        "description": lambda book: {"description": book.description},
        "depth": lambda book: {"scan_depth": book.depth},
        "budget": lambda book: {"token_budget": book.budget},
        "recursive": lambda book: {"recursive_scanning": book.recursive},
    },
)


def encode_card_book(book: Book, tally: Tally, *, origin: str) -> Fields:
    """The fields of the book; `origin` is v2_book or lorebook_v3. What it cannot hold is counted."""
    form = _form(origin)
    _, book = unframed(book)
    entries = [decorated(entry, form, "content") for entry in book.entries]
    for place, (entry, fields) in enumerate(zip(book.entries, entries, strict=True)):
        if not (entry.origin in ORIGINS and original(entry.raw)):
            fields["id"] = place
        if origin == V3_BOOK and entry.origin != V3_BOOK:
            fields.setdefault("use_regex", False)
    count_entry_losses(book.entries, [reading(entry, form) for entry in entries], tally, patterns=True)
    fields = written(book, BOOK)
    count_losses(book, reading(fields, BOOK), tally)
    return {**fields, "entries": entries}


def encode_v2_book(book: Book, tally: Tally) -> Fields:
    """The bare book of a card."""
    return encode_card_book(book, tally, origin=V2_BOOK)


def encode_v3_book(book: Book, tally: Tally) -> Fields:
    """The V3 lorebook."""
    frame, inner = unframed(book)
    return {**frame, "spec": V3_BOOK, "data": encode_card_book(inner, tally, origin=V3_BOOK)}


def unframed(book: Book) -> tuple[Fields, Book]:
    """The file around the book, and the book as one whose original is that of the book alone.

    The file is empty where nothing but the book was kept.
    """
    frame = original(book.raw) if book.origin == V3_BOOK else {}
    data = frame.get("data")
    # The original of a book never holds entries: such `data` is a field of the book itself.
    if frame.get("spec") != V3_BOOK or not isinstance(data, dict) or "entries" in data:
        return {}, book
    return frame, replace(book, raw=raw_text(data))
