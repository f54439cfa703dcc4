"""Backups in Settings, and the dialog that restores one. Views: slices of the state in, node out."""

from loreglass.app.backups import Backups, Progress, Restoring, Way
from loreglass.app.strings.backup import EVERY, NO_FOLDERS, lost, more_places, otherwise
from loreglass.app.view_backup import facts, last_backup, progress_words
from loreglass.formats.lost import Lost
from loreglass.shell.ui.dialogs import framed
from loreglass.shell.ui.node import Attr, Attrs, Child, Node, h, icon
from loreglass.shell.ui.pieces import button, field

WAYS: tuple[tuple[Way, str, str], ...] = (
    (
        "beside",
        "Beside what is here",
        "What is missing comes back. What has changed here since comes as a copy. Nothing is overwritten.",
    ),
    (
        "instead",
        "In place of everything",
        "All chats, books, cast and settings that are here go. Endpoints and keys stay.",
    ),
)


def backup_part(backups: Backups) -> tuple[Node | None, ...]:
    """What Settings says of backups: one now, by the schedule, and back again."""
    return (
        h("h3", None, "Backup"),
        h(
            "p",
            {"class": "say"},
            "One file with everything that is here, the trash too; keys and endpoints are not in it. "
            f"Last backup: {last_backup(backups)}.",
        ),
        _problem(backups.problem),
        _progress(backups.running, "Writing the backup", stop=True) if backups.running else _now(),
        h("h3", None, "Backups by themselves"),
        *_schedule(backups),
    )


def _now() -> Node:
    return h("div", {"class": "acts", "key": "now"}, button("Back up everything", "backup-start"), _choose_file())


def _choose_file() -> Node:
    label = "Restore a backup"
    attrs: Attrs = {
        "type": "file",
        "accept": ".zip,application/zip",
        "aria-label": label,
        "title": "",
        "data-action": "restore-file",
        "data-on": "change",
    }
    return h("span", {"class": "pick"}, h("span", {"aria-hidden": "true"}, label), h("input", attrs))


def _problem(problem: str) -> Node | None:
    if not problem:
        return None
    return h("p", {"class": "note err"}, icon("bad"), h("span", None, h("strong", None, "No backup. "), problem))


def _progress(progress: Progress, doing: str, *, stop: bool = False) -> Node:
    done = str(progress.done) if progress.total else None
    bar: Attrs = {"aria-label": doing, "max": str(progress.total or 1), "value": done}
    return h(
        "div",
        {"class": "moving", "key": "moving"},
        h("p", {"class": "quiet num"}, progress_words(progress, doing)),
        h("progress", bar),
        button("Cancel the backup", "backup-stop") if stop else None,
    )


def _schedule(backups: Backups) -> tuple[Node, ...]:
    if not backups.offered:
        return (h("p", {"class": "quiet"}, NO_FOLDERS),)
    if not backups.folder:
        said = "Choose a folder on this device, and Loreglass writes a backup into it now and then, while it is open."
        return (
            h("p", {"class": "say"}, said),
            h("div", {"class": "acts"}, button("Choose a folder", "backup-folder-choose")),
        )
    acts = (
        button("Back up there now", "backup-start", "folder", off=not backups.allowed or backups.running is not None),
        button("Another folder", "backup-folder-choose", kind="ghost"),
        button("Stop using the folder", "backup-folder-forget", kind="ghost"),
    )
    said = f"Into {backups.folder}, while Loreglass is open. The newest ten files are kept there."
    return (
        h("p", {"class": "say", "dir": "auto"}, said),
        *(() if backups.allowed else (_not_allowed(backups),)),
        h("div", {"class": "fields two"}, _every(backups), _after(backups)),
        h("div", {"class": "acts"}, *acts),
    )


def _not_allowed(backups: Backups) -> Node:
    said = f"The browser asks again, after a restart, whether Loreglass may write into {backups.folder}."
    return h(
        "p",
        {"class": "note", "dir": "auto"},
        icon("warn"),
        h("span", None, said),
        button("Allow it", "backup-folder-allow"),
    )


def _every(backups: Backups) -> Node:
    attrs: dict[str, Attr] = {"id": "backup-every", "data-action": "backup-every", "data-on": "change"}
    chosen = backups.schedule.every
    options = (h("option", {"value": code, "selected": code == chosen or None}, label) for code, label in EVERY)
    return field("How often", "backup-every", h("select", attrs, *options))


def _after(backups: Backups) -> Node:
    shown = str(backups.schedule.after_messages or "")
    attrs: dict[str, Attr] = {
        "id": "backup-after",
        "type": "number",
        "min": 0,
        "step": 1,
        "data-action": "backup-after",
        "data-on": "change",
        "#value": shown,
        "#rev": shown,
        "aria-describedby": "backup-after-hint",
    }
    below = h("p", {"class": "from", "id": "backup-after-hint"}, "messages of yours; empty: not by number")
    return field("And after", "backup-after", h("input", attrs), below=below)


def restore_dialog(restoring: Restoring, backups: Backups) -> Node:
    """The dialog that shows what a backup holds and asks how it comes back."""
    return framed("Restore a backup", "restore", *_inside(restoring, backups), closing="restore-cancel")


def _inside(restoring: Restoring, backups: Backups) -> tuple[Node | None, ...]:
    name = h("p", {"class": "file"}, h("code", None, restoring.file_name))
    cancel = button("Cancel", "restore-cancel")
    if restoring.moving is not None:
        return name, _progress(restoring.moving, "Reading it in"), h("p", None, "What is here stays until all is read.")
    if restoring.problem:
        said = h("span", None, h("strong", None, "Not restored. "), restoring.problem)
        return name, h("p", {"class": "note err"}, icon("bad"), said), h("div", {"class": "acts"}, cancel)
    if restoring.backup is None:
        return name, h("p", {"class": "quiet", "role": "status"}, "Reading it…"), h("div", {"class": "acts"}, cancel)
    rows: tuple[Child, ...] = tuple(
        part for fact, value in facts(restoring) for part in (h("dt", None, fact), h("dd", None, value))
    )
    ways = (_way(restoring, code, label, note) for code, label, note in WAYS)
    busy = backups.running is not None
    accept: dict[str, Attr] = {
        "type": "button",
        "class": "primary",
        "data-action": "restore-accept",
        "disabled": busy,
    }
    return (
        name,
        h("dl", {"class": "facts-list"}, *rows),
        _lost(restoring.backup.lost),
        h("fieldset", {"class": "opts"}, h("legend", {"class": "lab"}, "How does it come back?"), *ways),
        _before(restoring, backups),
        h("div", {"class": "acts"}, cancel, h("button", accept, _accept(restoring.backup.lost))),
    )


def _accept(found: Lost) -> str:
    return "Restore the rest" if lost(found) else "Restore"


def _lost(found: Lost) -> Node | None:
    """What of it cannot be read or is not as it was, before anything is written, and where the first of that stands."""
    if not (sentences := (*lost(found), *otherwise(found))):
        return None
    places = (*found.places, *filter(None, (more_places(found),)))
    return h(
        "div",
        {"class": "stays-out", "key": "stays-out"},
        *(h("p", {"class": "note"}, icon("warn"), h("span", None, said)) for said in sentences),
        h(
            "details",
            None,
            h("summary", None, "Where in the file"),
            h("ul", {"class": "quiet"}, *(h("li", {"dir": "auto"}, place) for place in places)),
        ),
    )


def _way(restoring: Restoring, code: Way, label: str, note: str) -> Node:
    attrs: Attrs = {
        "type": "radio",
        "name": "restore-way",
        "value": code,
        "checked": restoring.way == code or None,
        "data-action": "restore-way",
        "data-on": "change",
    }
    return h("label", {"key": code}, h("input", attrs), label, h("small", None, note))


def _before(restoring: Restoring, backups: Backups) -> Node | None:
    """Before everything goes: a backup of what is here."""
    if restoring.way != "instead":
        return None
    if backups.running is not None:
        return _progress(backups.running, "Writing the backup", stop=True)
    said = f"This takes away what is here. Last backup: {last_backup(backups)}."
    return h(
        "p",
        {"class": "note"},
        icon("warn"),
        h("span", None, said),
        button("Back up what is here first", "backup-start"),
    )
