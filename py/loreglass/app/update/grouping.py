"""Who is in a chat, who speaks next, and what the user notes beside it."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from loreglass.app.actions import Did
from loreglass.app.effects import LoadChat, Write
from loreglass.app.moment import Moment
from loreglass.app.records import character_row, row
from loreglass.app.speakers import is_silent
from loreglass.app.state import AppState, Change, OpenChat
from loreglass.app.strings.cast import replies_now
from loreglass.app.update.numbers import natural, number
from loreglass.app.update.step import (
    CAST_SET,
    NOBODY_SPEAKS,
    Handler,
    Step,
    settled,
    stay,
    toast,
    with_chat,
    write_chat,
)
from loreglass.domain.ids import CharacterId
from loreglass.domain.story.book import Role
from loreglass.domain.story.chat import AuthorNote, Chat, TurnOrder

ROLES: tuple[Role, ...] = get_args(Role)
ORDERS: tuple[TurnOrder, ...] = get_args(TurnOrder)


def with_member(chat: Chat, who: CharacterId) -> Chat:
    """The chat with one more who may speak; two make a group."""
    if chat.character_id is None and not chat.members:
        return replace(chat, character_id=who)
    present = chat.members or ((chat.character_id,) if chat.character_id else ())
    return chat if who in present else replace(chat, members=(*present, who))


def without_member(chat: Chat, who: CharacterId) -> Chat:
    """The chat with one less who may speak; one alone is no group."""
    left = tuple(each for each in chat.members if each != who)
    return replace(
        chat,
        members=left if len(left) > 1 else (),
        character_id=chat.character_id if chat.character_id in left else (left[0] if left else None),
        muted=tuple(each for each in chat.muted if each in left),
        talkativeness=tuple(each for each in chat.talkativeness if each[0] in left),
        next_id=chat.next_id if chat.next_id in left else None,
    )


def with_only(chat: Chat, who: CharacterId | None) -> Chat:
    """The chat of one character, or of none; a group stays one until its members have gone."""
    return chat if chat.members else replace(chat, character_id=who, next_id=None)


def _muted(chat: Chat, did: Did) -> Chat:
    who = CharacterId(did.id)
    others = tuple(each for each in chat.muted if each != who)
    return replace(chat, muted=(*others, who) if did.checked else others)


def _talks(chat: Chat, did: Did) -> Chat:
    share = min(100.0, max(0.0, number(did.value, 50))) / 100
    others = tuple(each for each in chat.talkativeness if each[0] != did.id)
    return replace(chat, talkativeness=(*others, (CharacterId(did.id), share)))


def _order(chat: Chat, did: Did) -> Chat:
    order = next((each for each in ORDERS if each == did.value), chat.turn_order)
    return replace(chat, turn_order=order, next_id=None)


def _next(chat: Chat, did: Did) -> Chat:
    return replace(chat, next_id=next((each for each in chat.members if each == did.value), None))


def _note(chat: Chat, did: Did) -> Chat:
    note: AuthorNote = chat.note
    typed = natural(did.value)
    match did.name:
        case "note-text":
            note = replace(note, text=did.value)
        case "note-depth":
            note = replace(note, depth_messages=AuthorNote().depth_messages if typed is None else typed)
        case "note-every":
            note = replace(note, every_messages=AuthorNote().every_messages if typed is None else typed)
        case _:
            note = replace(note, role=next((each for each in ROLES if each == did.value), note.role))
    return replace(chat, note=note)


CHAT: dict[str, Callable[[Chat, Did], Chat]] = {
    "chat-character": lambda chat, did: with_only(chat, CharacterId(did.value) if did.value else None),
    "member-add": lambda chat, did: with_member(chat, CharacterId(did.value)) if did.value else chat,
    "member-remove": lambda chat, did: without_member(chat, CharacterId(did.id)),
    "member-mute": _muted,
    "member-talk": _talks,
    "turn-order": _order,
    "next-speaker": _next,
    "note-text": _note,
    "note-depth": _note,
    "note-every": _note,
    "note-role": _note,
    "chat-memo": lambda chat, did: replace(chat, memo=did.value),
    "chat-stop-at-names": lambda chat, did: replace(chat, stop_at_names=did.checked),
}
CAST = ("chat-character", "member-add", "member-remove")


def change(state: AppState, did: Did, moment: Moment) -> Step:
    """One setting of the open chat; another cast is read from the store, and Undo brings back the old one."""
    open_chat = state.chat
    if open_chat is None or not open_chat.writer:
        return stay(state)
    chat = CHAT[did.name](open_chat.chat, did)
    if chat == open_chat.chat:
        return stay(state)
    if did.name in CAST:
        state, effects = _recast(state, open_chat, chat, moment)
    else:
        state, effects = write_chat(state, replace(open_chat, chat=chat), [row(chat)])
    return _heard(state), effects


def _heard(state: AppState) -> AppState:
    """The state without the notice that nobody of the group may speak, where somebody may."""
    if state.chat is None or is_silent(state.chat):
        return state
    return replace(state, toasts=tuple(each for each in state.toasts if each.code != NOBODY_SPEAKS))


def _recast(state: AppState, old: OpenChat, chat: Chat, moment: Moment) -> Step:
    """Others reply from now on; what was said stays under the names it was said under."""
    known = {who.id: who for who in (*((old.character,) if old.character else ()), *old.cast)}
    known |= {who.id: who for who in state.library.characters}
    who = known.get(chat.character_id) if chat.character_id else None
    cast = tuple(known[each] for each in chat.members if each in known)
    state, effects = write_chat(state, replace(old, chat=chat, character=who, cast=cast), [row(chat)], plan=False)
    said = replies_now(tuple(each.called or "Unnamed" for each in cast or ((who,) if who else ())))
    change = Change(name=CAST_SET, before=(row(old.chat),), after=(row(chat),), scope="app", id=chat.id)
    state = toast(settled(state, "app", chat.id), moment, CAST_SET, detail=said, change=change)
    return state, (*effects, LoadChat(chat_id=chat.id))


def character_memo(state: AppState, did: Did, moment: Moment) -> Step:
    """What the user notes of a character; it is never sent."""
    known = {who.id: who for who in state.library.characters}
    who = known.get(CharacterId(did.id))
    if who is None or who.note == did.value:
        return stay(state)
    changed = replace(who, note=did.value)
    cast = tuple(changed if each.id == who.id else each for each in state.library.characters)
    state = replace(state, library=replace(state.library, characters=cast))
    if state.chat is not None:
        here = state.chat
        own = changed if here.character and here.character.id == who.id else here.character
        group = tuple(changed if each.id == who.id else each for each in here.cast)
        state = with_chat(state, replace(here, character=own, cast=group))
    return state, (Write(rows=(character_row(changed),)),)


HANDLERS: dict[str, Handler] = {**dict.fromkeys(CHAT, change), "character-memo": character_memo}
