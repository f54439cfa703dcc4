"""The versions of the open entry: when each was left, what differs, the way back to it. A view."""

from loreglass.app.state import History
from loreglass.app.strings import counted, isolated
from loreglass.app.strings.reasons import called
from loreglass.app.view_book import clipped
from loreglass.app.view_book_history import Difference, Piece, Version, versions
from loreglass.domain.story.book import Entry
from loreglass.shell.ui.node import Attrs, Node, h, icon, vh
from loreglass.shell.ui.pieces import button

TAGS = {"gone": "del", "new": "ins", "same": "span"}


def book_history(history: History, entry: Entry) -> Node:
    """In place of the entry's form."""
    name = called(entry)
    back: Attrs = {"type": "button", "class": "ghost", "data-action": "history-close", "#focus": True}
    shown = versions(history, entry)
    if shown is None:
        body = h("p", {"class": "quiet"}, "Reading the versions.")
    elif not shown:
        body = h("p", {"class": "quiet"}, "There is none yet. When you change the entry, it is kept here as it was.")
    else:
        body = h("ol", {"class": "versions", "role": "list"}, *(_version(each, name) for each in shown))
    said = "" if shown is None else f"{counted(len(shown), 'version')}, the newest first. Nothing here is ever lost."
    return h(
        "section",
        {"class": "edit-col", "aria-label": f"History of {name}", "key": f"history {entry.id}"},
        h("h1", {"class": "vh phone-only"}, f"History of {isolated(clipped(name))}"),
        h("div", {"class": "crumb"}, h("button", back, icon("prev"), "Back to the entry")),
        h("h2", {"class": "title-in"}, f"History of {isolated(clipped(name))}"),
        h("p", {"class": "quiet"}, said) if said else None,
        body,
    )


def _version(version: Version, name: str) -> Node:
    compare: Attrs = {
        "type": "button",
        "data-action": "history-choose",
        "data-id": version.id,
        "aria-expanded": "true" if version.chosen else "false",
        "aria-label": f"Compare the version until {version.until}",
    }
    restore = button("Restore", "history-restore", version.id, name=f"Restore {name} as it was until {version.until}")
    rows = h("dl", {"class": "diffs"}, *(node for each in version.differences for node in _difference(each)))
    return h(
        "li",
        {"key": version.id, "class": "version"},
        h("div", {"class": "say"}, h("b", None, f"Until {version.until}"), h("p", {"class": "quiet"}, version.said)),
        h("div", {"class": "acts"}, h("button", compare, "Compare"), restore),
        rows if version.chosen else None,
    )


def _difference(difference: Difference) -> tuple[Node, Node]:
    return (
        h("dt", None, difference.label),
        h("dd", {"dir": "auto"}, *(part for piece in difference.pieces for part in _piece(piece))),
    )


def _piece(piece: Piece) -> tuple[Node, ...]:
    kind, text = piece
    read = {"gone": vh(" then: "), "new": vh(" now: ")}.get(kind)
    shown = h(TAGS[kind], None, text)
    return (read, shown) if read else (shown,)
