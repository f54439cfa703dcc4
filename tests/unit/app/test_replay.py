"""The replay: every turn planned again, what fired when, and what that says of the books."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.records import book_rows, row
from loreglass.app.replays import Concern, Replay, ReplayedTurn, Survey
from loreglass.app.runtime import Runtime
from loreglass.app.slices import in_slices
from loreglass.app.state import AppState, Route
from loreglass.app.strings.reasons import plain
from loreglass.app.update.replay import points_of
from loreglass.app.view_replay import HeatTable, heat_map, spans, survey
from loreglass.domain.authoring.heat import Cell
from loreglass.domain.ids import BookId, EntryId, MessageId, VariantId
from loreglass.domain.story.book import Book, Entry, LinkedBook
from loreglass.domain.story.chat import Message, Speaker, Variant
from tests.ui import ninth_bell
from tests.unit.app.fakes import ToldClock, World, settle
from tests.unit.app.test_chatting import BOOK, CHAT, chat_of, run, world

pytestmark = pytest.mark.cpython

SAID = ("Is the lamp lit?", "It is.", "And the bell?", "Cast.", "Who rings the bell?")
LATE = Entry(id=EntryId("3"), name="Sexton", text="The sexton.", keywords=("sexton",), secondary=("spade",))


def replayed_world() -> World:
    """Three questions and two answers; the third is still open."""
    made = world()
    rows = [*book_rows(replace(BOOK, entries=(*BOOK.entries, LATE)))]
    for at, text in enumerate(SAID):
        speaker: Speaker = "character" if at % 2 else "user"
        message = Message(
            id=MessageId(f"m{at}"),
            chat_id=CHAT.id,
            parent_id=MessageId(f"m{at - 1}") if at else None,
            speaker=speaker,
            name="Ansel" if at % 2 else "Nell",
            variant_ids=(VariantId(f"v{at}"),),
            chosen_id=VariantId(f"v{at}"),
        )
        variant = Variant(id=VariantId(f"v{at}"), chat_id=CHAT.id, message_id=message.id, text=text, source="user")
        rows += [row(message), row(variant)]
    rows.append(row(replace(CHAT, head_id=MessageId("m4"), message_count=5, memory_depth_messages=1)))
    asyncio.run(made.store.write(rows, ()))
    return made


async def open_replay(runtime: Runtime) -> AppState:
    runtime.tell(actions.Went(route=Route(name="replay", id=CHAT.id)))
    return await settle(runtime)


def replay_of(state: AppState) -> Replay:
    assert state.replay is not None
    return state.replay


def heat_of(state: AppState) -> HeatTable:
    replay = replay_of(state)
    assert replay.survey is not None
    return heat_map(replay.survey, replay.turns, replay.shown_rows, all_rows=replay.all_rows)


def added_up(turns: tuple[ReplayedTurn, ...], books: tuple[LinkedBook, ...]) -> Survey:
    return asyncio.run(in_slices(survey(turns, books), ToldClock()))


def test_every_reply_is_a_turn_and_so_is_the_one_that_is_due() -> None:
    state = run(replayed_world(), open_replay)
    points = points_of(chat_of(state))
    assert [(point.messages, point.message_id) for point in points] == [(1, "m1"), (3, "m3"), (5, None)]
    assert len(points_of(ninth_bell.open_chat())) == sum(
        message.speaker == "character" for message in ninth_bell.open_chat().path
    )


def test_the_heat_map_tells_which_entry_fired_in_which_turn() -> None:
    state = run(replayed_world(), open_replay)
    replay = replay_of(state)
    assert replay.whole
    assert not replay.running
    view = heat_of(state)
    assert [(one.name, one.words, one.times) for one in view.rows] == [
        ("Lamp", "In, by keyword: turn 1.", 1),
        ("Bell", "In, by keyword: turns 2 to 3.", 2),
        ("Sexton", "Asleep in every turn.", 0),
    ]


def test_a_chosen_turn_has_its_plan_which_opens_in_the_chat() -> None:
    made = replayed_world()

    async def play(runtime: Runtime) -> AppState:
        await open_replay(runtime)
        runtime.tell(Did(name="replay-turn", value="1"))
        await settle(runtime)
        runtime.tell(Did(name="replay-open"))
        return await settle(runtime)

    state = run(made, play)
    assert replay_of(state).chosen == 0
    shown = chat_of(state).shown_plan
    assert shown is not None
    assert (shown.message_id, state.panel.which, made.page.went[-1]) == ("m1", "reply", f"#/c/{CHAT.id}")
    assert [one.ref.entry_id for one in shown.plan.decisions if one.verdict == "included"] == ["1"]


def test_a_replay_that_nothing_has_changed_since_is_not_made_again() -> None:
    async def play(runtime: Runtime) -> AppState:
        first = replay_of(await open_replay(runtime)).turns
        runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
        await settle(runtime)
        state = await open_replay(runtime)
        assert replay_of(state).turns is first
        return state

    run(replayed_world(), play)


def test_a_changed_book_is_replayed_anew() -> None:
    made = replayed_world()

    async def play(runtime: Runtime) -> AppState:
        await open_replay(runtime)
        await made.store.write(book_rows(replace(BOOK, entries=BOOK.entries[:1])), ())
        runtime.tell(actions.Went(route=Route(name="chats")))
        return await open_replay(runtime)

    state = run(made, play)
    assert [one.name for one in heat_of(state).rows] == ["Lamp"]


def test_a_stopped_replay_keeps_its_turns_and_goes_on_from_there() -> None:
    async def play(runtime: Runtime) -> AppState:
        state = await open_replay(runtime)
        whole = replay_of(state)
        stopped = replace(whole, turns=whole.turns[:1], running=True, survey=None)
        runtime.state = replace(state, replay=stopped)
        runtime.tell(Did(name="replay-stop"))
        state = await settle(runtime)
        assert (replay_of(state).running, len(replay_of(state).turns)) == (False, 1)
        assert [row.times for row in heat_of(state).rows] == [1, 0, 0]
        runtime.tell(Did(name="replay-go-on"))
        state = await settle(runtime)
        assert replay_of(state).turns == whole.turns
        return state

    run(replayed_world(), play)


def test_leaving_the_page_stops_a_replay() -> None:
    async def play(runtime: Runtime) -> AppState:
        state = await open_replay(runtime)
        runtime.state = replace(state, replay=replace(replay_of(state), running=True))
        runtime.tell(actions.Went(route=Route(name="chats")))
        return await settle(runtime)

    assert not replay_of(run(replayed_world(), play)).running


@pytest.mark.parametrize(
    ("turns", "words"),
    [((0,), "turn 1"), ((0, 1, 2), "turns 1 to 3"), ((0, 1, 3, 6, 7), "turns 1 to 2, 4 and 7 to 8")],
)
def test_turns_are_told_in_spans(turns: tuple[int, ...], words: str) -> None:
    assert spans(turns) == words


# ---- health ----

B = BookId("b")


def entry(name: str, *keywords: str, **changes: object) -> Entry:
    return Entry(id=EntryId(name), name=name, keywords=keywords, **changes)  # type: ignore[arg-type]


def cell(name: str, verdict: str = "included", code: str = "key_hit", **changes: object) -> Cell:
    return Cell(book_id=B, entry_id=EntryId(name), verdict=verdict, code=code, **changes)  # type: ignore[arg-type]


def checked(entries: tuple[Entry, ...], *turns: tuple[Cell, ...]) -> dict[str, Concern]:
    replayed = tuple(ReplayedTurn(cells=cells, budget_tokens=900) for cells in turns)
    books = (LinkedBook(book=Book(id=B, name="B", entries=entries)),)
    return {one.code: one for one in added_up(replayed, books).concerns}


def words(concern: Concern) -> list[tuple[str, str]]:
    return [(one.name, plain(one.said)) for one in concern.remarks]


def test_entries_that_never_fired_say_what_was_missing() -> None:
    entries = (
        entry("Riot", "riot", "salt tax"),
        entry("Stair", "stair", secondary=("contraband",)),
        entry("Chapel", "chapel"),
        entry("Lamp", "lamp"),
        entry("Spring tide", "spring", enabled=False),
    )
    lacking = cell("Stair", "dormant", "secondary_missing", hit="stair", missing=("contraband",))
    found = checked(entries, (lacking, cell("Lamp")), (lacking, cell("Chapel", "dropped", "over_total_budget")))
    assert found["never"].title == "Three entries never fired"
    assert found["never"].note == "Of 5: 1 did, and Spring tide is switched off."
    assert words(found["never"]) == [
        ("Riot", "Nobody has said riot or salt tax."),
        ("Stair", "stair was said in 2 turns; contraband in none."),
        ("Chapel", "It woke in 1 turn and was left out each time."),
    ]


def test_an_entry_that_fires_almost_every_turn_is_named_but_not_one_that_is_meant_to() -> None:
    entries = (entry("Light", "light"), entry("World", constant=True))
    turn = (cell("Light", tokens=174), cell("World", code="constant", tokens=10))
    found = checked(entries, *[turn] * 9, (cell("World", code="constant"),))
    assert words(found["every"]) == [("Light", "9 of 10 turns, 174 tokens each time.")]


def test_second_keywords_that_nobody_says_are_named() -> None:
    entries = (entry("Stair", "stair", secondary=("contraband", "night")),)
    found = checked(entries, (cell("Stair", second=("night",)),), (cell("Stair", second=("night",)),))
    assert words(found["second"]) == [("Stair", "contraband was never said in 2 turns that asked.")]


def test_entries_that_share_a_keyword_are_named_together() -> None:
    found = checked((entry("Vey", "Harbourmistress"), entry("Customs", "harbourmistress"), entry("Fog", "fog")), ())
    assert words(found["shared"]) == [("Vey, Customs", "Both wake on harbourmistress.")]


def test_an_entry_over_a_quarter_of_the_budget_is_named() -> None:
    out = cell("Chapel", "dropped", "over_total_budget", tokens=264)
    found = checked((entry("Chapel", "chapel"),), (cell("Chapel", tokens=264),), (out,))
    assert words(found["quarter"]) == [("Chapel", "264 of 900 tokens, 29%. Left out 1 time for want of room.")]


def test_a_large_book_shows_rows_for_what_fired_and_counts_the_rest() -> None:
    entries = tuple(entry(f"E{n}", f"word{n}") for n in range(200))
    turns = (ReplayedTurn(cells=(cell("E7", tokens=5),)),)
    books = (LinkedBook(book=Book(id=B, name="B", entries=entries)),)
    found = added_up(turns, books)
    few, many = heat_map(found, turns, 60, all_rows=False), heat_map(found, turns, 60, all_rows=True)
    assert ([row.name for row in few.rows], few.more, few.quiet) == (["E7"], 0, 199)
    assert (len(many.rows), many.more) == (60, 140)
    assert found.concerns[0].count == 199
    assert len(found.concerns[0].remarks) == 12
