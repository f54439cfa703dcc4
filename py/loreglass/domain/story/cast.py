"""Characters and personas."""

from dataclasses import dataclass

from loreglass.domain.ids import BookId, CharacterId, PersonaId
from loreglass.domain.story.semantics import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Who replies, as its card tells; texts are unfilled (macros stand as written).

    `picture` is the id of a stored image ("" for none); `raw` the untouched card as JSON text.
    """

    id: CharacterId
    name: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    greeting: str = ""
    alternate_greetings: tuple[str, ...] = ()
    examples: str = ""
    system_prompt: str = ""
    post_history: str = ""
    creator: str = ""
    creator_notes: str = ""
    character_version: str = ""
    nickname: str = ""
    tags: tuple[str, ...] = ()
    depth_prompt: str = ""
    book_ids: tuple[BookId, ...] = ()
    semantics: Wish = ""
    picture: str = ""
    origin: str = ""
    raw: str = ""
    note: str = ""
    """For the user alone: never sent."""

    @property
    def called(self) -> str:
        """What `{{char}}` means: the nickname of a V3 card where it has one."""
        return self.nickname or self.name

    @property
    def greetings(self) -> tuple[str, ...]:
        """How a chat may begin, the card's first choice first; blank ones are none."""
        return tuple(text for text in (self.greeting, *self.alternate_greetings) if text.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Who the user plays."""

    id: PersonaId
    name: str
    description: str = ""
    book_ids: tuple[BookId, ...] = ()
