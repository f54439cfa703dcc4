"""The trash: what was deleted, the way back, and the end of it. View."""

from itertools import groupby

from loreglass.app.opened import Trash, TrashItem
from loreglass.app.strings import counted
from loreglass.shell.ui.dialogs import framed
from loreglass.shell.ui.node import Node, h
from loreglass.shell.ui.pieces import button

KINDS = {
    "chats": "Chats",
    "books": "Books",
    "characters": "Characters",
    "personas": "Personas",
    "presets": "Presets",
}


def trash_dialog(trash: Trash) -> Node:
    """What is in the trash by kind; emptying it asks first."""
    if trash.items is None:
        body: tuple[Node | None, ...] = (h("p", {"class": "quiet", "role": "status"}, "Looking into the trash."),)
    elif not trash.items:
        body = (h("p", {"class": "quiet"}, "Nothing is in the trash. What you delete can be brought back from here."),)
    else:
        groups = groupby(trash.items, key=lambda item: item.store)
        body = (*(_group(kind, tuple(items)) for kind, items in groups), _end(trash.items, asking=trash.asking))
    return framed("Trash", "trash", h("div", {"class": "trash"}, *body))


def _group(kind: str, items: tuple[TrashItem, ...]) -> Node:
    name = KINDS[kind]
    return h(
        "section",
        {"key": kind, "aria-label": name},
        h("h2", None, name),
        h("ul", {"role": "list"}, *(_item(item) for item in items)),
    )


def _item(item: TrashItem) -> Node:
    code = f"{item.store}:{item.id}"
    return h(
        "li",
        {"key": code},
        h("span", {"class": "name", "dir": "auto"}, item.name),
        h("span", {"class": "quiet num"}, item.note) if item.note else None,
        button("Restore", "trash-restore", code, kind="ghost", name=f"Restore {item.name}"),
    )


def _end(items: tuple[TrashItem, ...], *, asking: bool) -> Node:
    if not asking:
        return h("div", {"class": "acts", "key": "end"}, button("Empty the trash", "trash-ask"))
    words = f"{counted(len(items), 'thing')} will be gone for good, with all messages and entries in them."
    return h(
        "div",
        {"class": "danger-note", "role": "alert", "key": "asking"},
        h("p", None, words),
        h(
            "div",
            {"class": "acts"},
            button("Keep them", "trash-keep"),
            button("Delete for good", "trash-empty", kind="danger"),
        ),
    )
