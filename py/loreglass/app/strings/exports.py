"""The words of the dialog Export. Pure."""

from loreglass.app.opened import ExportKind
from loreglass.formats.report import ReportRow

_OF_A_CHAT = {
    "messages": "Messages of other branches",
    "variants": "Variants that are not chosen",
    "timers": "Entries that stay awake or rest for some turns",
    "reasoning": "Thoughts",
    "pinned": "Which messages are pinned",
    "hidden": "Which messages are hidden",
    "states": "Which replies were stopped or broke off",
    "note": "Author’s note",
    "memo": "Your notes on this chat",
    "draft": "What you have not sent yet",
    "books": "Which books it uses",
    "pinned_entries": "Entries pinned for this chat",
    "muted_entries": "Entries muted for this chat",
    "preset": "Its preset",
    "settings": "Settings of its own, such as depth and budget",
    "turn_order": "How the next speaker is chosen",
    "members": "Order of the group",
    "muted": "Who is muted",
    "talkativeness": "How talkative they are",
    "next_id": "Who is next",
}


def lost_name(row: ReportRow, kind: ExportKind) -> str:
    """What would be missing, in the user's words where there are some, else the field's own name."""
    return _OF_A_CHAT.get(row.file_field, row.file_field) if kind == "chat" else row.file_field
