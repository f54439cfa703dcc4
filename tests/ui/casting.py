"""States of who replies: in the import preview of chats, and in Setup with and without a character."""

import json
from dataclasses import replace

from loreglass.app.state import AppState, Importing, ImportItem, Library, Panel
from loreglass.formats.detect import read_file
from tests.ui import ninth_bell, things


def _chat(token: str, head: str, *names: str) -> ImportItem:
    rows: list[dict[str, object]] = [{"user_name": "Nell", "character_name": head, "chat_metadata": {}}]
    rows += [{"name": name, "is_user": False, "mes": "You came over by the causeway."} for name in names]
    data = "\n".join(json.dumps(each) for each in rows).encode()
    imported = read_file("low.jsonl", data, chats=True)
    return ImportItem(
        token=token, file_name="low.jsonl", size_bytes=len(data), imported=imported, name=imported.name or "Low water"
    )


def unknown() -> Importing:
    """A chat with somebody who is not here."""
    return Importing(items=(_chat("file-7", "Sister Maud", "Sister Maud"),))


def group() -> Importing:
    """A chat of several, one of whom is here and one of whom comes in with the import."""
    names = ("Sister Maud", "Edda Crane", "Ansel Pike", "Mr Tull, who is deaf on one side and has a very long name")
    pike = things.offered("pike.json", things.card(), "file-2")
    return Importing(items=(_chat("file-7", "unused", *names), pike))


def _setup(library: Library | None = None) -> AppState:
    state = ninth_bell.state()
    assert state.chat is not None
    chat = replace(state.chat, character=None, chat=replace(state.chat.chat, character_id=None))
    return replace(state, chat=chat, library=library or state.library, panel=Panel(tab="setup", sheet_open=True))


def narrated() -> AppState:
    """Setup of a chat in which nobody replies."""
    return _setup(things.library())


def nobody_here() -> AppState:
    """The same where there is no character at all."""
    return _setup(Library())
