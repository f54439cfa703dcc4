"""Whatever is branched, deleted, opened and undone: no way breaks, nothing is left behind, and Undo leads back."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.actions import Did
from loreglass.app.effects import Effect, Write
from loreglass.app.moment import Moment
from loreglass.app.records import row
from loreglass.app.state import AppState, OpenChat, Route
from loreglass.app.tree import aside_of, messages_of, others, way_to
from loreglass.app.update import update
from loreglass.domain.ids import ChatId, MessageId, VariantId
from loreglass.domain.prompt.record import decode
from loreglass.domain.story.chat import Chat, Message, Variant

CHAT = ChatId("chat")
Rows = dict[tuple[str, str], str]
OPERATIONS = ("send", "branch-here", "branch-open", "branch-delete", "delete", "delete-from", "hide", "undo", "redo")


def begun(count: int) -> tuple[AppState, Rows]:
    """A chat of so many messages, and the store that holds it."""
    messages = tuple(
        Message(
            id=MessageId(f"m{at}"),
            chat_id=CHAT,
            parent_id=MessageId(f"m{at - 1}") if at else None,
            speaker="user",
            name="Nell",
            variant_ids=(VariantId(f"v{at}"),),
            chosen_id=VariantId(f"v{at}"),
        )
        for at in range(count)
    )
    said = tuple(
        Variant(id=each.chosen_id, chat_id=CHAT, message_id=each.id, text=each.id, source="user") for each in messages
    )
    head = messages[-1].id if messages else None
    chat = Chat(id=CHAT, title="", character_id=None, persona_id=None, head_id=head, message_count=count)
    rows = [row(chat), *map(row, messages), *map(row, said)]
    opened = OpenChat(chat=chat, path=messages, variants={each.id: each for each in said})
    stored = {(store, name): text for store, name, text in rows if text is not None}
    return AppState(route=Route(name="chat", id=CHAT), chat=opened), stored


def carried_out(stored: Rows, effects: tuple[Effect, ...]) -> Rows:
    """The store after the writes of a step."""
    stored = dict(stored)
    for effect in effects:
        for store, name, text in effect.rows if isinstance(effect, Write) else ():
            if text is None:
                stored.pop((store, name), None)
            else:
                stored[(store, name)] = text
    return stored


def read(stored: Rows, open_chat: OpenChat) -> OpenChat:
    """The chat as the store has it."""
    held = {
        kind: [decode(kind, json.loads(text)) for (store, _), text in stored.items() if store == name]
        for name, kind in (("chats", Chat), ("messages", Message), ("variants", Variant))
    }
    (chat,) = (each for each in held[Chat] if isinstance(each, Chat))
    tree = {each.id: each for each in held[Message] if isinstance(each, Message)}
    variants = {each.id: each for each in held[Variant] if isinstance(each, Variant)}
    path, aside = way_to(chat.head_id, tree), aside_of(chat, tree)
    used = {each.chosen_id for each in (*path, *aside)}
    kept = {key: value for key, value in variants.items() if key in used}
    return replace(open_chat, chat=chat, path=path, aside=aside, variants=kept)


def told(name: str, at: int, open_chat: OpenChat) -> Did | None:
    """The operation on the message or branch at that place; None where there is none."""
    if name == "send":
        return Did(name="send-only")
    if name in ("undo", "redo"):
        return Did(name=name)
    things = open_chat.chat.branches if name in ("branch-open", "branch-delete") else open_chat.path
    return Did(name=name, id=things[at % len(things)].id) if things else None


def played(state: AppState, stored: Rows, steps: list[tuple[str, int]]) -> tuple[AppState, Rows]:
    """State and store after the steps; the laws are looked at after each."""
    for number, (name, at) in enumerate(steps):
        assert state.chat is not None
        did = told(name, at, state.chat)
        if did is None:
            continue
        if did.name == "send-only":
            state = replace(state, chat=replace(state.chat, chat=replace(state.chat.chat, draft=f"said {number}")))
        state, effects = update(state, did, Moment(now_ms=number, stem=f"s{number}"))
        stored = carried_out(stored, effects)
        assert state.chat is not None
        if did.name in ("undo", "redo"):
            state = replace(state, chat=read(stored, state.chat))
        assert state.chat is not None
        holds(state.chat, read(stored, state.chat), stored)
    return state, stored


def holds(shown: OpenChat, kept: OpenChat, stored: Rows) -> None:
    assert shown.path == kept.path
    assert set(shown.aside) == set(kept.aside)
    assert {name for store, name in stored if store == "messages"} == set(messages_of(shown))
    for head in (shown.chat.head_id, *(branch.head_id for branch in others(shown.chat))):
        way = way_to(head, messages_of(shown))
        assert bool(way) == (head is not None)
        assert not way or way[0].parent_id is None
    assert len(shown.chat.branches) != 1
    assert all(message.chosen_id in shown.variants for message in (*shown.path, *shown.aside))


STEPS = st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(min_value=0, max_value=9)), max_size=12)


@given(count=st.integers(min_value=0, max_value=5), steps=STEPS)
def test_no_way_breaks_and_nothing_is_left_behind(count: int, steps: list[tuple[str, int]]) -> None:
    played(*begun(count), steps)


@given(count=st.integers(min_value=0, max_value=5), steps=STEPS)
def test_undoing_everything_gives_the_chat_as_it_was(count: int, steps: list[tuple[str, int]]) -> None:
    state, stored = begun(count)
    before = state.chat
    state, stored = played(state, stored, [each for each in steps if each[0] not in ("undo", "redo")])
    assert state.chat is not None
    state, stored = played(state, stored, [("undo", 0)] * len(state.chat.undo))
    assert before is not None
    assert state.chat is not None
    assert [each.id for each in state.chat.path] == [each.id for each in before.path]
    assert (state.chat.path, state.chat.aside) == (before.path, ())
