"""Large regions are drawn a turn of the page at a time: counted, not timed."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from loreglass.app.state import AppState, OpenChat, Panel, Route
from loreglass.domain.ids import ChatId, MessageId, VariantId
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.shell.painting import MESSAGES_A_TURN, Painter

LONG = 120


@dataclass
class Page:
    """A fake of the page: what was painted in which turn, and what waits for the next."""

    waiting: list[Callable[[], None]] = field(default_factory=list)
    painted: list[tuple[str, str]] = field(default_factory=list)

    def paint(self, region: str, node: str) -> None:
        self.painted.append((region, node))

    def dress(self, region: str, attributes: str) -> None: ...

    def highlight(self, places: str) -> None: ...

    def title(self, text: str) -> None: ...

    def later(self, work: Callable[[], None]) -> None:
        self.waiting.append(work)

    def turn(self) -> list[tuple[str, str]]:
        """What one turn paints."""
        before = len(self.painted)
        works, self.waiting = self.waiting, []
        for work in works:
            work()
        return self.painted[before:]


def chat(name: str) -> AppState:
    """A long chat on the screen."""
    ids = [f"{name}{at}" for at in range(LONG)]
    path = tuple(
        Message(
            id=MessageId(each),
            chat_id=ChatId(name),
            parent_id=None,
            speaker="user",
            name="Nell",
            variant_ids=(VariantId(each),),
            chosen_id=VariantId(each),
        )
        for each in ids
    )
    variants = {
        VariantId(each): Variant(
            id=VariantId(each), chat_id=ChatId(name), message_id=MessageId(each), text=f"said {each}", source="user"
        )
        for each in ids
    }
    open_chat = OpenChat(
        chat=Chat(id=ChatId(name), title=name, character_id=None, persona_id=None),
        path=path,
        variants=variants,
        books=(),
    )
    return AppState(route=Route(name="chat", id=name), chat=open_chat)


def articles(node: str) -> list[str]:
    """The messages of a transcript that cross with all they hold, by the text in them."""
    inside = json.loads(node)[2]
    return [each[1]["json"] for each in inside[2:] if each and each[0] == "#island" and "json" in each[1]]


def drawn(state: AppState) -> tuple[Page, Painter, list[list[tuple[str, str]]]]:
    page = Page()
    painter = Painter(page, page.later)
    painter.paint(state)
    turns = []
    while page.waiting:
        turns.append(page.turn())
    return page, painter, turns


def test_no_turn_tells_of_more_than_a_part_of_a_long_transcript_and_the_newest_come_first() -> None:
    _, _, turns = drawn(chat("a"))
    told = [articles(node) for turn in turns for region, node in turn if region == "log"]
    assert sum(map(len, told)) >= LONG
    assert all(len(each) <= MESSAGES_A_TURN + 1 for each in told)
    assert any("said a119" in each for each in told[0])
    assert not any("said a0 " in each or 'said a0"' in each for each in told[0])


def test_a_turn_shows_at_most_one_large_region() -> None:
    _, _, turns = drawn(chat("a"))
    assert all(sum(region in ("log", "panel") for region, _ in turn) <= 1 for turn in turns)


def test_another_chat_never_shows_the_messages_of_the_one_before() -> None:
    page, painter, _ = drawn(chat("a"))
    before = len(page.painted)
    painter.paint(chat("b"))
    now = [node for region, node in page.painted[before:] if region == "log"]
    assert now == ["null"]
    while page.waiting:
        page.turn()
    assert "said b119" in " ".join(node for region, node in page.painted[before:] if region == "log")


def test_a_change_while_a_transcript_comes_ends_with_the_newest_state() -> None:
    page = Page()
    painter = Painter(page, page.later)
    state = chat("a")
    painter.paint(state)
    page.turn()
    assert state.chat is not None
    painter.paint(replace(state, chat=replace(state.chat, path=state.chat.path[:-1])))
    while page.waiting:
        page.turn()
    last = [node for region, node in page.painted if region == "log"][-1]
    assert "a118" in last
    assert '"a119"' not in last


def test_another_part_of_the_same_chat_comes_from_its_own_end_and_never_without_a_message() -> None:
    state = chat("a")
    assert state.chat is not None
    ways = ((replace(state.chat, shown_from=100), replace(state.chat, shown_from=0, shown_to=60), "said a59"),)
    ways += ((ways[0][1], ways[0][0], "said a119"),)
    for before, after, newest in ways:
        page, painter, _ = drawn(replace(state, chat=before))
        start = len(page.painted)
        painter.paint(replace(state, chat=after))
        while page.waiting:
            page.turn()
        nodes = [node for region, node in page.painted[start:] if region == "log"]
        assert newest in nodes[0]
        assert all('"#island"' in node for node in nodes)
        assert all(len(articles(node)) <= MESSAGES_A_TURN + 1 for node in nodes)


def test_a_tab_chosen_while_another_waits_to_be_shown_stays_on_the_screen() -> None:
    page = Page()
    painter = Painter(page, page.later)
    setup = replace(chat("a"), panel=Panel(tab="setup"))
    painter.paint(setup)
    while page.waiting:
        page.turn()
    assert setup.chat is not None
    changed = replace(setup, chat=replace(setup.chat, chat=replace(setup.chat.chat, title="Another title")))
    painter.paint(changed)
    page.turn()
    painter.paint(replace(changed, panel=Panel(tab="why")))
    while page.waiting:
        page.turn()
    last = [node for region, node in page.painted if region == "panel"][-1]
    assert "Setup of this chat" not in last
