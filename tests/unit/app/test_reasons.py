"""Why, in words: every code has a sentence, and the sentences say where, how far back and what was lacking."""

from dataclasses import replace
from typing import get_args

import pytest

from loreglass.app.strings.reasons import Facts, plain, sentence
from loreglass.domain.ids import BookId, EntryId, MessageId
from loreglass.domain.lore.verdict import (
    Decision,
    DormantCode,
    DroppedCode,
    EntryRef,
    Hit,
    IncludedCode,
    Reason,
    ReasonCode,
    Verdict,
)
from loreglass.domain.story.book import Entry, EntryBudget

BOOK = BookId("b")
LIGHT = Entry(
    id=EntryId("light"), name="Greyhook Light", keywords=("lamp",), secondary=("night", "dark"), priority=20, depth=4
)
BELL = Entry(id=EntryId("bell"), name="The Ninth Bell", keywords=("bell",), text="the tide-clerks have the book")
FACTS = Facts(
    numbers={"m40": 40, "m39": 39},
    entries={(BOOK, LIGHT.id): LIGHT, (BOOK, BELL.id): BELL},
    draft=True,
    scanned_messages=3,
    message_count=40,
)
LAMP = Hit(key="lamp", where="text", span=(0, 4), age=1, message=39, message_id=MessageId("m40"))
NIGHT = Hit(key="night", where="text", span=(0, 5), age=2, message=38, message_id=MessageId("m39"))


def said(reason: Reason, verdict: Verdict = "included", entry: Entry = LIGHT, facts: Facts = FACTS) -> str:
    decision = Decision(ref=EntryRef(book_id=BOOK, entry_id=entry.id), verdict=verdict, reason=reason)
    return plain(sentence(decision, entry, facts))


def test_a_hit_says_its_keyword_its_message_and_how_far_back_it_is() -> None:
    assert said(Reason(code="key_hit", hit=LAMP)) == "lamp in message 40, 1 back; priority 20."


def test_a_second_keyword_is_named_with_its_message() -> None:
    reason = Reason(code="key_hit", hit=LAMP, secondary_hits=(NIGHT,))
    assert said(reason) == "lamp in message 40, with night in message 39; priority 20."


def test_a_name_with_a_comma_is_told_whole() -> None:
    vey = replace(BELL, id=EntryId("vey"), name="Vey, Ottoline")
    facts = replace(FACTS, entries={**FACTS.entries, (BOOK, vey.id): vey})
    night = replace(NIGHT, parent=EntryRef(book_id=BOOK, entry_id=vey.id))
    told = said(Reason(code="key_hit", hit=LAMP, secondary_hits=(night,)), facts=facts)
    assert told == "lamp in message 40, with night in Vey, Ottoline; priority 20."


def test_an_entry_woken_by_an_entry_names_it() -> None:
    hit = Hit(key="lamp", where="entry", span=(0, 4), age=1, parent=EntryRef(book_id=BOOK, entry_id=BELL.id))
    assert said(Reason(code="recursion_hit", hit=hit)) == "Woken by The Ninth Bell, which says lamp; priority 20."


def test_who_went_because_another_lost_two_groups_says_so() -> None:
    facts = replace(FACTS, semantics="sillytavern")
    bell = EntryRef(book_id=BOOK, entry_id=BELL.id)
    told = said(Reason(code="lost_group", hit=LAMP, winner=bell), "dropped", facts=facts)
    assert "The Ninth Bell lost two groups at once" in told
    told = said(Reason(code="lost_group", hit=LAMP, group="lights", winner=bell), "dropped", facts=facts)
    assert "In the group “lights” The Ninth Bell goes before it." in told


def test_what_does_not_fit_says_what_it_needs_and_what_was_left() -> None:
    reason = Reason(code="over_total_budget", hit=LAMP, need_tokens=1210, left_tokens=1)
    assert said(reason, "dropped") == "lamp in message 40, 1 back. Needs 1,210 tokens; 1 was left at priority 20."


def test_a_book_that_is_full_is_named() -> None:
    reason = Reason(code="over_book_budget", hit=LAMP, need_tokens=210, left_tokens=132)
    words = said(reason, "dropped")
    assert words == "lamp in message 40, 1 back. Needs 210 tokens; its book had 132 left at priority 20."


def test_an_entry_over_its_own_limit_says_so() -> None:
    entry = replace(LIGHT, budget=EntryBudget(cap=50, trim="none"))
    reason = Reason(code="over_total_budget", hit=LAMP, need_tokens=80, left_tokens=50)
    assert said(reason, "dropped", entry).endswith("Its text is 80 tokens, over its own limit of 50.")


def test_an_entry_looks_as_far_as_its_book_says_where_it_says_nothing() -> None:
    facts = replace(FACTS, book_depths={BOOK: 3})
    assert said(Reason(code="no_key_hit"), "dormant", replace(LIGHT, depth=None), facts).endswith(
        "the last 2 messages."
    )


def test_a_missing_second_keyword_is_asked_for() -> None:
    reason = Reason(
        code="secondary_missing", hit=replace(LAMP, message_id=MessageId("draft")), missing=("night", "dark")
    )
    assert said(reason, "dormant") == "lamp in your draft; needs also night or dark."


@pytest.mark.parametrize(
    ("logic", "words"),
    [("and_all", "needs also night and dark."), ("not_any", "night and dark are there too, and keep it asleep.")],
)
def test_the_logic_of_second_keywords_is_told(logic: str, words: str) -> None:
    entry = replace(LIGHT, logic=logic)
    assert said(Reason(code="secondary_missing", hit=LAMP, missing=("night", "dark")), "dormant", entry).endswith(words)


def test_a_word_out_of_reach_says_how_far_the_entry_looks() -> None:
    reason = Reason(code="outside_depth", hit=replace(LAMP, age=4), depth_messages=4)
    assert said(reason, "dormant") == "lamp in message 40, 4 back; this entry looks 3 back."


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ((), "It has no keywords."),
        (("stair",), "No stair in your draft or the last 3 messages."),
        (("stair", "cellar"), "Neither stair nor cellar in your draft or the last 3 messages."),
        (("a", "b", "c"), "None of a, b and c in your draft or the last 3 messages."),
        (tuple("abcdef"), "None of a, b, c and 3 others in your draft or the last 3 messages."),
    ],
)
def test_unseen_keywords_are_named(keywords: tuple[str, ...], words: str) -> None:
    assert said(Reason(code="no_key_hit"), "dormant", replace(LIGHT, keywords=keywords)) == words


def test_one_message_without_a_draft_is_the_last_message() -> None:
    facts = replace(FACTS, draft=False, message_count=1)
    assert said(Reason(code="no_key_hit"), "dormant", facts=facts) == "No lamp in the last message."


def test_the_newest_message_is_called_so() -> None:
    assert said(Reason(code="key_hit", hit=replace(LAMP, age=0))) == "lamp in message 40, the newest; priority 20."


def test_a_hit_in_a_name_or_a_description_says_so() -> None:
    assert said(Reason(code="key_hit", hit=replace(LAMP, where="name"))).startswith("lamp in the name on message 40")
    scenario = Hit(key="lamp", where="scenario", span=(0, 4), age=0)
    assert said(Reason(code="key_hit", hit=scenario)) == "lamp in the scenario; priority 20."


def test_a_failed_die_shows_the_roll_beside_the_chance() -> None:
    reason = Reason(code="chance_failed", hit=LAMP, roll=0.715, needed_percent=30)
    assert said(reason, "dropped") == "lamp in message 40, 1 back. Chance 30%; rolled 71.5."


def _verdict_of(code: ReasonCode) -> Verdict:
    if code in get_args(IncludedCode) and code != "decorator":
        return "included"
    return "dropped" if code in get_args(DroppedCode) else "dormant"


@pytest.mark.parametrize("code", [*get_args(IncludedCode), *get_args(DroppedCode), *get_args(DormantCode)])
def test_every_code_has_a_sentence_of_its_own(code: ReasonCode) -> None:
    words = said(Reason(code=code, hit=LAMP), _verdict_of(code))
    assert words.endswith(".")
    assert code not in words


def test_keywords_stand_apart_from_the_words_around_them() -> None:
    decision = Decision(
        ref=EntryRef(book_id=BOOK, entry_id=LIGHT.id), verdict="included", reason=Reason(code="key_hit", hit=LAMP)
    )
    kinds = [(piece.kind, piece.text) for piece in sentence(decision, LIGHT, FACTS)]
    assert kinds[0] == ("seen", "lamp")


def test_a_pattern_is_marked_as_one() -> None:
    decision = Decision(
        ref=EntryRef(book_id=BOOK, entry_id=LIGHT.id),
        verdict="included",
        reason=Reason(code="key_hit", hit=replace(LAMP, key=r"/\bVey\b/")),
    )
    assert sentence(decision, LIGHT, FACTS)[0].kind == "pattern"
