"""The shape of an update, and the parts every update uses."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Effect, LoadBook, LoadChat, LoadLibrary, PlanNext, Row, StartReply, Write
from loreglass.app.moment import Moment
from loreglass.app.records import row, text_of
from loreglass.app.scenes import draft_scene
from loreglass.app.sending import start_of
from loreglass.app.state import AppState, Change, OpenChat, Toast
from loreglass.domain.ids import ChatId
from loreglass.domain.story.chat import Chat
from loreglass.domain.story.scene import Scene

Step = tuple[AppState, tuple[Effect, ...]]
Handler = Callable[[AppState, Did, Moment], Step]

UNDO_STEPS = 50
TOASTS = 3
NOBODY_SPEAKS = "nobody_speaks"
TROUBLES = frozenset(
    (
        *("store_quota", "store_outdated", "store_silent", "store_broken", "unread", "copy_failed"),
        *("backup_failed", "draft_failed", "endpoint_bad_url", NOBODY_SPEAKS, "target_gone", "unread_settings"),
    )
)
"""Notices of what went wrong: among older ones they stay longest."""


def stay(state: AppState) -> Step:
    """Nothing changes."""
    return state, ()


def with_chat(state: AppState, open_chat: OpenChat) -> AppState:
    """The state with the open chat replaced, and its row in the list with it."""
    chats = tuple(open_chat.chat if chat.id == open_chat.chat.id else chat for chat in state.library.chats)
    library = state.library if chats == state.library.chats else replace(state.library, chats=chats)
    return replace(state, chat=open_chat, library=library)


def plan_next(state: AppState) -> tuple[Effect, ...]:
    """The effect that plans the open chat's draft again."""
    if state.chat is None:
        return ()
    return (PlanNext(chat_id=state.chat.chat.id, scene=draft_scene(state, state.chat)),)


def asked_for(state: AppState, open_chat: OpenChat, scene: Scene) -> StartReply:
    """The effect that gets the reply of a scene."""
    return start_of(open_chat, scene, state.endpoint.saved)


def write_chat(state: AppState, open_chat: OpenChat, rows: Sequence[Row], *, plan: bool = True) -> Step:
    """The open chat replaced and the rows on their way to the store."""
    changed = with_chat(state, replace(open_chat, unsaved=open_chat.unsaved + 1))
    write = Write(rows=tuple(rows), scope="chat", id=open_chat.chat.id)
    return changed, (write, *(plan_next(changed) if plan else ()))


def toast(state: AppState, moment: Moment, code: str, *, detail: str = "", change: Change | None = None) -> AppState:
    """The state with a notice on top of the last few, in place of one that says the same and has no Undo to lose."""
    notice = Toast(id=moment.id("toast"), code=code, detail=detail, change=change)
    older = [each for each in state.toasts if each.change or (each.code, each.detail) != (code, detail)]
    while len(older) >= TOASTS:
        older.remove(next((each for each in older if each.code not in TROUBLES), older[0]))
    return replace(state, toasts=(*older, notice))


def settled(state: AppState, scope: str, thing: str) -> AppState:
    """The state without notices whose Undo would also take back what was changed in that chat or book since then."""
    kept = tuple(
        each for each in state.toasts if each.change is None or (each.change.scope, each.change.id) != (scope, thing)
    )
    return state if len(kept) == len(state.toasts) else replace(state, toasts=kept)


def on_screen(state: AppState) -> tuple[Effect, ...]:
    """What is on the screen is read again: rows of it may have changed."""
    if state.route.name == "book" and state.book is not None:
        return (LoadBook(book_id=state.book.book.id),)
    if state.route.name in ("chat", "replay") and state.chat is not None:
        return (LoadChat(chat_id=state.chat.chat.id),)
    return ()


def together(changes: Sequence[Change]) -> Change:
    """Changes of one thing, oldest first, as one."""
    before = {row[:2]: row for change in reversed(changes) for row in change.before}
    after = {row[:2]: row for change in changes for row in change.after}
    return replace(changes[0], before=tuple(before.values()), after=tuple(after.values()))


WAY = ("head_id", "message_count", "updated_ms", "branches", "branch_id")
"""What of a chat's record is undone and done again: its way through the messages. The rest stays as it is set now."""
LIMIT_SET = "limit_set"
LIMITS = ("memory_budget_tokens", "memory_depth_messages", "activation")
"""What of it is undone where its memory budget or depth was set: these, and its program's rules, which hold some."""
CAST_SET = "cast_set"
CAST = ("character_id", "members", "muted", "talkativeness", "next_id")
"""What of it is undone where others were chosen to reply."""
BY_HAND = "entry_by_hand"
HANDS = ("pinned_entries", "muted_entries")
"""What of it is undone where an entry was pinned or muted."""
SETTINGS = {LIMIT_SET: LIMITS, CAST_SET: CAST, BY_HAND: HANDS}


def limit_set(state: AppState, moment: Moment, before: tuple[Row, ...], after: tuple[Row, ...], said: str) -> AppState:
    """The state with a notice of what holds from now on, and Undo for it."""
    change = Change(name=LIMIT_SET, before=before, after=after, scope="app")
    return toast(state, moment, LIMIT_SET, detail=said, change=change)


def revert(state: AppState, change: Change, *, forward: bool = False) -> tuple[Effect, ...]:
    """The effects that undo (or redo) a change; the draft and other settings of the open chat are no part of it."""
    rows = change.after if forward else change.before
    names = SETTINGS.get(change.name, WAY)
    now = {chat.id: chat for chat in (*state.library.chats, *((state.chat.chat,) if state.chat else ()))}
    # There may be thousands, few of them chats.
    rows = tuple(_with_old(each, now, names) if each[0] == "chats" else each for each in rows)
    return (Write(rows=rows, scope="app"), LoadLibrary(), *on_screen(state))


def _with_old(changed: Row, now: Mapping[ChatId, Chat], names: tuple[str, ...]) -> Row:
    store, record_id, text = changed
    chat = now.get(ChatId(record_id))
    if chat is None or not isinstance(text, str):
        return changed
    kept, old = json.loads(row(chat)[2] or "{}"), json.loads(text)
    kept = {name: value for name, value in kept.items() if name not in names}
    return store, record_id, text_of({**kept, **{name: old[name] for name in names if name in old}})
