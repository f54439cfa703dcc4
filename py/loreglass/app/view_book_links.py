"""Where a book is used: everywhere, by characters, by personas, in chats. Pure."""

from dataclasses import dataclass
from typing import Literal

from loreglass.app.state import Library
from loreglass.domain.ids import BookId

Kind = Literal["character", "persona", "chat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Something that may have the book: its kind, id and name."""

    kind: Kind
    id: str
    name: str

    @property
    def key(self) -> str:
        """Kind and id as one word."""
        return f"{self.kind}/{self.id}"


def links(book_id: BookId, library: Library) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """What has the book, and what does not."""
    linked: list[Link] = []
    free: list[Link] = []
    for who in library.characters:
        link = Link(kind="character", id=who.id, name=who.name or "Unnamed")
        (linked if book_id in who.book_ids else free).append(link)
    for you in library.personas:
        link = Link(kind="persona", id=you.id, name=you.name or "Unnamed")
        (linked if book_id in you.book_ids else free).append(link)
    for chat in library.chats:
        link = Link(kind="chat", id=chat.id, name=chat.title or "Untitled chat")
        (linked if book_id in chat.book_ids else free).append(link)
    return tuple(linked), tuple(free)
