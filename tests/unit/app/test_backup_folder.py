"""Backups into a chosen folder, and the schedule by which they are made."""

import json

import pytest

from loreglass.app.actions import Did
from loreglass.app.backups import DAY_MS
from loreglass.app.runtime import Runtime
from loreglass.app.strings.toasts import notice
from tests.unit.app.fakes import settle
from tests.unit.app.test_backup import brought, lived_in, made_in, play, read
from tests.unit.app.test_chatting import say

pytestmark = pytest.mark.cpython


def test_a_chosen_folder_gets_a_backup_at_once_and_the_next_when_it_is_due() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="backup-folder-choose"))
        state = await settle(runtime)
        assert (state.backups.folder, len(made.folder.files)) == ("Backups", 1)
        made.folder.files.clear()
        await say(runtime, "Too early for another.")
        assert made.folder.files == {}
        made.clock.ms += DAY_MS
        await say(runtime, "A day later.")
        assert len(made.folder.files) == 1
        assert read(next(iter(made.folder.files.values()))).records("chats")

    play(made, what)


def test_after_so_many_messages_a_backup_is_made_whatever_the_time() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="backup-folder-choose"))
        runtime.tell(Did(name="backup-every", value="never"))
        runtime.tell(Did(name="backup-after", value="2"))
        await settle(runtime)
        made.folder.files.clear()
        await say(runtime, "One.")
        assert made.folder.files == {}
        await say(runtime, "Two.")
        assert len(made.folder.files) == 1

    play(made, what)


def test_only_the_newest_ten_backups_are_kept_and_nothing_else_is_touched() -> None:
    made = lived_in()
    made.folder.files = {f"loreglass-2025-01-{day:02}-0900.zip": b"old" for day in range(1, 13)}
    made.folder.files["letter.zip"] = b"mine"

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="backup-folder-choose"))
        await settle(runtime)
        names = sorted(made.folder.files)
        assert names[0] == "letter.zip"
        assert names[1] == "loreglass-2025-01-04-0900.zip"
        assert names[-1] == "loreglass-2026-02-01-1200.zip"
        assert len(names) == 11

    play(made, what)


def test_after_a_restart_a_due_backup_waits_for_the_click_that_allows_it() -> None:
    made = lived_in()
    made.folder.name = "Backups"

    async def what(runtime: Runtime) -> None:
        state = await settle(runtime)
        assert made.folder.files == {}
        assert [notice(each) for each in state.toasts] == [
            "A backup into Backups is due. Allow it in Settings, Storage."
        ]
        runtime.tell(Did(name="backup-folder-allow"))
        await settle(runtime)
        assert len(made.folder.files) == 1

    play(made, what)


def test_a_folder_that_is_gone_says_what_to_do() -> None:
    made = lived_in()
    made.folder.lost = True

    async def what(runtime: Runtime) -> None:
        runtime.tell(Did(name="backup-folder-choose"))
        state = await settle(runtime)
        assert "Choose it again" in state.backups.problem
        assert state.backups.running is None

    play(made, what)


def test_the_schedule_is_this_devices_and_no_restore_changes_it() -> None:
    made = lived_in()

    async def what(runtime: Runtime) -> None:
        data = await made_in(runtime, made)
        runtime.tell(Did(name="backup-every", value="week"))
        await settle(runtime)
        await brought(runtime, made, data, "instead")
        assert json.loads(made.store.records["settings"]["backups"])["every"] == "week"
        assert "backup-made" not in made.store.records["settings"]

    play(made, what)


def test_a_folder_that_is_gone_at_the_start_costs_nothing_of_the_schedule() -> None:
    made = lived_in()

    async def chosen(runtime: Runtime) -> None:
        runtime.tell(Did(name="backup-folder-choose"))
        await settle(runtime)
        runtime.tell(Did(name="backup-every", value="week"))
        await settle(runtime)

    play(made, chosen)
    made.folder.lost = True

    async def what(runtime: Runtime) -> None:
        await settle(runtime)
        assert "Choose it again" in runtime.state.backups.problem
        await made_in(runtime, made)
        assert json.loads(made.store.records["settings"]["backups"])["every"] == "week"

    play(made, what)
