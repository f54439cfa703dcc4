"""A book or a card as a file in a chosen format, with a report of what that format cannot hold."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats import native
from loreglass.formats.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file as bytes, the ending of its name, and what its format could not hold (rows of the group "cannot")."""

    data: bytes
    suffix: str
    report: Report = field(default_factory=Report)


BOOKS: Final[Mapping[str, object]] = {}
CARDS: Final[tuple[str, ...]] = ()


def export_book(book: Book, to: str) -> Exported:
    """The book as a JSON file; raises BadInput for a format that holds no book of its own."""
    if to != native.FORMAT:
        raise BadInput(f"a book cannot be written as {to}")
    text = json.dumps(native.encode_book(book), ensure_ascii=False, indent=1)
    return Exported(data=text.encode(), suffix="json")


def export_card(
    character: Character, book: Book | None, to: str, *, picture: bytes = b"", as_png: bool = False
) -> Exported:
    """The card with its book; raises BadInput for a format that holds no character."""
    raise BadInput(f"a card cannot be written as {to}")
