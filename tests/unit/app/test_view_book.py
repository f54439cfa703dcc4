"""The book page's rows, counts, notes and test box."""

from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from loreglass.app.actions import BookSurveyed
from loreglass.app.moment import Moment
from loreglass.app.state import SHOWN_ENTRIES, AppState, Fired, OpenBook, Preferences
from loreglass.app.strings.findings import Note
from loreglass.app.strings.reasons import plain
from loreglass.app.update import update
from loreglass.app.view_book import (
    Listed,
    clipped,
    counts_sentence,
    entry_findings,
    entry_words,
    fired_sentence,
    fired_words,
    found_entries,
    listed,
    notes_of,
    ordinal,
    part_sentence,
    passage_sentence,
)
from loreglass.app.view_keyword import keyword_look
from loreglass.app.view_lists import samples_sentence, when
from loreglass.app.view_passage import passage_groups
from loreglass.domain.authoring.finding import Finding
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Entry
from tests.ui import things


def entry_notes(open_book: OpenBook, entry: Entry, budget: int) -> tuple[Note, ...]:
    return notes_of(entry_findings(open_book, entry, budget), open_book.book)


def rows_of(open_book: OpenBook) -> Listed:
    return listed(open_book, found_entries(open_book))


def test_counts_say_what_is_on_always_in_and_the_budget() -> None:
    assert counts_sentence(things.book(), Preferences()) == "13 entries, 12 on, 1 always in; 900 tokens a turn."


def test_a_book_without_a_budget_has_that_of_settings() -> None:
    book = replace(things.book(), budget=None, entries=things.entries()[1:2])
    assert counts_sentence(book, Preferences(memory_budget_tokens=500)) == "1 entry; 500 tokens a turn."


def test_counts_have_the_tokens_of_all_entries_once_they_are_counted() -> None:
    costs = {entry.id: 100 for entry in things.entries()}
    assert counts_sentence(things.book(), Preferences(), costs) == (
        "13 entries, 12 on, 1 always in; 1,300 tokens in all, an estimate; 900 tokens a turn."
    )


def test_a_large_book_lists_a_part_and_says_which() -> None:
    part = rows_of(things.open_book(None, extra=5_000))
    assert len(part.rows) == SHOWN_ENTRIES
    assert part_sentence(part) == "1 to 200 of 5,013"


def test_every_entry_of_a_large_book_can_be_leafed_to() -> None:
    open_book = things.open_book(None, extra=1_000)
    seen: set[str] = set()
    for start in range(0, 1_013, SHOWN_ENTRIES):
        seen |= {entry.id for _, entry in rows_of(replace(open_book, listed_from=start)).rows}
    assert len(seen) == 1_013


def test_the_open_entry_is_always_in_the_part_that_is_rows_of() -> None:
    part = rows_of(things.open_book("x4000", extra=5_000))
    assert EntryId("x4000") in [entry.id for _, entry in part.rows]


@pytest.mark.parametrize(
    ("search", "found"), [("GREYHOOK", ["3"]), ("contraband", ["11"]), ("mends nets", ["9"]), ("nowhere", [])]
)
def test_search_looks_at_names_keywords_and_text(search: str, found: list[str]) -> None:
    part = rows_of(replace(things.open_book(), search=search))
    assert [entry.id for _, entry in part.rows] == found


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("0", "always in"),
        ("3", "lamp, Greyhook, with night or dark"),
        ("5", "causeway, strand road"),
    ],
)
def test_a_row_says_what_wakes_the_entry(entry: str, words: str) -> None:
    found = next(one for one in things.entries() if one.id == entry)
    assert "".join(text for _, text in entry_words(found)) == words


@pytest.mark.parametrize("logic", ["and_any", "and_all", "not_any", "not_all"])
def test_every_logic_has_its_words(logic: str) -> None:
    entry = replace(things.entries()[3], logic=logic)  # type: ignore[arg-type]
    assert "night" in "".join(text for _, text in entry_words(entry))


@pytest.mark.parametrize(
    ("keyword", "kind", "problem"),
    [
        ("bell", "word", ""),
        ("/home/user/", "word", ""),
        ("/usr/bin", "word", ""),
        (r"/\bVey\b/", "pattern", ""),
        ("/a+?(?:b|c)*[d)]/i", "pattern", ""),
        (r"/\(open/", "pattern", ""),
        ("/(toll|knell/", "bad", "the bracket at character 2 is never closed"),
        ("/[abc/", "bad", "the bracket at character 2 is never closed"),
        ("/toll)/", "bad", "the bracket at character 6 closes nothing"),
        ("/*bell/", "bad", "the * at character 2 has nothing to repeat"),
        ("/bell/ii", "bad", "the flag i stands twice"),
    ],
)
def test_a_slip_in_a_pattern_is_named(keyword: str, kind: str, problem: str) -> None:
    look = keyword_look(keyword)
    assert (look.kind, look.problem) == (kind, problem)


def claims(entry: Entry, *, budget: int = 900) -> list[str]:
    return [note.claim for note in entry_notes(things.open_book(), entry, budget)]


def test_notes_name_what_never_works_first() -> None:
    bell = next(one for one in things.entries() if one.id == "1")
    assert claims(bell) == ["/(toll|knell/ is skipped:", "ninth bell adds nothing."]


def test_what_is_shared_with_others_is_told_while_the_keyword_is_there() -> None:
    shared = Finding(
        code="duplicate_keyword",
        entry_id=EntryId("1"),
        field="keywords",
        what="bell",
        other="Bell",
        other_id=EntryId("2"),
    )
    slow = Finding(code="slow_regex", entry_id=EntryId("1"), field="keywords", what="/(a+)+b/", other="too long")
    open_book = replace(things.open_book(), findings={EntryId("1"): (shared, slow)})
    named = open_book.book.entries[2].name
    entry = Entry(id=EntryId("1"), text="t", keywords=("bell", "/(a+)+b/"))
    told = [note.claim for note in entry_notes(open_book, entry, 900)]
    assert told == ["/(a+)+b/ is skipped:", f"bell wakes {named} also."]
    assert entry_notes(open_book, replace(entry, keywords=("toll",)), 900) == ()


@pytest.mark.parametrize(
    ("entry", "claim"),
    [
        (Entry(id=EntryId("a"), keywords=("fog",)), "It has no text."),
        (Entry(id=EntryId("a"), text="t"), "Nothing wakes it."),
        (Entry(id=EntryId("a"), text="t", keywords=("fog",), probability=0), "Its chance is 0%."),
        (Entry(id=EntryId("a"), text="t", keywords=("*",)), "A lone * is any message."),
        (Entry(id=EntryId("a"), text="t", rule='"red" and'), "The rule is skipped:"),
        (Entry(id=EntryId("a"), text="{{char", keywords=("fog",)), "A macro is open."),
        (Entry(id=EntryId("a"), text="@@dephth 4\nt", keywords=("fog",)), "@@dephth 4 is unknown."),
    ],
)
def test_an_entry_that_cannot_work_says_so(entry: Entry, claim: str) -> None:
    assert claims(entry) == [claim]


def test_a_whole_entry_has_no_notes() -> None:
    assert claims(Entry(id=EntryId("a"), text="t", keywords=("sea-fret", "fog"))) == []


def test_a_longer_word_is_covered_by_its_beginning_only_when_whole_words_are_off() -> None:
    bells = Entry(id=EntryId("a"), text="t", keywords=("bell", "bells"))
    assert claims(bells) == []
    assert claims(replace(bells, whole_words=False)) == ["bells adds nothing."]


def test_a_text_over_the_budget_never_fits() -> None:
    open_book = things.open_book()
    open_book = replace(open_book, costs={EntryId("1"): 196}, book=replace(open_book.book, budget=100))
    assert "It never fits." in [note.claim for note in entry_notes(open_book, open_book.book.entries[1], 100)]


def test_the_filter_for_warnings_leaves_out_what_has_only_hints() -> None:
    findings = {
        EntryId("1"): (Finding(code="invalid_regex", entry_id=EntryId("1"), field="keywords", what="/(x/"),),
        EntryId("2"): (Finding(code="dead_keyword", entry_id=EntryId("2"), field="keywords", what="x"),),
    }
    state = AppState(book=replace(things.open_book(), only_warned=True))
    told = BookSurveyed(book_id=things.BOOK, costs={}, findings=findings)
    state, _ = update(state, told, Moment(now_ms=0, stem="s"))
    assert state.book is not None
    assert [entry.id for _, entry in rows_of(state.book).rows] == ["1"]


def test_a_name_is_shown_as_far_as_there_is_room() -> None:
    assert (clipped("Wrackmouth"), len(clipped("n" * 50_000))) == ("Wrackmouth", 401)


def test_a_row_says_how_often_its_entry_went_in() -> None:
    fired = Fired(chat_title="The Ninth Bell", replies=20, times={EntryId("1"): 5})
    assert [fired_words(fired, entry) for entry in things.entries()[:2]] == ["never", "fired 5"]
    assert fired_sentence(fired) == "Fired counts the 20 replies of The Ninth Bell."
    assert fired_words(None, things.entries()[0]) == ""


def test_the_passage_is_told_in_one_line() -> None:
    assert passage_sentence(things.open_book()) == (
        "5 in, 1 left out and 7 asleep; 778 of 900 tokens. The same engine as the chat."
    )


def test_the_passage_has_the_rows_of_why_without_a_fix_that_needs_a_chat() -> None:
    groups = passage_groups(things.open_book())
    assert groups is not None
    assert [row.name for row in groups.included][:2] == ["Wrackmouth", "The Ninth Bell"]
    assert plain(groups.included[1].why) == "bell in the passage; priority 40."
    assert plain(groups.included[2].why) == "Woken by The Ninth Bell, which says tide-clerk; priority 0."
    assert groups.left_out[0].fixes == ()
    assert groups.sleeping_count == 7


def test_an_empty_passage_has_no_rows() -> None:
    assert passage_groups(replace(things.open_book(), passage=" ")) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (1_022, "1,022nd")],
)
def test_places_are_ordinals(value: int, words: str) -> None:
    assert ordinal(value) == words


def test_samples_are_counted_until_they_are_gone() -> None:
    library = things.library()
    assert samples_sentence(library) == "2 chats and 1 book"
    assert samples_sentence(replace(library, chats=(), books=())) == ""


def test_a_moment_is_told_in_the_readers_time_zone() -> None:
    assert when(1_795_000_000_000, timezone(timedelta(hours=2))) == "18 Nov 2026, 13:06"
    assert when(0) == ""
