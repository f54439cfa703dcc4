import json
from dataclasses import replace

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.stored import decode_stored, encode_stored, pack, unpack
from tests.unit.domain.prompt.scenes import PIKE, lore, plan_of, scene, turn

ENTRIES = tuple(f"Entry {index} " + "speaks of the tide and of the bell under the bay. " * 12 for index in range(6))
SAID = tuple(turn(index, f"Message {index}: " + "the lamp turns over once. " * 20) for index in range(40))
SCENE = replace(scene(*SAID, system_prompt="Stay in the scene."), character=PIKE)
VARIANTS = {(turn.message_id, turn.variant_id): turn.text for turn in SAID}


def test_a_stored_plan_gives_the_same_plan_back_through_json() -> None:
    plan = plan_of(SCENE, lore(*ENTRIES))
    stored, texts = pack(plan)
    again = decode_stored(json.loads(json.dumps(encode_stored(stored))))
    assert unpack(again, texts.__getitem__, lambda message, variant: VARIANTS[message, variant]) == plan


def test_a_stored_plan_holds_no_text_of_the_chat_and_each_entry_text_once() -> None:
    stored, texts = pack(plan_of(SCENE, lore(*ENTRIES)))
    record = json.dumps(encode_stored(stored))
    assert set(texts.values()) == {*ENTRIES, "Stay in the scene.", "Pike keeps the lamp."}
    assert len(record) < 5_000
    assert "lamp" not in record


def test_a_stored_plan_names_the_variants_it_needs() -> None:
    stored, _ = pack(plan_of(replace(SCENE, turns=SAID[:2])))
    assert stored.variants == (("m0", "v0"), ("m1", "v1"))


def test_a_broken_reference_is_told() -> None:
    stored, texts = pack(plan_of(SCENE, lore(*ENTRIES)))
    broken = replace(stored, texts=stored.texts[:1])
    with pytest.raises(BadInput, match="broken reference"):
        unpack(broken, texts.__getitem__, lambda message, variant: VARIANTS[message, variant])


@pytest.mark.parametrize(
    "record", [None, [], {}, {"plan": {}}, {"plan": 3, "messages": [], "texts": [], "joins": []}, {"version": 9}]
)
def test_what_is_no_stored_plan_is_refused(record: object) -> None:
    with pytest.raises(BadInput, match="stored plan"):
        decode_stored(record)


def test_in_a_group_a_stored_plan_says_who_spoke_and_holds_no_text_of_the_chat() -> None:
    plan = plan_of(replace(SCENE, group=True), lore(*ENTRIES))
    stored, texts = pack(plan)
    assert set(texts.values()) == {*ENTRIES, "Stay in the scene.", "Pike keeps the lamp.", "Nell: ", "Pike: "}
    assert set(stored.variants) == set(VARIANTS)
    again = decode_stored(json.loads(json.dumps(encode_stored(stored))))
    assert unpack(again, texts.__getitem__, lambda message, variant: VARIANTS[message, variant]) == plan
