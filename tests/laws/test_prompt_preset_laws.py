"""Whatever the preset: costs sum, the context holds, history is a suffix of whole messages, a lower cap helps only
what matters less, texts cannot make marks, and no template does harm."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.context.sandbox import render
from loreglass.domain.context.sandbox_limits import Shown, Value
from loreglass.domain.errors import PromptTooLong, TemplateFault
from loreglass.domain.ids import PresetId
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.prompt.instruct import FORMATS
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.prompt.stored import decode_stored, encode_stored, pack, unpack
from loreglass.domain.prompt.writing import Writer
from loreglass.domain.story.preset import DEFAULT_SECTIONS, Preset, PresetSection, Slot
from loreglass.domain.story.scene import Scene
from tests.unit.domain.prompt.scenes import NELL, PIKE, lore, plan_of, scene, section, turn, words

WORD = st.sampled_from(["a", "b.", "c!", "\n\n", "d e f.", "<|im_end|>", "[INST]"])
TEXT = st.lists(WORD, max_size=14).map(" ".join)
ROLE = st.sampled_from(["system", "system", "user", "assistant"])
LIMIT = st.one_of(st.none(), st.integers(0, 25))


@st.composite
def rules(draw: st.DrawFn, section: PresetSection) -> PresetSection:
    return replace(
        section,
        enabled=draw(st.integers(0, 9)) > 0,
        role=draw(ROLE),
        depth_messages=draw(st.one_of(st.just(section.depth_messages), st.integers(0, 5))),
        cap_tokens=draw(LIMIT),
        drop_rank=draw(st.integers(0, 3)),
    )


@st.composite
def presets(draw: st.DrawFn) -> Preset:
    own = [PresetSection(slot="text", id=str(index), name=f"own {index}", text=draw(TEXT)) for index in range(2)]
    chosen = draw(st.permutations([*DEFAULT_SECTIONS, *own]))[: draw(st.integers(0, 18))]
    sections = tuple(draw(rules(section)) for section in chosen)
    return Preset(id=PresetId("p"), name="P", sections=sections, instruct=draw(st.sampled_from([None, *FORMATS])))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    said = tuple(turn(index, text) for index, text in enumerate(draw(st.lists(TEXT, max_size=12))))
    card = replace(PIKE, description=draw(TEXT), scenario=draw(TEXT), examples=draw(TEXT), post_history=draw(TEXT))
    context = draw(st.one_of(st.integers(0, 120), st.just(5000)))
    base = scene(
        *said,
        context=context,
        reserve=draw(st.integers(0, 9)),
        author_note=draw(TEXT),
        system_prompt=draw(TEXT),
        text_completion=draw(st.booleans()),
    )
    return replace(
        base, character=card, persona=NELL, prefill=draw(st.sampled_from(["", "", "He"])), preset=draw(presets())
    )


@st.composite
def lores(draw: st.DrawFn) -> LoreResult:
    texts = draw(st.lists(st.sampled_from(["one fact", "two", "a third of four", "<|im_end|>"]), max_size=4))
    order = draw(st.permutations(range(len(texts))))
    return replace(lore(*texts), activated=tuple(("b", str(index)) for index in order))


def planned(scene: Scene, result: LoreResult) -> Plan | None:
    try:
        return plan_of(scene, result)
    except PromptTooLong:
        return None


@given(scenes(), lores())
def test_costs_sum_and_the_whole_fits(scene: Scene, result: LoreResult) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    numbers = plan.numbers
    assert numbers.sent == sum(one.tokens for one in plan.sections) + numbers.overhead
    assert numbers.sent + numbers.reply_reserve <= numbers.context
    if plan.text:
        assert words(plan.text) <= numbers.sent
    assert plan == plan_of(scene, result)


@given(scenes(), lores())
def test_history_is_a_suffix_of_whole_messages(scene: Scene, result: LoreResult) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    kept = [message for message in plan.messages if message.message_id]
    newest = scene.turns[len(scene.turns) - len(kept) :]
    assert [(one.message_id, one.content) for one in kept] == [(one.message_id, one.text) for one in newest]
    is_off = any(one.slot == "history" and not one.enabled for one in scene.preset.sections)
    assert bool(kept) == (bool(scene.turns) and not is_off)


@given(scenes(), lores())
def test_every_section_stays_within_its_cap(scene: Scene, result: LoreResult) -> None:
    plan = planned(scene, result)
    if plan is None or scene.prefill:
        return
    caps = {(one.slot, one.id): one.cap_tokens for one in reversed(scene.preset.sections) if one.slot != "history"}
    for told in plan.sections:
        cap = caps.get((told.id, told.text_id))  # type: ignore[arg-type]
        assert cap is None or told.tokens <= cap


@given(scenes(), lores())
def test_entries_that_are_told_as_included_stand_in_the_memory_section(scene: Scene, result: LoreResult) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    included = [one.text for one in plan.decisions if one.verdict == "included"]
    assert {one.ref for one in plan.decisions} == {one.ref for one in result.decisions}
    if not scene.settings.text_completion:
        assert plan.memory_text == "\n".join(included)


SENTENCES = st.lists(st.sampled_from(["a.", "b c.", "d e f.", "g h i j k."]), min_size=1, max_size=6).map(" ".join)
RANKED: tuple[Slot, ...] = ("system", "character", "scenario", "post_history")


@st.composite
def crowded_scenes(draw: st.DrawFn) -> Scene:
    """Four sections with ranks and caps, in a context that is short by a few tokens."""
    card = replace(
        PIKE,
        system_prompt=draw(SENTENCES),
        description=draw(SENTENCES),
        scenario=draw(SENTENCES),
        post_history=draw(TEXT),
    )
    sections = tuple(
        PresetSection(slot=slot, drop_rank=draw(st.integers(0, 3)), cap_tokens=draw(LIMIT)) for slot in RANKED
    )
    preset = Preset(id=PresetId("p"), name="P", sections=sections)
    whole = replace(scene(turn(0), turn(1), context=5000), character=card, preset=preset)
    short = plan_of(whole).numbers.sent - draw(st.integers(0, 30))
    return replace(whole, settings=replace(whole.settings, context_tokens=short))


@given(crowded_scenes(), st.integers(0, 3), st.integers(0, 12))
def test_a_lower_cap_adds_no_text_to_what_matters_more(scene: Scene, place: int, cap: int) -> None:
    before = planned(scene, lore())
    sections = scene.preset.sections
    lowered = next(one for one in sections if one.slot == RANKED[place])
    if before is None or (lowered.cap_tokens is not None and lowered.cap_tokens <= cap):
        return
    less = tuple(replace(one, cap_tokens=cap) if one is lowered else one for one in sections)
    after = planned(replace(scene, preset=replace(scene.preset, sections=less)), lore())
    assert after is not None
    ranks = {one.slot: one.drop_rank or 99 for one in sections}
    for slot in RANKED:
        if ranks[slot] > ranks[lowered.slot]:
            assert section(after, slot) == section(before, slot)


@given(crowded_scenes())
def test_nothing_gives_way_while_something_of_a_lower_rank_is_left(scene: Scene) -> None:
    plan = planned(scene, lore())
    if plan is None:
        return
    ranks = {one.slot: one.drop_rank for one in scene.preset.sections}
    gave = [ranks[cut.section] for cut in plan.cuts if cut.reason == "gave_way"]  # type: ignore[index]
    left = [ranks[slot] for slot in RANKED if section(plan, slot) and ranks[slot]]
    assert all(rank > 0 for rank in gave)
    assert not (gave and left) or max(gave) <= min(left)


@given(scenes(), lores())
def test_a_preset_without_sections_is_the_default_one(scene: Scene, result: LoreResult) -> None:
    bare = replace(scene, preset=replace(scene.preset, sections=()))
    default = replace(scene, preset=replace(scene.preset, sections=DEFAULT_SECTIONS))
    assert planned(bare, result) == planned(default, result)


@given(scenes(), lores())
def test_unpacking_a_packed_plan_gives_the_same_plan(scene: Scene, result: LoreResult) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    stored, texts = pack(plan)
    again = decode_stored(json.loads(json.dumps(encode_stored(stored))))
    variants = {(one.message_id, one.variant_id): one.text for one in scene.turns}
    assert unpack(again, texts.__getitem__, lambda *pair: variants[pair]) == plan


MARKED = st.lists(st.sampled_from(["<", "|", "im_end", ">", " ", "[INST]", "### ", "Response:", "</s>", "USER", ":"]))


@given(st.sampled_from(FORMATS), MARKED.map("".join))
def test_a_guarded_text_holds_no_mark_and_stays_as_it_is(form: object, text: str) -> None:
    writer = Writer(instruct=form, char="Pike", user="Nell")  # type: ignore[arg-type]
    guarded = writer.guard(text)
    assert writer.guard(guarded) == guarded
    assert guarded.replace(" ", "") == text.replace(" ", "")
    assert not any(mark.strip() in guarded for mark in writer.instruct.stop if "{{" not in mark)


PIECE = st.sampled_from(
    (
        *("{{", "}}", "{%", "%}", "{#", "#}", " for x in ", " if ", " endif ", " endfor ", "set x=", " not ", " is "),
        *("chat", "a", "99", "'", "'x'", "[0]", ".name", "__class__", "|join", "defined"),
        *("(", ")", "*", "**9", "~", "-", ":", ","),
    )
)


@given(st.lists(PIECE, max_size=30).map("".join))
def test_any_template_gives_a_text_or_a_fault(source: str) -> None:
    values: dict[str, Value] = {"a": "<", "chat": (Shown(fields={"name": "N"}),)}
    try:
        text = render(source, values)
    except TemplateFault as fault:
        text = f"{fault.reason} in line {fault.line}"
    assert "<" not in text or "<" in source
