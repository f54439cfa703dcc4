"""Messages of a backup that cannot be read are left out in a number of steps that grows with the chat, not faster."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Generator
from types import FrameType
from typing import Any

import pytest

from loreglass.app import backup_bridging, backup_readers
from loreglass.app.backup_bridging import Gone, bridged
from loreglass.app.backup_reading import readable
from loreglass.domain.errors import BadInput
from loreglass.formats import native
from loreglass.formats.backup import Backup
from loreglass.formats.lost import Lost
from tests.unit.app.memory_store import STORES
from tests.unit.app.test_backup_unread import file_of

pytestmark = pytest.mark.cpython

CHAT: dict[str, object] = {"id": "chat", "title": "On the Mole", "character_id": None, "persona_id": None}


def message(name: str, parent: object, **others: object) -> dict[str, object]:
    who = {"speaker": "user", "name": "Sam", "variant_ids": [f"v{name}"], "chosen_id": f"v{name}"}
    return {"id": name, "chat": "chat", "chat_id": "chat", "parent_id": parent, **who, **others}


def finished(work: Generator[None, None, Backup]) -> tuple[int, Backup]:
    """How often the page may have its turn, and the backup."""
    pauses = 0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return pauses, done.value
        pauses += 1


def read(*messages: object, head: str, others: tuple[dict[str, object], ...] = ()) -> dict[str, Any]:
    """The ways up that are left, by message, and the chat's head as "head", of a backup with these messages."""
    chats = ({**CHAT, "head_id": head}, *others)
    lines = tuple(each if isinstance(each, str) else json.dumps(each) for each in messages)
    data = file_of({"chats": tuple(map(json.dumps, chats)), "messages": lines})
    _, backup = finished(readable(data, STORES, source="b.zip"))
    (first, *_) = map(json.loads, backup.records("chats"))
    ways = {each["id"]: each["parent_id"] for each in map(json.loads, backup.records("messages"))}
    return {"head": first["head_id"], **ways}


def runs(what: Callable[[], object], file: str | None) -> Counter[tuple[str, str]]:
    """How often functions of the file were called, and lines of them run: by "call" or "line", and function."""
    found: Counter[tuple[str, str]] = Counter()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != file:
            return None
        found[event, frame.f_code.co_name] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        what()
    finally:
        sys.settrace(before)
    return found


def every_second_lost(count: int) -> tuple[Backup, dict[str, Gone]]:
    """A chat of so many messages, of which every second does not say any more what it follows."""
    kept = [message(f"m{at}", f"m{at - 1}" if at else None) for at in range(0, count, 2)]
    gone = {f"m{at}": Gone(chat="chat", parent=backup_bridging.ADRIFT) for at in range(1, count, 2)}
    return _spoilt(kept), gone


def long_ways(count: int) -> tuple[Backup, dict[str, Gone]]:
    """Two long ways that end where nobody goes on, and as many lost messages of which no one knows what they follow."""
    kept = [message(f"{way}{at}", f"{way}{at - 1}" if at else None) for way in "ab" for at in range(count // 2)]
    gone = {f"m{at}": Gone(chat="chat", parent=backup_bridging.ADRIFT) for at in range(count)}
    return _spoilt(kept), gone


def a_run_of_lost(count: int) -> tuple[Backup, dict[str, Gone]]:
    """A long run of lost messages that do say what they follow, and as many that follow the last of them."""
    gone = {f"m{at}": Gone(chat="chat", parent=f"m{at - 1}" if at else None) for at in range(count)}
    return _spoilt([message(f"k{at}", f"m{count - 1}") for at in range(count)]), gone


def _spoilt(messages: list[dict[str, object]]) -> Backup:
    lines = tuple(map(json.dumps, messages))
    stores = (("chats", (json.dumps({**CHAT, "head_id": messages[-1]["id"]}),)), ("messages", lines))
    return Backup(stores=stores, lost=Lost(records=(("messages", 1),)))


@pytest.mark.parametrize("made", [every_second_lost, long_ways, a_run_of_lost])
def test_a_chat_twice_as_long_takes_twice_the_steps(made: Callable[[int], tuple[Backup, dict[str, Gone]]]) -> None:
    few, many = (
        sum(runs(lambda: finished(bridged(*made(count))), backup_bridging.__file__).values())  # noqa: B023
        for count in (200, 400)
    )
    assert few > 200
    assert many < 2.5 * few


def test_the_page_has_its_turn_at_every_message_whose_way_must_be_found() -> None:
    pauses, backup = finished(bridged(*every_second_lost(3_000)))
    assert pauses >= 1_500
    assert len(backup.records("messages")) == 1_500


def test_a_lost_message_is_of_the_chat_of_the_one_that_follows_it_whatever_itself_says() -> None:
    for chat in (["chat"], "other", None):
        lost = message("m1", 7, chat=chat)
        ways = read(message("m0", None), lost, message("m2", "m1"), head="m2", others=({**CHAT, "id": "other"},))
        assert ways == {"head": "m2", "m0": None, "m2": "m0"}


@pytest.mark.parametrize("chat", [[], {}, 5, None])
def test_a_lost_message_of_which_nobody_knows_the_chat_leaves_nothing_that_follows_it(chat: object) -> None:
    lost = (message("m1", 7, chat=chat), message("m2", "m1", speaker=5))
    assert read(message("m0", None), *lost, message("m3", "m2"), head="m3") == {"head": "m3", "m0": None, "m3": None}


def test_a_lost_message_may_follow_one_of_which_not_even_the_id_is_left() -> None:
    lost = ("{broken", message("m2", "m1", speaker=5))
    assert read(message("m0", None), *lost, message("m3", "m2"), head="m3") == {"head": "m3", "m0": None, "m3": "m0"}


@pytest.mark.parametrize("store", ["messages", "variants"])
def test_a_record_that_names_two_chats_is_of_none(store: str) -> None:
    wording = {"id": "m1", "chat_id": "chat", "message_id": "m1", "text": "Wait.", "source": "user"}
    record = message("m1", None) if store == "messages" else wording
    backup_readers.check(store, {**record, "chat": "chat"})
    with pytest.raises(BadInput, match="chat and chat_id are not the same"):
        backup_readers.check(store, {**record, "chat": "other"})


@pytest.mark.parametrize(
    ("store", "record"),
    [
        ("entries", {"id": "b1/e1", "book": "b1", "entry": {"id": "e1", "text": "x"}}),
        ("versions", {"id": "b1/e1@5", "of": "b1/e1", "until": 5, "entry": {"id": "e1", "text": "x"}}),
    ],
)
def test_an_entry_is_read_once(store: str, record: dict[str, object]) -> None:
    assert runs(lambda: backup_readers.check(store, record), native.__file__)["call", "decode_entry"] == 1
