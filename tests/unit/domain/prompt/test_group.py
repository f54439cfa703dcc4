"""Who spoke, in the prompts of a group."""

from dataclasses import replace

from loreglass.domain.prompt.instruct import CHATML
from loreglass.domain.story.preset import Preset
from tests.unit.domain.prompt.scenes import plan_of, scene, turn, words

SAID = (turn(0, "Who has the key?"), turn(1, "Not I."), turn(2, ""), replace(turn(3, "Night falls."), speaker="system"))


def test_in_a_group_each_turn_begins_with_who_spoke() -> None:
    plan = plan_of(replace(scene(*SAID), group=True))
    assert [one.content for one in plan.messages] == [
        "Nell: Who has the key?",
        "Pike: Not I.",
        "Nell: turn 2",
        "Night falls.",
    ]
    assert [one.own_text for one in plan.messages] == [one.text for one in SAID]


def test_the_names_of_a_group_are_counted_with_their_turns() -> None:
    plan = plan_of(replace(scene(*SAID), group=True))
    (history,) = plan.sections
    assert history.tokens == sum(words(one.content) for one in plan.messages)
    assert history.text == "\n\n".join(one.content for one in plan.messages)
    assert plan.numbers.sent == history.tokens + plan.numbers.overhead


def test_a_turn_of_a_group_that_fits_only_without_its_name_is_left_out() -> None:
    alone = plan_of(scene(*SAID[:2]))
    limit = alone.numbers.sent
    assert len(plan_of(scene(*SAID[:2], context=limit)).messages) == 2
    assert len(plan_of(replace(scene(*SAID[:2], context=limit), group=True)).messages) == 1


def test_where_one_character_replies_no_turn_begins_with_a_name() -> None:
    assert [one.content for one in plan_of(scene(*SAID)).messages] == [one.text for one in SAID]


def test_a_format_without_names_has_them_in_a_group() -> None:
    text = scene(*SAID[:2], text_completion=True)
    preset = Preset(id=text.preset.id, name="", instruct=CHATML)
    assert "Pike:" not in plan_of(replace(text, preset=preset)).text
    told = plan_of(replace(text, preset=preset, group=True, char_name="Pike"))
    assert "<|im_start|>assistant\nPike: Not I.<|im_end|>" in told.text
    assert told.text.endswith("<|im_start|>assistant\nPike:")
    assert [one.content for one in told.messages] == [one.text for one in SAID[:2]]
