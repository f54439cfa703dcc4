"""Agnai, SillyTavern, card books: what they mean here."""

import codecs
import json

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.story.book import Book, Entry, Filter, Place, Recursion
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.imported import Imported
from tests.formats import samples


def imported(value: object) -> Imported:
    return read_file("coast.json", samples.as_bytes(value))


def book(value: object) -> Book:
    return imported(value).books[0]


def world(**fields: object) -> Entry:
    return book({"entries": {"0": {"key": ["a"], "content": "x", **fields}}}).entries[0]


def card_entry(**fields: object) -> Entry:
    return book({"entries": [{"keys": ["a"], "content": "x", **fields}]}).entries[0]


def notes(value: object, note: str) -> list[tuple[str, str, int]]:
    return [(row.group, row.file_field, row.values) for row in imported(value).report.rows if row.note == note]


@pytest.mark.parametrize("name", sorted(samples.EVERY_JSON))
def test_each_kind_of_file_is_known_by_its_content(name: str) -> None:
    assert imported(samples.EVERY_JSON[name]).format == name


@pytest.mark.parametrize("name", sorted(samples.EVERY_JSON))
@pytest.mark.parametrize(
    "encode",
    [
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
        lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        lambda text: b"\r\n " + text.encode() + b"\n\0",
    ],
)
def test_every_encoding_gives_the_same_import(name: str, encode: object) -> None:
    plain = json.dumps(samples.EVERY_JSON[name], ensure_ascii=False)
    found = read_file("coast.json", encode(plain))  # type: ignore[operator]
    assert (found.books, found.character) == (
        imported(samples.EVERY_JSON[name]).books,
        imported(samples.EVERY_JSON[name]).character,
    )


def test_agnai_book_keeps_wildcards_priority_weight_and_switch() -> None:
    mole, eels = book(samples.AGNAI).entries
    assert (mole.name, mole.keywords, mole.priority, mole.weight, mole.enabled) == (
        "The Mole",
        ("mole*", "pier"),
        3,
        9,
        True,
    )
    assert not eels.enabled
    assert (mole.id, eels.id) == ("0", "1")
    assert json.loads(mole.raw) == samples.AGNAI["entries"][0]  # type: ignore[index]
    assert book(samples.AGNAI).recursive is None


def test_world_info_keeps_its_meaning() -> None:
    entry, bell = book(samples.WORLD_INFO).entries
    assert entry.keywords == ("undertow", "/the (old )?mole/i", r"what\?")
    assert (entry.secondary, entry.logic) == (("dusk", "ebb"), "and_all")
    assert (entry.priority, entry.weight) == (120, 120)
    assert entry.place == Place(slot="at_depth", depth=2, role="user")
    assert (entry.probability, entry.groups, entry.group_weight) == (60, ("shore", "pier"), 40)
    assert (entry.sticky, entry.cooldown, entry.delay) == (2, 3, 0)
    assert entry.recursion == Recursion(wakes=False, woken=False, delay_level=2)
    assert (entry.depth, entry.case_sensitive, entry.whole_words) == (8, True, False)
    assert entry.sources == ("depth_prompt", "scenario")
    assert entry.filter == Filter(names=("Tull",), exclude=True)
    assert (entry.triggers, entry.budget.ignore, entry.group_override) == (("swipe",), True, True)
    assert (bell.keywords, bell.enabled, bell.place.slot) == (("bell",), False, "before")
    assert book(samples.WORLD_INFO).recursive is True


def test_preview_tells_what_world_info_loses_keeps_and_maps() -> None:
    rows = {(row.group, row.file_field): row for row in imported(samples.WORLD_INFO).report.rows}
    assert rows["cannot", "automationId"].note == "no_scripts"
    assert rows["mapped", "matchCharacterDepthPrompt"].here == "sources"
    assert rows["kept", "shelfColour"].example == "#7aa2c0"
    assert (rows["mapped", "key"].here, rows["mapped", "key"].values) == ("keywords", 4)
    assert rows["mapped", "disable"].note == "sense_turned"
    assert rows["mapped", "order"].here == "priority_weight"
    assert rows["repaired", "key"].note == "empty_key"
    groups = [row.group for row in imported(samples.WORLD_INFO).report.rows]
    assert groups == sorted(groups, key=("cannot", "kept", "mapped", "repaired").index)


@pytest.mark.parametrize(("number", "logic"), [(0, "and_any"), (1, "not_all"), (2, "not_any"), (3, "and_all")])
def test_selective_logic_by_number(number: int, logic: str) -> None:
    assert world(selective=True, keysecondary=["b"], selectiveLogic=number).logic == logic


def test_secondary_keys_count_only_where_the_entry_is_selective() -> None:
    assert world(selective=True, keysecondary=["b"]).secondary == ("b",)
    assert world(selective=False, keysecondary=["b"]).secondary == ()
    file = {"entries": {"0": {"key": ["a"], "content": "x", "keysecondary": ["b"]}}}
    assert notes(file, "selective_off") == [("kept", "keysecondary", 1)]


@pytest.mark.parametrize(
    ("number", "slot"),
    [
        (0, "before"),
        (1, "after"),
        (2, "note_top"),
        (3, "note_bottom"),
        (4, "at_depth"),
        (5, "examples_top"),
        (6, "examples_bottom"),
        (7, "outlet"),
    ],
)
def test_position_becomes_a_place(number: int, slot: str) -> None:
    assert world(position=number).place.slot == slot


@pytest.mark.parametrize("position", [None, 99, "somewhere"])
def test_entry_without_a_known_position_goes_to_the_memory_section(position: object) -> None:
    assert world(position=position).place.slot == "memory"


def test_chance_counts_only_where_it_is_switched_on() -> None:
    assert world(probability=30, useProbability=True).probability == 30
    assert world(probability=30, useProbability=False).probability == 100
    assert world(probability=30).probability == 100
    assert card_entry(extensions={"probability": 30}).probability == 30


def test_delay_until_recursion_may_be_true() -> None:
    assert world(delayUntilRecursion=True).recursion.delay_level == 1


def test_numbers_as_text_are_converted_and_reported() -> None:
    assert card_entry(insertion_order="40").weight == 40
    assert ("repaired", "insertion_order", 1) in notes(samples.CARD_BOOK, "number_from_text")
    entry = world(probability="50", useProbability=True, position="4", scanDepth="3")
    assert (entry.probability, entry.place.slot, entry.depth) == (50, "at_depth", 3)


def test_probability_above_hundred_is_hundred_and_reported() -> None:
    file = {"entries": [{"keys": ["a"], "content": "x", "extensions": {"probability": 250}}]}
    assert book(file).entries[0].probability == 100
    assert notes(file, "out_of_range") == [("repaired", "extensions.probability", 1)]


def test_keys_as_one_text_are_split_and_reported() -> None:
    file = {"entries": {"0": {"key": "dusk, /a,b/", "content": "x"}}}
    assert book(file).entries[0].keywords == ("dusk", "/a,b/")
    assert notes(file, "list_from_text") == [("repaired", "key", 1)]


def test_card_book_takes_extensions_in_snake_case_and_two_in_camel_case() -> None:
    lamp, rope = book(samples.CARD_BOOK).entries
    assert (lamp.id, rope.id) == ("4", "1")
    assert (lamp.keywords, lamp.secondary, lamp.logic) == (("lamp", r"wick\*"), ("night",), "not_any")
    assert (lamp.weight, lamp.priority, rope.weight, rope.priority) == (30, 7, 40, 40)
    assert (lamp.name, lamp.place.slot, lamp.case_sensitive) == ("The lamp", "after", True)
    assert (lamp.recursion.woken, lamp.group_weight) == (False, 55)
    assert ("kept", "extensions.colour", 1) in notes(samples.CARD_BOOK, "unknown_field")


def test_card_book_keeps_its_depth_budget_and_recursion() -> None:
    found = book(samples.CARD_BOOK)
    assert (found.depth, found.budget, found.recursive, found.origin) == (6, 300, False, "v2_book")
    assert json.loads(found.raw)["extensions"] == {"shelf": 2}


def test_missing_enabled_in_a_card_book_means_on_and_is_reported() -> None:
    assert card_entry().enabled
    assert notes(samples.CARD_BOOK, "enabled_missing") == [("repaired", "enabled", 1)]
    assert not card_entry(enabled=False).enabled


def test_position_in_extensions_wins_over_the_card_field() -> None:
    assert card_entry(position="before_char", extensions={"position": 4, "depth": 1}).place == Place(
        slot="at_depth", depth=1
    )
    assert card_entry(position="before_char").place.slot == "before"
    assert card_entry().place.slot == "memory"


def v3_entry(content: str, **fields: object) -> Entry:
    entry = {"keys": ["a"], "content": content, "enabled": True, "insertion_order": 0, "extensions": {}, **fields}
    return book({"spec": "lorebook_v3", "data": {"entries": [entry]}}).entries[0]


def test_v3_decorator_with_a_field_of_its_own_leaves_the_text_and_the_others_stay() -> None:
    entry = book(samples.LOREBOOK_V3).entries[0]
    assert (entry.text, entry.place) == ("@@shelf 9\nThe water stands.", Place(slot="at_depth", depth=3))
    assert "@@depth 3" in json.loads(entry.raw)["content"]
    assert entry.keywords == ("/neap( tide)?/",)
    assert notes(samples.LOREBOOK_V3, "decorator_unknown") == [("kept", "@@shelf", 1)]


def test_a_decorator_that_is_obeyed_is_told_as_one_that_works() -> None:
    text = "@@activate_only_after 3\n@@is_user_icon me\nx"
    file = {"spec": "lorebook_v3", "data": {"entries": [{"keys": ["a"], "content": text, "insertion_order": 0}]}}
    assert notes(file, "decorator_in_text") == [("mapped", "@@activate_only_after", 1)]
    assert notes(file, "decorator_unused") == [("kept", "@@is_user_icon", 1)]


@pytest.mark.parametrize(
    ("content", "text", "expected"),
    [
        ("@@scan_depth 7\nx", "x", {"depth": 7}),
        ("@@depth 2\n@@role user\nx", "x", {"place": Place(slot="at_depth", depth=2, role="user")}),
        ("@@position before_desc\nx", "x", {"place": Place(slot="before")}),
        ("@@additional_keys dusk, ebb\nx", "x", {"secondary": ("dusk", "ebb"), "logic": "and_any"}),
        ("@@exclude_keys boat\nx", "x", {"secondary": ("boat",), "logic": "not_any"}),
        ("@@depth 2\n@@@instruct_depth 3\nx", "x", {"place": Place(slot="at_depth", depth=2)}),
        ("x\n@@depth 2", "x\n@@depth 2", {"place": Place()}),
        ("@@depth deep\nx", "@@depth deep\nx", {"place": Place()}),
        ("@@role user\nx", "@@role user\nx", {"place": Place()}),
        ("@@depth 1\n@@reverse_depth 2\nx", "@@depth 1\n@@reverse_depth 2\nx", {"place": Place()}),
        ("@@additional_keys a\n@@exclude_keys b\nx", "@@additional_keys a\n@@exclude_keys b\nx", {"secondary": ()}),
        ("@@activate_only_every 3\nx", "@@activate_only_every 3\nx", {}),
        ("@@shelf 1\n@@@depth 2\nx", "@@shelf 1\n@@@depth 2\nx", {"place": Place()}),
        ("@@\nx", "@@\nx", {}),
    ],
)
def test_decorator_becomes_a_field_only_where_it_means_exactly_that(
    content: str, text: str, expected: dict[str, object]
) -> None:
    entry = v3_entry(content)
    assert entry.text == text
    assert {name: getattr(entry, name) for name in expected} == expected


def test_decorators_of_a_v2_book_stay_in_the_text() -> None:
    assert card_entry(content="@@depth 3\nx").text == "@@depth 3\nx"


def test_additional_keys_beside_second_keys_stay_in_the_text() -> None:
    entry = v3_entry("@@additional_keys dusk\nx", selective=True, secondary_keys=["ebb"])
    assert (entry.secondary, entry.text) == (("ebb",), "@@additional_keys dusk\nx")


def test_pattern_without_slashes_is_text_and_warned_of() -> None:
    file = {"entries": [{"keys": [r"drag(on)?\b.*"], "content": "x", "enabled": True, "use_regex": True}]}
    assert book(file).entries[0].keywords == (r"drag(on)\?\b.\*",)
    assert [warning.code for warning in imported(file).report.warnings] == ["pattern_read_as_text"]


def test_duplicate_ids_get_new_ones_and_are_reported() -> None:
    file = {"entries": [{"id": wanted, "keys": ["a"], "content": "x"} for wanted in (1, 1, "1", None, 3, None)]}
    ids = [entry.id for entry in book(file).entries]
    assert ids[0] == "1"
    assert len(set(ids)) == 6
    assert notes(file, "duplicate_id") == [("repaired", "id", 2)]


def test_bad_entries_are_listed_and_the_good_ones_imported() -> None:
    found = imported({"entries": {"0": {"content": 5}, "1": {"key": ["a"], "content": "x"}, "7": None, "8": {}}})
    assert [entry.keywords for entry in found.books[0].entries] == [("a",)]
    assert [(warning.where, warning.code) for warning in found.report.warnings] == [
        ("entry 0", "bad_entry"),
        ("entry 7", "bad_entry"),
        ("entry 8", "bad_entry"),
    ]
    assert '"content" must be text' in found.report.warnings[0].detail


def test_book_of_bad_entries_only_names_the_first() -> None:
    with pytest.raises(BadInput, match=r'coast\.json: entry 0: "content" must be text, but is a number'):
        imported({"entries": {"0": {"content": 5}}})


def test_entry_without_text_is_named() -> None:
    found = imported({"entries": {"4": {"key": ["a"]}}})
    assert [(warning.where, warning.code) for warning in found.report.warnings] == [("entry 4", "no_text")]


def test_book_without_a_name_takes_the_name_of_the_file() -> None:
    assert read_file("dir/My World.json", b'{"entries": {}}').name == "My World"
    assert decode_value({"entries": {}}, source="scenario.json").books[0].name == ""


def test_decode_value_names_source_and_place() -> None:
    with pytest.raises(BadInput, match=r"scenario\.json: books\[2\]: entry 0: an entry must be an object"):
        decode_value({"entries": [5]}, source="scenario.json", place="books[2]")


def test_object_of_card_book_entries_is_read_as_one_and_reported() -> None:
    found = imported({"entries": {"a": {"keys": ["bell"], "content": "x", "enabled": True}}})
    assert (found.format, found.books[0].entries[0].keywords) == ("v2_book", ("bell",))
    assert [row.note for row in found.report.rows if row.group == "repaired"] == ["entries_reshaped"]


def test_list_of_world_info_entries_is_read_as_one_and_keeps_its_order() -> None:
    found = imported({"entries": [{"key": ["bell"], "content": "x", "order": 7}]})
    assert (found.format, found.books[0].entries[0].priority) == ("sillytavern", 7)


def test_preview_tells_the_name_of_a_book_from_the_names_of_its_entries() -> None:
    rows = {row.here: row.values for row in imported(samples.AGNAI).report.rows if row.file_field == "name"}
    assert rows == {"book_name": 1, "name": 2}
