"""What always holds of a spoiled backup: it is read, nothing comes in but what can be read, and the rest is told."""

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.app import shelves
from loreglass.app.backup_readers import check
from loreglass.app.backup_reading import readable
from loreglass.app.backups import BringIn, Restoring, Way
from loreglass.app.records import book_row, preset_row, version_row
from loreglass.app.restoring import bring_in
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.unread import unread_settings
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import ChatId, PresetId
from loreglass.domain.story.preset import Preset
from loreglass.formats.backup import Backup
from loreglass.shell.ui.backup import restore_dialog
from tests.formats import foreign
from tests.ui import trees
from tests.unit.app.fakes import World
from tests.unit.app.memory_store import STORES
from tests.unit.app.test_chatting import BOOK, CHAT, run, say, world

pytestmark = pytest.mark.cpython

Lines = dict[str, list[str]]
HEAD = json.dumps({"format": "loreglass/backup", "version": 1, "stores": 5}).encode()
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(
    scalars | st.sampled_from(["chat", "b1", "__proto__", "endpoint-2"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@cache
def whole() -> Mapping[str, tuple[str, ...]]:
    """The records of a store of every kind, endpoints left out."""
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "The lamp is out.")
        return await say(runtime, "And the bell?")

    run(made, play)
    rows = [preset_row(Preset(id=PresetId("s1"), name="Mine")), version_row(BOOK.id, BOOK.entries[0], 5)]
    rows += [book_row(BOOK), ("settings", "trash:books:b1", '{"id":"trash:books:b1"}')]
    rows += [("settings", "import:5", '{"id":"import:5","things":[["books","b1"]]}')]
    for store, name, text in rows:
        made.store.records.setdefault(store, {})[name] = str(text)
    return {
        store: tuple(
            text for name, text in made.store.records.get(store, {}).items() if not name.startswith("endpoint")
        )
        for store in STORES
    }


def _read(lines: Lines) -> Backup:
    members = {f"stores/{store}.0.jsonl": "\n".join(held).encode("utf-8", "replace") for store, held in lines.items()}
    work = readable(foreign.archive({"loreglass.json": HEAD, **members}), STORES, source="b.zip")
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


@st.composite
def spoiled(draw: st.DrawFn) -> Lines:
    """The lines of a backup in which one field of one record, at any depth of two, is any JSON value, or a line is."""
    lines = {store: list(texts) for store, texts in whole().items()}
    store = draw(st.sampled_from([each for each, texts in lines.items() if texts]))
    at = draw(st.integers(0, len(lines[store]) - 1))
    record: dict[str, Any] = json.loads(lines[store][at])
    inside = [record, *(each for each in record.values() if isinstance(each, dict) and each)]
    holder = draw(st.sampled_from(inside))
    field = draw(st.sampled_from(sorted(holder)))
    if draw(st.integers(0, 9)):
        holder[field] = draw(values)
        lines[store][at] = json.dumps(record)
    else:
        lines[store][at] = draw(st.sampled_from(["{", "5", "null", '{"id":[]}', "[[" * 300, lines[store][at][:-2]]))
    return lines


def _is_readable(store: str, record: dict[str, object]) -> bool:
    if (store, record["id"]) == ("settings", "preferences"):
        return unread_settings(record) == ()
    try:
        check(store, record)
    except BadInput:
        return False
    return True


async def _opens(made: World) -> None:
    """The page can show the lists and the chat."""
    await shelves.settings(made.store)
    await shelves.library(made.store)
    await shelves.chat(made.store, ChatId(CHAT.id))


@settings(max_examples=150, deadline=None)
@given(spoiled())
def test_whatever_one_field_is_the_backup_is_read_and_the_counts_add_up(lines: Lines) -> None:
    backup = _read(lines)
    kept = sum(len(texts) for _, texts in backup.stores)
    assert kept + backup.lost.total == sum(len(texts) for texts in lines.values())
    assert all(_is_readable(store, json.loads(text)) for store, texts in backup.stores for text in texts)
    lost = backup.lost
    assert bool(lost.places) == bool(lost.total or lost.fields or lost.gaps)
    restoring = Restoring(token="t", file_name="b.zip", size_bytes=5, backup=backup)
    said = trees.text(restore_dialog(restoring, AppState().backups))
    assert ("Restore the rest" in said) == bool(lost.total or lost.fields)


def _named(store: str, text: str) -> tuple[str, str] | None:
    """The store and the id of a line, None where it has none."""
    try:
        return store, str(json.loads(text)["id"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


@settings(max_examples=150, deadline=None)
@given(spoiled())
def test_whatever_one_field_is_all_else_is_in_but_for_what_hangs_on_what_is_not(lines: Lines) -> None:
    backup = _read(lines)
    there = {_named(store, text) for store, texts in backup.stores for text in texts}
    sound = {_named(store, text) for store, texts in whole().items() for text in texts if text in lines[store]}
    names = {name for _, name in filter(None, sound - there)}
    out = {store for store, _ in filter(None, sound - there)}
    if ("chats", CHAT.id) in there:
        assert "messages" not in out
    if ("books", "b1") in there:
        assert not out & {"entries", "versions"}
        assert "trash:books:b1" not in names
    assert out <= {"messages", "entries", "versions", "settings"}


@settings(max_examples=60, deadline=None)
@given(lines=spoiled(), way=st.sampled_from(["beside", "instead"]), filled=st.booleans())
def test_whatever_one_field_is_only_what_can_be_read_is_written_and_the_page_opens(
    lines: Lines, way: Way, filled: bool
) -> None:
    made = World()
    if filled:
        made.store.records = {
            store: {json.loads(each)["id"]: each for each in texts} for store, texts in whole().items()
        }
    backup = _read(lines)

    async def main() -> None:
        told = [each async for each in bring_in(BringIn(backup=backup, way=way), made.ports())]
        assert not getattr(told[-1], "problem", "?")
        await _opens(made)

    asyncio.run(main())
    for store, held in made.store.records.items():
        if store != "handles":
            assert all(_is_readable(store, json.loads(text)) for text in held.values())


@st.composite
def torn(draw: st.DrawFn) -> Lines:
    """Chats whose messages follow earlier ones of any chat, with some that do not say what they follow, or are gone."""
    chats, lines = ["a", "b"][: draw(st.integers(1, 2))], list[str]()
    for at in range(draw(st.integers(1, 9))):
        parent = draw(st.sampled_from([None, *(f"m{earlier}" for earlier in range(at))]))
        chat = draw(st.sampled_from(chats))
        record = {"id": f"m{at}", "chat": chat, "chat_id": chat, "parent_id": parent, "speaker": "user", "name": "Sam"}
        record |= {"variant_ids": ["v"], "chosen_id": "v"}
        spoils: list[dict[str, object]] = [
            {},
            {},
            {"parent_id": 7},
            {"name": 7},
            {"parent_id": 7, "chat": draw(values)},
        ]
        line = json.dumps(record | draw(st.sampled_from(spoils)))
        lines.append(draw(st.sampled_from([line, line, line, "{"])))
    heads = [draw(st.sampled_from([None, *(f"m{at}" for at in range(len(lines)))])) for _ in chats]
    kept = [
        json.dumps({"id": chat, "title": "", "character_id": None, "persona_id": None, "head_id": head})
        for chat, head in zip(chats, heads, strict=True)
    ]
    return {"chats": kept, "messages": draw(st.permutations(lines))}


@settings(max_examples=150, deadline=None)
@given(torn())
def test_whatever_messages_are_lost_every_way_up_goes_by_messages_that_are_there_and_ends(lines: Lines) -> None:
    backup = _read(lines)
    parents = {each["id"]: each["parent_id"] for each in map(json.loads, backup.records("messages"))}
    heads = [json.loads(each)["head_id"] for each in backup.records("chats")]
    for name in (*parents, *heads):
        steps = 0
        while name is not None:
            name, steps = parents[name], steps + 1
            assert steps <= len(parents)


def test_a_backup_in_which_nothing_is_spoiled_comes_in_whole() -> None:
    backup = _read({store: list(texts) for store, texts in whole().items()})
    assert {store: texts for store, texts in backup.stores if texts} == {
        store: texts for store, texts in whole().items() if texts
    }
    assert backup.lost.total == 0
    assert {store for store, texts in whole().items() if texts} == set(STORES)
