"""Ten thousand spoiled files: each gives an import or one sentence, and an import can be stored and exported."""

import json
import random
import sys

import pytest

from loreglass.formats.detect import read_file
from loreglass.formats.encode.export import BOOKS, CARDS, export_book, export_card
from loreglass.formats.imported import Imported
from loreglass.formats.native import decode_book, decode_character, encode_book, encode_character
from tests.formats import samples
from tests.formats.mutations import originals, spoiled

SEEDS = 10
RUNS = 50 if sys.platform == "emscripten" else 1_000


def stored(value: object) -> object:
    return json.loads(json.dumps(value, allow_nan=False))


def check(imported: Imported, chance: random.Random) -> None:
    """What came in goes into the store and out into a file; every text can be written."""
    for book in imported.books:
        assert decode_book(stored(encode_book(book))) == book
        read_file("again.json", export_book(book, "native").data)
        export_book(book, chance.choice(list(BOOKS)))
    if imported.character:
        assert decode_character(stored(encode_character(imported.character))) == imported.character
        made = export_card(imported.character, next(iter(imported.books), None), chance.choice(CARDS))
        assert read_file("again", made.data).character is not None
    for message in imported.chat.messages if imported.chat else ():
        assert message.variants[message.chosen].encode() is not None
    for row in imported.report.rows:
        (row.file_field + row.example).encode()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_spoiled_file_does_more_than_give_one_sentence(seed: int) -> None:
    chance = random.Random(seed)
    files = originals()
    for run in range(RUNS):
        data = spoiled(files[run % len(files)], chance)
        imported, sentence = samples.outcome(lambda data=data: read_file("x", data, chats=True))  # type: ignore[misc]
        if imported:
            check(imported, chance)
        else:
            assert sentence.startswith("x: ")
            assert "\n" not in sentence
