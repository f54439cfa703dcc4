"""What of a spoiled backup comes in otherwise than it was is told before, and what can be read is not left behind."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from loreglass.app import backup_circles
from loreglass.app.actions import Did
from loreglass.app.backup_circles import unwound
from loreglass.app.runtime import Runtime
from loreglass.app.strings.toasts import notice
from loreglass.formats.backup import Backup
from loreglass.formats.lost import Losses
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_backup import brought, lived_in, offered, play
from tests.unit.app.test_backup_bridging import finished, runs
from tests.unit.app.test_backup_unread import BOOK_LINE, file_of, shown
from tests.unit.app.test_chatting import chat_of, opened, texts

pytestmark = pytest.mark.cpython

Record = dict[str, Any]
BACK = "The backup is restored, in place of everything that was here"
CHAT: Record = {"id": "chat", "title": "On the Mole", "character_id": None, "persona_id": None}


def message(name: str, parent: object, at_ms: int = 0, **others: object) -> Record:
    known = {"id": name, "chat": "chat", "chat_id": "chat", "parent_id": parent, "speaker": "user", "name": "Sam"}
    return {**known, "variant_ids": [f"v{name}"], "chosen_id": f"v{name}", "created_ms": at_ms, **others}


def wording(name: str, **others: object) -> Record:
    known = {"id": f"v{name}", "chat": "chat", "chat_id": "chat", "message_id": name, "source": "user"}
    return {**known, "text": f"Words of {name}.", **others}


def lines(records: Sequence[Record]) -> tuple[str, ...]:
    return tuple(map(json.dumps, records))


def of_chat(*messages: Record, words: Sequence[Record] | None = None, **chat: object) -> Mapping[str, tuple[str, ...]]:
    """The stores of a backup with one chat."""
    variants = [wording(each["id"]) for each in messages] if words is None else words
    return {"chats": lines([{**CHAT, **chat}]), "messages": lines(messages), "variants": lines(variants)}


def restored(stores: Mapping[str, tuple[str, ...]]) -> tuple[str, list[str], World]:
    """What the dialog says of such a backup, what its chat shows once it is in place of everything, and the world."""
    made = lived_in()
    said, way = list[str](), list[str]()

    async def what(runtime: Runtime) -> None:
        said.append(shown(await offered(runtime, made, file_of(stores)), runtime.state))
        await brought(runtime, made, file_of(stores), "instead")
        anew = await opened(World(store=made.store.another_tab()))
        way.extend(text.removeprefix("Words of ").removesuffix(".") for text in texts(anew.state))

    play(made, what)
    return said[0], way, made


@pytest.mark.parametrize(
    ("parents", "head"),
    [
        ({"a": "d", "b": "a", "c": "b", "d": "c"}, "d"),
        ({"a": None, "b": "c", "c": "b", "d": "c"}, "d"),
        ({"a": None, "b": "b", "c": "b", "d": "c"}, "d"),
        ({"a": None, "b": "d", "c": "b", "d": "c"}, "d"),
        ({"a": None, "b": "a", "c": "b", "d": "d"}, "d"),
        ({"a": "a", "b": "a", "c": "d", "d": "c"}, "d"),
    ],
)
@pytest.mark.parametrize("timed", [True, False])
def test_messages_that_led_round_in_a_circle_are_all_shown_the_earliest_first_and_it_is_told(
    parents: dict[str, str | None], head: str, timed: bool
) -> None:
    messages = [message(name, parent, (at + 1) * timed) for at, (name, parent) in enumerate(parents.items())]
    said, way, _ = restored(of_chat(*(reversed(messages) if timed else messages), head_id=head))
    assert way == ["a", "b", "c", "d"]
    assert "Messages of 1 chat led round in a circle. The earliest of them comes first now" in said
    assert "chats chat: messages led round in a circle" in said
    assert "Restore the rest" not in said


def test_where_the_chat_went_on_amid_a_circle_it_goes_on_at_the_end_of_it() -> None:
    messages = (message("a", "c", 1), message("b", "a", 2), message("c", "b", 3))
    assert restored(of_chat(*messages, head_id="b"))[1] == ["a", "b", "c"]


def test_a_branch_off_a_circle_stays_where_it_was() -> None:
    messages = (message("a", "c", 1), message("b", "a", 2), message("c", "b", 3), message("x", "b", 4))
    branches = [{"id": "1", "name": "Main", "head_id": "c"}, {"id": "2", "name": "Other", "head_id": "x"}]
    _, way, made = restored(of_chat(*messages, head_id="c", branches=branches, branch_id="1"))
    assert way == ["a", "b", "c"]
    assert json.loads(made.store.records["messages"]["x"])["parent_id"] == "b"


def test_messages_that_cannot_be_read_and_close_a_circle_leave_none() -> None:
    messages = (message("a", "gone", 1), message("b", "a", 2), message("gone", "b", 3, speaker=5))
    said, way, _ = restored(of_chat(*messages, head_id="gone"))
    assert way == ["a", "b"]
    assert "this stays out: 1 message." in said
    assert "led round in a circle" in said


def test_a_message_that_follows_one_that_is_not_there_comes_after_the_others_and_it_is_told() -> None:
    messages = (message("a", None), message("b", "a"), message("c", "nowhere"), message("d", "c"))
    said, way, _ = restored(of_chat(*messages, head_id="d"))
    assert way == ["a", "b", "c", "d"]
    assert "In 1 chat it cannot be read what some messages followed." in said


def test_a_chat_that_goes_on_at_a_message_that_is_not_there_goes_on_at_its_newest_and_it_is_told() -> None:
    said, way, _ = restored(of_chat(message("a", None), message("b", "a"), head_id="nowhere"))
    assert way == ["a", "b"]
    assert "Of chats' settings, this cannot be read: where it goes on." in said


def many_circles(count: int) -> Backup:
    """A chat whose messages are pairs that follow each other."""
    pairs = [message(f"m{at}", f"m{at ^ 1}", at) for at in range(count)]
    return Backup(stores=(("chats", lines([{**CHAT, "head_id": "m1"}])), ("messages", lines(pairs))))


def one_circle(count: int) -> Backup:
    """A chat whose first message follows its last."""
    ring = [message(f"m{at}", f"m{(at - 1) % count}", at) for at in range(count)]
    return Backup(stores=(("chats", lines([{**CHAT, "head_id": "m1"}])), ("messages", lines(ring))))


@pytest.mark.parametrize("made", [many_circles, one_circle])
def test_a_chat_with_twice_the_circles_takes_twice_the_steps(made: Callable[[int], Backup]) -> None:
    few, many = (
        sum(runs(lambda: finished(unwound(made(count), Losses())), backup_circles.__file__).values())  # noqa: B023
        for count in (200, 400)
    )
    assert few > 200
    assert many < 2.5 * few


def test_a_message_without_a_wording_that_can_be_read_is_told_and_one_that_shows_another_wording_too() -> None:
    messages = (
        message("a", None),
        message("b", "a"),
        message("c", "b", variant_ids=["vc", "vc2"]),
        message("d", "c", variant_ids=["vd", "vd2"]),
    )
    words = [
        wording("a"),
        wording("b", text=5),
        wording("c", text=None),
        wording("c2"),
        wording("d"),
        wording("d2", text=7),
    ]
    said, way, _ = restored(of_chat(*messages, words=words, head_id="d"))
    assert "this stays out: 3 wordings of messages." in said
    assert "1 message comes in without words: none of its wordings can be read." in said
    assert "messages b: none of its wordings can be read" in said
    assert "Of 1 message the wording that was shown cannot be read" in said
    assert "messages c: the wording that it shows cannot be read" in said
    assert way == ["a", "", "", "d"]


SETTINGS = [
    ("title", ["x"], "the title"),
    ("persona_id", 7, "your persona"),
    ("memory_budget_tokens", "many", "the memory budget"),
    ("turn_order", "backwards", "who speaks next"),
    ("draft", None, "the draft"),
    ("activation", {"recursive": "yes"}, "its rules"),
    ("head_id", {}, "where it goes on"),
    ("branches", 5, "the branches"),
]


@pytest.mark.parametrize("way", ["instead", "beside"])
@pytest.mark.parametrize(("name", "value", "told"), SETTINGS)
def test_a_setting_of_a_chat_that_cannot_be_read_is_named_and_the_chat_comes_in(
    name: str, value: object, told: str, way: str
) -> None:
    made = lived_in()
    made.store.records["chats"] = {}
    stores = of_chat(message("a", None), message("b", "a"), **{"head_id": "b", "memo": "Mine.", name: value})

    async def what(runtime: Runtime) -> None:
        said = shown(await offered(runtime, made, file_of(stores)), runtime.state)
        assert f"Of chats' settings, this cannot be read: {told}." in said
        assert f"chats.0.jsonl line 1: {name} cannot be" in said or f"something in {name} cannot be read" in said
        assert "Restore the rest" in said
        await brought(runtime, made, file_of(stores), way)
        anew = await opened(World(store=made.store.another_tab()))
        assert texts(anew.state) == ["Words of a.", "Words of b."]
        assert chat_of(anew.state).chat.memo == "Mine."
        assert chat_of(anew.state).chat.title == ("" if name == "title" else "On the Mole")

    play(made, what)


def test_of_a_setting_with_parts_those_that_can_be_read_come_in() -> None:
    note = {"text": "It rains.", "depth_messages": "two", "role": "user"}
    chat = {"note": note, "activation": {"native": {"recursive": True, "whole_words": 5}}, "book_ids": ["b1", 7, "b2"]}
    said, _, made = restored(of_chat(**chat))
    held = json.loads(made.store.records["chats"]["chat"])
    assert held["note"] == {"text": "It rains.", "role": "user"}
    assert held["activation"] == {"native": {"recursive": True}}
    assert held["book_ids"] == ["b1", "b2"]
    assert "Of chats' settings, this cannot be read: the books, its rules and the author's note." in said


@pytest.mark.parametrize("spoilt", [{"head_id": 5}, {"branches": 5}, {"branch_id": 5}, {"head_id": 5, "branches": []}])
def test_where_the_ways_of_a_chat_cannot_be_read_all_of_its_messages_can_still_be_shown(spoilt: Record) -> None:
    messages = (message("a", None, 1), message("x", "a", 2), message("b", "a", 3))
    branches = [{"id": "1", "name": "Main", "head_id": "a"}, {"id": "2", "name": "Other", "head_id": "x"}]
    chat = {"head_id": "b", "branches": branches, "branch_id": "1", **spoilt}
    _, way, made = restored(of_chat(*messages, **chat))
    assert way == ["a", "b"]
    held = json.loads(made.store.records["chats"]["chat"])
    others = {each["head_id"] for each in held["branches"] if each["id"] != held["branch_id"]}
    assert "x" in others
    assert held["branch_id"] in {each["id"] for each in held["branches"]}
    assert len({each["id"] for each in held["branches"]}) == len(held["branches"])


@pytest.mark.parametrize("way", ["instead", "beside"])
@pytest.mark.parametrize("thing", ['{"id":"b8","name":3}', '{"id":"b7","name":"Other"}', "{broken"])
def test_a_mark_of_the_trash_for_what_is_not_there_or_cannot_be_read_stays_out_and_is_counted(
    thing: str, way: str
) -> None:
    made = lived_in()
    marks = lines([{"id": "trash:books:b9"}, {"id": "trash:books:b8"}, {"id": "trash:chats:b9"}])

    async def what(runtime: Runtime) -> None:
        stores = {"books": (BOOK_LINE, thing), "settings": marks}
        said = shown(await offered(runtime, made, file_of(stores)), runtime.state)
        assert "2 marks of the trash" in said
        assert "settings trash:books:b8: what was thrown away is not in the backup" in said
        assert "1 thing" in said
        await brought(runtime, made, file_of(stores), way)
        assert [each for each in made.store.records["settings"] if each.startswith("trash:")] == ["trash:books:b9"]

    play(made, what)


@pytest.mark.parametrize(
    ("stores", "told"),
    [
        ({"books": (BOOK_LINE,)}, f"{BACK}."),
        (
            {"books": (BOOK_LINE, "{broken"), "chats": lines([{**CHAT, "draft": 5}])},
            f"{BACK}; 2 things of it could not be read and stayed out.",
        ),
    ],
)
def test_once_the_page_has_begun_anew_it_says_what_came_of_the_backup_until_that_was_read(
    stores: Mapping[str, tuple[str, ...]], told: str
) -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        await brought(runtime, made, file_of(stores), "instead")
        assert ("reload", "") in made.page.wishes
        for _ in range(2):
            anew = World(store=made.store.another_tab())
            again = await opened(anew)
            assert [notice(each) for each in again.state.toasts] == [told]
        again.tell(Did(name="toast-close", id=again.state.toasts[0].id))
        await settle(again)
        assert (await opened(World(store=made.store.another_tab()))).state.toasts == ()

    play(made, what)


def test_what_came_of_a_backup_goes_into_no_other_backup() -> None:
    made, other = lived_in(), lived_in()

    async def what(runtime: Runtime) -> None:
        await brought(runtime, made, file_of({"books": (BOOK_LINE,)}), "instead")
        left = tuple(made.store.records["settings"].values())
        assert any("backups-replaced" in each for each in left)
        there = await opened(other)
        await brought(there, other, file_of({"books": (BOOK_LINE,), "settings": left}), "beside")
        assert "backups-replaced" not in other.store.records["settings"]

    play(made, what)


def test_a_backup_that_did_not_come_in_leaves_nothing_to_be_told() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        made.store.breaks = True
        await brought(runtime, made, file_of({"books": (BOOK_LINE,)}), "instead")
        made.store.breaks = False
        assert (await opened(World(store=made.store.another_tab()))).state.toasts == ()

    play(made, what)
