"""Agnai characters: the persona is a list of attributes written in one of several ways; the book is Agnai's own."""

from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import CharacterId
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats.agnai import FORMAT, read_agnai_book
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

ORIGIN: Final = "agnai_character"


def is_agnai_character(value: dict[str, object]) -> bool:
    """True where a greeting stands beside a persona with attributes."""
    persona = value.get("persona")
    if "greeting" not in value or "messages" in value or not isinstance(persona, dict):
        return False
    return value.get("kind") == "character" or "attributes" in persona


def read_agnai_character(value: dict[str, object], tally: Tally) -> Imported:
    """The character with its book."""
    reader = Reader(value, tally)
    reader.take("kind")
    book = _book(reader, tally)
    name = reader.text("name", "name")
    insert = reader.child("insert")
    character = Character(
        id=CharacterId(""),
        name=name,
        description=_persona(reader.child("persona"), name),
        scenario=reader.text("scenario", "scenario"),
        greeting=reader.text("greeting", "greeting"),
        alternate_greetings=reader.texts("alternateGreetings", "alternate_greetings", commas=False),
        examples=reader.text("sampleChat", "examples"),
        system_prompt=reader.text("systemPrompt", "system_prompt"),
        post_history=reader.text("postHistoryInstructions", "post_history"),
        creator=reader.text("creator", "creator"),
        creator_notes=reader.text("description", "creator_notes"),
        character_version=reader.text("characterVersion", "character_version"),
        tags=reader.texts("tags", "tags"),
        depth_prompt=insert.text("prompt", "depth_prompt"),
        origin=ORIGIN,
        raw=raw_text({field: item for field, item in value.items() if field != "characterBook" or not book}),
    )
    insert.keep_rest()
    reader.keep_rest()
    return Imported(kind="card", format=FORMAT, name=name, character=character, books=(book,) if book else ())


def _book(reader: Reader, tally: Tally) -> Book | None:
    value = reader.take("characterBook")
    if not isinstance(value, dict) or not value.get("entries"):
        return None
    try:
        return read_agnai_book(value, tally).books[0]
    except BadInput as error:
        tally.warn("characterBook", "bad_book", str(error))
        return None


def _persona(reader: Reader, name: str) -> str:
    """The persona as the text that its kind stands for."""
    kind = reader.text("kind", "description")
    found = reader.take("attributes")
    fields = found if isinstance(found, dict) else {}
    lines = Reader(fields, reader.tally, where=reader.where, prefix=f"{reader.prefix}attributes.")
    attributes = tuple((field, lines.texts(field, "description", commas=False)) for field in fields)
    attributes = tuple((field, values) for field, values in attributes if values)
    reader.keep_rest()
    if not attributes:
        return ""
    match kind:
        case "text":
            return "\n".join(value for _, values in attributes for value in values)
        case "wpp":
            inner = "\n".join(f"{field}({_quoted(values, ' + ')})" for field, values in attributes)
            return f'[character("{name}") {{\n{inner}\n}}]'
        case "sbf":
            inner = "; ".join(f"{field}: {_quoted(values, ', ')}" for field, values in attributes)
            return f'[ character: "{name}"; {inner} ]'
        case "boostyle":
            return " + ".join((name, *(value for _, values in attributes for value in values)))
        case _:
            return "\n".join(f"{field}: {', '.join(values)}" for field, values in attributes)


def _quoted(values: tuple[str, ...], between: str) -> str:
    return between.join(f'"{value}"' for value in values)
