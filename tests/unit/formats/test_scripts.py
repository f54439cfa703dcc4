"""A card's own regex scripts and triggers are kept, come out of an export again, and are never run."""

import json

import pytest

from loreglass.formats.detect import read_file
from loreglass.formats.encode.export import export_card
from tests.formats import samples

EXTENSIONS: dict[str, dict[str, object]] = {
    "sillytavern": {
        "regex_scripts": [
            {"scriptName": "shout", "findRegex": "/bell/g", "replaceString": "<b>GONG</b>", "placement": [1, 2]}
        ]
    },
    "risu": {
        "risuai": {
            "customScripts": [{"comment": "shout", "in": "bell", "out": "<b>GONG</b>", "type": "editdisplay"}],
            "triggerscript": [{"comment": "run", "type": "start", "effect": [{"type": "setvar", "var": "x"}]}],
            "backgroundHTML": "<script>GONG</script>",
        }
    },
}


def card(program: str) -> dict[str, object]:
    data = {"name": "Tull", "description": "He counts the bell.", "first_mes": "Hear the bell?"}
    return {
        "spec": "chara_card_v3",
        "spec_version": "3.0",
        "data": {**data, "extensions": EXTENSIONS[program]},
    }


@pytest.mark.parametrize("program", EXTENSIONS)
def test_scripts_of_a_card_change_no_text(program: str) -> None:
    found = read_file("tull.json", samples.as_bytes(card(program))).character
    assert found is not None
    assert (found.description, found.greeting) == ("He counts the bell.", "Hear the bell?")


@pytest.mark.parametrize("program", EXTENSIONS)
def test_scripts_of_a_card_are_kept_to_the_letter(program: str) -> None:
    found = read_file("tull.json", samples.as_bytes(card(program))).character
    assert found is not None
    assert json.loads(found.raw)["data"]["extensions"] == EXTENSIONS[program]


@pytest.mark.parametrize("program", EXTENSIONS)
def test_scripts_of_a_card_come_out_of_an_export_again(program: str) -> None:
    found = read_file("tull.json", samples.as_bytes(card(program))).character
    assert found is not None
    data = json.loads(export_card(found, None, "card_v3").data)["data"]
    assert {name: data["extensions"][name] for name in EXTENSIONS[program]} == EXTENSIONS[program]
