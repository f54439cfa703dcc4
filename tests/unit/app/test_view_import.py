"""The import preview as sentences."""

from dataclasses import replace
from typing import get_args

from loreglass.app.state import Importing
from loreglass.app.strings.import_notes import (
    GROUPS,
    HERE,
    NOTES,
    WARNINGS,
    example_words,
    format_name,
    thirds_label,
    warning_sentence,
)
from loreglass.app.view_import import destination, facts, heading, lede, parts, readable, thirds
from loreglass.formats.report import Group, Here, Note, Report, ReportRow, Warning, WarningCode
from tests.ui import things


def test_every_code_of_a_report_has_its_words() -> None:
    assert set(HERE) == set(get_args(Here))
    assert set(NOTES) == set(get_args(Note))
    assert set(WARNINGS) == set(get_args(WarningCode))
    assert {group for group, _, _ in GROUPS} == set(get_args(Group))


def test_a_file_is_described_in_short_pieces() -> None:
    assert facts(things.one_file().items[0])[1:] == ("SillyTavern World Info", "7 entries")
    assert facts(things.several_files().items[0])[1:] == ("Character card, version 2", "3 greetings", "1 entry")


def test_what_is_lost_is_told_first() -> None:
    imported = things.one_file().items[0].imported
    assert imported is not None
    assert lede(imported) == "Most of it fits. Two values would change what the book does."
    assert parts(imported.report)[0].title == "Cannot be represented"


def test_a_file_without_losses_fits() -> None:
    imported = things.several_files().items[0].imported
    assert imported is not None
    assert lede(imported) == "All of it fits."


def test_one_loss_is_singular() -> None:
    imported = things.several_files().items[0].imported
    assert imported is not None
    rows = (ReportRow(group="cannot", file_field="a", here="nothing", values=1),)
    assert lede(replace(imported, report=Report(rows=rows))) == (
        "Most of it fits. One value would change what the card does."
    )


def test_the_bar_counts_every_value_once() -> None:
    imported = things.one_file().items[0].imported
    assert imported is not None
    assert sum(thirds(imported.report)) == sum(row.values for row in imported.report.rows)
    assert thirds_label(412, 38, 6) == "412 values mapped, 38 kept but unused, 6 cannot be represented"


def test_reading_is_told_by_real_steps() -> None:
    assert heading(things.several_files()) == "Reading file 4 of 4."


def test_what_can_come_in_is_counted_once_all_is_read() -> None:
    importing = replace(things.several_files(), reading=0)
    importing = replace(importing, items=importing.items[:3])
    assert len(readable(importing)) == 2
    assert heading(importing) == "Two of three files can come in. One cannot be read."


def test_a_single_refused_file_says_so() -> None:
    refused = things.several_files().items[2]
    assert heading(Importing(items=(refused,))) == "That file cannot be read."


def test_a_book_offered_over_a_chat_is_attached_to_it() -> None:
    item = things.one_file().items[0]
    assert destination(item, attach_to_chat=True) == "A new book. It is attached to the open chat."
    assert destination(item, attach_to_chat=False) == "A new book."


def test_an_example_is_not_told_in_the_programs_spelling() -> None:
    row = ReportRow(group="mapped", file_field="disable", here="enabled", values=1, example="True", note="sense_turned")
    assert example_words(row) == "“true”: the sense is turned round: off there is off here"
    assert example_words(replace(row, example="100.0", note="")) == "“100”"


def test_a_warning_names_the_place() -> None:
    assert warning_sentence(Warning(where="entry 3", code="bad_entry", detail="a number")) == (
        "Entry 3 could not be read and is left out (a number)."
    )
    assert warning_sentence(Warning(where="", code="more_warnings", detail="12")) == "12 more warnings like these."


def test_an_unknown_format_is_still_named() -> None:
    assert format_name("some_new_thing") == "some new thing"
