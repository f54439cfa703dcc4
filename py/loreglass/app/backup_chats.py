"""Chats of a backup of which some settings cannot be read: what can be comes in, and every way through them. Pure."""

import json
from collections.abc import Callable, Generator, Mapping, Set
from dataclasses import fields, replace
from functools import partial
from itertools import count
from typing import Final

from loreglass.app.backup_bridging import each
from loreglass.app.backup_readers import said
from loreglass.app.ports import Record
from loreglass.app.records import text_of
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.record import decode
from loreglass.domain.story.chat import Chat
from loreglass.formats.backup import Backup
from loreglass.formats.lost import Losses

Held = Set[tuple[str, object, object]]
"""Store, chat and id of the messages and wordings that can be read."""
WAYS: Final = frozenset({"head_id", "branches", "branch_id"})
"""What of a chat says which of its messages are shown."""
_BLANK: Final[Record] = {"title": "", "character_id": None, "persona_id": None}
_NAMES: Final = tuple(field.name for field in fields(Chat) if field.name != "id")


def mended_chat(record: Record) -> tuple[Record, dict[str, str]]:
    """The chat with the usual in place of each setting that cannot be read, and by its name why it cannot be.

    Of a list what fits stays in it, and so does of a setting that has parts. A record in which nothing can be read
    that every chat has stays as it is.
    """
    blank = {**_BLANK, "id": record["id"]}
    if not any(name in record and _fits(blank, name, record[name]) for name in _BLANK):
        return record, {}
    bad = {name: f"{name} is missing" for name in _BLANK if name not in record}
    mended = {**record, **{name: _BLANK[name] for name in bad}}
    for name in _NAMES:
        if name not in record or _fits(blank, name, record[name]):
            continue
        mended[name] = _fitting(record[name], partial(_fits, blank, name))
        bad[name] = f"something in {name} cannot be read"
        if not _fits(blank, name, mended[name]):
            mended = {known: value for known, value in mended.items() if known != name} | _usual(name)
            bad[name] = f"{name} cannot be {said(record[name])}"
    return mended, bad


def _usual(name: str) -> Record:
    return {name: _BLANK[name]} if name in _BLANK else {}


def _fits(blank: Record, name: str, value: object) -> bool:
    try:
        decode(Chat, {**blank, name: value})
    except BadInput:
        return False
    return True


def _fitting(value: object, fits: Callable[[object], bool]) -> object:
    """What of a list or an object fits; anything else as it is."""
    if isinstance(value, list) and fits([]):
        items = (_fitting(item, lambda inner: fits([inner])) for item in value)
        return [item for item in items if fits([item])]
    if isinstance(value, dict) and fits({}):
        parts = {name: _fitting(part, partial(_fits_as, fits, name)) for name, part in value.items()}
        return {name: part for name, part in parts.items() if fits({name: part})}
    return value


def _fits_as(fits: Callable[[object], bool], name: str, value: object) -> bool:
    return fits({name: value})


def with_ways(
    backup: Backup, unread: Mapping[str, frozenset[str]], held: Held, losses: Losses
) -> Generator[None, None, Backup]:
    """The backup in which every chat shows its messages; `unread` are chats, and what of their `WAYS` cannot be read.

    Ways that end at no message are told, and lost too. Where any is, all messages of the chat are on a way: the newest
    that no other branch has is the chat's own if that is lost, and each other one is a branch.
    """
    aimless = yield from each(backup.records("chats"), partial(_aimless, held))
    lost = {**unread, **{chat: names | unread.get(chat, frozenset()) for chat, names in aimless if names}}
    for chat, names in aimless:
        for name in sorted(names):
            losses.add_field("chats", name, f"chats {chat}", f"{name} leads nowhere")
    if not lost:
        return backup
    records = yield from each(backup.records("messages"), json.loads)
    follows = {record["parent_id"] for record in records}
    ends: dict[str, list[tuple[int, int, str]]] = {}
    for at, record in enumerate(records):
        if record["chat"] in lost and record["id"] not in follows:
            ends.setdefault(record["chat"], []).append((record.get("created_ms", 0), at, record["id"]))

    def found(text: str) -> str:
        chat: Record = json.loads(text)
        name = str(chat["id"])
        newest_last = [end for _, _, end in sorted(ends.get(name, ()))]
        return text_of(_with_ways(chat, lost[name], newest_last, held)) if name in lost else text

    chats = tuple((yield from each(backup.records("chats"), found)))
    return replace(backup, stores=tuple((store, chats if store == "chats" else held) for store, held in backup.stores))


def _branches(chat: Record) -> list[Record]:
    held = chat.get("branches")
    return list(held) if isinstance(held, list) else []


def _leads(held: Held, chat: Record, way: Record) -> bool:
    """Whether a way ends at a message of the chat, or is empty."""
    head = way.get("head_id")
    return head is None or ("messages", chat["id"], head) in held


def _aimless(held: Held, text: str) -> tuple[str, frozenset[str]]:
    """A chat, and which of its `WAYS` lead nowhere. Of the open branch the chat's own head holds."""
    chat: Record = json.loads(text)
    branches, open_id = _branches(chat), chat.get("branch_id")
    names = set[str]()
    if not _leads(held, chat, chat):
        names.add("head_id")
    if not all(_leads(held, chat, branch) for branch in branches if branch["id"] != open_id):
        names.add("branches")
    if open_id is not None and open_id not in {branch["id"] for branch in branches}:
        names.add("branch_id")
    return str(chat["id"]), frozenset(names)


def _with_ways(chat: Record, lost: frozenset[str], ends: list[str], held: Held) -> Record:
    branches = [way for way in _branches(chat) if way["id"] == chat.get("branch_id") or _leads(held, chat, way)]
    others = {branch["head_id"] for branch in branches if branch["id"] != chat.get("branch_id")}
    free = [end for end in ends if end not in others]
    head = next(reversed(free or ends), None) if "head_id" in lost else chat.get("head_id")
    taken = {branch[what] for branch in branches for what in ("id", "name")}
    numbers = (number for number in count(1) if not {f"way-{number}", f"Branch {number}"} & taken)
    ways = {branch["id"]: branch["head_id"] for branch in branches}
    new: list[object] = [end for end in free if end != head]
    open_id = chat.get("branch_id") if chat.get("branch_id") in ways else None
    open_id = open_id or next((name for name, end in ways.items() if end == head), None)
    if open_id is None and (branches or new):
        new.append(head)
    for end, number in zip(new, numbers, strict=False):
        branches.append({"id": f"way-{number}", "name": f"Branch {number}", "head_id": end})
        open_id = open_id or (branches[-1]["id"] if end == head else None)
    return {**chat, "head_id": head, **({"branches": branches, "branch_id": open_id} if branches else {})}
