"""Backups: made now or by the schedule, and restored."""

from dataclasses import replace
from typing import assert_never, get_args

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.backup_records import REPLACED_ID, replaced_record, schedule_row
from loreglass.app.backups import (
    PERIODS_MS,
    AskFolder,
    BackUp,
    BackupEnded,
    BackupMoved,
    BackupNews,
    BackupRead,
    Backups,
    BringIn,
    Every,
    FolderTold,
    LookForUnread,
    Progress,
    ReadBackup,
    Replaced,
    RestoreEnded,
    RestoreMoved,
    Restoring,
    Schedule,
    StopBackup,
    UnreadFound,
    Way,
)
from loreglass.app.effects import Browser, Effect, ForgetFiles, LoadLibrary, StopReply, Write
from loreglass.app.moment import Moment
from loreglass.app.state import AppState
from loreglass.app.strings.backup import replaced, restored, unread, unread_settings
from loreglass.app.update.numbers import natural
from loreglass.app.update.step import Handler, Step, stay, toast
from loreglass.formats.backup import Backup


def _with(state: AppState, backups: Backups) -> AppState:
    return replace(state, backups=backups)


def follow(state: AppState, action: actions.Action, moment: Moment) -> Step:
    """What follows from any action: after the start the folder is looked for, and what only a backup may hold whole.

    A reply may make a backup due. A backup that is in place of everything is told of until its notice is gone.
    """
    match action:
        case actions.Booted():
            return state, (AskFolder(what="look"), LookForUnread())
        case actions.ReplyEnded():
            return due(state, moment)
        case Did(id=gone) if gone and gone == state.backups.notice_id and all(each.id != gone for each in state.toasts):
            state = _with(state, replace(state.backups, notice_id=""))
            return state, (Write(rows=(("settings", REPLACED_ID, None),)),)
        case _:
            return stay(state)


def start(state: AppState, did: Did, moment: Moment) -> Step:
    """A backup of everything begins: for download, or (`folder`) into the folder."""
    if state.backups.running is not None:
        return stay(state)
    return _begin(state, to_folder=did.id == "folder")


def _begin(state: AppState, *, to_folder: bool) -> Step:
    state = _with(state, replace(state.backups, running=Progress(), problem=""))
    return state, (BackUp(to_folder=to_folder, messages=state.preferences.messages_sent),)


def stop(state: AppState, did: Did, moment: Moment) -> Step:
    """The backup is given up."""
    return _with(state, replace(state.backups, running=None)), (StopBackup(),)


def due(state: AppState, moment: Moment) -> Step:
    """By the schedule a backup begins by itself, where it may be written."""
    backups = state.backups
    if not _is_due(state, moment) or backups.running or not backups.allowed:
        return stay(state)
    return _begin(state, to_folder=True)


def _is_due(state: AppState, moment: Moment) -> bool:
    backups, schedule = state.backups, state.backups.schedule
    if not backups.folder or state.restoring is not None:
        return False
    period = PERIODS_MS.get(schedule.every)
    if period is not None and moment.now_ms - schedule.folder_ms >= period:
        return True
    sent = state.preferences.messages_sent - schedule.messages
    return 0 < schedule.after_messages <= sent


def folder(state: AppState, did: Did, moment: Moment) -> Step:
    """The folder is chosen, allowed, or forgotten."""
    match did.name:
        case "backup-folder-choose":
            return state, (AskFolder(what="choose"),)
        case "backup-folder-allow":
            return state, (AskFolder(what="allow"),)
        case _:
            return state, (AskFolder(what="forget"),)


def schedule(state: AppState, did: Did, moment: Moment) -> Step:
    """How often a backup is made: every so much time, or after so many messages (0 or nothing: not by number)."""
    held = state.backups.schedule
    every: Every | None = next((each for each in get_args(Every) if each == did.value), None)
    if did.name == "backup-every" and every is not None:
        return _keep(state, replace(held, every=every))
    if did.name == "backup-after":
        return _keep(state, replace(held, after_messages=natural(did.value) or 0))
    return stay(state)


def _keep(state: AppState, held: Schedule) -> Step:
    state = _with(state, replace(state.backups, schedule=held))
    return state, (Write(rows=(schedule_row(held),)),)


def offer(state: AppState, did: Did, moment: Moment) -> Step:
    """A file to be restored was chosen."""
    if not did.files or (state.restoring and state.restoring.moving):
        return stay(state)
    token, name, size = did.files[0]
    restoring = Restoring(token=token, file_name=name, size_bytes=size)
    return replace(state, restoring=restoring), (
        ForgetFiles(tokens=tuple(token for token, _, _ in did.files[1:])),
        ReadBackup(token=token, file_name=name, size_bytes=size),
    )


def choose_way(state: AppState, did: Did, moment: Moment) -> Step:
    """Beside what is here, or in place of everything."""
    way: Way | None = next((each for each in get_args(Way) if each == did.value), None)
    if state.restoring is None or way is None:
        return stay(state)
    return replace(state, restoring=replace(state.restoring, way=way)), ()


def cancel(state: AppState, did: Did, moment: Moment) -> Step:
    """Nothing is restored."""
    if state.restoring is None or state.restoring.moving:
        return stay(state)
    return replace(state, restoring=None), (ForgetFiles(tokens=(state.restoring.token,)),)


def accept(state: AppState, did: Did, moment: Moment) -> Step:
    """The backup is brought in. In place of everything: what is open is put away, so that nothing more is written."""
    held = state.restoring
    if held is None or held.backup is None or held.moving or state.backups.running:
        return stay(state)
    state = replace(state, restoring=replace(held, moving=Progress()))
    if held.way == "instead":
        state = replace(state, chat=None, book=None, replay=None)
        return state, (StopReply(), BringIn(backup=_to_be_told(held.backup), way=held.way))
    return state, (BringIn(backup=held.backup, way=held.way),)


def _to_be_told(backup: Backup) -> Backup:
    """The backup with a record of how much of it stays out: it comes in with the rest, or not at all."""
    settings = (*backup.records("settings"), replaced_record(backup.lost.pieces))
    return replace(backup, stores=tuple({**dict(backup.stores), "settings": settings}.items()))


def update(state: AppState, told: BackupNews, moment: Moment) -> Step:
    """The state after news of a backup or a restore."""
    match told:
        case FolderTold():
            return _folder_told(state, told, moment)
        case BackupMoved():
            running = told.progress if state.backups.running else None
            return _with(state, replace(state.backups, running=running)), ()
        case BackupEnded():
            return _ended(state, told, moment)
        case BackupRead():
            if state.restoring is None or state.restoring.token != told.token:
                return stay(state)
            read = replace(state.restoring, backup=told.backup, problem=told.problem)
            return replace(state, restoring=read), ()
        case RestoreMoved():
            moved = replace(state.restoring, moving=told.progress) if state.restoring else None
            return replace(state, restoring=moved), ()
        case RestoreEnded():
            return _restored(state, told, moment)
        case UnreadFound():
            return _unread(state, told, moment)
        case Replaced():
            state = toast(state, moment, "backup_restored", detail=replaced(told.unread))
            return _with(state, replace(state.backups, notice_id=state.toasts[-1].id)), ()
    assert_never(told)


def _unread(state: AppState, told: UnreadFound, moment: Moment) -> Step:
    for code, found in (("unread", unread(told)), ("unread_settings", unread_settings(told.settings))):
        if found:
            state = toast(state, moment, code, detail=found)
    return stay(state)


def _folder_told(state: AppState, told: FolderTold, moment: Moment) -> Step:
    backups = replace(
        state.backups,
        offered=told.offered,
        folder=told.name,
        allowed=told.allowed,
        schedule=told.schedule or state.backups.schedule,
        problem=told.problem,
    )
    state = _with(state, backups)
    if told.schedule and told.name and not told.allowed and _is_due(state, moment):
        return toast(state, moment, "backup_waits", detail=told.name), ()
    return due(state, moment)


def _ended(state: AppState, told: BackupEnded, moment: Moment) -> Step:
    if state.backups.running is None:
        return stay(state)
    state = _with(state, replace(state.backups, running=None, problem=told.problem))
    if told.problem:
        return toast(state, moment, "backup_failed", detail=told.problem), ()
    held = replace(state.backups.schedule, last_ms=told.at_ms)
    if told.to_folder:
        held = replace(held, folder_ms=told.at_ms, messages=told.messages)
    else:
        state = toast(state, moment, "backup_made", detail=told.file_name)
    return _keep(state, held)


def _restored(state: AppState, told: RestoreEnded, moment: Moment) -> Step:
    if told.problem:
        held = state.restoring
        return replace(state, restoring=replace(held, moving=None, problem=told.problem) if held else None), ()
    if told.way == "instead":
        # The page begins anew with what is in the store now.
        return replace(state, restoring=None), (Browser(what="reload"),)
    state = replace(toast(state, moment, "backup_restored", detail=restored(told)), restoring=None)
    effects: tuple[Effect, ...] = (LoadLibrary(),)
    return state, effects


HANDLERS: dict[str, Handler] = {
    "backup-start": start,
    "backup-stop": stop,
    "backup-folder-choose": folder,
    "backup-folder-allow": folder,
    "backup-folder-forget": folder,
    "backup-every": schedule,
    "backup-after": schedule,
    "restore-file": offer,
    "restore-way": choose_way,
    "restore-cancel": cancel,
    "restore-accept": accept,
}
