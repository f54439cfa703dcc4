"""What a file is, by its content, and the file decoded. The table is in the order of the specification.

A new format is a module with a test and a reader, and one line here.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.formats.agnai import is_agnai_book, read_agnai_book
from loreglass.formats.agnai_character import is_agnai_character, read_agnai_character
from loreglass.formats.agnai_chat import is_agnai_chat, read_agnai_chat
from loreglass.formats.agnai_preset import is_agnai_preset, read_agnai_preset
from loreglass.formats.aidungeon import is_old_world_info, is_story_cards, read_old_world_info, read_story_cards
from loreglass.formats.archive import EMPTY_SIGNATURE, Archive
from loreglass.formats.archive import SIGNATURE as ZIP_SIGNATURE
from loreglass.formats.backup import SIZE_LIMIT as BACKUP_LIMIT
from loreglass.formats.backup import decode_backup, is_backup
from loreglass.formats.byaf import MANIFEST, read_byaf
from loreglass.formats.card import is_flat_card, is_spec_card, read_flat_card, read_spec_card
from loreglass.formats.card_book import is_v2_book, is_v3_book, read_v2_book, read_v3_book
from loreglass.formats.charx import CARD, read_charx
from loreglass.formats.chat import is_native_chat
from loreglass.formats.chub import is_chub_book, read_chub_book
from loreglass.formats.imported import Imported, Kind
from loreglass.formats.jsontext import parse_json
from loreglass.formats.kobold import is_kobold_list, is_kobold_save, read_kobold_list, read_kobold_save
from loreglass.formats.native import FORMAT as NATIVE
from loreglass.formats.native import is_native_book, read_native_book
from loreglass.formats.native_chat import read_native_chat
from loreglass.formats.novelai import is_novelai_lorebook, read_novelai_lorebook
from loreglass.formats.novelai_story import (
    is_novelai_scenario,
    is_novelai_story,
    read_novelai_scenario,
    read_novelai_story,
)
from loreglass.formats.png import SIGNATURE, read_png
from loreglass.formats.preset import is_native_preset, read_native_preset
from loreglass.formats.reader import kind_of
from loreglass.formats.risu import is_risu_book, read_risu_book
from loreglass.formats.sillytavern import is_world_info, read_world_info
from loreglass.formats.sillytavern_chat import is_chat_line, is_chat_text, read_chat_line, read_chat_text
from loreglass.formats.sillytavern_preset import is_sillytavern_preset, read_sillytavern_preset
from loreglass.formats.sillytavern_templates import (
    is_sillytavern_template,
    is_sillytavern_text_preset,
    read_sillytavern_template,
)
from loreglass.formats.tally import Tally
from loreglass.formats.textfile import decode_text

SIZE_LIMIT_BYTES: Final = 64 * 1024 * 1024
_REFUSED: Final[dict[Kind, str]] = {
    "chat": "this is a chat; choose a character card or a memory book",
    "preset": "this is a preset; choose a character card or a memory book",
    "backup": "this is a backup; restore it, or choose a character card or a memory book",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One kind of JSON file: how it is known and how it is read."""

    fits: Callable[[dict[str, object]], bool]
    read: Callable[[dict[str, object], Tally], Imported]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFormat:
    """One kind of JSON file that is a list."""

    fits: Callable[[list[object]], bool]
    read: Callable[[list[object], Tally], Imported]


FORMATS: Final[tuple[Format, ...]] = (
    Format(fits=is_native_book, read=read_native_book),
    Format(fits=is_native_chat, read=read_native_chat),
    Format(fits=is_native_preset, read=read_native_preset),
    Format(fits=is_v3_book, read=read_v3_book),
    Format(fits=is_spec_card, read=read_spec_card),
    Format(fits=is_novelai_lorebook, read=read_novelai_lorebook),
    Format(fits=is_novelai_scenario, read=read_novelai_scenario),
    Format(fits=is_novelai_story, read=read_novelai_story),
    Format(fits=is_agnai_book, read=read_agnai_book),
    Format(fits=is_risu_book, read=read_risu_book),
    Format(fits=is_chub_book, read=read_chub_book),
    Format(fits=is_world_info, read=read_world_info),
    Format(fits=is_v2_book, read=read_v2_book),
    Format(fits=is_kobold_save, read=read_kobold_save),
    Format(fits=is_agnai_character, read=read_agnai_character),
    Format(fits=is_chat_line, read=read_chat_line),
    Format(fits=is_agnai_chat, read=read_agnai_chat),
    Format(fits=is_sillytavern_preset, read=read_sillytavern_preset),
    Format(fits=is_sillytavern_template, read=read_sillytavern_template),
    Format(fits=is_agnai_preset, read=read_agnai_preset),
    Format(fits=is_flat_card, read=read_flat_card),
    Format(fits=is_sillytavern_text_preset, read=read_sillytavern_template),
)
LISTS: Final[tuple[ListFormat, ...]] = (
    ListFormat(fits=is_story_cards, read=read_story_cards),
    ListFormat(fits=is_old_world_info, read=read_old_world_info),
    ListFormat(fits=is_kobold_list, read=read_kobold_list),
)
READABLE: Final = (
    *("native", "agnai", "sillytavern", "card_v1", "card_v2", "card_v3", "charx", "byaf"),
    *("lorebook_v3", "novelai_lorebook", "novelai_scenario", "novelai_story", "risu", "chub", "v2_book"),
    *("aid_story_cards", "aid_world_info", "koboldai_save", "kobold_lite", "sillytavern_chat", "agnai_chat"),
    *("sillytavern_preset", "agnai_preset"),
)
"""The names of all formats that can be read."""


def read_file(name: str, data: bytes, *, chats: bool = False, presets: bool = False, backups: bool = False) -> Imported:
    """The file decoded, with a report of what an import would do; BadInput in one sentence where it cannot be used.

    `chats`, `presets`, `backups`: whether the caller can use one; if not, it is refused like a file that is none of
    ours.
    """
    limit = BACKUP_LIMIT if backups and is_backup(data) else SIZE_LIMIT_BYTES
    if len(data) > limit:
        raise BadInput(f"the file is larger than {limit // 1024 // 1024:,} MiB", source=name)
    tally = Tally()
    try:
        if data.startswith(SIGNATURE):
            imported = _read_png(name, data, tally)
        elif data.startswith((ZIP_SIGNATURE, EMPTY_SIGNATURE)):
            imported = _read_archive(name, data, tally)
        else:
            imported = _read_text(name, data, tally)
    except RecursionError:
        raise BadInput("it is nested too deep, which no card or book is", source=name) from None
    wanted = {"chat": chats, "preset": presets, "backup": backups}
    if not wanted.get(imported.kind, True):
        raise BadInput(_REFUSED[imported.kind], source=name)
    return replace(_named(imported, name, tally), file_name=name, size_bytes=len(data), report=tally.report())


def decode_value(value: object, *, source: str, place: str = "") -> Imported:
    """An already parsed JSON value decoded; a book or card without a name stays without.

    Raises BadInput that names the source and, in it, the place.
    """
    tally = Tally()
    try:
        imported = _decode(value, tally)
        if imported.kind in _REFUSED:
            raise BadInput(_REFUSED[imported.kind])
    except BadInput as error:
        inner = ": ".join(part for part in (place, error.place) if part)
        raise BadInput(error.problem, source=source, place=inner) from None
    except RecursionError:
        raise BadInput("it is nested too deep, which no card or book is", source=source, place=place) from None
    return replace(imported, report=tally.report())


def _read_text(name: str, data: bytes, tally: Tally) -> Imported:
    text = decode_text(data, source=name)
    try:
        if is_chat_text(text):
            return read_chat_text(text, tally)
        return _decode(parse_json(text, source=name, tally=tally), tally)
    except BadInput as error:
        raise error.within(name) from None


def _read_archive(name: str, data: bytes, tally: Tally) -> Imported:
    try:
        if is_backup(data):
            return Imported(kind="backup", format=NATIVE, name="", backup=decode_backup(data, tally, source=name))
        archive = Archive(data, source=name)
        if CARD in archive.names:
            return read_charx(archive, tally)
        if MANIFEST in archive.names:
            return read_byaf(archive, tally)
    except BadInput as error:
        inside = error.source if error.source != name else ""
        place = ": ".join(part for part in (inside, error.place) if part)
        raise BadInput(error.problem, source=name, place=place) from None
    raise BadInput(f"this archive holds no card: {CARD} or {MANIFEST} was expected in it", source=name)


def _read_png(name: str, data: bytes, tally: Tally) -> Imported:
    """The first card of the picture that can be read."""
    png = read_png(data, source=name, tally=tally)
    problem: BadInput | None = None
    for chunk, text in png.cards:
        if problem:
            tally.warn("", "broken_chunk", png.cards[0][0])
        try:
            return replace(_read_text(name, text, tally), picture=png.picture)
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
    if isinstance(value, list):
        for listing in LISTS:
            if listing.fits(value):
                return listing.read(value, tally)
    if isinstance(value, dict | list):
        raise BadInput("this JSON is no card and no book that is known here")
    raise BadInput(f"a card or a book was expected, but this is {kind_of(value)}")


def _named(imported: Imported, file_name: str, tally: Tally) -> Imported:
    """The import with names where the file gives none: the file's for a card or book, the card's for its book."""
    name = imported.name.strip() or _stem(file_name)
    character = imported.character
    if character and character.name != name and not imported.name.strip():
        tally.count("repaired", "name", "name", example=name, note="name_missing")
        character = replace(character, name=name)
    books = tuple(book if book.name.strip() else replace(book, name=name) for book in imported.books)
    chat = replace(imported.chat, title=name) if imported.chat else None
    preset = imported.preset
    if preset and not preset.name.strip():
        preset = replace(preset, name=name)
    return replace(imported, name=name, character=character, books=books, chat=chat, preset=preset)


def _stem(file_name: str) -> str:
    return PurePosixPath(file_name.replace("\\", "/")).stem.strip() or "?"
