"""Who replies in a chat that was imported: known by name, made, chosen, or nobody."""

import asyncio
import json
from collections.abc import Callable

import pytest

from loreglass.app.actions import Did
from loreglass.app.import_cast import NEW, NOBODY, UNKNOWN_AT_MOST
from loreglass.app.records import book_rows, character_row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, OpenChat
from loreglass.app.view_import_cast import CastView, cast_view
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chats_in_and_out import bring, export, shown
from tests.unit.app.test_chatting import ANSEL, CHAT, LOCAL, OPENED, chat_of, run, say, sse, world
from tests.unit.app.test_groups import LEDGER, VEY
from tests.unit.app.test_importing import CARD, offer

pytestmark = pytest.mark.cpython


def lines(*said: str, head: str = "Maud", hidden: str = "?") -> bytes:
    """A chat in which these speak in turn, with a line of the user's between them."""
    rows: list[dict[str, object]] = [{"user_name": "Nell", "character_name": head, "chat_metadata": {}}]
    for name in said:
        rows.append({"name": name, "is_user": False, "mes": f"{name} nods.", "is_system": name == hidden})
        rows.append({"name": "Nell", "is_user": True, "mes": "Well."})
    return "\n".join(json.dumps(each) for each in rows).encode()


def question(state: AppState, at: int = 0) -> CastView:
    assert state.importing is not None
    view = cast_view(state.importing.items[at], state.library, state.importing)
    assert view is not None
    return view


def chosen(view: CastView) -> list[tuple[str, str]]:
    """Each name with the words of what is chosen for it."""
    return [(part.name, dict(part.choices)[part.chosen]) for part in view.parts]


async def accept(runtime: Runtime) -> OpenChat:
    runtime.tell(Did(name="import-accept"))
    await settle(runtime)
    return await shown(runtime)


def asked(data: bytes, made: World | None = None) -> CastView:
    made = made or world()

    async def play(runtime: Runtime) -> AppState:
        return await offer(runtime, made, ("old.jsonl", data))

    return question(run(made, play))


def taken(data: bytes, *choices: tuple[int, str], made: World | None = None) -> OpenChat:
    """The chat once it is imported with these choices."""
    made = made or world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("old.jsonl", data))
        for place, value in choices:
            runtime.tell(Did(name="import-cast", id=f"t0/{place}", value=value))
        await accept(runtime)
        return runtime.state

    return chat_of(run(made, play))


def with_vey() -> World:
    made = world(LOCAL)
    asyncio.run(made.store.write([character_row(VEY), *book_rows(LEDGER)], ()))
    return made


def test_a_character_that_nobody_here_has_is_asked_about_and_made_unless_chosen_otherwise() -> None:
    view = asked(lines("Maud"))
    assert view.said == "The file says “Maud”, who is not in your library."
    assert [words for _, words in view.parts[0].choices] == [
        "Ansel",
        "A new character called Maud",
        "Nobody: a narrator replies",
    ]
    assert chosen(view) == [("Maud", "A new character called Maud")]
    chat = taken(lines("Maud"))
    assert chat.character is not None
    assert (chat.character.name, chat.character.description, chat.chat.members) == ("Maud", "", ())


def test_one_who_is_known_by_name_is_chosen() -> None:
    view = asked(lines("Ansel", head="Ansel"))
    assert (view.said, chosen(view), view.note) == ("The file says “Ansel”.", [("Ansel", "Ansel")], "")
    assert taken(lines("Ansel", head="Ansel")).chat.character_id == ANSEL.id


def test_another_character_may_be_chosen_and_messages_keep_the_name_they_were_said_under() -> None:
    chat = taken(lines("Maud"), (0, f"here/{ANSEL.id}"))
    assert chat.character == ANSEL
    assert [message.name for message in chat.path] == ["Maud", "Nell"]


def test_nobody_may_be_chosen_and_then_nothing_is_made() -> None:
    made = world()
    chat = taken(lines("Maud"), (0, NOBODY), made=made)
    assert (chat.character, chat.chat.character_id) == (None, None)
    assert len(asyncio.run(made.store.all("characters"))) == 1


def test_a_name_of_the_head_that_never_replies_makes_nobody() -> None:
    assert chosen(asked(lines())) == [("Maud", "Nobody: a narrator replies")]


def test_replies_without_a_name_are_those_of_whom_the_head_names() -> None:
    data = b"\n".join(
        json.dumps(each).encode()
        for each in (
            {"user_name": "Nell", "character_name": "Maud"},
            {"is_user": False, "mes": "She nods."},
            {"name": "Nell", "is_user": True, "mes": "Well."},
        )
    )
    assert chosen(asked(data)) == [("Maud", "A new character called Maud")]


def test_a_file_that_does_not_say_who_replies_asks_all_the_same() -> None:
    view = asked(lines("", head=""))
    assert (view.said, [words for _, words in view.parts[0].choices]) == (
        "The file does not say who.",
        ["Ansel", "Nobody: a narrator replies"],
    )
    assert taken(lines("", head=""), (0, f"here/{ANSEL.id}")).character == ANSEL


def test_where_the_head_names_nobody_who_speaks_the_one_who_does_is_asked_about() -> None:
    assert chosen(asked(lines("Sister Maud"))) == [("Sister Maud", "A new character called Sister Maud")]


def test_each_unknown_speaker_of_a_group_is_asked_about() -> None:
    data = lines("Maud", "Ansel", "Tull", head="unused")
    view = asked(data)
    assert view.said == "Two of three are not in your library."
    assert chosen(view) == [("Maud", "New character"), ("Ansel", "Ansel"), ("Tull", "New character")]
    chat = taken(data, (2, NOBODY))
    assert [who.name for who in chat.cast] == ["Maud", "Ansel"]
    assert [message.character_id for message in chat.path[::2]] == [*chat.chat.members, None]


def test_others_who_speak_in_a_chat_with_one_character_join_only_when_asked_to() -> None:
    data = lines("Maud", "The tide", head="Maud")
    assert chosen(asked(data)) == [("Maud", "New character"), ("The tide", "Nobody")]
    assert taken(data).chat.members == ()
    assert [who.name for who in taken(data, (1, NEW)).cast] == ["Maud", "The tide"]


def test_what_another_program_says_in_hidden_messages_is_no_character() -> None:
    assert chosen(asked(lines("Maud", "The program", hidden="The program"))) == [
        ("Maud", "A new character called Maud")
    ]


def test_a_file_with_hundreds_of_names_asks_about_a_few() -> None:
    view = asked(lines(*(f"Name {at}" for at in range(200)), head="unused"))
    assert len(view.parts) == UNKNOWN_AT_MOST


def test_a_card_of_the_same_import_counts_as_known() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        files = (("old.jsonl", lines("Maud")), ("maud.json", json.dumps(CARD).encode()))
        state = await offer(runtime, made, *files)
        view = question(state)
        assert view.said == "The file says “Maud”, whose card comes in too."
        assert chosen(view) == [("Maud", "Maud, from maud.json")]
        chat = await accept(runtime)
        assert chat.character is not None
        assert chat.character.greeting == "Good evening."
        assert [each.book.name for each in chat.books] == ["Maud"]
        return runtime.state

    state = run(made, play)
    assert [who.name for who in state.library.characters] == ["Ansel", "Maud"]


def test_a_card_that_is_left_out_again_is_known_no_more() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("old.jsonl", lines("Maud")), ("maud.json", json.dumps(CARD).encode()))
        runtime.tell(Did(name="import-cast", id="t0/0", value="card/t1"))
        runtime.tell(Did(name="import-drop", id="t1"))
        assert chosen(question(await settle(runtime))) == [("Maud", "A new character called Maud")]
        await accept(runtime)
        return runtime.state

    chat = chat_of(run(made, play))
    assert chat.character is not None
    assert (chat.character.name, chat.character.greeting) == ("Maud", "")


def test_two_chats_of_one_import_with_the_same_character_make_it_once() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("a.jsonl", lines("Maud")), ("b.jsonl", lines("Maud", "Maud")))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    state = run(made, play)
    (maud,) = (who for who in state.library.characters if who.name == "Maud")
    assert [chat.character_id for chat in state.library.chats].count(maud.id) == 2


def test_a_new_character_beside_one_of_the_same_name_is_still_called_by_it() -> None:
    chat = taken(lines("Ansel", head="Ansel"), (0, NEW))
    assert chat.character is not None
    assert (chat.character.name, chat.character.called) == ("Ansel (2)", "Ansel")


def test_a_chat_of_ours_whose_character_is_gone_asks_for_it_too() -> None:
    made, other = with_vey(), world()
    files: list[bytes] = []

    async def out(runtime: Runtime) -> AppState:
        for name, value in (("chat-character", VEY.id), ("member-add", ANSEL.id)):
            runtime.tell(Did(name=name, value=value))
            await settle(runtime)
        files.append(await export(runtime, made, "native"))
        return runtime.state

    run(made, out)
    assert chosen(asked(files[0], other)) == [("Ottoline Vey", "New character"), ("Ansel", "Ansel")]
    assert [who.name for who in taken(files[0]).cast] == ["Ottoline Vey", "Ansel"]
    alone = taken(files[0], (0, NOBODY))
    assert (alone.chat.members, alone.character) == ((), ANSEL)


def test_the_book_of_whoever_is_chosen_is_read_at_once() -> None:
    made = with_vey()
    chat = taken(lines("Maud"), (0, f"here/{VEY.id}"), made=made)
    assert [(each.book.id, each.scope) for each in chat.books] == [(LEDGER.id, "character")]


# Setup


def recast(made: World, *steps: tuple[str, str], check: Callable[[AppState], None]) -> AppState:
    """The chat without a character, after these steps in Setup."""

    async def play(runtime: Runtime) -> AppState:
        await bring(runtime, made, "old.jsonl", lines())
        for name, value in steps:
            runtime.tell(Did(name=name, value=value))
            await settle(runtime)
        check(runtime.state)
        return runtime.state

    return run(made, play)


def planned(state: AppState) -> str:
    plan = chat_of(state).next_plan
    assert plan is not None
    return "\n".join(message.content for message in plan.messages)


def test_a_chat_without_a_character_gets_one_and_its_book_and_plan_follow() -> None:
    made = with_vey()

    def check(state: AppState) -> None:
        chat = chat_of(state)
        assert chat.character == VEY
        assert [each.book.id for each in chat.books] == [LEDGER.id]
        assert "She signs." in planned(state)
        assert chat.next_plan is not None
        assert chat.next_plan.entry_count == 1

    recast(made, ("chat-character", VEY.id), check=check)


def test_one_character_follows_another_or_makes_a_group_with_it() -> None:
    made = with_vey()

    def check(state: AppState) -> None:
        assert chat_of(state).cast == (ANSEL, VEY)

    steps = (("chat-character", VEY.id), ("chat-character", ANSEL.id), ("member-add", VEY.id))
    recast(made, *steps, check=check)


def test_undo_brings_back_who_replied_and_leaves_what_was_written_since() -> None:
    made = with_vey()
    made.net.script = [OPENED, *sse("Aye.")]

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-character", value=VEY.id))
        state = await settle(runtime)
        notice = state.toasts[-1]
        assert (notice.code, notice.detail, notice.undo) == ("cast_set", "Ottoline Vey replies", True)
        await say(runtime, "Is the lamp lit?")
        runtime.tell(Did(name="toast-undo", id=notice.id))
        return await settle(runtime)

    chat = chat_of(run(made, play))
    assert chat.chat.id == CHAT.id
    assert chat.character == ANSEL
    assert [message.name for message in chat.path] == ["Nell", "Ottoline Vey"]


def test_undo_brings_a_member_back_as_it_was() -> None:
    made = with_vey()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="member-add", value=VEY.id))
        await settle(runtime)
        runtime.tell(Did(name="member-mute", id=VEY.id, checked=True))
        runtime.tell(Did(name="member-talk", id=VEY.id, value="80"))
        await settle(runtime)
        runtime.tell(Did(name="member-remove", id=VEY.id))
        state = await settle(runtime)
        assert chat_of(state).chat.members == ()
        (notice,) = (each for each in state.toasts if each.code == "cast_set")
        runtime.tell(Did(name="toast-undo", id=notice.id))
        return await settle(runtime)

    chat = chat_of(run(made, play)).chat
    assert (chat.members, chat.muted, chat.talkativeness) == ((ANSEL.id, VEY.id), (VEY.id,), ((VEY.id, 0.8),))


def test_a_chat_may_be_left_to_a_narrator() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-character", value=""))
        return await settle(runtime)

    state = run(made, play)
    assert chat_of(state).character is None
    assert state.toasts[-1].detail == "A narrator replies"
