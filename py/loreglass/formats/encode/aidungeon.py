"""AI Dungeon story cards: a list; keys are comma text, and the order of the list is the order of the weights."""

from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.aidungeon import CARDS, read_story_card
from loreglass.formats.encode.form import Fields, Form, reading, written
from loreglass.formats.encode.losses import count_list_losses, count_losses
from loreglass.formats.encode.spelling import literal
from loreglass.formats.tally import Tally

CARD: Final[Form[Entry]] = Form(
    origins=frozenset({CARDS}),
    blank={"keys": "", "value": "", "type": "", "title": "", "description": ""},
    read=lambda reader: read_story_card(reader, EntryId("")),
    write={
        "name": lambda entry: {"title": entry.name},
        "text": lambda entry: {"value": entry.text},
        "keywords": lambda entry: {"keys": ",".join(map(literal, entry.keywords))},
        "tags": lambda entry: {"type": entry.tags[0] if entry.tags else ""},
        "note": lambda entry: {"description": entry.note},
    },
)


def encode_story_cards(book: Book, tally: Tally) -> list[Fields]:
    """The book as a list of cards; what they cannot hold is counted."""
    ordered = sorted(book.entries, key=lambda entry: entry.weight)
    cards = [written(entry, CARD) for entry in ordered]
    count_list_losses(ordered, [reading(card, CARD) for card in cards], tally)
    count_losses(book, Book(id=BookId(""), name=book.name), tally)
    return cards
