"""Scenes of every size, and how long plans of them take; the same in CPython and in the page."""

import json
import random
import time
from dataclasses import dataclass, replace
from statistics import median

from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.scan import written
from loreglass.domain.story.scene import Scene
from tests.unit.domain.lore.stage import SETTINGS, book, entry, scene, told, turn

ENTRIES = (100, 1_000, 5_000)
MESSAGES = (100, 1_000, 10_000)
KINDS = ("{}", "{}", "{} {}", "{}*", "the {}")
SAMPLE_TEXTS = 20
KEYSTROKES = 9

Hit = tuple[int, int, int]
"""Number of the text, of the entry, place in its keywords."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Milliseconds of one scene: the first plan, a keystroke that changes the draft's keywords, one that does not."""

    cold: float
    new_hits: float
    same_hits: float
    decided: int


def word(rng: random.Random) -> str:
    return "".join(rng.choice("bcdfghklmnprstvw") + rng.choice("aeiou") for _ in range(rng.randint(3, 5)))


def make(entries: int, messages: int, *, depth: int) -> Scene:
    """Entries of three keywords, and messages of eighty words; few keywords occur, as in real chats."""
    rng = random.Random(entries)
    keywords = [word(rng) for _ in range(3 * entries)]
    books = book(
        *(
            entry(f"E{index}", *(rng.choice(KINDS).format(rng.choice(keywords), word(rng)) for _ in range(3)))
            for index in range(entries)
        )
    )
    spoken = [word(rng) for _ in range(8_000)] + keywords[: len(keywords) // 50]
    texts = (" ".join(rng.choices(spoken, k=80)) + " — “and so on”." for _ in range(messages))
    return scene(*texts, books=(books,), settings=replace(SETTINGS, memory_depth_messages=depth))


def spent_ms(scene: Scene, memo: Memo) -> tuple[float, int]:
    began = time.process_time()
    result = told(scene, memo)
    return (time.process_time() - began) * 1000, len(result.decisions)


def times(base: Scene, memo: Memo) -> Times:
    """The times of a scene; `memo` knows it afterwards."""
    cold, _ = spent_ms(base, memo)
    woken = [key for one in base.books[0].book.entries for key in one.keywords if key.isalpha()][:KEYSTROKES]
    drafts = ["a", *(text for key in woken for text in (key, f"{key} x"))]
    keys = [
        spent_ms(replace(base, turns=(*base.turns, turn(text, len(base.turns))), draft=True), memo) for text in drafts
    ]
    return Times(
        cold=cold,
        new_hits=median(spent for spent, _ in keys[1::2]),
        same_hits=median(spent for spent, _ in keys[2::2]),
        decided=keys[-1][1],
    )


def hits(base: Scene, memo: Memo) -> list[Hit]:
    """Which keywords of which entries the first texts have."""
    assert memo.kept is not None
    wakes, found = memo.kept.linked.wakes, memo.kept.hits
    sample = [found["Sam", one.text] for one in base.turns[:SAMPLE_TEXTS]]
    return sorted((at, *user) for at, keys in enumerate(sample) for key in keys for user in wakes[key])


def in_page(entries: int, messages: int) -> str:
    """The times of a scene as JSON, with what a loop in JavaScript needs to look for the same, and what was found."""
    base, memo = make(entries, messages, depth=messages + 1), Memo()
    spent = times(base, memo)
    return json.dumps(
        {
            "times": [spent.cold, spent.new_hits, spent.same_hits, spent.decided],
            "hits": hits(base, memo),
            "keywords": [list(one.keywords) for one in base.books[0].book.entries],
            "texts": [written(("Sam", one.text)) for one in base.turns[:SAMPLE_TEXTS]],
        }
    )
