import pytest

from loreglass.domain.lore.rule import BrokenRule, read_rule


def holds(rule: str, *words: str) -> bool:
    read = read_rule(rule)
    return read.holds(lambda index: read.keywords[index] in words)


@pytest.mark.parametrize(
    ("rule", "words", "expected"),
    [
        ('("red" and "blue") or not "green"', ("red", "blue", "green"), True),
        ('("red" and "blue") or not "green"', ("green",), False),
        ('"a" or "b" and "c"', ("a",), True),
        ('("a" or "b") and "c"', ("a",), False),
        ('not "a" and "b"', ("b",), True),
        ('not not "a"', ("a",), True),
        ('"a" AND NOT ("b" OR "c")', ("a", "c"), False),
        ("(knight AND sword) OR (mage AND staff)", ("mage", "staff"), True),
        ('"and" or "(x)"', ("(x)",), True),
        ("“a b” and “c”", ("a b", "c"), True),
        (r'"say \"hi\""', ('say "hi"',), True),
    ],
)
def test_not_binds_before_and_and_before_or(rule: str, words: tuple[str, ...], expected: bool) -> None:
    assert holds(rule, *words) is expected


@pytest.mark.parametrize("rule", ['"a', '"a" or', '("a"', '"a" "b"', "and", ")", "()", "not " * 99 + '"a"'])
def test_a_broken_rule_says_so(rule: str) -> None:
    with pytest.raises(BrokenRule):
        read_rule(rule)
