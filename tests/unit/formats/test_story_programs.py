"""NovelAI, RisuAI, Chub, AI Dungeon, KoboldAI: what their lore means here."""

import json

import pytest

from loreglass.domain.lore.rule import read_rule
from loreglass.domain.story.book import Book, EntryBudget, Place, Recursion
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.imported import Imported
from tests.formats import foreign, samples


def imported(value: object) -> Imported:
    return read_file("coast.json", samples.as_bytes(value))


def book(value: object) -> Book:
    return imported(value).books[0]


def groups(value: object) -> dict[str, str]:
    return {row.file_field: row.group for row in imported(value).report.rows if row.group != "mapped"}


@pytest.mark.parametrize("name", sorted(foreign.EVERY_FILE))
def test_each_kind_of_file_is_known_by_its_content(name: str) -> None:
    found = read_file("x", foreign.EVERY_FILE[name], chats=True)
    assert (found.format, found.kind) == (("agnai", "card") if name == "agnai_character" else (name, found.kind))


def test_novelai_entry_keeps_its_meaning() -> None:
    mole, lamp, eels, tide = book(foreign.NOVELAI).entries
    assert (mole.id, mole.name, mole.text) == ("n-1", "The Mole", "Gulls will not land on the Mole.")
    assert mole.keywords == ("mole", "/pier(s)?/i", r"what\?")
    assert (mole.priority, mole.weight) == (500, -4)
    assert mole.budget == EntryBudget(reserve=30, cap=120, trim="top")
    assert (mole.recursion, mole.sources) == (Recursion(woken=True), ("author_note",))
    assert (lamp.recursion.woken, lamp.sources, lamp.budget) == (False, (), EntryBudget())
    assert (lamp.constant, mole.constant) == (True, False)
    assert (mole.enabled, tide.enabled) == (True, False)
    assert book(foreign.NOVELAI).recursive is True
    assert eels.priority == 400


def test_novelai_category_gives_what_its_entries_leave_open() -> None:
    _, lamp, eels, _ = book(foreign.NOVELAI).entries
    assert (lamp.priority, lamp.tags) == (700, ("Harbour",))
    assert not eels.enabled


def test_novelai_positions_from_the_top_come_before_those_from_the_bottom() -> None:
    positions = [0, 1, 7, -9, -4, -1]
    entries = [{"text": "x", "contextConfig": {"insertionPosition": position}} for position in positions]
    weights = [entry.weight for entry in book({"lorebookVersion": 6, "entries": entries}).entries]
    assert weights == sorted(weights)
    assert weights[-3:] == [-9, -4, -1]


def test_novelai_settings_that_do_nothing_here_are_told_only_where_they_are_set() -> None:
    assert groups(foreign.NOVELAI)["searchRange"] == "cannot"
    assert groups(foreign.NOVELAI)["contextConfig.prefix"] == "cannot"
    plain = {"lorebookVersion": 1, "entries": [{"text": "x", "keys": ["a"], "searchRange": 1000}]}
    assert groups(plain) == {}


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6])
def test_every_version_of_the_novelai_lorebook_is_read(version: int) -> None:
    found = imported({**foreign.NOVELAI, "lorebookVersion": version})
    assert (len(found.books[0].entries), found.report.warnings) == (4, ())


def test_newer_novelai_lorebook_is_read_with_a_warning() -> None:
    assert [warning.code for warning in imported({**foreign.NOVELAI, "lorebookVersion": 7}).report.warnings] == [
        "newer_version"
    ]


def test_picture_with_a_novelai_book_gives_the_book() -> None:
    found = read_file("tide.png", samples.card_png(foreign.NOVELAI, name="naidata"))
    assert (found.kind, found.format, found.name) == ("book", "novelai_lorebook", "tide")


@pytest.mark.parametrize(("value", "name"), [(foreign.SCENARIO, "Low water"), (foreign.STORY, "Ninth stroke")])
def test_scenario_and_story_give_the_lorebook_inside_and_keep_the_rest(value: dict[str, object], name: str) -> None:
    found = imported(value)
    assert (found.kind, found.name, len(found.books[0].entries)) == ("story", name, 4)
    raw = json.loads(found.books[0].raw)
    assert raw.keys() == value.keys()
    notes = {row.file_field: row.example for row in found.report.rows if row.note == "story_not_used"}
    assert any("memory" in field for field in notes)


def test_risu_entry_keeps_its_meaning() -> None:
    mole, eels = book(foreign.RISU).entries
    assert (mole.id, mole.keywords, mole.secondary) == ("r-1", ("mole", "pier"), ("dusk", "ebb"))
    assert (mole.priority, mole.weight, mole.probability, mole.case_sensitive) == (120, 120, 60, True)
    assert mole.tags == ("Harbour",)
    assert (eels.constant, eels.keywords) == (True, ("/ee(l|ls), late/i",))
    assert (eels.priority, eels.weight) == (7, 40)
    assert (eels.text, eels.place) == ("@@priority 7\nThey run late.", Place(slot="at_depth", depth=2))


def test_chub_entry_reads_both_spellings_and_tells_where_they_disagree() -> None:
    mole, eel = book(foreign.CHUB).entries
    assert (mole.keywords, mole.weight, mole.priority) == (("mole",), 30, 9)
    assert not mole.enabled
    assert (mole.probability, mole.place, mole.recursion.woken) == (80, Place(slot="after"), False)
    assert (eel.keywords, eel.weight, eel.priority, eel.enabled) == (("eel",), 5, 5, True)
    disagreeing = {row.file_field for row in imported(foreign.CHUB).report.rows if row.note == "spellings_disagree"}
    assert disagreeing == {"keys", "insertion_order", "enabled"}
    assert (book(foreign.CHUB).depth, book(foreign.CHUB).budget) == (3, 400)


def test_story_cards_keep_a_leading_space_and_the_order_of_the_list() -> None:
    mole, eels = book(foreign.STORY_CARDS).entries
    assert (mole.keywords, mole.name, mole.note, mole.tags) == (
        (" mole", "pier"),
        "The Mole",
        "north side",
        ("location",),
    )
    assert (mole.id, mole.weight, eels.weight) == ("51", 0, 1)
    assert mole.priority > eels.priority


def test_old_world_info_is_read_and_its_brackets_are_told() -> None:
    mole, eels = book(foreign.AID_WORLD_INFO).entries
    assert (mole.text, mole.enabled, eels.enabled) == ("[Mole: gulls avoid it.]", True, False)
    assert [(warning.where, warning.code) for warning in imported(foreign.AID_WORLD_INFO).report.warnings] == [
        ("entry 0", "bracket_syntax")
    ]


def test_kobold_save_gives_its_world_info_and_keeps_the_story() -> None:
    found = imported(foreign.KOBOLD_SAVE)
    mole, eel = found.books[0].entries
    assert (found.kind, mole.keywords, mole.secondary, mole.logic) == ("story", ("mole", "pier"), ("dusk",), "and_any")
    assert eel.constant
    assert json.loads(found.books[0].raw)["actions"] == ["It rang."]


def test_kobold_lite_excludes_with_its_third_list_of_keys() -> None:
    mole, eel = book(foreign.KOBOLD_LITE).entries
    assert mole.keywords == ()
    assert read_rule(mole.rule).keywords == ("mole", "pier", "dusk", "boat")
    assert read_rule(mole.rule).holds(lambda index: index in (1, 2))
    assert not read_rule(mole.rule).holds(lambda index: index in (1, 2, 3))
    assert (eel.keywords, eel.secondary, eel.logic, eel.enabled) == (("eel",), ("net",), "not_any", False)
    assert (mole.probability, mole.tags) == (70, ("Harbour",))


def test_list_of_world_info_alone_is_kobold_lite() -> None:
    found = imported(foreign.KOBOLD_LITE["worldinfo"])
    assert (found.kind, found.format, len(found.books[0].entries)) == ("book", "kobold_lite", 2)


def test_list_may_stand_for_a_book_in_a_scenario() -> None:
    assert decode_value(foreign.STORY_CARDS, source="s.json").books[0].entries[1].keywords == ("eel",)


@pytest.mark.parametrize("name", sorted(foreign.EVERY_OTHER_JSON))
def test_every_entry_keeps_its_original(name: str) -> None:
    for found in read_file("x", foreign.EVERY_FILE[name], chats=True).books:
        for entry in found.entries:
            assert entry.origin
            assert json.dumps(json.loads(entry.raw)) in json.dumps(foreign.EVERY_OTHER_JSON[name])
