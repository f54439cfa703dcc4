"""What a guest sees first: the sample chat's draft, planned with the real tokeniser."""

from contextlib import closing
from pathlib import Path

import pytest

from loreglass.demo.samples import load
from loreglass.domain.compose import plan_turn
from loreglass.domain.ids import MessageId
from loreglass.domain.lore.memo import Memo
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import LinkedBook
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene, Settings

FILES = Path(__file__).parents[3] / "static" / "samples"

pytestmark = pytest.mark.cpython


@pytest.fixture(scope="module")
def plan() -> Plan:
    from loreglass.headless.answers import Answers

    samples = load((FILES / "ninth-bell.json").read_text("utf-8"), (FILES / "wrackmouth.json").read_text("utf-8"))
    told = samples.chats[0]
    texts = {variant.id: variant.text for variant in told.variants}
    turns = tuple(
        Turn(
            message_id=message.id,
            variant_id=message.chosen_id,
            speaker=message.speaker,
            name=message.name,
            text=texts[message.chosen_id],
        )
        for message in told.messages
    )
    name, draft = samples.persona.name, told.chat.draft
    scene = Scene(
        turns=(*turns, Turn(message_id=MessageId("draft"), variant_id=None, speaker="user", name=name, text=draft)),
        books=tuple(LinkedBook(book=book) for book in samples.books),
        character=samples.character,
        persona=samples.persona,
        settings=Settings(
            memory_depth_messages=told.chat.memory_depth_messages or 0,
            memory_budget_tokens=told.chat.memory_budget_tokens or 0,
        ),
        draft=True,
    )
    with closing(Answers()) as answers:
        return answers.run(plan_turn(scene, Memo()))


def test_six_entries_go_in_in_their_order(plan: Plan) -> None:
    included = [(one.ref.entry_id, one.reason.code) for one in plan.decisions if one.verdict == "included"]
    assert included == [
        ("wrackmouth", "constant"),
        ("ninth-bell", "key_hit"),
        ("tide-clerks", "recursion_hit"),
        ("greyhook-light", "key_hit"),
        ("ottoline-vey", "key_hit"),
        ("strand-road", "key_hit"),
    ]
    assert (plan.numbers.memory_used, plan.numbers.memory_budget, plan.entry_count) == (834, 900, 24)


def test_two_entries_are_left_out_for_want_of_room(plan: Plan) -> None:
    dropped = [one for one in plan.decisions if one.verdict == "dropped"]
    needs = [(one.ref.entry_id, one.reason.need_tokens, one.reason.left_tokens) for one in dropped]
    assert needs == [("halloran-wreck", 210, 198), ("sea-fret", 92, 66)]


def test_one_sleeps_for_want_of_its_second_keyword(plan: Plan) -> None:
    (ledger,) = [one for one in plan.decisions if one.reason.code == "secondary_missing"]
    assert (ledger.ref.entry_id, ledger.reason.missing) == ("lamp-room-ledger", ("customs", "duty"))


def test_the_draft_and_three_messages_are_scanned_and_all_are_sent(plan: Plan) -> None:
    assert plan.scanned_from == "sample-ninth-bell-38"
    assert plan.sent_from == "sample-ninth-bell-1"
    assert plan.messages[-1].message_id == "draft"
