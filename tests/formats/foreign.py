"""More files to read, written by code: what story programs save, archives, and chats."""

import io
import json
import zipfile
from collections.abc import Mapping

from tests.formats import samples

_CONTEXT: dict[str, object] = {
    "prefix": "",
    "suffix": "\n",
    "tokenBudget": 1,
    "reservedTokens": 0,
    "budgetPriority": 400,
    "trimDirection": "trimBottom",
    "insertionType": "newline",
    "maximumTrimType": "sentence",
    "insertionPosition": -1,
}
NOVELAI: dict[str, object] = {
    "lorebookVersion": 5,
    "settings": {"orderByKeyLocations": False},
    "categories": [
        {
            "id": "c-1",
            "name": "Harbour",
            "enabled": True,
            "useCategoryDefaults": True,
            "categoryDefaults": {"contextConfig": {**_CONTEXT, "budgetPriority": 700}, "searchRange": 2000},
        },
        {"id": "c-2", "name": "Asleep", "enabled": False},
    ],
    "entries": [
        {
            "id": "n-1",
            "displayName": "The Mole",
            "text": "Gulls will not land on the Mole.",
            "keys": ["mole", "/pier(s)?/i", "what?"],
            "searchRange": 1000,
            "enabled": True,
            "forceActivation": False,
            "keyRelative": False,
            "nonStoryActivatable": True,
            "category": "",
            "lastUpdatedAt": 1650000000000,
            "contextConfig": {
                **_CONTEXT,
                "tokenBudget": 120,
                "reservedTokens": 30,
                "budgetPriority": 500,
                "trimDirection": "trimTop",
                "insertionPosition": -4,
            },
            "loreBiasGroups": [{"phrases": [], "bias": 0}],
        },
        {
            "id": "n-2",
            "displayName": "The lamp",
            "text": "The lamp has burned since the wreck.",
            "keys": ["lamp"],
            "forceActivation": True,
            "category": "c-1",
        },
        {"id": "n-3", "displayName": "Eels", "text": "They run late.", "keys": ["eel"], "category": "c-2"},
        {
            "id": "n-4",
            "displayName": "Tide",
            "text": "Low water.",
            "keys": ["tide"],
            "enabled": False,
            "contextConfig": {**_CONTEXT, "insertionPosition": 0, "prefix": "[ "},
        },
    ],
}
SCENARIO: dict[str, object] = {
    "scenarioVersion": 3,
    "title": "Low water",
    "description": "A night on the Mole",
    "prompt": "The bell has stopped.",
    "tags": ["coast"],
    "context": [
        {"text": "Nobody crosses after dusk.", "contextConfig": _CONTEXT},
        {"text": "[ slow ]", "contextConfig": _CONTEXT},
    ],
    "lorebook": NOVELAI,
}
STORY: dict[str, object] = {
    "storyContainerVersion": 1,
    "metadata": {"storyMetadataVersion": 1, "title": "Ninth stroke", "description": ""},
    "content": {
        "storyContentVersion": 6,
        "story": {"version": 2, "fragments": [{"data": "The bell rang.", "origin": "prompt"}]},
        "context": [{"text": "Fog."}, {"text": ""}],
        "lorebook": NOVELAI,
    },
}
RISU: dict[str, object] = {
    "type": "risu",
    "ver": 1,
    "data": [
        {"key": "f-1", "comment": "Harbour", "content": "", "mode": "folder", "insertorder": 100},
        {
            "key": "mole, pier",
            "secondkey": "dusk, ebb",
            "comment": "The Mole",
            "content": "Gulls will not land on the Mole.",
            "mode": "normal",
            "insertorder": 120,
            "alwaysActive": False,
            "selective": True,
            "extentions": {"risu_case_sensitive": True},
            "activationPercent": 60,
            "folder": "f-1",
            "id": "r-1",
        },
        {
            "key": "/ee(l|ls), late/i",
            "useRegex": True,
            "secondkey": "",
            "comment": "Eels",
            "content": "@@priority 7\n@@depth 2\nThey run late.",
            "mode": "constant",
            "insertorder": 40,
            "alwaysActive": False,
            "selective": False,
        },
    ],
}
CHUB: dict[str, object] = {
    "name": "Hollow Coast",
    "description": "",
    "is_creation": False,
    "scan_depth": 3,
    "token_budget": 400,
    "recursive_scanning": True,
    "extensions": {},
    "entries": {
        "1": {
            "uid": 1,
            "key": ["mole"],
            "keys": ["mole", "pier"],
            "keysecondary": [],
            "secondary_keys": [],
            "name": "The Mole",
            "comment": "The Mole",
            "content": "Gulls will not land on the Mole.",
            "constant": False,
            "selective": True,
            "order": 30,
            "insertion_order": 10,
            "priority": 9,
            "position": 1,
            "enabled": True,
            "disable": True,
            "probability": 80,
            "extensions": {"excludeRecursion": True, "useProbability": True},
        },
        "2": {"uid": 2, "keys": ["eel"], "key": [], "content": "Late.", "insertion_order": 5, "enabled": True},
    },
}
STORY_CARDS: list[object] = [
    {
        "keys": " mole,pier",
        "value": "Gulls will not land on the Mole.",
        "type": "location",
        "title": "The Mole",
        "description": "north side",
        "useForCharacterCreation": True,
        "id": "51",
    },
    {"keys": "eel", "value": "They run late.", "type": "class", "title": "Eels"},
]
AID_WORLD_INFO: list[object] = [
    {"keys": "mole, pier", "entry": "[Mole: gulls avoid it.]", "hidden": False},
    {"keys": "eel", "entry": "They run late.", "hidden": True},
]
KOBOLD_SAVE: dict[str, object] = {
    "gamestarted": True,
    "prompt": "The bell has stopped.",
    "memory": "Fog.",
    "authorsnote": "slow",
    "actions": ["It rang."],
    "worldinfo": [
        {
            "key": "mole, pier",
            "keysecondary": "dusk",
            "content": "Gulls will not land on the Mole.",
            "comment": "The Mole",
            "num": 0,
            "init": True,
            "selective": True,
            "constant": False,
            "folder": None,
        },
        {"key": "eel", "keysecondary": "", "content": "Late.", "selective": False, "constant": True},
    ],
    "wifolders_d": {},
    "wifolders_l": [],
    "gamesettings": {"temp": 0.5},
}
KOBOLD_LITE: dict[str, object] = {
    "gamestarted": True,
    "prompt": "",
    "memory": "",
    "authorsnote": "",
    "actions": [],
    "worldinfo": [
        {
            "key": "mole,pier",
            "keysecondary": "dusk",
            "keyanti": "boat",
            "content": "Gulls will not land on the Mole.",
            "comment": "The Mole",
            "folder": None,
            "selective": True,
            "constant": False,
            "probability": "70",
            "wigroup": "Harbour",
            "widisabled": False,
        },
        {"key": "eel", "keyanti": "net", "content": "Late.", "widisabled": True},
    ],
    "savedsettings": {"opmode": 1},
}
AGNAI_CHARACTER: dict[str, object] = {
    "kind": "character",
    "name": "Mr Tull",
    "description": "Keeps the light at night.",
    "persona": {"kind": "wpp", "attributes": {"trade": ["keeper"], "mind": ["dry", "patient"]}},
    "scenario": "The ferry is late.",
    "greeting": "Speak to the left ear.",
    "sampleChat": "{{user}}: Hello?\n{{char}}: Louder.",
    "alternateGreetings": ["You again?"],
    "systemPrompt": "",
    "tags": ["coast"],
    "culture": "en-us",
    "characterBook": {
        "kind": "memory",
        "name": "Tull's book",
        "entries": [
            {"name": "Lamp", "entry": "It burns.", "keywords": ["lamp"], "priority": 1, "weight": 2, "enabled": True}
        ],
    },
}
CHAT_HEADER: dict[str, object] = {
    "user_name": "Sam",
    "character_name": "Mr Tull",
    "create_date": "2024-05-01@10h00m00s",
    "chat_metadata": {
        "note_prompt": "Keep it foggy.",
        "note_depth": 3,
        "world_info": "Hollow Coast",
        "timedWorldInfo": {"sticky": {"a": 1}},
    },
}
CHAT_LINES: tuple[dict[str, object], ...] = (
    {
        "name": "Mr Tull",
        "is_user": False,
        "is_system": False,
        "send_date": "May 1, 2024 10:00am",
        "mes": "Louder.",
        "swipes": ["Speak up.", "Louder."],
        "swipe_id": 1,
    },
    {"name": "Sam", "is_user": True, "send_date": 1714557660000, "mes": "Is the ferry in?"},
    {"name": "Sam", "is_user": True, "is_system": True, "send_date": "2024-05-01T10:02:00Z", "mes": "(aside)"},
)
CHAT: str = "\n".join(json.dumps(line) for line in (CHAT_HEADER, *CHAT_LINES))
AGNAI_CHAT: dict[str, object] = {
    "name": "On the Mole",
    "greeting": "Speak to the left ear.",
    "scenario": "The ferry is late.",
    "sampleChat": "",
    "messages": [
        {"_id": "m1", "characterId": "c", "msg": "Speak to the left ear.", "createdAt": "2024-05-01T10:00:00.000Z"},
        {"userId": "you", "handle": "Sam", "msg": "Is the ferry in?", "createdAt": "2024-05-01T10:01:00.000Z"},
        {"characterId": "c", "handle": "Mr Tull", "msg": "No.", "retries": ["Not yet.", "No."]},
    ],
}
BYAF_CHARACTER: dict[str, object] = {
    "schemaVersion": 1,
    "id": "tull",
    "name": "Mr Tull",
    "displayName": "Tull, the keeper",
    "persona": "{character} keeps the light for {user}.",
    "loreItems": [
        {"key": "mole, pier", "value": "Gulls avoid it, says {character}."},
        {"key": "eel", "value": "Late."},
    ],
    "images": [{"path": "images/tull.png", "label": ""}],
}
BYAF_SCENARIO: dict[str, object] = {
    "schemaVersion": 1,
    "title": "Low water",
    "narrative": "The ferry is late for {user}.",
    "firstMessages": [
        {"characterID": "tull", "text": "Speak to the left ear."},
        {"characterID": "tull", "text": "You again?"},
    ],
    "exampleMessages": [{"characterID": "tull", "text": "#{user}: Hello?\n#{character}: Louder."}],
    "formattingInstructions": "Stay terse.",
    "messages": [],
}
EVERY_OTHER_JSON: Mapping[str, object] = {
    "novelai_lorebook": NOVELAI,
    "novelai_scenario": SCENARIO,
    "novelai_story": STORY,
    "risu": RISU,
    "chub": CHUB,
    "aid_story_cards": STORY_CARDS,
    "aid_world_info": AID_WORLD_INFO,
    "koboldai_save": KOBOLD_SAVE,
    "kobold_lite": KOBOLD_LITE,
    "agnai_character": AGNAI_CHARACTER,
    "agnai_chat": AGNAI_CHAT,
}


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip with these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def charx(*, uri: str = "embeded://assets/icon/main.png", picture: bytes = samples.PICTURE) -> bytes:
    """A card with an icon beside it."""
    assets = [
        {"type": "icon", "name": "iconx", "uri": "ccdefault:", "ext": "png"},
        {"type": "icon", "name": "main", "uri": uri, "ext": "png"},
    ]
    data = samples.CARD_V3["data"]
    assert isinstance(data, dict)
    card = {**samples.CARD_V3, "data": {**data, "assets": assets}}
    return archive({"card.json": samples.as_bytes(card), "assets/icon/main.png": picture})


def byaf() -> bytes:
    """A Backyard archive of one character."""
    manifest = {
        "schemaVersion": 1,
        "createdAt": "2025-06-06T00:00:00Z",
        "characters": ["characters/tull/character.json"],
        "scenarios": ["scenarios/one.json"],
    }
    return archive(
        {
            "manifest.json": samples.as_bytes(manifest),
            "characters/tull/character.json": samples.as_bytes(BYAF_CHARACTER),
            "characters/tull/images/tull.png": samples.PICTURE,
            "scenarios/one.json": samples.as_bytes(BYAF_SCENARIO),
        }
    )


EVERY_FILE: Mapping[str, bytes] = {
    **{name: samples.as_bytes(value) for name, value in samples.EVERY_JSON.items()},
    **{name: samples.as_bytes(value) for name, value in EVERY_OTHER_JSON.items()},
    "charx": charx(),
    "byaf": byaf(),
    "sillytavern_chat": CHAT.encode(),
}
