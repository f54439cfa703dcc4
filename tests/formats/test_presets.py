"""Presets of other programs: what works here, what is kept, and what is told to be lost."""

import json
from dataclasses import replace

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.story.preset import DEFAULT_SECTIONS, Preset, PresetSection, Samplers
from loreglass.formats.detect import read_file
from loreglass.formats.encode.export import export_preset
from loreglass.formats.imported import Imported
from tests.formats import preset_samples, samples


def imported(value: object) -> Imported:
    return read_file("night.json", samples.as_bytes(value), presets=True)


def preset(value: object) -> Preset:
    found = imported(value).preset
    assert found is not None
    return found


def slots(found: Preset, *, on: bool = True) -> list[str]:
    return [section.slot for section in found.sections if section.enabled is on]


def section(found: Preset, slot: str) -> PresetSection:
    return next(each for each in found.sections if each.slot == slot)


def told(value: object, note: str) -> list[str]:
    return [row.file_field for row in imported(value).report.rows if row.note == note]


@pytest.mark.parametrize("name", sorted(preset_samples.PRESETS))
def test_every_preset_is_known_as_one_and_named(name: str) -> None:
    found = imported(preset_samples.PRESETS[name])
    assert (found.kind, bool(found.name), found.books) == ("preset", True, ())


@pytest.mark.parametrize("name", sorted({*preset_samples.PRESETS} - {"native"}))
def test_no_slot_that_memories_need_is_lost_by_an_import(name: str) -> None:
    found = {each.slot for each in preset(preset_samples.PRESETS[name]).sections}
    assert found >= {each.slot for each in DEFAULT_SECTIONS}


def test_preset_is_refused_where_presets_are_not_taken() -> None:
    with pytest.raises(BadInput, match=r"night\.json: this is a preset; choose a character card"):
        read_file("night.json", samples.as_bytes(preset_samples.INSTRUCT))


def test_order_for_every_character_becomes_the_order_of_the_sections() -> None:
    found = preset(preset_samples.CHAT_COMPLETION)
    ours = ("memory", "summary", "facts", "graph", "perspective", "note")
    assert [slot for slot in slots(found) if slot not in ours] == [
        *("system", "before", "persona", "character", "after", "text", "history", "post_history", "prefill")
    ]
    assert slots(found, on=False) == ["scenario", "text", "examples"]
    assert slots(found).index("memory") < slots(found).index("history")


def test_prompts_keep_text_role_and_depth() -> None:
    found = preset(preset_samples.CHAT_COMPLETION)
    fog = next(each for each in found.sections if each.id == "8d1f")
    assert (fog.name, fog.text, fog.role, fog.depth_messages) == ("Fog", "Fog, {{user}}.", "assistant", 2)
    assert (section(found, "system").text, section(found, "prefill").text) == ("Tell of the Mole.", "The tide")
    last = section(found, "post_history")
    assert (last.text, last.role, last.depth_messages) == ("Stay terse.", "user", None)


def test_samplers_and_sizes_come_along_and_a_free_seed_is_none() -> None:
    found = preset(preset_samples.CHAT_COMPLETION)
    assert found.samplers == Samplers(
        temperature=0.9,
        top_p=0.95,
        top_k=40,
        min_p=0,
        frequency_penalty=0.2,
        presence_penalty=0,
        repetition_penalty=1,
    )
    assert (found.context_tokens, found.reply_tokens) == (16000, 400)


@pytest.mark.parametrize("value", [preset_samples.CHAT_COMPLETION, preset_samples.AGNAI_PRESET])
def test_addresses_and_keys_of_a_preset_are_dropped_and_told(value: dict[str, object]) -> None:
    found = preset(value)
    for secret in ("elsewhere.example", "proxy.example", "hunter2", "k-1"):
        assert secret not in found.raw
        assert secret not in repr(imported(value).report)
    assert len(told(value, "no_address")) >= 2


def test_prompt_outside_the_order_is_kept_and_words_sent_beside_it_are_told() -> None:
    assert told(preset_samples.CHAT_COMPLETION, "not_in_order") == ["prompts"]
    assert told(preset_samples.CHAT_COMPLETION, "not_sent") == ["impersonation_prompt", "new_chat_prompt"]
    assert "Not sent." in preset(preset_samples.CHAT_COMPLETION).raw


def test_personality_that_stands_away_from_the_description_is_told() -> None:
    value = json.loads(json.dumps(preset_samples.CHAT_COMPLETION))
    order = value["prompt_order"][1]["order"]
    order.append(order.pop(4))
    assert told(value, "one_part_here") == ["prompt_order"]


def test_instruct_template_gives_the_marks_with_their_line_feeds() -> None:
    found = preset(preset_samples.INSTRUCT).instruct
    assert found is not None
    assert (found.user_prefix, found.user_suffix) == ("<|lamp|>user\n", "<|out|>\n")
    assert (found.assistant_prefix, found.names) == ("<|lamp|>keeper\n", "always")
    assert found.stop == ("<|out|>", "\n<|lamp|>user", "\n<|lamp|>system")
    assert told(preset_samples.INSTRUCT, "no_affix") == ["last_input_sequence"]


def test_plain_story_string_becomes_an_order_and_what_stands_around_a_part_is_told() -> None:
    found = preset(preset_samples.CONTEXT)
    at = slots(found)
    assert at[:5] == ["system", "before", "persona", "character", "text"]
    assert section(found, "text").text == "The sea is near {{char}}."
    assert {"after"} <= set(slots(found, on=False))
    assert set(told(preset_samples.CONTEXT, "words_around")) == {"story_string"}
    assert found.stop == ("\n***",)
    assert found.sections[[each.slot for each in found.sections].index("history") - 1].text == "***"


@pytest.mark.parametrize(
    "template",
    [
        "{{#if system}}{{#if persona}}{{persona}}{{/if}}{{/if}}",
        "{{#if system}}{{system}}{{else}}Be kind.{{/if}}",
        "{{#unless system}}x{{/unless}}{{persona}}",
        "{{#if system}}{{system}}",
        "{{/if}}{{system}}",
        "{{#each things}}{{system}}{{/each}}",
        "no part at all",
        "",
    ],
)
def test_story_string_that_branches_is_kept_and_the_usual_order_holds(template: str) -> None:
    value = {"story_string": template, "name": "Lamp"}
    found = preset(value)
    assert found.sections == DEFAULT_SECTIONS
    assert told(value, "template_not_plain") == ["story_string"]
    assert json.loads(found.raw)["story_string"] == template


def test_file_of_several_parts_becomes_one_preset() -> None:
    found = preset(preset_samples.MASTER)
    assert found.instruct is not None
    assert (found.instruct.story_prefix, found.instruct.story_suffix) == ("<|lamp|>system\n", "<|out|>")
    assert (section(found, "system").text, section(found, "post_history").text) == ("Tell of the Mole.", "Stay terse.")
    assert slots(found)[:3] == ["system", "before", "persona"]
    assert (found.samplers.temperature, found.samplers.mirostat, found.samplers.seed) == (0.7, 2, 7)
    assert (found.context_tokens, found.reply_tokens, found.name) == (4096, 300, "Lamp")


def test_samplers_that_are_not_known_here_are_told() -> None:
    assert told(preset_samples.TEXT_SAMPLERS, "no_sampler") == ["dynatemp"]
    assert told(preset_samples.TEXT_SAMPLERS, "no_bias") == ["logit_bias"]


def test_agnai_order_texts_and_budget_come_along() -> None:
    found = preset(preset_samples.AGNAI_PRESET)
    ours = ("summary", "facts", "graph", "perspective", "note", "before", "after")
    assert [slot for slot in slots(found) if slot not in ours] == [
        *("system", "memory", "character", "history", "post_history", "prefill")
    ]
    assert (section(found, "memory").cap_tokens, section(found, "prefill").text) == (600, "The tide")
    assert (found.stop, found.samplers.repetition_penalty, found.samplers.mirostat) == (("Sam:",), 1.05, 0)
    assert found.instruct is not None
    assert found.instruct.name == "Llama 3"
    assert told(preset_samples.AGNAI_PRESET, "not_sent") == ["gaslight", "promptOrder"]


def test_agnai_template_is_read_where_it_is_the_one_in_use() -> None:
    found = preset({**preset_samples.AGNAI_PRESET, "useAdvancedPrompt": "no-validation"})
    assert [slot for slot in slots(found) if slot in ("system", "character", "history", "persona", "scenario")] == [
        *("system", "character", "history")
    ]


def test_settings_in_a_save_come_as_a_preset_beside_its_story() -> None:
    found = imported(preset_samples.LITE_SAVE)
    assert (found.kind, len(found.books)) == ("story", 1)
    assert found.preset is not None
    assert found.preset.instruct is not None
    assert found.preset.instruct.assistant_prefix == "\n### Keeper:\n"
    assert (found.preset.samplers.temperature, found.preset.context_tokens) == (0.75, 8192)
    assert section(found.preset, "system").text == "Tell of the Mole."
    assert "my_api_key" not in found.preset.raw + found.books[0].raw


def test_native_preset_comes_back_the_same_and_keeps_what_a_newer_version_adds() -> None:
    written = json.loads(export_preset(preset_samples.PRESET).data)
    assert preset(written) == preset_samples.PRESET
    newer = {**written, "version": 2, "mood": "calm", "samplers": {**written["samplers"], "warp": 3}}
    found = imported(newer)
    assert [warning.code for warning in found.report.warnings] == ["newer_version"]
    assert found.preset is not None
    again = json.loads(export_preset(replace(found.preset, name="Edited")).data)
    assert (again["mood"], again["samplers"]["warp"], again["name"]) == ("calm", 3, "Edited")


def test_native_section_that_is_not_known_is_left_out_and_named() -> None:
    value = {
        "format": "loreglass/preset",
        "version": 1,
        "name": "A",
        "sections": [{"slot": "moon"}, {"slot": "history"}],
    }
    found = imported(value)
    assert found.preset is not None
    assert found.preset.sections == (PresetSection(slot="history"),)
    assert [(warning.where, warning.code) for warning in found.report.warnings] == [("section 0", "bad_entry")]
