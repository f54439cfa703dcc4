"""What a replay tells an author, and where two presets part."""

from dataclasses import replace

from loreglass.domain.authoring.heat import heat
from loreglass.domain.authoring.otherwise import differences
from loreglass.domain.lore.policy import starting
from tests.unit.domain.lore.stage import SETTINGS, book, entry, scene, told

BOOKS = (book(entry("a", "sun"), entry("b", "moon"), entry("c", constant=True), entry("d", "sun", enabled=False)),)


def test_the_heat_map_tells_the_turns_at_which_each_entry_fired() -> None:
    settings = replace(SETTINGS, memory_depth_messages=1)
    turns = [told(scene(*texts, books=BOOKS, settings=settings)).decisions for texts in (("sun",), ("sun", "rain"))]
    told_heat = heat(turns, BOOKS)
    assert [(row.entry_id, row.fired) for row in told_heat.rows] == [("a", (0,)), ("b", ()), ("c", (0, 1)), ("d", ())]
    assert [row.entry_id for row in told_heat.never_fired] == ["b"]
    assert [row.entry_id for row in told_heat.always_fired] == ["c"]


def test_what_woke_and_did_not_fit_is_told_apart() -> None:
    settings = replace(SETTINGS, memory_budget_tokens=2)
    decisions = told(scene("sun moon", books=BOOKS, settings=settings)).decisions
    rows = {row.entry_id: row for row in heat([decisions], BOOKS).rows}
    assert (rows["a"].dropped, rows["c"].fired) == ((0,), (0,))


def test_a_chat_without_turns_fires_nothing_always() -> None:
    assert heat([], BOOKS).always_fired == ()


def test_presets_part_over_depth_and_over_whole_words() -> None:
    played = scene("the sunset, the moon", "x", "y", books=BOOKS, settings=SETTINGS)
    other = replace(played, settings=starting(SETTINGS, "sillytavern"))
    parted = differences(told(played).decisions, told(other).decisions, BOOKS)
    assert [(one.entry.id, one.theirs.verdict, one.theirs.reason.code) for one in parted] == [
        ("b", "dormant", "no_key_hit")
    ]
    loose = replace(other, settings=replace(other.settings, memory_depth_messages=9, whole_words=False))
    parted = differences(told(played).decisions, told(loose).decisions, BOOKS)
    assert [(one.entry.id, one.theirs.verdict) for one in parted] == [("a", "included")]
    assert parted[0].ours.reason.code == "no_key_hit"
    assert differences(told(played).decisions, told(loose).decisions, ()) == ()
