"""The sample cast, book and chats, read from static/samples.

    story   {"format": "loreglass/samples", "version": 1, "character": {...}, "persona": {...}, "chats": [
              {"id": ..., "title": ..., "draft": "", "memory_depth_messages": 4, "memory_budget_tokens": 900,
               "messages": [{"speaker": "user" | "character", "variants": [text, ...], "chosen": 0}]}]}
    book    a native memory book, which every sample chat uses

Ids are fixed, so that loading the samples again replaces them.
"""

import json
from dataclasses import dataclass, replace

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import ChatId, MessageId, PersonaId, VariantId
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Speaker, Variant
from loreglass.formats.native import decode_book, decode_character

_SPEAKERS: dict[object, Speaker] = {"user": "user", "character": "character"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleChat:
    """A chat with all its messages, oldest first, and their variants."""

    chat: Chat
    messages: tuple[Message, ...]
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Everything that a first visit starts with."""

    character: Character
    persona: Persona
    books: tuple[Book, ...]
    chats: tuple[SampleChat, ...]


def load(story: str, book: str) -> Samples:
    """The samples of the two files' texts. BadInput where a file is not of their shape."""
    fields = _object(_parsed(story, "sample story"), "sample story")
    if fields.get("format") != "loreglass/samples":
        raise BadInput("expected the format loreglass/samples", source="sample story")
    character = decode_character(fields.get("character"))
    persona = _persona(_object(fields.get("persona"), "persona"))
    read_book = decode_book(_parsed(book, "sample book"))
    cast = Chat(
        id=ChatId(""),
        title="",
        character_id=character.id,
        persona_id=persona.id,
        book_ids=(read_book.id,),
        sample=True,
    )
    names: dict[Speaker, str] = {"user": persona.name, "character": character.called}
    chats = tuple(_chat(_object(each, "chats"), cast, names) for each in _list(fields.get("chats"), "chats"))
    return Samples(character=character, persona=persona, books=(read_book,), chats=chats)


def _chat(fields: dict[str, object], cast: Chat, names: dict[Speaker, str]) -> SampleChat:
    chat_id = ChatId(_text(fields.get("id"), "chats.id"))
    messages: list[Message] = []
    variants: list[Variant] = []
    for number, each in enumerate(_list(fields.get("messages"), "messages"), start=1):
        parent_id = messages[-1].id if messages else None
        message, its_variants = _message(_object(each, "messages"), chat_id, number, parent_id, names)
        messages.append(message)
        variants += its_variants
    depth, budget = fields.get("memory_depth_messages"), fields.get("memory_budget_tokens")
    chat = replace(
        cast,
        id=chat_id,
        title=_text(fields.get("title"), "chats.title"),
        head_id=messages[-1].id if messages else None,
        draft=_text(fields.get("draft", ""), "chats.draft"),
        memory_depth_messages=depth if isinstance(depth, int) else None,
        memory_budget_tokens=budget if isinstance(budget, int) else None,
        message_count=len(messages),
    )
    return SampleChat(chat=chat, messages=tuple(messages), variants=tuple(variants))


def _message(
    fields: dict[str, object], chat_id: ChatId, number: int, parent_id: MessageId | None, names: dict[Speaker, str]
) -> tuple[Message, tuple[Variant, ...]]:
    speaker = _SPEAKERS.get(fields.get("speaker"))
    texts = tuple(_text(text, "variants") for text in _list(fields.get("variants"), "variants"))
    chosen = fields.get("chosen", 0)
    if speaker is None or not isinstance(chosen, int) or not 0 <= chosen < len(texts):
        raise BadInput("expected a speaker and a chosen variant", source="sample story", place=f"message {number}")
    message_id = MessageId(f"{chat_id}-{number}")
    variants = tuple(
        Variant(
            id=VariantId(f"{message_id}-{index}"), chat_id=chat_id, message_id=message_id, text=text, source="sample"
        )
        for index, text in enumerate(texts, start=1)
    )
    message = Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=parent_id,
        speaker=speaker,
        name=names[speaker],
        variant_ids=tuple(variant.id for variant in variants),
        chosen_id=variants[chosen].id,
    )
    return message, variants


def _persona(fields: dict[str, object]) -> Persona:
    return Persona(
        id=PersonaId(_text(fields.get("id"), "persona.id")),
        name=_text(fields.get("name"), "persona.name"),
        description=_text(fields.get("description", ""), "persona.description"),
    )


def _parsed(text: str, source: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError as error:
        raise BadInput("is no JSON", source=source) from error
    return value


def _object(value: object, place: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadInput("expected an object", source="sample story", place=place)
    return value


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        raise BadInput("expected a list", source="sample story", place=place)
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise BadInput("expected text", source="sample story", place=place)
    return value
