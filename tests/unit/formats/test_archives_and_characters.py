"""CHARX, Backyard archives and Agnai characters."""

import json

import pytest

from loreglass.domain.story.cast import Character
from loreglass.formats.detect import read_file
from tests.formats import foreign, samples


def character(data: bytes) -> Character:
    found = read_file("x", data).character
    assert found is not None
    return found


def agnai(**persona: object) -> str:
    return character(samples.as_bytes({**foreign.AGNAI_CHARACTER, "persona": persona})).description


@pytest.mark.parametrize("scheme", ["embeded://", "embedded://", "EMBEDED://"])
def test_charx_gives_its_card_book_and_main_icon(scheme: str) -> None:
    found = read_file("tull.charx", foreign.charx(uri=f"{scheme}assets/icon/main.png"))
    assert (found.kind, found.format, found.name) == ("card", "charx", "Mr Tull")
    assert found.picture == samples.PICTURE
    assert len(found.books[0].entries) == 2


@pytest.mark.parametrize("uri", ["embeded://elsewhere.png", "https://example.org/a.png", "ccdefault:"])
def test_charx_whose_icon_is_not_inside_has_no_picture(uri: str) -> None:
    assert read_file("x", foreign.charx(uri=uri)).picture == b""


def test_icon_leaves_the_card_that_it_carries_behind() -> None:
    assert read_file("x", foreign.charx(picture=samples.card_png())).picture == samples.PICTURE


def test_icon_that_is_no_raster_image_is_not_shown_and_told() -> None:
    found = read_file("x", foreign.charx(picture=b"<svg onload='x()'/>"))
    assert found.picture == b""
    assert [warning.code for warning in found.report.warnings] == ["picture_not_shown"]


def test_backyard_archive_gives_its_first_character_with_macros_of_this_program() -> None:
    found = read_file("x", foreign.byaf())
    tull = character(foreign.byaf())
    assert (tull.name, tull.description) == ("Mr Tull", "{{char}} keeps the light for {{user}}.")
    assert (tull.scenario, tull.greeting) == ("The ferry is late for {{user}}.", "Speak to the left ear.")
    assert (tull.alternate_greetings, tull.system_prompt) == (("You again?",), "Stay terse.")
    assert tull.examples == "{{user}}: Hello?\n{{char}}: Louder."
    mole, eel = found.books[0].entries
    assert (mole.keywords, mole.text) == (("mole", "pier"), "Gulls avoid it, says {{char}}.")
    assert (mole.weight, eel.weight) == (0, 1)
    assert found.picture == samples.PICTURE


def test_agnai_character_comes_with_its_book() -> None:
    found = read_file("x", samples.as_bytes(foreign.AGNAI_CHARACTER))
    tull = character(samples.as_bytes(foreign.AGNAI_CHARACTER))
    assert (tull.name, tull.greeting, tull.creator_notes) == (
        "Mr Tull",
        "Speak to the left ear.",
        "Keeps the light at night.",
    )
    assert tull.alternate_greetings == ("You again?",)
    assert (found.books[0].name, found.books[0].entries[0].weight) == ("Tull's book", 2)
    assert "characterBook" not in json.loads(tull.raw)


def test_agnai_persona_is_written_as_its_kind_says() -> None:
    attributes = {"trade": ["keeper"], "mind": ["dry", "patient"]}
    assert agnai(kind="attributes", attributes=attributes) == "trade: keeper\nmind: dry, patient"
    assert agnai(kind="wpp", attributes=attributes) == (
        '[character("Mr Tull") {\ntrade("keeper")\nmind("dry" + "patient")\n}]'
    )
    assert (
        agnai(kind="sbf", attributes=attributes) == '[ character: "Mr Tull"; trade: "keeper"; mind: "dry", "patient" ]'
    )
    assert agnai(kind="boostyle", attributes=attributes) == "Mr Tull + keeper + dry + patient"
    assert agnai(kind="text", attributes={"text": ["Keeps the light."]}) == "Keeps the light."
    assert agnai(kind="wpp", attributes={}) == ""
