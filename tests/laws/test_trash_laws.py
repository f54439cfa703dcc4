"""What always holds when the trash is emptied: nothing that stays loses a word, and nothing is left over."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.app import actions, shelves
from loreglass.app.actions import Did
from loreglass.app.ports import Record
from loreglass.app.rows import WrittenRow
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from loreglass.app.trash import empty_trash
from loreglass.domain.ids import MessageId, PlanId, VariantId
from loreglass.domain.prompt.plan import Plan
from tests.formats.samples import card_png
from tests.unit.app.fakes import World, settle
from tests.unit.app.memory_store import MemoryStore
from tests.unit.app.test_chatting import LOCAL, OPENED, sse, world

pytestmark = pytest.mark.cpython

Step = tuple[str, int]
LINES = ("The lamp is out.", "Ring the bell.", "The lamp is out.", "Wait.")
steps = st.lists(
    st.tuples(st.sampled_from(["say", "regenerate", "fork", "open", "new", "edit-first"]), st.integers(0, 3)),
    max_size=7,
)


async def did(runtime: Runtime, name: str, item: str = "", value: str = "") -> AppState:
    runtime.tell(Did(name=name, id=item, value=value))
    return await settle(runtime)


async def opened(runtime: Runtime, chat_id: str) -> None:
    runtime.tell(actions.Went(route=Route(name="chat", id=chat_id)))
    await settle(runtime)


async def took(runtime: Runtime, step: Step) -> None:
    """One thing that the user does."""
    what, number = step
    chats = runtime.state.library.chats
    if what == "open" and chats:
        await opened(runtime, chats[number % len(chats)].id)
    if what == "new":
        await did(runtime, "chat-new")
        await did(runtime, "chat-create")
        await opened(runtime, runtime.state.library.chats[0].id)
    open_chat = runtime.state.chat
    if open_chat is None:
        return
    if what == "say":
        await did(runtime, "draft", value=LINES[number])
        await did(runtime, "send")
    if what == "regenerate" and open_chat.path:
        await did(runtime, "regenerate")
    if what == "edit-first" and open_chat.path:
        await did(runtime, "edit", open_chat.path[0].id)
        await did(runtime, "edit-draft", value=f"Otherwise, {number}.")
        await did(runtime, "edit-save")
    if what == "fork" and open_chat.path:
        await did(runtime, "fork", open_chat.path[number % len(open_chat.path)].id)


async def spoken(made: World) -> Runtime:
    """The page with the chat open, and a line said in it."""
    runtime = made.runtime()
    await runtime.start()
    await opened(runtime, "chat")
    await took(runtime, ("say", 0))
    return runtime


async def emptied(runtime: Runtime) -> None:
    await did(runtime, "trash-show")
    await did(runtime, "trash-ask")
    await did(runtime, "trash-empty")


def records(made: World, store: str) -> dict[str, dict[str, Any]]:
    return {name: json.loads(text) for name, text in made.store.records.get(store, {}).items()}


async def plans(made: World) -> dict[str, Plan | None]:
    """Every plan that is kept, as Why shows it; None for one that cannot be shown whole."""
    found: dict[str, Plan | None] = {}
    for name in records(made, "plans"):
        shown = await shelves.shown_plan(made.store, PlanId(name), MessageId("m"), VariantId("v"))
        found[name] = shown.plan if shown else None
    return found


def without_owner(made: World) -> set[str]:
    """What is left that nothing which stays has or points to."""
    chats, kept = records(made, "chats"), records(made, "plans")
    needed = {turn[3] for plan in kept.values() for turn in plan["plan"]["messages"]}
    variants = records(made, "variants")
    return {
        *(name for name, message in records(made, "messages").items() if message["chat"] not in chats),
        *(name for name, each in variants.items() if each["chat"] not in chats and name not in needed),
        *(kept.keys() - {each.get("plan_id") for each in variants.values() if each["chat"] in chats}),
        *(records(made, "texts").keys() - {name for plan in kept.values() for name in plan["plan"]["texts"]}),
        *(name for name, each in records(made, "entries").items() if each["book"] not in records(made, "books")),
        *(made.store.pictures.keys() - {each.get("picture") for each in records(made, "characters").values()}),
    }


@settings(max_examples=30, deadline=None)
@given(
    first=steps, thrown=st.sets(st.integers(0, 4), min_size=1, max_size=3), then=steps, later=st.sets(st.integers(0, 3))
)
def test_every_plan_that_is_kept_is_shown_as_before_and_nothing_is_left_over(
    first: list[Step], thrown: set[int], then: list[Step], later: set[int]
) -> None:
    made = world()

    async def round_of(runtime: Runtime, taken: list[Step], gone: set[int]) -> None:
        for step in taken:
            await took(runtime, step)
        before = await plans(made)
        chats = runtime.state.library.chats
        for at in sorted(gone):
            if at < len(chats):
                await did(runtime, "chat-delete", chats[at].id)
        await emptied(runtime)
        left = {each.id for each in runtime.state.library.chats}
        shown = {
            each["plan_id"] for each in records(made, "variants").values() if each["chat"] in left and "plan_id" in each
        }
        after = await plans(made)
        assert after == {name: before[name] for name in shown}
        assert None not in after.values()
        assert without_owner(made) == set()

    async def main() -> None:
        runtime = made.runtime()
        await runtime.start()
        await opened(runtime, "chat")
        await round_of(runtime, [("say", 0), *first], thrown)
        await round_of(runtime, then, later)

    asyncio.run(main())


@pytest.mark.parametrize("other", [True, False])
def test_a_picture_goes_with_the_last_character_that_shows_it(other: bool) -> None:
    made = world()
    made.store.pictures["pic"] = card_png()
    held = json.loads(made.store.records["characters"]["c1"])
    made.store.records["characters"]["c1"] = json.dumps({**held, "picture": "pic"})
    if other:
        made.store.records["characters"]["c2"] = json.dumps({**held, "id": "c2", "picture": "pic"})

    async def main() -> None:
        runtime = made.runtime()
        await runtime.start()
        await did(runtime, "character-delete", "c1")
        await emptied(runtime)

    asyncio.run(main())
    assert list(made.store.pictures) == (["pic"] if other else [])


def test_what_another_chat_shows_stays_though_it_belongs_to_the_one_that_goes() -> None:
    made = world()

    async def main() -> None:
        runtime = await spoken(made)
        assert runtime.state.chat is not None
        reply = runtime.state.chat.path[-1]
        chat = {**records(made, "chats")["chat"], "id": "other", "head_id": "x"}
        made.store.records["chats"]["other"] = json.dumps(chat)
        message = {
            **records(made, "messages")[reply.id],
            "id": "x",
            "chat": "other",
            "chat_id": "other",
            "parent_id": None,
        }
        made.store.records["messages"]["x"] = json.dumps(message)
        await did(runtime, "chat-delete", "chat")
        await emptied(runtime)
        assert reply.chosen_id in made.store.records["variants"]
        assert list((await plans(made)).values()) != [None]

    asyncio.run(main())
    assert len(made.store.records["plans"]) == 1


def test_a_reply_that_still_comes_to_a_chat_which_is_gone_for_good_leaves_nothing_behind() -> None:
    made = world(LOCAL)
    made.net.script, made.net.hangs = [OPENED, *sse("The lamp ", done=False)], True

    async def main() -> None:
        runtime = await spoken(made)
        assert runtime.state.chat is not None
        assert runtime.state.chat.reply is not None
        await did(runtime, "chat-delete", "chat")
        await emptied(runtime)

    asyncio.run(main())
    assert [store for store in ("chats", "messages", "variants", "plans", "texts") if records(made, store)] == []


class WrittenMeanwhile(MemoryStore):
    """A fake of the store in which another tab writes, once, while what is to go is looked up. Labelled as such."""

    def __init__(self, kept: MemoryStore, late: Sequence[WrittenRow]) -> None:
        super().__init__()
        self.records, self.pictures, self.era = kept.records, kept.pictures, kept.era
        self.late = late

    async def some(self, store: str, ids: Sequence[str]) -> list[Record | None]:
        if store == "plans" and self.late:
            late, self.late = self.late, ()
            await self.another_tab().write(late, ())
        return await super().some(store, ids)


def test_what_a_plan_needs_that_another_tab_writes_meanwhile_stays() -> None:
    made = world()

    async def main() -> dict[str, Plan | None]:
        await spoken(made)
        await made.store.write([("settings", "trash:chats:chat", '{"id":"trash:chats:chat"}')], ())
        ((name, plan),) = records(made, "plans").items()
        texts = [("texts", each, text) for each, text in made.store.records["texts"].items()]
        store = WrittenMeanwhile(made.store, [("plans", "late", json.dumps({**plan, "id": "late"})), *texts])
        await empty_trash(store)
        assert store.late == ()
        assert name not in made.store.records["plans"]
        return await plans(made)

    ((name, shown),) = asyncio.run(main()).items()
    assert (name, shown is None) == ("late", False)
