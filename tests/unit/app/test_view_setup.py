"""The chat's settings, each with where its value comes from."""

from dataclasses import replace

from loreglass.app.state import Preferences
from loreglass.app.view_setup import SetupView, setup_view
from tests.ui import ninth_bell


def shown() -> SetupView:
    state = ninth_bell.state()
    assert state.chat is not None
    return setup_view(state.chat, state.library, Preferences())


def test_a_number_set_in_the_chat_says_so_and_knows_what_it_goes_back_to() -> None:
    assert (shown().budget.value, shown().budget.origin, shown().budget.default) == (900, "chat", 500)


def test_a_number_that_is_not_set_comes_from_settings() -> None:
    assert (shown().depth.value, shown().depth.origin) == (50, "settings")


def test_books_of_the_chat_come_first() -> None:
    assert [(book.name, book.linked) for book in shown().books] == [("Wrackmouth", True), ("Tides and tables", False)]


def test_the_characters_own_book_is_marked() -> None:
    state = ninth_bell.state()
    assert state.chat is not None
    own = replace(state.chat.books[0], scope="character")
    view = setup_view(replace(state.chat, books=(own,)), state.library, Preferences())
    assert [book.comes for book in view.books] == ["comes with the character", ""]


def test_one_may_play_any_persona_or_oneself() -> None:
    assert shown().personas == (("", "Yourself"), ("nell", "Nell Sarrow"))
    assert shown().persona_id == "nell"
