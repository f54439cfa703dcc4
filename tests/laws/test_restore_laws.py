"""What always holds when a backup comes in: nothing here is lost, everything in it is there."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.backups import BringIn, RestoreEnded, Way
from loreglass.app.restoring import bring_in
from loreglass.formats.backup import Backup, encode_backup
from loreglass.formats.detect import read_file
from tests.unit.app.fakes import World

pytestmark = pytest.mark.cpython

Stores = dict[str, dict[str, str]]
Values = dict[str, dict[str, dict[str, Any]]]
names = st.sampled_from(["a", "b"])
words = st.sampled_from(["one", "two"])


def _record(**fields: object) -> str:
    return json.dumps(fields)


@st.composite
def stores(draw: st.DrawFn) -> Stores:
    """A few chats with their messages, books and characters whose ids often meet and whose contents often differ."""
    out: Stores = {"chats": {}, "messages": {}, "books": {}, "entries": {}, "characters": {}}
    for chat in draw(st.sets(names)):
        out["chats"][f"chat-{chat}"] = _record(id=f"chat-{chat}", title=draw(words), head_id=f"m-{chat}")
        out["messages"][f"m-{chat}"] = _record(id=f"m-{chat}", chat=f"chat-{chat}", name=draw(words))
    for book in draw(st.sets(names)):
        out["books"][f"book-{book}"] = _record(id=f"book-{book}", name=draw(words), order=["1"])
        entry = f"book-{book}/1"
        out["entries"][entry] = _record(id=entry, book=f"book-{book}", entry={"id": "1", "text": draw(words)})
        out["characters"][f"who-{book}"] = _record(id=f"who-{book}", book_ids=[f"book-{book}"])
    return out


def _backup(held: Stores) -> Backup:
    data = b"".join(encode_backup({store: tuple(texts.values()) for store, texts in held.items()}, {}, schema=1))
    backup = read_file("b.zip", data, backups=True).backup
    assert backup is not None
    return backup


def _restored(here: Stores, held: Stores, way: Way) -> tuple[Values, RestoreEnded]:
    world = World()
    world.store.records = {store: dict(texts) for store, texts in here.items()}

    async def play() -> RestoreEnded:
        told = [each async for each in bring_in(BringIn(backup=_backup(held), way=way), world.ports())]
        assert isinstance(told[-1], RestoreEnded)
        return told[-1]

    ended = asyncio.run(play())
    return _values(world.store.records), ended


def _values(held: Stores) -> Values:
    return {store: {name: json.loads(text) for name, text in texts.items()} for store, texts in held.items()}


@given(here=stores(), held=stores())
def test_beside_leaves_every_record_that_is_here_as_it_is(here: Stores, held: Stores) -> None:
    after, _ = _restored(here, held, "beside")
    for store, texts in _values(here).items():
        assert {name: after[store][name] for name in texts} == texts


@given(here=stores(), held=stores())
def test_beside_brings_every_thing_of_the_backup_with_what_belongs_to_it(here: Stores, held: Stores) -> None:
    after, ended = _restored(here, held, "beside")
    assert ended.new + ended.copies + ended.same == sum(len(held[each]) for each in ("chats", "books", "characters"))
    for message in after["messages"].values():
        assert message["chat"] in after["chats"]
    for chat in after["chats"].values():
        assert after["messages"][chat["head_id"]]["chat"] == chat["id"]
    for name, entry in after["entries"].items():
        assert name == f"{entry['book']}/1"
        assert entry["book"] in after["books"]
    for who in after["characters"].values():
        assert set(who["book_ids"]) <= set(after["books"])
    said = sorted(json.loads(text)["entry"]["text"] for text in held["entries"].values())
    there = [entry["entry"]["text"] for entry in after["entries"].values()]
    assert all(there.count(word) >= min(said.count(word), 1) for word in said)


@given(here=stores(), held=stores())
def test_in_place_of_everything_there_is_what_the_backup_holds_and_nothing_else(here: Stores, held: Stores) -> None:
    after, _ = _restored(here, held, "instead")
    assert {store: texts for store, texts in after.items() if texts} == {
        store: texts for store, texts in _values(held).items() if texts
    }
