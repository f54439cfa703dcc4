"""What of a backup can come in: each record is read by the reader of its store; what cannot be read stays out.

A message that stays out leaves no gap: those after it follow the one before it. What belongs to a chat or book that
is not there stays out too, but for the wordings and plans that other chats may show; so does a mark of the trash for
what is not there. Settings of the page, and of chats, are read one by one.
"""

import json
from collections.abc import Generator, Sequence, Set
from dataclasses import replace
from typing import Final

from loreglass.app.backup_bridging import ADRIFT, Gone, bridged, each
from loreglass.app.backup_chats import WAYS, Held, mended_chat, with_ways
from loreglass.app.backup_circles import unwound
from loreglass.app.backup_readers import check, said
from loreglass.app.backup_records import REPLACED_ID
from loreglass.app.ports import Record
from loreglass.app.records import PREFERENCES_ID, TRASH
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
    backup = yield from unwound(backup, losses)
    backup = yield from with_ways(backup, look.wayless, look.held, losses)
    yield from _worded(backup, look.held, losses)
    return replace(_marked(backup, look.seen, losses), lost=losses.found())


class _Look:
    """Looks at the records one by one.

    `gone` are the messages that stay out, with those that they follow, `seen` the stores and ids of what can be read,
    `held` the messages and wordings among it, and `wayless` the chats of which it cannot be read which of their
    messages they show.
    """

    def __init__(self, losses: Losses, known: Sequence[str]) -> None:
        self.gone: dict[str, Gone] = {}
        self.held = set[tuple[str, object, object]]()
        self.wayless: dict[str, frozenset[str]] = {}
        self._losses = losses
        self._known = known
        self.seen: set[tuple[str, str]] = set()

    def __call__(self, store: str, place: str, record: Record) -> Record:
        name = str(record["id"])
        if store not in self._known:
            raise BadInput("there is no place for it here")
        if (store, name) in self.seen:
            raise BadInput("the same id came before")
        if (store, name) == ("settings", PREFERENCES_ID):
            record = self._without_unread(record, place)
        elif store == "chats":
            record = self._chat(record, place)
        else:
            self._check(store, name, record)
        self.seen.add((store, name))
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
        if store in ("messages", "variants"):
            self.held.add((store, record["chat"], name))

    def _chat(self, record: Record, place: str) -> Record:
        """The chat without what of it cannot be read."""
        mended, bad = mended_chat(record)
        check("chats", mended)
        for name, why in bad.items():
            self._losses.add_field("chats", name, place, why)
        if lost := WAYS & bad.keys():
            self.wayless[str(record["id"])] = lost
        return mended

    def _without_unread(self, record: Record, place: str) -> Record:
        """The page's own settings without those that cannot be read."""
        unread = unread_settings(record)
        for name in unread:
            # Which endpoint is in use never comes in, so it cannot be missed.
            if name != "endpoint_id":
                self._losses.add_field("settings", name, place, f"{name} cannot be {said(record[name])}")
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


def _worded(backup: Backup, held: Held, losses: Losses) -> Generator[None, None, None]:
    """Nothing; told are the messages that have no wording, or not the one that they show."""

    def look(text: str) -> None:
        record: Record = json.loads(text)
        chat, chosen, names = record["chat"], record["chosen_id"], record["variant_ids"]
        if ("variants", chat, chosen) in held:
            return
        place = f"messages {record['id']}"
        if isinstance(names, list) and any(("variants", chat, name) in held for name in names):
            losses.add_gap("unworded", place, "the wording that it shows cannot be read")
        else:
            losses.add_gap("wordless", place, "none of its wordings can be read")

    yield from each(backup.records("messages"), look)


def _marked(backup: Backup, seen: Set[tuple[str, str]], losses: Losses) -> Backup:
    """The backup without marks of the trash for what is not in it, and without what a restore here left to be told."""
    kept = []
    for text in backup.records("settings"):
        mark = str(json.loads(text)["id"])
        kind, _, thing = mark.removeprefix(TRASH).partition(":")
        if mark.startswith(TRASH) and (kind, thing) not in seen:
            losses.add("trash", f"settings {mark}", "what was thrown away is not in the backup, or cannot be read")
        elif mark != REPLACED_ID:
            kept.append(text)
    settings = tuple(kept)
    return replace(
        backup, stores=tuple((store, settings if store == "settings" else held) for store, held in backup.stores)
    )
