"""The book editor on fakes: fields, several entries at once, parts, order, versions, scopes; all survive a reload."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.records import book_rows, character_row
from loreglass.app.runtime import Runtime
from loreglass.app.scenes import passage_scene
from loreglass.app.state import AppState, OpenBook, Route
from loreglass.app.view_book import found_entries, listed
from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character
from loreglass.domain.story.scene import Settings
from loreglass.domain.story.semantics import Wish
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import run, world

pytestmark = pytest.mark.cpython
LOG = BookId("log")
OTHER = BookId("other")
NAMES = ("Lamp", "Bell", "Tide", "Fog")


def made() -> World:
    """The world of the chat tests, with a book of four entries and another book."""
    it = world()
    entries = tuple(
        Entry(id=EntryId(str(at)), name=name, text=f"The {name.lower()} is old.", keywords=(name.lower(),))
        for at, name in enumerate(NAMES, 1)
    )
    other = Book(id=OTHER, name="Other", entries=(Entry(id=EntryId("1"), name="There", text="t", keywords=("x",)),))
    who = Character(id=CharacterId("keeper"), name="The keeper")
    for store, record, text in (
        *book_rows(Book(id=LOG, name="Log", entries=entries)),
        *book_rows(other),
        character_row(who),
    ):
        assert text is not None
        it.store.records.setdefault(store, {})[record] = text
    return it


def play(it: World, *dids: Did | Callable[[AppState], Did], entry: str = "1", book: BookId = LOG) -> AppState:
    """The state after the book was opened and these were done, one after the other, in a fresh runtime."""

    async def steps(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="book", id=book, sub=entry)))
        await settle(runtime)
        for did in dids:
            runtime.tell(did if isinstance(did, Did) else did(runtime.state))
            await settle(runtime)
        return runtime.state

    return run(it, steps)


def shown(state: AppState) -> OpenBook:
    assert state.book is not None
    return state.book


def names(state: AppState) -> list[str]:
    return [entry.name for entry in shown(state).book.entries]


def undo(state: AppState) -> Did:
    return Did(name="toast-undo", id=state.toasts[-1].id)


def select(*ids: str) -> tuple[Did, ...]:
    return (Did(name="bulk-begin"), *(Did(name="bulk-choose", id=each, checked=True) for each in ids))


FIELDS: tuple[tuple[Did, Callable[[Entry], object], object], ...] = (
    (Did(name="entry-field", id="rule", value=' "red" and not "blue" '), lambda e: e.rule, '"red" and not "blue"'),
    (Did(name="entry-field", id="sticky", value="3"), lambda e: e.sticky, 3),
    (Did(name="entry-field", id="cooldown", value="-3"), lambda e: e.cooldown, 0),
    (Did(name="entry-field", id="delay", value="9"), lambda e: e.delay, 9),
    (Did(name="entry-field", id="place.slot", value="at_depth"), lambda e: e.place.slot, "at_depth"),
    (Did(name="entry-field", id="place.slot", value="attic"), lambda e: e.place.slot, "memory"),
    (Did(name="entry-field", id="place.depth", value="0"), lambda e: e.place.depth, 0),
    (Did(name="entry-field", id="place.role", value="user"), lambda e: e.place.role, "user"),
    (Did(name="entry-field", id="place.outlet", value=" cellar "), lambda e: e.place.outlet, "cellar"),
    (Did(name="entry-field", id="budget.ignore", checked=True), lambda e: e.budget.ignore, True),
    (Did(name="entry-field", id="budget.reserve", value="80"), lambda e: e.budget.reserve, 80),
    (Did(name="entry-field", id="budget.cap", value="0"), lambda e: e.budget.cap, 0),
    (Did(name="entry-field", id="budget.trim", value="top"), lambda e: e.budget.trim, "top"),
    (Did(name="entry-field", id="group_weight", value="12.5"), lambda e: e.group_weight, 12.5),
    (Did(name="entry-field", id="group_override", checked=True), lambda e: e.group_override, True),
    (Did(name="entry-field", id="recursion.delay_level", value="2"), lambda e: e.recursion.delay_level, 2),
    (Did(name="entry-field", id="filter.exclude", value="exclude"), lambda e: e.filter.exclude, True),
    (Did(name="entry-field", id="triggers.continue", checked=True), lambda e: e.triggers, ("continue",)),
    (Did(name="entry-field", id="sources.scenario", checked=True), lambda e: e.sources, ("scenario",)),
    (Did(name="entry-field", id="sources.attic", checked=True), lambda e: e.sources, ()),
    (Did(name="entry-field", id="case_sensitive", value="yes"), lambda e: e.case_sensitive, True),
    (Did(name="entry-field", id="whole_words", value="no"), lambda e: e.whole_words, False),
    (Did(name="list-add", id="groups", value="bells, lamps"), lambda e: e.groups, ("bells", "lamps")),
    (Did(name="list-add", id="tags", value="harbour\nharbour"), lambda e: e.tags, ("harbour",)),
    (Did(name="list-add", id="filter.names", value="Vey"), lambda e: e.filter.names, ("Vey",)),
    (Did(name="list-add", id="filter.tags", value="slow"), lambda e: e.filter.tags, ("slow",)),
    (Did(name="list-add", id="attic", value="slow"), lambda e: e.tags, ()),
    (Did(name="list-remove", id="keywords:0"), lambda e: e.keywords, ()),
    (Did(name="keyword-remove", id="0"), lambda e: e.keywords, ()),
    (Did(name="secondary-add", value="dusk"), lambda e: e.secondary, ("dusk",)),
    (Did(name="keyword-mend", id="lamp", value="lamps?"), lambda e: e.keywords, ("lamps?",)),
    (Did(name="keyword-drop", id="lamp"), lambda e: e.keywords, ()),
    (Did(name="entry-mend", id="no_keywords"), lambda e: e.constant, True),
)


@pytest.mark.parametrize(("did", "look", "value"), FIELDS, ids=lambda each: getattr(each, "id", None))
def test_a_field_of_an_entry_is_there_after_a_reload(did: Did, look: Callable[[Entry], object], value: Any) -> None:
    it = made()
    play(it, did)
    assert look(shown(play(it)).book.entries[0]) == value


def test_tokens_of_every_entry_are_counted_and_follow_the_text() -> None:
    it = made()
    assert shown(play(it)).costs == {EntryId(str(at)): 4 for at in range(1, 5)}
    state = play(it, Did(name="entry-field", id="text", value="one two"))
    assert shown(state).costs[EntryId("1")] == 2


def test_a_slip_is_found_and_gone_when_it_is_mended() -> None:
    it = made()
    state = play(it, Did(name="keyword-add", value="/(toll/"))
    assert [each.code for each in shown(state).findings[EntryId("1")]] == ["invalid_regex"]
    state = play(it, Did(name="keyword-mend", id="/(toll/", value="/(toll)/"))
    assert shown(state).findings == {}


def test_patterns_are_tried_however_long_all_of_them_take() -> None:
    it = made()
    slow = [f"(a+)+{letter}" for letter in "bcdefg"]
    it.answers.slow.update(slow)
    it.clock.step_seconds = 0.2
    state = play(it, Did(name="keyword-add", value=", ".join(f"/{pattern}/" for pattern in (*slow, "fine"))))
    told = [(each.code, each.what) for each in shown(state).findings[EntryId("1")]]
    assert told == [("slow_regex", f"/{pattern}/") for pattern in slow]
    assert shown(state).warned == {EntryId("1")}


def test_a_pattern_that_is_slow_on_made_up_texts_goes_on_waking_its_entry() -> None:
    it = made()
    it.answers.slow.add("(a+)+b")
    state = play(it, Did(name="keyword-add", value="/(a+)+b/"), Did(name="passage", value="a lab"))
    assert [each.code for each in shown(state).findings[EntryId("1")]] == ["slow_regex"]
    plan = shown(state).passage_plan
    assert plan is not None
    assert [(one.ref.entry_id, one.verdict) for one in plan.decisions] == [("1", "included")]


def test_two_entries_with_the_same_keyword_know_of_each_other() -> None:
    found = shown(play(made(), Did(name="keyword-add", value="BELL"))).findings
    assert {(each.code, each.other_id) for each in found[EntryId("2")]} == {("duplicate_keyword", EntryId("1"))}
    assert {(each.code, each.other_id) for each in found[EntryId("1")]} == {("duplicate_keyword", EntryId("2"))}


@pytest.mark.parametrize(
    ("what", "value", "look", "after"),
    [
        ("off", "", lambda e: e.enabled, (False, True, False, True)),
        ("priority", "7", lambda e: e.priority, (7, 0, 7, 0)),
        ("weight", "1.5", lambda e: e.weight, (1.5, 0, 1.5, 0)),
        ("keyword-add", "sea, /a,b/", lambda e: "/a,b/" in e.keywords, (True, False, True, False)),
        ("keyword-remove", "LAMP", lambda e: len(e.keywords), (0, 1, 1, 1)),
    ],
)
def test_several_entries_are_changed_at_once_and_undone_at_once(
    what: str, value: str, look: Callable[[Entry], object], after: tuple[object, ...]
) -> None:
    it = made()
    before = shown(play(it)).book
    change = Did(name="bulk-change", fields=(("what", what), ("value", value)))
    play(it, *select("1", "3"), change)
    assert tuple(look(entry) for entry in shown(play(it)).book.entries) == after
    it = made()
    play(it, *select("1", "3"), change, undo)
    assert shown(play(it)).book == before


def test_several_entries_are_deleted_and_come_back_in_their_places() -> None:
    it = made()
    state = play(it, *select("1", "3"), Did(name="bulk-delete"))
    assert names(state) == ["Bell", "Fog"]
    assert (shown(state).selected, shown(state).entry_id) == (frozenset(), None)
    it = made()
    play(it, *select("1", "3"), Did(name="bulk-delete"), undo)
    assert names(play(it)) == list(NAMES)


def test_all_that_the_search_finds_is_selected_and_once_more_nothing() -> None:
    dids = (Did(name="book-search", value="bel"), Did(name="bulk-begin"), Did(name="bulk-all"))
    assert shown(play(made(), *dids)).selected == {"2"}
    assert shown(play(made(), *dids, Did(name="bulk-all"))).selected == frozenset()


def test_all_rows_of_a_large_book_are_there_a_moment_after_it_opened() -> None:
    it = made()
    entries = tuple(Entry(id=EntryId(f"x{at}"), name=f"Place {at}") for at in range(300))
    for store, record, text in book_rows(Book(id=BookId("large"), name="Large", entries=entries)):
        assert text is not None
        it.store.records.setdefault(store, {})[record] = text
    open_book = shown(play(it, Did(name="book-search", value="place"), book=BookId("large")))
    assert len(listed(open_book, found_entries(open_book)).rows) == 200


def test_a_row_that_is_clicked_stays_where_it_is_in_a_large_book() -> None:
    it = made()
    entries = tuple(Entry(id=EntryId(f"x{at}"), name=f"Place {at}") for at in range(900))
    for store, record, text in book_rows(Book(id=BookId("large"), name="Large", entries=entries)):
        assert text is not None
        it.store.records.setdefault(store, {})[record] = text

    def first_listed(state: AppState) -> str:
        return listed(shown(state), found_entries(shown(state))).rows[0][1].id

    async def steps(runtime: Runtime) -> AppState:
        for sub, first in (("x500", "x497"), ("x600", "x497"), ("x20", "x17"), ("", "x17")):
            runtime.tell(actions.Went(route=Route(name="book", id="large", sub=sub)))
            await settle(runtime)
            assert first_listed(runtime.state) == first
        return runtime.state

    run(it, steps)


def test_entries_move_to_another_book_and_back_with_undo() -> None:
    it = made()
    move = Did(name="bulk-move", value=OTHER)
    assert names(play(it, *select("1", "4"), move)) == ["Bell", "Tide"]
    there = shown(play(it, book=OTHER)).book.entries
    assert [entry.name for entry in there] == ["There", "Lamp", "Fog"]
    assert len({entry.id for entry in there}) == 3
    it = made()
    play(it, *select("1", "4"), move, undo)
    assert names(play(it)) == list(NAMES)
    assert names(play(it, book=OTHER)) == ["There"]


def test_other_tabs_hear_of_both_books_when_entries_move() -> None:
    it = made()
    play(it, *select("1"), Did(name="bulk-move", value=OTHER))
    assert {("book", LOG), ("book", OTHER)} <= set(it.page.announced)


def test_entries_that_were_to_move_to_a_book_that_has_gone_stay_and_the_user_hears_why() -> None:
    it = made()
    state = play(it, *select("1"), Did(name="bulk-move", value="gone"))
    assert names(state) == list(NAMES)
    assert [toast.code for toast in state.toasts] == ["target_gone"]


def test_a_passage_is_read_by_the_rules_that_the_book_was_written_for() -> None:
    def settings(semantics: Wish) -> Settings:
        state = play(made())
        book = replace(shown(state).book, semantics=semantics)
        return passage_scene(state, replace(shown(state), book=book)).settings

    assert (settings("").semantics, settings("").memory_budget_percent) == ("native", None)
    tavern = settings("sillytavern")
    assert (tavern.semantics, tavern.memory_budget_percent, tavern.recursive) == ("sillytavern", 25, True)


def test_an_undo_never_takes_back_what_was_changed_after_it() -> None:
    state = play(
        made(), *select("1"), Did(name="bulk-change", id="off"), Did(name="entry-field", id="text", value="Newer.")
    )
    assert [toast for toast in state.toasts if toast.undo] == []


def test_merged_entries_have_all_texts_and_all_keywords_in_the_place_of_the_first() -> None:
    it = made()
    play(it, *select("2", "4"), Did(name="bulk-merge"))
    entries = shown(play(it)).book.entries
    assert [entry.name for entry in entries] == ["Lamp", "Bell", "Tide"]
    assert (entries[1].text, entries[1].keywords) == ("The bell is old.\nThe fog is old.", ("bell", "fog"))


def test_an_entry_is_split_at_the_cursor_and_undone() -> None:
    it = made()
    play(it, Did(name="entry-split", id="1", value="8"))
    entries = shown(play(it)).book.entries
    assert [(entry.name, entry.text) for entry in entries[:2]] == [("Lamp", "The lamp"), ("Lamp (2)", "is old.")]
    assert entries[0].keywords == entries[1].keywords
    assert len({entry.id for entry in entries}) == 5
    it = made()
    play(it, Did(name="entry-split", id="1", value="8"), undo)
    assert names(play(it)) == list(NAMES)


@pytest.mark.parametrize("cursor", ["0", "16", "99", "x"])
def test_a_cursor_at_an_end_splits_nothing(cursor: str) -> None:
    assert names(play(made(), Did(name="entry-split", id="1", value=cursor))) == list(NAMES)


def test_an_entry_is_split_into_its_paragraphs() -> None:
    text = Did(name="entry-field", id="text", value="One.\n\nTwo,\nstill two.\n \n\nThree.")
    entries = shown(play(made(), text, Did(name="entry-paragraphs", id="1"))).book.entries
    assert [entry.text for entry in entries[:3]] == ["One.", "Two,\nstill two.", "Three."]


def test_a_duplicate_stands_below_with_a_name_that_tells() -> None:
    it = made()
    play(it, Did(name="entry-duplicate", id="2"))
    assert names(play(it)) == ["Lamp", "Bell", "Bell, copy", "Tide", "Fog"]


@pytest.mark.parametrize(
    ("moved", "goal", "order"),
    [
        ("1", "after:3", ["Bell", "Tide", "Lamp", "Fog"]),
        ("4", "before:1", ["Fog", "Lamp", "Bell", "Tide"]),
        ("2", "after:2", list(NAMES)),
        ("2", "under:3", list(NAMES)),
        ("2", "after:9", list(NAMES)),
    ],
)
def test_an_entry_is_dragged_to_another_place(moved: str, goal: str, order: list[str]) -> None:
    it = made()
    play(it, Did(name="entry-move", id=moved, value=goal))
    assert names(play(it)) == order


def test_a_selected_entry_takes_the_others_along() -> None:
    state = play(made(), *select("1", "3"), Did(name="entry-move", id="3", value="after:4"))
    assert names(state) == ["Bell", "Fog", "Lamp", "Tide"]
