"""What always holds of a backup whose chats are spoiled: no way goes round, and what was shown of a chat is shown."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.app.backup_readers import check
from loreglass.formats.backup import Backup
from tests.laws.test_backup_reading_laws import Lines, _read

pytestmark = pytest.mark.cpython

Record = dict[str, Any]
Ways = Mapping[str, str | None]


def _message(name: str, parent: str | None, at_ms: int, chat: str = "a") -> str:
    record = {"id": name, "chat": chat, "chat_id": chat, "parent_id": parent, "speaker": "user", "name": "Sam"}
    return json.dumps({**record, "variant_ids": ["v"], "chosen_id": "v", "created_ms": at_ms})


def _shown(chats: Iterable[Record], ways: Ways) -> set[str]:
    """The messages on any way of the chats: of the open branch, the chat's own."""
    found = set[str]()
    for chat in chats:
        for branch in (chat, *(each for each in chat.get("branches", []) if each["id"] != chat.get("branch_id"))):
            name = branch.get("head_id")
            seen = set[str]()
            while name in ways and name not in seen:
                seen.add(name)
                name = ways[name]
            found |= seen
    return found


def _parts(lines: Mapping[str, Iterable[str]]) -> tuple[list[Record], dict[str, str | None]]:
    messages = [json.loads(each) for each in lines["messages"]]
    return [json.loads(each) for each in lines["chats"]], {each["id"]: each["parent_id"] for each in messages}


def _of(backup: Backup) -> tuple[list[Record], dict[str, str | None]]:
    return _parts({store: backup.records(store) for store in ("chats", "messages")})


def _round(ways: Ways) -> set[str]:
    """The messages that come to themselves again."""
    found = set[str]()
    for start in ways:
        name, steps = ways[start], 0
        while name is not None and name in ways and name != start and steps <= len(ways):
            name, steps = ways[name], steps + 1
        if name == start:
            found.add(start)
    return found


@st.composite
def led_round(draw: st.DrawFn) -> Lines:
    """Chats whose messages follow any of their chat, themselves too, with branches that end anywhere."""
    names = [f"m{at}" for at in range(draw(st.integers(1, 9)))]
    chats = {name: draw(st.sampled_from(["a", "b"])) for name in names}
    lines: Lines = {"chats": [], "messages": []}
    for name in names:
        theirs = [each for each in names if chats[each] == chats[name]]
        lines["messages"].append(
            _message(name, draw(st.sampled_from([None, *theirs])), draw(st.integers(0, 3)), chats[name])
        )
    for chat in ("a", "b"):
        ends = st.sampled_from([None, *(name for name in names if chats[name] == chat)])
        branches = [{"id": f"{at}", "name": "Way", "head_id": draw(ends)} for at in range(draw(st.integers(0, 3)))]
        record = {"id": chat, "title": "", "character_id": None, "persona_id": None, "head_id": draw(ends)}
        lines["chats"].append(json.dumps({**record, "branches": branches, "branch_id": "0" if branches else None}))
    return lines


@settings(max_examples=300, deadline=None)
@given(led_round())
def test_whatever_messages_follow_no_way_goes_round_and_all_that_was_shown_is_shown(lines: Lines) -> None:
    backup = _read(lines)
    chats, before = _parts(lines)
    chats_now, after = _of(backup)
    assert _round(after) == set()
    assert _shown(chats, before) <= _shown(chats_now, after)
    assert after.keys() == before.keys()
    assert backup.lost.total == 0
    led = {each["chat"] for each in map(json.loads, lines["messages"]) if each["id"] in _round(before)}
    assert dict(backup.lost.gaps).get("circle", 0) == len(led)
    if not led:
        assert (chats_now, after) == (chats, before)


@settings(max_examples=150, deadline=None)
@given(led_round())
def test_what_was_mended_is_not_mended_again(lines: Lines) -> None:
    once = _read(lines)
    twice = _read({store: list(texts) for store, texts in once.stores})
    assert dict(twice.stores) == dict(once.stores)
    assert "circle" not in dict(twice.lost.gaps)


@st.composite
def spoiled_chat(draw: st.DrawFn) -> tuple[Lines, Lines]:
    """A chat with a branch to each of its ends, sound, and with any number of its settings spoiled."""
    names = [f"m{at}" for at in range(draw(st.integers(1, 7)))]
    parents = {name: draw(st.sampled_from(names[:at])) if at else None for at, name in enumerate(names)}
    messages = [_message(name, parents[name], draw(st.integers(0, 3))) for name in names]
    ends = [name for name in names if name not in parents.values()]
    chat: Record = {"id": "a", "title": "", "character_id": None, "persona_id": None, "head_id": ends[0], "draft": "x"}
    if len(ends) > 1:
        chat["branches"] = [{"id": end, "name": end, "head_id": end} for end in ends]
        chat["branch_id"] = ends[0]
    sound: Lines = {"chats": [json.dumps(chat)], "messages": messages}
    wrong = st.sampled_from([True, 7, 0.5, {}, {"x": 1}, [5], [{}], [{"id": "q"}], "elsewhere"])
    if draw(st.booleans()) and "branches" in chat:
        draw(st.sampled_from(chat["branches"]))[draw(st.sampled_from(["id", "name", "head_id"]))] = draw(wrong)
    fields = st.sampled_from(["title", "head_id", "branches", "branch_id", "draft", "note"])
    chat |= draw(st.dictionaries(fields, wrong, max_size=3))
    return sound, {**sound, "chats": [json.dumps(chat)]}


@settings(max_examples=300, deadline=None)
@given(spoiled_chat())
def test_whatever_the_settings_of_a_chat_are_it_comes_in_and_all_that_was_shown_is_shown(
    both: tuple[Lines, Lines],
) -> None:
    sound, spoilt = both
    backup = _read(spoilt)
    chats, ways = _of(backup)
    assert backup.lost.total == 0
    assert _shown(chats, ways) == _shown(*_parts(sound))
    check("chats", chats[0])
    names = [each["id"] for each in chats[0].get("branches", [])]
    assert len(set(names)) == len(names)
    assert (chats[0].get("branch_id") in names) == bool(names)
