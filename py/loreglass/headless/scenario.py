"""A scenario of plan and replay, read from JSON. Every key is known or named in an error. Shape: headless.md."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, cast

from loreglass.domain.asks import Encoding
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, MessageId
from loreglass.domain.story.book import LinkedBook, Scope, Source
from loreglass.domain.story.chat import Speaker, Turn
from loreglass.domain.story.preset import DEFAULT_PRESET
from loreglass.domain.story.scene import Scene, Settings
from loreglass.domain.story.semantics import Semantics, Strategy
from loreglass.formats.detect import decode_value
from loreglass.headless.fields import Fields

_Role = Literal["user", "char", "assistant", "system"]
_SPEAKERS: dict[str, Speaker] = {"user": "user", "char": "character", "assistant": "character", "system": "system"}
_SOURCES: tuple[tuple[str, Source], ...] = (
    ("persona_description", "persona"),
    ("character_description", "description"),
    ("character_personality", "personality"),
    ("character_depth_prompt", "depth_prompt"),
    ("scenario", "scenario"),
    ("creator_notes", "creator_notes"),
)
MOST_PERCENT = 1_000_000
_NOT_YET = ("facts", "rules", "world")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The chat as it stood at one turn; `rolls` of None are those that the scenario has left."""

    turns: tuple[Turn, ...]
    rolls: tuple[float, ...] | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """The scene at the end of the chat, and the moments of a replay."""

    scene: Scene
    moments: tuple[Moment, ...]


def read_scenario(value: object, *, source: str, replays: bool) -> Scenario:
    """The scenario that a JSON value holds; BadInput names the place in it and what was expected."""
    fields = Fields(value, source=source)
    for name in _NOT_YET:
        if fields.take(name):
            raise BadInput(f'"{name}" is not supported yet; leave it out', source=source, place=name)
    settings = _settings(fields.inner("settings"))
    chat = fields.inner("chat")
    char, user = chat.text("char"), chat.text("user")
    turns = _turns(chat, char, user)
    chat.done()
    rolls = fields.numbers("rolls")
    scene = Scene(
        turns=turns,
        books=_books(fields),
        char_name=char,
        user_name=user,
        settings=settings,
        sources=_sources(fields),
        character_tags=fields.texts("character_tags"),
        character_file=fields.text("character_file"),
        trigger=fields.text("trigger", "normal"),
        macros=fields.inner("macros").pairs(),
        preset=replace(DEFAULT_PRESET, template=fields.text("template")),
        rolls=() if rolls is None and settings.semantics == "sillytavern" else rolls,
    )
    moments = _moments(fields, scene) if replays else ()
    fields.done()
    return Scenario(scene=scene, moments=moments)


def _settings(fields: Fields) -> Settings:
    semantics = cast(Semantics, fields.choice("semantics", Semantics, "native"))
    has_own_budget = fields.has("memory_budget")
    settings = Settings(
        semantics=semantics,
        memory_depth_messages=fields.whole("memory_depth", 50),
        memory_budget_tokens=fields.whole("memory_budget", 500),
        context_tokens=fields.whole("context", 8192),
        reply_reserve_tokens=fields.whole("reply_reserve", 512),
        encoding=cast(Encoding, fields.choice("counter", Encoding, "words")),
        exact=True,
        scan_names=fields.flag("scan_names", True),
        seed=fields.whole("seed", 0),
        now=fields.text("now"),
    )
    activation = fields.inner("activation")
    if semantics == "sillytavern":
        settings = _with_sillytavern(settings, activation)
    else:
        settings = _with_activation(settings, activation, has_own_budget=has_own_budget)
    activation.done()
    fields.done()
    return settings


def _with_activation(settings: Settings, fields: Fields, *, has_own_budget: bool) -> Settings:
    percent = fields.number("budget_percent")
    if percent is not None and abs(percent) > MOST_PERCENT:
        raise fields.wrong("budget_percent", percent, f"at most {MOST_PERCENT:,} per cent")
    if percent is not None and has_own_budget:
        # Both limits hold: the smaller one is the budget.
        least = min(settings.memory_budget_tokens, int(percent * settings.context_tokens / 100))
        settings, percent = replace(settings, memory_budget_tokens=least), None
    return replace(
        settings,
        whole_words=fields.flag("whole_words", True),
        case_sensitive=fields.flag("case_sensitive", False),
        recursive=fields.flag("recursive", False),
        max_recursion_steps=fields.whole("max_recursion_steps", 0),
        min_activations=fields.whole("min_activations", 0),
        memory_budget_percent=percent,
    )


def _with_sillytavern(settings: Settings, fields: Fields) -> Settings:
    percent = fields.number("budget_percent")
    return replace(
        settings,
        memory_depth_messages=fields.whole("scan_depth", 2),
        min_activations=fields.whole("min_activations", 0),
        min_activations_depth_messages=fields.whole("min_activations_depth_max", 0),
        memory_budget_percent=25 if percent is None else percent,
        memory_budget_cap_tokens=fields.whole("budget_cap", 0),
        recursive=fields.flag("recursive", False),
        case_sensitive=fields.flag("case_sensitive", False),
        whole_words=fields.flag("match_whole_words", False),
        group_scoring=fields.flag("use_group_scoring", False),
        strategy=cast(Strategy, fields.choice("strategy", Strategy, "character_first")),
        max_recursion_steps=fields.whole("max_recursion_steps", 0),
    )


def _turns(fields: Fields, char: str, user: str) -> tuple[Turn, ...]:
    return tuple(_turn(message, index, char, user) for index, message in enumerate(fields.objects("messages")))


def _turn(message: Fields, index: int, char: str, user: str) -> Turn:
    speaker = _SPEAKERS[message.choice("role", _Role, "user")]
    names: dict[Speaker, str] = {"user": user, "character": char, "system": ""}
    turn = Turn(
        message_id=MessageId(f"m{index}"),
        variant_id=None,
        speaker=speaker,
        name=message.text("name", names[speaker]),
        text=message.text("text"),
    )
    message.take("session")
    message.done()
    return turn


def _sources(fields: Fields) -> tuple[tuple[Source, str], ...]:
    data = fields.inner("scan_data")
    texts = [(source, data.text(name)) for name, source in _SOURCES]
    data.done()
    notes: list[tuple[Source, str]] = [("author_note", text) for text in fields.texts("injections")]
    return tuple((source, text) for source, text in (*texts, *notes) if text)


def _books(fields: Fields) -> tuple[LinkedBook, ...]:
    linked: list[LinkedBook] = []
    names: set[str] = set()
    for index, item in enumerate(fields.objects("books")):
        scope, own_name, place = "chat", "", item.place
        value: object = item.take("book")
        if isinstance(value, dict | list):
            scope, own_name, place = str(item.choice("scope", Scope, "chat")), item.text("name"), item.at("book")
            item.done()
        else:
            value = item.value
        for book in decode_value(value, source=fields.source, place=place).books:
            name = _free(own_name or book.name or f"Book {index + 1}", names)
            named = replace(book, id=BookId(book.id or f"book {len(linked)}"), name=name)
            linked.append(LinkedBook(book=named, scope=cast(Scope, scope)))
    return tuple(linked)


def _free(name: str, names: set[str]) -> str:
    free, number = name, 1
    while free in names:
        number += 1
        free = f"{name} ({number})"
    names.add(free)
    return free


def _moments(fields: Fields, scene: Scene) -> tuple[Moment, ...]:
    if not fields.has("turns"):
        return tuple(Moment(turns=turns) for turns in _each_reply(scene.turns))
    moments: list[Moment] = []
    for item in fields.objects("turns"):
        turns = _turns(item, scene.char_name, scene.user_name)
        moments.append(Moment(turns=turns, rolls=item.numbers("rolls"), dry_run=item.flag("dry_run", False)))
        item.done()
    return tuple(moments)


def _each_reply(turns: tuple[Turn, ...]) -> Iterator[tuple[Turn, ...]]:
    """The chat before each reply of the character, and the whole chat."""
    for index, turn in enumerate(turns):
        if turn.speaker == "character":
            yield turns[:index]
    yield turns
