"""Twelve thousand spoiled files: each gives an import or one sentence, and an import can be stored and exported."""

import json
import random
import sys
from dataclasses import replace

import pytest

from loreglass.formats.backup import decode_backup
from loreglass.formats.chat import with_new_ids
from loreglass.formats.detect import read_file
from loreglass.formats.encode.chat import CHATS, export_chat
from loreglass.formats.encode.export import BOOKS, CARDS, export_book, export_card
from loreglass.formats.imported import Imported
from loreglass.formats.native import decode_book, decode_character, encode_book, encode_character
from loreglass.formats.preset import decode_preset, encode_preset
from loreglass.formats.tally import Tally
from tests.formats import preset_samples, samples
from tests.formats.backup_files import backup_file
from tests.formats.mutations import originals, spoiled

SEEDS = 10
RUNS = 50 if sys.platform == "emscripten" else 1_000


def read(data: bytes) -> Imported:
    return read_file("x", data, chats=True, presets=True, backups=True)


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
    check_ours(imported)
    for row in imported.report.rows:
        (row.file_field + row.example).encode()


def check_ours(imported: Imported) -> None:
    """The same for presets, chats with their branches, and backups."""
    if imported.preset:
        assert decode_preset(stored(encode_preset(imported.preset))) == imported.preset
    if imported.tree:
        with_new_ids(imported.tree, "new-{}".format)
        for to in CHATS:
            export_chat(imported.tree, to)
        again = read_file("again", export_chat(imported.tree, "native").data, chats=True)
        assert again.tree is not None
        assert again.tree.path == tuple(
            (message, replace(variant, plan_id=None)) for message, variant in imported.tree.path
        )
    if imported.backup:
        stores, pictures = dict(imported.backup.stores), dict(imported.backup.pictures)
        data = backup_file(stores, pictures, schema=imported.backup.schema)
        back = decode_backup(data, Tally(), source="again")
        assert dict(back.stores) == stores
        assert dict(back.pictures) == pictures


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_spoiled_file_does_more_than_give_one_sentence(seed: int) -> None:
    chance = random.Random(seed)
    spoil(originals(), chance, RUNS)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_spoiled_preset_chat_or_backup_does_more_than_give_one_sentence(seed: int) -> None:
    spoil(tuple(preset_samples.EVERY_FILE.values()), random.Random(seed), RUNS // 5)


def spoil(files: tuple[bytes, ...], chance: random.Random, runs: int) -> None:
    """Read that many spoiled files, and use what comes of each."""
    for run in range(runs):
        data = spoiled(files[run % len(files)], chance)
        imported, sentence = samples.outcome(lambda data=data: read(data))  # type: ignore[misc]
        if imported:
            check(imported, chance)
        else:
            assert sentence.startswith("x: ")
            assert "\n" not in sentence
