"""The groups of an entry's settings, what a version differs in, and the cures of findings, in words."""

from dataclasses import replace
from typing import get_args

import pytest

from loreglass.app.actions import Did
from loreglass.app.state import EntryVersion, History
from loreglass.app.strings.findings import closed, note
from loreglass.app.update.book_entry import MENDS
from loreglass.app.view_book_entry import (
    SLOTS,
    budget_said,
    groups_said,
    paragraphs,
    place_said,
    times_said,
    waking_said,
)
from loreglass.app.view_book_history import LABELS, differences, versions
from loreglass.app.view_book_links import links
from loreglass.app.view_keyword import keyword_look
from loreglass.domain.authoring.finding import Finding, FindingCode
from loreglass.domain.authoring.lint import own
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Place, Slot
from loreglass.domain.story.scene import Settings
from tests.ui import shelf, things

PLAIN = Entry(id=EntryId("a"), name="A", text="t", keywords=("x",))


def test_an_entry_with_nothing_set_says_so_in_every_group() -> None:
    assert (waking_said(PLAIN), place_said(PLAIN)) == ("By keywords in messages", "In the memory section")
    assert (times_said(PLAIN), groups_said(PLAIN)) == ("At any time, for everyone", "In no group")
    assert budget_said(PLAIN) == "Shares the budget of the book"


def test_an_entry_with_everything_set_says_it_in_a_line_a_group() -> None:
    rich = shelf.rich()
    assert place_said(rich) == "3 messages from the end, as you"
    assert waking_said(rich) == "By a rule; looks into scenario too"
    assert times_said(rich) == (
        "Stays 2 messages; rests 5 messages; not for Ansel Pike and Vey, Ottoline; only for 3 kinds of turn"
    )
    assert groups_said(rich) == "One of bells; odds 100"
    assert budget_said(rich) == "120 tokens kept for it; at most 200 tokens"


def test_every_slot_has_its_words() -> None:
    assert {slot for slot, _ in SLOTS} == set(get_args(Slot))
    assert all(place_said(replace(PLAIN, place=Place(slot=slot))) for slot in get_args(Slot))


def test_paragraphs_are_parted_by_blank_lines_only() -> None:
    assert paragraphs("One\nstill one\n \n\nTwo\n\n") == ("One\nstill one", "Two")


SHARED = ("duplicate_keyword", "keyword_inside_another", "duplicate_name", "duplicate_id")


@pytest.mark.parametrize("code", get_args(FindingCode))
def test_every_finding_has_a_sentence_and_its_cure_is_known(code: FindingCode) -> None:
    other = EntryId("b") if code in SHARED else None
    shown = note(Finding(code=code, entry_id=PLAIN.id, field="keywords", what="x", other="y", other_id=other))
    assert shown.claim[-1] in ".:"
    assert shown.rest.endswith((".", "?"))
    assert "_" not in shown.claim.replace("@@dont_activate", "")
    if shown.cure and shown.cure.action == "entry-mend":
        assert shown.cure.id in MENDS


@pytest.mark.parametrize("pattern", ["/(toll|knell/", "/[abc/i", "/a(b[c]/"])
def test_closing_a_bracket_makes_the_pattern_one_that_can_be_read(pattern: str) -> None:
    mended = closed(pattern, keyword_look(pattern).problem)
    assert keyword_look(mended).kind == "pattern"


def test_a_problem_that_is_no_open_bracket_has_no_cure() -> None:
    assert closed("/toll)/", keyword_look("/toll)/").problem) == ""


def test_a_cured_entry_no_longer_has_the_finding() -> None:
    book = Book(id=BookId("b"), name="B")
    lame = replace(PLAIN, keywords=(), probability=0)
    codes = [each.code for each in own(lame, book, Settings())]
    assert codes == ["no_keywords", "unreachable_never"]
    for code in codes:
        lame = MENDS[code](lame, Did(name="entry-mend", id=code))
    assert own(lame, book, Settings()) == ()


def test_a_version_is_compared_by_words_and_fields_by_name() -> None:
    old = replace(PLAIN, text="The tide is old.", keywords=("x", "y"), priority=2.5, enabled=False)
    new = replace(old, text="The tide is new.", keywords=("x", "z"), priority=3, enabled=True)
    found = {each.label: each.pieces for each in differences(old, new)}
    assert found["Text"] == (("same", "The tide is "), ("gone", "old"), ("new", "new"), ("same", "."))
    assert found["Keywords"] == (("gone", "y"), ("same", ", "), ("new", "z"))
    assert found["Priority"] == (("gone", "2.5"), ("new", "3"))
    assert found["Enabled"] == (("gone", "no"), ("new", "yes"))
    assert set(found) == {"Text", "Keywords", "Priority", "Enabled"}


def test_every_field_that_can_be_edited_has_a_name_in_a_comparison() -> None:
    rich = shelf.rich()
    bare = Entry(id=rich.id)
    labels = {each.label for each in differences(bare, rich)}
    assert {"Rule", "Where it goes", "Depth", "Said by", "Stays in", "Groups", "Kept for it", "Tags", "Note"} <= labels
    assert labels <= set(LABELS.values())


def test_the_list_of_versions_says_what_differs_and_when_it_was_left() -> None:
    kept = EntryVersion(id="v", until_ms=1_795_000_000_000, entry=replace(PLAIN, priority=9))
    shown = versions(History(entry_id=PLAIN.id, versions=(kept,), chosen="v"), PLAIN)
    assert shown is not None
    assert shown[0].said == "1 field differs: Priority."
    assert [each.label for each in shown[0].differences] == ["Priority"]
    assert versions(History(entry_id=PLAIN.id), PLAIN) is None


def test_links_tell_who_has_the_book_and_who_may() -> None:
    linked, free = links(things.BOOK, things.library())
    assert [link.name for link in linked] == ["Ansel Pike"]
    assert {link.kind for link in free} == {"character", "persona", "chat"}
