"""Notices tell how many entries a change was about."""

import pytest

from loreglass.app.state import Toast
from loreglass.app.strings.toasts import notice


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
