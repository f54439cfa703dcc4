"""What Settings says of backups, and what the dialog says before a backup is restored."""

from loreglass.app.backups import Backups
from loreglass.app.state import AppState
from loreglass.shell.ui.node import Node
from loreglass.shell.ui.page import REGIONS
from tests.ui.backups import FOLDER, PAGES, RESTORING, WAITING, WRITING, storage
from tests.ui.trees import named, text


def drawn(region: str, state: AppState) -> Node:
    found = next(each for each in REGIONS if each.id == region)
    node = found.render(*found.select(state))
    assert node is not None
    return node


def test_storage_offers_a_backup_and_a_restore_and_says_that_keys_are_not_in_it() -> None:
    page = drawn("main", storage(Backups()))
    assert "Back up everything" in named(page, "button")
    assert "Restore a backup" in named(page, "input")
    assert "keys and endpoints are not in it" in text(page)
    assert "Last backup: None yet" in text(page)


def test_a_browser_without_folders_is_told_of_in_a_sentence() -> None:
    page = drawn("main", storage(Backups()))
    assert "does not let a page write into a folder" in text(page)
    assert "Choose a folder" not in named(page, "button")


def test_a_folder_that_waits_for_a_click_has_the_button_for_it() -> None:
    assert "Allow it" in named(drawn("main", storage(WAITING)), "button")
    assert "Allow it" not in named(drawn("main", storage(FOLDER)), "button")


def test_a_backup_under_way_shows_how_far_it_is_and_can_be_cancelled() -> None:
    page = drawn("main", storage(WRITING))
    assert "1,200 of 5,400 records" in text(page)
    assert "Cancel the backup" in named(page, "button")


def test_before_a_restore_the_dialog_says_what_is_in_the_file_and_from_when() -> None:
    said = text(drawn("dialog", storage(FOLDER, RESTORING)))
    for claim in ("2 chats", "1 book", "1 picture", "1 thing", "2026", "version 5"):
        assert claim in said


def test_in_place_of_everything_offers_a_backup_first() -> None:
    assert "Back up what is here first" in named(drawn("dialog", PAGES["restore"]()), "button")
    assert "Back up what is here first" not in named(drawn("dialog", storage(FOLDER, RESTORING)), "button")


def test_what_a_chat_loses_in_a_format_is_said_in_the_users_words() -> None:
    assert "Variants that are not chosen" in text(drawn("dialog", PAGES["export-chat"]()))
