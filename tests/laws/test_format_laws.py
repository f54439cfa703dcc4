"""Laws of the file formats: codecs are exact, and no bytes ever crash an import."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry, EntryBudget, Filter, Place, Recursion
from loreglass.domain.story.cast import Character
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.jsontext import parse_json, raw_text
from loreglass.formats.keywords import escape_wildcards, is_pattern
from loreglass.formats.native import (
    decode_book,
    decode_character,
    decode_entry,
    encode_book,
    encode_character,
    encode_entry,
)
from tests.formats import samples

TEXT = st.text(max_size=12)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
NUMBER = st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False, width=32)
WHOLE = st.integers(-100, 10**6)
MAYBE_FLAG = st.none() | st.booleans()
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["text", "mood", "raw", "origin", "place", "id", "entries", "format", "slot", "name"])
RAW = (
    st.just("")
    | st.dictionaries(FIELDS | TEXT, JSON | st.dictionaries(FIELDS, JSON, max_size=2), max_size=4).map(raw_text)
    | JSON.map(raw_text)
    | TEXT
)
ORIGIN = st.sampled_from(["", "native", "sillytavern"]) | TEXT
ENTRY = st.builds(
    Entry,
    id=st.uuids().map(lambda found: EntryId(str(found))),
    name=TEXT,
    text=TEXT,
    keywords=TEXTS,
    secondary=TEXTS,
    logic=st.sampled_from(["and_any", "and_all", "not_any", "not_all"]),
    rule=TEXT,
    constant=st.booleans(),
    enabled=st.booleans(),
    priority=NUMBER,
    weight=NUMBER,
    case_sensitive=MAYBE_FLAG,
    whole_words=MAYBE_FLAG,
    depth=st.none() | WHOLE,
    sources=st.lists(st.sampled_from(["persona", "scenario", "author_note"]), max_size=3).map(tuple),
    probability=NUMBER,
    groups=TEXTS,
    group_weight=NUMBER,
    group_override=st.booleans(),
    recursion=st.builds(Recursion, wakes=st.booleans(), woken=st.booleans(), delay_level=WHOLE),
    sticky=WHOLE,
    cooldown=WHOLE,
    delay=WHOLE,
    triggers=TEXTS,
    filter=st.builds(Filter, names=TEXTS, tags=TEXTS, exclude=st.booleans()),
    place=st.builds(
        Place,
        slot=st.sampled_from(["memory", "before", "at_depth", "outlet"]),
        depth=WHOLE,
        role=st.sampled_from(["system", "user", "assistant"]),
        outlet=TEXT,
    ),
    budget=st.builds(EntryBudget, ignore=st.booleans(), reserve=WHOLE, cap=st.none() | WHOLE),
    owner_id=TEXT,
    tags=TEXTS,
    note=TEXT,
    origin=ORIGIN,
    raw=RAW,
    revision=WHOLE,
)
BOOK = st.builds(
    Book,
    id=TEXT.map(BookId),
    name=TEXT,
    description=TEXT,
    enabled=st.booleans(),
    depth=st.none() | WHOLE,
    budget=st.none() | WHOLE,
    recursive=MAYBE_FLAG,
    entries=st.lists(ENTRY, max_size=3, unique_by=lambda entry: entry.id).map(tuple),
    origin=ORIGIN,
    raw=RAW,
)
CHARACTER = st.builds(
    Character,
    id=TEXT.map(CharacterId),
    name=TEXT,
    greeting=TEXT,
    alternate_greetings=TEXTS,
    tags=TEXTS,
    book_ids=st.lists(TEXT.map(BookId), max_size=3).map(tuple),
    picture=TEXT,
    origin=ORIGIN,
    raw=RAW,
)


def stored(value: object) -> object:
    """The value as it comes back from a record."""
    return json.loads(json.dumps(value, allow_nan=False))


@given(ENTRY)
def test_stored_entry_comes_back_the_same(entry: Entry) -> None:
    assert decode_entry(stored(encode_entry(entry))) == entry


@given(BOOK)
def test_stored_book_comes_back_the_same(book: Book) -> None:
    assert decode_book(stored(encode_book(book))) == book


@given(CHARACTER)
def test_stored_character_comes_back_the_same(character: Character) -> None:
    assert decode_character(stored(encode_character(character))) == character


@given(
    st.dictionaries(TEXT.map("x-".__add__), JSON, max_size=3), st.dictionaries(TEXT.map("x-".__add__), JSON, max_size=3)
)
def test_unknown_fields_survive_a_round_trip(of_book: dict[str, object], of_entry: dict[str, object]) -> None:
    entry = {"id": "e", "text": "x", **of_entry}
    file = {"format": "loreglass/book", "version": 1, "name": "B", **of_book, "entries": [entry]}
    assert encode_book(decode_book(stored(file))) == file


@given(JSON)
def test_raw_text_reads_back_as_the_value(value: object) -> None:
    text = raw_text(value)
    text.encode()
    assert parse_json(text) == value
    assert raw_text(parse_json(text)) == text


@given(st.text(alphabet="ab*?\\/", max_size=8))
def test_escaped_keyword_has_no_wildcard_left(keyword: str) -> None:
    escaped = escape_wildcards(keyword)
    if not is_pattern(keyword):
        assert escaped.replace(r"\*", "*").replace(r"\?", "?") == keyword.replace(r"\*", "*").replace(r"\?", "?") or (
            "\\" in keyword
        )
        assert "*" not in escaped.replace(r"\*", "")
        assert "?" not in escaped.replace(r"\?", "")


@given(JSON | st.dictionaries(st.sampled_from(["entries", "spec", "data", "kind", "name", "first_mes"]), JSON))
def test_any_json_value_is_an_import_or_one_sentence(value: object) -> None:
    _, sentence = samples.outcome(lambda: decode_value(value, source="x.json"))
    assert "\n" not in sentence


def originals() -> list[bytes]:
    files = [json.dumps(value).encode() for value in samples.EVERY_JSON.values()]
    return [*files, samples.card_png(samples.CARD_V2), samples.card_png(samples.CARD_V3, name="ccv3")]


def mutated(original: bytes, chance: random.Random) -> bytes:
    """The file after a few bytes were changed, cut, put in or repeated."""
    words = [
        b'"',
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b":",
        b"null",
        b"-",
        b"1e999",
        b"NaN",
        b"\\ud800",
        b"\\",
        b"\0",
        b"\xff",
    ]
    data = bytearray(original)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                del data[at : at + chance.randint(1, 20)]
            case 2:
                data[at:at] = chance.choice(words)
            case _:
                data[at : at + 1] = data[at : at + chance.randint(1, 30)] * 2
    return bytes(data)


@pytest.mark.parametrize("seed", range(8))
def test_no_mutation_of_a_file_does_more_than_give_one_sentence(seed: int) -> None:
    chance = random.Random(seed)
    for original in originals() * 10:
        data = mutated(original, chance)
        imported, sentence = samples.outcome(lambda data=data: read_file("x", data))  # type: ignore[misc]
        if imported is None:
            assert sentence.startswith("x: ")
            assert "\n" not in sentence
            continue
        for book in imported.books:
            assert decode_book(stored(encode_book(book))) == book
        if imported.character:
            assert decode_character(stored(encode_character(imported.character))) == imported.character
