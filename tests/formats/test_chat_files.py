"""Chats as files: native with every branch, SillyTavern lines that import again, Markdown and plain text."""

import json
from dataclasses import replace

import pytest

from loreglass.app.strings.exports import lost_name
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, CharacterId, EntryId, PresetId
from loreglass.domain.story.chat import AuthorNote
from loreglass.domain.story.semantics import ActivationSettings, NativeSettings
from loreglass.formats.chat import ChatTree, with_new_ids, without_plans
from loreglass.formats.detect import read_file
from loreglass.formats.encode.chat import CHATS, export_chat
from loreglass.formats.imported import Imported
from loreglass.formats.native_chat import shown
from tests.formats import foreign, samples
from tests.formats.preset_samples import TREE


def again(to: str, tree: ChatTree = TREE) -> Imported:
    return read_file("again", export_chat(tree, to).data, chats=True)


def header(about: dict[str, object]) -> Imported:
    """A chat of the other program with these settings and no message."""
    return read_file("x", json.dumps({"user_name": "Sam", "chat_metadata": about}).encode(), chats=True)


def test_native_file_holds_every_branch_variant_and_mark_of_the_chat() -> None:
    found = again("native")
    assert found.tree == without_plans(TREE)
    assert found.chat == shown(TREE)
    assert (found.kind, found.format, found.name) == ("chat", "native", "On the Mole")
    assert b'"plan' not in export_chat(TREE, "native").data


def test_sillytavern_lines_import_again_as_the_same_visible_chat() -> None:
    found = again("sillytavern_chat").chat
    assert found is not None
    assert found.messages == shown(TREE).messages
    assert (found.user_name, found.character_name, found.book_name) == ("Sam", "Mr Tull", "Hollow Coast")
    assert (found.author_note, found.author_note_depth) == ("Keep it foggy.", 3)


def test_lines_tell_which_swipe_is_chosen_also_between_equal_and_blank_ones() -> None:
    last = json.loads(export_chat(TREE, "sillytavern_chat").data.splitlines()[-1])
    assert (last["mes"], last["swipes"], last["swipe_id"]) == ("No.", ["No.", "", "No."], 0)
    assert len(last["swipe_info"]) == 3


def test_hidden_message_stays_hidden_in_the_lines() -> None:
    found = again("sillytavern_chat").chat
    assert found is not None
    assert [(message.speaker, message.hidden) for message in found.messages][2] == ("system", True)


def test_markdown_and_text_show_the_path_and_fill_in_no_macro() -> None:
    page = export_chat(TREE, "markdown").data.decode()
    assert page.startswith("# On the Mole\n\n## Mr Tull\n\nLouder, {{user}}.\n\n## Sam\n\nIs the ferry in?\n\nI have")
    text = export_chat(TREE, "text").data.decode()
    assert "Mr Tull: Louder, {{user}}.\n\nSam: Is the ferry in?" in text
    assert "It sank." not in page + text
    assert text.endswith("Mr Tull (stopped early): No.\n")


@pytest.mark.parametrize("to", CHATS)
def test_reply_of_the_demo_responder_is_labelled_in_every_file(to: str) -> None:
    demo = tuple(replace(each, source="demo", state="done") if each.id == "v5" else each for each in TREE.variants)
    data = export_chat(replace(TREE, variants=demo), to).data.decode()
    assert ("demo reply" if to != "native" else '"source": "demo"') in data


def test_what_a_file_cannot_hold_is_told() -> None:
    lost = {row.file_field: row.values for row in export_chat(TREE, "markdown").report.rows}
    assert lost == {"messages": 1, "variants": 3, "pinned": 1, "hidden": 1, "note": 1, "books": 1}
    lines = {row.file_field: row.values for row in export_chat(TREE, "sillytavern_chat").report.rows}
    assert lines == {"messages": 1, "pinned": 1, "states": 1}
    assert export_chat(TREE, "native").report.rows == ()


FULL = replace(
    TREE,
    chat=replace(
        TREE.chat,
        note=AuthorNote(text="Keep it foggy.", depth_messages=3, every_messages=5, role="assistant"),
        memo="Ask about the bell.",
        draft="And then",
        memory_depth_messages=9,
        memory_budget_tokens=800,
        activation=ActivationSettings(budget_percent=10, native=NativeSettings(whole_words=True)),
        stop_at_names=False,
        pinned_entries=((BookId("b"), EntryId("1")), (BookId("b"), EntryId("2"))),
        muted_entries=((BookId("b"), EntryId("3")),),
        preset_id=PresetId("p"),
    ),
    variants=tuple(replace(each, reasoning="Be short.") if each.id in ("v5", "v7") else each for each in TREE.variants),
    book_names=("Hollow Coast", "Harbour"),
)
OWN = {"memo": 1, "draft": 1, "pinned_entries": 2, "muted_entries": 1, "preset": 1, "settings": 5}


def test_what_is_set_for_one_chat_is_told_with_a_count_for_each_kind() -> None:
    lines = {row.file_field: row.values for row in export_chat(FULL, "sillytavern_chat").report.rows}
    assert lines == {"messages": 1, "pinned": 1, "states": 1, "books": 1, **OWN}
    shown_there = {"messages": 1, "variants": 3, "pinned": 1, "hidden": 1, "note": 1, "books": 2, "reasoning": 1}
    for to in ("markdown", "text"):
        assert {row.file_field: row.values for row in export_chat(FULL, to).report.rows} == {**shown_there, **OWN}
    assert export_chat(FULL, "native").report.rows == ()


def test_every_loss_of_a_chat_has_words_of_its_own() -> None:
    rows = [row for to in CHATS for tree in (FULL, GROUP) for row in export_chat(tree, to).report.rows]
    assert [row.file_field for row in rows if lost_name(row, "chat") == row.file_field] == []


def test_a_chat_that_fits_loses_nothing_in_the_lines() -> None:
    first = replace(TREE.messages[1], parent_id=None)
    plain = replace(
        TREE,
        chat=replace(TREE.chat, head_id=first.id, branches=(), branch_id=None),
        messages=(first,),
        variants=tuple(each for each in TREE.variants if each.message_id == first.id),
    )
    assert export_chat(plain, "sillytavern_chat").report.rows == ()


def test_authors_note_comes_back_from_the_lines_whole() -> None:
    found = again("sillytavern_chat", FULL)
    assert found.chat is not None
    assert (found.chat.author_note, found.chat.author_note_depth) == ("Keep it foggy.", 3)
    assert (found.chat.author_note_every, found.chat.author_note_role) == (5, "assistant")
    assert {row.group for row in found.report.rows} == {"mapped"}


@pytest.mark.parametrize(("role", "said"), [(0, "system"), (1, "user"), (2, "assistant"), (7, "system")])
def test_the_voice_of_a_note_is_read_as_the_other_program_numbers_it(role: int, said: str) -> None:
    found = header({"note_prompt": "Fog.", "note_role": role, "note_interval": 0}).chat
    assert found is not None
    assert (found.author_note_role, found.author_note_every, found.author_note_depth) == (said, 0, 4)


@pytest.mark.parametrize(("place", "lost"), [(0, True), (1, False), (2, True)])
def test_a_note_beside_the_main_prompt_is_told_to_stand_elsewhere_here(place: int, lost: bool) -> None:
    rows = header({"note_prompt": "Fog.", "note_position": place}).report.rows
    assert [row.file_field for row in rows if row.group == "cannot"] == ["chat_metadata.note_position"] * lost
    assert not [row for row in header({"note_position": place}).report.rows if row.group == "cannot"]


def test_thoughts_of_each_wording_go_out_in_the_lines_and_come_back() -> None:
    found = again("sillytavern_chat", FULL).chat
    assert found is not None
    assert [message.thoughts for message in found.messages] == [(), (), (), ("Be short.", "", "Be short.")]


def test_thoughts_stay_with_their_wordings_where_the_shown_one_is_among_no_swipes() -> None:
    infos = [{"extra": {"reasoning": "First."}}, 5]
    line = {"mes": "edited", "swipes": ["a", "b"], "swipe_info": infos, "extra": {"reasoning": "Own."}}
    found = read_file("x", json.dumps(line).encode(), chats=True).chat
    assert found is not None
    assert (found.messages[0].variants, found.messages[0].thoughts) == (("edited", "a", "b"), ("Own.", "First.", ""))


def test_nothing_of_a_foreign_chat_is_said_to_be_kept_since_no_export_writes_it_back() -> None:
    for data in (foreign.CHAT.encode(), samples.as_bytes(foreign.AGNAI_CHAT)):
        assert not [row for row in read_file("x", data, chats=True).report.rows if row.group == "kept"]
    rows = header({"variables": {"tide": "low"}, "integrity": "5c"}).report.rows
    assert [row.file_field for row in rows if row.group == "cannot"] == ["chat_metadata.variables"]
    agnai = read_file("x", samples.as_bytes({**foreign.AGNAI_CHAT, "tide": "low"}), chats=True).report.rows
    assert [row.file_field for row in agnai if row.group == "cannot"] == ["greeting", "scenario", "tide"]


@pytest.mark.parametrize("to", ["markdown", "text"])
def test_a_text_that_is_no_file_to_import_names_all_that_can_come_in(to: str) -> None:
    with pytest.raises(BadInput, match=r"a card, book, chat or preset .* or a backup was expected"):
        again(to)


GROUP = replace(
    TREE,
    chat=replace(
        TREE.chat,
        members=(CharacterId("tull"), CharacterId("vey")),
        turn_order="talkative",
        muted=(CharacterId("tull"), CharacterId("gone")),
        talkativeness=((CharacterId("vey"), 0.8),),
        next_id=CharacterId("vey"),
    ),
    cast=((CharacterId("tull"), "Mr Tull"), (CharacterId("vey"), "Ottoline Vey")),
)


@pytest.mark.parametrize("to", [each for each in CHATS if each != "native"])
def test_what_a_file_cannot_hold_of_a_group_is_told(to: str) -> None:
    lost = {row.file_field: (row.values, row.example) for row in export_chat(GROUP, to).report.rows}
    alone = {row.file_field for row in export_chat(TREE, to).report.rows}
    assert {name: told for name, told in lost.items() if name not in alone} == {
        "turn_order": (1, ""),
        "members": (2, "Mr Tull, Ottoline Vey"),
        "muted": (1, "Mr Tull"),
        "talkativeness": (1, "Ottoline Vey: 80%"),
        "next_id": (1, "Ottoline Vey"),
    }


def test_of_a_group_only_what_it_has_is_told_and_nothing_of_a_chat_with_one() -> None:
    plain = replace(GROUP, chat=replace(GROUP.chat, muted=(), talkativeness=(), next_id=None))
    one = {row.file_field for row in export_chat(TREE, "text").report.rows}
    told = {row.file_field for row in export_chat(plain, "text").report.rows} - one
    assert told == {"turn_order", "members"}
    alone = replace(GROUP, chat=replace(GROUP.chat, members=()))
    assert {row.file_field for row in export_chat(alone, "text").report.rows} == one
    assert export_chat(GROUP, "native").report.rows == ()


def test_copy_of_a_chat_has_ids_of_its_own_and_the_cast_of_this_place() -> None:
    moved = with_new_ids(TREE, lambda word: f"new-{word}", {CharacterId("tull"): CharacterId("mine")})
    assert shown(moved) == shown(TREE)
    ids = {TREE.chat.id, *(each.id for each in TREE.messages), *(each.id for each in TREE.variants)}
    assert not ids & {moved.chat.id, *(each.id for each in moved.messages), *(each.id for each in moved.variants)}
    assert (moved.chat.character_id, moved.character_name) == ("mine", "Mr Tull")
    assert [branch.head_id for branch in moved.chat.branches] == [moved.messages[3].id, moved.messages[4].id]
    assert all(variant.plan_id is None for variant in moved.variants)


def test_message_without_a_wording_is_named_and_its_answers_move_up() -> None:
    value = json.loads(export_chat(TREE, "native").data)
    value["variants"] = [item for item in value["variants"] if item["id"] != "v3"]
    found = read_file("x", samples.as_bytes(value), chats=True)
    assert found.chat is not None
    assert [message.variants[message.chosen] for message in found.chat.messages] == [
        *("Louder, {{user}}.", "(an aside)", "No.")
    ]
    assert [(warning.where, warning.code) for warning in found.report.warnings] == [("message 1", "no_text")]


def test_answers_to_a_message_that_cannot_be_read_move_up() -> None:
    value = json.loads(export_chat(TREE, "native").data)
    whole = read_file("x", samples.as_bytes(value), chats=True).chat
    value["messages"][1]["created_ms"] = "noon"
    found = read_file("x", samples.as_bytes(value), chats=True).chat
    assert whole is not None
    assert found is not None
    texts = [[message.variants[message.chosen] for message in chat.messages] for chat in (whole, found)]
    assert texts[1] == [texts[0][0], *texts[0][2:]]


def test_messages_that_lead_round_in_a_circle_do_not_hang() -> None:
    value = json.loads(export_chat(TREE, "native").data)
    value["messages"][0]["parent_id"] = "m4"
    found = read_file("x", samples.as_bytes(value), chats=True).chat
    assert found is not None
    assert len(found.messages) == 4


def test_unknown_format_and_a_chat_where_none_is_taken_are_refused() -> None:
    with pytest.raises(BadInput, match="markdown, text was expected"):
        export_chat(TREE, "pdf")
    with pytest.raises(BadInput, match="this is a chat"):
        read_file("x", export_chat(TREE, "native").data)
