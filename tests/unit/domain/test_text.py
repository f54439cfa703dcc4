import unicodedata

import pytest

from loreglass.domain.text import Form, canonical, is_spaced, is_word, raw_span, words_of

FORM = Form()


@pytest.mark.parametrize("char", ["a", "é", "7", "_", "\u0301", "ि", "ß", "𐐀"])
def test_letters_marks_numbers_and_the_underscore_are_word_characters(char: str) -> None:
    assert is_word(char)
    assert is_spaced(char)


@pytest.mark.parametrize("char", ["\ufe0e", "\ufe0f", "\u20e3", " ", "-", "'", "🐉", "。", "\u200d"])
def test_variation_selectors_the_keycap_and_signs_are_no_word_characters(char: str) -> None:
    assert not is_word(char)


@pytest.mark.parametrize("char", list("東かカー용ไลខမ々ｱﾊั"))
def test_scripts_without_spaces_are_a_class_of_their_own(char: str) -> None:
    assert is_word(char)
    assert not is_spaced(char)


def test_every_code_point_that_python_calls_a_word_is_one_here_and_marks_are_added() -> None:
    for code in range(0x30000):
        category = unicodedata.category(chr(code))
        expected = (category[0] in "LMN" and code not in (0xFE0E, 0xFE0F, 0x20E3)) or code == 0x5F
        assert is_word(chr(code)) == expected, hex(code)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("GROẞ", "groß"),
        ("Straße", "straße"),
        ("ΟΔΟΣ οδος", "οδοσ οδοσ"),
        ("IRMAK ırmak", "irmak ırmak"),
        ("µm", "μm"),
        ("ﬁre", "ﬁre"),
        ("𐐀", "𐐨"),
        ("\u212bngström", "ångström"),
        ("J\u030c", "\u01f0"),
        ("“a” ‘b’", "\"a\" 'b'"),
        ("a \t\n b\u00a0c", "a b c"),
    ],
)
def test_canonical_form_folds_case_simply_composes_and_joins_spaces(raw: str, expected: str) -> None:
    assert canonical(raw, FORM, fold=True) == expected


def test_a_form_without_folds_leaves_spaces_quotes_and_marks() -> None:
    plain = Form(normalise=False, fold_quotes=False, join_spaces=False)
    assert canonical("E\u0301  “x”", plain, fold=True) == "e\u0301  “x”"


@pytest.mark.parametrize(
    ("raw", "word", "there"),
    [
        ("The  Red\n King", "red king", "Red\n King"),
        ("e\u0301 cafe\u0301  x", "café", "cafe\u0301"),
        ("\u0958 hi", "hi", "hi"),
        ("“Red” one", '"red"', "“Red”"),
        ("plain text", "text", "text"),
    ],
)
def test_a_span_leads_back_to_the_raw_code_points(raw: str, word: str, there: str) -> None:
    start = canonical(raw, FORM, fold=True).index(word)
    low, high = raw_span(raw, FORM, start, start + len(word), fold=True)
    assert raw[low:high] == there


def test_words_end_where_a_script_without_spaces_begins() -> None:
    words = words_of("彼はkingです ok हिन्दी")
    assert words.spaced == {"king", "ok", "हिन्दी"}
    assert words.runs == {"彼はkingです", "ok", "हिन्दी"}
