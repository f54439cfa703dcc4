"""Records that cannot be read, as things that stand in their place: shown as such, and never written over.

A message is kept from the prompt for as long as the wording that it shows cannot be read. What stands for a variant
has no text, so that nothing of it can be sent or copied; what stands for an entry sleeps, and has no keyword.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Final

from loreglass.app.endpoints import DEMO_ID
from loreglass.app.ports import Record
from loreglass.app.state import Preferences
from loreglass.app.tree import way_to
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import ChatId, EntryId, MessageId, VariantId
from loreglass.domain.prompt.record import decode, encode
from loreglass.domain.story.book import Entry
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.formats.native import decode_entry

UNREAD: Final = "unreadable"
"""The problem of a variant, and the origin of an entry, that stands for a record which cannot be read."""
ENTRY_NAME: Final = "This entry cannot be read"
ENTRY_NOTE: Final = (
    "It is kept as it is in the store. A backup from before may hold it whole: Settings, Storage, Restore. "
    "What you write here takes its place."
)
_OF_THE_PLACE: Final = ("id", "chat_id", "parent_id", "pinned")
"""What of a message may change while what it says cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadMessage(Message):
    """A message of which something cannot be read: its record (`kept` is that, as JSON), or some of its wordings.

    It is hidden while such a wording is chosen, and then as the user had it (`veiled`: the user had not hidden it).
    """

    kept: str = ""
    unread_ids: tuple[VariantId, ...] = ()
    veiled: bool = False

    def __post_init__(self) -> None:
        """Nothing; it is hidden, or no more, by what is chosen."""
        if self.is_unread and not self.hidden:
            object.__setattr__(self, "veiled", True)
            object.__setattr__(self, "hidden", True)
        elif self.veiled and not self.is_unread:
            object.__setattr__(self, "veiled", False)
            object.__setattr__(self, "hidden", False)

    @property
    def is_unread(self) -> bool:
        """True while the chosen wording cannot be read."""
        return self.chosen_id in self.unread_ids


def is_unread(message: Message) -> bool:
    """True where a message stands in the place of one that cannot be read."""
    return isinstance(message, UnreadMessage) and message.is_unread


def read_message(record: Record, chat_id: ChatId) -> Message:
    """The message that a record holds, or one that stands in its place with what can be read of it."""
    with suppress(BadInput):
        return decode(Message, record)
    name = str(record["id"])
    chosen = f"{UNREAD}-{name}"
    known: dict[str, object] = {"id": name, "chat_id": chat_id, "parent_id": None, "speaker": "system", "name": ""}
    known |= {"variant_ids": [chosen], "chosen_id": chosen}
    for field, value in record.items():
        with suppress(BadInput):
            decode(Message, {**known, field: value})
            known[field] = value
    stands = {"variant_ids": [chosen], "chosen_id": chosen, "unread_ids": [chosen], "kept": _text(record)}
    return decode(UnreadMessage, {**known, **stands})


def _text(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def message_fields(message: UnreadMessage) -> dict[str, object]:
    """What is to be stored: the record as it was but for its place in the chat, or what the user put there instead."""
    if not message.kept or not message.is_unread:
        # What was kept goes along, under its own name: the user's words take its place, but do not cost it.
        written = encode(replace(message, unread_ids=()))
        assert isinstance(written, dict)
        return {**written, "chat": message.chat_id}
    kept: Record = json.loads(message.kept)
    first = read_message(kept, ChatId(str(kept.get("chat"))))
    moved = [name for name in _OF_THE_PLACE if getattr(message, name) != getattr(first, name)]
    return {**kept, **{name: getattr(message, name) for name in moved}, "chat": message.chat_id}


def rejoined(chat: Chat, tree: Mapping[MessageId, Message]) -> dict[MessageId, Message]:
    """The messages of a chat; one that does not know any more what it stood behind is put behind the only loose end."""
    whole = dict(tree)
    for message in tree.values():
        if isinstance(message, UnreadMessage) and message.parent_id is None:
            ends = whole.keys() - {each.parent_id for each in whole.values()} - {each.head_id for each in chat.branches}
            loose = [end for end in ends if message not in way_to(end, whole)]
            if len(loose) == 1:
                whole[message.id] = replace(message, parent_id=loose[0])
    return whole


def stand_ins(messages: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> dict[VariantId, Variant]:
    """Variants without a text, for those that the messages name and nobody can read."""
    return {
        name: Variant(
            id=name, chat_id=each.chat_id, message_id=each.id, text="", source="user", state="failed", problem=UNREAD
        )
        for each in messages
        for name in (*each.variant_ids, each.chosen_id)
        if name not in variants
    }


def marked(message: Message, unread: set[VariantId]) -> Message:
    """The message, or where one of its wordings is among those that cannot be read, one that knows it.

    The chosen wording is among the message's own from now on, if it was not.
    """
    if message.chosen_id in message.variant_ids and unread.isdisjoint(message.variant_ids):
        return message
    names = tuple(dict.fromkeys((*message.variant_ids, message.chosen_id)))
    message = replace(message, variant_ids=names)
    if isinstance(message, UnreadMessage) or unread.isdisjoint(names):
        return message
    known = {field.name: getattr(message, field.name) for field in fields(Message)}
    return UnreadMessage(**known, unread_ids=tuple(name for name in names if name in unread))


def read_entry(record: Record, entry_id: EntryId) -> Entry:
    """The entry that a record holds, or one that stands in its place."""
    with suppress(BadInput):
        entry = decode_entry(record.get("entry"))
        if entry.id == entry_id:
            return entry
    return Entry(id=entry_id, name=ENTRY_NAME, note=ENTRY_NOTE, enabled=False, origin=UNREAD, raw=_text(record))


def entry_record(entry: Entry) -> Record | None:
    """The record in whose place an entry stands; None where it can be read, or the user has written it anew."""
    if entry.origin != UNREAD or entry.name != ENTRY_NAME or entry.text or entry.keywords:
        return None
    with suppress(ValueError):
        kept: object = json.loads(entry.raw)
        if isinstance(kept, dict):
            return kept
    return None


def is_unread_entry(entry: Entry) -> bool:
    """True where an entry stands in the place of one that cannot be read."""
    return entry_record(entry) is not None


def unread_settings(record: Record) -> tuple[str, ...]:
    """Of the record of the app's own settings, the names of those that cannot be read."""
    names = tuple(field.name for field in fields(Preferences))
    return tuple(name for name in names if name in record and not _is_read(name, record[name]))


def _is_read(name: str, value: object) -> bool:
    try:
        decode(Preferences, {name: value})
    except BadInput:
        return False
    return True


def read_preferences(record: Record) -> Preferences:
    """The app's own settings, field by field: each that cannot be read is the usual one.

    Where it cannot be read which endpoint is in use, the demo responder is: nothing goes where it was not to go.
    """
    unread = unread_settings(record)
    known = {name: value for name, value in record.items() if name not in unread}
    return decode(Preferences, {**known, "endpoint_id": DEMO_ID} if "endpoint_id" in unread else known)
