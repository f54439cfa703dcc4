"""Backups and restores in sentences. Pure."""

from loreglass.app.backups import Every, Listed, RestoreEnded, UnreadFound
from loreglass.app.strings import counted, joined

FOLDER_LOST = (
    "The folder cannot be written to: it is gone or full, or the browser does not allow it any more. "
    "Choose it again, or download a backup."
)
FILE_LOST = "The browser could not make the file: there is no room for it. Free some space, then try again."
STORE_SILENT = "What is kept here could not be read. Reload the page, then try again; nothing of it was changed."
NOT_A_BACKUP = "This is no backup of Loreglass. Cards, books and chats come in by Import."
NEWER = "A newer version of Loreglass wrote this backup. Update the page, then restore it."
TOO_LARGE = "The file is larger than a backup can be. Nothing was changed."
NO_ROOM = "The browser has no room for it. Nothing was changed; free some space, then try again."
NOT_BROUGHT_IN = "The backup could not be stored. Nothing was changed; reload the page, then try again."
ELSEWHERE = "Another tab has put something else in place of what is kept here. Reload the page, then try again."
NO_FOLDERS = (
    "This browser does not let a page write into a folder, so backups cannot be made by themselves here. "
    "Chrome and Edge on a computer can. Download one now and then."
)
EVERY: tuple[tuple[Every, str], ...] = (("day", "Every day"), ("week", "Every week"), ("never", "Not by time"))


ONE: dict[Listed, str] = {
    "chats": "chat",
    "books": "book",
    "characters": "character",
    "personas": "persona",
    "presets": "preset",
}


def unread(told: UnreadFound) -> str:
    """What is kept here and cannot be read: "1 chat and 2 books"; "" where everything can be."""
    return joined(tuple(counted(count, ONE[kind]) for kind, count in told.things))


def restored(told: RestoreEnded) -> str:
    """What came of a backup that was put beside what is here."""
    parts = []
    if told.new:
        parts.append(f"{counted(told.new, 'thing')} came back")
    if told.copies:
        parts.append(f"{counted(told.copies, 'thing')} came as a copy, since what is here has changed")
    if told.same:
        parts.append(f"{counted(told.same, 'thing')} {'was' if told.same == 1 else 'were'} here already")
    return f"{'; '.join(parts)}." if parts else "The backup was empty."
