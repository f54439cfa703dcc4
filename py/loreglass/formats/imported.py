"""What a file turned out to be."""

from dataclasses import dataclass, field
from typing import Literal

from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats.report import Report

Kind = Literal["book", "card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A decoded file before the user accepts it; ids of its character and (foreign) books are still "".

    `format` is a name of the headless commands; a card's own book is one of `books`;
    `picture` is a raster image to show, without the card data, or b"".
    """

    kind: Kind
    format: str
    name: str
    file_name: str = ""
    size_bytes: int = 0
    character: Character | None = None
    books: tuple[Book, ...] = ()
    picture: bytes = b""
    report: Report = field(default_factory=Report)
