"""A book or a card as a file in a chosen format, with a report of what that format cannot hold."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.domain.story.preset import Preset
from loreglass.formats import aidungeon, kobold, native, novelai, risu
from loreglass.formats.agnai import FORMAT as AGNAI
from loreglass.formats.card_book import V2_BOOK, V3_BOOK
from loreglass.formats.charx import FORMAT as CHARX
from loreglass.formats.encode.agnai import encode_agnai_book
from loreglass.formats.encode.aidungeon import encode_story_cards
from loreglass.formats.encode.card import V2, V3, encode_card
from loreglass.formats.encode.card_book import encode_v2_book, encode_v3_book
from loreglass.formats.encode.kobold import encode_kobold_lite
from loreglass.formats.encode.novelai import encode_novelai_lorebook
from loreglass.formats.encode.originals import count_character_left_behind, count_left_behind
from loreglass.formats.encode.picture import charx, png_with_cards
from loreglass.formats.encode.risu import encode_risu_book
from loreglass.formats.encode.rules import without_rule
from loreglass.formats.encode.sillytavern import encode_world_info
from loreglass.formats.preset import encode_preset
from loreglass.formats.report import Report
from loreglass.formats.sillytavern import FORMAT as SILLYTAVERN
from loreglass.formats.surrogates import has_lone
from loreglass.formats.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file as bytes, the ending of its name, and what its format could not hold (rows of the group "cannot")."""

    data: bytes
    suffix: str
    report: Report


@dataclass(frozen=True, slots=True, kw_only=True)
class BookWriter:
    """How a book is written, and the formats whose originals go along."""

    write: Callable[[Book, Tally], object]
    origins: frozenset[str]


_CARD_BOOKS: Final = frozenset({V2_BOOK, V3_BOOK})
BOOKS: Final[Mapping[str, BookWriter]] = {
    AGNAI: BookWriter(write=encode_agnai_book, origins=frozenset({AGNAI})),
    SILLYTAVERN: BookWriter(write=encode_world_info, origins=frozenset({SILLYTAVERN})),
    V3_BOOK: BookWriter(write=encode_v3_book, origins=_CARD_BOOKS),
    V2_BOOK: BookWriter(write=encode_v2_book, origins=_CARD_BOOKS),
    novelai.FORMAT: BookWriter(write=encode_novelai_lorebook, origins=frozenset({novelai.FORMAT})),
    risu.FORMAT: BookWriter(write=encode_risu_book, origins=frozenset({risu.FORMAT})),
    aidungeon.CARDS: BookWriter(write=encode_story_cards, origins=frozenset({aidungeon.CARDS})),
    kobold.LITE: BookWriter(write=encode_kobold_lite, origins=frozenset({kobold.LITE})),
}
_LONG: Final = 1_000_000
CARDS: Final = (V2, V3, CHARX)
WRITABLE: Final = (native.FORMAT, *BOOKS, *CARDS)
"""The names of all formats that can be written."""


def export_book(book: Book, to: str) -> Exported:
    """The book as a JSON file; raises BadInput for a format that holds no book of its own."""
    tally = Tally()
    if to == native.FORMAT:
        return Exported(data=_json(native.encode_book(book)), suffix="json", report=tally.report())
    writer = BOOKS.get(to)
    if writer is None:
        raise BadInput(f"a book cannot be written as {to}; one of {', '.join((native.FORMAT, *BOOKS))} was expected")
    data = _json(writer.write(_without_rules(book, writer.origins, tally), tally))
    count_left_behind(book, writer.origins, tally)
    return Exported(data=data, suffix="json", report=tally.report())


def export_card(
    character: Character, book: Book | None, to: str, *, picture: bytes = b"", as_png: bool = False
) -> Exported:
    """The card with its book as JSON, in a PNG, or as CHARX; raises BadInput for a format that holds no character."""
    if to not in CARDS:
        raise BadInput(f"a card cannot be written as {to}; one of {', '.join(CARDS)} was expected")
    tally = Tally()
    book = book and _without_rules(book, _CARD_BOOKS, tally)
    card = encode_card(character, book, tally, version=V2 if to == V2 else V3)
    count_character_left_behind(character, tally)
    if book:
        count_left_behind(book, _CARD_BOOKS, tally)
    if to == CHARX:
        return Exported(data=charx(card, picture), suffix="charx", report=tally.report())
    if as_png:
        other = encode_card(character, book, Tally(), version=V3 if to == V2 else V2)
        v2, v3 = (card, other) if to == V2 else (other, card)
        return Exported(data=png_with_cards(picture, v2, v3), suffix="png", report=tally.report())
    return Exported(data=_json(card), suffix="json", report=tally.report())


def export_preset(preset: Preset, to: str = native.FORMAT) -> Exported:
    """The preset as a native JSON file; raises BadInput for any other format."""
    if to != native.FORMAT:
        raise BadInput(f"a preset cannot be written as {to}; {native.FORMAT} was expected")
    return Exported(data=_json(encode_preset(preset)), suffix="json", report=Report())


def _without_rules(book: Book, origins: frozenset[str], tally: Tally) -> Book:
    """The book with keywords in place of rules, but for entries whose original is written again."""
    entries = []
    for entry in book.entries:
        if entry.rule and entry.origin not in origins:
            tally.count("cannot", "rule", "rule", example=entry.rule, note="no_place_there")
            entries.append(without_rule(entry))
        else:
            entries.append(entry)
    return replace(book, entries=tuple(entries))


def _json(value: object) -> bytes:
    """The value as JSON text: easy to read, unless it is so long that nobody would."""
    text = json.dumps(value, ensure_ascii=False)
    if has_lone(text):
        return json.dumps(value).encode() + b"\n"
    return (text if len(text) > _LONG else json.dumps(value, ensure_ascii=False, indent=2)).encode() + b"\n"
