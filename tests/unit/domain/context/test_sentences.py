import pytest

from loreglass.domain.context.sentences import sentences_of, shortened

TEXT = "One two. “Three!” Four 3.5 five?\nSix"


def test_sentences_joined_are_the_text() -> None:
    assert "".join(sentences_of(TEXT)) == TEXT
    assert sentences_of(TEXT) == ("One two. ", "“Three!” ", "Four 3.5 five?\n", "Six")


def test_scripts_with_their_own_full_stop_are_cut_too() -> None:
    assert sentences_of("今日は。元気？はい") == ("今日は。", "元気？", "はい")


@pytest.mark.parametrize(("cut", "left"), [("bottom", "One two. “Three!”"), ("top", "Four 3.5 five?\nSix")])
def test_the_named_end_is_cut(cut: str, left: str) -> None:
    assert shortened(sentences_of(TEXT), 2, cut) == left  # type: ignore[arg-type]
