"""The programs whose rules a chat can play by: what a new user of each one has. Rules: memory-books.md."""

from dataclasses import dataclass, fields, replace
from typing import get_args

from loreglass.app.state import Library, NewChat
from loreglass.domain.story.semantics import ActivationSettings, NativeSettings, Semantics, Strategy, Wish
from loreglass.formats.imported import Imported

SEMANTICS: tuple[Semantics, ...] = get_args(Semantics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A program's rules as they are in force in a chat. A per cent of None is the app's own budget in tokens."""

    budget_percent: float | None = None
    budget_cap_tokens: int = 0
    min_activations: int = 0
    min_activations_depth_messages: int = 0
    recursive: bool = False
    recursion_steps: int = 0
    whole_words: bool = True
    case_sensitive: bool = False
    group_scoring: bool = False
    strategy: Strategy = "character_first"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What a chat starts from; a depth of None is the app's own setting. `fields` are the rules that a chat may set."""

    rules: Rules = Rules()
    fields: tuple[str, ...] = ()
    depth_messages: int | None = None


PROGRAMS: dict[Semantics, Program] = {
    "native": Program(fields=tuple(field.name for field in fields(NativeSettings))),
    "agnai": Program(),
    "sillytavern": Program(
        rules=Rules(budget_percent=25, recursive=True),
        fields=tuple(field.name for field in fields(Rules)),
        depth_messages=2,
    ),
}
WRITTEN_FOR: dict[str, Semantics] = {
    "agnai": "agnai",
    "agnai_character": "agnai",
    "agnai_chat": "agnai",
    "sillytavern": "sillytavern",
    "sillytavern_chat": "sillytavern",
    "card_v2": "sillytavern",
    "card_v3": "sillytavern",
    "v2_book": "sillytavern",
}


def rules_of(semantics: Semantics, own: ActivationSettings) -> Rules:
    """The chat's own settings over its program's; a program without such settings has none to change."""
    program = PROGRAMS[semantics]
    held = own.native if semantics == "native" else own
    changed = {name: value for name in program.fields if (value := getattr(held, name)) is not None}
    return replace(program.rules, **changed)


def with_rule(semantics: Semantics, own: ActivationSettings, name: str, value: object) -> ActivationSettings:
    """The settings with one of the program's rules set, or (None) as a new user has it."""
    if name not in PROGRAMS[semantics].fields:
        return own
    if semantics == "native":
        return replace(own, native=replace(own.native, **{name: value}))  # type: ignore[arg-type]
    return replace(own, **{name: value})  # type: ignore[arg-type]


def semantics_named(value: str) -> Semantics | None:
    """The rules of that name, None where there are none."""
    return next((each for each in SEMANTICS if each == value), None)


def offered(imported: Imported) -> Semantics | None:
    """The other program's rules that a file may ask for; None where it has no entries or comes from elsewhere."""
    has_entries = any(book.entries for book in imported.books) or imported.kind not in ("book", "card")
    return WRITTEN_FOR.get(imported.format) if has_entries else None


def rules_for(new: NewChat, library: Library) -> Semantics:
    """The rules of a new chat: chosen, else what the character or the first of the books wishes for, else our own."""
    who = next((each for each in library.characters if each.id == new.character_id), None)
    books = {each.id: each.semantics for each in library.books}
    wishes = (new.semantics, who.semantics if who else "", *(books.get(each, "") for each in new.book_ids))
    return next((each for each in wishes if each), "native")


def wish_of(value: str) -> Wish:
    """A choice as a wish: our own rules need none."""
    named = semantics_named(value)
    return "" if named is None or named == "native" else named
