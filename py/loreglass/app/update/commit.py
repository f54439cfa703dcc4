"""A new version of the open chat becomes rows to write and a step that can be undone."""

from dataclasses import replace

from loreglass.app.effects import Row
from loreglass.app.moment import Moment
from loreglass.app.records import row
from loreglass.app.state import AppState, Change, OpenChat
from loreglass.app.update.following import follow
from loreglass.app.update.step import UNDO_STEPS, Step, settled, toast, write_chat
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.chat import Chat, Message, Variant

Kept = Chat | Message | Variant


def things(open_chat: OpenChat) -> dict[tuple[type[Kept], str], Kept]:
    """Everything of an open chat that has a record of its own."""
    held: dict[tuple[type[Kept], str], Kept] = {(Chat, open_chat.chat.id): open_chat.chat}
    held.update({(Message, message.id): message for message in open_chat.path})
    held.update({(Variant, variant.id): variant for variant in open_chat.variants.values()})
    return held


def difference(name: str, before: OpenChat, after: OpenChat) -> Change:
    """The rows that lead from one version to the other, and back.

    A variant is never deleted: stored plans refer to the wordings that were sent.
    """
    old, new = things(before), things(after)
    touched = [key for key in {**old, **new} if old.get(key) is not new.get(key) and _has_row(key, new)]
    return Change(
        name=name,
        before=tuple(_row(key, old.get(key), new) for key in touched),
        after=tuple(_row(key, new.get(key), old) for key in touched),
        scope="chat",
        id=after.chat.id,
    )


def _has_row(key: tuple[type[Kept], str], new: dict[tuple[type[Kept], str], Kept]) -> bool:
    return key[0] is not Variant or key in new


def _row(key: tuple[type[Kept], str], value: Kept | None, other: dict[tuple[type[Kept], str], Kept]) -> Row:
    if value is not None:
        return row(value)
    store, record_id, _ = row(other[key])
    return store, record_id, None


def linked(path: tuple[Message, ...]) -> tuple[Message, ...]:
    """The path with every message hanging on the one before it."""
    parents: tuple[MessageId | None, ...] = (None, *(message.id for message in path))
    return tuple(
        message if message.parent_id == parent else replace(message, parent_id=parent)
        for message, parent in zip(path, parents, strict=False)
    )


def with_path(open_chat: OpenChat, path: tuple[Message, ...], moment: Moment, *added: Variant) -> OpenChat:
    """The open chat with other messages; variants that no message has any more are left out."""
    path = linked(path)
    known: dict[VariantId, Variant] = {**open_chat.variants, **{variant.id: variant for variant in added}}
    used = {each for message in path for each in message.variant_ids}
    chat = replace(
        open_chat.chat,
        head_id=path[-1].id if path else None,
        message_count=len(path),
        updated_ms=moment.now_ms,
    )
    variants = {key: value for key, value in known.items() if key in used}
    return replace(open_chat, chat=chat, path=path, variants=variants)


def replaced(open_chat: OpenChat, message: Message, moment: Moment, *added: Variant) -> OpenChat:
    """The open chat with one message in place of the one that has its id."""
    path = tuple(message if each.id == message.id else each for each in open_chat.path)
    return with_path(open_chat, path, moment, *added)


def commit(
    state: AppState, moment: Moment, after: OpenChat, name: str, *, notice: str = "", also: tuple[Row, ...] = ()
) -> Step:
    """The new version shown, written (with the rows `also`), and kept as a step to undo.

    `notice` is a toast that offers Undo.
    """
    assert state.chat is not None
    change = difference(name, state.chat, after)
    undo = (*state.chat.undo, change)[-UNDO_STEPS:]
    step, effects = write_chat(state, replace(after, undo=undo, redo=()), (*change.after, *also))
    step, more = follow(step)
    if not notice:
        return settled(step, "chat", after.chat.id), (*effects, *more)
    return toast(step, moment, notice, change=change), (*effects, *more)
