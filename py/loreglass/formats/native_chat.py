"""A native chat as an import: the path that it shows, as any chat, and the whole tree beside it."""

from loreglass.formats.chat import VERSION, ChatTree, decode_chat
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage
from loreglass.formats.native import FORMAT
from loreglass.formats.tally import Tally


def read_native_chat(value: dict[str, object], tally: Tally) -> Imported:
    """The chat; messages that cannot be read are listed in `tally`."""
    version = value.get("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        tally.warn("", "newer_version", version)
    tree = decode_chat(value, tally)
    tally.count("mapped", "messages", "text", values=len(tree.messages), example=tree.chat.title)
    return Imported(kind="chat", format=FORMAT, name=tree.chat.title, chat=shown(tree), tree=tree)


def shown(tree: ChatTree) -> ImportedChat:
    """The path that the chat shows, each message with the variants that can be chosen."""
    texts = {variant.id: variant.text for variant in tree.variants}
    messages = tuple(
        ImportedMessage(
            speaker=message.speaker,
            name=message.name,
            variants=tuple(texts[each] for each in message.variant_ids),
            chosen=message.variant_ids.index(message.chosen_id),
            created_ms=max(0, message.created_ms),
            hidden=message.hidden,
        )
        for message, _ in tree.path
    )
    return ImportedChat(
        title=tree.chat.title,
        messages=messages,
        user_name=tree.user_name,
        character_name=tree.character_name,
        book_name=next(iter(tree.book_names), ""),
        author_note=tree.chat.note.text,
        author_note_depth=tree.chat.note.depth_messages,
    )
