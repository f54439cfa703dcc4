"""Backups as the page knows them: the schedule, what is under way, a backup that is to be restored. Values."""

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from loreglass.formats.backup import Backup

Every = Literal["never", "day", "week"]
Listed = Literal["chats", "books", "characters", "personas", "presets"]
Way = Literal["beside", "instead"]
"""How a backup comes back: beside what is here, or in place of everything."""

DAY_MS: Final = 24 * 60 * 60 * 1000
PERIODS_MS: Final[dict[Every, int]] = {"day": DAY_MS, "week": 7 * DAY_MS}
KEPT_FILES: Final = 10
FILE_NAME: Final = re.compile(r"loreglass-\d{4}-\d\d-\d\d-\d{4}\.zip", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """When backups go into the folder, and when the last one was made (milliseconds since 1970, 0 = never).

    `messages` is how many messages had been sent by then; `after_messages` is 0 where their number does not count.
    """

    every: Every = "day"
    after_messages: int = 0
    last_ms: int = 0
    folder_ms: int = 0
    messages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a backup or a restore is; `total` is 0 while that is not known."""

    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Backups:
    """The folder for backups and the schedule; `running` is the backup being written, `problem` why the last failed."""

    offered: bool = False
    """Whether the browser lets the page write into a folder."""
    folder: str = ""
    allowed: bool = False
    schedule: Schedule = field(default_factory=Schedule)
    running: Progress | None = None
    problem: str = ""
    notice_id: str = ""
    """The notice of the backup that is in place of everything; "" where none is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restoring:
    """A backup offered to be restored: being read, read, or refused with one sentence."""

    token: str
    file_name: str
    size_bytes: int
    backup: Backup | None = None
    problem: str = ""
    way: Way = "beside"
    moving: Progress | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BringIn:
    """Effect: bring a backup in; answers RestoreMoved and at last RestoreEnded."""

    backup: Backup
    way: Way


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBackup:
    """Effect: read an offered file as a backup; answers BackupRead."""

    token: str
    file_name: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackUp:
    """Effect: write everything into one file, for download or into the folder; answers BackupMoved, BackupEnded."""

    to_folder: bool = False
    messages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBackup:
    """Effect: give up the backup being written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFolder:
    """Effect: look for the chosen folder, choose one, ask to write into it, or forget it; answers FolderTold."""

    what: Literal["look", "choose", "allow", "forget"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookForUnread:
    """Effect: count what is kept here and cannot be read, so that only a backup may hold it; answers UnreadFound.

    Where a backup took the place of everything before the page was loaded, Replaced comes first.
    """


BackupEffect = ReadBackup | BackUp | StopBackup | AskFolder | LookForUnread


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderTold:
    """The folder, if one is chosen; `schedule` is as stored, where it was read."""

    offered: bool
    name: str = ""
    allowed: bool = False
    schedule: Schedule | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupMoved:
    """So much of a backup is written."""

    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupEnded:
    """A backup is written (`problem` is ""), or why it is not."""

    to_folder: bool
    file_name: str
    at_ms: int
    messages: int
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRead:
    """An offered file is a backup, or why it is none that can be restored."""

    token: str
    backup: Backup | None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreMoved:
    """So much of a backup is read in, aside."""

    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreEnded:
    """The backup is brought in, or why nothing of it is.

    Of things (chats, books, characters ...) so many are new here, so many came as copies beside a changed one, and so
    many were here already.
    """

    way: Way
    problem: str = ""
    new: int = 0
    copies: int = 0
    same: int = 0
    unread: int = 0
    """Records of the backup that stayed out, since they cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadFound:
    """Of each kind of things so many are kept here and cannot be read, and these settings; () where all can be."""

    things: tuple[tuple[Listed, int], ...]
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """A backup took the place of everything, before the page was loaded."""

    unread: int
    """Records and settings of the backup that stayed out, since they cannot be read."""


BackupNews = FolderTold | BackupMoved | BackupEnded | BackupRead | RestoreMoved | RestoreEnded | UnreadFound | Replaced
