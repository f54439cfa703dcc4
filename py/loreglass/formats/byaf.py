"""Backyard archives: a zip with `manifest.json`, which names characters and scenarios, each a JSON file.

Their names stand in single braces; here they become the macros {{char}} and {{user}}. The first character is the
card, its lore items are its book.
"""

import re
from dataclasses import dataclass
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character
from loreglass.formats.archive import Archive
from loreglass.formats.entries import in_list_order, listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import parse_json, raw_text
from loreglass.formats.keywords import escape_wildcards
from loreglass.formats.raster import raster_of
from loreglass.formats.reader import Reader
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally
from loreglass.formats.textfile import decode_text

FORMAT: Final = "byaf"
MANIFEST: Final = "manifest.json"
_NAMES: Final = re.compile(r"#?\{(character|user)\}", re.IGNORECASE)
_MACROS: Final = {"character": "{{char}}", "user": "{{user}}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What the scenario of an archive says of the character's chats."""

    scenario: str = ""
    greetings: tuple[str, ...] = ()
    examples: str = ""
    system_prompt: str = ""


def read_byaf(archive: Archive, tally: Tally) -> Imported:
    """The first character with its lore, its first scenario and its picture."""
    manifest = _object(archive, MANIFEST, tally)
    characters, scenarios = _paths(manifest, "characters"), _paths(manifest, "scenarios")
    if not characters:
        raise BadInput("a list with the path of a character was expected here", place=f"{MANIFEST}: characters")
    for path in characters[1:]:
        tally.warn(path, "further_character")
    for path in scenarios[1:]:
        tally.count("cannot", path, "nothing", note="further_scenario")
    opening = _opening(_object(archive, scenarios[0], tally), tally) if scenarios else Opening()
    return _card(_object(archive, characters[0], tally), characters[0], opening, archive, tally)


def _card(value: dict[str, object], path: str, opening: Opening, archive: Archive, tally: Tally) -> Imported:
    reader = Reader(value, tally)
    book = _book(reader, tally)
    name = reader.text("name", "name") or reader.text("displayName", "name")
    character = Character(
        id=CharacterId(""),
        name=name,
        description=_here(reader.text("persona", "description")),
        scenario=opening.scenario,
        greeting=opening.greetings[0] if opening.greetings else "",
        alternate_greetings=opening.greetings[1:],
        examples=opening.examples,
        system_prompt=opening.system_prompt,
        origin=FORMAT,
        raw=raw_text({field: item for field, item in value.items() if field != "loreItems"}),
    )
    picture = _picture(reader.take("images"), path, archive, tally)
    reader.keep_rest()
    return Imported(
        kind="card", format=FORMAT, name=name, character=character, books=(book,) if book else (), picture=picture
    )


def _opening(value: dict[str, object], tally: Tally) -> Opening:
    reader = Reader(value, tally, prefix="scenario.")
    opening = Opening(
        scenario=_here(reader.text("narrative", "scenario")),
        greetings=_texts(reader, "firstMessages"),
        examples="\n".join(_texts(reader, "exampleMessages")),
        system_prompt=_here(reader.text("formattingInstructions", "system_prompt")),
    )
    if opening.greetings:
        reader.mapped("firstMessages", "greeting", opening.greetings[0], values=len(opening.greetings))
    if opening.examples:
        reader.mapped("exampleMessages", "examples", opening.examples)
    reader.useless("messages", "chat_not_read")
    reader.keep_rest()
    return opening


def _texts(reader: Reader, field: str) -> tuple[str, ...]:
    """The texts of a list of messages."""
    found = reader.take(field)
    items = found if isinstance(found, list) else []
    texts = (item.get("text") if isinstance(item, dict) else item for item in items)
    return tuple(_here(text) for text in texts if isinstance(text, str) and text.strip())


def _book(reader: Reader, tally: Tally) -> Book | None:
    items = listed(reader.take("loreItems"), tally)
    if not items:
        return None
    entries = read_entries(items, id_field="", read_entry=_read_entry, tally=tally)
    return Book(id=BookId(""), name="", entries=in_list_order(entries), origin=FORMAT)


def _read_entry(reader: Reader, entry_id: EntryId) -> Entry:
    entry = Entry(
        id=entry_id,
        text=_here(reader.body("value", "text")),
        keywords=tuple(map(escape_wildcards, reader.split_texts("key", "keywords"))),
        origin=FORMAT,
        raw=raw_text(reader.fields),
    )
    reader.keep_rest()
    return entry


def _picture(images: object, path: str, archive: Archive, tally: Tally) -> bytes:
    """The first image beside the character that can be shown."""
    folder = path.rpartition("/")[0]
    for image in images if isinstance(images, list) else ():
        name = image.get("path") if isinstance(image, dict) else image
        for place in (f"{folder}/{name}", name):
            if isinstance(place, str) and place in archive.names:
                picture = raster_of(archive.read(place), place, tally)
                if picture:
                    tally.count("mapped", "images", "picture", example=place)
                    return picture
    return b""


def _object(archive: Archive, name: str, tally: Tally) -> dict[str, object]:
    value = parse_json(decode_text(archive.read(name), source=name), source=name, tally=tally)
    if not isinstance(value, dict):
        raise BadInput("an object was expected here", place=name)
    return value


def _paths(manifest: dict[str, object], field: str) -> tuple[str, ...]:
    found = manifest.get(field)
    return tuple(path for path in found if isinstance(path, str)) if isinstance(found, list) else ()


def _here(text: str) -> str:
    """The text with the names of Backyard as macros."""
    return _NAMES.sub(lambda found: _MACROS[found[1].lower()], mended(text))
