"""How long plans take, in CPython, and what that is in loops over keywords. Prints a table; judges nothing.

Only ratios within one run mean anything: machines differ, and so does one machine from minute to minute.
"""

import random
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "py")]

from loreglass.domain.lore.memo import Memo  # noqa: E402
from loreglass.domain.story.scene import Scene  # noqa: E402
from tests.unit.domain.lore.stage import SETTINGS, book, entry, scene, told, turn  # noqa: E402

ENTRIES = (100, 1_000, 5_000)
MESSAGES = (100, 1_000, 10_000)
KINDS = ("{}", "{}", "{} {}", "{}*", "the {}")
NAIVE_TEXTS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """CPU milliseconds of one scene."""

    cold: float
    new_hits: float
    same_hits: float
    naive: float
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


def naive_ms(scene: Scene) -> float:
    """A loop of every keyword over every text, measured on a few texts."""
    keywords = [keyword for one in scene.books[0].book.entries for keyword in one.keywords]
    texts = [one.text.lower() for one in scene.turns[:NAIVE_TEXTS]]
    began = time.process_time()
    for text in texts:
        for keyword in keywords:
            _ = keyword in text
    return (time.process_time() - began) * 1000 * len(scene.turns) / len(texts)


def measure(entries: int, messages: int, *, depth: int) -> Times:
    base, memo = make(entries, messages, depth=depth), Memo()
    cold, _ = spent_ms(base, memo)
    there = base.turns[0].text.split()[0]
    drafts = [
        replace(base, turns=(*base.turns, turn(text, messages)), draft=True) for text in ("a", there, f"{there} x")
    ]
    spent_ms(drafts[0], memo)
    new_hits, decided = spent_ms(drafts[1], memo)
    same_hits, _ = spent_ms(drafts[2], memo)
    return Times(cold=cold, new_hits=new_hits, same_hits=same_hits, naive=naive_ms(base), decided=decided)


def show(entries: int, messages: int, depth: int, times: Times) -> None:
    print(
        f"{entries:7}  {messages:8}  {depth:6}  {times.decided:7}  {times.cold:7.0f}  {times.new_hits:6.1f}"
        f"  {times.same_hits:14.2f}  {times.naive / times.cold:17.1f}"
    )


def show_growth(measured: dict[tuple[int, int], Times]) -> None:
    """How much longer a plan takes when the book or the chat is ten (or fifty) times as long."""
    print("\ngrowth of cold ms   entries x10   entries x50")
    for messages in MESSAGES:
        few, more, most = (measured[entries, messages].cold for entries in ENTRIES)
        print(f"{messages:6} messages {more / few:17.1f} {most / few:13.1f}")
    print("\ngrowth of cold ms   messages x10   messages x100")
    for entries in ENTRIES:
        few, more, most = (measured[entries, messages].cold for messages in MESSAGES)
        print(f"{entries:7} entries {more / few:18.1f} {most / few:15.1f}")


def main() -> None:
    print("entries  messages   depth  decided  cold ms  key ms  key, same hits  naive scan / cold")
    measured: dict[tuple[int, int], Times] = {}
    for entries in ENTRIES:
        for messages in MESSAGES:
            times = measured[entries, messages] = measure(entries, messages, depth=messages + 1)
            show(entries, messages, messages + 1, times)
    show(ENTRIES[-1], MESSAGES[-1], 50, measure(ENTRIES[-1], MESSAGES[-1], depth=50))
    show_growth(measured)


if __name__ == "__main__":
    main()
