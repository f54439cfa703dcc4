"""Who speaks in the open chat, and what a scene takes of a group and of the author's note. Pure."""

from dataclasses import replace
from itertools import filterfalse
from operator import attrgetter

from loreglass.app.lately import lately
from loreglass.app.state import OpenChat
from loreglass.domain.context.chance import chance
from loreglass.domain.ids import BookId, CharacterId
from loreglass.domain.story.book import Book, Filter, LinkedBook
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import AuthorNote, Message, Turn
from loreglass.domain.story.preset import Preset
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.speaking import group_of, next_speaker, stop_strings

NOBODY = ("",)
"""Names that no speaker has."""


def spoken(path: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages that a prompt may hold: all but those that are hidden from it."""
    return tuple(filterfalse(attrgetter("hidden"), path))


def is_silent(open_chat: OpenChat) -> bool:
    """True where the chat is a group and nobody of it may speak."""
    return bool(open_chat.chat.members) and next_character(open_chat) is None


def next_character(open_chat: OpenChat, *, draft: str = "") -> Character | None:
    """Who replies to the path, and to the draft where there is one; None for the narrator, or nobody of a group."""
    chat, path = open_chat.chat, open_chat.path
    if not chat.members:
        return open_chat.character
    newest = None if draft.strip() or not path else path[-1]
    said = open_chat.variants[newest.chosen_id].text if newest else draft
    turn = len(path) + bool(draft.strip())
    chosen = next_speaker(
        group_of(chat, open_chat.cast),
        named=chat.next_id,
        last=_last_speaker(path),
        said=said,
        said_by=newest.character_id if newest and newest.speaker == "character" else None,
        roll=lambda: chance(chat.id, turn, "speaker"),
    )
    return member(open_chat, chosen)


def _last_speaker(path: tuple[Message, ...]) -> CharacterId | None:
    return next((message.character_id for message in reversed(path) if message.speaker == "character"), None)


def member(open_chat: OpenChat, character_id: CharacterId | None) -> Character | None:
    """The character of the open chat with this id."""
    cast = (*open_chat.cast, *((open_chat.character,) if open_chat.character else ()))
    return next((who for who in cast if who.id == character_id), None)


def speaker_of(open_chat: OpenChat, message: Message) -> Character | None:
    """Who says a message again, or goes on with it: whoever said it, else who would speak next."""
    return member(open_chat, message.character_id) or (
        open_chat.character if not open_chat.chat.members else next_character(open_chat)
    )


def note_in(note: AuthorNote, turns: tuple[Turn, ...]) -> str:
    """The author's note where this turn has it: in every so many of the user's messages."""
    every = note.every_messages
    if every <= 0 or not note.text.strip():
        return ""
    said = sum(turn.speaker == "user" for turn in turns)
    return note.text if said % every == 0 else ""


def with_note_place(preset: Preset, note: AuthorNote) -> Preset:
    """The preset with the author's note where the chat wants it; as it is where the chat has none."""
    if not note.text.strip():
        return preset
    sections = tuple(
        replace(each, enabled=True, depth_messages=note.depth_messages, role=note.role) if each.slot == "note" else each
        for each in preset.sections
    )
    return replace(preset, sections=sections)


@lately
def scene_books(books: tuple[LinkedBook, ...], cast: tuple[Character, ...]) -> tuple[LinkedBook, ...]:
    """The books as a scene reads them: in a group a member's own book counts only while that member speaks."""
    owners: dict[BookId, tuple[str, ...]] = {}
    for who in cast:
        for book_id in who.book_ids:
            owners[book_id] = (*owners.get(book_id, ()), who.called)
    return tuple(
        replace(each, book=_kept_to(each.book, owners[each.book.id]))
        if each.scope == "character" and each.book.id in owners
        else each
        for each in books
    )


def _kept_to(book: Book, owners: tuple[str, ...]) -> Book:
    """The book with each entry bound to its owners; an entry that names who must speak keeps to that."""
    return replace(book, entries=tuple(replace(entry, filter=_bound(entry.filter, owners)) for entry in book.entries))


def _bound(held: Filter, owners: tuple[str, ...]) -> Filter:
    """The filter of an entry that only its owners may use: without those that it bars, and with the tags it asks for.

    Names that must speak and tags that must not stand in one filter no more: then the owners alone count.
    """
    if not held.exclude:
        return held if held.names else replace(held, names=owners)
    barred = {name.casefold() for name in held.names}
    return Filter(names=tuple(name for name in owners if name.casefold() not in barred) or NOBODY)


def stops_of(open_chat: OpenChat, scene: Scene) -> tuple[str, ...]:
    """Where the reply to a scene ends because somebody else begins to speak; () where the chat does not want that."""
    if not open_chat.chat.stop_at_names:
        return ()
    return stop_strings(scene, tuple(who.called for who in open_chat.cast))
