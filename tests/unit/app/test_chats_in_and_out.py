"""A chat goes out as a file and comes in again: what is shown stays, and what is here is never touched."""

import json
from dataclasses import replace

import pytest

from loreglass.app.actions import Did, Went
from loreglass.app.exporting import formats_for
from loreglass.app.opened import Exporting
from loreglass.app.records import row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, OpenChat, Route
from loreglass.domain.ids import BranchId
from loreglass.domain.story.chat import AuthorNote, Branch
from loreglass.formats.report import Report
from loreglass.shell.ui.export import export_dialog
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import CHAT, chat_of, run, say, world
from tests.unit.app.test_importing import offer

pytestmark = pytest.mark.cpython

LINES = (
    {"user_name": "Nell", "character_name": "Ansel", "chat_metadata": {"note_prompt": "Rain.", "note_depth": 2}},
    {"name": "Ansel", "is_user": False, "mes": "Nine.", "swipes": ["Eight.", "Nine."], "swipe_id": 1},
    {"name": "Nell", "is_user": True, "mes": "I hear {{char}}."},
    {"name": "Ansel", "is_user": False, "is_system": True, "mes": "Aside."},
)
JSONL = "\n".join(json.dumps(line) for line in LINES).encode()


async def shown(runtime: Runtime) -> OpenChat:
    """The newest chat, opened."""
    newest = runtime.state.library.chats[0]
    runtime.tell(Went(route=Route(name="chat", id=newest.id)))
    return chat_of(await settle(runtime))


def read(chat: OpenChat) -> list[tuple[str, str, list[str], str, bool]]:
    """What a user sees of a chat: who speaks, all wordings, which one stands, what is hidden."""
    return [
        (
            message.speaker,
            message.name,
            [chat.variants[each].text for each in message.variant_ids],
            chat.variants[message.chosen_id].text,
            message.hidden,
        )
        for message in chat.path
    ]


async def bring(runtime: Runtime, made: World, name: str, data: bytes) -> OpenChat:
    await offer(runtime, made, (name, data))
    runtime.tell(Did(name="import-accept"))
    await settle(runtime)
    return await shown(runtime)


async def export(runtime: Runtime, made: World, to: str) -> bytes:
    runtime.tell(Did(name="chat-export"))
    await settle(runtime)
    runtime.tell(Did(name="export-format", value=to))
    await settle(runtime)
    runtime.tell(Did(name="export-download"))
    await settle(runtime)
    content = made.page.downloads[-1][2]
    assert isinstance(content, bytes)
    return content


def test_swipes_come_in_as_variants_hidden_messages_stay_hidden_and_the_note_is_kept() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        chat = await bring(runtime, made, "night.jsonl", JSONL)
        assert read(chat) == [
            ("character", "Ansel", ["Eight.", "Nine."], "Nine.", False),
            ("user", "Nell", ["I hear {{char}}."], "I hear {{char}}.", False),
            ("character", "Ansel", ["Aside."], "Aside.", True),
        ]
        assert chat.character is not None
        assert (chat.character.name, chat.chat.note.text, chat.chat.note.depth_messages) == ("Ansel", "Rain.", 2)
        assert chat.persona is not None
        return runtime.state

    run(made, play)


def test_an_agnai_chat_finds_its_character_by_who_speaks_in_it() -> None:
    made = world()
    told = {
        "name": "Old",
        "greeting": "",
        "messages": [
            {"_id": "1", "msg": "Well.", "characterId": "x", "handle": "Ansel", "retries": ["Oh."]},
            {"_id": "2", "msg": "Yes.", "userId": "y", "handle": "Nell"},
        ],
    }

    async def play(runtime: Runtime) -> AppState:
        chat = await bring(runtime, made, "old.json", json.dumps(told).encode())
        assert chat.chat.title == "Old"
        assert chat.character is not None
        assert [each[2] for each in read(chat)] == [["Well.", "Oh."], ["Yes."]]
        return runtime.state

    run(made, play)


@pytest.mark.parametrize("to", ["native", "sillytavern_chat"])
def test_a_chat_that_was_exported_and_comes_in_again_shows_the_same(to: str) -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        first = await bring(runtime, made, "night.jsonl", JSONL)
        again = await bring(runtime, made, "again.json", await export(runtime, made, to))
        assert read(again) == read(first)
        assert again.chat.id != first.chat.id
        assert again.chat.character_id == first.chat.character_id
        return runtime.state

    run(made, play)


def test_the_authors_note_and_the_thoughts_survive_the_way_out_and_in_as_lines() -> None:
    made = world()
    note = AuthorNote(text="Rain.", depth_messages=2, every_messages=3, role="user")

    async def play(runtime: Runtime) -> AppState:
        first = await bring(runtime, made, "night.jsonl", JSONL)
        spoken = first.variants[first.path[0].chosen_id]
        await made.store.write([row(replace(first.chat, note=note)), row(replace(spoken, reasoning="Count."))], ())
        runtime.tell(Went(route=Route(name="chats")))
        await settle(runtime)
        await shown(runtime)
        again = await bring(runtime, made, "again.jsonl", await export(runtime, made, "sillytavern_chat"))
        assert again.chat.note == note
        assert [again.variants[each].reasoning for each in again.path[0].variant_ids] == ["", "Count."]
        return runtime.state

    run(made, play)


def test_our_own_file_brings_every_branch_under_new_ids_and_leaves_what_is_here_alone() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        first = await bring(runtime, made, "night.jsonl", JSONL)
        at = first.path[0].id
        main = Branch(id=BranchId("main"), name="Main", head_id=first.path[-1].id)
        other = Branch(id=BranchId("other"), name="Other", head_id=at)
        chat = replace(first.chat, branches=(main, other), branch_id=other.id, head_id=at)
        await made.store.write([row(chat)], ())
        runtime.tell(Went(route=Route(name="chats")))
        runtime.tell(Did(name="chat-export", id=chat.id))
        await settle(runtime)
        before = {store: dict(records) for store, records in made.store.records.items()}
        runtime.tell(Did(name="export-download"))
        await settle(runtime)
        data = made.page.downloads[-1][2]
        assert isinstance(data, bytes)
        again = await bring(runtime, made, "copy.json", data)
        assert [branch.name for branch in again.chat.branches] == ["Main", "Other"]
        assert [again.variants[each.chosen_id].text for each in again.aside] == ["I hear {{char}}.", "Aside."]
        kept = {store: {each: made.store.records[store][each] for each in before[store]} for store in before}
        assert {**kept, "settings": {}} == {**before, "settings": {}}
        return runtime.state

    run(made, play)


def test_what_an_edit_replaced_does_not_leave_with_the_chat_and_plans_do_not_come_back() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="draft", value="My real name is Ada."))
        runtime.tell(Did(name="send-only"))
        await settle(runtime)
        mine = next(each for each in chat_of(runtime.state).path if each.speaker == "user")
        runtime.tell(Did(name="edit", id=mine.id))
        runtime.tell(Did(name="edit-draft", value="My name is Nell."))
        runtime.tell(Did(name="edit-save", id=mine.id))
        await settle(runtime)
        data = await export(runtime, made, "native")
        assert b"Nell." in data
        assert b"Ada" not in data
        again = await bring(runtime, made, "x.json", data)
        assert {variant.plan_id for variant in again.variants.values()} == {None}
        return runtime.state

    run(made, play)


def test_a_demo_reply_says_so_in_every_text_format_and_no_macro_is_filled_in() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "What of {{char}}?")
        for to in ("markdown", "text"):
            said = (await export(runtime, made, to)).decode()
            assert "demo reply" in said
            assert "{{char}}" in said
        names = [name for name, *_ in made.page.downloads]
        assert names == ["Night.md", "Night.txt"]
        return runtime.state

    run(made, play)


def test_a_chat_is_offered_in_all_its_formats_ours_first() -> None:
    assert formats_for("chat") == ("native", "sillytavern_chat", "markdown", "text")
    assert CHAT.title == "Night"


def test_the_list_of_formats_tells_the_file_that_comes() -> None:
    listed = str(export_dialog(Exporting(kind="chat", id="c", name="Night", format="native")))
    assert "SillyTavern chat (JSONL)" in listed
    assert "Loreglass (JSON)" in listed
    assert "Markdown (" not in listed


def test_the_export_says_of_which_formats_there_is_no_way_back() -> None:
    def told(code: str) -> str:
        return str(export_dialog(Exporting(kind="chat", id="c", name="Night", format=code, losses=Report())))

    assert [code for code in formats_for("chat") if "cannot be imported again" in told(code)] == ["markdown", "text"]
