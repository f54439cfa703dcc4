"""What a file turned out to be."""

from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.story.book import Book, Role
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Speaker
from loreglass.domain.story.preset import Preset
from loreglass.formats.backup import Backup
from loreglass.formats.chat import ChatTree
from loreglass.formats.report import Report

Kind = Literal["book", "card", "story", "chat", "preset", "backup"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMessage:
    """One message of a chat: its wordings, and which one stands; `created_ms` is 0 where the file does not say."""

    speaker: Speaker
    name: str
    variants: tuple[str, ...]
    chosen: int = 0
    created_ms: int = 0
    hidden: bool = False
    """Kept out of the prompt by the program that wrote it."""
    thoughts: tuple[str, ...] = ()
    """What the model thought before each wording; () where it thought before none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedChat:
    """A chat of another program, oldest message first, with what its header carries."""

    title: str
    messages: tuple[ImportedMessage, ...]
    user_name: str = ""
    character_name: str = ""
    scenario: str = ""
    book_name: str = ""
    """The memory book that was bound to the chat, by name."""
    author_note: str = ""
    author_note_depth: int = 4
    author_note_every: int = 1
    """In every so many of the user's messages; never at 0."""
    author_note_role: Role = "system"
    raw: str = ""
    """What is not a message, as JSON text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A decoded file before the user accepts it; ids of its character and (foreign) books are still "".

    `format` is a name of the headless commands ("native" for all that is ours); a card's or story's own book is one of
    `books`;
    `picture` is a raster image to show, without the card data, or b"".
    """

    kind: Kind
    format: str
    name: str
    file_name: str = ""
    size_bytes: int = 0
    character: Character | None = None
    books: tuple[Book, ...] = ()
    chat: ImportedChat | None = None
    tree: ChatTree | None = None
    """A chat of ours with all its branches; `chat` is then the path that it shows."""
    preset: Preset | None = None
    """A preset, or the one that came with a story."""
    backup: Backup | None = None
    picture: bytes = b""
    report: Report = field(default_factory=Report)
