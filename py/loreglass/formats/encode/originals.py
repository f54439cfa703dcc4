"""What an original holds beyond what is used here: it travels only to a file of the same format."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character
from loreglass.formats import aidungeon, card_book
from loreglass.formats.agnai import FORMAT as AGNAI
from loreglass.formats.agnai import read_agnai_entry
from loreglass.formats.agnai_character import ORIGIN as AGNAI_CHARACTER
from loreglass.formats.agnai_character import read_agnai_character
from loreglass.formats.card import read_flat_card
from loreglass.formats.chub import FORMAT as CHUB
from loreglass.formats.chub import read_chub_entry
from loreglass.formats.encode.form import Fields, original
from loreglass.formats.kobold import LITE, read_kobold_entry
from loreglass.formats.novelai import FORMAT as NOVELAI
from loreglass.formats.novelai import read_novelai_entry
from loreglass.formats.reader import Reader
from loreglass.formats.risu import FORMAT as RISU
from loreglass.formats.risu import read_risu_entry
from loreglass.formats.sillytavern import FORMAT as SILLYTAVERN
from loreglass.formats.sillytavern import read_world_info_entry
from loreglass.formats.tally import Tally

_NOBODY: Final = EntryId("")
_ENTRIES: Final[Mapping[str, Callable[[Reader], Entry]]] = {
    AGNAI: lambda reader: read_agnai_entry(reader, _NOBODY),
    SILLYTAVERN: lambda reader: read_world_info_entry(reader, _NOBODY),
    card_book.V2_BOOK: lambda reader: card_book.read_card_entry(reader, _NOBODY, card_book.V2_BOOK),
    card_book.V3_BOOK: lambda reader: card_book.read_card_entry(reader, _NOBODY, card_book.V3_BOOK),
    NOVELAI: lambda reader: read_novelai_entry(reader, _NOBODY, {}),
    RISU: lambda reader: read_risu_entry(reader, _NOBODY, {}),
    CHUB: lambda reader: read_chub_entry(reader, _NOBODY),
    LITE: lambda reader: read_kobold_entry(reader, _NOBODY),
    aidungeon.CARDS: lambda reader: aidungeon.read_story_card(reader, _NOBODY),
}
_CHARACTERS: Final[Mapping[str, Callable[[Fields, Tally], object]]] = {
    "card_v1": read_flat_card,
    AGNAI_CHARACTER: read_agnai_character,
}


def count_left_behind(book: Book, origins: frozenset[str], tally: Tally) -> None:
    """Count what the originals of entries from other formats than `origins` hold that nothing here uses."""
    seen = Tally()
    for entry in book.entries:
        read = _ENTRIES.get(entry.origin)
        fields = original(entry.raw) if read and entry.origin not in origins else {}
        if read and fields:
            with suppress(BadInput):
                read(Reader(fields, seen))
    _count(seen, tally)


def count_character_left_behind(character: Character, tally: Tally) -> None:
    """The same for a character that is no card of version 2 or 3."""
    read = _CHARACTERS.get(character.origin)
    fields = original(character.raw) if read else {}
    if read and fields:
        seen = Tally()
        read(fields, seen)
        _count(seen, tally)


def _count(seen: Tally, tally: Tally) -> None:
    for row in seen.report().rows:
        # Decorators stand in the text and go along with it.
        if row.group in ("kept", "cannot") and not row.file_field.startswith("@@"):
            tally.count("cannot", row.file_field, "kept", values=row.values, example=row.example, note="no_place_there")
