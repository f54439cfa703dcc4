from dataclasses import replace

import pytest

from loreglass.domain.errors import PromptTooLong
from loreglass.domain.ids import PresetId
from loreglass.domain.lore.placements import DepthTexts, Placements
from loreglass.domain.prompt.plan import Cut, Plan
from loreglass.domain.prompt.sections import sections_in_order
from loreglass.domain.story.preset import DEFAULT_PRESET, DEFAULT_SECTIONS, Preset, PresetSection, Slot
from loreglass.domain.story.scene import Scene
from tests.unit.domain.prompt.scenes import NELL, PIKE, contents, lore, plan_of, scene, section, turn, turns


def preset(*sections: PresetSection, **more: object) -> Preset:
    return Preset(id=PresetId("p"), name="P", sections=sections, **more)  # type: ignore[arg-type]


def changed(slot: Slot, **fields: object) -> Preset:
    """The default order with one section changed."""
    sections = (replace(one, **fields) if one.slot == slot else one for one in DEFAULT_SECTIONS)  # type: ignore[arg-type]
    return preset(*sections)


def own(text: str, **fields: object) -> PresetSection:
    return PresetSection(slot="text", id=text[:3], name=text[:3], text=text, **fields)  # type: ignore[arg-type]


def roles(plan: Plan) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in plan.messages]


BASE = replace(scene(turn(0, "Hi"), turn(1, "Well")), character=PIKE, persona=NELL)


def test_sections_stand_in_the_order_of_the_preset() -> None:
    order = preset(PresetSection(slot="persona"), PresetSection(slot="character"), PresetSection(slot="history"))
    plan = plan_of(replace(BASE, preset=order))
    assert contents(plan)[0] == "Nell asks questions.\n\nPike keeps the lamp."


def test_a_slot_that_the_preset_does_not_name_stands_where_it_does_by_default() -> None:
    assert sections_in_order(()) == DEFAULT_SECTIONS
    order = sections_in_order((own("One."), PresetSection(slot="history"), PresetSection(slot="character")))
    slots = [one.slot for one in order]
    assert slots.index("before") < slots.index("text") < slots.index("history") < slots.index("character")
    assert slots.index("post_history") == slots.index("history") + 1
    assert len([slot for slot in slots if slot == "history"]) == 1


def test_a_slot_that_is_named_twice_stands_once() -> None:
    twice = preset(PresetSection(slot="persona"), PresetSection(slot="persona", role="user"))
    assert contents(plan_of(replace(BASE, preset=twice)))[0].count("Nell asks") == 1


def test_a_section_that_is_off_is_not_sent() -> None:
    plan = plan_of(replace(BASE, preset=changed("persona", enabled=False)))
    assert contents(plan)[0] == "Pike keeps the lamp."


def test_own_texts_are_filled_in_and_have_role_and_place() -> None:
    sections = (
        own("One {{char}}."),
        *DEFAULT_SECTIONS[:-2],
        own("Two.", role="user", depth_messages=1),
        own("Three.", role="assistant"),
        *DEFAULT_SECTIONS[-2:],
    )
    plan = plan_of(replace(BASE, preset=preset(*sections)))
    assert roles(plan) == [
        ("system", "One Pike.\n\nPike keeps the lamp.\n\nNell asks questions."),
        ("user", "Hi"),
        ("user", "Two."),
        ("assistant", "Well"),
        ("assistant", "Three."),
    ]
    told = [(one.id, one.name, one.text) for one in plan.sections]
    assert ("text", "One", "One Pike.") in told
    assert ("text", "Thr", "Three.") in told


def test_a_text_of_another_role_parts_the_leading_system_message() -> None:
    sections = (own("One."), own("Two.", role="user"), own("Three."), own("Four."), *DEFAULT_SECTIONS)
    plan = plan_of(replace(scene(turn(0, "Hi")), preset=preset(*sections)))
    assert roles(plan) == [("system", "One."), ("user", "Two."), ("system", "Three.\n\nFour."), ("user", "Hi")]


def test_the_presets_system_prompt_goes_before_the_settings_and_the_card_may_take_it_in() -> None:
    sections = (PresetSection(slot="system", text="Preset."), PresetSection(slot="post_history", text="End."))
    base = replace(scene(turn(0, "Hi"), system_prompt="Settings."), preset=preset(*sections))
    assert contents(plan_of(base)) == ("Preset.", "Hi", "End.")
    card = replace(PIKE, description="", system_prompt="{{original}} Card.", post_history="Card. {{original}}")
    assert contents(plan_of(replace(base, character=card))) == ("Preset. Card.", "Hi", "Card. End.")


def test_texts_of_other_memories_stand_in_their_slots_and_their_macros_are_text() -> None:
    extra: tuple[tuple[Slot, str], ...] = (("facts", "{{user}} is late."), ("summary", "They met."))
    plan = plan_of(replace(BASE, extra_sections=extra))
    assert contents(plan)[0].endswith("Nell asks questions.\n\nThey met.\n\n{{user}} is late.")
    assert section(plan, "facts") == "{{user}} is late."


def test_the_prefill_of_the_preset_ends_the_prompt_and_gives_way_to_a_reply_that_has_begun() -> None:
    begun = replace(BASE, preset=changed("prefill", text="{{char}} says:"))
    assert roles(plan_of(begun))[-1] == ("assistant", "Pike says:")
    assert roles(plan_of(replace(begun, prefill="He went")))[-1] == ("assistant", "He went")
    off = replace(BASE, preset=changed("prefill", text="x", enabled=False))
    assert roles(plan_of(replace(off, prefill="He went")))[-1] == ("assistant", "He went")


def test_a_note_in_the_order_is_part_of_the_leading_message() -> None:
    noted = replace(scene(*turns(6), author_note="Slowly."), preset=changed("note", depth_messages=None))
    assert contents(plan_of(noted))[0] == "Slowly."


def test_a_cap_keeps_whole_sentences_from_the_beginning_and_is_told() -> None:
    card = replace(PIKE, description="One two three. Four five six. Seven eight.")
    plan = plan_of(replace(scene(turn(0)), character=card, preset=changed("character", cap_tokens=6)))
    assert section(plan, "character") == "One two three. Four five six."
    assert plan.cuts == (Cut(section="character", tokens=2, reason="cap"),)
    none = plan_of(replace(scene(turn(0)), character=card, preset=changed("character", cap_tokens=2)))
    assert (section(none, "character"), none.cuts[0].tokens) == ("", 8)


def test_a_cap_on_memory_gives_up_the_entry_that_the_budget_took_last() -> None:
    result = replace(lore("low one", "high two", "mid three"), activated=(("b", "1"), ("b", "2"), ("b", "0")))
    plan = plan_of(replace(scene(turn(0)), preset=changed("memory", cap_tokens=4)), result)
    assert plan.memory_text == section(plan, "memory") == "high two\nmid three"
    assert [(one.ref.entry_id, one.verdict) for one in plan.decisions] == [
        ("1", "included"),
        ("2", "included"),
        ("0", "dropped"),
    ]
    assert plan.decisions[-1].reason.code == "over_total_budget"
    assert (plan.numbers.memory_used, plan.numbers.left_out) == (4, 2)
    assert ("b", "0") not in plan.activated


def test_entries_whose_section_is_off_have_no_place() -> None:
    plan = plan_of(replace(scene(turn(0)), preset=changed("memory", enabled=False)), lore("a fact"))
    assert (plan.memory_text, plan.decisions[0].verdict, plan.decisions[0].reason.code) == (
        "",
        "dropped",
        "no_placement",
    )


def crowded(context: int, **ranks: int) -> Scene:
    """Three sections of ten words each, a turn of five, frames of 4 and 4 and the opening of 3."""
    ten = "One two three four five. Six seven eight nine ten."
    card = replace(PIKE, description=ten, scenario=ten)
    sections = (replace(one, drop_rank=ranks.get(one.slot, 0)) for one in DEFAULT_SECTIONS)
    base = scene(turn(0, "a b c d e"), context=context, system_prompt=ten)
    return replace(base, character=card, preset=preset(*sections))


def test_what_has_the_lowest_rank_gives_way_first_and_only_as_much_as_it_must() -> None:
    assert plan_of(crowded(46, scenario=1, character=2)).cuts == ()
    plan = plan_of(crowded(45, scenario=1, character=2))
    assert plan.cuts == (Cut(section="scenario", tokens=5, reason="gave_way"),)
    assert section(plan, "scenario") == "One two three four five."
    later = plan_of(crowded(35, scenario=1, character=2))
    assert [(one.section, one.tokens) for one in later.cuts] == [("scenario", 10), ("character", 5)]
    assert contents(later)[-1] == "a b c d e"


def test_what_has_no_rank_never_gives_way_and_the_longest_of_it_is_named() -> None:
    with pytest.raises(PromptTooLong) as caught:
        plan_of(crowded(25, scenario=1, character=2))
    assert (caught.value.section, caught.value.over_tokens) == ("system prompt", 1)


def test_a_reserve_keeps_what_fits_in_it() -> None:
    base = crowded(36, scenario=1)
    sections = (replace(one, reserve_tokens=5) if one.slot == "scenario" else one for one in base.preset.sections)
    with pytest.raises(PromptTooLong):
        plan_of(replace(base, preset=preset(*sections)))


def test_the_history_has_its_reserve_before_a_section_with_a_rank() -> None:
    ten = "One two three four five. Six seven eight nine ten."
    said = tuple(turn(index, "a b c d e") for index in range(3))
    base = replace(scene(*said, context=39), character=replace(PIKE, description=ten))

    def kept(reserve: int) -> tuple[int, str]:
        sections = (replace(one, drop_rank=1) if one.slot == "character" else one for one in changed_history(reserve))
        plan = plan_of(replace(base, preset=preset(*sections)))
        return len([one for one in plan.messages if one.message_id]), section(plan, "character")

    def changed_history(reserve: int) -> tuple[PresetSection, ...]:
        return changed("history", reserve_tokens=reserve).sections

    assert kept(0) == (2, ten)
    assert kept(27) == (3, "One two three four five.")


def test_a_cap_on_the_history_leaves_room_empty_but_the_newest_turn_is_always_in() -> None:
    said = tuple(turn(index, "a b c d e") for index in range(4))
    assert len(plan_of(replace(scene(*said), preset=changed("history", cap_tokens=12))).messages) == 2
    assert len(plan_of(replace(scene(*said), preset=changed("history", cap_tokens=1))).messages) == 1


def test_entries_at_a_depth_stand_above_sections_at_that_depth() -> None:
    placed = Placements(at_depth=(DepthTexts(depth=1, role="user", texts=("entry",)),))
    sections = (*DEFAULT_SECTIONS, own("Own.", depth_messages=1))
    plan = plan_of(replace(BASE, preset=preset(*sections)), lore(placements=placed))
    assert contents(plan)[2:4] == ("entry", "Own.")


def test_a_history_that_is_off_sends_no_turn() -> None:
    plan = plan_of(replace(BASE, preset=changed("history", enabled=False)))
    assert (plan.sent_from, len(plan.messages)) == (None, 1)


def test_stop_texts_of_the_preset_are_part_of_the_plan() -> None:
    assert plan_of(replace(BASE, preset=replace(DEFAULT_PRESET, stop=("###",)))).stop == ("###",)
