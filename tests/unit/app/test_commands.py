"""One table of keys and commands: what it lists is there, what it promises runs."""

import json
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.commands import COMMANDS, KEYS, SHORTCUTS, pressed
from loreglass.app.moment import Moment
from loreglass.app.opened import Find, Palette
from loreglass.app.state import AppState, Editing, Reply, Route
from loreglass.app.update import HANDLERS, update
from loreglass.app.view_palette import palette_rows
from loreglass.domain.ids import MessageId, VariantId
from loreglass.shell.events import actions_of
from tests.ui import ninth_bell

NOW = Moment(now_ms=0, stem="s")


def did(state: AppState, name: str, **fields: str) -> AppState:
    return update(state, Did(name=name, **fields), NOW)[0]  # type: ignore[arg-type]


def meant(state: AppState, **event: object) -> list[tuple[str, str]]:
    found = actions_of(json.dumps({"type": "keydown", **event}), state)
    return [(each.name, each.id) for each in found if isinstance(each, Did)]


def names(state: AppState) -> list[str]:
    return [row.name for row in palette_rows(state)]


def test_every_command_has_a_handler_and_every_key_its_words() -> None:
    assert {each.action for each in COMMANDS if each.action} <= HANDLERS.keys()
    assert all(each.does for each in KEYS)
    assert all(each.name or each.keys for each in COMMANDS)


def test_the_page_is_told_of_the_shortcuts_of_the_table() -> None:
    assert set(SHORTCUTS.split()) == {
        *("Ctrl+Enter", "Ctrl+K", "Ctrl+Shift+F", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "F8", "F9"),
    }


@pytest.mark.parametrize(
    ("event", "meaning"),
    [
        ({"key": "k", "ctrl": True}, [("palette", "")]),
        ({"key": "K", "meta": True}, [("palette", "")]),
        ({"key": "F", "ctrl": True, "shift": True}, [("find-open", "")]),
        ({"key": "?", "shift": True}, [("help", "")]),
        ({"key": "Enter", "ctrl": True, "keys": "composer"}, [("regenerate", "")]),
        ({"key": "F9"}, [("sheet-open", "")]),
        ({"key": "F8"}, []),
        ({"key": "z", "ctrl": True}, []),
        ({"key": "Enter", "keys": "composer", "value": "Hm"}, [("draft", ""), ("send", "")]),
        ({"key": "Enter", "shift": True, "keys": "composer-swapped", "value": "Hm"}, [("draft", ""), ("send", "")]),
        ({"key": "ArrowUp", "keys": "composer"}, [("edit-last", "")]),
        ({"key": "ArrowLeft", "keys": "ArrowLeft ArrowRight", "id": "m3"}, [("variant-prev", "m3")]),
        ({"key": "ArrowDown", "keys": "palette"}, [("palette-move", "down")]),
        ({"key": "Enter", "keys": "Enter", "action": "keyword-add", "value": "x"}, [("keyword-add", "")]),
        ({"key": "Escape"}, []),
    ],
)
def test_keys_mean_what_the_table_says(event: dict[str, object], meaning: list[tuple[str, str]]) -> None:
    assert meant(ninth_bell.state(), **event) == meaning


def test_escape_ends_what_is_on_top() -> None:
    state = ninth_bell.state()
    chat = ninth_bell.open_chat()
    chat = replace(chat, find=Find(), editing=Editing(message_id=MessageId("m1"), draft=""))
    assert meant(replace(state, chat=chat), key="Escape") == [("edit-cancel", "")]
    assert meant(replace(state, chat=replace(chat, editing=None)), key="Escape") == [("find-close", "")]
    reply = Reply(message_id=MessageId("m41"), variant_id=VariantId("v"), stage="waiting")
    assert meant(replace(state, chat=replace(chat, reply=reply)), key="Escape") == [("stop", "")]


def test_the_list_finds_commands_chats_and_books_by_any_of_their_words() -> None:
    state = replace(ninth_bell.state(), palette=Palette())
    assert "Regenerate the last reply" in names(state)
    assert names(did(state, "palette-text", value="tables"))[:1] == ["Book: Tides and tables"]
    assert names(did(state, "palette-text", value="CHAT bell")) == ["Chat: The Ninth Bell"]
    assert names(did(state, "palette-text", value="no such thing")) == []


def test_what_cannot_be_done_now_is_not_listed() -> None:
    elsewhere = replace(ninth_bell.state(), palette=Palette(), route=Route(name="books"))
    assert "Regenerate the last reply" not in names(elsewhere)
    assert pressed(("Ctrl", "Enter"), "", elsewhere) is None


def test_arrows_choose_and_enter_runs_the_chosen_one() -> None:
    state = did(replace(ninth_bell.state(), palette=Palette()), "palette-text", value="chat")
    listed = names(state)
    state = did(state, "palette-move", id="down")
    assert state.palette is not None
    assert state.palette.at == 1
    state = did(state, "palette-move", id="up")
    state = did(state, "palette-move", id="up")
    assert state.palette is not None
    assert state.palette.at == len(listed) - 1
    state = did(replace(ninth_bell.state(), palette=Palette(text="find in")), "palette-run")
    assert state.palette is None
    assert state.chat is not None
    assert state.chat.find == Find()
