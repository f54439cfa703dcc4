"""Files spoiled on purpose, the same ones for the same seed: bytes, cuts, types, nesting, sizes, encodings."""

import base64
import codecs
import io
import json
import random
import zipfile
from collections.abc import Callable

from tests.formats import foreign, samples

WORDS = (b'"', b"[", b"]", b"{", b"}", b",", b":", b"null", b"-", b"1e999", b"NaN", b"\\ud800", b"\\", b"\0", b"\xff")
WRONG: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**30,
    10**400,
    float("nan"),
    float("inf"),
    "",
    "text",
    "5",
    "yes",
    "\ud800",
    "a,b",
    "/(/",
    "@@depth 1\n@@x\n",
    [],
    {},
    [[]],
    [{}],
    [None, 1, "a"],
    {"a": {}},
    {"0": {"key": ["a"], "keys": ["a"], "content": "x"}},
)


def originals() -> tuple[bytes, ...]:
    """Every sample, and pictures with cards in them."""
    pictures = (
        samples.card_png(samples.CARD_V2),
        samples.card_png(samples.CARD_V3, name="ccv3"),
        samples.card_png(foreign.NOVELAI, name="naidata"),
    )
    return (*foreign.EVERY_FILE.values(), *pictures)


def spoiled(data: bytes, chance: random.Random) -> bytes:
    """The file, spoiled in one to four ways."""
    ways: tuple[Callable[[bytes, random.Random], bytes], ...] = (_bytes, _bytes, _cut, _types, _types, _types, _encoded)
    times = chance.randint(1, 4)
    if data.startswith((b"PK", b"\x89PNG")) and chance.random() < 0.7:
        return _spoiled_inside(data, chance, times)
    for _ in range(times):
        data = chance.choice(ways)(data, chance)
    return data


def _spoiled_inside(data: bytes, chance: random.Random, times: int) -> bytes:
    """The archive or picture itself is whole; what it carries is not."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        name = chance.choice(list(files))
        return foreign.archive({**files, name: spoiled(files[name], chance)})
    card = chance.choice((samples.CARD_V2, samples.CARD_V3, foreign.NOVELAI))
    inside = samples.as_bytes(card)
    for _ in range(times):
        inside = _types(inside, chance)
    text = chance.choice((b"chara", b"ccv3", b"naidata")) + b"\0" + base64.b64encode(inside)
    return samples.HEADER + samples.chunk(b"tEXt", text) + samples.IMAGE + samples.END


def _bytes(data: bytes, chance: random.Random) -> bytes:
    """A byte changed, some taken out, some put in or repeated."""
    changed = bytearray(data or b" ")
    at = chance.randrange(len(changed))
    match chance.randrange(5):
        case 0:
            changed[at] = chance.randrange(256)
        case 1:
            changed[at] ^= 1 << chance.randrange(8)
        case 2:
            del changed[at : at + chance.randint(1, 20)]
        case 3:
            changed[at:at] = chance.choice(WORDS)
        case _:
            changed[at : at + 1] = changed[at : at + chance.randint(1, 30)] * 2
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    """The beginning or the end of the file alone."""
    at = chance.randrange(len(data) + 1)
    return data[:at] if chance.random() < 0.7 else data[at:]


def _types(data: bytes, chance: random.Random) -> bytes:
    """One value anywhere in the JSON is of another type, nested deep, or huge."""
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        return _bytes(data, chance)
    return json.dumps(_changed(value, chance)).encode("utf-8", "surrogatepass")


def _changed(value: object, chance: random.Random) -> object:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(list(value))
        if chance.random() < 0.1:
            return {field: item for field, item in value.items() if field != name}
        if chance.random() < 0.1:
            return {**value, chance.choice(list(value)): value[name]}
        return {**value, name: _changed(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], _changed(value[at], chance), *value[at + 1 :]]
    match chance.randrange(12):
        case 0:
            return _nested(value, chance.choice((3, 60, 250)))
        case 1:
            return [value] * chance.choice((2, 300))
        case 2:
            return "x" * chance.choice((1_000, 100_000))
        case _:
            return chance.choice(WRONG)


def _nested(value: object, levels: int) -> object:
    for level in range(levels):
        value = {"a": value} if level % 2 else [value]
    return value


def _encoded(data: bytes, chance: random.Random) -> bytes:
    """The text in another encoding, with or without what tells so."""
    text = data.decode("utf-8", "replace")
    match chance.randrange(6):
        case 0:
            return codecs.BOM_UTF8 + data
        case 1:
            return text.encode("utf-16", "surrogatepass")
        case 2:
            return text.encode("utf-16-le", "surrogatepass")
        case 3:
            return text.encode("utf-32", "surrogatepass")
        case 4:
            return text.encode("latin-1", "replace")
        case _:
            return codecs.BOM_UTF16_BE + data
