"""Files to read, written by code: the same small story as each program would save it."""

import base64
import json
import struct
import zlib
from collections.abc import Callable, Mapping

from loreglass.domain.errors import BadInput
from loreglass.formats.imported import Imported

NATIVE: dict[str, object] = {
    "format": "loreglass/book",
    "version": 1,
    "id": "b-coast",
    "name": "Hollow Coast",
    "recursive": True,
    "entries": [
        {
            "id": "mole",
            "name": "The Mole",
            "text": "Gulls will not land on the Mole.",
            "keywords": ["the Mole", "pier*"],
        },
        {
            "id": "tide",
            "text": "Low water comes twice, and once it does not come back.",
            "keywords": ["undertow"],
            "priority": 5,
            "place": {"slot": "at_depth", "depth": 2},
            "raw": {"uid": 7},
            "origin": "sillytavern",
        },
    ],
}
AGNAI: dict[str, object] = {
    "kind": "memory",
    "_id": "81c3",
    "name": "Hollow Coast",
    "description": "What the harbour knows",
    "entries": [
        {
            "name": "The Mole",
            "entry": "Gulls will not land on the Mole.",
            "keywords": ["mole*", "pier"],
            "priority": 3,
            "weight": 9,
            "enabled": True,
        },
        {
            "name": "Glass eels",
            "entry": "They run on the third night.",
            "keywords": ["eel"],
            "priority": 0,
            "weight": 0,
            "enabled": False,
        },
    ],
}
WORLD_INFO: dict[str, object] = {
    "entries": {
        "0": {
            "uid": 0,
            "key": ["undertow", "/the (old )?mole/i", "what?"],
            "keysecondary": ["dusk", "ebb"],
            "selective": True,
            "selectiveLogic": 3,
            "comment": "The Mole",
            "content": "Gulls will not land on the Mole.",
            "constant": False,
            "disable": False,
            "order": 120,
            "position": 4,
            "depth": 2,
            "role": 1,
            "probability": 60,
            "useProbability": True,
            "group": "shore, pier",
            "groupWeight": 40,
            "groupOverride": True,
            "sticky": 2,
            "cooldown": 3,
            "delay": None,
            "excludeRecursion": True,
            "preventRecursion": True,
            "delayUntilRecursion": 2,
            "scanDepth": 8,
            "caseSensitive": True,
            "matchWholeWords": False,
            "matchScenario": True,
            "matchCharacterDepthPrompt": True,
            "characterFilter": {"isExclude": True, "names": ["Tull"], "tags": []},
            "triggers": ["swipe"],
            "ignoreBudget": True,
            "automationId": "ring",
            "displayIndex": 0,
            "shelfColour": "#7aa2c0",
        },
        "1": {
            "uid": 1,
            "key": [None, "bell"],
            "comment": "",
            "content": "Nine strokes.",
            "disable": True,
            "position": 0,
        },
    }
}
CARD_BOOK: dict[str, object] = {
    "name": "Tull's book",
    "scan_depth": 6,
    "token_budget": 300,
    "recursive_scanning": False,
    "extensions": {"shelf": 2},
    "entries": [
        {
            "id": 4,
            "keys": ["lamp", "wick*"],
            "secondary_keys": ["night"],
            "selective": True,
            "content": "The lamp has burned since the wreck.",
            "enabled": True,
            "insertion_order": 30,
            "priority": 7,
            "position": "after_char",
            "case_sensitive": True,
            "comment": "The lamp",
            "extensions": {"exclude_recursion": True, "selectiveLogic": 2, "group_weight": 55, "colour": "red"},
        },
        {"keys": ["rope"], "content": "Tarred rope.", "insertion_order": "40", "extensions": {}},
    ],
}
CARD_V2: dict[str, object] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Mr Tull",
        "description": "{{char}} keeps the light.",
        "personality": "dry, deaf on one side",
        "scenario": "The ferry is late.",
        "first_mes": "Speak to the left ear.",
        "mes_example": "<START>\n{{user}}: Hello?\n{{char}}: Louder.",
        "creator_notes": "Best at night.",
        "system_prompt": "",
        "post_history_instructions": "Stay terse.",
        "alternate_greetings": ["You again, is it?", "Mind the step, and the rope."],
        "tags": ["coast", "mystery"],
        "creator": "a keeper",
        "character_version": "3",
        "extensions": {"depth_prompt": {"prompt": "He counts the strokes.", "depth": 4, "role": "system"}, "fav": True},
        "character_book": CARD_BOOK,
    },
}
CARD_V3: dict[str, object] = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {
        **CARD_V2["data"],  # type: ignore[dict-item]
        "nickname": "Tull",
        "group_only_greetings": [],
        "creation_date": 1700000000,
    },
}
CARD_V1: dict[str, object] = {
    "name": "Mr Tull",
    "description": "Keeps the light.",
    "personality": "dry",
    "scenario": "The ferry is late.",
    "first_mes": "Speak to the left ear.",
    "mes_example": "",
}
PYGMALION: dict[str, object] = {
    "char_name": "Mr Tull",
    "char_persona": "Keeps the light.",
    "world_scenario": "The ferry is late.",
    "char_greeting": "Speak to the left ear.",
    "example_dialogue": "You: Hello?",
}
LOREBOOK_V3: dict[str, object] = {
    "spec": "lorebook_v3",
    "data": {
        "name": "Tides",
        "extensions": {},
        "entries": [
            {
                "keys": ["/neap( tide)?/"],
                "content": "@@depth 3\n@@shelf 9\nThe water stands.",
                "extensions": {},
                "enabled": True,
                "insertion_order": 12,
                "use_regex": True,
            }
        ],
    },
}
EVERY_JSON: Mapping[str, dict[str, object]] = {
    "native": NATIVE,
    "agnai": AGNAI,
    "sillytavern": WORLD_INFO,
    "v2_book": CARD_BOOK,
    "card_v1": CARD_V1,
    "card_v2": CARD_V2,
    "card_v3": CARD_V3,
    "lorebook_v3": LOREBOOK_V3,
}


def as_bytes(value: object) -> bytes:
    """The value as the bytes of a JSON file."""
    return json.dumps(value).encode()


def chunk(kind: bytes, data: bytes) -> bytes:
    """One PNG chunk with its check sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


HEADER = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
IMAGE = chunk(b"IDAT", zlib.compress(b"\0\0"))
END = chunk(b"IEND", b"")
PICTURE = HEADER + IMAGE + END


def packed(card: object) -> bytes:
    """The card as text chunks hold it."""
    return base64.b64encode(as_bytes(card))


def text_chunk(name: str, card: object) -> bytes:
    """A tEXt chunk with the card in base64."""
    return chunk(b"tEXt", name.encode() + b"\0" + packed(card))


def card_png(card: object = CARD_V2, *, name: str = "chara") -> bytes:
    """A picture of one pixel that carries the card before its image data."""
    return HEADER + text_chunk(name, card) + IMAGE + END


def outcome(read: Callable[[], Imported]) -> tuple[Imported | None, str]:
    """What reading gave: an import, or the one sentence; anything else goes on as the error it is."""
    try:
        return read(), ""
    except BadInput as error:
        return None, str(error)
