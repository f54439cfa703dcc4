"""What of a backup cannot be read is told before anything is written, stays out, and costs nothing else."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.backups import BringIn, RestoreEnded, Restoring
from loreglass.app.endpoints import DEMO_ID
from loreglass.app.records import endpoint_rows
from loreglass.app.restoring import bring_in
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.strings.backup import TAKEN, lost
from loreglass.app.strings.toasts import notice
from loreglass.app.view_lists import when
from loreglass.formats.backup import Backup
from loreglass.shell.ui.backup import restore_dialog
from tests.formats import foreign
from tests.formats.backup_files import backup_file
from tests.ui import trees
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_backup import brought, kept, lived_in, made_in, offered, play
from tests.unit.app.test_chatting import CHAT, LOCAL, opened, say, texts, world

pytestmark = pytest.mark.cpython

HEAD = json.dumps({"format": "loreglass/backup", "version": 1, "stores": 5}).encode()
OTHER = replace(LOCAL, id="endpoint-2", url="http://localhost:7/v1")
BOOK_LINE = '{"id":"b9","name":"Whole"}'


def file_of(stores: Mapping[str, tuple[str, ...]]) -> bytes:
    """A backup with these lines, whatever they are."""
    lines = {f"stores/{store}.0.jsonl": "\n".join(held).encode() + b"\n" for store, held in stores.items()}
    return foreign.archive({"loreglass.json": HEAD, **lines})


def shown(restoring: Restoring | None, state: AppState) -> str:
    assert restoring is not None
    return trees.text(restore_dialog(restoring, state.backups))


async def told(runtime: Runtime, made: World, stores: Mapping[str, tuple[str, ...]]) -> str:
    """What the dialog says of such a backup."""
    return shown(await offered(runtime, made, file_of(stores)), runtime.state)


def in_use(made: World, endpoint_id: object, **others: object) -> None:
    """Two endpoints are kept, and this one is in use."""
    for endpoint in (LOCAL, OTHER):
        for store, name, text in endpoint_rows(endpoint):
            if text:
                made.store.records.setdefault(store, {})[name] = text
    record = {"id": "preferences", "endpoint_id": endpoint_id, **others}
    made.store.records["settings"]["preferences"] = json.dumps(record)


@pytest.mark.parametrize("way", ["instead", "beside"])
def test_settings_that_can_be_read_hold_those_that_cannot_are_named_and_the_endpoint_in_use_stays(way: str) -> None:
    made = lived_in()
    in_use(made, OTHER.id)
    theirs = {"id": "preferences", "theme": [], "endpoint_id": 7, "enter_sends": False, "memory_budget_tokens": 900}

    async def what(runtime: Runtime) -> None:
        stores = {"books": (BOOK_LINE,), "settings": (json.dumps(theirs),)}
        said = await told(runtime, made, stores)
        assert "Of its settings, this cannot be read: the theme." in said
        assert "settings.0.jsonl line 1: theme cannot be a list" in said
        await brought(runtime, made, file_of(stores), way)

    play(made, what)
    state = play(made, lambda runtime: settle(runtime))
    assert state.endpoint.saved.id == OTHER.id
    assert state.preferences.enter_sends is (way == "beside")
    assert state.preferences.memory_budget_tokens == (900 if way == "instead" else 500)
    assert [each for each in state.toasts if each.code.startswith("unread")] == []


def test_the_page_opens_with_the_settings_that_can_be_read_and_says_which_cannot() -> None:
    made = lived_in()
    in_use(made, OTHER.id, theme=7, enter_sends=False)
    state = play(made, lambda runtime: settle(runtime))
    assert state.endpoint.saved.id == OTHER.id
    assert not state.preferences.enter_sends
    (said,) = [notice(each) for each in state.toasts]
    assert "could not be read: the theme." in said


def test_nothing_goes_to_any_endpoint_while_it_cannot_be_read_which_is_in_use_and_the_user_is_told() -> None:
    made = lived_in()
    in_use(made, ["endpoint-2"])
    state = play(made, lambda runtime: say(runtime, "The lamp is out."))
    assert made.net.asked == []
    assert state.endpoint.saved.is_demo
    assert state.preferences.endpoint_id == DEMO_ID
    assert any("which endpoint is in use. The usual holds instead. The demo replies" in notice(x) for x in state.toasts)


BAD = {
    "chats": ('{"id":"c9","title":["x"]}', "title cannot be a list"),
    "messages": ('{"id":"m9","chat":"chat","chat_id":"chat","parent_id":5}', "parent_id cannot be a number"),
    "variants": ('{"id":"v9","chat":"chat","text":{}}', "cannot be"),
    "entries": (
        '{"id":"b9/1","book":"b9","entry":{"id":"1","text":"x","keywords":"lamp"}}',
        "keywords cannot be text",
    ),
    "versions": ('{"id":"b9/1@5","of":"b9/1","until":"5","entry":{"id":"1"}}', "until cannot be"),
    "characters": ('{"id":"c9","name":"Ansel","tags":7}', "tags cannot be a number"),
    "personas": ('{"id":"p9","name":null}', "name cannot be empty"),
    "presets": ('{"id":"s9","name":"Mine","sections":[{"slot":"nowhere"}]}', "cannot be read"),
    "plans": ('{"id":"q9","chat":"chat","plan":[]}', "stored plan cannot be read"),
    "texts": ('{"id":"t9","text":5}', "text cannot be a number"),
    "settings": ('{"id":"__proto__","x":1}', "there is no such setting here"),
    "tides": ('{"id":"low"}', "there is no place for it here"),
}


@pytest.mark.parametrize("way", ["instead", "beside"])
@pytest.mark.parametrize("store", BAD)
def test_a_record_that_cannot_be_read_is_refused_with_its_place_counted_and_never_written(store: str, way: str) -> None:
    made = lived_in()
    line, why = BAD[store]

    async def what(runtime: Runtime) -> None:
        before = kept(made)
        stores = {"books": (BOOK_LINE,), store: ("", line)}
        said = await told(runtime, made, stores)
        assert f"{store}.0.jsonl line 2: " in said
        assert why in said
        assert "Not all of it can be read. If you go on, this stays out: 1 " in said
        assert "Restore the rest" in said
        runtime.tell(Did(name="restore-cancel"))
        assert kept(made) == before
        state = await brought(runtime, made, file_of(stores), way)
        assert json.loads(line)["id"] not in made.store.records.get(store, {})
        assert "b9" in made.store.records["books"]
        if way == "beside":
            assert notice(state.toasts[-1]) == "1 thing came back; 1 record could not be read and stayed out."

    play(made, what)


@pytest.mark.parametrize(
    "mark", ["trash:secrets:endpoint-key", "trash:books:", "trash:", "import:", "era", "constructor", "Preferences"]
)
def test_settings_of_no_kind_that_is_known_stay_out(mark: str) -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        stores = {"books": (BOOK_LINE,), "settings": (json.dumps({"id": mark}),)}
        assert "1 setting. The file keeps it" in await told(runtime, made, stores)
        await brought(runtime, made, file_of(stores), "instead")
        assert mark not in made.store.records["settings"]

    play(made, what)


def test_damaged_lines_pictures_and_parts_are_named_and_counted() -> None:
    made = lived_in()
    books = (BOOK_LINE, "{broken", "5", BOOK_LINE)
    data = foreign.archive(
        {
            "loreglass.json": HEAD,
            "stores/books.0.jsonl": "\n".join(books).encode(),
            "stores/chats.0.jsonl": b"\xff\xfe",
            "pictures/p": b"<svg/>",
        }
    )

    async def what(runtime: Runtime) -> None:
        restoring = await offered(runtime, made, data)
        said = shown(restoring, runtime.state)
        assert "this stays out: 3 books, 1 chat and 1 picture." in said
        for place in ("books.0.jsonl line 2: ", "books.0.jsonl line 3: ", "line 4: the same id", "picture p: "):
            assert place in said
        runtime.tell(Did(name="restore-accept"))
        state = await settle(runtime)
        assert "5 records could not be read" in notice(state.toasts[-1])

    play(made, what)


def test_of_very_many_that_cannot_be_read_the_first_are_named_and_the_rest_counted() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        said = await told(runtime, made, {"books": (BOOK_LINE,), "texts": ("{",) * 1000})
        assert "1,000 texts of stored prompts" in said
        assert "texts.0.jsonl line 20: " in said
        assert "line 21" not in said
        assert "and 980 more" in said

    play(made, what)


def test_a_backup_of_which_nothing_can_be_read_takes_nothing_away() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        before = kept(made)
        restoring = await offered(runtime, made, file_of({"chats": ("{", '{"id":"x"}')}))
        assert "Nothing in this backup can be read." in shown(restoring, runtime.state)
        runtime.tell(Did(name="restore-way", value="instead"))
        runtime.tell(Did(name="restore-accept"))
        await settle(runtime)
        assert kept(made) == before

    play(made, what)


def test_a_backup_that_can_be_read_whole_says_nothing_of_it() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        await say(runtime, "The lamp is out.")
        restoring = await offered(runtime, made, await made_in(runtime, made))
        assert restoring is not None
        assert restoring.backup is not None
        assert lost(restoring.backup.lost) == ()
        assert "Restore the rest" not in shown(restoring, runtime.state)

    play(made, what)


def test_fields_that_a_newer_version_wrote_are_not_lost() -> None:
    made = lived_in()
    persona = {"id": "p9", "name": "Nell", "shade": "blue"}

    async def what(runtime: Runtime) -> None:
        await brought(runtime, made, file_of({"personas": (json.dumps(persona),)}), "beside")
        assert json.loads(made.store.records["personas"]["p9"]) == persona

    play(made, what)


@pytest.mark.parametrize("at", [0, 1, 2, 3])
@pytest.mark.parametrize("spoiled", ['"speaker":5', '"parent_id":7', "{broken"])
@pytest.mark.parametrize("way", ["instead", "beside"])
def test_a_message_that_cannot_be_read_takes_none_of_those_before_and_after_it_along(
    at: int, spoiled: str, way: str
) -> None:
    made = world()

    async def what(runtime: Runtime) -> None:
        for text in ("The lamp is out.", "And the bell?"):
            state = await say(runtime, text)
        said, name = texts(state), state.chat.path[at].id if state.chat else ""
        held = {store: list(records.values()) for store, records in made.store.records.items()}
        line = made.store.records["messages"][name]
        field = spoiled.partition(":")[0].strip('"')
        spoilt = spoiled if spoiled.startswith("{") else json.dumps({**json.loads(line), field: 7})
        held["messages"] = [spoilt if each == line else each for each in held["messages"]]
        stores = {store: tuple(held[store]) for store in ("chats", "messages", "variants", "characters", "books")}
        for store in stores:
            made.store.records[store] = {}
        await brought(runtime, made, file_of(stores), way)
        anew = await opened(World(store=made.store.another_tab()))
        assert texts(anew.state) == [*said[:at], *said[at + 1 :]]

    play(made, what)


def test_what_belongs_to_a_chat_or_book_that_cannot_be_read_is_counted_too() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        entry = '{"id":"b8/1","book":"b8","entry":{"id":"1","text":"x"}}'
        stores = {"books": (BOOK_LINE, '{"id":"b8","name":3}'), "entries": (entry,)}
        said = await told(runtime, made, stores)
        assert "this stays out: 1 book and 1 entry." in said
        assert "entries b8/1: what it belongs to is not in the backup" in said
        await brought(runtime, made, file_of(stores), "instead")
        assert made.store.records["entries"] == {}

    play(made, what)


@pytest.mark.parametrize("first_turns", range(4))
def test_of_two_tabs_that_restore_at_once_one_is_refused_and_nothing_is_mixed(first_turns: int) -> None:
    made = lived_in()
    other = World(store=made.store.another_tab())
    backups = [
        Backup(
            stores=(("personas", tuple(json.dumps({"id": f"{mark}{at}", "name": mark * 90_000}) for at in range(9))),)
        )
        for mark in "az"
    ]

    async def what() -> list[str]:
        here, there = (
            bring_in(BringIn(backup=backup, way="beside"), tab.ports())
            for backup, tab in zip(backups, (made, other), strict=True)
        )
        for _ in range(first_turns):
            await anext(here)
        told = [await anext(there)]
        told += [each async for each in here]
        told += [each async for each in there]
        return [each.problem for each in told if isinstance(each, RestoreEnded)]

    problems = asyncio.run(what())
    assert sorted(problems) == ["", TAKEN]
    assert {name[0] for name in made.store.records["personas"] if name[0] in "az"} == {"az"[problems[0] != ""]}
    assert made.store.aside == []


def test_a_backup_written_with_a_bad_record_in_the_store_says_so_when_it_is_restored() -> None:
    made = lived_in()
    made.store.records["personas"]["bad"] = json.dumps({"id": "bad", "name": 4})

    async def what(runtime: Runtime) -> None:
        data = await made_in(runtime, made)
        assert "1 persona. The file keeps it" in shown(await offered(runtime, made, data), runtime.state)

    play(made, what)


def test_a_chat_that_comes_in_without_its_title_leaves_the_one_here_as_it_is() -> None:
    made = world()

    async def what(runtime: Runtime) -> None:
        await say(runtime, "The lamp is out.")
        before = made.store.records["chats"][CHAT.id]
        spoilt = json.dumps({**json.loads(before), "title": 5})
        await brought(runtime, made, file_of({"chats": (spoilt,), "books": (BOOK_LINE,)}), "beside")
        assert made.store.records["chats"][CHAT.id] == before

    play(made, what)


def test_what_a_spoiled_backup_brings_does_not_keep_the_page_from_starting() -> None:
    made = lived_in()
    broken = {
        "chats": ('{"id":"bad","title":3}',),
        "characters": ('{"id":"bad"}', '{"id":"worse","name":[1]}'),
        "personas": ('{"id":"bad"}',),
        "presets": ('{"id":"bad","sections":7}',),
        "settings": ('{"id":"preferences","theme":[]}',),
    }

    async def what(runtime: Runtime) -> None:
        data = backup_file({"books": ('{"id":"b9","name":"Whole"}',), **broken}, {})
        await brought(runtime, made, data, "instead")

    play(made, what)

    async def again(runtime: Runtime) -> None:
        assert [book.name for book in runtime.state.library.books] == ["Whole"]
        assert runtime.state.library.chats == ()

    play(made, again)


def test_a_moment_that_no_clock_shows_keeps_no_list_from_being_shown() -> None:
    far = 9_000_000_000_000_000
    chat = {"id": "far", "title": "Far", "character_id": None, "persona_id": None, "updated_ms": far}
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        made_then = json.dumps({"id": "backup-made", "at_ms": far})
        stores = {"chats": (json.dumps(chat),), "settings": (made_then,)}
        assert "Not told" in await told(runtime, made, stores)
        state = await brought(runtime, made, file_of(stores), "beside")
        assert "Far" in [each.title for each in state.library.chats]
        assert when(far) == ""

    play(made, what)
