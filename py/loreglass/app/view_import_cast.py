"""Who replies in an offered chat, as the import preview shows it. Pure."""

from dataclasses import dataclass

from loreglass.app.import_cast import CARD, HERE, NEW, NOBODY, Part, cards, parts
from loreglass.app.state import Importing, ImportItem, Library
from loreglass.app.strings import import_cast as words
from loreglass.app.strings import plain


@dataclass(frozen=True, slots=True, kw_only=True)
class PartView:
    """A name of the file with who may reply under it: (value, words) of each choice."""

    place: int
    name: str
    chosen: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CastView:
    """The question for one chat: what the file says, a choice for each name, and what the choice comes to."""

    said: str
    parts: tuple[PartView, ...]
    note: str = ""


def cast_view(item: ImportItem, library: Library, importing: Importing) -> CastView | None:
    """Who replies in the chat of a file; None where there is nobody to ask about, or the file stays out."""
    named = parts(item, library, importing) if item.choices.fate != "skip" else ()
    if not named:
        return None
    several = len(named) > 1
    shelf = [(f"{HERE}{who.id}", plain(who.name) or "Unnamed") for who in library.characters]
    shelf += [(f"{CARD}{each.token}", words.from_file(each.name, each.file_name)) for each, _ in cards(importing)]
    shown = tuple(
        PartView(place=at, name=plain(part.name), chosen=part.chosen, choices=(*shelf, *_others(part, several=several)))
        for at, part in enumerate(named)
    )
    if several:
        unknown = sum(not part.known for part in named)
        return CastView(said=words.told_of_several(unknown, len(named)), parts=shown)
    (one,) = named
    said = words.told(one.name, here=bool(one.known), coming=one.known.startswith(CARD))
    return CastView(said=said, parts=shown, note=_note(one))


def _others(part: Part, *, several: bool) -> tuple[tuple[str, str], ...]:
    nobody = (NOBODY, words.NOBODY_OF_SEVERAL if several else words.NOBODY)
    if not part.name:
        return (nobody,)
    return (NEW, words.NEW_OF_SEVERAL if several else words.new_one(part.name)), nobody


def _note(part: Part) -> str:
    if part.chosen == NEW:
        return words.made_empty(part.name)
    return words.NARRATED if part.chosen == NOBODY else ""
