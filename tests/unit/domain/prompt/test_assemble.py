from dataclasses import replace

import pytest

from loreglass.domain.errors import PromptTooLong
from loreglass.domain.ids import MessageId
from loreglass.domain.lore.placements import DepthTexts, Placements
from loreglass.domain.prompt.assemble import assemble
from loreglass.domain.story.chat import Turn
from tests.unit.domain.prompt.scenes import NELL, PIKE, contents, finish, lore, plan_of, scene, section, turn, turns


def test_leading_texts_make_one_system_message_in_their_fixed_order() -> None:
    card = replace(PIKE, personality="Dry.", scenario="Low water.", examples="<START>\nPike: Mind the step.")
    placed = Placements(before="Above.", after="Below.", examples_top=("Top.",), examples_bottom=("Bottom.",))
    told = replace(scene(turn(0), system_prompt="Stay in the scene."), character=card, persona=NELL)
    plan = plan_of(told, lore("Eight bells.", "A ninth.", placements=placed))
    assert contents(plan)[0].split("\n\n") == [
        "Stay in the scene.",
        "Above.",
        "Pike keeps the lamp.",
        "Dry.",
        "Below.",
        "Nell asks questions.",
        "Low water.",
        "Eight bells.\nA ninth.",
        "Top.",
        "<START>\nPike: Mind the step.",
        "Bottom.",
    ]
    assert [message.role for message in plan.messages] == ["system", "user"]


def test_a_chat_with_nothing_around_it_is_sent_alone() -> None:
    plan = plan_of(scene(turn(0), turn(1)))
    assert [(message.role, message.content) for message in plan.messages] == [
        ("user", "turn 0"),
        ("assistant", "turn 1"),
    ]


def test_memory_section_is_the_lore_as_it_is_with_its_own_cost() -> None:
    result = replace(lore(" {{char}} stands as written "), memory_tokens=77)
    plan = plan_of(replace(scene(turn(0)), character=PIKE), result)
    memory = next(one for one in plan.sections if one.id == "memory")
    assert (memory.text, memory.tokens) == (" {{char}} stands as written ", 77)


def test_card_system_prompt_replaces_the_users_and_may_take_it_in() -> None:
    base = scene(turn(0), system_prompt="Be brief, {{char}}.")
    alone = replace(base, character=replace(PIKE, description="", system_prompt="Only this."))
    both = replace(base, character=replace(PIKE, description="", system_prompt="{{Original}} And kind."))
    assert section(plan_of(alone), "system") == "Only this."
    assert section(plan_of(both), "system") == "Be brief, Pike. And kind."


def test_chat_messages_are_never_filled_in() -> None:
    plan = plan_of(replace(scene(turn(0, "I am {{user}}, {{outlet::x}} {{random:a,b}}")), character=PIKE))
    assert contents(plan)[-1] == "I am {{user}}, {{outlet::x}} {{random:a,b}}"


def test_outlet_text_stands_where_the_card_asks_and_is_not_filled_in_again() -> None:
    placed = Placements(outlets=(("tides", ("High at {{char}}.", "Low at nine.")),))
    card = replace(PIKE, description="{{char}} reads: {{outlet::tides}} and {{outlet::none}}.")
    plan = plan_of(replace(scene(turn(0)), character=card), lore(placements=placed))
    assert section(plan, "character") == "Pike reads: High at {{char}}.\nLow at nine. and ."


def test_text_at_depth_stands_that_many_messages_from_the_end() -> None:
    placed = Placements(
        at_depth=(
            DepthTexts(depth=0, role="user", texts=("last",)),
            DepthTexts(depth=2, role="assistant", texts=("one", "two")),
            DepthTexts(depth=99, role="system", texts=("first",)),
        )
    )
    plan = plan_of(scene(*turns(3)), lore(placements=placed))
    assert [(message.role, message.content) for message in plan.messages] == [
        ("system", "first"),
        ("user", "turn 0"),
        ("assistant", "one\ntwo"),
        ("assistant", "turn 1"),
        ("user", "turn 2"),
        ("user", "last"),
    ]
    assert section(plan, "depth") == "first\n\none\ntwo\n\nlast"


def test_depth_below_zero_counts_from_the_top() -> None:
    texts = ((-1, "first"), (-3, "third"), (-99, "end"), (99, "top"))
    groups = tuple(DepthTexts(depth=depth, role="system", texts=(text,)) for depth, text in texts)
    plan = plan_of(scene(*turns(3)), lore(placements=Placements(at_depth=groups)))
    assert contents(plan) == ("first", "top", "turn 0", "turn 1", "third", "turn 2", "end")


def test_note_stands_four_from_the_end_with_its_entries_even_without_a_note() -> None:
    placed = Placements(note_top=("Top.",), note_bottom=("Bottom.",))
    with_note = plan_of(scene(*turns(6), author_note="Slowly."), lore(placements=placed))
    assert contents(with_note)[2] == "Top.\n\nSlowly.\n\nBottom."
    assert contents(plan_of(scene(*turns(6)), lore(placements=placed)))[2] == "Top.\n\nBottom."


def test_depth_prompt_of_the_card_is_a_note_of_its_own() -> None:
    card = replace(PIKE, description="", depth_prompt="{{char}} is tired.")
    plan = plan_of(replace(scene(*turns(5), author_note="Slowly."), character=card))
    assert contents(plan)[1:3] == ("Slowly.", "Pike is tired.")
    assert section(plan, "note") == "Slowly.\n\nPike is tired."


def test_post_history_and_then_the_partial_reply_end_the_prompt() -> None:
    card = replace(PIKE, description="", post_history="Stay with {{user}}.")
    plan = plan_of(replace(scene(turn(0)), character=card, prefill="He turned and"))
    assert [(message.role, message.content) for message in plan.messages[1:]] == [
        ("system", "Stay with Nell."),
        ("assistant", "He turned and"),
    ]


def test_turns_of_one_speaker_in_a_row_stay_messages_of_their_own() -> None:
    plan = plan_of(scene(turn(0, "Hello?"), turn(1, "Anyone?", user=True)))
    assert contents(plan) == ("Hello?", "Anyone?")


def test_history_keeps_the_newest_whole_messages_that_fit() -> None:
    # Five words and a frame of 4 are 9 a message; 3 prime the reply: 3 + 2 x 9 = 21.
    said = tuple(turn(index, "one two three four five") for index in range(4))
    plan = plan_of(scene(*said, context=30, reserve=9))
    assert [message.message_id for message in plan.messages] == ["m2", "m3"]
    assert (plan.sent_from, plan.numbers.sent, plan.numbers.overhead) == ("m2", 21, 11)
    assert [one.message_id for one in plan_of(scene(*said, context=29, reserve=9)).messages] == ["m3"]


def test_a_long_chat_is_not_counted_beyond_what_fits() -> None:
    asked: list[int] = []
    plan = finish(assemble(scene(*turns(10_000), context=300), lore()), asked=asked)
    assert len(plan.messages) == 49
    assert asked == [64]


def test_too_long_a_card_is_named_with_its_excess() -> None:
    card = replace(PIKE, description="word " * 100)
    with pytest.raises(PromptTooLong) as caught:
        plan_of(replace(scene(turn(0, "Hi"), context=60), character=card))
    assert caught.value.section == "character's description"
    assert caught.value.over_tokens == (100 + 4) + (1 + 4) + 3 - 60


def test_a_newest_message_that_does_not_fit_is_named_with_its_excess() -> None:
    with pytest.raises(PromptTooLong) as caught:
        plan_of(scene(turn(0), turn(1, "word " * 50), context=40))
    assert caught.value.section == "newest message"
    assert caught.value.over_tokens == 50 + 4 + 3 - 40


def test_a_blank_draft_is_not_sent() -> None:
    blank = Turn(message_id=MessageId("draft"), variant_id=None, speaker="user", name="Nell", text=" \n")
    plan = plan_of(replace(scene(turn(0), blank), draft=True))
    assert contents(plan) == ("turn 0",)
    assert plan.draft


def test_a_draft_is_the_last_message() -> None:
    draft = Turn(message_id=MessageId("draft"), variant_id=None, speaker="user", name="Nell", text="And now?")
    plan = plan_of(replace(scene(turn(0), draft), draft=True))
    assert (plan.messages[-1].message_id, plan.messages[-1].content) == ("draft", "And now?")
