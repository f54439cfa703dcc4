"""A book, a character or a chat of the store as a file to keep, in any format that can be written."""

import re
from dataclasses import replace

from loreglass.app import shelves
from loreglass.app.actions import ExportTried
from loreglass.app.effects import Export
from loreglass.app.opened import ExportKind
from loreglass.app.ports import Page, Store
from loreglass.app.records import preset_of
from loreglass.app.state import OpenChat
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, ChatId
from loreglass.domain.story.book import Book
from loreglass.formats import native
from loreglass.formats.chat import ChatTree
from loreglass.formats.encode.chat import CHATS, export_chat
from loreglass.formats.encode.export import BOOKS, CARDS, Exported, export_book, export_card, export_preset
from loreglass.formats.native import decode_character

NO_FILE_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
PNG = ".png"
"""What a card's format has at its end where it goes into a picture."""
MIMES = {"json": "application/json", "png": "image/png", "md": "text/markdown", "txt": "text/plain"}


def formats_for(kind: ExportKind) -> tuple[str, ...]:
    """The formats that can be written, ours first; a card goes into a picture too."""
    if kind == "book":
        return (native.FORMAT, *BOOKS)
    if kind == "chat":
        return CHATS
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
    if effect.kind == "chat":
        open_chat = await shelves.chat(store, ChatId(effect.id))
        return (open_chat.chat.title, export_chat(tree_of(open_chat), effect.format)) if open_chat else None
    if effect.kind == "preset":
        (kept,) = await store.some("presets", (effect.id,))
        return (str(kept.get("name", "")), export_preset(preset_of(kept), effect.format)) if kept else None
    (record,) = await store.some("characters", (effect.id,))
    if record is None:
        return None
    who = decode_character(record)
    books = await shelves.books(store, who.book_ids)
    picture = await store.picture(who.picture) if who.picture else b""
    to, as_png = effect.format.removesuffix(PNG), effect.format.endswith(PNG)
    return who.name, export_card(who, _one(books), to, picture=picture, as_png=as_png)


def tree_of(open_chat: OpenChat) -> ChatTree:
    """A chat as a file holds it: every branch, the variants that can be shown, and who is in it by name.

    The wordings that an edit has replaced stay behind: who took something back does not send it along.
    """
    own = set(open_chat.chat.book_ids)
    who = {each.id: each.name for each in (open_chat.character, *open_chat.cast) if each}
    return ChatTree(
        chat=open_chat.chat,
        messages=(*open_chat.path, *open_chat.aside),
        variants=tuple(open_chat.variants.values()),
        cast=tuple(who.items()),
        user_name=open_chat.persona.name if open_chat.persona else "",
        book_names=tuple(linked.book.name for linked in open_chat.books if linked.book.id in own),
    )


def _one(books: list[Book]) -> Book | None:
    """A card holds one book: the character's own together."""
    if not books:
        return None
    return replace(books[0], entries=tuple(entry for book in books for entry in book.entries))
