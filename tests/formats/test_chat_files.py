"""Chats as files: native with every branch, SillyTavern lines that import again, Markdown and plain text."""

import json
from dataclasses import replace

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import CharacterId
from loreglass.formats.chat import with_new_ids, without_plans
from loreglass.formats.detect import read_file
from loreglass.formats.encode.chat import CHATS, export_chat
from loreglass.formats.imported import Imported
from loreglass.formats.native_chat import shown
from tests.formats import samples
from tests.formats.preset_samples import TREE


def again(to: str) -> Imported:
    return read_file("again", export_chat(TREE, to).data, chats=True)


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
    assert lost == {"messages": 1, "variants": 3}
    assert {row.file_field for row in export_chat(TREE, "sillytavern_chat").report.rows} == {"messages"}
    assert export_chat(TREE, "native").report.rows == ()


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
    assert {name: told for name, told in lost.items() if name not in ("messages", "variants")} == {
        "turn_order": (1, ""),
        "members": (2, "Mr Tull, Ottoline Vey"),
        "muted": (1, "Mr Tull"),
        "talkativeness": (1, "Ottoline Vey: 80%"),
        "next_id": (1, "Ottoline Vey"),
    }


def test_of_a_group_only_what_it_has_is_told_and_nothing_of_a_chat_with_one() -> None:
    plain = replace(GROUP, chat=replace(GROUP.chat, muted=(), talkativeness=(), next_id=None))
    told = {row.file_field for row in export_chat(plain, "text").report.rows} - {"messages", "variants"}
    assert told == {"turn_order", "members"}
    alone = replace(GROUP, chat=replace(GROUP.chat, members=()))
    assert {row.file_field for row in export_chat(alone, "text").report.rows} == {"messages", "variants"}
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
