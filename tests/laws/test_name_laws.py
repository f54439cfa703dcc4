"""Whatever letters and controls a name has, the sentence around it runs as it would without it."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from loreglass.app.strings import isolated, joined, plain

CONTROLS = (
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u2029\u200b\u200d\ufeff\n\r\x85\x1c"
)
names = st.text(
    st.one_of(st.sampled_from(CONTROLS), st.sampled_from("aB1 (\u05d0\u0627\u0661-"), st.characters()), max_size=12
)
OPENS = {"LRE", "RLE", "LRO", "RLO"}
ISOLATES = {"LRI", "RLI", "FSI"}


def outside(text: str) -> list[tuple[str, int]]:
    """What stands in no isolate, each with its depth of embedding: rules X1 to X8 of Unicode Standard Annex 9.

    A paragraph's end closes all, and begins again: it is told as a character of its own.
    """
    found: list[tuple[str, int]] = []
    stack: list[str] = []
    for each in text:
        kind = unicodedata.bidirectional(each)
        if kind == "B":
            stack.clear()
            found.append(("end", 0))
        elif kind in OPENS | ISOLATES:
            stack.append("isolate" if kind in ISOLATES else "embedding")
        elif kind == "PDI":
            if "isolate" in stack:
                while stack.pop() != "isolate":
                    pass
            else:
                found.append(("unmatched", 0))
        elif kind == "PDF":
            if stack and stack[-1] == "embedding":
                stack.pop()
        elif "isolate" not in stack:
            found.append((each, len(stack)))
    return found


def is_turning(text: str) -> bool:
    return any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in text)


@given(names, names)
def test_the_words_around_a_name_are_outside_of_all_that_it_opens(name: str, other: str) -> None:
    said = f"< {joined((isolated(name), isolated(other)))} are kept >"
    left = outside(said)
    assert all(depth == 0 for _, depth in left)
    assert not is_turning("".join(each for each, _ in left))
    assert [each for each, _ in left][-len(" are kept >") :] == list(" are kept >")
    assert ("end", 0) not in left
    assert ("unmatched", 0) not in left


@given(names)
def test_a_shown_name_keeps_every_letter_and_is_shown_the_same_a_second_time(name: str) -> None:
    shown = plain(name)
    assert [each for each in shown if each.isalnum()] == [each for each in name if each.isalnum()]
    assert plain(shown) == shown


@given(st.text(st.characters(codec="ascii", categories=("L", "N", "P", "Zs")), min_size=1))
def test_a_plain_english_name_is_left_as_it_is(name: str) -> None:
    assert isolated(name) in (name, "")
