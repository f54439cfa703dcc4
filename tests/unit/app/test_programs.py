"""A chat plays by a program's rules: what it starts from, what it may change, and what asks for them."""

from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.programs import rules_for
from loreglass.app.runtime import Runtime
from loreglass.app.scenes import settings_of
from loreglass.app.state import AppState, BookRow, Library, NewChat, OpenChat, Preferences, Route
from loreglass.app.view_setup import SetupView, setup_view
from loreglass.domain.ids import BookId, CharacterId
from loreglass.domain.story.cast import Character
from loreglass.domain.story.semantics import ActivationSettings, Semantics
from tests.ui import ninth_bell
from tests.unit.app.fakes import settle
from tests.unit.app.test_chatting import chat_of, run, world

pytestmark = pytest.mark.cpython


def chat(semantics: Semantics, **changes: object) -> OpenChat:
    held = ninth_bell.open_chat()
    head = replace(held.chat, semantics=semantics, memory_budget_tokens=None, **changes)  # type: ignore[arg-type]
    return replace(held, chat=head)


def view(open_chat: OpenChat) -> SetupView:
    return setup_view(open_chat, Library(), Preferences())


def test_sillytavern_starts_from_what_a_new_user_of_it_has() -> None:
    settings = settings_of(ninth_bell.state(), chat("sillytavern"))
    assert (settings.memory_depth_messages, settings.memory_budget_percent) == (2, 25)
    assert (settings.recursive, settings.whole_words) == (True, True)


def test_our_own_rules_start_from_the_apps_settings() -> None:
    settings = settings_of(ninth_bell.state(), chat("native"))
    assert (settings.memory_depth_messages, settings.memory_budget_percent, settings.recursive) == (50, None, False)


def test_what_the_chat_sets_goes_before_the_program() -> None:
    own = ActivationSettings(budget_percent=10, recursive=False, whole_words=False)
    settings = settings_of(ninth_bell.state(), chat("sillytavern", memory_depth_messages=7, activation=own))
    assert (settings.memory_depth_messages, settings.memory_budget_percent) == (7, 10)
    assert (settings.recursive, settings.whole_words) == (False, False)


def test_what_was_set_for_another_program_does_not_reach_our_own_rules() -> None:
    own = ActivationSettings(budget_percent=10, recursive=True, whole_words=False)
    settings = settings_of(ninth_bell.state(), chat("native", activation=own))
    assert (settings.memory_budget_percent, settings.recursive, settings.whole_words) == (None, False, True)


def test_setup_says_what_comes_from_the_program() -> None:
    shown = view(chat("sillytavern"))
    assert (shown.depth.value, shown.depth.origin) == (2, "program")
    assert shown.rules is not None
    assert (shown.rules.percent.value, shown.rules.percent.origin, shown.rules.changed) == (25, "program", False)
    assert view(chat("native")).rules is None


def test_rules_and_their_settings_are_changed_in_setup_and_stored() -> None:
    async def play(runtime: Runtime) -> AppState:
        for did in (
            Did(name="chat-semantics", value="sillytavern"),
            Did(name="chat-budget-percent", value="40"),
            Did(name="chat-recursive", value="on", checked=False),
            Did(name="chat-semantics", value="nonsense"),
        ):
            runtime.tell(did)
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chats")))
        runtime.tell(actions.Went(route=Route(name="chat", id="chat")))
        return await settle(runtime)

    held = chat_of(run(world(), play)).chat
    assert held.semantics == "sillytavern"
    assert held.activation == ActivationSettings(budget_percent=40, recursive=False)


def test_an_empty_or_reset_field_goes_back_to_the_program() -> None:
    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-semantics", value="sillytavern"))
        runtime.tell(Did(name="chat-budget-percent", value="40"))
        runtime.tell(Did(name="chat-budget-percent", value=""))
        runtime.tell(Did(name="chat-whole-words", value="on", checked=False))
        runtime.tell(Did(name="chat-rules-reset"))
        return await settle(runtime)

    assert chat_of(run(world(), play)).chat.activation == ActivationSettings()


def test_raising_a_budget_in_per_cent_raises_the_per_cent() -> None:
    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-semantics", value="sillytavern"))
        runtime.tell(Did(name="raise-budget", id="chat", value="100"))
        return await settle(runtime)

    held = chat_of(run(world(), play)).chat
    assert held.activation.budget_percent == 27  # 25% of 8,192 and 100 tokens more
    assert held.memory_budget_tokens is None


PIKE = Character(id=CharacterId("pike"), name="Pike", semantics="sillytavern")
LIBRARY = Library(
    characters=(PIKE, replace(PIKE, id=CharacterId("edda"), semantics="")),
    books=(BookRow(id=BookId("a"), name="A", entry_count=1, semantics="agnai"),),
)


@pytest.mark.parametrize(
    ("new", "rules"),
    [
        (NewChat(character_id=PIKE.id, persona_id=None), "sillytavern"),
        (NewChat(character_id=PIKE.id, persona_id=None, semantics="native"), "native"),
        (NewChat(character_id=CharacterId("edda"), persona_id=None, book_ids=(BookId("a"),)), "agnai"),
        (NewChat(character_id=None, persona_id=None), "native"),
    ],
)
def test_a_new_chat_plays_by_what_its_card_or_book_was_written_for_unless_the_user_chose(
    new: NewChat, rules: str
) -> None:
    assert rules_for(new, LIBRARY) == rules


def test_the_rules_chosen_for_a_new_chat_are_the_chats() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-new"))
        runtime.tell(Did(name="chat-new-field", id="rules", value="agnai"))
        runtime.tell(Did(name="chat-create"))
        return await settle(runtime)

    newest = run(made, play).library.chats[0]
    assert newest.semantics == "agnai"
