"""Laws of the file formats: codecs are exact, and no bytes ever crash an import."""

import json
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry, EntryBudget, Filter, Place, Recursion
from loreglass.domain.story.cast import Character
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.encode.export import BOOKS, export_book
from loreglass.formats.encode.spelling import as_pattern
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


def meaning(entry: Entry, *, case_sensitive: bool, patterns: bool) -> dict[str, object]:
    """What the entry says, however it is spelt; its priority and weight count by their order alone."""
    spelt: dict[str, object] = {}
    for name in ("keywords", "secondary"):
        keywords = [keyword.strip() for keyword in getattr(entry, name)]
        if patterns:
            keywords = [as_pattern(keyword, case_sensitive=case_sensitive).strip() for keyword in keywords]
        spelt[name] = sorted(keywords)
    place = entry.place if entry.place.slot == "at_depth" else replace(entry.place, depth=0, role="system")
    return {
        "name": entry.name,
        "text": entry.text,
        **spelt,
        "logic": entry.logic if entry.secondary else "and_any",
        "rule": entry.rule,
        "constant": entry.constant,
        "enabled": entry.enabled,
        "case_sensitive": entry.case_sensitive,
        "depth": entry.depth,
        "sources": sorted(entry.sources),
        "probability": entry.probability,
        "groups": sorted(entry.groups),
        "recursion": entry.recursion,
        "sticky": entry.sticky,
        "triggers": sorted(entry.triggers),
        "filter": (sorted(entry.filter.names), sorted(entry.filter.tags), entry.filter.exclude),
        "place": replace(place, slot="before") if place.slot == "memory" else place,
        "budget": entry.budget,
        "tags": sorted(entry.tags),
        "note": entry.note,
    }


PATTERNS = ("sillytavern", "lorebook_v3", "v2_book", "novelai_lorebook", "risu")
BY_THE_LIST = ("aid_story_cards", "kobold_lite")
NEW_ENTRY = ENTRY.map(lambda entry: replace(entry, origin="", raw="", rule=""))
NEW_BOOK = st.builds(
    Book,
    id=st.just(BookId("b")),
    name=TEXT,
    description=TEXT,
    depth=st.none() | st.integers(0, 1000),
    budget=st.none() | st.integers(0, 1000),
    recursive=MAYBE_FLAG,
    entries=st.lists(NEW_ENTRY, min_size=1, max_size=3, unique_by=lambda entry: entry.id).map(tuple),
)


@pytest.mark.parametrize("to", sorted(BOOKS))
@settings(max_examples=20)
@given(NEW_BOOK)
def test_what_an_export_does_not_report_as_lost_comes_back(to: str, book: Book) -> None:
    made = export_book(book, to)
    lost = {row.file_field for row in made.report.rows}
    back = read_file("b.json", made.data).books[0].entries
    entries = sorted(book.entries, key=lambda entry: entry.weight) if to in BY_THE_LIST else book.entries
    assert len(back) == len(entries)
    for entry, found in zip(entries, back, strict=True):
        before = meaning(entry, case_sensitive=bool(entry.case_sensitive), patterns=to in PATTERNS)
        after = meaning(found, case_sensitive=bool(entry.case_sensitive), patterns=to in PATTERNS)
        told = {name for name in before if before[name] != after[name] and before[name] is not None}
        if to == "novelai_lorebook":
            told -= {"recursion", "sources"}
        assert told <= lost
    for name in {"priority", "weight"} - lost:
        for a, b in combinations(range(len(back)), 2):
            mine, theirs = (getattr(entries[at], name) for at in (a, b)), (getattr(back[at], name) for at in (a, b))
            assert _sign(*mine) in (0, _sign(*theirs))


def _sign(a: float, b: float) -> int:
    return (a > b) - (a < b)


@pytest.mark.parametrize("to", sorted(BOOKS))
@settings(max_examples=20)
@given(NEW_BOOK)
def test_exporting_an_export_again_loses_nothing_more(to: str, book: Book) -> None:
    first = read_file("b.json", export_book(book, to).data).books[0]
    made = export_book(first, to)
    assert made.report.rows == ()
    assert json.loads(made.data) == json.loads(export_book(read_file("b.json", made.data).books[0], to).data)
    assert [entry.text for entry in read_file("b.json", made.data).books[0].entries] == [
        entry.text for entry in first.entries
    ]


@pytest.mark.parametrize("to", [name for name in sorted(BOOKS) if name != "aid_story_cards"])
@settings(max_examples=20)
@given(
    st.dictionaries(TEXT.map("x-".__add__), JSON, max_size=3),
    st.dictionaries(TEXT.map("x-".__add__), JSON, max_size=3),
    st.text(min_size=1, max_size=9),
)
def test_unknown_fields_survive_an_edit_and_an_export_to_the_same_format(
    to: str, of_book: dict[str, object], of_entry: dict[str, object], text: str
) -> None:
    plain = Book(id=BookId("b"), name="B", entries=(Entry(id=EntryId("e"), text="before", keywords=("a",)),))
    file = json.loads(export_book(plain, to).data)
    _holder(file, to).update(of_book)
    _first(file, to).update(of_entry)
    book = read_file("b.json", json.dumps(file).encode()).books[0]
    edited = replace(book, entries=(replace(book.entries[0], text=text, enabled=False),))
    made = json.loads(export_book(edited, to).data)
    assert {name: _first(made, to).get(name) for name in of_entry} == of_entry
    assert {name: _holder(made, to).get(name) for name in of_book} == of_book
    assert read_file("b.json", json.dumps(made).encode()).books[0].entries[0].text == text


def _holder(file: dict[str, object], to: str) -> dict[str, object]:
    """The object of a file that holds the list of entries."""
    return file["data"] if to == "lorebook_v3" else file  # type: ignore[return-value]


def _first(file: dict[str, object], to: str) -> dict[str, object]:
    """The first entry of a file."""
    name = {"risu": "data", "kobold_lite": "worldinfo"}.get(to, "entries")
    entries = _holder(file, to)[name]
    return next(iter(entries.values() if isinstance(entries, dict) else entries))  # type: ignore[no-any-return, call-overload]
