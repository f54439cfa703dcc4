"""Whatever is written, said and set: costs sum, the context holds, history is whole and contiguous, and storing
a plan loses nothing."""

import json
from dataclasses import replace
from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.errors import PromptTooLong
from loreglass.domain.lore.placements import DepthTexts, Placements
from loreglass.domain.prompt.frames import FRAME_TOKENS
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.prompt.stored import decode_stored, encode_stored, pack, unpack
from loreglass.domain.story.preset import DEFAULT_SECTIONS
from loreglass.domain.story.scene import Scene
from tests.unit.domain.prompt.scenes import NELL, PIKE, lore, plan_of, scene, section, turn, words

TEXT = st.text(alphabet="ab {}\n", max_size=40)
GROUP = st.builds(
    DepthTexts,
    depth=st.integers(-4, 9),
    role=st.sampled_from(["system", "user", "assistant"]),
    texts=st.lists(TEXT, min_size=1, max_size=2).map(tuple),
)
PLACED = st.builds(
    Placements,
    before=TEXT,
    after=TEXT,
    at_depth=st.lists(GROUP, max_size=3).map(tuple),
    note_top=st.lists(TEXT, max_size=2).map(tuple),
    examples_bottom=st.lists(TEXT, max_size=2).map(tuple),
)
LORE = st.builds(lambda texts, placed: lore(*texts, placements=placed), st.lists(TEXT, max_size=4), PLACED)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    said = tuple(turn(index, text) for index, text in enumerate(draw(st.lists(TEXT, max_size=90))))
    card = replace(PIKE, description=draw(TEXT), post_history=draw(TEXT), depth_prompt=draw(TEXT))
    base = scene(*said, context=draw(st.integers(0, 400)), reserve=draw(st.integers(0, 50)), author_note=draw(TEXT))
    return replace(base, character=card, persona=NELL, prefill=draw(TEXT))


def planned(scene: Scene, result: object) -> Plan | None:
    try:
        return plan_of(scene, result)  # type: ignore[arg-type]
    except PromptTooLong:
        return None


@given(scenes(), LORE)
def test_costs_sum_to_what_is_sent_and_the_context_holds(scene: Scene, result: object) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    numbers = plan.numbers
    assert numbers.sent == sum(one.tokens for one in plan.sections) + numbers.overhead
    assert numbers.sent + numbers.reply_reserve <= numbers.context
    assert sum(words(message.content) for message in plan.messages) == sum(one.tokens for one in plan.sections)


@given(scenes(), LORE)
def test_history_is_the_newest_whole_messages_without_a_gap(scene: Scene, result: object) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    kept = [message for message in plan.messages if message.message_id]
    newest = scene.turns[len(scene.turns) - len(kept) :]
    assert [(one.message_id, one.content) for one in kept] == [(one.message_id, one.text) for one in newest]
    assert kept or not scene.turns
    if len(kept) < len(scene.turns):
        left = plan.numbers.context - plan.numbers.reply_reserve - plan.numbers.sent
        assert words(scene.turns[-len(kept) - 1].text) + FRAME_TOKENS > left


@given(scenes(), LORE)
def test_every_section_stands_in_the_messages_in_its_order(scene: Scene, result: object) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    names = (one.slot for one in DEFAULT_SECTIONS if one.depth_messages is None)
    lead = "\n\n".join(text for name in takewhile("history".__ne__, names) if (text := section(plan, name)))
    assert plan.messages[0].content == lead


@given(scenes(), LORE)
def test_unpacking_a_packed_plan_gives_the_same_plan(scene: Scene, result: object) -> None:
    plan = planned(scene, result)
    if plan is None:
        return
    stored, texts = pack(plan)
    again = decode_stored(json.loads(json.dumps(encode_stored(stored))))
    variants = {(one.message_id, one.variant_id): one.text for one in scene.turns}
    needed = {pair: variants[pair] for pair in again.variants}
    assert unpack(again, texts.__getitem__, lambda message, variant: needed[message, variant]) == plan
