"""The chat's own settings as data, each with where its value comes from."""

from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from loreglass.app.presets import PresetFrom, chosen_preset
from loreglass.app.programs import PROGRAMS, rules_of
from loreglass.app.scenes import depth_of
from loreglass.app.state import Library, OpenChat, Preferences
from loreglass.app.strings.counts import spent_lines
from loreglass.app.strings.presets import APP_ORDER
from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Scope
from loreglass.domain.story.cast import Persona
from loreglass.domain.story.chat import Chat
from loreglass.domain.story.semantics import ActivationSettings, Semantics

Origin = Literal["chat", "program", "settings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChoice:
    """A book that the chat may use; `comes` says with what it comes where the chat itself has no say in it."""

    id: BookId
    name: str
    entry_count: int
    linked: bool
    comes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A number in force, and where it was set."""

    value: float
    origin: Origin
    default: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleView:
    """A rule of the program that the chat may set, by the name of its field: a number, a switch or a choice."""

    name: str
    value: float | bool | str
    default: float | bool | str
    changed: bool
    """True where it is set in the chat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """What the chat may set of its program's rules. `percent` is None where the budget is in tokens."""

    percent: Setting | None
    fields: tuple[RuleView, ...]

    @property
    def cap_tokens(self) -> float:
        """What the per cent may not exceed; 0 for no such limit."""
        caps = (each.value for each in self.fields if each.name == "budget_cap_tokens")
        return next((cap for cap in caps if not isinstance(cap, str)), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetChoice:
    """The preset that the chat plays by; `chosen` is the chat's own, "" where it takes the usual one."""

    chosen: str = ""
    by: PresetFrom = "app"
    usual: str = APP_ORDER
    presets: tuple[tuple[str, str], ...] = ()
    """(id, name) of all that may be chosen."""
    context_tokens: int | None = None
    reply_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupView:
    """The tab Setup, and (with the linked books only) the tab Book."""

    title: str
    persona_id: str
    personas: tuple[tuple[str, str], ...]
    """(id, name) of everyone the user may play; "" is the user as such."""
    books: tuple[BookChoice, ...]
    depth: Setting
    budget: Setting
    semantics: Semantics
    rules: RulesView | None
    """None where the program has no such settings."""
    writer: bool
    spent: tuple[str, ...] = ()
    """What the chat's replies took, a sentence each."""
    preset: PresetChoice = field(default_factory=PresetChoice)


def setup_view(open_chat: OpenChat, library: Library, preferences: Preferences) -> SetupView:
    """What Setup shows of the chat."""
    chat = open_chat.chat
    linked = {one.book.id for one in open_chat.books} | set(chat.book_ids)
    books = tuple(
        BookChoice(
            id=one.id,
            name=one.name,
            entry_count=one.entry_count,
            linked=one.id in linked,
            comes=_comes(one.id, open_chat),
        )
        for one in library.books
    )
    return SetupView(
        title=chat.title,
        persona_id=open_chat.persona.id if open_chat.persona else "",
        personas=(("", "Yourself"), *((one.id, one.name) for one in _personas(open_chat, library))),
        books=tuple(sorted(books, key=lambda one: not one.linked)),
        depth=_depth(chat, preferences),
        budget=_setting(chat.memory_budget_tokens, preferences.memory_budget_tokens),
        semantics=chat.semantics,
        rules=_rules(chat.activation, chat.semantics),
        writer=open_chat.writer,
        preset=_preset(chat, library, preferences),
        spent=spent_lines(chat.spent),
    )


def _preset(chat: Chat, library: Library, preferences: Preferences) -> PresetChoice:
    found = chosen_preset(library.presets, chat.preset_id, preferences.preset_id)
    return PresetChoice(
        chosen=found.preset.id if found.by == "chat" else "",
        by=found.by,
        usual=chosen_preset(library.presets, None, preferences.preset_id).preset.name or APP_ORDER,
        presets=tuple((one.id, one.name or "Unnamed preset") for one in library.presets),
        context_tokens=found.preset.context_tokens,
        reply_tokens=found.preset.reply_tokens,
    )


COMES: dict[Scope, str] = {
    "character": "comes with the character",
    "persona": "comes with your persona",
    "global": "in every chat",
}


def _comes(book_id: BookId, open_chat: OpenChat) -> str:
    """What brings the book along, the first in the order in which books are read; "" where the chat does."""
    return next((COMES.get(each.scope, "") for each in open_chat.books if each.book.id == book_id), "")


def _personas(open_chat: OpenChat, library: Library) -> tuple[Persona, ...]:
    """The library's personas, and the chat's own where it is not among them."""
    own = open_chat.persona
    return library.personas if own is None or own in library.personas else (own, *library.personas)


def _depth(chat: Chat, preferences: Preferences) -> Setting:
    program = PROGRAMS[chat.semantics].depth_messages is not None
    default = depth_of(replace(chat, memory_depth_messages=None), preferences, chat.semantics)
    setting = _setting(chat.memory_depth_messages, default)
    return replace(setting, origin="program") if program and setting.origin == "settings" else setting


def _rules(own: ActivationSettings, semantics: Semantics) -> RulesView | None:
    program = PROGRAMS[semantics]
    if not program.fields:
        return None
    default, rules = asdict(program.rules), asdict(rules_of(semantics, own))
    held = asdict(own.native if semantics == "native" else own)
    percent = None
    if program.rules.budget_percent is not None:
        origin: Origin = "program" if own.budget_percent is None else "chat"
        percent = Setting(value=rules["budget_percent"], origin=origin, default=default["budget_percent"])
    return RulesView(
        percent=percent,
        fields=tuple(
            RuleView(name=name, value=rules[name], default=default[name], changed=held[name] is not None)
            for name in program.fields
            if name != "budget_percent"
        ),
    )


def _setting(own: int | None, default: int) -> Setting:
    return Setting(value=default if own is None else own, origin="settings" if own is None else "chat", default=default)
