"""What a record points to: the fields that are ids by their type, and no text that only looks like one. Pure."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Final, NewType, Union, get_args, get_origin, get_type_hints

from loreglass.app.ports import Record
from loreglass.domain.ids import BookId, CharacterId, ChatId, MessageId, PersonaId, PlanId, PresetId, VariantId
from loreglass.domain.prompt.stored import StoredPlan
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Variant

Move = Callable[[str, str], str]
"""The id to put in place of a store's id."""

STORE_OF: Final[dict[object, str]] = {
    BookId: "books",
    CharacterId: "characters",
    ChatId: "chats",
    MessageId: "messages",
    PersonaId: "personas",
    PlanId: "plans",
    PresetId: "presets",
    VariantId: "variants",
}
KINDS: Final[dict[str, type]] = {
    "chats": Chat,
    "messages": Message,
    "variants": Variant,
    "characters": Character,
    "personas": Persona,
}
"""What the records of a store are. A plan stands inside its record; entries and versions point to their book alone."""
UNTYPED: Final[dict[str, dict[str, str]]] = {
    "messages": {"chat": "chats"},
    "variants": {"chat": "chats"},
    "plans": {"chat": "chats"},
    "entries": {"book": "books"},
    "characters": {"picture": "pictures"},
}
"""By store, the fields that are ids without a type that says so, and the stores they point into."""
IN_A_BOOK: Final = ("entries", "versions")
"""Stores in whose ids the book stands before a slash."""


def pointed(store: str, record: Record, move: Move) -> Record:
    """The record in which every id is what `move` makes of it; of an entry's, the part before the slash."""
    moved = dict(record)
    if (kind := KINDS.get(store)) is not None:
        moved = dict(_fields(kind, record, move))
    if store == "plans":
        moved["plan"] = _moved(StoredPlan, record.get("plan"), move)
    for name, owners in UNTYPED.get(store, {}).items():
        if name in record:
            moved[name] = _id(owners, record[name], move)
    if store not in IN_A_BOOK:
        return {**moved, "id": _id(store, record["id"], move)}
    for name in {"id", "of"} & record.keys():
        head, slash, rest = str(record[name]).partition("/")
        moved[name] = f"{move('books', head)}{slash}{rest}" if slash else record[name]
    return moved


def _fields(kind: type, record: Mapping[str, object], move: Move) -> Mapping[str, object]:
    hints = _hints(kind)
    return {name: _moved(hints[name], value, move) if name in hints else value for name, value in record.items()}


def _moved(hint: object, json: object, move: Move) -> object:
    """The JSON value of such a field with its ids moved; what does not fit stays as it is."""
    if isinstance(hint, NewType):
        return _id(STORE_OF[hint], json, move) if hint in STORE_OF else json
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for option in args:
            json = _moved(option, json, move) if json is not None else None
        return json
    if origin is tuple and isinstance(json, list):
        if args[-1] is Ellipsis:
            return [_moved(args[0], each, move) for each in json]
        if len(args) == len(json):
            return [_moved(each, value, move) for each, value in zip(args, json, strict=True)]
        return json
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(json, dict):
        return _fields(hint, json, move)
    return json


def _id(store: str, json: object, move: Move) -> object:
    return move(store, json) if isinstance(json, str) else json


@cache
def _hints(kind: Hashable) -> dict[str, object]:
    return get_type_hints(kind)
