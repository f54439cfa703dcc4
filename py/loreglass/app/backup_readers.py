"""The readers of a backup's records, by store: those of the store itself, but nothing is passed over."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar

from loreglass.app.backup_records import MADE_ID, REPLACED_ID, SCHEDULE_ID
from loreglass.app.import_rows import IMPORTED
from loreglass.app.ports import Record
from loreglass.app.records import TRASH, entry_id, stored_plan
from loreglass.app.trash import KINDS as THROWN_KINDS
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.record import decode
from loreglass.domain.story.cast import Persona
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.formats.native import decode_book, decode_character, decode_entry
from loreglass.formats.preset import decode_preset
from loreglass.formats.reader import kind_of
from loreglass.formats.tally import Tally

T = TypeVar("T")


def check(store: str, record: Record) -> None:
    """Nothing; BadInput says in a few words why the record cannot be read: "title cannot be a list"."""
    try:
        _READERS[store](record)
    except BadInput as error:
        raise BadInput(_why(error, record)) from error


def _strictly(read: Callable[[object, Tally], T], json_value: object) -> T:
    """What the reader makes of it; BadInput where it would have to pass over something."""
    tally = Tally()
    found = read(json_value, tally)
    for warning in tally.report().warnings:
        name, _, kind = warning.detail.partition(": ")
        at = f"{warning.where}: " if warning.where else ""
        raise BadInput(f"{at}{name} cannot be {kind}" if kind else f"{at}something in it cannot be read")
    return found


def _text(record: Record, name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise BadInput(f"{name} cannot be {said(value)}")
    return value


def _of_chat(kind: type[Message] | type[Variant]) -> Callable[[Record], None]:
    def read(record: Record) -> None:
        value = decode(kind, record)
        if _text(record, "chat") != value.chat_id:
            raise BadInput("chat and chat_id are not the same")

    return read


def _plan(record: Record) -> None:
    _text(record, "chat")
    stored_plan({"plan": None, **record})


def _book(record: Record) -> None:
    order = record.get("order", [])
    if not isinstance(order, list) or not all(isinstance(name, str) for name in order):
        raise BadInput("order is not a list of texts")
    _strictly(decode_book, {name: value for name, value in record.items() if name not in ("order", "entries")})


def _entry(record: Record) -> None:
    inner = _inner(record)
    if record["id"] != entry_id(_text(record, "book"), inner):
        raise BadInput("its id is not that of its book and entry")


def _version(record: Record) -> None:
    until = record.get("until")
    if not isinstance(until, int) or isinstance(until, bool):
        raise BadInput(f"until cannot be {said(until)}")
    book, slash, entry = _text(record, "of").partition("/")
    if not book or not slash or entry != _inner(record):
        raise BadInput("it is not of the entry that it holds")


def _inner(record: Record) -> str:
    """The id of the entry that the record holds."""
    return _strictly(decode_entry, record.get("entry")).id


def _setting(record: Record) -> None:
    name = str(record["id"])
    if name in (SCHEDULE_ID, MADE_ID, REPLACED_ID):
        return
    if name.startswith(TRASH):
        kind, _, thing = name.removeprefix(TRASH).partition(":")
        if kind in THROWN_KINDS and thing:
            return
    if name.startswith(IMPORTED):
        things = record.get("things")
        if isinstance(things, list) and all(map(_is_pair, things)):
            return
        raise BadInput("things is not a list of pairs")
    raise BadInput("there is no such setting here")


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)


_READERS: Final[Mapping[str, Callable[[Record], object]]] = {
    "chats": partial(decode, Chat),
    "messages": _of_chat(Message),
    "variants": _of_chat(Variant),
    "plans": _plan,
    "texts": partial(_text, name="text"),
    "books": _book,
    "entries": _entry,
    "versions": _version,
    "characters": partial(_strictly, decode_character),
    "personas": partial(decode, Persona),
    "presets": partial(_strictly, decode_preset),
    "settings": _setting,
}


def _why(error: BadInput, record: Record) -> str:
    """Why the record cannot be read: "title cannot be a list"."""
    if not error.place:
        return error.problem
    value = record.get(error.place)
    return f"{error.place} cannot be {said(value)}" if error.place in record else f"{error.place} cannot be read"


def said(value: object) -> str:
    """What a value is, in a few words."""
    return f'"{value:.20}"' if isinstance(value, str) else kind_of(value)
