"""Chats of a backup whose messages follow each other in a circle, or what is not there: all of them are shown. Pure."""

import json
from collections.abc import Generator, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from loreglass.app.backup_bridging import SLICE_RECORDS, each, repointed, tied
from loreglass.app.ports import Record
from loreglass.app.records import text_of
from loreglass.formats.backup import Backup
from loreglass.formats.lost import Gap, Losses

Up = dict[str, str | None]
"""What each message follows."""
Circle = tuple[str, ...]
"""Messages of which each follows the one before it, the earliest first; that one follows the last."""


@dataclass(frozen=True, slots=True)
class _Links:
    """Of each message what it follows, its time and place in the file, and its chat."""

    up: Up = field(default_factory=dict)
    times: dict[str, tuple[int, int]] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)

    def look(self, text: str) -> None:
        """One more message."""
        record = json.loads(text)
        name = record["id"]
        self.times[name] = (record.get("created_ms", 0), len(self.times))
        self.up[name], self.owners[name] = record["parent_id"], record["chat"]

    def adrift(self) -> set[str]:
        """Those that follow none of their chat that is there."""
        chats = self.owners
        return {name for name, parent in self.up.items() if parent is not None and chats.get(parent) != chats[name]}


def unwound(backup: Backup, losses: Losses) -> Generator[None, None, Backup]:
    """The backup in which no messages follow each other in a circle, or one that is not there.

    Chats with such messages are told. A circle begins with its earliest message, by time and then by place in the
    file. Nobody knows what that one followed: it follows the only loose end of its chat, if there is one; so does a
    message that followed what is not there.
    """
    links = _Links()
    yield from each(backup.records("messages"), links.look)
    circles = yield from _circles(links.up, links.times)
    yield
    firsts, adrift = {circle[0] for circle in circles}, links.adrift()
    if not firsts | adrift:
        return backup
    _tell(losses, "circle", firsts, links, "messages led round in a circle, and begin with the earliest now")
    _tell(losses, "adrift", adrift - firsts, links, "it cannot be read what some messages followed")
    heads = yield from each(backup.records("chats"), _heads)
    entries = _entries(links.up, circles, [head for some in heads for head in some])
    first = yield from _first(links, firsts | adrift, {head for some in heads for head in some})
    inside = {name for circle in circles for name in circle}

    def moved(text: str) -> str:
        record: Record = json.loads(text)
        name = str(record["id"])
        if name in first and "parent_id" in record:
            return text_of({**record, "parent_id": first[name]})
        if name in inside and "parent_id" in record:
            return text
        return text_of(repointed(record, lambda name: entries.get(name, name)))

    stores = []
    for store, held in backup.stores:
        texts = (yield from each(held, moved)) if store in ("chats", "messages") else held
        stores.append((store, tuple(texts)))
    return replace(backup, stores=tuple(stores))


def _tell(losses: Losses, gap: Gap, names: Iterable[str], links: _Links, why: str) -> None:
    """Nothing; told is each chat that one of these messages is of."""
    for chat in sorted({links.owners[name] for name in names}):
        losses.add_gap(gap, f"chats {chat}", why)


def _heads(text: str) -> tuple[str, ...]:
    """Where the ways of a chat end: its own, which is that of the open branch, and those of the other branches."""
    chat = json.loads(text)
    others = (branch for branch in chat.get("branches", ()) if branch["id"] != chat.get("branch_id"))
    return tuple(filter(None, (way.get("head_id") for way in (chat, *others))))


def _circles(up: Up, times: Mapping[str, tuple[int, int]]) -> Generator[None, None, list[Circle]]:
    """All circles; each message is looked at once."""
    found: list[Circle] = []
    seen: dict[str, int] = {}
    for at, start in enumerate(up):
        name: str | None = start
        way: list[str] = []
        while name is not None and name in up and name not in seen:
            seen[name] = at
            way.append(name)
            name = up[name]
        if name is not None and seen.get(name) == at and way:
            downwards = way[way.index(name) :][::-1]
            first = downwards.index(min(downwards, key=times.__getitem__))
            found.append((*downwards[first:], *downwards[:first]))
        if at % SLICE_RECORDS == SLICE_RECORDS - 1:
            yield
    return found


def _entries(up: Up, circles: Sequence[Circle], heads: Iterable[str]) -> dict[str, str]:
    """Where a way comes to a circle before its last message, and none comes to that: it is to come to the last."""
    inside = {name for circle in circles for name in circle}
    entered = set[str]()
    seen = set[str]()
    for head in heads:
        name: str | None = head
        if name in inside:
            entered.add(name)
        while name is not None and name in up and name not in seen:
            seen.add(name)
            if name not in inside and (after := up[name]) in inside and after is not None:
                entered.add(after)
            name = up[name]
    last = [(next((name for name in reversed(circle) if name in entered), None), circle[-1]) for circle in circles]
    return {name: end for name, end in last if name is not None and name != end}


def _first(links: _Links, cut: Set[str], heads: Set[str]) -> Generator[None, None, Up]:
    """What the messages `cut` off from those that they followed, the earliest first, follow from now on."""
    others = {name: parent for name, parent in links.up.items() if name not in cut}
    inner = {*others.values(), *heads}
    ends: dict[object, list[str]] = {}
    for name, chat in links.owners.items():
        if name not in inner:
            ends.setdefault(chat, []).append(name)
    chats = {name: links.owners[name] for name in sorted(cut, key=links.times.__getitem__)}
    return (yield from tied(chats, ends, others))
