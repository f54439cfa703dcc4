"""Values as records of the store, and back.

A record is a JSON object with an `id`. Fields at their default are left out and unknown fields are ignored,
so an older version can read a newer record. Books, entries and characters use the native format's codec.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from loreglass.app.endpoints import Endpoint
from loreglass.app.ports import Record
from loreglass.app.rows import Row, WrittenRow
from loreglass.app.state import EntryVersion, Preferences
from loreglass.app.unread import UnreadMessage, entry_record, message_fields, read_entry
from loreglass.domain.ids import ChatId, EntryId, MessageId, TextHash, VariantId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.prompt.record import Json, decode, encode
from loreglass.domain.prompt.stored import StoredPlan, decode_stored, encode_stored, pack, unpack
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.domain.story.preset import Preset, Samplers
from loreglass.formats import native
from loreglass.formats.preset import decode_preset, encode_preset

PREFERENCES_ID = "preferences"
TRASH = "trash:"
STORE_OF: dict[type[Chat | Message | Variant | Persona], str] = {
    Chat: "chats",
    Message: "messages",
    Variant: "variants",
    Persona: "personas",
}


def text_of(record: Mapping[str, object]) -> str:
    """A record as JSON text."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _fields(value: object) -> dict[str, Json]:
    fields = encode(value)
    assert isinstance(fields, dict)
    return fields


def row(value: Chat | Message | Variant | Persona) -> WrittenRow:
    """A plain value as a row to write; messages and variants can be found by their chat."""
    if isinstance(value, UnreadMessage):
        return (STORE_OF[Message], value.id, text_of(message_fields(value)))
    fields = _fields(value)
    if isinstance(value, Message | Variant):
        fields["chat"] = value.chat_id
    return (STORE_OF[type(value)], value.id, text_of(fields))


def preferences_row(value: Preferences) -> WrittenRow:
    """The preferences as a row to write."""
    return ("settings", PREFERENCES_ID, text_of({"id": PREFERENCES_ID, **_fields(value)}))


def endpoint_rows(value: Endpoint) -> tuple[WrittenRow, ...]:
    """The endpoint without its key, and the key in its own store where the user chose to keep it."""
    place = text_of({**_fields(replace(value, key="")), "id": value.id})
    key_id = key_id_of(value.id)
    key = text_of({"id": key_id, "url": value.url, "key": value.key}) if value.remember_key and value.key else None
    return ("settings", value.id, place), ("secrets", key_id, key)


def no_endpoint_rows(endpoint_id: str) -> tuple[Row, ...]:
    """An endpoint and its key, to be deleted."""
    return ("settings", endpoint_id, None), ("secrets", key_id_of(endpoint_id), None)


def key_id_of(endpoint_id: str) -> str:
    """The id of the record that holds an endpoint's key."""
    return f"{endpoint_id}-key"


def endpoint_of(place: Record, secret: Record | None) -> Endpoint:
    """The endpoint that a record holds, with its key where that was kept for this very address."""
    endpoint = decode(Endpoint, place)
    warmth = place.get("temperature")
    if "samplers" not in place and isinstance(warmth, int | float):
        # Records from before there were other samplers.
        endpoint = replace(endpoint, samplers=Samplers(temperature=warmth))
    if secret and secret.get("url") == endpoint.url and endpoint.remember_key:
        endpoint = replace(endpoint, key=str(secret.get("key", "")))
    return endpoint


def character_row(value: Character) -> WrittenRow:
    """A character as a row to write."""
    return ("characters", value.id, text_of(native.encode_character(value)))


def preset_row(value: Preset) -> Row:
    """A preset as a row to write."""
    return ("presets", value.id, text_of(encode_preset(value)))


def preset_of(record: Record) -> Preset:
    """The preset that a record holds."""
    return decode_preset(record)


def trash_id(store: str, record_id: str) -> str:
    """The settings record that says a thing is in the trash."""
    return f"{TRASH}{store}:{record_id}"


def entry_id(book_id: str, entry: str) -> str:
    """The store's id of an entry: unique over all books."""
    return f"{book_id}/{entry}"


def book_row(book: Book) -> WrittenRow:
    """A book without its entries: their order is here, each has a record of its own."""
    head = native.encode_book(replace(book, entries=()))
    return ("books", book.id, text_of({**head, "order": [entry.id for entry in book.entries]}))


def entry_row(book_id: str, entry: Entry) -> WrittenRow:
    """An entry as a row to write; one that cannot be read stays as it is in the store."""
    name = entry_id(book_id, entry.id)
    if (kept := entry_record(entry)) is not None:
        return ("entries", name, text_of({**kept, "id": name, "book": book_id}))
    return ("entries", name, text_of({"id": name, "book": book_id, "entry": native.encode_entry(entry)}))


def version_row(book_id: str, entry: Entry, until_ms: int) -> WrittenRow:
    """An entry as it was until that moment (milliseconds since 1970), to be kept beside it."""
    of = entry_id(book_id, entry.id)
    name = version_id(book_id, entry, until_ms)
    return ("versions", name, text_of({"id": name, "of": of, "until": until_ms, "entry": native.encode_entry(entry)}))


def late_entry_row(book_id: str, entry: Entry) -> Row:
    """An entry as a row whose text is made when it is written: of thousands, in slices."""
    return ("entries", entry_id(book_id, entry.id), partial(_entry_text, book_id, entry))


def _entry_text(book_id: str, entry: Entry) -> str:
    return entry_row(book_id, entry)[2] or ""


def late_version_row(book_id: str, entry: Entry, until_ms: int) -> Row:
    """An entry as it was until that moment, as a row whose text is made when it is written."""
    return ("versions", version_id(book_id, entry, until_ms), partial(_version_text, book_id, entry, until_ms))


def _version_text(book_id: str, entry: Entry, until_ms: int) -> str:
    return version_row(book_id, entry, until_ms)[2] or ""


def version_id(book_id: str, entry: Entry, until_ms: int) -> str:
    """The store's id of a version."""
    return f"{entry_id(book_id, entry.id)}@{until_ms}"


def version_of(record: Record) -> EntryVersion:
    """The version that a record holds."""
    until = record.get("until")
    return EntryVersion(
        id=str(record["id"]),
        until_ms=until if isinstance(until, int) else 0,
        entry=read_entry(record, EntryId(str(record.get("of", "")).partition("/")[2])),
    )


def book_rows(book: Book) -> tuple[WrittenRow, ...]:
    """A whole book as rows."""
    return (book_row(book), *(entry_row(book.id, entry) for entry in book.entries))


def book_of(record: Record, entries: tuple[Entry, ...]) -> Book:
    """The book that a head and its entries make."""
    head = {name: value for name, value in record.items() if name not in ("order", "entries")}
    return replace(native.decode_book(head), entries=entries)


def plan_rows(chat_id: ChatId, plan_id: str, plan: Plan) -> tuple[Row, ...]:
    """A plan as a row, and a row for each text it refers to; all are made JSON when they are written."""
    stored, texts = pack(plan)
    record = partial(_plan_text, chat_id, plan_id, stored)
    kept = tuple(("texts", name, partial(text_of, {"id": name, "text": text})) for name, text in texts.items())
    return (("plans", plan_id, record), *kept)


def _plan_text(chat_id: ChatId, plan_id: str, stored: StoredPlan) -> str:
    return text_of({"id": plan_id, "chat": chat_id, "plan": encode_stored(stored)})


def stored_plan(record: Record) -> StoredPlan:
    """The plan of a record, with references for its texts."""
    return decode_stored(record["plan"])


def plan_of(stored: StoredPlan, texts: Mapping[str, str], spoken: Mapping[str, str]) -> Plan:
    """The plan with its texts put in. KeyError where one is gone."""

    def text(name: TextHash) -> str:
        return texts[name]

    def said(message_id: MessageId, variant_id: VariantId) -> str:
        return spoken[variant_id]

    return unpack(stored, text, said)


def listed(value: object) -> list[object]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
