import pytest

from loreglass.formats.keywords import escape_wildcards, is_pattern, split_keywords


@pytest.mark.parametrize(
    ("keyword", "escaped"),
    [
        ("what?", r"what\?"),
        ("*", r"\*"),
        ("/what?/i", "/what?/i"),
        ("/home/user/", "/home/user/"),
        ("/home/*", r"/home/\*"),
        ("C++", "C++"),
    ],
)
def test_wildcards_of_a_program_without_them_mean_themselves(keyword: str, escaped: str) -> None:
    assert escape_wildcards(keyword) == escaped


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("/a{1,3},?b/i, dragon", ("/a{1,3},?b/i", "dragon")),
        (" red king ,, tide", ("red king", "tide")),
        ("/home/user/x, b", ("/home/user/x", "b")),
        ("/open, pattern", ("/open", "pattern")),
        ("a, /b,c/", ("a", "/b,c/")),
        (" , ", ()),
        ("", ()),
    ],
)
def test_comma_list_is_split_but_not_inside_a_pattern(text: str, keywords: tuple[str, ...]) -> None:
    assert split_keywords(text) == keywords


def test_long_run_of_slashes_is_read_in_one_pass() -> None:
    assert len(split_keywords("/a" * 50_000 + ",b")) == 2
    assert not is_pattern("/" + "\\/" * 100_000)
