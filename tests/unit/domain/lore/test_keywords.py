import pytest

from loreglass.domain.asks import Span
from loreglass.domain.lore.find import find
from loreglass.domain.lore.index import compile_keywords
from loreglass.domain.lore.keywords import AnyMessage, Keyword, Names, Pattern, Regex, is_regex, read_keyword
from loreglass.domain.lore.work import Work
from loreglass.domain.text import Form, canonical
from tests.unit.domain.lore.stage import run

FORM = Form()


def keyword(written: str, *, whole: bool = True, char: str = "Aria", user: str = "Sam") -> Keyword | None:
    return read_keyword(written, Names(char=char, user=user), FORM, regexes=True, whole_words=whole, fold=True)


def seen(written: str, text: str, *, whole: bool = True, char: str = "Aria") -> Span | None:
    pattern = keyword(written, whole=whole, char=char)
    assert isinstance(pattern, Pattern)
    span = find(pattern, canonical(text, FORM, fold=True))
    hits = run(compile_keywords((pattern,), FORM)).hits(text, Work())
    assert hits == ({0} if span else set()), "the index and the search disagree"
    return span


@pytest.mark.parametrize("written", ["", "   ", "{{char}}"])
def test_an_empty_keyword_never_matches(written: str) -> None:
    assert keyword(written, char="") is None


@pytest.mark.parametrize("written", ["*", "**", " * "])
def test_stars_alone_mean_any_message(written: str) -> None:
    assert keyword(written) == AnyMessage()


def test_a_name_with_a_star_is_literal() -> None:
    assert seen("{{char}}", "ab*c here", char="ab*c") == (0, 4)
    assert seen("{{CHAR}}", "abxc here", char="ab*c") is None


@pytest.mark.parametrize(
    ("written", "text", "there"),
    [
        ("king", "the king.", "king"),
        ("king", "kingdom", None),
        ("king", "彼はkingです", "king"),
        ("C++", "i like c++ more", "c++"),
        ("C++", "abc++", None),
        ("U.S.A", "in the u.s.a.", "u.s.a"),
        ("#tag", "x#tag", "#tag"),
        ("#tag", "#tags", None),
        ("red king", "infrared kingdom", None),
        ("red  king", "a red\n king", "red king"),
        ("東京", "私は東京に", "東京"),
        ("東京b", "東京bay", None),
        ("кот", "который", None),
        ("drag*", "two dragons", "dragons"),
        ("*fly", "a dragonfly", "dragonfly"),
        ("*fly", "flying", None),
        ("d*g", "a dragging dog", "dragging"),
        ("d?g", "doog dig", "dig"),
        ("d?g", "d-g", None),
        ("d*g", "d-g", None),
        ("a*b*c", "axbxc", "axbxc"),
        ("a*b*c", "axb xc", None),
        ("the * king", "the old king", "the old king"),
        ("the * king", "the king", None),
        ("dragon *", "a dragon sleeps", "dragon sleeps"),
        ("k*n", "kですn", "kですn"),
        ("東*", "私は東京へ", "東京へ"),
        ("what\\?", "what? no", "what?"),
        ("what\\?", "whats", None),
        ("\\d", "type \\d", "\\d"),
        ("❤️", "i ❤️you", "❤️"),
        ("*x*", "axb", "axb"),
        ("?", "...", None),
        ("*a*a", "banana", "banana"),
        ("x*-y", "xab-y", "xab-y"),
    ],
)
def test_whole_words_and_wildcards(written: str, text: str, there: str | None) -> None:
    span = seen(written, text)
    assert (text.replace("\n ", " ")[slice(*span)] if span else None) == there


@pytest.mark.parametrize(
    ("written", "text", "there"),
    [
        ("king", "kingdom", "king"),
        ("red king", "infrared kingdom", "red king"),
        ("d?g", "bigdogs", "dog"),
        ("e", "é", None),
        ("ra*n", "dragons", "ragon"),
    ],
)
def test_whole_words_off_finds_parts_of_words(written: str, text: str, there: str | None) -> None:
    span = seen(written, text, whole=False)
    assert (text[slice(*span)] if span else None) == there


@pytest.mark.parametrize("written", ["/a/", "/a{1,3},?b/i", "/[/]/", "/a\\/b/gimsuy", "/(open/", "/[open/", " /a/ "])
def test_a_regex_is_known_by_its_slashes(written: str) -> None:
    assert is_regex(written)


@pytest.mark.parametrize("written", ["/home/user/", "/dragon", "AC/DC", "//", "/a/x", "a/b/", "{{char}}"])
def test_paths_and_single_slashes_are_text(written: str) -> None:
    assert not is_regex(written)
    assert isinstance(keyword(written, char="/x/"), Pattern)


def test_names_are_literal_in_a_regex() -> None:
    assert keyword("/^{{char}}|{{USER}}$/i", char="a.b(c", user="x/y") == Regex(r"^a\.b\(c|x\/y$", "i")
    assert keyword("/[{{char}}]/u", char="a-c") == Regex(r"[a\x2dc]", "u")


def test_a_keyword_of_ten_thousand_wildcards_is_answered_at_once() -> None:
    assert seen("a*" * 5_000 + "b", "a" * 4_000 + " b") is None


def test_a_long_run_without_the_rest_is_walked_once() -> None:
    assert seen("a*b*c", "a" * 20_000, whole=False) is None
