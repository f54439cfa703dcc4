"""The lists as sentences: when something was last touched, what a chat is made of. Pure but for the time zone."""

from datetime import UTC, datetime, tzinfo

from loreglass.app.state import BookRow, Library
from loreglass.app.strings import counted, isolated, joined
from loreglass.domain.story.chat import Chat

_LAST_MS = 253_402_000_000_000


def when(value_ms: int, zone: tzinfo | None = None) -> str:
    """A moment in the reader's own time zone: "29 Nov 2026, 21:44"; "" for 0, and after the year 9999."""
    if not 0 < value_ms < _LAST_MS:
        return ""
    moment = datetime.fromtimestamp(value_ms / 1000, tz=UTC).astimezone(zone)
    return f"{moment.day} {moment:%b %Y, %H:%M}"


def chat_sentence(chat: Chat, library: Library) -> str:
    """Who speaks in a chat and how long it is."""
    character = next((one for one in library.characters if one.id == chat.character_id), None)
    parts = [counted(chat.message_count, "message")]
    if character is not None:
        parts.insert(0, f"with {isolated(character.called)}")
    return ", ".join(parts)


def book_sentence(row: BookRow) -> str:
    """How many entries a book has, and whether it is on."""
    return counted(row.entry_count, "entry", "entries") + ("" if row.enabled else ", switched off")


def samples_sentence(library: Library) -> str:
    """What of the samples is there; "" when they are gone."""
    chats = sum(chat.sample for chat in library.chats)
    books = sum(book.sample for book in library.books)
    parts = [counted(chats, "chat")] if chats else []
    parts += [counted(books, "book")] if books else []
    return joined(tuple(parts))
