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
    "trash": ("mark of the trash", "marks of the trash"),
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
_CHAT_SETTINGS: Mapping[str, str] = {
    "title": "the title",
    "character_id": "who replies",
    "members": "who is in the group",
    "muted": "who is muted",
    "turn_order": "who speaks next",
    "next_id": "who speaks next",
    "talkativeness": "how much each one talks",
    "persona_id": "your persona",
    "book_ids": "the books",
    "head_id": "where it goes on",
    "branches": "the branches",
    "branch_id": "which branch is open",
    "draft": "the draft",
    "semantics": "whose rules it plays by",
    "activation": "its rules",
    "memory_depth_messages": "the memory depth",
    "memory_budget_tokens": "the memory budget",
    "message_count": "the number of messages",
    "updated_ms": "when it was last used",
    "note": "the author's note",
    "memo": "your notes",
    "stop_at_names": "where a reply ends",
    "spent": "what its replies cost",
    "pinned_entries": "the pinned entries",
    "muted_entries": "the muted entries",
    "preset_id": "the preset",
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


def _settings(names: Sequence[str], known: Mapping[str, str] = _SETTINGS) -> str:
    return joined(tuple(dict.fromkeys(known.get(name, "a setting that you do not see") for name in names)))


def lost(found: Lost) -> tuple[str, ...]:
    """What of a backup stays out when it is restored: a sentence or two; () where all of it can be read."""
    counts = Counter[tuple[str, str]]()
    for kind, count in found.records:
        counts[_RECORDS.get(kind, _OTHER)] += count
    stays = joined(tuple(counted(count, one, many) for (one, many), count in counts.items()))
    said = []
    if stays:
        said.append(f"Not all of it can be read. If you go on, this stays out: {stays}. The file keeps it.")
    for store, where, known in (("settings", "its", _SETTINGS), ("chats", "chats'", _CHAT_SETTINGS)):
        if names := [name for kind, name, _ in found.fields if kind == store]:
            said.append(
                f"Of {where} settings, this cannot be read: {_settings(names, known)}. The usual holds instead."
            )
    return tuple(said)


def otherwise(found: Lost) -> tuple[str, ...]:
    """What of a backup comes in, but is shown otherwise than it was: a sentence each; () where all is as it was."""
    gaps = dict(found.gaps)
    said = []
    if count := gaps.get("circle", 0):
        led = f"Messages of {counted(count, 'chat')} led round in a circle."
        said.append(f"{led} The earliest of them comes first now, so that none is lost.")
    if count := gaps.get("adrift", 0):
        led = f"In {counted(count, 'chat')} it cannot be read what some messages followed."
        said.append(f"{led} They come after the others, as far as that can be told.")
    if count := gaps.get("wordless", 0):
        come = "comes in without words: none of its" if count == 1 else "come in without words: none of their"
        said.append(f"{counted(count, 'message')} {come} wordings can be read.")
    if count := gaps.get("unworded", 0):
        said.append(
            f"Of {counted(count, 'message')} the wording that was shown cannot be read; what else was worded comes in."
        )
    return tuple(said)


def more_places(found: Lost) -> str:
    """How many places there are besides those that are named; "" for none."""
    return f"and {number(found.unplaced)} more" if found.unplaced else ""


def replaced(unread: int) -> str:
    """What came of a backup in place of everything, once the page has begun anew with it."""
    if not unread:
        return "The backup is restored, in place of everything that was here."
    stayed = f"{counted(unread, 'thing')} of it could not be read and stayed out"
    return f"The backup is restored, in place of everything that was here; {stayed}."


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
