"""A backup and the schedule as sentences and rows. Pure but for the time zone."""

import json
from collections.abc import Iterator

from loreglass.app.backup_records import made_ms
from loreglass.app.backups import Backups, Progress, Restoring
from loreglass.app.records import TRASH
from loreglass.app.strings import counted, number, size
from loreglass.app.view_lists import when
from loreglass.formats.backup import Backup

KINDS = (
    ("chats", "Chats", "chat", "chats"),
    ("books", "Books", "book", "books"),
    ("entries", "Entries", "entry", "entries"),
    ("characters", "Characters", "character", "characters"),
    ("personas", "Personas", "persona", "personas"),
    ("presets", "Presets", "preset", "presets"),
)


def last_backup(backups: Backups) -> str:
    """When the last backup was made."""
    return when(backups.schedule.last_ms) or "None yet"


def progress_words(progress: Progress, doing: str) -> str:
    """How far it is, in words."""
    if not progress.total:
        return f"{doing}…"
    return f"{doing}: {number(progress.done)} of {number(progress.total)} records"


def facts(restoring: Restoring) -> tuple[tuple[str, str], ...]:
    """What a backup holds: name and value of each fact."""
    backup = restoring.backup
    if backup is None:
        return ()
    return (("From", _made(backup)), ("Size", size(restoring.size_bytes)), *_counts(backup))


def _made(backup: Backup) -> str:
    moments = [made_ms(json.loads(text)) for text in backup.records("settings")]
    written = next((when(moment) for moment in moments if moment), "") or "Not told"
    return f"{written} (version {backup.schema} of the store)"


def _counts(backup: Backup) -> Iterator[tuple[str, str]]:
    thrown = sum(json.loads(text)["id"].startswith(TRASH) for text in backup.records("settings"))
    for store, name, one, many in KINDS:
        if found := len(backup.records(store)):
            yield name, counted(found, one, many)
    if backup.pictures:
        yield "Pictures", counted(len(backup.pictures), "picture")
    if thrown:
        yield "Among these in the trash", counted(thrown, "thing")
