"""Passing notices, as sentences. Pure."""

from loreglass.app.state import Toast
from loreglass.app.strings import counted, isolated

_NOTICES = {
    "chat_deleted": "{} is deleted.",
    "deleted_elsewhere": "{} was deleted in another tab. It is in the trash.",
    "message_deleted": "The message is deleted.",
    "messages_deleted": "The messages from there on are deleted.",
    "variant_deleted": "The variant is deleted.",
    "branched": "{} begins here. The other way is kept, under Branches.",
    "branch_deleted": "The branch {} is deleted.",
    "continue_empty": "The model added nothing: it holds the message to be finished.",
    "nobody_speaks": "Everyone in this group is muted. Choose who speaks next, beside Send.",
    "select_words": "Select a few words in a message first; then they become a keyword.",
    "remembered": "{} is a new entry. Give it keywords.",
    "draft_failed": "The draft for you broke off. {}",
    "draft_written": "A draft for you stands in the box. Undo brings back what was there.",
    "restored": "{} is back.",
    "trash_emptied": "The trash is empty.",
    "book_deleted": "{} is deleted.",
    "entry_changed": "{} is changed.",
    "entry_unchanged": "{} is so already.",
    "entry_deleted": "{} is deleted.",
    "entry_doubled": "{} is there twice now.",
    "entry_split": "{} is split.",
    "entry_restored": "{} is as it was in that version.",
    "target_gone": "That book is gone, so nothing was moved.",
    "entries_unchanged": "No entry was changed: they are so already, or no number was typed.",
    "character_deleted": "{} is deleted.",
    "persona_deleted": "{} is deleted.",
    "preset_deleted": "{} is deleted. Chats that played by it have the usual preset now.",
    "section_deleted": "The text {} is deleted.",
    "limit_set": "{} now.",
    "cast_set": "{} from now on.",
    "entry_by_hand": "{} in this chat.",
    "section_reset": "{} is as it came with Loreglass.",
    "persona_saved": "{} is saved.",
    "samples_removed": "The samples are gone.",
    "imported": "{} is imported.",
    "imported_together": "{} are imported.",
    "import_replaced": "{} is changed by the import.",
    "forked": "{} is a chat of its own now.",
    "endpoint_saved": "The endpoint is saved.",
    "endpoint_demo": "The demo responder answers again.",
    "endpoint_removed": "The endpoint and its key are forgotten.",
    "test_stopped": "The test is stopped.",
    "key_removed": "The key is removed, here and on this device.",
    "endpoint_bad_url": "The endpoint is not saved: {}.",
    "store_quota": "The browser has no room left, and nothing of that was written. Free some space, then try again.",
    "store_outdated": (
        "Another tab runs a newer version, or puts a backup in place of everything here. "
        "Nothing of that was written. Reload this one when it is done."
    ),
    "store_silent": "What is kept here could not be read. Reload the page; nothing of it was changed.",
    "backup_made": "{} holds everything that is here, but no keys and no endpoints.",
    "backup_failed": "No backup was made. {}",
    "backup_waits": "A backup into {} is due. Allow it in Settings, Storage.",
    "backup_restored": "{}",
    "unread_settings": "{} Look through Settings; what you change there is stored anew.",
    "unread": (
        "Some of what is kept here cannot be read: {}. It is left as it is; "
        "a backup from before may hold it whole (Settings, Storage)."
    ),
    "copy_failed": "The browser did not let it onto the clipboard. Select the text and copy it by hand.",
    "store_broken": "That could not be stored, and nothing of it was written. Try again; if it stays, reload.",
}
_NAMED = frozenset(
    (
        *(
            "chat_deleted",
            "deleted_elsewhere",
            "branched",
            "branch_deleted",
            "remembered",
            "restored",
            "book_deleted",
            "entry_changed",
        ),
        *("entry_unchanged", "entry_deleted", "entry_doubled", "entry_split", "entry_restored", "character_deleted"),
        *("persona_deleted", "preset_deleted", "section_deleted", "section_reset", "persona_saved", "forked"),
    )
)
"""The detail is the name of a thing."""
_COUNTED = {
    "entries_merged": "{} are one now.",
    "entries_changed": "{} changed.",
    "entries_deleted": "{} deleted.",
    "entries_moved": "{} moved to {}.",
}
"""The detail is how many entries, and what else there is to say."""


def notice(toast: Toast) -> str:
    """The toast's sentence; a code without one is shown as words, so that no notice is ever empty."""
    if toast.code in _COUNTED:
        count, _, other = toast.detail.partition(" ")
        return _COUNTED[toast.code].format(counted(int(count), "entry", "entries"), isolated(other))
    pattern = _NOTICES.get(toast.code)
    if pattern is None:
        words = toast.code.replace("_", " ").replace("-", " ").capitalize()
        return f"{words}: {toast.detail}." if toast.detail else f"{words}."
    if "{}" not in pattern:
        return pattern
    detail = isolated(toast.detail) if toast.code in _NAMED else toast.detail
    return pattern.format(detail or "It")
