"""What is not read again. Counted in steps, never in seconds."""

import random
from dataclasses import replace

from loreglass.domain.lore.memo import Memo
from loreglass.domain.story.book import LinkedBook
from loreglass.domain.story.scene import Scene
from tests.unit.domain.lore.stage import SETTINGS, book, by_name, codes, entry, included, scene, told, turn

ENTRIES, MESSAGES, REGEXES = 1_000, 1_000, 5


def _word(rng: random.Random) -> str:
    return "".join(rng.choice("bdfgklmnprst") + rng.choice("aeiou") for _ in range(4))


def large_scene() -> Scene:
    """A thousand entries with three keywords each, of every kind, and a thousand messages."""
    rng = random.Random(5)
    kinds = ("{}", "the {}", "{}*", "{} *", "*{}", "x-{}")
    entries = [
        entry(f"E{index}", *(rng.choice(kinds).format(_word(rng)) for _ in range(3)), secondary=(_word(rng),))
        for index in range(ENTRIES)
    ]
    entries += [entry(f"R{index}", f"/{_word(rng)}/") for index in range(REGEXES)]
    words = [_word(rng) for _ in range(3_000)]
    texts = [" ".join(rng.choices(words, k=30)) for _ in range(MESSAGES)]
    settings = replace(SETTINGS, memory_depth_messages=2 * MESSAGES)
    return scene(*texts, books=(book(*entries),), settings=settings)


def with_draft(base: Scene, text: str) -> Scene:
    return replace(base, turns=(*base.turns, turn(text, len(base.turns))), draft=True)


def test_keywords_are_never_looped_over_texts() -> None:
    base, memo = large_scene(), Memo()
    told(base, memo)
    assert memo.work.text_passes == MESSAGES
    assert memo.work.regex_texts == REGEXES * MESSAGES
    # A loop would try each of 4,000 keywords in each of 1,000 texts.
    assert memo.work.keyword_tests < 4_000_000 / 100


def test_a_keystroke_reads_one_text() -> None:
    base, memo = large_scene(), Memo()
    told(base, memo)
    for text in ("hel", "hell", "hello badofita"):
        before = replace(memo.work)
        told(with_draft(base, text), memo)
        assert memo.work.text_passes - before.text_passes == 1
        assert memo.work.regex_texts - before.regex_texts == REGEXES
        assert memo.work.keyword_tests - before.keyword_tests < 50


def test_what_lies_below_the_depth_is_not_read() -> None:
    base, memo = large_scene(), Memo()
    shallow = replace(base, settings=replace(base.settings, memory_depth_messages=50))
    told(replace(shallow, turns=base.turns[:100]), memo)
    told(shallow, memo)
    assert memo.work.text_passes == 100
    told(replace(base, settings=replace(base.settings, memory_depth_messages=60)), memo)
    assert memo.work.text_passes == 110


def test_a_draft_that_is_sent_is_not_read_again() -> None:
    base, memo = large_scene(), Memo()
    told(with_draft(base, "hello"), memo)
    before = memo.work.text_passes
    sent = replace(base, turns=(*base.turns, turn("hello", len(base.turns))))
    told(sent, memo)
    assert memo.work.text_passes == before


def test_a_message_more_reads_one_text_and_a_changed_book_reads_all() -> None:
    base, memo = large_scene(), Memo()
    told(base, memo)
    before = memo.work.text_passes
    told(replace(base, turns=(*base.turns, turn("new", len(base.turns)))), memo)
    assert memo.work.text_passes == before + 1
    changed = (LinkedBook(book=replace(base.books[0].book, entries=base.books[0].book.entries[1:])),)
    told(replace(base, books=changed), memo)
    assert memo.work.text_passes == before + 1 + MESSAGES


def test_a_memo_never_changes_what_is_told() -> None:
    books = (
        book(entry("A", "dragon", "ra?n"), entry("B", "/wo+lf/"), entry("C", "*", depth=1), entry("D", "red king")),
    )
    settings = replace(SETTINGS, memory_depth_messages=3)
    texts = ("a dragon", "wooolf", "the red\nking", "rain", "hm", "dragon again")
    base = scene(*texts, books=books, settings=settings)
    memo = Memo()
    chats = [replace(base, turns=base.turns[:count]) for count in (1, 3, 6, 2, 5, 0, 6)]
    chats += [with_draft(base, text) for text in ("d", "dragon", "dragon wolf", "dragon wolf", "", "ran")]
    chats += [replace(base, settings=replace(settings, memory_depth_messages=depth)) for depth in (1, 6, 0, 2)]
    chats += [replace(base, settings=replace(settings, scan_names=False)), replace(base, char_name="Dragon"), base]
    for chat in chats:
        assert told(chat, memo) == told(chat)


def test_a_pattern_that_had_no_time_left_is_tried_again_and_a_slow_one_is_not() -> None:
    made, memo = scene("dragon fire", books=(book(entry("A", "/drag/"), entry("B", "/fire/")),)), Memo()
    assert codes(told(made, memo, slow="fire", late="drag")) == {"A": "regex_slow", "B": "regex_slow"}
    assert codes(told(made, memo)) == {"A": "key_hit", "B": "regex_slow"}


def test_a_keystroke_that_moves_a_keyword_moves_its_place() -> None:
    base, memo = scene("hm", books=(book(entry("A", "dragon")),)), Memo()
    for text, span in (("a dragon", (2, 8)), ("a dragon!", (2, 8)), ("an old dragon", (7, 13))):
        hit = by_name(told(with_draft(base, text), memo))["A"].reason.hit
        assert hit is not None
        assert hit.span == span
    assert included(told(with_draft(base, "a dr"), memo)) == []


def test_drafts_do_not_fill_the_memo() -> None:
    base, memo = scene("hm", books=(book(entry("A", "dragon", "/x/")),)), Memo()
    for index in range(50):
        told(with_draft(base, f"dragon x {index}"), memo)
    assert memo.kept is not None
    assert len(memo.kept.hits) == 1
    assert len(memo.kept.spans) <= 2
