"""Presets out of files and into files, through the import preview and the export."""

import json

import pytest

from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.view_import import facts
from loreglass.formats.preset import encode_preset
from loreglass.shell.ui.import_card import import_card
from tests.formats.preset_samples import LITE_SAVE
from tests.unit.app.test_chatting import run, world
from tests.unit.app.test_importing import offer
from tests.unit.app.test_presets import FOG, did, with_fog

pytestmark = pytest.mark.cpython


def test_a_preset_is_imported_through_the_preview_and_opened() -> None:
    made = world()
    data = json.dumps(encode_preset(FOG)).encode()

    async def play(runtime: Runtime) -> AppState:
        state = await offer(runtime, made, ("fog.json", data))
        assert state.library.presets == ()
        return await did(runtime, "import-accept")

    state = run(made, play)
    (preset,) = state.library.presets
    assert (preset.name, preset.sections, preset.stop) == ("Fog", FOG.sections, FOG.stop)
    assert preset.id != "fog"


def test_an_imported_preset_takes_the_place_of_one_that_is_here_when_asked_and_undo_gives_it_back() -> None:
    made = with_fog()
    data = json.dumps({**encode_preset(FOG), "stop": ["OVER"]}).encode()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("fog.json", data))
        await did(runtime, "import-to", "t0", "replace")
        state = await did(runtime, "import-accept")
        assert [(each.id, each.stop) for each in state.library.presets] == [("fog", ("OVER",))]
        return await did(runtime, "toast-undo", state.toasts[-1].id)

    assert [each.stop for each in run(made, play).library.presets] == [("THE END",)]


def test_a_foreign_preset_says_what_is_lost_and_its_texts_can_be_told_apart() -> None:
    made = world()
    foreign = {
        "temperature": 0.9,
        "openai_max_context": 4095,
        "openai_max_tokens": 300,
        "reverse_proxy": "https://example.com",
        "prompts": [
            {"identifier": "main", "name": "Main", "system_prompt": True, "role": "system", "content": "Write."},
            {"identifier": "a", "name": "A", "role": "system", "content": "One."},
            {"identifier": "b", "name": "B", "role": "system", "content": "Two."},
            {"identifier": "chatHistory", "name": "Chat History", "system_prompt": True, "marker": True},
        ],
        "prompt_order": [
            {
                "character_id": 100001,
                "order": [{"identifier": each, "enabled": True} for each in ("main", "a", "b", "chatHistory")],
            }
        ],
    }

    async def play(runtime: Runtime) -> AppState:
        state = await offer(runtime, made, ("theirs.json", json.dumps(foreign).encode()))
        assert state.importing is not None
        imported = state.importing.items[0].imported
        assert imported is not None
        assert any(each.note == "no_address" for each in imported.report.rows)
        return await did(runtime, "import-accept")

    (preset,) = run(made, play).library.presets
    own = [each for each in preset.sections if each.slot == "text"]
    assert [each.text for each in own] == ["One.", "Two."]
    assert len({each.id for each in own}) == 2
    assert "example.com" not in str((preset.sections, preset.samplers, preset.stop, preset.template))


def test_an_exported_preset_can_be_imported_again() -> None:
    made = with_fog()
    run(made, lambda runtime: did(runtime, "preset-export", "fog"))
    name, _, data = made.page.downloads[-1]
    assert name == "Fog.json"
    assert isinstance(data, bytes)

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, (name, data))
        return await did(runtime, "import-accept")

    state = run(made, play)
    assert [(each.name, each.sections) for each in state.library.presets] == [
        ("Fog", FOG.sections),
        ("Fog (2)", FOG.sections),
    ]


def test_a_storys_own_settings_come_in_as_a_preset_beside_its_book() -> None:
    made = world()
    name, data = "lite.json", json.dumps(LITE_SAVE).encode()

    async def play(runtime: Runtime) -> AppState:
        state = await offer(runtime, made, (name, data))
        assert state.importing is not None
        assert "a preset" in facts(state.importing.items[0])
        return await did(runtime, "import-accept")

    state = run(made, play)
    assert len(state.library.presets) == 1
    assert state.library.presets[0].samplers.temperature is not None


def test_the_preview_lists_the_parts_of_a_preset() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        return await offer(runtime, made, ("fog.json", json.dumps(encode_preset(FOG)).encode()))

    state = run(made, play)
    assert state.importing is not None
    item = state.importing.items[0]
    assert item.imported is not None
    said = str(import_card(item, item.imported, (), attach=False))
    assert "Fog: 17 parts on" in said
    assert "Weather" in said
    assert "No chat plays by it until you choose it." in said
