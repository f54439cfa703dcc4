"""Who replies in an offered chat: whom its file names, who of them is known here, and whom the user chose. Pure."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from loreglass.app.import_names import free_name
from loreglass.app.lately import lately
from loreglass.app.moment import Moment
from loreglass.app.state import Importing, ImportItem, Library
from loreglass.domain.ids import CharacterId
from loreglass.domain.story.cast import Character
from loreglass.formats.chat import ChatTree
from loreglass.formats.imported import Imported, ImportedChat

NEW, NOBODY = "new", ""
HERE, CARD = "here/", "card/"
"""What is chosen for a name: a new character, nobody, one that is here (and its id), a card of this import (token)."""
UNKNOWN_AT_MOST = 30
"""How many names that nobody here has are asked about; more are no group, but a spoiled file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A name of the file under which replies are said; `is_lead` of the one that the chat is with."""

    name: str
    chosen: str
    known: str = NOBODY
    """Who has the name here, or in this import; NOBODY where nobody has."""
    is_lead: bool = False
    speaks: bool = True
    """False for a name that only the file's head tells."""

    @property
    def key(self) -> str:
        """The name as it is compared."""
        return key_of(self.name)


def key_of(name: str) -> str:
    """The name without what makes no difference."""
    return name.strip().casefold()


def accepted(importing: Importing) -> tuple[tuple[ImportItem, Imported], ...]:
    """The files that would come in."""
    return tuple((each, each.imported) for each in importing.items if each.imported and each.choices.fate != "skip")


def cards(importing: Importing) -> tuple[tuple[ImportItem, Character], ...]:
    """The characters that would come in with the same import."""
    return tuple((item, told.character) for item, told in accepted(importing) if told.character is not None)


def card_id(item: ImportItem, library: Library, at: int, moment: Moment) -> CharacterId:
    """The id that a card gets: that of the character it takes the place of, or its own."""
    earlier = item.choices.earlier[0].id if item.choices.fate == "replace" and item.choices.earlier else None
    old = next((each.id for each in library.characters if each.id == earlier), None)
    return old or CharacterId(moment.id(f"character-{at}"))


def known_as(library: Library, importing: Importing | None) -> dict[str, str]:
    """Who has a name or nickname, here or in the import; who is here comes first."""
    found: dict[str, str] = {}
    for who in library.characters:
        for name in (who.name, who.called):
            found.setdefault(key_of(name), f"{HERE}{who.id}")
    for item, who in cards(importing) if importing else ():
        for name in (item.name, who.name, who.called):
            found.setdefault(key_of(name), f"{CARD}{item.token}")
    found.pop("", None)
    return found


def parts(item: ImportItem, library: Library, importing: Importing | None) -> tuple[Part, ...]:
    """The names that reply in the chat, the one it is with first, each with who is chosen for it."""
    imported = item.imported
    if imported is None or imported.chat is None:
        return ()
    known = known_as(library, importing)
    named = _in_tree(imported.tree, known) if imported.tree else _in_messages(imported.chat, known)
    chosen = dict(item.choices.cast)
    there = {NEW, NOBODY, *(f"{HERE}{each.id}" for each in library.characters)}
    there |= {f"{CARD}{each.token}" for each, _ in cards(importing)} if importing else set()
    return tuple(
        Part(
            name=part.name,
            known=part.known,
            is_lead=part.is_lead,
            speaks=part.speaks,
            chosen=wish if (wish := chosen.get(part.key, part.chosen)) in there else part.chosen,
        )
        for part in named
    )


def _in_tree(tree: ChatTree, known: Mapping[str, str]) -> tuple[Part, ...]:
    """Whom a chat of ours is with: its file says it, and so they are all wanted here too."""
    names = dict(tree.cast)
    lead, *others = tree.chat.character_id, *tree.chat.members
    ids = dict.fromkeys(each for each in (lead, *others) if each in names and names[each].strip())
    found: dict[str, Part] = {}
    for each in ids:
        who = known.get(key_of(names[each]), NOBODY)
        part = Part(name=names[each], known=who, chosen=who or NEW, is_lead=each == lead)
        found.setdefault(part.key, part)
    return tuple(found.values())


def _in_messages(chat: ImportedChat, known: Mapping[str, str]) -> tuple[Part, ...]:
    """Who replies in a chat of another program: by its head, and by the names that its messages are said under.

    A name that is only said under hidden messages is the program's own, unless somebody here has it. In a file whose
    head names one character, others are asked about, but join only where they are known.
    """
    head = "" if key_of(chat.character_name) == "unused" else chat.character_name.strip()
    said, seen = _said(chat)
    names = [name for name in said if name and (name in seen or name in known)]
    own = key_of(head)
    own = own if own in said or own in known or not names else ""
    if own:
        names = [own, *(name for name in names if name != own)]
    names = names or ([""] if seen else [])
    found: list[Part] = []
    for name in names:
        who, leads = known.get(name, NOBODY), name == names[0]
        # What is said under no name is said by whom the head names.
        speaks = name in said or (leads and "" in seen)
        if not who and sum(not part.known for part in found) >= UNKNOWN_AT_MOST:
            continue
        usual = NEW if name and speaks and (leads or not own) else NOBODY
        part = Part(name=said.get(name, head), known=who, chosen=who or usual, is_lead=leads, speaks=speaks)
        found.append(part)
    return tuple(found)


@lately
def _said(chat: ImportedChat) -> tuple[dict[str, str], set[str]]:
    """The names of replies as they are first written, in their order, and those of replies that are not hidden."""
    said: dict[str, str] = {}
    seen: set[str] = set()
    for each in chat.messages:
        if each.speaker == "character":
            key = key_of(each.name)
            said.setdefault(key, each.name.strip())
            if not each.hidden:
                seen.add(key)
    return said, seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Who is meant by the names of a file, and the characters that are made for it."""

    parts: tuple[Part, ...]
    ids: Mapping[str, CharacterId | None]
    made: tuple[Character, ...] = ()

    def who(self, name: str) -> CharacterId | None:
        """Who is meant by a name."""
        return self.ids.get(key_of(name))


def cast_of(item: ImportItem, library: Library, importing: Importing | None, moment: Moment) -> Cast:
    """Who replies in the chat from now on, as chosen; what two chats of one import call the same is made once."""
    importing = importing or Importing(items=(item,))
    told = parts(item, library, importing)
    coming = {
        f"{CARD}{each.token}": card_id(each, library, at, moment)
        for at, (each, imported) in enumerate(accepted(importing))
        if imported.character is not None
    }
    taken = {who.name for who in library.characters} | {each.name for each, _ in cards(importing)}
    ids: dict[str, CharacterId | None] = {}
    made: list[Character] = []
    for part in told:
        if part.chosen == NEW:
            made.append(_new(part, taken, moment))
            ids[part.key] = made[-1].id
        elif part.chosen.startswith(HERE):
            ids[part.key] = CharacterId(part.chosen.removeprefix(HERE))
        else:
            ids[part.key] = coming.get(part.chosen)
    return Cast(parts=told, ids=ids, made=tuple(made))


def _new(part: Part, taken: set[str], moment: Moment) -> Character:
    """An empty card; one that gets another name because its own is taken is still called by its own."""
    wanted = part.name.strip()
    name = free_name(wanted, taken)
    who = CharacterId(moment.id(f"cast-{hashlib.sha256(part.key.encode(errors='surrogatepass')).hexdigest()[:16]}"))
    return Character(id=who, name=name, nickname=wanted if name != wanted else "")
