"""Why, under the rules of other programs: what is said is true there, and a button does what it offers."""

import json
from dataclasses import replace

import pytest

from loreglass.app.strings.reasons import Facts, plain, sentence
from loreglass.app.view_marks import Mark, key_of
from loreglass.app.view_rows import Row, Sources, row
from loreglass.domain.lore.verdict import Decision, EntryRef, Hit, Reason
from loreglass.domain.story.book import Entry, EntryBudget, LinkedBook, Recursion
from loreglass.domain.story.scene import Scene, Settings
from loreglass.domain.story.semantics import Semantics
from tests.unit.domain.lore.stage import SETTINGS, book, entry, scene, told

TAVERN = replace(
    SETTINGS, semantics="sillytavern", memory_depth_messages=2, memory_budget_percent=100, context_tokens=100
)
AGNAI = replace(SETTINGS, semantics="agnai")


def facts_of(played: Scene, books: tuple[LinkedBook, ...]) -> Facts:
    entries = {(linked.book.id, each.id): each for linked in books for each in linked.book.entries}
    return Facts(
        semantics=played.settings.semantics,
        numbers={str(turn.message_id): number for number, turn in enumerate(played.turns, 1)},
        entries=entries,
        scanned_messages=min(len(played.turns), played.settings.memory_depth_messages),
        book_depths={linked.book.id: linked.book.depth for linked in books if linked.book.depth is not None},
        message_count=len(played.turns),
        blind=played.settings.memory_depth_messages == 0,
    )


def rows(
    *entries: Entry, settings: Settings, texts: tuple[str, ...] = ("the sun",), **fields: object
) -> dict[str, Row]:
    """A row an entry, by its id, as the engine decided."""
    books = (book(*entries, **fields),)
    played = scene(*texts, books=books, settings=settings)
    result = told(played)
    said = {one.ref.entry_id: one for one in result.decisions}
    sources = Sources(
        facts=facts_of(played, books),
        texts=lambda _: "",
        decisions={key_of(one.ref): one for one in result.decisions},
        free_tokens=0,
    )
    unseen = Reason(code="no_key_hit")
    decided = (
        said.get(
            each.id,
            Decision(ref=EntryRef(book_id=books[0].book.id, entry_id=each.id), verdict="dormant", reason=unseen),
        )
        for each in entries
    )
    return {one.ref.entry_id: row(one, Mark(fate="asleep"), sources) for one in decided}


def why(*entries: Entry, settings: Settings, texts: tuple[str, ...] = ("the sun",), **fields: object) -> dict[str, str]:
    return {name: plain(one.why) for name, one in rows(*entries, settings=settings, texts=texts, **fields).items()}


def from_file(name: str, **fields: object) -> Entry:
    """An entry that came from SillyTavern, untouched."""
    raw = {"uid": 1, "key": ["sun"], "content": "a fact", "position": 0, "order": 42, **fields}
    return entry(name, "sun", weight=42, priority=42, origin="sillytavern", raw=json.dumps(raw))


# ---- SillyTavern ----


def test_sillytavern_goes_by_order() -> None:
    told_of = why(entry("a", "sun", priority=3, weight=7), from_file("b"), settings=TAVERN)
    assert told_of["a"] == "sun in message 1, the newest; order 7."
    assert told_of["b"] == "sun in message 1, the newest; order 42."
    assert why(entry("a", constant=True, weight=7), settings=TAVERN)["a"] == "Always in. Order 7."


def test_sillytavern_ends_the_list_at_the_first_overflow() -> None:
    books = (entry("a", "sun", text="one two three four five six", weight=2), entry("b", "sun", text="one", weight=1))
    found = rows(*books, settings=replace(TAVERN, context_tokens=4))
    assert plain(found["a"].why) == (
        "sun in message 1, the newest. Needs 6 tokens; 3 were left at order 2, and there the list ends."
    )
    assert plain(found["a"].change).startswith("More budget, a shorter text, or an order above")
    assert plain(found["b"].why).endswith("It came after an entry that did not fit, and there the list ends.")
    assert plain(found["b"].change).endswith("or with a higher order than that.")
    assert found["b"].fixes == ()


@pytest.mark.parametrize(("semantics", "settings"), [("sillytavern", TAVERN), ("agnai", AGNAI)])
def test_the_budget_that_is_offered_is_enough_and_no_more_where_the_list_ends_at_an_overflow(
    semantics: Semantics, settings: Settings
) -> None:
    entries = (
        entry("a", "sun", text="one two", weight=3, priority=3),
        entry("b", "sun", text="one two three four five", weight=2, priority=2),
        entry("c", "sun", text="one two three four", weight=1, priority=1),
    )

    def limited(tokens: int) -> dict[str, Row]:
        return rows(*entries, settings=replace(settings, memory_budget_tokens=tokens, context_tokens=tokens))

    (fix,) = limited(5)["b"].fixes
    assert limited(5 + int(fix.value))["b"].decision.verdict == "included"
    assert limited(4 + int(fix.value))["b"].decision.verdict == "dropped"


def test_an_own_limit_is_no_reason_where_nobody_reads_it() -> None:
    capped = entry("a", "sun", text="one two three", budget=EntryBudget(cap=1, trim="none"))
    for settings in (replace(TAVERN, context_tokens=2), replace(AGNAI, memory_budget_tokens=1)):
        assert "its own limit" not in why(capped, settings=settings)["a"]
        assert [fix.action for fix in rows(capped, settings=settings)["a"].fixes] == ["raise-budget"]
    assert "its own limit" in why(capped, settings=SETTINGS)["a"]


def test_sillytavern_looks_as_far_as_the_entrys_file_says() -> None:
    texts = ("the moon", "rain", "rain", "rain")
    assert why(from_file("a", scanDepth=3), settings=TAVERN, texts=texts)["a"] == "No sun in the last 3 messages."
    assert why(from_file("a"), settings=TAVERN, texts=texts, depth=4)["a"] == "No sun in the last 2 messages."
    assert why(entry("a", "sun"), settings=TAVERN, texts=texts, depth=4)["a"] == "No sun in the last 4 messages."


@pytest.mark.parametrize("settings", [TAVERN, AGNAI])
def test_a_rule_is_nothing_where_nobody_reads_it(settings: Settings) -> None:
    assert why(entry("a", rule="moon"), settings=settings)["a"] == "It has no keywords."
    assert why(entry("a", rule="moon"), settings=SETTINGS)["a"] == "Its rule does not hold."


def test_sillytavern_never_wakes_an_entry_whose_logic_it_does_not_know() -> None:
    odd = from_file("a", selective=True, keysecondary=["sun"], selectiveLogic=9)
    assert why(odd, settings=TAVERN)["a"] == "It does not say how its second keywords count, so it never wakes."


def test_second_keywords_are_checked_only_where_they_count() -> None:
    off = replace(from_file("a", selective=False, keysecondary=["moon"]), secondary=("moon",))
    assert "Second keyword" not in checks(off, TAVERN)
    assert "Second keyword" not in checks(entry("a", "sun", secondary=("moon",), probability=30), AGNAI)
    assert "Second keyword" in checks(entry("a", "sun", secondary=("sun",)), TAVERN)
    assert "Chance" not in checks(entry("a", "sun", secondary=("moon",), probability=30), AGNAI)


def checks(one: Entry, settings: Settings) -> list[str]:
    return [plain(each.what) for each in rows(one, settings=settings)[one.id].checks]


def test_what_rests_is_not_told_to_have_been_looked_for() -> None:
    assert checks(entry("a", "moon", delay=9), TAVERN) == ["On", "Resting"]
    assert checks(entry("a", "moon", delay=9), SETTINGS) == ["On", "Resting"]


def test_a_group_of_sillytavern_says_who_goes_before() -> None:
    entries = (entry("a", "sun", groups=("g",), group_override=True, weight=2), entry("b", "sun", groups=("g",)))
    found = rows(*entries, settings=TAVERN)
    assert plain(found["b"].why).endswith("In the group “g” a goes before it.")
    assert "order" in plain(found["b"].change)


def test_an_entry_that_waits_for_a_later_pass_says_so() -> None:
    waits = entry("a", "sun", recursion=Recursion(delay_level=1))
    for settings in (TAVERN, SETTINGS):
        found = rows(waits, settings=settings)["a"]
        assert plain(found.why) == "It waits for a later pass of entries waking entries, and none came."
        assert plain(found.checks[-1].what) == "Waits for a later pass"


# ---- Agnai ----


def test_agnai_knows_no_always_in() -> None:
    told_of = why(entry("a", "moon", constant=True), settings=AGNAI)["a"]
    assert told_of == "“Always in” does not count here. No moon in the last message."


def test_agnai_ends_the_list_at_the_first_that_does_not_fit() -> None:
    entries = (entry("a", "sun", text="one two", priority=2), entry("b", "sun", text="one", priority=1))
    found = rows(*entries, settings=replace(AGNAI, memory_budget_tokens=1))
    assert plain(found["a"].why).endswith("Needs 2 tokens; 1 was left at priority 2, and there the list ends.")
    assert plain(found["b"].change).endswith("or with a higher priority than that.")


def test_agnai_looks_as_far_as_the_chat_whatever_entry_and_book_say() -> None:
    texts = ("the moon", "rain", "rain")
    assert (
        why(entry("a", "sun", depth=1), settings=AGNAI, texts=texts, depth=2)["a"] == "No sun in the last 3 messages."
    )


# ---- all of them ----


@pytest.mark.parametrize("semantics", ["native", "agnai", "sillytavern"])
def test_nothing_is_said_to_be_in_messages_that_nobody_looked_at(semantics: Semantics) -> None:
    facts = Facts(semantics=semantics, draft=True, message_count=9, blind=True)
    one = entry("a", "sun")
    asleep = Decision(
        ref=EntryRef(book_id=book().book.id, entry_id=one.id), verdict="dormant", reason=Reason(code="no_key_hit")
    )
    assert plain(sentence(asleep, one, facts)) == "It looks at no message."
    if semantics != "agnai":
        looking = replace(facts, blind=False)
        assert plain(sentence(asleep, replace(one, depth=0), looking)) == "It looks at no message."


def test_a_keyword_in_the_text_of_several_entries_has_a_place() -> None:
    hit = Hit(key="sun", where="entry", span=(0, 3), age=1)
    said = Decision(
        ref=EntryRef(book_id=book().book.id, entry_id=entry("a").id),
        verdict="included",
        reason=Reason(code="key_hit", hit=hit),
    )
    told_of = plain(sentence(said, entry("a", weight=1), Facts(semantics="sillytavern")))
    assert told_of == "sun in the texts of other entries; order 1."
