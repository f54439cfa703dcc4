"""A backup beside what is here: what is missing comes back, what has changed comes as a copy under new ids.

Nothing that is here is overwritten. Things come in an order in which what they point to is known: pictures and
books before characters, those before chats.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from loreglass.app.backup_records import MADE_ID, SCHEDULE_ID
from loreglass.app.ports import Record, Store
from loreglass.app.records import PREFERENCES_ID, TRASH, trash_id
from loreglass.app.references import IN_A_BOOK, pointed
from loreglass.app.rows import WrittenRow
from loreglass.formats.backup import Backup

BELONGING: Final = ("entries", "versions", "messages", "variants", "plans", "texts", "settings")
"""Stores whose records belong to something else."""
OUTLIVING: Final = ("variants", "plans")
"""Stores whose records may stay when what they belonged to is gone."""
NAME_FIELDS: Final = {"chats": "title", "books": "name"}
READ_AT_ONCE: Final = 200
SLICE_CHARS: Final = 64 * 1024
"""So much is read before the page has its turn."""

Part = tuple[str, Record]
"""A store and a record of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One thing of the backup with all that belongs to it, its own record first."""

    store: str
    id: str
    parts: tuple[Part, ...]


@dataclass(slots=True, kw_only=True)
class Arrival:
    """What has come so far: the new ids by store and old one, and how many things were new, copied, or here already."""

    store: Store
    stem: str
    ids: dict[tuple[str, str], str] = field(default_factory=dict)
    gone: list[WrittenRow] = field(default_factory=list)
    """Marks of the trash to be taken away: of what is here, and in the backup not in the trash."""
    fresh: set[str] = field(default_factory=set)
    """The marks that what came would have in the trash. What was here already is not thrown away by a backup."""
    new: int = 0
    copies: int = 0
    same: int = 0

    def moved(self, store: str, record_id: str) -> str:
        """The id that a record of the backup has here."""
        return self.ids.get((store, record_id), record_id)


async def arriving_pictures(backup: Backup, arrival: Arrival) -> AsyncIterator[tuple[str, bytes]]:
    """The pictures that are not here, those that differ under new ids."""
    for picture_id, data in backup.pictures:
        held = await arrival.store.picture(picture_id)
        if held and held != data:
            new = arrival.ids["pictures", picture_id] = hashlib.sha256(data).hexdigest()[:32]
            yield new, data
        elif not held:
            yield picture_id, data


async def arriving(backup: Backup, known: Sequence[str], arrival: Arrival) -> AsyncIterator[tuple[int, list[Part]]]:
    """Thing by thing, how many records were looked at and which of them to put; `known` are the stores here."""
    thrown = {str(record["id"]) for record in _read(backup, "settings") if str(record["id"]).startswith(TRASH)}
    texts = _read(backup, "texts")
    while some := list(islice(texts, READ_AT_ONCE)):
        held = await arrival.store.some("texts", [str(record["id"]) for record in some])
        yield len(some), [("texts", record) for record, old in zip(some, held, strict=True) if old is None]
    for thing in _things(backup, known):
        if thing is None:
            yield 0, []
            continue
        came = await _arrive(thing, arrival)
        mark = trash_id(thing.store, thing.id)
        if any(store == thing.store for store, _ in came):
            arrival.fresh.add(trash_id(thing.store, arrival.moved(thing.store, thing.id)))
        if not came and mark not in thrown and _is_thing(thing):
            arrival.gone.append(("settings", mark, None))
        yield len(thing.parts), came
    yield len(backup.records("settings")), await _settings(backup, arrival)


def _things(backup: Backup, known: Sequence[str]) -> Iterator[Thing | None]:
    """The things of the backup, in the order in which they come; stores that are not here are passed over.

    None is a good place to pause: a thing is known once all that belongs to any of its kind is read.
    """
    last = ("characters", "personas")
    others = [store for store in known if store not in (*BELONGING, *last, "books", "chats")]
    yield from _alone(backup, others)
    yield from _whole(backup, "books", ("entries", "versions"), _book_of)
    yield from _alone(backup, [store for store in last if store in known])
    yield from _whole(backup, "chats", ("messages", "variants", "plans"), lambda record: str(record.get("chat", "")))


def _alone(backup: Backup, stores: Sequence[str]) -> Iterator[Thing]:
    for store in stores:
        for record in _read(backup, store):
            yield Thing(store=store, id=str(record["id"]), parts=((store, record),))


def _whole(
    backup: Backup, head: str, belonging: Sequence[str], owner: Callable[[Record], str]
) -> Iterator[Thing | None]:
    found: dict[str, list[Part]] = {}
    unpaused = 0
    for store in belonging:
        for text in backup.records(store):
            record: Record = json.loads(text)
            found.setdefault(owner(record), []).append((store, record))
            unpaused += len(text)
            if unpaused >= SLICE_CHARS:
                unpaused = 0
                yield None
    heads = {str(record["id"]): record for record in _read(backup, head)}
    left = (part for name, parts in found.items() if name not in heads for part in parts)
    # What has outlived its chat is there for the plans that a fork of it shows.
    for store, record in left:
        if store in OUTLIVING:
            yield Thing(store=store, id=str(record["id"]), parts=((store, record),))
    for name, record in heads.items():
        yield Thing(store=head, id=name, parts=((head, record), *found.get(name, ())))


def _book_of(record: Record) -> str:
    """The book of an entry, or of a version of one."""
    return str(record.get("book") or str(record.get("of", "")).partition("/")[0])


def _read(backup: Backup, store: str) -> Iterator[Record]:
    for text in backup.records(store):
        yield json.loads(text)


def _is_thing(thing: Thing) -> bool:
    """True for what a user would count."""
    return thing.store not in BELONGING


async def _arrive(thing: Thing, arrival: Arrival) -> list[Part]:
    """The parts to put: those that are missing, or all under new ids where one differs from what is here."""
    parts = [(store, pointed(store, record, arrival.moved)) for store, record in thing.parts]
    held = await _held(parts, arrival.store)
    if all(old == record for (_, record), old in zip(parts, held, strict=True)):
        arrival.same += _is_thing(thing)
        return []
    if not any(old is not None and old != record for (_, record), old in zip(parts, held, strict=True)):
        arrival.new += _is_thing(thing)
        return [part for part, old in zip(parts, held, strict=True) if old is None]
    return await _copy(thing, parts, arrival)


async def _copy(thing: Thing, parts: Sequence[Part], arrival: Arrival) -> list[Part]:
    """The thing under new ids. They come of what is in it, so that the same backup makes the same copy once."""
    stem = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
    copies = _renamed(thing, stem, arrival)
    held = await _held(copies, arrival.store)
    if all(old == record for (_, record), old in zip(copies, held, strict=True)):
        arrival.same += _is_thing(thing)
        return []
    if any(held):
        # That copy is here, and has been changed since.
        copies = _renamed(thing, f"{stem}-{arrival.stem}", arrival)
    arrival.copies += _is_thing(thing)
    return copies


def _renamed(thing: Thing, stem: str, arrival: Arrival) -> list[Part]:
    names = [(store, str(record["id"])) for store, record in thing.parts]
    arrival.ids.update({old: f"{stem}-{at}" for at, old in enumerate(names) if old[0] not in IN_A_BOOK})
    copies = [(store, pointed(store, record, arrival.moved)) for store, record in thing.parts]
    if (name := NAME_FIELDS.get(thing.store)) and copies[0][1].get(name):
        copies[0][1][name] = f"{copies[0][1][name]} (restored)"
    return copies


async def _held(parts: Sequence[Part], store: Store) -> list[Record | None]:
    """What is here under the parts' ids, in order."""
    found: dict[tuple[str, str], Record] = {}
    for name in dict.fromkeys(each for each, _ in parts):
        ids = [str(record["id"]) for each, record in parts if each == name]
        for start in range(0, len(ids), READ_AT_ONCE):
            records = await store.some(name, ids[start : start + READ_AT_ONCE])
            found.update({(name, str(record["id"])): record for record in records if record is not None})
    return [found.get((name, str(record["id"]))) for name, record in parts]


async def _settings(backup: Backup, arrival: Arrival) -> list[Part]:
    """Marks of the trash for what came, and settings that are not set here; the page's own stay as they are."""
    out: list[Part] = []
    for record in _read(backup, "settings"):
        name = str(record["id"])
        if name in (PREFERENCES_ID, SCHEDULE_ID, MADE_ID):
            continue
        if name.startswith(TRASH):
            kind, _, thing = name.removeprefix(TRASH).partition(":")
            name = trash_id(kind, arrival.moved(kind, thing))
            if name not in arrival.fresh:
                continue
        (held,) = await arrival.store.some("settings", (name,))
        if held is None:
            out.append(("settings", {**record, "id": name}))
    return out
