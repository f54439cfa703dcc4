"""Notices: what they say, how many stand at once, and which give way."""

import pytest

from loreglass.app.moment import Moment
from loreglass.app.state import AppState, Toast
from loreglass.app.strings.toasts import notice
from loreglass.app.update.step import TROUBLES, toast


@pytest.mark.parametrize(
    ("code", "detail", "said"),
    [
        ("entries_changed", "1", "1 entry changed."),
        ("entries_deleted", "2", "2 entries deleted."),
        ("entries_merged", "3", "3 entries are one now."),
        ("entries_moved", "1 The low coast", "1 entry moved to The low coast."),
    ],
)
def test_a_notice_of_several_entries_counts_them(code: str, detail: str, said: str) -> None:
    assert notice(Toast(id="t", code=code, detail=detail)) == said


def told(*codes: str) -> list[tuple[str, str]]:
    """The notices that are on the screen after these, each "code" or "code detail"."""
    state = AppState()
    for at, said in enumerate(codes):
        code, _, detail = said.partition(" ")
        state = toast(state, Moment(now_ms=0, stem=str(at)), code, detail=detail)
    return [(each.id, " ".join((each.code, each.detail)).strip()) for each in state.toasts]


def test_a_notice_that_says_the_same_takes_the_place_of_the_earlier_one() -> None:
    assert told("endpoint_saved", "endpoint_saved", "endpoint_saved") == [("2-toast", "endpoint_saved")]
    assert [said for _, said in told("imported A", "imported B", "imported A")] == ["imported B", "imported A"]


def test_three_notices_stand_at_most_and_those_of_trouble_stay_longest() -> None:
    shown = told("store_quota", "imported A", "copy_failed", "imported B", "imported C")
    assert [said for _, said in shown] == ["store_quota", "copy_failed", "imported C"]
    shown = told("store_quota", "copy_failed", "backup_failed", "imported A")
    assert [said for _, said in shown] == ["copy_failed", "backup_failed", "imported A"]


def test_every_notice_of_trouble_has_a_sentence() -> None:
    said = {code: notice(Toast(id="t", code=code)) for code in TROUBLES}
    assert {code for code, words in said.items() if words == code.replace("_", " ").capitalize() + "."} == set()


@pytest.mark.parametrize("name", ["\u202eNell", "\u2067\u05e0\u05dc", "N\u2069el\u2068l", "a\u2029b"])
def test_a_name_in_a_notice_turns_nothing_round(name: str) -> None:
    said = notice(Toast(id="t", code="book_deleted", detail=name))
    inside = said.removesuffix(" is deleted.").strip("\u2068\u2069")
    assert said.endswith(" is deleted.")
    assert not set(inside) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2029")


def test_a_name_of_which_nothing_is_to_be_seen_is_left_out() -> None:
    assert notice(Toast(id="t", code="book_deleted", detail="\u200b\u2060")) == "It is deleted."
