"""How long plans take, in CPython and in real Chromium, beside plain loops; what a long chat costs the page.

Prints tables; judges nothing.

Only ratios within one run mean anything: machines differ, and so does one machine from minute to minute.
"""

import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "py"), str(ROOT / ".ci")]

from loreglass.domain.lore.memo import Memo  # noqa: E402
from loreglass.domain.story.scene import Scene  # noqa: E402
from tests.perf import chat  # noqa: E402
from tests.perf.page import measure_all  # noqa: E402
from tests.perf.timing import ENTRIES, MESSAGES, SAMPLE_TEXTS, make, times  # noqa: E402

COLD_AIM = (5_000, 1_000, 1_000)
KEY_AIM = (5_000, 10_000, 16)
"""Entries, messages, and the milliseconds to stay under."""

Growth = Mapping[tuple[int, int], float]


def naive_ms(scene: Scene) -> float:
    """A loop of every keyword over every text, measured on a few texts."""
    keywords = [keyword for one in scene.books[0].book.entries for keyword in one.keywords]
    texts = [one.text.lower() for one in scene.turns[:SAMPLE_TEXTS]]
    began = time.process_time()
    for text in texts:
        for keyword in keywords:
            _ = keyword in text
    return (time.process_time() - began) * 1000 * len(scene.turns) / len(texts)


def in_cpython() -> None:
    print("CPython, CPU ms; the loop asks `keyword in text`\n")
    print("entries  messages   depth  decided     cold   key, new hits  key, same hits  loop / cold")
    colds: dict[tuple[int, int], float] = {}
    sizes = [(entries, messages, messages + 1) for entries in ENTRIES for messages in MESSAGES]
    for entries, messages, depth in (*sizes, (ENTRIES[-1], MESSAGES[-1], 50)):
        scene = make(entries, messages, depth=depth)
        spent = times(scene, Memo())
        colds.setdefault((entries, messages), spent.cold)
        print(
            f"{entries:7}  {messages:8}  {depth:6}  {spent.decided:7}  {spent.cold:7.0f}  {spent.new_hits:14.2f}"
            f"  {spent.same_hits:14.2f}  {naive_ms(scene) / spent.cold:11.1f}"
        )
    show_growth(colds)


def in_chromium() -> None:
    print("\nChromium and Pyodide, ms; the loop tries a JavaScript regex a keyword, and finds the same\n")
    print("entries  messages  decided     cold   key, new hits  key, same hits  loop / cold  loop on all / key")
    colds: dict[tuple[int, int], float] = {}
    keys: dict[tuple[int, int], float] = {}
    for entries, messages, found in measure_all():
        spent = found.engine
        colds[entries, messages], keys[entries, messages] = spent.cold, spent.new_hits
        print(
            f"{entries:7}  {messages:8}  {spent.decided:7}  {spent.cold:7.0f}  {spent.new_hits:14.2f}"
            f"  {spent.same_hits:14.2f}  {found.loop_cold / spent.cold:11.1f}"
            f"  {found.loop_cold / max(spent.new_hits, 0.1):17.0f}"
        )
    show_growth(colds)
    print("\naim")
    for name, (entries, messages, aim), spent_ms in (("cold", COLD_AIM, colds), ("keystroke", KEY_AIM, keys)):
        took = spent_ms[entries, messages]
        print(f"{name} {entries:,} x {messages:,}: {took:.1f} ms, {'under' if took < aim else 'OVER'} {aim:,} ms")


def in_a_chat() -> None:
    """What each step of a user costs in a chat, and in one ten times as long."""
    few, many = chat.MESSAGES
    print(f"\nThe page in use, {chat.ENTRIES:,} entries; ms of the page's thread\n")
    print(f"step        all, {few:,} messages  all, {many:,} messages  many / few  longest task, {few:,}  {many:,}")
    for name, (short, long) in chat.measure_chats().items():
        print(
            f"{name:10}  {short.whole:19.0f}  {long.whole:20.0f}  {long.whole / short.whole:10.2f}"
            f"  {short.longest:19.0f}  {long.longest:6.0f}"
        )


def show_growth(colds: Growth) -> None:
    """How much longer a plan takes when the book or the chat is ten (or fifty) times as long."""
    print("\ngrowth of cold   entries x10   entries x50")
    for messages in MESSAGES:
        few, more, most = (colds[entries, messages] for entries in ENTRIES)
        print(f"{messages:6} messages {more / few:13.1f} {most / few:13.1f}")
    print("\ngrowth of cold   messages x10   messages x100")
    for entries in ENTRIES:
        few, more, most = (colds[entries, messages] for messages in MESSAGES)
        print(f"{entries:7} entries {more / few:14.1f} {most / few:15.1f}")


def main() -> None:
    in_cpython()
    in_chromium()
    in_a_chat()


if __name__ == "__main__":
    main()
