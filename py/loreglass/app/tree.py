"""The tree of a chat's messages: its ways, and what becomes of the others when messages go. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from loreglass.app.state import OpenChat
from loreglass.domain.ids import MessageId
from loreglass.domain.story.chat import Branch, Chat, Message


def way_to(head_id: MessageId | None, messages: Mapping[MessageId, Message]) -> tuple[Message, ...]:
    """The messages from the first to that one; a broken link, or one that leads round, ends the way there."""
    way: list[Message] = []
    seen: set[MessageId] = set()
    while head_id is not None and head_id not in seen and (message := messages.get(head_id)) is not None:
        seen.add(head_id)
        way.append(message)
        head_id = message.parent_id
    return tuple(reversed(way))


def others(chat: Chat) -> tuple[Branch, ...]:
    """The branches that are not open."""
    return tuple(branch for branch in chat.branches if branch.id != chat.branch_id)


def aside_of(chat: Chat, messages: Mapping[MessageId, Message]) -> tuple[Message, ...]:
    """What other branches have and the open one has not, in the order of the branches."""
    if not others(chat):
        return ()
    here = {message.id for message in way_to(chat.head_id, messages)}
    found = {
        message.id: message
        for branch in others(chat)
        for message in way_to(branch.head_id, messages)
        if message.id not in here
    }
    return tuple(found.values())


def messages_of(open_chat: OpenChat) -> dict[MessageId, Message]:
    """Every message of the open chat by its id."""
    return {message.id: message for message in (*open_chat.aside, *open_chat.path)}


def shared_until(open_chat: OpenChat) -> int:
    """How many messages of the path, from its beginning, another branch has too."""
    places = {message.id: at for at, message in enumerate(open_chat.path)}
    ends = {branch.head_id for branch in others(open_chat.chat)} | {message.parent_id for message in open_chat.aside}
    return max((places[end] + 1 for end in ends if end in places), default=0)


def without(open_chat: OpenChat, path: tuple[Message, ...]) -> OpenChat:
    """The open chat in which what other branches hung on, and is on `path` no more, is passed over by them."""
    if not open_chat.chat.branches:
        return open_chat
    kept = {message.id for message in (*path, *open_chat.aside)}
    gone = {message.id: message.parent_id for message in open_chat.path if message.id not in kept}
    if not gone:
        return open_chat

    def nearest(message_id: MessageId | None) -> MessageId | None:
        while message_id is not None and message_id in gone:
            message_id = gone[message_id]
        return message_id

    aside = tuple(
        replace(message, parent_id=nearest(message.parent_id)) if message.parent_id in gone else message
        for message in open_chat.aside
    )
    branches = tuple(
        replace(branch, head_id=nearest(branch.head_id)) if branch.head_id in gone else branch
        for branch in open_chat.chat.branches
    )
    return replace(open_chat, aside=aside, chat=replace(open_chat.chat, branches=branches))
