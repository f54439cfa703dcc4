"""A backup holds everything but keys and endpoints, always comes back, and never costs what is here."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from loreglass.app.actions import Did, OtherTabWrote
from loreglass.app.backups import ReadBackup, Restoring
from loreglass.app.records import row, trash_id
from loreglass.app.restoring import read_backup
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.strings.toasts import notice
from loreglass.formats.backup import Backup
from loreglass.formats.detect import read_file
from tests.formats.backup_files import backup_file
from tests.formats.samples import card_png
from tests.unit.app.fakes import ToldClock, World, settle
from tests.unit.app.test_chatting import BOOK, CHAT, LOCAL, OPENED, chat_of, opened, run, say, sse, world
from tests.unit.app.test_importing import offer

pytestmark = pytest.mark.cpython

PICTURE = card_png()
Records = dict[str, dict[str, str]]


def lived_in() -> World:
    made = world(LOCAL)
    made.store.pictures["pic"] = PICTURE
    made.store.records["characters"]["c1"] = json.dumps(
        {**json.loads(made.store.records["characters"]["c1"]), "picture": "pic"}
    )
    return made


def kept(made: World) -> Records:
    """What is in the store, as values, but for what only counts or belongs to the device."""
    return {
        store: {name: json.loads(text) for name, text in records.items() if not name.startswith("backups")}
        for store, records in made.store.records.items()
        if records and store not in ("handles", "counts")
    }


def read(data: bytes) -> Backup:
    backup = read_file("b.zip", data, backups=True).backup
    assert backup is not None
    return backup


async def made_in(runtime: Runtime, made: World) -> bytes:
    runtime.tell(Did(name="backup-start"))
    await settle(runtime)
    return made.files.downloads["loreglass-2026-02-01-1200.zip"]


async def offered(runtime: Runtime, made: World, data: bytes) -> Restoring | None:
    made.files.offered["r"] = data
    runtime.tell(Did(name="restore-file", files=(("r", "b.zip", len(data)),)))
    return (await settle(runtime)).restoring


async def brought(runtime: Runtime, made: World, data: bytes, way: str) -> AppState:
    await offered(runtime, made, data)
    runtime.tell(Did(name="restore-way", value=way))
    runtime.tell(Did(name="restore-accept"))
    return await settle(runtime)


def play(made: World, what: Callable[[Runtime], Awaitable[object]]) -> AppState:
    async def main(runtime: Runtime) -> AppState:
        await what(runtime)
        return runtime.state

    return run(made, main)


def test_a_backup_is_one_file_with_everything_but_keys_and_endpoints() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        data = await made_in(runtime, made)
        assert b"sk-secret" not in data
        backup = read(data)
        names = {json.loads(text)["id"] for _, texts in backup.stores for text in texts}
        assert {"chat", "b1", "b1/1", "c1", "p1", "preferences"} <= names
        assert not any(name.startswith("endpoint") for name in names)
        assert "sk-secret" not in json.dumps(backup.stores)
        assert LOCAL.url not in json.dumps(backup.stores)
        assert backup.pictures == (("pic", PICTURE),)
        assert runtime.state.backups.schedule.last_ms > 0
        assert runtime.state.backups.running is None
        assert "keys" in notice(runtime.state.toasts[-1])

    play(made, what)


def test_a_backup_that_is_given_up_leaves_no_file() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="backup-start"))
        runtime.tell(Did(name="backup-stop"))
        await settle(runtime)
        assert made.files.downloads == {}
        assert runtime.state.backups.running is None
        assert runtime.state.backups.schedule.last_ms == 0

    play(made, what)


def test_everything_is_as_it_was_after_it_was_wiped_and_restored_and_the_endpoint_stays() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        await say(runtime, "The lamp is out.")
        before = kept(made)
        data = await made_in(runtime, made)
        for store in ("chats", "messages", "variants", "plans", "texts", "books", "entries", "characters"):
            made.store.records[store] = {}
        made.store.records["books"]["other"] = json.dumps({"id": "other", "name": "Written since"})
        made.store.pictures.clear()
        await brought(runtime, made, data, "instead")
        assert kept(made) == before
        assert made.store.pictures == {"pic": PICTURE}
        assert made.page.announced[-1] == ("everything", "")

    play(made, what)


def test_the_page_has_its_turn_again_and_again_while_a_large_backup_is_read() -> None:
    texts = [json.dumps({"id": f"t{at}", "text": "x" * (at % 4000)}) for at in range(1500)]
    made, data = lived_in(), backup_file({"texts": texts}, {}, schema=5)

    class Slow(ToldClock):
        """A fake clock on which every slice is over; it counts the turns that the page has."""

        turns = 0

        def slice_is_over(self) -> bool:
            return True

        async def pause(self) -> None:
            self.turns += 1
            await super().pause()

    made.files.offered["r"], made.clock = data, Slow()
    told = asyncio.run(read_backup(ReadBackup(token="r", file_name="b.zip", size_bytes=len(data)), made.ports()))
    assert told.backup is not None
    assert len(told.backup.records("texts")) == 1500
    assert made.clock.turns > sum(map(len, texts)) // (64 * 1024)


def test_what_this_tab_and_another_write_while_everything_is_replaced_is_refused_and_the_user_is_told() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        await say(runtime, "The lamp is out.")
        before = kept(made)
        data = await made_in(runtime, made)
        made.net.script, made.net.hangs = [OPENED, *sse("The bell ", done=False)], True
        await say(runtime, "And the bell?")
        assert chat_of(runtime.state).reply is not None
        other = World(store=made.store.another_tab())
        there = await opened(other)
        await offered(runtime, made, data)
        runtime.tell(Did(name="restore-way", value="instead"))
        runtime.tell(Did(name="draft", value="Half a sentence"))
        runtime.tell(Did(name="restore-accept"))
        runtime.tell(Did(name="persona-new"))
        runtime.tell(Did(name="draft", value="Half a sentence more"))
        await settle(runtime)
        there.tell(Did(name="draft", value="From the other tab"))
        await settle(there)
        runtime.tell(Did(name="persona-new"))
        await settle(runtime)
        for state in (runtime.state, there.state):
            assert "puts a backup in place of everything" in notice(state.toasts[-1])
        assert kept(made) == before
        anew = await opened(World(store=made.store.another_tab()))
        assert [each.code for each in (await say(anew, "Read anew.")).toasts] == ["backup_restored"]
        assert kept(made) != before

    play(made, what)


def test_what_is_here_stays_whole_when_a_restore_breaks() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        data = await made_in(runtime, made)
        await say(runtime, "More.")
        before = kept(made)
        for trouble in ("full", "breaks"):
            setattr(made.store, trouble, True)
            state = await brought(runtime, made, data, "instead")
            setattr(made.store, trouble, False)
            assert state.restoring is not None
            assert "Nothing was changed" in state.restoring.problem
            assert kept(made) == before
            assert ("everything", "") not in made.page.announced
            await made.store.another_tab().write([("personas", "p1", made.store.records["personas"]["p1"])], ())
            runtime.tell(Did(name="restore-cancel"))

    play(made, what)


def test_beside_brings_back_only_what_is_missing() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        before = kept(made)
        data = await made_in(runtime, made)
        made.store.records["books"], made.store.records["entries"] = {}, {}
        state = await brought(runtime, made, data, "beside")
        assert kept(made) == before
        assert notice(state.toasts[-1]) == "1 thing came back; 3 things were here already."

    play(made, what)


def test_beside_puts_a_changed_chat_next_to_the_one_that_is_here_under_new_ids() -> None:
    made = world()

    async def what(runtime: Runtime) -> None:
        await say(runtime, "Before.")
        data = await made_in(runtime, made)
        await say(runtime, "After.")
        before = kept(made)
        state = await brought(runtime, made, data, "beside")
        after = kept(made)
        assert {store: {name: after[store][name] for name in before[store]} for store in before} == before
        assert sorted(chat.title for chat in state.library.chats) == ["Night", "Night (restored)"]
        copy = next(chat for chat in state.library.chats if chat.id != CHAT.id)
        assert copy.book_ids == (BOOK.id,)
        mine = [each for each in after["messages"].values() if each["chat"] == copy.id]
        texts = [after["variants"][each["chosen_id"]]["text"] for each in mine]
        assert "Before." in texts
        assert "After." not in texts
        plans = [after["variants"][each["chosen_id"]].get("plan_id") for each in mine]
        assert all(after["plans"][each]["chat"] == copy.id for each in plans if each)
        assert any(plans)

    play(made, what)


def test_the_same_backup_beside_what_is_here_makes_its_copies_once() -> None:
    made = world()

    async def what(runtime: Runtime) -> None:
        await say(runtime, "Before.")
        data = await made_in(runtime, made)
        await say(runtime, "After.")
        await brought(runtime, made, data, "beside")
        once = kept(made)
        state = await brought(runtime, made, data, "beside")
        assert kept(made) == once
        changed = next(chat for chat in state.library.chats if chat.id != CHAT.id)
        await made.store.write([row(replace(changed, title="Mine now"))], ())
        state = await brought(runtime, made, data, "beside")
        assert sorted(chat.title for chat in state.library.chats) == ["Mine now", "Night", "Night (restored)"]

    play(made, what)


def test_a_tab_that_shows_what_a_restore_has_replaced_puts_it_away_and_loads_again() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        runtime.tell(OtherTabWrote(scope="everything", id=""))
        assert runtime.state.chat is None
        await settle(runtime)
        assert made.page.wishes[-1] == ("reload", "")

    play(made, what)


def test_a_backup_among_imported_files_is_told_where_it_is_restored() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        data = await made_in(runtime, made)
        state = await offer(runtime, made, ("b.zip", data))
        assert state.importing is not None
        assert state.importing.items[0].problem == "b.zip is a backup. Restore it in Settings, Storage."

    play(made, what)


def test_a_thing_that_was_thrown_away_since_is_taken_out_of_the_trash() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        data = await made_in(runtime, made)
        runtime.tell(Did(name="book-delete", id=BOOK.id))
        assert BOOK.id not in [book.id for book in (await settle(runtime)).library.books]
        state = await brought(runtime, made, data, "beside")
        assert BOOK.id in [book.id for book in state.library.books]

    play(made, what)


def test_what_is_in_use_here_is_not_thrown_away_by_a_backup_in_whose_trash_it_was() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="book-delete", id=BOOK.id))
        state = await settle(runtime)
        data = await made_in(runtime, made)
        runtime.tell(Did(name="toast-undo", id=state.toasts[-1].id))
        await settle(runtime)
        await brought(runtime, made, data, "beside")
        assert trash_id("books", BOOK.id) not in made.store.records["settings"]

    play(made, what)


def test_a_mark_of_the_trash_for_what_is_no_thing_of_the_users_means_nothing() -> None:
    made = lived_in()
    for mark in ("trash:secrets:endpoint-key", "trash:settings:preferences", "trash:nowhere:x"):
        made.store.records["settings"][mark] = json.dumps({"id": mark})

    async def what(runtime: Runtime) -> None:
        before = kept(made)
        runtime.tell(Did(name="trash-show"))
        trash = (await settle(runtime)).trash
        assert trash is not None
        assert trash.items == ()
        assert kept(made) == before

    play(made, what)


def test_what_is_in_the_trash_is_in_the_backup_and_comes_back_into_the_trash() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="book-delete", id=BOOK.id))
        await settle(runtime)
        before = kept(made)
        data = await made_in(runtime, made)
        for store in ("books", "entries"):
            made.store.records[store] = {}
        del made.store.records["settings"][trash_id("books", BOOK.id)]
        await brought(runtime, made, data, "beside")
        assert kept(made) == before

    play(made, what)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"not a zip", ""),
        (json.dumps({"kind": "memory", "name": "Coast", "entries": []}).encode(), "no backup"),
        (backup_file({"chats": ()}, {}, schema=99), "newer version"),
        (backup_file({"chats": ()}, {}, schema=1)[:-30], ""),
    ],
)
def test_a_file_that_cannot_be_restored_says_why_and_changes_nothing(data: bytes, told: str) -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        before = kept(made)
        restoring = await offered(runtime, made, data)
        assert restoring is not None
        assert restoring.backup is None
        assert restoring.problem
        assert told in restoring.problem
        runtime.tell(Did(name="restore-accept"))
        await settle(runtime)
        assert kept(made) == before

    play(made, what)
