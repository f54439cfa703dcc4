"""Scenes made from the state: what a turn would be planned from."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from operator import is_

from loreglass.app.programs import PROGRAMS, rules_of
from loreglass.app.state import AppState, OpenBook, OpenChat, Preferences
from loreglass.domain.asks import Encoding
from loreglass.domain.ids import DRAFT_ID, VariantId
from loreglass.domain.story.book import LinkedBook, Source
from loreglass.domain.story.chat import Chat, Message, Turn, Variant
from loreglass.domain.story.scene import Scene, Settings
from loreglass.domain.story.semantics import Semantics
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


def settings_of(state: AppState, open_chat: OpenChat, semantics: Semantics | None = None) -> Settings:
    """The chat's settings: its own where set, else its program's, else the app's; or those under other rules."""
    chat, preferences, endpoint = open_chat.chat, state.preferences, state.endpoint.saved
    encoding, exact = encoding_of(endpoint.model)
    budget = chat.memory_budget_tokens
    wanted = semantics or chat.semantics
    rules = rules_of(wanted, chat.activation)
    return Settings(
        semantics=wanted,
        memory_depth_messages=depth_of(chat, preferences, wanted),
        memory_budget_tokens=preferences.memory_budget_tokens if budget is None else budget,
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
        context_tokens=endpoint.context_tokens,
        reply_reserve_tokens=endpoint.reply_tokens,
        encoding=encoding,
        exact=exact and not endpoint.is_demo,
        seed=int.from_bytes(hashlib.sha256(chat.id.encode()).digest()[:4]),
        system_prompt=preferences.system_prompt,
    )


_last: list[tuple[tuple[Message, ...], tuple[Turn, ...]]] = [((), ())]


def turns_of(path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> tuple[Turn, ...]:
    """Messages as the engine reads them: each with its chosen variant. Those that were read last time are the same."""
    known, turns = _last[0]
    if path is known:
        return turns
    same = [*map(is_, path, known), False].index(False)
    fresh = (
        Turn(
            message_id=message.id,
            variant_id=message.chosen_id,
            speaker=message.speaker,
            name=message.name,
            text=variants[message.chosen_id].text,
        )
        for message in path[same:]
    )
    turns = (*turns[:same], *fresh)
    _last[0] = path, turns
    return turns


def user_name(open_chat: OpenChat) -> str:
    """Who the user plays."""
    return open_chat.persona.name if open_chat.persona else "You"


def character_name(open_chat: OpenChat) -> str:
    """Who replies."""
    return open_chat.character.called if open_chat.character else "Narrator"


def _sources(open_chat: OpenChat) -> tuple[tuple[Source, str], ...]:
    who, you = open_chat.character, open_chat.persona
    named: list[tuple[Source, str]] = [("persona", you.description if you else "")]
    if who:
        named += [
            ("description", who.description),
            ("personality", who.personality),
            ("scenario", who.scenario),
            ("creator_notes", who.creator_notes),
        ]
    return tuple((name, text) for name, text in named if text)


def _scene(state: AppState, open_chat: OpenChat, turns: tuple[Turn, ...]) -> Scene:
    return Scene(
        turns=turns,
        books=open_chat.books,
        character=open_chat.character,
        persona=open_chat.persona,
        char_name=character_name(open_chat),
        user_name=user_name(open_chat),
        settings=settings_of(state, open_chat),
        sources=_sources(open_chat),
        character_tags=open_chat.character.tags if open_chat.character else (),
        timers=timers_after(open_chat, turns),
    )


def timers_after(open_chat: OpenChat, turns: tuple[Turn, ...]) -> tuple[Timer, ...]:
    """The timers as the newest reply among the turns left them."""
    variants = (open_chat.variants.get(turn.variant_id) for turn in reversed(turns) if turn.variant_id)
    return next((variant.timers for variant in variants if variant and variant.plan_id), ())


def draft_scene(state: AppState, open_chat: OpenChat) -> Scene:
    """The next turn with the draft as its newest message; an empty draft adds none. It starts no timer."""
    turns = turns_of(open_chat.path, open_chat.variants)
    draft = open_chat.chat.draft
    if draft.strip():
        turns += (Turn(message_id=DRAFT_ID, variant_id=None, speaker="user", name=user_name(open_chat), text=draft),)
    return replace(_scene(state, open_chat, turns), draft=bool(draft.strip()), dry_run=True)


def replay_scene(state: AppState, open_chat: OpenChat) -> Scene:
    """The whole chat as turns are planned from; each turn has its beginning only, and its own timers."""
    turns = turns_of(open_chat.path, open_chat.variants)
    return replace(_scene(state, open_chat, turns), timers=())


def reply_scene(
    state: AppState, open_chat: OpenChat, before: tuple[Message, ...], *, trigger: str, prefill: str
) -> Scene:
    """The turn that answers the messages `before`; `prefill` is the reply that is continued."""
    turns = turns_of(before, open_chat.variants)
    return replace(_scene(state, open_chat, turns), trigger=trigger, prefill=prefill)


def passage_scene(state: AppState, open_book: OpenBook) -> Scene:
    """A passage as the only message of a chat that has only this book."""
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
    return Scene(turns=(turn,), books=(LinkedBook(book=open_book.book),), settings=settings, draft=True, dry_run=True)
