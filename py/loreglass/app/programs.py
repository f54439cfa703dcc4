"""The programs whose rules a chat can play by: what a new user of each one has. Rules: memory-books.md."""

from dataclasses import dataclass
from typing import get_args

from loreglass.app.state import Library, NewChat
from loreglass.domain.story.semantics import ActivationSettings, Semantics, Wish
from loreglass.formats.imported import Imported

SEMANTICS: tuple[Semantics, ...] = get_args(Semantics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What a chat starts from; a depth or a per cent of None is the app's own setting (tokens for the budget)."""

    depth_messages: int | None = None
    budget_percent: float | None = None
    recursive: bool = False
    whole_words: bool = True


PROGRAMS: dict[Semantics, Program] = {
    "native": Program(),
    "agnai": Program(),
    "sillytavern": Program(depth_messages=2, budget_percent=25, recursive=True),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A chat's activation settings as they are in force."""

    budget_percent: float | None
    recursive: bool
    whole_words: bool


def rules_of(semantics: Semantics, own: ActivationSettings) -> Rules:
    """The chat's own settings over its program's; a program without such settings has none to change."""
    program = PROGRAMS[semantics]
    own = own if program.budget_percent is not None else ActivationSettings()
    return Rules(
        budget_percent=program.budget_percent if own.budget_percent is None else own.budget_percent,
        recursive=program.recursive if own.recursive is None else own.recursive,
        whole_words=program.whole_words if own.whole_words is None else own.whole_words,
    )


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
