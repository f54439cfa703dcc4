"""States of backups: none yet, one being written, a folder that waits for a click, a backup about to be restored."""

from collections.abc import Callable

from loreglass.app.backup_records import made_record
from loreglass.app.backups import Backups, Progress, Restoring, Schedule
from loreglass.app.opened import Exporting
from loreglass.app.state import AppState, Route
from loreglass.formats.backup import Backup
from loreglass.formats.report import Report, ReportRow
from tests.ui import things

MADE_MS = 1_790_000_000_000
FOLDER = Backups(offered=True, folder="Backups", allowed=True, schedule=Schedule(last_ms=MADE_MS, after_messages=200))
WAITING = Backups(offered=True, folder="Backups", schedule=Schedule(last_ms=MADE_MS), problem="The folder is gone.")
WRITING = Backups(offered=True, running=Progress(done=1200, total=5400))
BACKUP = Backup(
    schema=5,
    stores=(
        ("chats", ('{"id":"a"}', '{"id":"b"}')),
        ("books", ('{"id":"c"}',)),
        ("settings", (made_record(MADE_MS), '{"id":"trash:chats:a"}')),
    ),
    pictures=(("p", b""),),
)
RESTORING = Restoring(token="t", file_name="loreglass-2026-02-01-1200.zip", size_bytes=4_300_000, backup=BACKUP)
LOST = Report(rows=(ReportRow(group="cannot", file_field="variants", here="nothing", values=3, example="Nine."),))
EXPORTING = Exporting(kind="chat", id="c", name="The Ninth Bell", format="markdown", losses=LOST, size_bytes=5_000)


def storage(backups: Backups, restoring: Restoring | None = None) -> AppState:
    """Settings, Storage."""
    return AppState(
        route=Route(name="settings", id="storage"),
        library=things.library(),
        device=things.DEVICE,
        ready=True,
        backups=backups,
        restoring=restoring,
    )


def _restore(**changes: object) -> AppState:
    held: dict[str, object] = {
        name: getattr(RESTORING, name) for name in ("token", "file_name", "size_bytes", "backup")
    }
    return storage(FOLDER, Restoring(**{**held, **changes}))  # type: ignore[arg-type]


PAGES: dict[str, Callable[[], AppState]] = {
    "backup": lambda: storage(FOLDER),
    "backup-waiting": lambda: storage(WAITING),
    "backup-writing": lambda: storage(WRITING),
    "restore": lambda: _restore(way="instead"),
    "restore-moving": lambda: _restore(moving=Progress(done=10, total=60)),
    "restore-refused": lambda: _restore(backup=None, problem="A newer version of Loreglass wrote this backup."),
    "export-chat": lambda: AppState(
        route=Route(name="chats"), library=things.library(), device=things.DEVICE, ready=True, exporting=EXPORTING
    ),
}
