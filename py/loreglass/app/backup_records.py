"""What the store and a backup say about backups themselves."""

from dataclasses import replace
from typing import Final

from loreglass.app.backups import Schedule
from loreglass.app.effects import Row
from loreglass.app.ports import Record, Store
from loreglass.app.records import text_of
from loreglass.app.rows import WrittenRow
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.record import decode, encode

SCHEDULE_ID: Final = "backups"
"""The settings record of the schedule: of this device, so no backup brings one in."""
MADE_ID: Final = "backup-made"
"""The record by which a backup says when it was made; it is not kept when it is restored."""
REPLACED_ID: Final = "backups-replaced"
"""The record that a backup in place of everything brings along, for the page to tell of when it has begun anew."""
ERA_ID: Final = "era"
"""The record, among what is of this device, that says whose what is kept is: only a tab that has read it may write."""


def era_row(value: str) -> WrittenRow:
    """The era as a row to write: from then on the store refuses what other tabs write. "" is that before any."""
    return ("handles", ERA_ID, text_of({"id": ERA_ID, "value": value}))


async def stored_era(store: Store) -> str:
    """The era of what is kept."""
    (record,) = await store.some("handles", (ERA_ID,))
    return str(record.get("value", "")) if record else ""


def schedule_row(schedule: Schedule) -> Row:
    """The schedule as a row to write."""
    fields = encode(schedule)
    assert isinstance(fields, dict)
    return ("settings", SCHEDULE_ID, text_of({"id": SCHEDULE_ID, **fields}))


async def stored_schedule(store: Store) -> Schedule:
    """The schedule as stored; the usual one where there is none, or none that can be read."""
    (record,) = await store.some("settings", (SCHEDULE_ID,))
    try:
        schedule = decode(Schedule, record) if record else Schedule()
    except BadInput:
        return Schedule()
    return replace(schedule, after_messages=max(0, schedule.after_messages))


def made_record(at_ms: int) -> str:
    """The record that says when a backup was made, as JSON text."""
    return text_of({"id": MADE_ID, "at_ms": at_ms})


def made_ms(record: Record) -> int | None:
    """When the backup was made; None for any other record."""
    at_ms = record.get("at_ms")
    return at_ms if record.get("id") == MADE_ID and isinstance(at_ms, int) else None


def replaced_record(unread: int) -> str:
    """The record that says, in place of everything, that a backup came in but for so many things, as JSON text."""
    return text_of({"id": REPLACED_ID, "unread": unread})


async def stored_replaced(store: Store) -> int | None:
    """How many things stayed out of the backup that is in place of everything; None where nothing is to be told."""
    (record,) = await store.some("settings", (REPLACED_ID,))
    unread = record.get("unread") if record else None
    return unread if isinstance(unread, int) else None
