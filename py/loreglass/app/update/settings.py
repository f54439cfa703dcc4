"""Settings of the app, of the endpoint, of one chat; the panel, dialogs and notices."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from loreglass.app.actions import Did
from loreglass.app.effects import Browser, Copy, Effect, Go, LoadChat, Row, Write
from loreglass.app.moment import Moment
from loreglass.app.programs import PROGRAMS, rules_of, semantics_named, with_rule
from loreglass.app.records import book_row, entry_row, preferences_row, row, version_row
from loreglass.app.scenes import settings_of
from loreglass.app.state import AppState, OpenChat, PanelTab, Preferences, Theme
from loreglass.app.strings.settings import book_budget_set, budget_set
from loreglass.app.update import backup
from loreglass.app.update.book import switch_entry, without_stale
from loreglass.app.update.importing import cancel
from loreglass.app.update.numbers import natural, number, whole
from loreglass.app.update.step import Handler, Step, limit_set, plan_next, stay, with_chat, write_chat
from loreglass.domain.ids import BookId, PersonaId, PresetId
from loreglass.domain.story.book import Book
from loreglass.domain.story.chat import Chat
from loreglass.domain.story.semantics import Strategy

THEMES: tuple[Theme, ...] = ("system", "light", "dark", "sepia", "contrast")
TABS: tuple[PanelTab, ...] = ("why", "prompt", "book", "setup")


PREFERENCES: dict[str, Callable[[Preferences, Did], Preferences]] = {
    "memory_depth_messages": lambda held, did: replace(
        held, memory_depth_messages=_or(natural(did.value), held.memory_depth_messages)
    ),
    "memory_budget_tokens": lambda held, did: replace(
        held, memory_budget_tokens=_or(natural(did.value), held.memory_budget_tokens)
    ),
    "enter_sends": lambda held, did: replace(held, enter_sends=did.checked),
    "system_prompt": lambda held, did: replace(held, system_prompt=did.value),
}


def _or(value: int | None, fallback: int) -> int:
    return fallback if value is None else value


def _keep(state: AppState, preferences: Preferences, *effects: Effect) -> Step:
    state = replace(state, preferences=preferences)
    return state, (Write(rows=(preferences_row(preferences),)), *effects, *plan_next(state))


def preference(state: AppState, did: Did, moment: Moment) -> Step:
    """One of the app's own settings."""
    change = PREFERENCES.get(did.id)
    return _keep(state, change(state.preferences, did)) if change else stay(state)


def theme(state: AppState, did: Did, moment: Moment) -> Step:
    """Another look."""
    chosen = next((each for each in THEMES if each == (did.id or did.value)), None)
    if chosen is None:
        return stay(state)
    return _keep(state, replace(state.preferences, theme=chosen), Browser(what="theme", value=chosen))


def hint_close(state: AppState, did: Did, moment: Moment) -> Step:
    """The card that offers to connect a model is put away for good."""
    return _keep(state, replace(state.preferences, connect_hint_closed=True))


def _activation(chat: Chat, name: str, value: float | str | None) -> Chat:
    return replace(chat, activation=with_rule(chat.semantics, chat.activation, name, value))


def _typed_rule(chat: Chat, did: Did) -> Chat:
    """One of the program's rules, as typed, switched or chosen; what cannot be read is the program's."""
    held = getattr(PROGRAMS[chat.semantics].rules, did.id, None)
    match held:
        case bool():
            return _activation(chat, did.id, did.checked)
        case int():
            return _activation(chat, did.id, natural(did.value))
        case str():
            return _activation(chat, did.id, did.value if did.value in get_args(Strategy) else None)
        case _:
            return chat


def _percent(text: str) -> float | None:
    """The per cent that was typed, from 0 to 100; None for anything else."""
    typed = number(text, -1)
    return min(100, typed) if typed >= 0 else None


CHAT: dict[str, Callable[[Chat, Did], Chat]] = {
    "chat-title": lambda chat, did: replace(chat, title=did.value.strip() or chat.title),
    "chat-depth": lambda chat, did: replace(chat, memory_depth_messages=natural(did.value)),
    "chat-budget": lambda chat, did: replace(chat, memory_budget_tokens=natural(did.value)),
    "chat-semantics": lambda chat, did: replace(chat, semantics=semantics_named(did.value) or chat.semantics),
    "chat-budget-percent": lambda chat, did: _activation(chat, "budget_percent", _percent(did.value)),
    "chat-rule": _typed_rule,
    "chat-rule-reset": lambda chat, did: _activation(chat, did.id, None),
    "chat-persona": lambda chat, did: replace(chat, persona_id=PersonaId(did.value) if did.value else None),
    "chat-preset": lambda chat, did: replace(chat, preset_id=PresetId(did.value) if did.value else None),
    "chat-book": lambda chat, did: replace(
        chat,
        book_ids=(*(each for each in chat.book_ids if each != did.id), *((BookId(did.id),) if did.checked else ())),
    ),
}


def chat_setting(state: AppState, did: Did, moment: Moment) -> Step:
    """One setting of the open chat; an empty field goes back to the app's own."""
    if state.chat is None or not state.chat.writer:
        return stay(state)
    chat = CHAT[did.name](state.chat.chat, did)
    if chat == state.chat.chat:
        return stay(state)
    step, effects = write_chat(state, replace(state.chat, chat=chat), [row(chat)])
    if did.name in ("chat-budget", "chat-budget-percent"):
        step = limit_set(step, moment, (row(state.chat.chat),), (row(chat),), _budget_said(chat))
    needs_reading = did.name in ("chat-book", "chat-persona")
    return step, (*effects[:1], LoadChat(chat_id=chat.id)) if needs_reading else effects


def _budget_said(chat: Chat) -> str:
    return budget_set(chat.memory_budget_tokens, rules_of(chat.semantics, chat.activation).budget_percent)


def raise_budget(state: AppState, did: Did, moment: Moment) -> Step:
    """The budget that an entry did not fit in is raised by what it lacked: a book's own, and the chat's with it."""
    open_chat, more = state.chat, whole(did.value)
    if open_chat is None or not open_chat.writer or more is None or more <= 0:
        return stay(state)
    book = next((each.book for each in open_chat.books if each.book.id == did.id), None)
    if book is None or book.budget is None:
        chat = _raised(state, open_chat, more)
        step, effects = write_chat(state, replace(open_chat, chat=chat), [row(chat)])
        return limit_set(step, moment, (row(open_chat.chat),), (row(chat),), _budget_said(chat)), effects
    raised = replace(book, budget=book.budget + more)
    numbers = open_chat.next_plan.numbers if open_chat.next_plan else None
    has_room = numbers is not None and numbers.memory_budget - numbers.memory_used >= more
    before: tuple[Row, ...] = (book_row(book),)
    after: tuple[Row, ...] = (book_row(raised),)
    state, effects = with_book(state, raised)
    if not has_room and state.chat is not None:
        chat = _raised(state, state.chat, more)
        state, written = write_chat(state, replace(state.chat, chat=chat), [row(chat)])
        before, after, effects = (*before, row(open_chat.chat)), (*after, row(chat)), (*effects, *written)
    return limit_set(state, moment, before, after, book_budget_set(raised)), effects


def _raised(state: AppState, open_chat: OpenChat, more: int) -> Chat:
    """The chat with a memory budget of so many tokens more."""
    rules = rules_of(open_chat.chat.semantics, open_chat.chat.activation)
    if rules.budget_percent is not None:
        context = settings_of(state, open_chat).context_tokens
        return _raise_share(open_chat.chat, rules.budget_percent, rules.budget_cap_tokens, more, context)
    own = open_chat.chat.memory_budget_tokens
    now = state.preferences.memory_budget_tokens if own is None else own
    return replace(open_chat.chat, memory_budget_tokens=now + more)


def _raise_share(chat: Chat, percent: float, cap_tokens: int, more: int, context_tokens: int) -> Chat:
    """The chat with so many tokens more than now: of the two that limit them, what is too low is raised."""
    share = percent * context_tokens / 100
    wanted = (min(share, cap_tokens) if cap_tokens else share) + more
    if share < wanted:
        chat = _activation(chat, "budget_percent", min(100, math.ceil(wanted * 100 / context_tokens)))
    if 0 < cap_tokens < wanted:
        chat = _activation(chat, "budget_cap_tokens", math.ceil(wanted))
    return chat


def with_book(state: AppState, book: Book, entry_id: str = "", *, also: tuple[Row, ...] = ()) -> Step:
    """A changed book, wherever it is open, and its row to write: the head, or one entry; `also` is written with it."""
    entry = next((each for each in book.entries if each.id == entry_id), None)
    rows = (entry_row(book.id, entry) if entry else book_row(book),)
    state = without_stale(state, rows)
    if state.book and state.book.book.id == book.id:
        state = replace(state, book=replace(state.book, book=book, field_revision=state.book.field_revision + 1))
    if state.chat:
        books = tuple(replace(each, book=book) if each.book.id == book.id else each for each in state.chat.books)
        state = with_chat(state, replace(state.chat, books=books))
    return state, (Write(rows=(*rows, *also)), *plan_next(state))


def entry_toggle(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry is switched on or off, from a list or from Why."""
    book_id, _, entry_id = did.id.partition("/")
    if state.route.name == "book" and state.book and state.book.book.id == book_id:
        return switch_entry(state, entry_id, moment)
    shelf = [each.book for each in state.chat.books] if state.chat else []
    shelf += [state.book.book] if state.book else []
    book = next((each for each in shelf if each.id == book_id), None)
    entry = next((each for each in book.entries if each.id == entry_id), None) if book else None
    if book is None or entry is None:
        return stay(state)
    new = replace(entry, enabled=not entry.enabled, revision=entry.revision + 1)
    changed = replace(book, entries=tuple(new if each is entry else each for each in book.entries))
    return with_book(state, changed, entry_id, also=(version_row(book.id, entry, moment.now_ms),))


def panel_tab(state: AppState, did: Did, moment: Moment) -> Step:
    """Another tab of the panel."""
    tab = next((each for each in TABS if each == did.id), state.panel.tab)
    return replace(state, panel=replace(state.panel, tab=tab)), ()


def sheet_open(state: AppState, did: Did, moment: Moment) -> Step:
    """The panel comes up as a sheet (on a wide page it is there already)."""
    tab: PanelTab = next((each for each in TABS if each == did.id), "why")
    shown = replace(state, panel=replace(state.panel, sheet_open=True, tab=tab))
    return shown, (Browser(what="focus", value=f"tab-{tab}"),)


def sheet_close(state: AppState, did: Did, moment: Moment) -> Step:
    """The sheet goes down."""
    return replace(state, panel=replace(state.panel, sheet_open=False)), ()


def sleeping_all(state: AppState, did: Did, moment: Moment) -> Step:
    """All sleeping entries are listed, or only the nearest."""
    return replace(state, panel=replace(state.panel, all_sleeping=not state.panel.all_sleeping)), ()


def prompt_raw(state: AppState, did: Did, moment: Moment) -> Step:
    """The prompt as the request's JSON, or as sections."""
    return replace(state, panel=replace(state.panel, prompt_raw=did.checked)), ()


def dialog_close(state: AppState, did: Did, moment: Moment) -> Step:
    """The dialog on top is put away; nothing it asked for happens."""
    if state.device.failure:
        return failure_close(state, did, moment)
    if state.importing:
        return cancel(state, did, moment)
    if state.restoring:
        return backup.cancel(state, did, moment)
    if state.chat is not None and state.chat.branches_open:
        state = replace(state, chat=replace(state.chat, branches_open=False))
    return replace(state, new_chat=None, exporting=None, palette=None, trash=None), ()


def failure_close(state: AppState, did: Did, moment: Moment) -> Step:
    """The error panel is put away."""
    return replace(state, device=replace(state.device, failure="")), ()


def failure_copy(state: AppState, did: Did, moment: Moment) -> Step:
    """The report of a bug on the clipboard."""
    return state, (Copy(text=state.device.failure),)


def update_apply(state: AppState, did: Did, moment: Moment) -> Step:
    """The new version takes over and the page loads again."""
    return state, (Browser(what="apply_update"),)


def persist(state: AppState, did: Did, moment: Moment) -> Step:
    """The browser is asked to keep the store when space runs low."""
    return state, (Browser(what="persist"),)


def reload(state: AppState, did: Did, moment: Moment) -> Step:
    """The page loads again."""
    return state, (Browser(what="reload"),)


def open_help(state: AppState, did: Did, moment: Moment) -> Step:
    """The page Help."""
    return state, (Go(to="#/help"),)


HANDLERS: dict[str, Handler] = {
    "preference": preference,
    "theme": theme,
    "hint-close": hint_close,
    **dict.fromkeys(CHAT, chat_setting),
    "raise-budget": raise_budget,
    "entry-toggle": entry_toggle,
    "panel-tab": panel_tab,
    "sheet-open": sheet_open,
    "sheet-close": sheet_close,
    "sleeping-all": sleeping_all,
    "prompt-raw": prompt_raw,
    "dialog-close": dialog_close,
    "failure-close": failure_close,
    "failure-copy": failure_copy,
    "update-apply": update_apply,
    "persist": persist,
    "reload": reload,
    "help": open_help,
}
