"""AI Dungeon: story cards `{keys, value, type, title}` and the older world info `{keys, entry}`, each file one list.

Keys are comma text in which a leading space is part of the key. Nothing but the list gives an order.
"""

from dataclasses import replace
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.entries import ReadEntry, in_list_order, listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

CARDS: Final = "aid_story_cards"
WORLD_INFO: Final = "aid_world_info"


def is_story_cards(value: list[object]) -> bool:
    """True for a list of objects with `keys` and `value`."""
    return any(isinstance(item, dict) and "keys" in item and "value" in item for item in value)


def is_old_world_info(value: list[object]) -> bool:
    """True for a list of objects with `keys` and `entry`."""
    return any(isinstance(item, dict) and "keys" in item and "entry" in item for item in value)


def read_story_cards(value: list[object], tally: Tally) -> Imported:
    """The cards as a book; those that cannot be read are listed in `tally`."""
    return _read(value, read_story_card, CARDS, tally)


def read_old_world_info(value: list[object], tally: Tally) -> Imported:
    """The world info as a book; what cannot be read is listed in `tally`."""
    return _read(value, _read_world_info, WORLD_INFO, tally)


def _read(value: list[object], read_entry: ReadEntry, form: str, tally: Tally) -> Imported:
    entries = read_entries(listed(value, tally), id_field="id", read_entry=read_entry, tally=tally)
    book = Book(id=BookId(""), name="", entries=in_list_order(entries), origin=form)
    return Imported(kind="book", format=form, name="", books=(book,))


def read_story_card(reader: Reader, entry_id: EntryId) -> Entry:
    """One card; its type is a tag, its description a note."""
    if not reader.fields:
        raise BadInput("the card is empty", place=reader.where)
    kind = reader.text("type", "tags").strip()
    entry = replace(
        _entry(reader, entry_id, "value"),
        name=reader.text("title", "name"),
        note=reader.text("description", "note"),
        tags=(kind,) if kind else (),
        origin=CARDS,
    )
    reader.keep_rest()
    return entry


def _read_world_info(reader: Reader, entry_id: EntryId) -> Entry:
    if not reader.fields:
        raise BadInput("the entry is empty", place=reader.where)
    hidden = reader.flag("hidden", "enabled", note="sense_turned")
    entry = replace(_entry(reader, entry_id, "entry"), enabled=not hidden, origin=WORLD_INFO)
    if any(sign in entry.text for sign in "[]"):
        reader.tally.warn(reader.where, "bracket_syntax")
    reader.keep_rest()
    return entry


def _entry(reader: Reader, entry_id: EntryId, text_field: str) -> Entry:
    keys = reader.split_texts("keys", "keywords", split_at_commas)
    if reader.take("id") is not None:
        reader.mapped("id", "id", entry_id)
    return Entry(
        id=entry_id,
        text=reader.body(text_field, "text"),
        keywords=tuple(map(escape_wildcards, keys)),
        raw=raw_text(reader.fields),
    )


def split_at_commas(text: str) -> tuple[str, ...]:
    """The keys of comma text; a space at the start of one stays."""
    return tuple(key for key in text.split(",") if key.strip())
