"""Character cards V1 (flat fields, also of Pygmalion), V2 and V3 (`spec`, fields in `data`).

A card's own book becomes a book; the card's `raw` leaves it out, because the book keeps its own.
"""

from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import CharacterId
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats.card_book import V2_BOOK, V3_BOOK, read_card_book
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.reader import Reader
from loreglass.formats.report import Here
from loreglass.formats.tally import Tally

_FLAT: Final = ("description", "personality", "scenario", "first_mes", "mes_example")
_PYGMALION: Final = ("char_name", "char_persona", "char_greeting")


def is_spec_card(value: dict[str, object]) -> bool:
    """True for V2, V3 and newer; or where `data` holds what such a card holds."""
    spec, data = value.get("spec"), value.get("data")
    if isinstance(spec, str) and spec.startswith("chara_card"):
        return True
    return isinstance(data, dict) and "name" in data and any(field in data for field in _FLAT)


def is_flat_card(value: dict[str, object]) -> bool:
    """True for V1 and for Pygmalion's older fields."""
    if any(field in value for field in _PYGMALION):
        return True
    return "name" in value and any(field in value for field in _FLAT)


def read_spec_card(value: dict[str, object], tally: Tally) -> Imported:
    """The card and its book."""
    spec, version = value.get("spec"), value.get("spec_version")
    form = "card_v2" if spec in (None, "chara_card_v2") else "card_v3"
    if spec is None:
        tally.count("repaired", "spec", "kept", note="spec_missing")
    elif spec not in ("chara_card_v2", "chara_card_v3"):
        tally.warn("spec", "newer_version", spec)
    elif form == "card_v3" and _newer(version):
        tally.warn("spec_version", "newer_version", version)
    data = value.get("data")
    if not isinstance(data, dict):
        if not is_flat_card(value):
            raise BadInput("the character was expected here", place="data")
        tally.count("repaired", "data", "kept", note="data_missing")
        return _read_card(value, Reader(value, tally), value, form)
    imported = _read_card(data, Reader(data, tally, prefix="data."), value, form)
    top = Reader(value, tally)
    for field in ("spec", "spec_version", "data"):
        top.take(field)
    for field, item in value.items():
        if field in data and data[field] == item:
            top.take(field)
    top.keep_rest()
    return imported


def read_flat_card(value: dict[str, object], tally: Tally) -> Imported:
    """The card; V1 has no book, but where one stands it is read."""
    return _read_card(value, Reader(value, tally), value, "card_v1")


def _read_card(data: dict[str, object], reader: Reader, whole: dict[str, object], form: str) -> Imported:
    book = _book(reader, V3_BOOK if form == "card_v3" else V2_BOOK)
    raw = _without_book(whole) if book else whole
    character = read_character(reader, form, raw_text(raw))
    if "assets" in data:
        reader.useless("assets", "assets_not_shown")
    for field in ("spec", "spec_version"):
        reader.take(field)
    reader.keep_rest()
    books = (book,) if book else ()
    return Imported(kind="card", format=form, name=character.name, character=character, books=books)


def read_character(reader: Reader, form: str, raw: str) -> Character:
    """The character of the card's fields; `raw` is its original."""
    extensions = reader.child("extensions")
    character = Character(
        id=CharacterId(""),
        name=_first(reader, "name", "name", "char_name"),
        description=_first(reader, "description", "description", "char_persona"),
        personality=reader.text("personality", "personality"),
        scenario=_first(reader, "scenario", "scenario", "world_scenario"),
        greeting=_first(reader, "greeting", "first_mes", "char_greeting"),
        alternate_greetings=reader.texts("alternate_greetings", "alternate_greetings", commas=False),
        examples=_first(reader, "examples", "mes_example", "example_dialogue"),
        system_prompt=reader.text("system_prompt", "system_prompt"),
        post_history=reader.text("post_history_instructions", "post_history"),
        creator=reader.text("creator", "creator"),
        creator_notes=_first(reader, "creator_notes", "creator_notes", "creatorcomment"),
        character_version=reader.text("character_version", "character_version"),
        nickname=reader.text("nickname", "nickname"),
        tags=reader.texts("tags", "tags"),
        depth_prompt=_depth_prompt(extensions.child("depth_prompt")),
        origin=form,
        raw=raw,
    )
    extensions.keep_rest()
    return character


def _first(reader: Reader, here: Here, *fields: str) -> str:
    """The first of these fields that says something; the others are read and kept."""
    for field in fields:
        text = reader.text(field, here)
        if text:
            return text
    return ""


def _depth_prompt(reader: Reader) -> str:
    prompt = reader.text("prompt", "depth_prompt")
    if prompt and reader.fields.get("depth") not in (None, 4, "4"):
        reader.useless("depth", "depth_prompt_place")
    if prompt and reader.fields.get("role") not in (None, "system", 0):
        reader.useless("role", "depth_prompt_place")
    reader.take("depth")
    reader.take("role")
    reader.keep_rest()
    return prompt


def _book(reader: Reader, origin: str) -> Book | None:
    """The card's own book; none where it is null or says nothing, a warning where it cannot be read."""
    value = reader.take("character_book")
    if value is None or value in ([], {}):
        return None
    if not isinstance(value, dict):
        reader.tally.warn("character_book", "wrong_type", reader.prefix + "character_book")
        return None
    try:
        return read_card_book(value, reader.tally, origin=origin, prefix=f"{reader.prefix}character_book.")
    except BadInput as error:
        reader.tally.warn("character_book", "bad_book", str(error))
        return None


def _without_book(whole: dict[str, object]) -> dict[str, object]:
    data = whole.get("data")
    rest = {field: item for field, item in whole.items() if field != "character_book"}
    if isinstance(data, dict):
        rest["data"] = {field: item for field, item in data.items() if field != "character_book"}
    return rest


def _newer(version: object) -> bool:
    """True for 3.1 and above; what is no number is not judged."""
    try:
        return float(version) > 3.0 if isinstance(version, str | int | float) else False
    except (ValueError, OverflowError):
        return False
