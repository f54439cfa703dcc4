from dataclasses import replace

from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Entry
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.timer import Timer
from tests.unit.domain.lore.stage import SETTINGS, book, by_name, codes, entry, included, scene, told

SHALLOW = replace(SETTINGS, memory_depth_messages=1)


def at(count: int, said: str, *entries: Entry, timers: tuple[Timer, ...] = (), **fields: object) -> Scene:
    """A chat of `count` messages whose last says `said`."""
    texts = (*(["hm"] * (count - 1)), said)
    return scene(*texts, books=(book(*entries),), settings=SHALLOW, timers=timers, **fields)


def test_a_sticky_entry_stays_until_its_messages_are_over() -> None:
    sticky = entry("E", "dragon", sticky=3)
    fired = told(at(1, "dragon", sticky))
    assert codes(told(at(3, "hm", sticky, timers=fired.timers))) == {"E": "sticky"}
    assert by_name(told(at(3, "hm", sticky, timers=fired.timers)))["E"].reason.until_messages == 4
    assert codes(told(at(4, "hm", sticky, timers=fired.timers))) == {}


def test_a_sticky_entry_has_the_age_of_its_last_hit() -> None:
    sticky, other = entry("E", "dragon", sticky=9), entry("F", "hm")
    fired = told(at(2, "dragon", sticky, other))
    later = told(at(3, "hm", sticky, other, timers=fired.timers))
    assert included(later) == ["E", "F"]
    assert later.timers[0].last_hit == "m1"
    again = told(at(4, "dragon", sticky, other, timers=later.timers))
    assert codes(again)["E"] == "sticky"
    assert (again.timers[0].last_hit, again.timers[0].end_messages) == ("m3", 11)


def test_cooldown_begins_when_sticky_ends() -> None:
    timed = entry("E", "dragon", sticky=2, cooldown=3)
    timers = told(at(1, "dragon", timed)).timers

    def told_at(count: int) -> Decision:
        return by_name(told(at(count, "dragon", timed, timers=timers)))["E"]

    assert [told_at(count).reason.code for count in (2, 3, 5, 6)] == ["sticky", "cooldown", "cooldown", "key_hit"]
    assert told_at(3).reason.until_messages == 6


def test_the_same_turn_planned_again_is_not_held_by_its_own_timer() -> None:
    resting = entry("E", "dragon", cooldown=5)
    timers = told(at(2, "dragon", resting)).timers
    assert codes(told(at(2, "dragon", resting, timers=timers))) == {"E": "key_hit"}
    assert codes(told(at(1, "dragon", resting, timers=timers))) == {"E": "key_hit"}


def test_a_delay_ends_at_its_number_of_messages() -> None:
    delayed = entry("E", constant=True, delay=3)
    assert by_name(told(at(2, "hm", delayed)))["E"].reason.until_messages == 3
    assert codes(told(at(3, "hm", delayed))) == {"E": "constant"}


def test_a_dry_run_leaves_the_timers_as_they_were() -> None:
    result: LoreResult = told(at(1, "dragon", entry("E", "dragon", sticky=3), dry_run=True))
    assert (included(result), result.timers) == (["E"], ())


def test_timers_that_are_over_are_forgotten() -> None:
    sticky = entry("E", "dragon", sticky=2)
    timers = told(at(1, "dragon", sticky)).timers
    assert told(at(9, "hm", sticky, timers=timers)).timers == ()
