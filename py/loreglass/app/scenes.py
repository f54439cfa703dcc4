"""Scenes made from the state: what a turn would be planned from."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter, is_

from loreglass.app.presets import chosen_preset, context_of, reply_of
from loreglass.app.programs import PROGRAMS, Rules, rules_of
from loreglass.app.speakers import next_character, note_in, scene_books, spoken, with_note_place
from loreglass.app.state import AppState, OpenBook, OpenChat, Preferences
from loreglass.domain.asks import Encoding
from loreglass.domain.ids import DRAFT_ID, VariantId
from loreglass.domain.story.book import LinkedBook, Source
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Chat, Message, Turn, Variant
from loreglass.domain.story.preset import Preset
from loreglass.domain.story.scene import Scene, Settings
from loreglass.domain.story.semantics import ActivationSettings, Semantics
from loreglass.domain.story.timer import Timer

TIKTOKEN_MODELS: tuple[tuple[str, Encoding], ...] = (
    ("gpt-4o", "o200k_base"),
    ("gpt-4.1", "o200k_base"),
    ("gpt-5", "o200k_base"),
    ("o1", "o200k_base"),
    ("o3", "o200k_base"),
    ("o4", "o200k_base"),
    ("chatgpt-4o", "o200k_base"),
    ("gpt-4", "cl100k_base"),
    ("gpt-3.5", "cl100k_base"),
)


def encoding_of(model: str) -> tuple[Encoding, bool]:
    """The encoding to count with, and whether it is the model's own (a provider's prefix is passed over)."""
    name = model.rsplit("/", 1)[-1].lower()
    for prefix, encoding in TIKTOKEN_MODELS:
        if (
            name == prefix
            or name.startswith((prefix + "-", prefix + "."))
            or (prefix[0] == "g" and name.startswith(prefix))
        ):
            return encoding, True
    return "o200k_base", False


def depth_of(chat: Chat, preferences: Preferences, semantics: Semantics) -> int:
    """How many messages back a chat looks under these rules: its own, the program's, or the app's setting."""
    if chat.memory_depth_messages is not None:
        return chat.memory_depth_messages
    program = PROGRAMS[semantics].depth_messages
    return preferences.memory_depth_messages if program is None else program


def preset_for(state: AppState, chat: Chat) -> Preset:
    """The preset that the chat plays by."""
    return chosen_preset(state.library.presets, chat.preset_id, state.preferences.preset_id).preset


def settings_of(state: AppState, open_chat: OpenChat, semantics: Semantics | None = None) -> Settings:
    """The chat's settings: its own where set, else its program's, else the app's; or those under other rules."""
    chat, preferences, endpoint = open_chat.chat, state.preferences, state.endpoint.saved
    encoding, exact = encoding_of(endpoint.model)
    budget = chat.memory_budget_tokens
    wanted = semantics or chat.semantics
    preset = preset_for(state, chat)
    settings = Settings(
        memory_depth_messages=depth_of(chat, preferences, wanted),
        memory_budget_tokens=preferences.memory_budget_tokens if budget is None else budget,
        context_tokens=context_of(preset, endpoint),
        reply_reserve_tokens=reply_of(preset, endpoint),
        encoding=encoding,
        exact=exact and not endpoint.is_demo,
        seed=int.from_bytes(hashlib.sha256(chat.id.encode()).digest()[:4]),
        system_prompt=preferences.system_prompt,
        text_completion=endpoint.is_text,
        pinned_entries=chat.pinned_entries,
        muted_entries=chat.muted_entries,
    )
    return _under(wanted, rules_of(wanted, chat.activation), settings)


def _under(semantics: Semantics, rules: Rules, settings: Settings) -> Settings:
    """The settings under these rules."""
    return replace(
        settings,
        semantics=semantics,
        memory_budget_percent=rules.budget_percent,
        memory_budget_cap_tokens=rules.budget_cap_tokens,
        min_activations=rules.min_activations,
        min_activations_depth_messages=rules.min_activations_depth_messages,
        whole_words=rules.whole_words,
        case_sensitive=rules.case_sensitive,
        recursive=rules.recursive,
        max_recursion_steps=rules.recursion_steps,
        group_scoring=rules.group_scoring,
        strategy=rules.strategy,
    )


_last: list[tuple[tuple[Message, ...], tuple[Message, ...], tuple[Turn, ...]]] = [((), (), ())]
"""A path, what of it is spoken, and its turns."""


def turns_of(path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> tuple[Turn, ...]:
    """Messages as the engine reads them: each with its chosen variant, and without those hidden from the prompt.

    Those that were read last time are the same.
    """
    known_path, known, turns = _last[0]
    if path is known_path:
        return turns
    said = spoken(path)
    same = [*map(is_, said, known), False].index(False)
    fresh = (
        Turn(
            message_id=message.id,
            variant_id=message.chosen_id,
            speaker=message.speaker,
            name=message.name,
            text=variants[message.chosen_id].text,
        )
        for message in said[same:]
    )
    turns = (*turns[:same], *fresh)
    _last[0] = path, said, turns
    return turns


def user_name(open_chat: OpenChat) -> str:
    """Who the user plays."""
    return open_chat.persona.name if open_chat.persona else "You"


def called(who: Character | None) -> str:
    """The name of who replies; nobody of the cast is the narrator."""
    return who.called if who else "Narrator"


def _sources(who: Character | None, open_chat: OpenChat, note: str) -> tuple[tuple[Source, str], ...]:
    you = open_chat.persona
    named: list[tuple[Source, str]] = [("persona", you.description if you else "")]
    if who:
        named += [
            ("description", who.description),
            ("personality", who.personality),
            ("scenario", who.scenario),
            ("creator_notes", who.creator_notes),
        ]
    named.append(("author_note", note))
    return tuple((name, text) for name, text in named if text)


def _scene(state: AppState, open_chat: OpenChat, turns: tuple[Turn, ...], who: Character | None) -> Scene:
    note = note_in(open_chat.chat.note, turns)
    return Scene(
        turns=turns,
        preset=with_note_place(preset_for(state, open_chat.chat), open_chat.chat.note),
        books=scene_books(open_chat.books, open_chat.cast),
        character=who,
        persona=open_chat.persona,
        char_name=called(who),
        user_name=user_name(open_chat),
        settings=replace(settings_of(state, open_chat), author_note=note),
        sources=_sources(who, open_chat, note),
        character_tags=who.tags if who else (),
        timers=timers_after(open_chat, turns),
        group=len(open_chat.chat.members) > 1,
    )


def timers_after(open_chat: OpenChat, turns: tuple[Turn, ...]) -> tuple[Timer, ...]:
    """The timers as the newest reply among the turns left them."""
    used = filter(None, map(attrgetter("variant_id"), reversed(turns)))
    return next((variant.timers for variant in map(open_chat.variants.get, used) if variant and variant.plan_id), ())


def draft_scene(state: AppState, open_chat: OpenChat) -> Scene:
    """The next turn with the draft as its newest message; an empty draft adds none. It starts no timer."""
    turns = turns_of(open_chat.path, open_chat.variants)
    draft = open_chat.chat.draft
    who = next_character(open_chat, draft=draft)
    if draft.strip():
        turns += (Turn(message_id=DRAFT_ID, variant_id=None, speaker="user", name=user_name(open_chat), text=draft),)
    return replace(_scene(state, open_chat, turns, who), draft=bool(draft.strip()), dry_run=True)


def trial_scene(state: AppState, preset: Preset) -> Scene:
    """The next turn of the chat that was open last, by this preset; a chat without a word where none was."""
    if state.chat is not None:
        chat = replace(state.chat.chat, preset_id=preset.id)
        return draft_scene(state, replace(state.chat, chat=chat))
    endpoint = state.endpoint.saved
    settings = Settings(
        context_tokens=context_of(preset, endpoint),
        reply_reserve_tokens=reply_of(preset, endpoint),
        encoding=encoding_of(endpoint.model)[0],
        system_prompt=state.preferences.system_prompt,
        text_completion=endpoint.is_text,
    )
    return Scene(turns=(), char_name=called(None), user_name="You", settings=settings, preset=preset, dry_run=True)


def replay_scene(state: AppState, open_chat: OpenChat) -> Scene:
    """The whole chat as turns are planned from; each turn has its beginning only, and its own timers."""
    turns = turns_of(open_chat.path, open_chat.variants)
    return replace(_scene(state, open_chat, turns, next_character(open_chat)), timers=())


def reply_scene(
    state: AppState,
    open_chat: OpenChat,
    before: tuple[Message, ...],
    who: Character | None,
    *,
    trigger: str,
    prefill: str,
) -> Scene:
    """The turn in which `who` answers the messages `before`; `prefill` is the reply that is continued."""
    turns = turns_of(before, open_chat.variants)
    return replace(_scene(state, open_chat, turns, who), trigger=trigger, prefill=prefill)


def passage_scene(state: AppState, open_book: OpenBook) -> Scene:
    """A passage as the only message of a chat that has only this book, by the rules that the book was written for."""
    semantics: Semantics = open_book.book.semantics or "native"
    turn = Turn(message_id=DRAFT_ID, variant_id=None, speaker="user", name="", text=open_book.passage)
    encoding, exact = encoding_of(state.endpoint.saved.model)
    settings = Settings(
        memory_budget_tokens=open_book.book.budget or state.preferences.memory_budget_tokens,
        context_tokens=state.endpoint.saved.context_tokens,
        reply_reserve_tokens=0,
        encoding=encoding,
        exact=exact,
        scan_names=False,
    )
    settings = _under(semantics, rules_of(semantics, ActivationSettings()), settings)
    return Scene(turns=(turn,), books=(LinkedBook(book=open_book.book),), settings=settings, draft=True, dry_run=True)
