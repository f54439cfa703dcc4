"""An entry with very many keywords is drawn in part."""

from loreglass.shell.ui.entry_fields import CHIPS_AT_AN_END, chips


def test_of_very_many_keywords_the_first_and_the_last_are_drawn_with_their_own_places() -> None:
    words = [f"w{place}" for place in range(20_000)]
    drawn = chips(words, "keyword-remove")
    assert len(drawn) == 2 * CHIPS_AT_AN_END + 1
    assert "19999" in repr(drawn[-1])
    assert "19,700 more" in repr(drawn[CHIPS_AT_AN_END])


def test_a_few_keywords_are_all_drawn() -> None:
    assert len(chips(["a", "b", "c"], "keyword-remove")) == 3
