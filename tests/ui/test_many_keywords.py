"""Keywords are a list of chips; one of an entry with very many is drawn in part."""

from loreglass.shell.ui.entry_fields import CHIPS_AT_AN_END, chips
from loreglass.shell.ui.node import Node


def drawn(words: list[str]) -> tuple[Node, ...]:
    """The chips, from the list that they stand in."""
    made = chips("Keywords", words, "keyword-remove")
    assert made is not None
    assert "'role': 'list', 'aria-label': 'Keywords'" in repr(made[1])
    items = tuple(each for each in made[2:] if isinstance(each, tuple))
    assert all("'role': 'listitem'" in repr(each[1]) for each in items)
    return items


def test_of_very_many_keywords_the_first_and_the_last_are_drawn_with_their_own_places() -> None:
    items = drawn([f"w{place}" for place in range(20_000)])
    assert len(items) == 2 * CHIPS_AT_AN_END + 1
    assert "19999" in repr(items[-1])
    assert "19,700 more" in repr(items[CHIPS_AT_AN_END])


def test_a_few_keywords_are_all_drawn_and_without_any_there_is_no_empty_list() -> None:
    assert len(drawn(["a", "b", "c"])) == 3
    assert chips("Keywords", [], "keyword-remove") is None
