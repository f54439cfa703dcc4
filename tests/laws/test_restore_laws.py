"""What always holds when a backup comes in: nothing here is lost, everything in it is there."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.backups import BringIn, RestoreEnded, Way
from loreglass.app.ports import StoreError
from loreglass.app.restoring import bring_in
from loreglass.formats.backup import Backup
from loreglass.formats.detect import read_file
from tests.formats.backup_files import backup_file
from tests.unit.app.fakes import World
from tests.unit.app.memory_store import MemoryStore

pytestmark = pytest.mark.cpython

Stores = dict[str, dict[str, str]]
Values = dict[str, dict[str, dict[str, Any]]]
names = st.sampled_from(["a", "b"])
words = st.sampled_from(["one", "two", "chat-a", "m-a", "v-a", "book-a", "book-a/1", "who-a", "you-a", "plan-a", "pic"])
"""Some of them are ids of things too: a text that only looks like an id stays what it is."""
TEXTS = {
    "chats": ("title", "draft", "memo"),
    "messages": ("name",),
    "variants": ("text", "model", "reasoning"),
    "books": ("name",),
    "entries": ("entry",),
    "characters": ("name", "greeting", "tags"),
    "personas": ("name", "description"),
}


def _record(**fields: object) -> str:
    return json.dumps(fields)


@st.composite
def stores(draw: st.DrawFn) -> Stores:
    """A few chats with their messages, books and characters whose ids often meet and whose contents often differ."""
    out: Stores = {store: {} for store in TEXTS}
    for chat in draw(st.sets(names)):
        owner = {"chat": f"chat-{chat}", "chat_id": f"chat-{chat}"}
        out["chats"][f"chat-{chat}"] = _record(
            id=f"chat-{chat}", title=draw(words), draft=draw(words), memo=draw(words), head_id=f"m-{chat}"
        )
        variant = {"variant_ids": [f"v-{chat}"], "chosen_id": f"v-{chat}"}
        out["messages"][f"m-{chat}"] = _record(id=f"m-{chat}", **owner, name=draw(words), **variant)
        said = {"text": draw(words), "model": draw(words), "reasoning": draw(words)}
        out["variants"][f"v-{chat}"] = _record(id=f"v-{chat}", **owner, message_id=f"m-{chat}", **said)
    for book in draw(st.sets(names)):
        out["books"][f"book-{book}"] = _record(id=f"book-{book}", name=draw(words), order=["1"])
        entry = f"book-{book}/1"
        out["entries"][entry] = _record(id=entry, book=f"book-{book}", entry={"id": "1", "text": draw(words)})
        card = {"name": draw(words), "greeting": draw(words), "tags": [draw(words)]}
        out["characters"][f"who-{book}"] = _record(id=f"who-{book}", book_ids=[f"book-{book}"], **card)
        you = {"name": draw(words), "description": draw(words)}
        out["personas"][f"you-{book}"] = _record(id=f"you-{book}", book_ids=[f"book-{book}"], **you)
    return out


def _backup(held: Stores) -> Backup:
    data = backup_file({store: tuple(texts.values()) for store, texts in held.items()}, {}, schema=1)
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


async def _tries(tab: MemoryStore, number: int) -> bool:
    """Whether the tab could write: a thing, a mark of the trash, and over what is there."""
    rows = (("chats", f"new-{number}"), ("settings", f"trash:chats:chat-{number % 2}"), ("messages", "m-a"))
    try:
        await tab.write([(store, name, _record(id=name, title="late")) for store, name in rows], ())
    except StoreError:
        return False
    return True


def _values(held: Stores) -> Values:
    """The records as values, but for what belongs to the device."""
    return {
        store: {name: json.loads(text) for name, text in texts.items()}
        for store, texts in held.items()
        if store != "handles"
    }


@given(here=stores(), held=stores())
def test_beside_leaves_every_record_that_is_here_as_it_is(here: Stores, held: Stores) -> None:
    after, _ = _restored(here, held, "beside")
    for store, texts in _values(here).items():
        assert {name: after[store][name] for name in texts} == texts


@given(here=stores(), held=stores())
def test_beside_brings_every_thing_of_the_backup_with_what_belongs_to_it(here: Stores, held: Stores) -> None:
    after, ended = _restored(here, held, "beside")
    things = ("chats", "books", "characters", "personas")
    assert ended.new + ended.copies + ended.same == sum(len(held[each]) for each in things)
    for message in after["messages"].values():
        assert message["chat"] == message["chat_id"]
        assert message["chat"] in after["chats"]
        assert after["variants"][message["chosen_id"]]["message_id"] == message["id"]
        assert message["variant_ids"] == [message["chosen_id"]]
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


def _said(values: Values) -> dict[str, set[str]]:
    """What a reader reads, by store: of each record its texts together; a name may say that it was restored."""
    return {
        store: {
            json.dumps([each.get(name) for name in names]).replace(" (restored)", "")
            for each in values.get(store, {}).values()
        }
        for store, names in TEXTS.items()
    }


@given(here=stores(), held=stores())
def test_beside_every_text_is_as_it_was_written_though_it_be_the_same_as_an_id(here: Stores, held: Stores) -> None:
    after, _ = _restored(here, held, "beside")
    mine, theirs = _said(_values(here)), _said(_values(held))
    assert _said(after) == {store: mine[store] | theirs[store] for store in TEXTS}


@given(here=stores(), held=stores())
def test_in_place_of_everything_there_is_what_the_backup_holds_and_nothing_else(here: Stores, held: Stores) -> None:
    after, _ = _restored(here, held, "instead")
    assert {store: texts for store, texts in after.items() if texts} == {
        store: texts for store, texts in _values(held).items() if texts
    }


@given(here=stores(), held=stores(), breaks=st.booleans(), early=st.booleans())
def test_no_tab_writes_into_what_is_being_replaced_and_all_may_where_that_failed(
    here: Stores, held: Stores, breaks: bool, early: bool
) -> None:
    world = World()
    world.store.records = {store: dict(texts) for store, texts in here.items()}
    world.store.breaks = breaks
    other = world.store.another_tab()

    async def play() -> None:
        number = 0
        async for told in bring_in(BringIn(backup=_backup(held), way="instead"), world.ports()):
            number += 1
            if not isinstance(told, RestoreEnded):
                assert not await _tries(other, number)
                if early:
                    # A tab that is opened meanwhile has read what is about to go; what it writes goes with it.
                    await _tries(world.store.another_tab(), number)
            elif not breaks:
                assert not any([await _tries(tab, number) for tab in (other, world.store)])
        if breaks:
            assert await _tries(other, number)
        else:
            assert _values(world.store.records).get("chats", {}) == _values(held)["chats"]
            assert await _tries(world.store.another_tab(), number)

    asyncio.run(play())
