"""What a file is, by its content, and the file decoded. The table is in the order of the specification.

A new format is a module with a test and a reader, and one line here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.formats.agnai import is_agnai_book, read_agnai_book
from loreglass.formats.card import is_flat_card, is_spec_card, read_flat_card, read_spec_card
from loreglass.formats.card_book import is_v2_book, is_v3_book, read_v2_book, read_v3_book
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import parse_json
from loreglass.formats.native import is_native_book, read_native_book
from loreglass.formats.png import SIGNATURE, read_png
from loreglass.formats.reader import kind_of
from loreglass.formats.sillytavern import is_world_info, read_world_info
from loreglass.formats.strangers import is_stranger, kind_of_list, refuse_stranger
from loreglass.formats.tally import Tally
from loreglass.formats.textfile import decode_text

SIZE_LIMIT_BYTES: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One kind of JSON file: how it is known and how it is read."""

    fits: Callable[[dict[str, object]], bool]
    read: Callable[[dict[str, object], Tally], Imported]


FORMATS: Final[tuple[Format, ...]] = (
    Format(fits=is_native_book, read=read_native_book),
    Format(fits=is_v3_book, read=read_v3_book),
    Format(fits=is_spec_card, read=read_spec_card),
    Format(fits=is_agnai_book, read=read_agnai_book),
    Format(fits=is_stranger, read=refuse_stranger),
    Format(fits=is_world_info, read=read_world_info),
    Format(fits=is_v2_book, read=read_v2_book),
    Format(fits=is_flat_card, read=read_flat_card),
)


def read_file(name: str, data: bytes, *, chats: bool = False) -> Imported:
    """The file decoded, with a report of what an import would do; BadInput in one sentence where it cannot be used."""
    if len(data) > SIZE_LIMIT_BYTES:
        raise BadInput(f"the file is larger than {SIZE_LIMIT_BYTES // 1024 // 1024} MiB", source=name)
    tally = Tally()
    imported = _read_png(name, data, tally) if data.startswith(SIGNATURE) else _read_json(name, data, tally)
    return replace(_named(imported, name, tally), file_name=name, size_bytes=len(data), report=tally.report())


def decode_value(value: object, *, source: str, place: str = "") -> Imported:
    """An already parsed JSON value decoded; a book or card without a name stays without.

    Raises BadInput that names the source and, in it, the place.
    """
    tally = Tally()
    try:
        imported = _decode(value, tally)
    except BadInput as error:
        inner = ": ".join(part for part in (place, error.place) if part)
        raise BadInput(error.problem, source=source, place=inner) from None
    except RecursionError:
        raise BadInput("it is nested too deep, which no card or book is", source=source, place=place) from None
    return replace(imported, report=tally.report())


def _read_json(name: str, data: bytes, tally: Tally) -> Imported:
    value = parse_json(decode_text(data, source=name), source=name, tally=tally)
    try:
        return _decode(value, tally)
    except BadInput as error:
        raise error.within(name) from None


def _read_png(name: str, data: bytes, tally: Tally) -> Imported:
    """The first card of the picture that can be read."""
    png = read_png(data, source=name, tally=tally)
    problem: BadInput | None = None
    for chunk, text in png.cards:
        if problem:
            tally.warn("", "broken_chunk", png.cards[0][0])
        try:
            return replace(_read_json(name, text, tally), picture=png.picture)
        except BadInput as error:
            problem = problem or BadInput(
                f"the card inside the picture cannot be read: {error.problem}",
                source=name,
                place=": ".join(part for part in (f"chunk {chunk}", error.place) if part),
            )
    raise problem or BadInput("this picture holds no card", source=name)


def _decode(value: object, tally: Tally) -> Imported:
    if isinstance(value, dict):
        for form in FORMATS:
            if form.fits(value):
                return form.read(value, tally)
    if isinstance(value, dict | list):
        known = kind_of_list(value) if isinstance(value, list) else ""
        raise BadInput(known or "this JSON is no card and no book that is known here")
    raise BadInput(f"a card or a book was expected, but this is {kind_of(value)}")


def _named(imported: Imported, file_name: str, tally: Tally) -> Imported:
    """The import with names where the file gives none: the file's for a card or book, the card's for its book."""
    name = imported.name.strip() or _stem(file_name)
    character = imported.character
    if character and character.name != name and not imported.name.strip():
        tally.count("repaired", "name", "name", example=name, note="name_missing")
        character = replace(character, name=name)
    books = tuple(book if book.name.strip() else replace(book, name=name) for book in imported.books)
    return replace(imported, name=name, character=character, books=books)


def _stem(file_name: str) -> str:
    return PurePosixPath(file_name.replace("\\", "/")).stem.strip() or "?"
