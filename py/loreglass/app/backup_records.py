"""What the store and a backup say about backups themselves."""

from dataclasses import replace
from typing import Final

from loreglass.app.backups import Schedule
from loreglass.app.effects import Row
from loreglass.app.ports import Record, Store
from loreglass.app.records import text_of
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.record import decode, encode

SCHEDULE_ID: Final = "backups"
"""The settings record of the schedule: of this device, so no backup brings one in."""
MADE_ID: Final = "backup-made"
"""The record by which a backup says when it was made; it is not kept when it is restored."""


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
