"""Passing notices, and standing ones about the device: a new version, an older tab, no network. Views."""

from loreglass.app.state import Device, Toast
from loreglass.app.strings.toasts import notice
from loreglass.shell.ui.node import Attrs, Node, h, icon
from loreglass.shell.ui.pieces import button


def toasts(shown: tuple[Toast, ...], device: Device) -> Node:
    """The notices, the standing ones first. The region stays when it is empty: only then is what comes read aloud."""
    rows = (*_standing(device), *(_toast(toast) for toast in shown))
    listed = h("ul", {"class": "toasts", "role": "list"}, *rows) if rows else None
    return h("section", {"aria-label": "Notices", "aria-live": "polite"}, listed)


def _standing(device: Device) -> tuple[Node, ...]:
    rows: list[Node] = []
    if device.outdated:
        text = "This tab is closed off from what is kept, mostly because a newer version runs in another tab."
        rows.append(_notice("outdated", "warn", text, button("Reload", "reload")))
    elif device.update_ready:
        text = "A new version is here."
        rows.append(_notice("update", "again", text, button("New version, reload", "update-apply")))
    if not device.online:
        text = "You are offline. Reading and writing go on; a reply needs the network or a local endpoint."
        rows.append(_notice("offline", "warn", text))
    return tuple(rows)


def _notice(key: str, sign: str, text: str, *actions: Node) -> Node:
    return h("li", {"class": "toast", "key": key}, icon(sign), h("p", None, text), *actions)


def _toast(toast: Toast) -> Node:
    undo = button("Undo", "toast-undo", toast.id) if toast.undo else None
    close = h(
        "button",
        {
            "type": "button",
            "class": "ghost icon",
            "data-action": "toast-close",
            "data-id": toast.id,
            "aria-label": "Close",
        },
        icon("x"),
    )
    shell: Attrs = {"class": "toast", "key": toast.id, "id": f"notice-{toast.id}"}
    return h("li", shell, h("p", None, notice(toast)), undo, close)
