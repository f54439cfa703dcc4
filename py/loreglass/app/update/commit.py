"""A new version of the open chat becomes rows to write and a step that can be undone."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, compress, filterfalse
from operator import attrgetter, is_, is_not
from typing import TypeVar

from loreglass.app.effects import Row
from loreglass.app.moment import Moment
from loreglass.app.records import row
from loreglass.app.state import AppState, Change, OpenChat
from loreglass.app.tree import without
from loreglass.app.update.following import follow, newest_again
from loreglass.app.update.step import UNDO_STEPS, Step, settled, toast, write_chat
from loreglass.domain.ids import VariantId
from loreglass.domain.story.chat import Chat, Message, Variant

Kept = Chat | Message | Variant
Held = TypeVar("Held", Message, Variant)
Name = TypeVar("Name", bound=str)
# By attrgetter, map and compress, a chat of ten thousand messages takes a few milliseconds.
ID_OF, VARIANTS_OF = attrgetter("id"), attrgetter("variant_ids")


def difference(name: str, before: OpenChat, after: OpenChat) -> Change:
    """The rows that lead from one version to the other, and back.

    A variant is never deleted: stored plans refer to the wordings that were sent.
    """
    pairs: list[tuple[Kept | None, Kept | None]] = []
    if before.chat is not after.chat:
        pairs.append((before.chat, after.chat))
    old, new = (*before.aside, *before.path), (*after.aside, *after.path)
    same = _same(old, new)
    pairs += _changed(_by_id(old[same:]), _by_id(new[same:]))
    pairs += (pair for pair in _changed(before.variants, after.variants) if pair[1] is not None)
    return Change(
        name=name,
        before=tuple(_row(old, new) for old, new in pairs),
        after=tuple(_row(new, old) for old, new in pairs),
        scope="chat",
        id=after.chat.id,
    )


def _same(old: tuple[Message, ...], new: tuple[Message, ...]) -> int:
    """How many of both are the very same, from the first on."""
    return [*map(is_, old, new), False].index(False)


def _by_id(messages: tuple[Message, ...]) -> dict[str, Message]:
    return dict(zip(map(ID_OF, messages), messages, strict=True))


def _changed(old: Mapping[Name, Held], new: Mapping[Name, Held]) -> list[tuple[Held | None, Held | None]]:
    """Old and new of what is not the same on both sides. A chat has thousands of things, of which a few change."""
    if old is new:
        return []
    gone = [(old[name], None) for name in filterfalse(new.__contains__, old)]
    others = compress(new.items(), map(is_not, map(old.get, new), new.values()))
    return gone + [(old.get(name), thing) for name, thing in others]


def _row(value: Kept | None, other: Kept | None) -> Row:
    """The row of a thing; where it is not there, the deletion of the other."""
    if value is not None:
        return row(value)
    assert other is not None
    store, record_id, _ = row(other)
    return store, record_id, None


def _linked(path: tuple[Message, ...], same: int) -> tuple[Message, ...]:
    """The path with every message hanging on the one before it, as the first `same` of them do."""
    parents = (path[same - 1].id if same else None, *map(ID_OF, path[same:]))
    hung = (
        message if message.parent_id == parent else replace(message, parent_id=parent)
        for message, parent in zip(path[same:], parents, strict=False)
    )
    return (*path[:same], *hung)


def with_path(open_chat: OpenChat, path: tuple[Message, ...], moment: Moment, *added: Variant) -> OpenChat:
    """The open chat with other messages; variants that no message has any more are left out.

    Other branches pass over a message that is on the path no more.
    """
    same = _same(open_chat.path, path)
    path = _linked(path, same)
    gone = _variant_ids(open_chat.path[same:]) - _variant_ids((*open_chat.aside, *path[same:]))
    open_chat = without(open_chat, path)
    chat = replace(
        open_chat.chat,
        head_id=path[-1].id if path else None,
        message_count=len(path),
        updated_ms=moment.now_ms,
    )
    variants = {**open_chat.variants, **{variant.id: variant for variant in added}}
    for name in gone:
        del variants[name]
    return replace(open_chat, chat=chat, path=path, variants=variants)


def _variant_ids(messages: tuple[Message, ...]) -> set[VariantId]:
    return set(chain.from_iterable(map(VARIANTS_OF, messages)))


def replaced(open_chat: OpenChat, message: Message, moment: Moment, *added: Variant) -> OpenChat:
    """The open chat with one message in place of the one that has its id."""
    path = tuple(message if each.id == message.id else each for each in open_chat.path)
    return with_path(open_chat, path, moment, *added)


def commit(
    state: AppState,
    moment: Moment,
    after: OpenChat,
    name: str,
    *,
    notice: str = "",
    detail: str = "",
    also: tuple[Row, ...] = (),
    plan: bool = True,
) -> Step:
    """The new version shown, written (with the rows `also`), planned, and kept as a step to undo.

    `notice` is a toast that offers Undo. There is nothing to plan where a reply is about to be.
    """
    assert state.chat is not None
    change = difference(name, state.chat, after)
    undo = (*state.chat.undo, change)[-UNDO_STEPS:]
    step, effects = write_chat(state, replace(after, undo=undo, redo=()), (*change.after, *also), plan=plan)
    step, more = follow(newest_again(step, state.chat) if name == "reply" else step)
    if not notice:
        return settled(step, "chat", after.chat.id), (*effects, *more)
    return toast(step, moment, notice, detail=detail, change=change), (*effects, *more)
