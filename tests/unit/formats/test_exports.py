"""What goes out: the original where it came from there, what was edited, and a report of what is lost."""

import json
import re
from dataclasses import replace

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry, Place
from loreglass.domain.story.cast import Character
from loreglass.formats.detect import read_file
from loreglass.formats.encode.export import BOOKS, CARDS, Exported, export_book, export_card
from loreglass.formats.encode.spelling import as_pattern, literal
from loreglass.formats.imported import Imported
from loreglass.formats.png import read_png
from loreglass.formats.tally import Tally
from tests.formats import foreign, samples

EVERY = {**samples.EVERY_JSON, **foreign.EVERY_OTHER_JSON}


def imported(name: str) -> Imported:
    return read_file("coast.json", samples.as_bytes(EVERY[name]))


def edited(book: Book, at: int = 0, **changes: object) -> Book:
    entries = list(book.entries)
    entries[at] = replace(entries[at], **changes)  # type: ignore[arg-type]
    return replace(book, entries=tuple(entries))


def value(made: Exported) -> object:
    return json.loads(made.data)


def lost(made: Exported) -> dict[str, int]:
    assert {row.group for row in made.report.rows} <= {"cannot"}
    return {row.file_field: row.values for row in made.report.rows}


def entry(**fields: object) -> Book:
    return Book(id=BookId("b"), name="B", entries=(Entry(id=EntryId("e"), text="x", **fields),))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_unedited_book_goes_out_as_it_came_in(name: str) -> None:
    book = imported(name).books[0]
    made = export_book(book if name in ("agnai", "v2_book", "lorebook_v3") else replace(book, name=""), name)
    assert (value(made), lost(made)) == (EVERY[name], {})


@pytest.mark.parametrize("name", ["card_v2", "card_v3"])
def test_unedited_card_goes_out_as_it_came_in(name: str) -> None:
    found = imported(name)
    assert found.character
    made = export_card(found.character, found.books[0], name)
    assert (value(made), lost(made)) == (EVERY[name], {})


def test_edit_changes_its_own_fields_and_nothing_else() -> None:
    book = replace(imported("sillytavern").books[0], name="")
    made = value(export_book(edited(book, keywords=("dusk", r"what\?"), sticky=0, enabled=False), "sillytavern"))
    expected = json.loads(json.dumps(EVERY["sillytavern"]))
    expected["entries"]["0"] |= {"key": ["dusk", "what?"], "sticky": None, "disable": True}
    assert made == expected


def test_edited_weight_of_a_card_entry_without_a_priority_leaves_its_priority() -> None:
    book = edited(imported("v2_book").books[0], 1, weight=7)
    rope = read_file("b", export_book(book, "v2_book").data).books[0].entries[1]
    assert (rope.weight, rope.priority) == (7, 40)


@pytest.mark.parametrize("to", sorted(BOOKS))
@pytest.mark.parametrize("name", [name for name in sorted(EVERY) if name not in ("card_v1", "agnai_chat")])
def test_every_book_goes_out_in_every_format_and_comes_back(name: str, to: str) -> None:
    book = imported(name).books[0]
    made = export_book(book, to)
    back = read_file("b.json", made.data)
    assert (back.format, len(back.books[0].entries)) == (to, len(book.entries))
    assert sorted(found.text for found in back.books[0].entries) == sorted(found.text for found in book.entries)


def test_report_names_what_the_other_format_cannot_hold() -> None:
    told = lost(export_book(imported("sillytavern").books[0], "agnai"))
    assert {"secondary", "probability", "place", "sticky", "filter", "groups"} <= told.keys()
    assert not {"text", "name", "enabled", "priority", "weight"} & told.keys()
    assert told["shelfColour"] == 1


def test_book_of_plain_entries_loses_nothing_anywhere_but_without_a_switch() -> None:
    plain = entry(name="The Mole", keywords=("mole", "pier"))
    assert all(lost(export_book(plain, to)) == {} for to in BOOKS)
    assert lost(export_book(edited(plain, enabled=False), "risu")) == {"enabled": 1}


def test_one_order_holds_the_weights_and_else_the_priorities() -> None:
    def orders(**fields: object) -> list[object]:
        entries = tuple(
            Entry(id=EntryId(str(at)), text="x", **{name: values[at] for name, values in fields.items()})  # type: ignore[index]
            for at in range(2)
        )
        made = value(export_book(Book(id=BookId("b"), name="B", entries=entries), "sillytavern"))
        return [item["order"] for item in made["entries"].values()]  # type: ignore[index]

    assert orders(weight=(3, 9), priority=(5, 5)) == [3, 9]
    assert orders(weight=(0, 0), priority=(5, 2)) == [5, 2]


def test_wildcard_becomes_a_pattern_where_patterns_are_known_and_is_reported_elsewhere() -> None:
    book = entry(keywords=("pier*", r"what\?"))
    (made,) = value(export_book(book, "sillytavern"))["entries"].values()  # type: ignore[index]
    assert made["key"] == [as_pattern("pier*"), "what?"]
    assert lost(export_book(book, "sillytavern")) == {}
    assert lost(export_book(book, "kobold_lite")) == {"keywords": 1}
    assert value(export_book(book, "kobold_lite"))["worldinfo"][0]["key"] == "pier,what?"  # type: ignore[index]


def test_pattern_of_a_wildcard_says_what_the_wildcard_says() -> None:
    written = as_pattern("b?d (x)/y*", case_sensitive=True)
    body = written.removeprefix("/").removesuffix("/u").replace(r"[\p{L}\p{M}\p{N}_]", r"\w").replace(r"\/", "/")
    pattern = re.compile(body)
    assert pattern.search("a bad (x)/yz!")
    assert not pattern.search("a bd (x)/y")
    assert not pattern.search("a rbad (x)/y")
    assert as_pattern("pier*").endswith("/iu")
    assert (literal(r"what\?"), literal("*"), literal("/a*/")) == ("what?", "*", "/a*/")


def test_keyword_with_a_comma_is_reported_where_commas_part_keywords() -> None:
    assert lost(export_book(entry(keywords=("Tull, keeper",)), "aid_story_cards")) == {"keywords": 1}


def test_place_at_depth_survives_in_a_card_and_memory_is_before_the_character_in_world_info() -> None:
    book = entry(keywords=("a",), place=Place(slot="at_depth", depth=2, role="user"))
    assert read_file("b", export_book(book, "v2_book").data).books[0].entries[0].place == book.entries[0].place
    assert value(export_book(entry(), "sillytavern"))["entries"]["0"]["position"] == 0  # type: ignore[index]


def test_rule_goes_out_as_the_keywords_that_come_nearest_and_is_reported() -> None:
    book = entry(rule='("a" or "b") and "c" and not "d"')
    made = export_book(book, "v2_book")
    assert lost(made) == {"rule": 1}
    found = read_file("b", made.data).books[0].entries[0]
    assert (found.keywords, found.secondary, found.logic) == (("a", "b"), ("c",), "and_any")


def test_decorators_stay_in_the_text_while_their_fields_do_and_give_way_to_an_edit() -> None:
    book = imported("lorebook_v3").books[0]
    content = "@@depth 3\n@@shelf 9\nThe water stands."

    def written(**changes: object) -> str:
        data = value(export_book(edited(book, **changes), "lorebook_v3"))["data"]  # type: ignore[index]
        return str(data["entries"][0]["content"])

    assert written() == content
    assert written(text="@@shelf 9\nIt moves.") == "@@depth 3\n@@shelf 9\nIt moves."
    assert written(place=Place(slot="at_depth", depth=5)) == "@@shelf 9\nThe water stands."
    moved = export_book(edited(book, place=Place(slot="at_depth", depth=5)), "lorebook_v3")
    assert read_file("b", moved.data).books[0].entries[0].place.depth == 5


def test_novelai_scenario_gives_its_lorebook_with_categories() -> None:
    made = value(export_book(imported("novelai_scenario").books[0], "novelai_lorebook"))
    assert made == foreign.NOVELAI


def test_png_carries_the_card_in_both_versions_and_its_picture() -> None:
    found = imported("card_v3")
    assert found.character
    made = export_card(found.character, found.books[0], "card_v2", picture=samples.PICTURE, as_png=True)
    png = read_png(made.data, source="x", tally=Tally())
    assert [(name, json.loads(text)["spec"]) for name, text in png.cards] == [
        ("ccv3", "chara_card_v3"),
        ("chara", "chara_card_v2"),
    ]
    assert (png.picture, made.suffix) == (samples.PICTURE, "png")


@pytest.mark.parametrize("picture", [b"", b"\xff\xd8\xff\xe0"])
def test_card_without_a_png_gets_a_plain_picture(picture: bytes) -> None:
    who = Character(id=CharacterId("c"), name="Mr Tull")
    made = export_card(who, None, "card_v3", picture=picture, as_png=True)
    found = read_file("x.png", made.data)
    assert found.character
    assert (found.character.name, found.picture[:4]) == ("Mr Tull", b"\x89PNG")


def test_charx_carries_card_book_and_picture() -> None:
    found = read_file("x", foreign.charx())
    assert found.character
    made = export_card(found.character, found.books[0], "charx", picture=found.picture)
    back = read_file("x", made.data)
    assert (back.format, back.picture, len(back.books[0].entries)) == ("charx", samples.PICTURE, 2)
    assert (back.character and back.character.description, lost(made)) == (found.character.description, {})
    assert made.data == export_card(found.character, found.books[0], "charx", picture=found.picture).data


def test_older_card_loses_what_only_the_newer_one_has_and_says_so() -> None:
    found = imported("card_v3")
    assert found.character
    made = export_card(found.character, None, "card_v2")
    assert lost(made) == {"nickname": 1, "creation_date": 1}
    assert "nickname" not in value(made)["data"]  # type: ignore[index]


@pytest.mark.parametrize("to", CARDS)
@pytest.mark.parametrize("name", ["card_v1", "card_v2", "card_v3", "agnai_character"])
def test_every_character_goes_out_as_every_card(name: str, to: str) -> None:
    found = imported(name)
    assert found.character
    back = read_file("x", export_card(found.character, None, to).data).character
    assert back
    for field in ("name", "description", "greeting", "alternate_greetings", "scenario", "tags"):
        assert getattr(back, field) == getattr(found.character, field)


def test_format_that_cannot_be_written_is_named_with_those_that_can() -> None:
    with pytest.raises(BadInput, match="chub; one of native, agnai"):
        export_book(entry(), "chub")
    with pytest.raises(BadInput, match="native; one of card_v2"):
        export_card(Character(id=CharacterId("c"), name="A"), None, "native")
