"""Export: at once in our own format, or through the dialog that first says what would be lost."""

import json

import pytest

from loreglass.app.actions import Did
from loreglass.app.exporting import formats_for
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.formats.encode.export import CARDS
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import ANSEL, BOOK, run, world

pytestmark = pytest.mark.cpython


def book_in(made: World) -> object:
    name, mime, content = made.page.downloads[-1]
    assert (name, mime) == ("Harbour.json", "application/json")
    return json.loads(content)["name"]


def test_a_book_is_exported_at_once_in_our_own_format() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="book-export", id=BOOK.id))
        return await settle(runtime)

    assert run(made, play).exporting is None
    assert book_in(made) == "Harbour"


def test_the_dialog_tells_what_would_be_lost_before_anything_is_downloaded() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="book-export-as", id=BOOK.id))
        state = await settle(runtime)
        assert made.page.downloads == []
        assert state.exporting is not None
        assert (state.exporting.format, state.exporting.problem) == ("native", "")
        assert state.exporting.losses is not None
        assert state.exporting.size_bytes > 100
        runtime.tell(Did(name="export-download"))
        return await settle(runtime)

    assert run(made, play).exporting is None
    assert book_in(made) == "Harbour"


def test_a_closed_dialog_downloads_nothing() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="book-export-as", id=BOOK.id))
        runtime.tell(Did(name="dialog-close"))
        return await settle(runtime)

    assert run(made, play).exporting is None
    assert made.page.downloads == []


@pytest.mark.parametrize("to", formats_for("book"))
def test_every_format_of_a_book_can_be_chosen_and_written(to: str) -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="book-export-as", id=BOOK.id))
        runtime.tell(Did(name="export-format", value=to))
        await settle(runtime)
        runtime.tell(Did(name="export-download"))
        return await settle(runtime)

    run(made, play)
    assert len(made.page.downloads) == 1


@pytest.mark.parametrize("to", formats_for("character"))
def test_every_format_of_a_character_can_be_chosen_and_written(to: str) -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="character-export", id=ANSEL.id))
        runtime.tell(Did(name="export-format", value=to))
        await settle(runtime)
        runtime.tell(Did(name="export-download"))
        return await settle(runtime)

    run(made, play)
    ((name, _, content),) = made.page.downloads
    assert name.startswith("Ansel.")
    assert content[:8] == b"\x89PNG\r\n\x1a\n" if to.endswith(".png") else content


def test_a_card_goes_into_its_picture_first() -> None:
    pictures = tuple(each for each in formats_for("character") if each.endswith(".png"))
    assert formats_for("character")[: len(pictures)] == pictures
    assert set(CARDS) <= set(formats_for("character"))
