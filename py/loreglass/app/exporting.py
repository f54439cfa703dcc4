"""A book or a character of the store as a file to keep, in any format that can be written."""

import re
from dataclasses import replace
from typing import Literal

from loreglass.app import shelves
from loreglass.app.actions import ExportTried
from loreglass.app.effects import Export
from loreglass.app.ports import Page, Store
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Book
from loreglass.formats import native
from loreglass.formats.encode.export import BOOKS, CARDS, Exported, export_book, export_card
from loreglass.formats.native import decode_character

NO_FILE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
PNG = ".png"
"""What a card's format has at its end where it goes into a picture."""
MIMES = {"json": "application/json", "png": "image/png"}


def formats_for(kind: Literal["book", "character"]) -> tuple[str, ...]:
    """The formats that can be written, ours first; a card goes into a picture too."""
    if kind == "book":
        return (native.FORMAT, *BOOKS)
    pictures = tuple(f"{each}{PNG}" for each in CARDS if each.startswith("card_"))
    return (*pictures, *CARDS)


async def export(effect: Export, store: Store, page: Page) -> ExportTried | None:
    """What the file would lose, or why it cannot be; with `keep` the browser offers it. None where it is gone."""
    try:
        made = await _made(effect, store)
    except BadInput as error:
        return ExportTried(id=effect.id, format=effect.format, losses=None, problem=str(error))
    if made is None:
        return None
    name, exported = made
    if effect.keep:
        file_name = NO_FILE_NAME.sub("-", name)[:80] or effect.kind
        mime = MIMES.get(exported.suffix, "application/octet-stream")
        page.download(f"{file_name}.{exported.suffix}", mime, exported.data)
        return None
    return ExportTried(id=effect.id, format=effect.format, losses=exported.report, size_bytes=len(exported.data))


async def _made(effect: Export, store: Store) -> tuple[str, Exported] | None:
    if effect.kind == "book":
        found = await shelves.books(store, (BookId(effect.id),))
        return (found[0].name, export_book(found[0], effect.format)) if found else None
    (record,) = await store.some("characters", (effect.id,))
    if record is None:
        return None
    who = decode_character(record)
    books = await shelves.books(store, who.book_ids)
    picture = await store.picture(who.picture) if who.picture else b""
    to, as_png = effect.format.removesuffix(PNG), effect.format.endswith(PNG)
    return who.name, export_card(who, _one(books), to, picture=picture, as_png=as_png)


def _one(books: list[Book]) -> Book | None:
    """A card holds one book: the character's own together."""
    if not books:
        return None
    return replace(books[0], entries=tuple(entry for book in books for entry in book.entries))
