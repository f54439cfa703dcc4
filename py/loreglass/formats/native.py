"""The native book as JSON; the same codec stores books, entries and characters.

`{"format": "loreglass/book", "version": 1, "name": ..., "entries": [...]}`, a field at its default left out.
Fields that this version does not know survive: they are kept as `raw`, with the origin "native", and written back
to where they stood.
"""

import json
from collections.abc import Collection, Mapping
from typing import Final, TypeAlias, get_args

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character
from loreglass.domain.story.preset import Preset
from loreglass.formats.entries import listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.reader import Reader, kind_of
from loreglass.formats.record import decode_record, encode_record, unknown_fields, with_unknown
from loreglass.formats.report import Here
from loreglass.formats.tally import Tally

FORMAT: Final = "native"
MARK: Final = "loreglass/book"
VERSION: Final = 1

_EMPTY_ENTRY: Final = Entry(id=EntryId(""))
_EMPTY_BOOK: Final = Book(id=BookId(""), name="")
_EMPTY_CHARACTER: Final = Character(id=CharacterId(""), name="")
_ORIGINAL: Final = frozenset({"origin", "raw"})
_BOOK_FRAME: Final = ("format", "version", "entries")
_PRESET_FRAME: Final = ("format", "version")
_Value: TypeAlias = Book | Entry | Character | Preset
_HERE: Final[dict[str, Here]] = {code: code for code in get_args(Here)}


def is_native_book(value: dict[str, object]) -> bool:
    """True where the file says so."""
    return value.get("format") == MARK


def read_native_book(value: dict[str, object], tally: Tally) -> Imported:
    """The book; entries that cannot be read are listed in `tally`."""
    version = value.get("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        tally.warn("", "newer_version", version)
    book = decode_book(value, tally)
    return Imported(kind="book", format=FORMAT, name=book.name, books=(book,))


def encode_book(book: Book) -> dict[str, object]:
    """The book as the JSON object of a native file."""
    written = encode_record(book, _EMPTY_BOOK, skip=("name", "entries", *_ORIGINAL))
    framed: dict[str, object] = {"format": MARK, "version": VERSION, "name": book.name, **written}
    framed["entries"] = [encode_entry(entry) for entry in book.entries]
    return with_original(framed, book, _EMPTY_BOOK)


def decode_book(value: object, tally: Tally | None = None) -> Book:
    """The book that `encode_book` wrote, or that a native file holds; BadInput where it is none."""
    counted = tally or Tally()
    fields = _object(value, "a book")

    def read_entry(reader: Reader, entry_id: EntryId) -> Entry:
        if reader.fields.get("text") is not None and not isinstance(reader.fields["text"], str):
            raise BadInput(f'"text" must be text, but is {kind_of(reader.fields["text"])}', place=reader.where)
        _count(reader.fields, unknown_fields(_EMPTY_ENTRY, reader.fields, ()), counted)
        fields = settled({**reader.fields, "id": entry_id}, _EMPTY_ENTRY)
        return decode_record(_EMPTY_ENTRY, fields, counted, where=reader.where)

    entries = read_entries(listed(fields.get("entries"), counted), id_field="id", read_entry=read_entry, tally=counted)
    _count(fields, unknown_fields(_EMPTY_BOOK, fields, _BOOK_FRAME), counted, prefix="book_")
    base = Book(id=BookId(""), name="", entries=entries)
    return decode_record(base, settled(fields, _EMPTY_BOOK), counted, skip=_BOOK_FRAME)


def encode_entry(entry: Entry) -> dict[str, object]:
    """The entry as a JSON object; its `raw` stands in it as an object."""
    written = encode_record(entry, _EMPTY_ENTRY, skip=("id", *_ORIGINAL))
    return with_original({"id": entry.id, **written}, entry, _EMPTY_ENTRY)


def decode_entry(value: object, tally: Tally | None = None) -> Entry:
    """The entry that `encode_entry` wrote; BadInput where it is none."""
    return decode_record(_EMPTY_ENTRY, settled(_object(value, "an entry"), _EMPTY_ENTRY), tally or Tally())


def encode_character(character: Character) -> dict[str, object]:
    """The character as a JSON object."""
    written = encode_record(character, _EMPTY_CHARACTER, skip=("id", "name", *_ORIGINAL))
    return with_original({"id": character.id, "name": character.name, **written}, character, _EMPTY_CHARACTER)


def decode_character(value: object, tally: Tally | None = None) -> Character:
    """The character that `encode_character` wrote; BadInput where it is none."""
    return decode_record(_EMPTY_CHARACTER, settled(_object(value, "a character"), _EMPTY_CHARACTER), tally or Tally())


def _object(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadInput(f"{what} was expected, but this is {kind_of(value)}")
    return value


def settled(fields: Mapping[str, object], base: _Value) -> dict[str, object]:
    """The fields with `origin` and `raw` as the value keeps them: raw as text, unknown fields inside it."""
    frame = _BOOK_FRAME if isinstance(base, Book) else _PRESET_FRAME if isinstance(base, Preset) else ()
    unknown = unknown_fields(base, fields, frame)
    if unknown:
        # Sorted, so that the text does not depend on where the fields stood.
        names = sorted({*unknown, *(_ORIGINAL & fields.keys())})
        kept = {name: unknown.get(name, fields[name]) for name in names}
        return {**fields, "origin": FORMAT, "raw": raw_text(kept)}
    raw = fields.get("raw", "")
    return {**fields, "raw": raw if isinstance(raw, str) else raw_text(raw)}


def with_original(written: dict[str, object], value: _Value, base: _Value) -> dict[str, object]:
    """`written` with origin and raw, so that `settled` gives the same ones back."""
    original = _parsed(value.raw)
    if value.origin == FORMAT and original:
        whole = with_unknown(written, original)
        back = settled(whole, base)
        if (back.get("origin"), back["raw"]) == (FORMAT, value.raw):
            return whole
    if value.origin:
        written["origin"] = value.origin
    if value.raw:
        written["raw"] = original if original and raw_text(original) == value.raw else value.raw
    return written


def _parsed(raw: str) -> dict[str, object]:
    try:
        value: object = json.loads(raw) if raw.startswith("{") else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _count(fields: Mapping[str, object], unknown: Collection[str], tally: Tally, *, prefix: str = "") -> None:
    """Report every field; those that this version does not know are kept."""
    for name, item in fields.items():
        if name in unknown:
            tally.count("kept", name, "kept", example=item, note="unknown_field")
        elif name not in _BOOK_FRAME and item is not None:
            here = _HERE.get(prefix + name, _HERE.get(name, "kept"))
            tally.count("mapped", name, here, values=len(item) if isinstance(item, list) else 1, example=item)
