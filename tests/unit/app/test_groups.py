import asyncio
import json
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.records import book_rows, character_row, row
from loreglass.app.runtime import Runtime
from loreglass.app.speakers import scene_books
from loreglass.app.state import AppState
from loreglass.app.view_group import group_view, notes_view
from loreglass.app.view_tools import next_view
from loreglass.domain.ids import BookId, CharacterId, EntryId
from loreglass.domain.story.book import Book, Entry, Filter, LinkedBook
from loreglass.domain.story.cast import Character
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_branches import did
from tests.unit.app.test_chatting import ANSEL, CHAT, LOCAL, OPENED, again, chat_of, opened, say, sse, world

pytestmark = pytest.mark.cpython

LEDGER = Book(
    id=BookId("ledger"),
    name="Ledger",
    entries=(Entry(id=EntryId("1"), name="Ledger", text="The ledger is false.", keywords=("lamp",)),),
)
VEY = Character(id=CharacterId("vey"), name="Ottoline Vey", description="She signs.", book_ids=(LEDGER.id,))


def group_world(**changes: object) -> World:
    made = world(LOCAL)
    chat = replace(CHAT, members=(ANSEL.id, VEY.id), **changes)  # type: ignore[arg-type]
    asyncio.run(made.store.write([row(chat), character_row(VEY), *book_rows(LEDGER)], ()))
    made.net.script = [OPENED, *sse("Aye.")]
    return made


def play(made: World, *lines: str) -> AppState:
    async def main() -> AppState:
        runtime = await opened(made)
        for line in lines:
            await say(runtime, line)
        return runtime.state

    return asyncio.run(main())


def speakers(state: AppState) -> list[str]:
    return [message.name for message in chat_of(state).path if message.speaker == "character"]


def system(made: World) -> str:
    return str(json.loads(made.net.asked[-1].body)["messages"][0]["content"])


def test_in_a_round_each_member_answers_in_turn_as_their_own_card() -> None:
    made = group_world(turn_order="round")
    state = play(made, "One", "Two")
    assert speakers(state) == ["Ansel", "Ottoline Vey"]
    assert [message.character_id for message in chat_of(state).path] == [None, ANSEL.id, None, VEY.id]
    assert "She signs." in system(made)
    assert speakers(again(made)) == ["Ansel", "Ottoline Vey"]


def test_in_a_group_the_prompt_says_who_spoke_and_the_reply_is_kept_without_its_name() -> None:
    made = group_world(turn_order="round")
    made.net.script = [OPENED, *sse("Ansel", ": The lamp", " is lit.")]
    state = play(made, "One", "Two")
    path = chat_of(state).path
    assert chat_of(state).variants[path[1].chosen_id].text == "The lamp is lit."
    sent = [one["content"] for one in json.loads(made.net.asked[-1].body)["messages"]]
    assert [one for one in sent if ": " in one][-3:] == ["Nell: One", "Ansel: The lamp is lit.", "Nell: Two"]


def test_whoever_is_named_answers() -> None:
    made = group_world(turn_order="mention")
    assert speakers(play(made, "What do you say, Vey?", "And you, Ansel?")) == ["Ottoline Vey", "Ansel"]
    assert speakers(play(made, "Once more, Ansel!"))[-1] == "Ansel"


def test_a_members_own_book_counts_only_while_that_member_speaks() -> None:
    made = group_world(turn_order="mention")
    play(made, "Is the lamp lit, Ansel?")
    assert "The lamp is lit." in system(made)
    assert "The ledger is false." not in system(made)
    state = play(made, "Is the lamp lit, Vey?")
    assert "The ledger is false." in system(made)
    own = next(each.book for each in chat_of(state).books if each.book.id == LEDGER.id)
    assert own.entries == LEDGER.entries


@pytest.mark.parametrize(
    ("held", "bound"),
    [
        (Filter(), Filter(names=("Ansel", "Ottoline Vey"))),
        (Filter(names=("Mira",)), Filter(names=("Mira",))),
        (Filter(names=("ansel",), exclude=True), Filter(names=("Ottoline Vey",))),
        (Filter(names=("Ansel", "Ottoline Vey"), exclude=True), Filter(names=("",))),
        (Filter(tags=("sailor",)), Filter(names=("Ansel", "Ottoline Vey"), tags=("sailor",))),
    ],
)
def test_what_an_entry_of_two_members_book_asks_of_who_speaks_still_counts(held: Filter, bound: Filter) -> None:
    book = replace(LEDGER, entries=(replace(LEDGER.entries[0], filter=held),))
    cast = (replace(ANSEL, book_ids=(LEDGER.id,)), VEY)
    (linked,) = scene_books((LinkedBook(book=book, scope="character"),), cast)
    assert linked.book.entries[0].filter == bound


def test_whom_the_user_names_speaks_once_where_turns_go_by_themselves() -> None:
    made = group_world(turn_order="round")

    async def main() -> AppState:
        runtime = await opened(made)
        view = next_view(chat_of(runtime.state))
        assert view is not None
        assert view.choices == (
            ("", "Next: Ansel, by turn"),
            (ANSEL.id, "Next: Ansel"),
            (VEY.id, "Next: Ottoline Vey"),
        )
        await did(runtime, "next-speaker", value=VEY.id)
        await say(runtime, "One")
        assert chat_of(runtime.state).chat.next_id is None
        return await say(runtime, "Two")

    assert speakers(asyncio.run(main())) == ["Ottoline Vey", "Ansel"]


def test_a_regenerated_reply_is_said_by_the_same_member() -> None:
    made = group_world(turn_order="round")

    async def main() -> AppState:
        runtime = await opened(made)
        await say(runtime, "One")
        return await did(runtime, "regenerate")

    state = asyncio.run(main())
    assert speakers(state) == ["Ansel"]
    assert "She signs." not in system(made)


def test_where_everyone_is_muted_the_message_is_kept_and_the_user_is_told() -> None:
    made = group_world(turn_order="round", muted=(ANSEL.id, VEY.id))
    state = play(made, "One")
    assert [message.speaker for message in chat_of(state).path] == ["user"]
    assert [toast.code for toast in state.toasts] == ["nobody_speaks"]
    assert made.net.asked == []


@pytest.mark.parametrize("order", ["manual", "round", "mention"])
def test_where_everyone_is_muted_the_choice_of_who_is_next_says_so(order: str) -> None:
    made = group_world(turn_order=order, muted=(ANSEL.id, VEY.id))
    view = next_view(chat_of(play(made)))
    assert view is not None
    assert view.chosen == ""
    assert view.choices == (
        ("", "Nobody: all are muted"),
        (ANSEL.id, "Next: Ansel"),
        (VEY.id, "Next: Ottoline Vey"),
    )


@pytest.mark.parametrize(
    ("cure", "stands"),
    [
        (Did(name="member-mute", id=VEY.id, checked=False), False),
        (Did(name="next-speaker", value=VEY.id), False),
        (Did(name="member-remove", id=VEY.id), False),
        (Did(name="next-speaker", value=""), True),
        (Did(name="member-mute", id=VEY.id, checked=True), True),
    ],
)
def test_the_notice_that_everyone_is_muted_stands_until_somebody_may_speak(cure: Did, stands: bool) -> None:
    made = group_world(turn_order="round", muted=(ANSEL.id, VEY.id))

    async def main() -> AppState:
        runtime = await opened(made)
        await say(runtime, "One")
        runtime.tell(cure)
        return await settle(runtime)

    assert ("nobody_speaks" in [toast.code for toast in asyncio.run(main()).toasts]) == stands


def test_a_chat_becomes_a_group_and_one_character_alone_is_none() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write([character_row(VEY), *book_rows(LEDGER)], ()))

    async def main() -> None:
        runtime = await opened(made)
        view = group_view(chat_of(runtime.state), runtime.state.library)
        assert (view.members, view.free) == ((), ((VEY.id, "Ottoline Vey"),))
        await did(runtime, "member-add", value=VEY.id)
        assert [who.name for who in chat_of(runtime.state).cast] == ["Ansel", "Ottoline Vey"]
        assert LEDGER.id in [each.book.id for each in chat_of(runtime.state).books]
        runtime.tell(Did(name="member-mute", id=VEY.id, checked=True))
        runtime.tell(Did(name="member-talk", id=VEY.id, value="80"))
        await settle(runtime)
        view = group_view(chat_of(runtime.state), runtime.state.library)
        assert [(each.name, each.muted, each.percent) for each in view.members] == [
            ("Ansel", False, 50),
            ("Ottoline Vey", True, 80),
        ]
        await did(runtime, "member-remove", ANSEL.id)

    asyncio.run(main())
    open_chat = chat_of(again(made))
    assert (open_chat.chat.members, open_chat.chat.character_id) == ((), VEY.id)
    assert open_chat.character == VEY


async def set_note(runtime: Runtime, **fields: str) -> None:
    for name, value in fields.items():
        await did(runtime, f"note-{name}", value=value)


def test_the_authors_note_goes_in_at_its_depth_and_only_every_so_often() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Aye.")]

    async def main() -> None:
        runtime = await opened(made)
        await set_note(runtime, text="Keep it dark.", depth="1", every="2", role="user")
        await say(runtime, "One")
        assert "Keep it dark." not in made.net.asked[-1].body
        await say(runtime, "Two")

    asyncio.run(main())
    messages = json.loads(made.net.asked[-1].body)["messages"]
    assert messages[-2:] == [{"role": "user", "content": "Keep it dark."}, {"role": "user", "content": "Two"}]


def test_the_users_own_notes_are_kept_and_never_sent() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Aye.")]

    async def main() -> None:
        runtime = await opened(made)
        await did(runtime, "chat-memo", value="Secret: the lamp.")
        await did(runtime, "character-memo", ANSEL.id, "Secret: he lies.")
        await say(runtime, "One")

    asyncio.run(main())
    assert "Secret" not in made.net.asked[-1].body
    view = notes_view(chat_of(again(made)))
    assert (view.memo, view.characters) == ("Secret: the lamp.", ((ANSEL.id, "Ansel", "Secret: he lies."),))
