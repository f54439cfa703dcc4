"""Backups and restores in sentences. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence

from loreglass.app.backups import Every, Listed, RestoreEnded, UnreadFound
from loreglass.app.strings import counted, joined, number
from loreglass.formats.lost import PARTS, Lost

FOLDER_LOST = (
    "The folder cannot be written to: it is gone or full, or the browser does not allow it any more. "
    "Choose it again, or download a backup."
)
FILE_LOST = "The browser could not make the file: there is no room for it. Free some space, then try again."
STORE_SILENT = "What is kept here could not be read. Reload the page, then try again; nothing of it was changed."
NOT_A_BACKUP = "This is no backup of Loreglass. Cards, books and chats come in by Import."
NEWER = "A newer version of Loreglass wrote this backup. Update the page, then restore it."
NOTHING_READ = "Nothing in this backup can be read. Nothing was changed; try an earlier backup."
TOO_LARGE = "The file is larger than a backup can be. Nothing was changed."
NO_ROOM = "The browser has no room for it. Nothing was changed; free some space, then try again."
NOT_BROUGHT_IN = "The backup could not be stored. Nothing was changed; reload the page, then try again."
ELSEWHERE = "Another tab has put something else in place of what is kept here. Reload the page, then try again."
TAKEN = "Another tab has begun to restore a backup, so this one did not come in. Wait for that tab, then try again."
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


_RECORDS: Mapping[str, tuple[str, str]] = {
    **{kind: (one, f"{one}s") for kind, one in ONE.items()},
    "messages": ("message", "messages"),
    "variants": ("wording of a message", "wordings of messages"),
    "plans": ("stored prompt", "stored prompts"),
    "texts": ("text of a stored prompt", "texts of stored prompts"),
    "entries": ("entry", "entries"),
    "versions": ("earlier version of an entry", "earlier versions of entries"),
    "settings": ("setting", "settings"),
    "pictures": ("picture", "pictures"),
    PARTS: ("damaged part of the file", "damaged parts of the file"),
}
_OTHER = ("record of another kind", "records of other kinds")
_SETTINGS: Mapping[str, str] = {
    "theme": "the theme",
    "memory_depth_messages": "the memory depth",
    "memory_budget_tokens": "the memory budget",
    "enter_sends": "what Enter does",
    "system_prompt": "the system prompt",
    "global_book_ids": "the books that every chat reads",
    "endpoint_id": "which endpoint is in use",
    "preset_id": "the preset in use",
}


def unread(told: UnreadFound) -> str:
    """What is kept here and cannot be read: "1 chat and 2 books"; "" where everything can be."""
    return joined(tuple(counted(count, ONE[kind]) for kind, count in told.things))


def unread_settings(names: Sequence[str]) -> str:
    """The app's own settings that cannot be read, and what holds instead: one or two sentences; "" for none."""
    if not names:
        return ""
    told = _settings(names)
    demo = " The demo replies until you choose an endpoint." if "endpoint_id" in names else ""
    return f"Of the settings here, this could not be read: {told}. The usual holds instead.{demo}"


def _settings(names: Sequence[str]) -> str:
    return joined(tuple(dict.fromkeys(_SETTINGS.get(name, "a setting that you do not see") for name in names)))


def lost(found: Lost) -> tuple[str, ...]:
    """What of a backup stays out when it is restored: a sentence or two; () where all of it can be read."""
    counts = Counter[tuple[str, str]]()
    for kind, count in found.records:
        counts[_RECORDS.get(kind, _OTHER)] += count
    stays = joined(tuple(counted(count, one, many) for (one, many), count in counts.items()))
    fields = tuple(name for name in found.fields if name != "endpoint_id")
    said = []
    if stays:
        said.append(f"Not all of it can be read. If you go on, this stays out: {stays}. The file keeps it.")
    if fields:
        said.append(f"Of its settings, this cannot be read: {_settings(fields)}. The usual holds instead.")
    return tuple(said)


def more_places(found: Lost) -> str:
    """How many places there are besides those that are named; "" for none."""
    left = found.total + len(found.fields) - len(found.places)
    return f"and {number(left)} more" if left > 0 else ""


def restored(told: RestoreEnded) -> str:
    """What came of a backup that was put beside what is here."""
    parts = []
    if told.new:
        parts.append(f"{counted(told.new, 'thing')} came back")
    if told.copies:
        parts.append(f"{counted(told.copies, 'thing')} came as a copy, since what is here has changed")
    if told.same:
        parts.append(f"{counted(told.same, 'thing')} {'was' if told.same == 1 else 'were'} here already")
    if told.unread:
        parts.append(f"{counted(told.unread, 'record')} could not be read and stayed out")
    return f"{'; '.join(parts)}." if parts else "The backup was empty."
