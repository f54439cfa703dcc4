import json

import pytest

from loreglass.domain.story.cast import Character
from loreglass.formats.detect import read_file
from loreglass.formats.imported import Imported
from tests.formats import samples


def imported(value: object) -> Imported:
    return read_file("tull.json", samples.as_bytes(value))


def character(value: object) -> Character:
    found = imported(value).character
    assert found is not None
    return found


def warnings(value: object) -> list[str]:
    return [warning.code for warning in imported(value).report.warnings]


def v2(**fields: object) -> dict[str, object]:
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "A", **fields}}


def test_v2_card_gives_a_character_with_everything_it_says() -> None:
    tull = character(samples.CARD_V2)
    assert (tull.name, tull.called) == ("Mr Tull", "Mr Tull")
    assert tull.description == "{{char}} keeps the light."
    assert tull.greeting == "Speak to the left ear."
    assert tull.alternate_greetings == ("You again, is it?", "Mind the step, and the rope.")
    assert (tull.post_history, tull.depth_prompt) == ("Stay terse.", "He counts the strokes.")
    assert (tull.tags, tull.creator, tull.character_version) == (("coast", "mystery"), "a keeper", "3")
    assert tull.origin == "card_v2"


def test_v3_card_is_called_by_its_nickname() -> None:
    tull = character(samples.CARD_V3)
    assert (tull.called, tull.origin) == ("Tull", "card_v3")


@pytest.mark.parametrize("card", [samples.CARD_V1, samples.PYGMALION])
def test_flat_cards_are_v1(card: dict[str, object]) -> None:
    tull = character(card)
    assert (tull.name, tull.description, tull.greeting) == ("Mr Tull", "Keeps the light.", "Speak to the left ear.")
    assert imported(card).format == "card_v1"


@pytest.mark.parametrize("card", [samples.CARD_V2, samples.CARD_V3])
def test_book_of_a_card_is_one_of_its_books_and_not_in_its_raw(card: dict[str, object]) -> None:
    (book,) = imported(card).books
    assert (book.name, len(book.entries)) == ("Tull's book", 2)
    data = card["data"]
    assert isinstance(data, dict)
    expected = {**card, "data": {field: item for field, item in data.items() if field != "character_book"}}
    assert json.loads(character(card).raw) == expected


def test_book_of_a_card_without_a_name_takes_the_name_of_the_character() -> None:
    assert imported(v2(character_book={"entries": [{"keys": ["a"], "content": "x"}]})).books[0].name == "A"


@pytest.mark.parametrize("nothing", [None, {}, []])
def test_card_whose_book_is_null_or_empty_has_none(nothing: object) -> None:
    assert imported(v2(character_book=nothing)).books == ()
    assert warnings(v2(character_book=nothing)) == []


@pytest.mark.parametrize(
    ("bad", "code"), [({"entries": [5]}, "bad_book"), ("text", "wrong_type"), ({"entries": 5}, "bad_book")]
)
def test_card_with_an_unreadable_book_comes_without_it_and_says_so(bad: object, code: str) -> None:
    assert imported(v2(character_book=bad)).books == ()
    assert code in warnings(v2(character_book=bad))


@pytest.mark.parametrize(
    ("spec", "version", "told"),
    [
        ("chara_card_v3", "3.0", []),
        ("chara_card_v3", 3, []),
        ("chara_card_v3", "3.1", ["newer_version"]),
        ("chara_card_v3", None, []),
        ("chara_card_v4", "4.0", ["newer_version"]),
        ("chara_card_v2", "2.0", []),
    ],
)
def test_card_newer_than_known_is_imported_with_a_warning(spec: str, version: object, told: list[str]) -> None:
    card = {"spec": spec, "spec_version": version, "data": {"name": "A"}}
    assert character(card).name == "A"
    assert warnings(card) == told


def test_card_without_a_name_takes_the_name_of_the_file() -> None:
    assert character({"spec": "chara_card_v2", "data": {"first_mes": "Hello"}}).name == "tull"


def test_card_whose_data_is_missing_is_read_from_its_flat_fields() -> None:
    assert character({"spec": "chara_card_v2", **samples.CARD_V1}).greeting == "Speak to the left ear."


def test_fields_that_are_not_used_are_listed_as_kept() -> None:
    card = {**samples.CARD_V3, "name": "Mr Tull", "create_date": "today"}
    kept = {row.file_field for row in imported(card).report.rows if row.group == "kept"}
    assert kept == {
        "create_date",
        "data.creation_date",
        "data.extensions.fav",
        "data.character_book.extensions.shelf",
        "extensions.colour",
    }


def test_assets_and_a_placed_depth_prompt_are_told_as_lost() -> None:
    card = v2(assets=[{"type": "icon"}], extensions={"depth_prompt": {"prompt": "x", "depth": 9, "role": "user"}})
    lost = {(row.file_field, row.note) for row in imported(card).report.rows if row.group == "cannot"}
    assert lost == {
        ("data.assets", "assets_not_shown"),
        ("data.extensions.depth_prompt.depth", "depth_prompt_place"),
        ("data.extensions.depth_prompt.role", "depth_prompt_place"),
    }


def test_lorebook_dropped_as_a_card_becomes_a_book() -> None:
    png = samples.card_png(samples.LOREBOOK_V3, name="ccv3")
    found = read_file("tides.png", png)
    assert (found.kind, found.character) == ("book", None)
