"""The trash as the store has it: what is in it, and what goes with each thing when it is emptied for good."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from loreglass.app.opened import TrashItem
from loreglass.app.ports import Record, Store
from loreglass.app.records import TRASH, listed
from loreglass.app.rows import WrittenRow
from loreglass.app.strings import counted

KINDS = ("books", "characters", "chats", "personas", "presets")
"""What can be thrown away: a mark for anything else, as a stranger's backup may hold it, means nothing."""
NAME_OF = {"chats": "title"}
PLANS_A_READ = 40


async def trash_items(store: Store) -> tuple[TrashItem, ...]:
    """What is in the trash and still in the store, by kind and name."""
    thrown = await _thrown(store)
    found = [
        _item(kind, record)
        for kind in KINDS
        for record in await store.some(kind, [record_id for at, record_id in thrown if at == kind])
        if record is not None
    ]
    return tuple(sorted(found, key=lambda item: (item.store, item.name.casefold())))


async def _thrown(store: Store) -> list[tuple[str, str]]:
    """(store, record id) of everything in the trash."""
    marks = [str(record["id"]) for record in await store.all("settings") if str(record["id"]).startswith(TRASH)]
    parted = [mark.removeprefix(TRASH).partition(":") for mark in marks]
    return [(kind, record_id) for kind, _, record_id in parted if kind in KINDS and record_id]


def _item(kind: str, record: Record) -> TrashItem:
    name = str(record.get(NAME_OF.get(kind, "name"), "")) or "Unnamed"
    note = ""
    if kind == "chats" and isinstance(count := record.get("message_count", 0), int):
        note = counted(count, "message")
    if kind == "books":
        note = counted(len(listed(record.get("order"))), "entry", "entries")
    return TrashItem(store=kind, id=str(record["id"]), name=name, note=note)


async def empty_trash(store: Store) -> None:
    """Nothing; what is in the trash is gone for good, but for what a plan needs that another tab wrote meanwhile."""
    plans = await store.ids("plans")
    await store.sweep(await rows_to_empty(store), plans)


async def rows_to_empty(store: Store) -> tuple[WrittenRow, ...]:
    """The rows that delete everything in the trash for good, and the marks themselves.

    With a thing goes what only it has, or only it points to: messages and their wordings, plans and their texts,
    entries and their versions, pictures. What anything else points to stays: a fork shows the plans of its original.
    """
    thrown = await _thrown(store)
    rows: list[WrittenRow] = []
    for kind, record_id in thrown:
        rows += [("settings", f"{TRASH}{kind}:{record_id}", None), (kind, record_id, None)]
        if kind == "books":
            rows += await _of_book(store, record_id)
    rows += await _of_chats(store, [record_id for kind, record_id in thrown if kind == "chats"])
    rows += await _pictures(store, {record_id for kind, record_id in thrown if kind == "characters"})
    return tuple(dict.fromkeys(rows))


async def _of_book(store: Store, book_id: str) -> list[WrittenRow]:
    entries = await store.under("entries", "book", book_id)
    # One look at all versions: asking for each of thousands of entries would take far longer.
    versions = [each for each in await store.all("versions") if str(each.get("of", "")).startswith(f"{book_id}/")]
    return [
        *(("entries", str(each["id"]), None) for each in entries),
        *(("versions", str(each["id"]), None) for each in versions),
    ]


async def _pictures(store: Store, thrown: set[str]) -> list[WrittenRow]:
    """The pictures of characters that go, but for those that another character shows too."""
    if not thrown:
        return []
    going, staying = set[str](), set[str]()
    for record in await store.all("characters"):
        (going if record["id"] in thrown else staying).add(str(record.get("picture") or ""))
    return [("pictures", name, None) for name in sorted(going - staying - {""})]


async def _of_chats(store: Store, thrown: Sequence[str]) -> list[WrittenRow]:
    """What belongs to these chats, or is pointed to by their plans, and to nothing and by nothing that stays."""
    if not thrown:
        return []
    going, plans = await _held_by(store, thrown)
    for chat_id in thrown:
        plans |= {str(each["id"]) for each in await store.under("plans", "chat", chat_id)}
    chats = [str(each["id"]) for each in await store.all("chats")]
    here = set(chats) - set(thrown)
    staying, wanted = await _held_by(store, sorted(here))
    wanted |= await _plans_of(store, sorted(going.variants & staying.shown))
    gone, kept = await _needed_by(store, plans - wanted), await _needed_by(store, wanted)
    # A wording that was kept for the sake of a plan has outlived its chat; the last such plan takes it along.
    alone = [name for name in sorted(gone.variants - going.variants) if name not in staying.variants]
    left = {
        name
        for name, record in zip(alone, await store.some("variants", alone), strict=True)
        if record is not None and record.get("chat") not in here
    }
    variants = (going.variants | left) - staying.shown - kept.variants
    dead = (("messages", going.messages), ("variants", variants), ("plans", plans - wanted))
    return [
        (name, record_id, None)
        for name, ids in (*dead, ("texts", gone.texts - kept.texts))
        for record_id in sorted(ids)
    ]


@dataclass(slots=True)
class _Held:
    """What chats hold: the ids of their messages and of their wordings, and of the wordings that the messages name."""

    messages: set[str] = field(default_factory=set)
    variants: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)


async def _held_by(store: Store, chats: Sequence[str]) -> tuple[_Held, set[str]]:
    """What these chats hold, and the ids of the plans that their wordings were written from."""
    held, plans = _Held(), set[str]()
    for chat_id in chats:
        for message in await store.under("messages", "chat", chat_id):
            held.messages.add(str(message["id"]))
            held.shown |= {*map(str, listed(message.get("variant_ids"))), str(message.get("chosen_id"))}
        await asyncio.sleep(0)
        variants = await store.under("variants", "chat", chat_id)
        held.variants |= {str(each["id"]) for each in variants}
        plans |= _plan_ids(variants)
        await asyncio.sleep(0)
    return held, plans


def _plan_ids(variants: Iterable[Record | None]) -> set[str]:
    return {str(each["plan_id"]) for each in variants if each and each.get("plan_id")}


async def _plans_of(store: Store, variants: Iterable[str]) -> set[str]:
    return _plan_ids(await store.some("variants", sorted(variants)))


@dataclass(slots=True)
class _Needed:
    """What plans need to be shown whole: texts, and the wordings of their turns."""

    texts: set[str] = field(default_factory=set)
    variants: set[str] = field(default_factory=set)


async def _needed_by(store: Store, plans: set[str]) -> _Needed:
    """What these plans need. Read off the JSON: to decode thousands of whole plans would take too long."""
    needed, names = _Needed(), sorted(plans)
    for start in range(0, len(names), PLANS_A_READ):
        for record in await store.some("plans", names[start : start + PLANS_A_READ]):
            stored = record.get("plan") if record else None
            if isinstance(stored, dict):
                needed.texts |= set(map(str, listed(stored.get("texts"))))
                turns = (turn for turn in listed(stored.get("messages")) if isinstance(turn, list) and len(turn) == 4)
                needed.variants |= {str(turn[3]) for turn in turns if turn[3]}
        await asyncio.sleep(0)
    return needed
