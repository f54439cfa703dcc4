"""Chats of a backup without the messages that cannot be read: no gap is left, so that all of the way is shown. Pure."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeVar

from loreglass.app.ports import Record
from loreglass.app.records import text_of
from loreglass.formats.backup import Backup
from loreglass.formats.lost import PARTS

T = TypeVar("T")
SLICE_RECORDS: Final = 100
ADRIFT: Final = 0
"""What a message follows that does not know it: any value that is neither an id nor None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """Of a message that cannot be read: what its record says of its chat, and of the message that it follows."""

    chat: object
    parent: object


def bridged(backup: Backup, gone: Mapping[str, Gone]) -> Generator[None, None, Backup]:
    """The backup in which nothing follows a message that is gone: what did follows what that one followed.

    Where that is not known either, it follows the only loose end of its chat.
    """
    if not {"messages", PARTS} & dict(backup.lost.records).keys():
        return backup
    before = yield from _before(backup, gone)
    stores = []
    for store, texts in backup.stores:
        found = texts
        if store in ("chats", "messages"):
            found = tuple((yield from each(texts, lambda text: text_of(_moved(json.loads(text), before)))))
        stores.append((store, found))
    return replace(backup, stores=tuple(stores))


def each(texts: Sequence[str], what: Callable[[str], T]) -> Generator[None, None, list[T]]:
    """What is made of each of the texts; a place to pause after a few."""
    found: list[T] = []
    for at, text in enumerate(texts):
        found.append(what(text))
        if at % SLICE_RECORDS == SLICE_RECORDS - 1:
            yield
    return found


def _moved(record: Record, before: dict[str, str | None]) -> Record:
    """The chat, branch or message as it points past what is gone."""
    return repointed(record, lambda name: past(name, before) if name in before else name)


def repointed(record: Record, to: Callable[[str], str | None]) -> Record:
    """The chat, branch or message that points `to` other messages."""
    points = {name: held for name in ("parent_id", "head_id") if isinstance(held := record.get(name), str)}
    found: Record = {**record, **{name: to(held) for name, held in points.items()}}
    if isinstance(branches := record.get("branches"), list):
        found["branches"] = [repointed(branch, to) for branch in branches]
    return found


def past(name: str | None, before: dict[str, str | None]) -> str | None:
    """The first message on the way up that `before` does not know; None where there is none, or the way goes round.

    What was passed leads straight there from then on, so that no long way is gone twice.
    """
    passed = set[str]()
    while name is not None and name in before:
        if name in passed:
            name = None
            break
        passed.add(name)
        name = before[name]
    before.update(dict.fromkeys(passed, name))
    return name


def _before(backup: Backup, gone: Mapping[str, Gone]) -> Generator[None, None, dict[str, str | None]]:
    """What each of those that are gone follows."""
    known = {name: one.parent for name, one in gone.items() if one.parent is None or isinstance(one.parent, str)}
    before = {name: None if parent is None else str(parent) for name, parent in known.items()}
    records = yield from each(backup.records("messages"), json.loads)
    chats = yield from each(backup.records("chats"), json.loads)
    heads = {branch.get("head_id"): chat["id"] for chat in chats for branch in (chat, *chat.get("branches", ()))}
    parents = {one["id"]: one["parent_id"] for one in records}
    # Of a damaged line nobody knows the id: it is one to which something points, and which is not there.
    claimed: dict[str | None, object] = {name: gone[of].chat for of, name in before.items()}
    claimed |= {name: one.chat for name, one in gone.items()}
    # What can be read knows better of which chat a lost message is than what cannot.
    pointed = {**claimed, **heads, **{one["parent_id"]: one["chat"] for one in records}}
    adrift = {name: chat for name, chat in pointed.items() if name not in parents and name not in before and name}
    inner = {*parents.values(), *before.values(), *heads}
    ends: dict[object, list[str]] = {}
    for one in records:
        if one["id"] not in inner:
            ends.setdefault(one["chat"], []).append(one["id"])
    before.update((yield from tied(adrift, ends, {**parents, **before})))
    return before


def tied(
    adrift: Mapping[str, object], ends: Mapping[object, list[str]], up: dict[str, str | None]
) -> Generator[None, None, dict[str, str | None]]:
    """What each of those adrift follows: the only loose one of its chat's `ends`; `up` is what all others follow.

    A loose end is used up by the first that follows it; `up` is made shorter on the way.
    """
    found: dict[str, str | None] = {}
    for name, chat in adrift.items():
        theirs = ends.get(chat, []) if isinstance(chat, str) else []
        # Nobody knows yet what this one follows, so it is where the ways up end that go by it; two are too many.
        loose = list(islice((end for end in theirs if past(end, up) != name), 2))
        up[name] = found[name] = loose[0] if len(loose) == 1 else None
        if len(loose) == 1:
            theirs.remove(loose[0])
        yield
    return found
