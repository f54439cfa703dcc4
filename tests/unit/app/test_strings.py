"""Numbers and lists as people say them."""

import pytest

from loreglass.app.strings import counted, in_words, joined, number, size
from loreglass.app.strings.chat import from_line, lede, now_sentence, scanned_rule


@pytest.mark.parametrize(
    ("value", "words"), [(0, "0"), (3120, "3,120"), (12.5, "12.5"), (1234567, "1,234,567"), (20.0, "20")]
)
def test_numbers_have_thousands_separators(value: float, words: str) -> None:
    assert number(value) == words


def test_one_is_singular() -> None:
    assert counted(1, "entry", "entries") == "1 entry"
    assert counted(1000, "message") == "1,000 messages"


@pytest.mark.parametrize(
    ("value", "words"),
    [(1, "1 byte"), (999, "999 bytes"), (90_000, "90 kB"), (1_210_000, "1.2 MB"), (64_000_000, "64 MB")],
)
def test_sizes_are_short(value: int, words: str) -> None:
    assert size(value) == words


def test_small_numbers_are_words() -> None:
    assert (in_words(6), in_words(13)) == ("six", "13")


def test_a_list_ends_with_and() -> None:
    assert joined(("a", "b", "c")) == "a, b and c"


@pytest.mark.parametrize(
    ("included", "left_out", "entries", "words"),
    [
        (6, 2, 24, "Six of 24 go in. Two are left out."),
        (1, 1, 1, "One of 1 goes in. One is left out."),
        (0, 0, 5000, "None of 5,000 go in. Nothing is left out."),
        (0, 0, 0, "No entries are linked to this chat."),
    ],
)
def test_the_lede_is_right_for_one_none_and_many(included: int, left_out: int, entries: int, words: str) -> None:
    assert lede(included, left_out, entries) == words


def test_the_now_line_leaves_out_what_is_nothing() -> None:
    assert now_sentence(6, 2, 24, 3120, 8192, "estimate").startswith(
        "6 of 24 entries, 2 left out, 3,120 of 8,192 tokens"
    )
    assert now_sentence(1, 0, 1, 300, 4096, "texts exact") == "1 of 1 entry, 300 of 4,096 tokens (texts exact)"


def test_the_rule_counts_the_messages_in_reach() -> None:
    assert scanned_rule(1, False) == "Scanned from here: 1 message"
    assert scanned_rule(0, True) == "Scanned: your draft only"


def test_where_a_plan_comes_from_is_told() -> None:
    assert from_line(40, 40, draft=False, reply=None) == "The next turn, from message 40."
    assert from_line(0, -1, draft=True, reply=None) == "The next turn, from your draft."
