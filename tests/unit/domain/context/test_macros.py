import pytest

from loreglass.domain.context.macros import MacroContext, fill, fill_with_keys

CONTEXT = MacroContext(char="Aria", user="Sam", original="the original", now="2026-03-04T15:06:00", idle_seconds=7300)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{{char}} and {{USER}} and {{name}}", "Aria and Sam and Aria"),
        ("{{original}}", "the original"),
        ("{{reverse:abc}}", "cba"),
        ("a{{// a note}}b", "ab"),
        ("{{time}} {{date}}", "15:06 2026-03-04"),
        ("{{idle_duration}}", "2 hours"),
        ("{{random:x}} {{pick:y}}", "x y"),
        (r"{{random:a\,b}}", "a,b"),
        ("{{roll:1d1}} {{roll:d1}} {{roll:1}}", "1 1 1"),
        ("{{unknown}} {{outlet::x}}", "{{unknown}} {{outlet::x}}"),
        ("{{{char}}}", "{Aria}"),
        ("{{reverse:{{char}}}}", "airA"),
        ("{{ char }} {{char", "{{ char }} {{char"),
        ("{% if x %} {# c #} <b>&amp;</b> $& \\d", "{% if x %} {# c #} <b>&amp;</b> $& \\d"),
    ],
)
def test_macros_are_filled_in(text: str, filled: str) -> None:
    assert fill(text, CONTEXT) == filled


def test_a_name_is_never_filled_in_again() -> None:
    context = MacroContext(char="{{user}}", user="{{char}}")
    assert fill("{{char}} {{{{char}}}}", context) == "{{user}} {{{{user}}}}"
    assert fill("{{{{user}}}}", MacroContext(char="Aria", user="char")) == "{{char}}"


def test_a_hidden_key_shows_nothing_and_is_told() -> None:
    filled = fill_with_keys("a {{hidden_key:wolf}} b", CONTEXT)
    assert (filled.text, filled.hidden_keys) == ("a  b", ("wolf",))


def test_what_is_not_known_stays_as_written() -> None:
    assert fill("{{time}} {{idle_duration}}", MacroContext(char="A", user="B")) == "{{time}} {{idle_duration}}"


def test_a_pick_stays_from_turn_to_turn_and_a_random_does_not() -> None:
    letters = ",".join("abcdefghijklmnopqrstuvwxyz")
    picks = {fill(f"{{{{pick:{letters}}}}}", MacroContext(char="", user="", turn=turn)) for turn in range(20)}
    randoms = {fill(f"{{{{random:{letters}}}}}", MacroContext(char="", user="", turn=turn)) for turn in range(20)}
    assert len(picks) == 1
    assert len(randoms) > 1


def test_dice_fall_within_their_sides() -> None:
    for turn in range(50):
        rolled = int(fill("{{roll:2d6}}", MacroContext(char="", user="", turn=turn)))
        assert 2 <= rolled <= 12


def test_only_names_are_known_where_the_program_knows_no_more() -> None:
    context = MacroContext(char="Aria", user="Sam", names_only=True)
    assert fill("{{char}} {{roll:6}} {{// x}}", context) == "Aria {{roll:6}} {{// x}}"


def test_a_thousand_open_braces_are_text() -> None:
    assert fill("{{a" * 1_000, CONTEXT) == "{{a" * 1_000
