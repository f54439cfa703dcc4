"""What the user may choose for one file in the import preview."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.semantics import Wish
from loreglass.formats.imported import Imported

Fate = Literal["copy", "replace", "into", "skip"]
"""A thing of its own, in place of an earlier one, into a book that is here, or not at all."""
Store = Literal["books", "characters", "chats", "presets"]
Clash = Literal["both", "file", "mine"]
"""Where a name is taken: both entries, the file's in place of mine, or mine alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What is here already and may be the same: it came of the same file, or has the same name."""

    store: Store
    id: str
    name: str
    same_file: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The choices for one file. `target` is the book that is replaced or added to, once it was read."""

    fate: Fate = "copy"
    earlier: tuple[Earlier, ...] = ()
    into: BookId | None = None
    target: Book | None = None
    clashes: tuple[tuple[int, Clash], ...] = ()
    """Chosen for entries whose name is taken, by their place in the file; "both" where nothing was."""
    semantics: Wish = ""
    cast: tuple[tuple[str, str], ...] = ()
    """Who was chosen to reply in a chat, by the names of its file (see `import_cast`)."""
    file_hash: str = ""
    told_before: tuple[tuple[str, str], ...] = ()
    """(store, id) of what came of the same file, gone or not."""

    @property
    def waits(self) -> bool:
        """True while the book that is replaced or added to is still being read."""
        return self.goal is not None and (self.target is None or self.target.id != self.goal)

    @property
    def goal(self) -> BookId | None:
        """The book that the file is added to, or that it replaces."""
        if self.fate == "into":
            return self.into
        first = self.earlier[0] if self.fate == "replace" and self.earlier else None
        return BookId(first.id) if first and first.store == "books" else None


def store_of(imported: Imported) -> Store:
    """What the file becomes: a preset, a character, else books where it has some, else a chat."""
    if imported.kind == "preset":
        return "presets"
    if imported.character is not None:
        return "characters"
    return "chats" if imported.chat is not None and not imported.books else "books"


def entries_in(imported: Imported) -> tuple[Entry, ...]:
    """All entries of the file's books, in the order in which the choices count them."""
    return tuple(entry for book in imported.books for entry in book.entries)


def taken_names(entries: tuple[Entry, ...], target: Book | None) -> tuple[int, ...]:
    """The places of the entries whose name the target has too."""
    held = {entry.name.strip().casefold() for entry in target.entries} if target else set()
    return tuple(at for at, entry in enumerate(entries) if entry.name.strip() and entry.name.strip().casefold() in held)
