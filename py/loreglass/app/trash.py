"""The trash as the store has it: what is in it, and what goes with each thing when it is emptied for good."""

from loreglass.app.opened import TrashItem
from loreglass.app.ports import Record, Store
from loreglass.app.records import TRASH, listed
from loreglass.app.rows import WrittenRow
from loreglass.app.strings import counted

KINDS = ("books", "characters", "chats", "personas", "presets")
"""What can be thrown away: a mark for anything else, as a stranger's backup may hold it, means nothing."""
NAME_OF = {"chats": "title"}


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


async def rows_to_empty(store: Store) -> tuple[WrittenRow, ...]:
    """The rows that delete everything in the trash for good, with what belongs to it, and the marks themselves."""
    rows: list[WrittenRow] = []
    for kind, record_id in await _thrown(store):
        rows += [("settings", f"{TRASH}{kind}:{record_id}", None), (kind, record_id, None)]
        rows += await _belongings(store, kind, record_id)
    return tuple(dict.fromkeys(rows))


async def _belongings(store: Store, kind: str, record_id: str) -> list[WrittenRow]:
    """What nobody but this thing has. Texts of plans stay: others may refer to the same ones."""
    rows: list[WrittenRow] = []
    if kind == "chats":
        messages = await store.under("messages", "chat", record_id)
        variants = await store.under("variants", "chat", record_id)
        plans = {str(each["plan_id"]) for each in variants if each.get("plan_id")}
        rows = [("messages", str(each["id"]), None) for each in messages]
        rows += [("variants", str(each["id"]), None) for each in variants]
        return rows + [("plans", plan, None) for plan in sorted(plans)]
    if kind == "books":
        entries = await store.under("entries", "book", record_id)
        rows = [("entries", str(each["id"]), None) for each in entries]
        # One look at all versions: asking for each of thousands of entries would take far longer.
        versions = [each for each in await store.all("versions") if str(each.get("of", "")).startswith(f"{record_id}/")]
        return rows + [("versions", str(each["id"]), None) for each in versions]
    return rows
