"""What of a backup can come in: each record is read by the reader of its store; what cannot be read stays out.

A message that stays out leaves no gap: those after it follow the one before it. What belongs to a chat or book that
is not there stays out too, but for the wordings and plans that other chats may show.
"""

import json
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Final

from loreglass.app.backup_bridging import ADRIFT, Gone, bridged, each
from loreglass.app.backup_readers import check, said
from loreglass.app.ports import Record
from loreglass.app.records import PREFERENCES_ID
from loreglass.app.unread import unread_settings
from loreglass.domain.errors import BadInput
from loreglass.formats.backup import Backup, decoding
from loreglass.formats.lost import Losses
from loreglass.formats.tally import Tally

OWNERS: Final = {"messages": "chats", "entries": "books", "versions": "books"}
"""What cannot be without that to which it belongs."""


def readable(data: bytes, known: Sequence[str], *, source: str) -> Generator[None, None, Backup]:
    """The backup with nothing in it but what can be read, and in its `lost` what cannot; `known` are the stores here.

    Yields wherever the caller may pause. Raises BadInput as `decoding` does.
    """
    losses = Losses()
    look = _Look(losses, known)
    backup = yield from decoding(data, Tally(), source=source, look=look, losses=losses)
    backup = yield from bridged(backup, look.gone)
    backup = yield from _owned(backup, losses)
    return replace(backup, lost=losses.found())


class _Look:
    """Looks at the records one by one; `gone` are the messages that stay out, with those that they follow."""

    def __init__(self, losses: Losses, known: Sequence[str]) -> None:
        self.gone: dict[str, Gone] = {}
        self._losses = losses
        self._known = known
        self._seen: set[tuple[str, str]] = set()

    def __call__(self, store: str, place: str, record: Record) -> Record:
        name = str(record["id"])
        if store not in self._known:
            raise BadInput("there is no place for it here")
        if (store, name) in self._seen:
            raise BadInput("the same id came before")
        if (store, name) == ("settings", PREFERENCES_ID):
            record = self._without_unread(record, place)
        else:
            self._check(store, name, record)
        self._seen.add((store, name))
        return record

    def _check(self, store: str, name: str, record: Record) -> None:
        try:
            check(store, record)
        except BadInput:
            if store == "messages":
                self.gone[name] = Gone(chat=record.get("chat"), parent=record.get("parent_id", ADRIFT))
            raise
        if store == "messages":
            self.gone.pop(name, None)

    def _without_unread(self, record: Record, place: str) -> Record:
        """The page's own settings without those that cannot be read."""
        unread = unread_settings(record)
        for name in unread:
            self._losses.add_field(name, place, f"{name} cannot be {said(record[name])}")
        return {name: value for name, value in record.items() if name not in unread}


def _owned(backup: Backup, losses: Losses) -> Generator[None, None, Backup]:
    """The backup without what belongs to a chat or a book that is not in it."""
    heads: dict[str, set[object]] = {}
    for store in ("chats", "books"):
        heads[store] = set((yield from each(backup.records(store), lambda text: json.loads(text)["id"])))
    stores = []
    for store, texts in backup.stores:
        kept = texts
        if (owners := OWNERS.get(store)) is not None:
            named = yield from each(texts, lambda text: _owner(json.loads(text)))
            for owner, name in named:
                if owner not in heads[owners]:
                    losses.add(store, f"{store} {name}", "what it belongs to is not in the backup, or cannot be read")
            kept = tuple(text for text, (owner, _) in zip(texts, named, strict=True) if owner in heads[owners])
        stores.append((store, kept))
    return replace(backup, stores=tuple(stores))


def _owner(record: Record) -> tuple[str, str]:
    """The id of the chat or book to which a record belongs, and its own."""
    owner = record.get("chat") or record.get("book") or str(record.get("of")).partition("/")[0]
    return str(owner), str(record["id"])
