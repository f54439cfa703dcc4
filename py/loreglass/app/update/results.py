"""Answers of the store, the planner and the browser become state."""

from dataclasses import replace
from typing import TypeVar, assert_never

from loreglass.app import actions
from loreglass.app.effects import Browser, ClaimChat, Effect, Go, LoadBook, LoadChat, LoadLibrary, LoadLicences
from loreglass.app.endpoints import chosen
from loreglass.app.moment import Moment
from loreglass.app.presets import PresetTried
from loreglass.app.state import SHOWN_MESSAGES, AppState, Device, OpenBook, OpenChat, Route
from loreglass.app.update import book_answers, importing, presets, trash
from loreglass.app.update.step import Step, plan_next, settled, stay, toast, with_chat
from loreglass.domain.ids import ChatId

Opened = TypeVar("Opened", OpenChat, OpenBook)
Result = (
    actions.Went
    | actions.Booted
    | actions.LibraryLoaded
    | actions.ChatLoaded
    | actions.BookLoaded
    | actions.TrashLoaded
    | actions.ShownPlanLoaded
    | actions.Wrote
    | actions.WriteFailed
    | actions.Warned
    | actions.Noticed
    | actions.NextPlanned
    | actions.WriterIs
    | actions.OtherTabWrote
    | actions.DeviceTold
    | PresetTried
)


def update(state: AppState, told: Result, moment: Moment) -> Step:
    """The state after an answer."""
    match told:
        case actions.Went():
            return _went(state, told.route)
        case actions.Booted():
            return _booted(state, told)
        case actions.LibraryLoaded():
            return _library_loaded(state, told)
        case actions.ChatLoaded():
            return _chat_loaded(state, told, moment)
        case actions.BookLoaded():
            return book_answers.book_loaded(state, told, moment)
        case actions.TrashLoaded():
            return trash.loaded(state, told, moment)
        case actions.ShownPlanLoaded():
            return _shown(state, told)
        case actions.Wrote() | actions.WriteFailed():
            return _wrote(state, told, moment)
        case actions.Warned():
            return toast(state, moment, told.code), ()
        case actions.Noticed():
            return _noticed(state, told, moment)
        case PresetTried():
            return presets.tried(state, told)
        case actions.NextPlanned():
            return _next_planned(state, told)
        case actions.WriterIs():
            return _writer(state, told)
        case actions.OtherTabWrote():
            return _other_tab(state, told)
        case actions.DeviceTold():
            return replace(state, device=_device(state.device, told)), ()
    assert_never(told)


def _went(state: AppState, route: Route) -> Step:
    """Another address: what it names is read; the dialog and the sheet close."""
    panel, came_from = replace(state.panel, sheet_open=False), state.route
    state = replace(state, route=route, panel=panel, new_chat=None, arriving="")
    effects: list[Effect] = []
    open_chat, open_book = state.chat, state.book
    if route.name in ("chat", "replay"):
        if open_chat is None or open_chat.chat.id != route.id:
            state = replace(state, chat=None, panel=replace(panel, which="next"))
        effects.append(LoadChat(chat_id=ChatId(route.id)))
    if route.name == "book" and (open_book is None or open_book.book.id != route.id):
        state = replace(state, book=None)
        effects.append(LoadBook(book_id=route.id))
    elif route.name == "book" and open_book:
        state, more = book_answers.went(state, open_book)
        # An import or an Undo on another page may have changed it meanwhile.
        effects += more if came_from.name == "book" else (*more, LoadBook(book_id=route.id))
    if route.name == "help" and not state.licences:
        effects.append(LoadLicences())
    return state, tuple(effects)


def _library_loaded(state: AppState, told: actions.LibraryLoaded) -> Step:
    """The lists; a preset that was changed while they were read stays as it is shown, and they are read once more."""
    state = replace(state, preferences=told.preferences or state.preferences)
    if not state.presets.is_writing:
        state = replace(state, library=told.library)
        preset = presets.open_preset(state)
        return state, presets.tries(state, preset) if preset else ()
    if state.presets.unsaved == state.presets.failed:
        return replace(state, library=replace(told.library, presets=state.library.presets)), ()
    return replace(state, library=replace(told.library, presets=state.library.presets)), (LoadLibrary(),)


def _booted(state: AppState, told: actions.Booted) -> Step:
    device = replace(state.device, connect_to=told.narrowed_to)
    saved = chosen(told.endpoints, told.preferences.endpoint_id)
    endpoint = replace(state.endpoint, saved=saved, kept=told.endpoints)
    state = replace(
        state, library=told.library, preferences=told.preferences, endpoint=endpoint, device=device, ready=True
    )
    return state, (Browser(what="theme", value=told.preferences.theme),)


def _chat_loaded(state: AppState, told: actions.ChatLoaded, moment: Moment) -> Step:
    """The chat as stored; what is only on the screen (undo, the open edit, a reply on its way) stays."""
    if state.route.name not in ("chat", "replay") or state.route.id != told.chat_id:
        return stay(state)
    new, old = told.chat, state.chat
    if new is None:
        if old is not None and old.chat.id == told.chat_id:
            state = toast(state, moment, "deleted_elsewhere", detail=old.chat.title)
        return replace(state, chat=None), (Go(to="#/chats"),)
    if old and old.chat.id == told.chat_id and old.unsaved > old.failed + old.draft_due:
        # Something was written while this was read, so it is older than what is shown: it is read once more.
        return state, (LoadChat(chat_id=told.chat_id),)
    if old is None or old.chat.id != told.chat_id:
        state = with_chat(state, replace(new, shown_from=max(0, len(new.path) - SHOWN_MESSAGES)))
        return state, (ClaimChat(chat_id=told.chat_id), *plan_next(state))
    if old.reply is not None:
        return with_chat(
            state, replace(old, books=new.books, persona=new.persona, character=new.character, cast=new.cast)
        ), ()
    state = with_chat(state, _still_open(old, new))
    return state, plan_next(state)


def _still_open(old: OpenChat, new: OpenChat) -> OpenChat:
    # The store knows the draft unless it waits for a rest, or could not be written.
    draft = old.chat.draft if old.draft_due or old.failed else new.chat.draft
    return replace(
        new,
        chat=replace(new.chat, draft=draft),
        shown_from=min(old.shown_from, max(0, len(new.path) - 1)),
        shown_to=old.shown_to if old.shown_to is not None and old.shown_to < len(new.path) else None,
        find=old.find,
        branches_open=old.branches_open,
        draft_revision=old.draft_revision + (0 if draft == old.chat.draft else 1),
        editing=old.editing,
        next_plan=old.next_plan,
        shown_plan=old.shown_plan,
        comparison=old.comparison,
        pair=old.pair,
        problem=old.problem,
        undo=old.undo,
        redo=old.redo,
        writer=old.writer,
        unsaved=old.unsaved,
        draft_due=old.draft_due,
        failed=old.failed,
    )


def _shown(state: AppState, told: actions.ShownPlanLoaded) -> Step:
    if state.chat is None or state.chat.chat.id != told.chat_id:
        return stay(state)
    return with_chat(state, replace(state.chat, shown_plan=told.shown)), ()


def _wrote(state: AppState, told: actions.Wrote | actions.WriteFailed, moment: Moment) -> Step:
    """A write that came through counts down; one that failed leaves the page saying "not saved"."""
    failed = isinstance(told, actions.WriteFailed)
    if told.scope == "chat" and state.chat and state.chat.chat.id == told.id:
        state = replace(state, chat=_counted(state.chat, failed=failed))
    if told.scope == "book" and state.book and state.book.book.id == told.id:
        state = replace(state, book=_counted(state.book, failed=failed))
    if told.scope == "preset":
        state = presets.wrote(state, failed=failed)
    return (toast(state, moment, told.code), ()) if isinstance(told, actions.WriteFailed) else stay(state)


def _counted(thing: Opened, *, failed: bool) -> Opened:
    if failed:
        return replace(thing, failed=thing.failed + 1)
    return replace(thing, unsaved=max(0, thing.unsaved - 1))


def _next_planned(state: AppState, told: actions.NextPlanned) -> Step:
    if state.chat is None or state.chat.chat.id != told.chat_id:
        return stay(state)
    return with_chat(
        state, replace(state.chat, next_plan=told.plan, plan_problem=told.problem, plan_place=told.place)
    ), ()


def _noticed(state: AppState, told: actions.Noticed, moment: Moment) -> Step:
    """A notice of what a write has done, and the way to it for who has not gone elsewhere meanwhile."""
    state, to = replace(state, arriving=""), state.arriving
    state = toast(state, moment, told.code, detail=told.detail, change=told.change)
    return state, (Go(to=to),) if to else ()


def _writer(state: AppState, told: actions.WriterIs) -> Step:
    if state.chat is None or state.chat.chat.id != told.chat_id:
        return stay(state)
    gained = told.writer and not state.chat.writer
    state = with_chat(state, replace(state.chat, writer=told.writer))
    return state, (LoadChat(chat_id=told.chat_id),) if gained else ()


def _other_tab(state: AppState, told: actions.OtherTabWrote) -> Step:
    """What is shown here is read again; Undo is no longer offered for what the other tab has changed since."""
    if told.scope == "everything":
        # A backup has taken the place of all that this tab shows: nothing of it may be written any more.
        return replace(state, chat=None, book=None, replay=None), (Browser(what="reload"),)
    state = settled(state, told.scope, told.id)
    effects: list[Effect] = [LoadLibrary(settings=told.scope == "app")]
    if told.scope == "chat" and state.chat and state.chat.chat.id == told.id and not state.chat.writer:
        effects.append(LoadChat(chat_id=ChatId(told.id)))
    if state.book and (told.scope == "app" or (told.scope == "book" and state.book.book.id == told.id)):
        effects.append(LoadBook(book_id=state.book.book.id))
    if told.scope != "chat" and state.chat:
        effects.append(LoadChat(chat_id=state.chat.chat.id))
    return state, (*effects, *importing.targets(state))


def _device(device: Device, told: actions.DeviceTold) -> Device:
    return replace(
        device,
        online=device.online if told.online is None else told.online,
        used_bytes=device.used_bytes if told.used_bytes is None else told.used_bytes,
        persisted=device.persisted if told.persisted is None else told.persisted,
        update_ready=device.update_ready if told.update_ready is None else told.update_ready,
        outdated=device.outdated if told.outdated is None else told.outdated,
        failure=device.failure if told.failure is None else told.failure,
    )
