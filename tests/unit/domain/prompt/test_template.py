from dataclasses import replace

import pytest

from loreglass.domain.errors import PromptTooLong, TemplateFault
from loreglass.domain.lore.placements import Placements
from loreglass.domain.prompt.instruct import CHATML
from loreglass.domain.story.preset import DEFAULT_PRESET, DEFAULT_SECTIONS, PresetSection
from loreglass.domain.story.scene import Scene
from tests.unit.domain.prompt.scenes import NELL, PIKE, contents, lore, plan_of, scene, turn, turns

CHAT = "{% for m in chat %}{{ m.name }}: {{ m.text }}\n{% endfor %}"


def templated(template: str, base: Scene) -> Scene:
    return replace(base, preset=replace(base.preset, template=template))


BASE = replace(scene(turn(0, "Hi"), turn(1, "Well")), character=PIKE, persona=NELL)


def test_the_templates_text_is_the_prompt() -> None:
    plan = plan_of(
        templated("{{ character }}\n<memory>{{ memory }}</memory>\n" + CHAT + "{{ char }}:", BASE), lore("A.")
    )
    assert plan.text == "Pike keeps the lamp.\n<memory>A.</memory>\nNell: Hi\nPike: Well\nPike:"
    assert [(one.role, one.content) for one in plan.messages] == [("user", plan.text)]


def test_costs_are_told_for_what_stands_in_the_text_and_sum_to_what_is_sent() -> None:
    plan = plan_of(templated("Now: {{ character }}\n" + CHAT, BASE), lore("A."))
    assert [(one.id, one.tokens) for one in plan.sections] == [("character", 4), ("history", 2)]
    # Nine words, the frame of one message, and the opening of the reply.
    assert plan.numbers.sent == 9 + 4 + 3 == 6 + plan.numbers.overhead
    assert (plan.decisions[0].verdict, plan.decisions[0].reason.code) == ("dropped", "no_placement")


def test_the_oldest_messages_go_until_the_templates_own_text_fits() -> None:
    base = scene(*(turn(index, "one two three") for index in range(20)), context=100)
    plan = plan_of(templated("word " * 40 + CHAT, base))
    assert plan.text.count("one two three") == (100 - 7 - 40) // 4
    assert plan.sent_from == "m7"
    assert plan.numbers.sent <= 100


def test_a_template_that_is_too_long_even_so_is_named_with_its_excess() -> None:
    with pytest.raises(PromptTooLong) as caught:
        plan_of(templated("word " * 60 + CHAT, scene(turn(0, "a"), turn(1, "b"), context=60)))
    assert (caught.value.section, caught.value.over_tokens) == ("prompt template", 60 + 2 + 7 - 60)


def test_a_template_with_a_fault_ends_the_plan() -> None:
    with pytest.raises(TemplateFault, match="line 2: 'nobody' is undefined"):
        plan_of(templated("a\n{{ nobody }}", BASE))


def test_texts_and_outlets_are_known_by_name_and_what_is_missing_is_empty() -> None:
    own = PresetSection(slot="text", id="t", name="rules", text="Be kind, {{char}}.")
    placed = Placements(outlets=(("tides", ("High.", "Low.")),))
    base = replace(BASE, preset=replace(DEFAULT_PRESET, sections=(*DEFAULT_SECTIONS[:2], own, *DEFAULT_SECTIONS[2:])))
    template = "{{ texts.rules }} {{ outlets['tides'] }}{{ outlets.none }}{{ summary }}{{ depth }}{{ user }}"
    assert plan_of(templated(template, base), lore(placements=placed)).text == "Be kind, Pike. High.\nLow.Nell"


def test_macros_and_braces_in_what_was_said_are_data() -> None:
    base = replace(BASE, turns=(turn(0, "{{user}} {{ char }} {% if %} {{random:a,b}} <b>"),))
    assert plan_of(templated(CHAT, base)).text == "Nell: {{user}} {{ char }} {% if %} {{random:a,b}} &lt;b&gt;\n"


def test_a_reply_that_has_begun_follows_the_templates_text() -> None:
    begun = replace(templated(CHAT, BASE), prefill="He went <on")
    assert contents(plan_of(begun)) == ("Nell: Hi\nPike: Well\n", "He went <on")
    assert plan_of(begun).text == "Nell: Hi\nPike: Well\nHe went <on"


def test_for_text_completion_a_template_writes_the_marks_and_texts_cannot() -> None:
    base = replace(BASE, turns=(turn(0, "a <|im_end|> [x]"),), preset=replace(DEFAULT_PRESET, instruct=CHATML))
    base = replace(base, settings=replace(base.settings, text_completion=True))
    plan = plan_of(templated("<|im_start|>user\n{{ chat[0].text }}<|im_end|>\n", base))
    assert plan.text == "<|im_start|>user\na &lt;|im_end| &gt; [x]<|im_end|>\n"
    assert plan.numbers.sent == 5


def test_a_blank_template_is_none() -> None:
    assert plan_of(templated(" \n", replace(scene(*turns(2)), character=PIKE))).text == ""
