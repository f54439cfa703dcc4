"""The chat's own settings as data, each with where its value comes from."""

from dataclasses import dataclass
from typing import Literal

from loreglass.app.state import Library, OpenChat, Preferences
from loreglass.domain.ids import BookId
from loreglass.domain.story.cast import Persona

Origin = Literal["chat", "settings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookChoice:
    """A book that the chat may use; `from_card` marks the character's own, which comes with the character."""

    id: BookId
    name: str
    entry_count: int
    linked: bool
    from_card: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A number in force, and where it was set."""

    value: int
    origin: Origin
    default: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupView:
    """The tab Setup, and (with the linked books only) the tab Book."""

    title: str
    character: str
    persona_id: str
    personas: tuple[tuple[str, str], ...]
    """(id, name) of everyone the user may play; "" is the user as such."""
    books: tuple[BookChoice, ...]
    depth: Setting
    budget: Setting
    semantics: Literal["native", "agnai"]
    writer: bool


def setup_view(open_chat: OpenChat, library: Library, preferences: Preferences) -> SetupView:
    """What Setup shows of the chat."""
    chat = open_chat.chat
    own = {linked.book.id for linked in open_chat.books if linked.scope != "chat"}
    linked = {one.book.id for one in open_chat.books} | set(chat.book_ids)
    books = tuple(
        BookChoice(
            id=one.id, name=one.name, entry_count=one.entry_count, linked=one.id in linked, from_card=one.id in own
        )
        for one in library.books
    )
    return SetupView(
        title=chat.title,
        character=open_chat.character.name if open_chat.character else "",
        persona_id=open_chat.persona.id if open_chat.persona else "",
        personas=(("", "Yourself"), *((one.id, one.name) for one in _personas(open_chat, library))),
        books=tuple(sorted(books, key=lambda one: not one.linked)),
        depth=_setting(chat.memory_depth_messages, preferences.memory_depth_messages),
        budget=_setting(chat.memory_budget_tokens, preferences.memory_budget_tokens),
        semantics=chat.semantics,
        writer=open_chat.writer,
    )


def _personas(open_chat: OpenChat, library: Library) -> tuple[Persona, ...]:
    """The library's personas, and the chat's own where it is not among them."""
    own = open_chat.persona
    return library.personas if own is None or own in library.personas else (own, *library.personas)


def _setting(own: int | None, default: int) -> Setting:
    return Setting(value=default if own is None else own, origin="settings" if own is None else "chat", default=default)
