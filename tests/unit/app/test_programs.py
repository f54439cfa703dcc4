"""A chat plays by a program's rules: what it starts from, what it may change, and what asks for them."""

from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.programs import SEMANTICS, rules_for
from loreglass.app.runtime import Runtime
from loreglass.app.scenes import settings_of
from loreglass.app.state import AppState, BookRow, Library, NewChat, OpenChat, Preferences, Route
from loreglass.app.strings.programs import RULES, rule_value
from loreglass.app.view_setup import SetupView, setup_view
from loreglass.domain.ids import BookId, CharacterId
from loreglass.domain.lore.sillytavern.activate import limit_tokens
from loreglass.domain.prompt.record import decode, encode
from loreglass.domain.story.cast import Character
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.semantics import ActivationSettings, NativeSettings, Semantics
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


def test_what_was_set_for_another_program_does_not_reach_our_own_rules_nor_the_other_way_round() -> None:
    own = ActivationSettings(
        budget_percent=10, recursive=True, whole_words=False, native=NativeSettings(min_activations=3)
    )
    settings = settings_of(ninth_bell.state(), chat("native", activation=own))
    assert (settings.memory_budget_percent, settings.recursive, settings.whole_words) == (None, False, True)
    assert settings.min_activations == 3
    assert settings_of(ninth_bell.state(), chat("sillytavern", activation=own)).min_activations == 0
    assert settings_of(ninth_bell.state(), chat("agnai", activation=own)).min_activations == 0


def test_everything_that_the_chat_sets_of_sillytavern_reaches_the_engine() -> None:
    own = ActivationSettings(
        budget_cap_tokens=300,
        recursion_steps=2,
        case_sensitive=True,
        min_activations=4,
        min_activations_depth_messages=9,
        group_scoring=True,
        strategy="evenly",
    )
    settings = settings_of(ninth_bell.state(), chat("sillytavern", activation=own))
    assert (settings.memory_budget_cap_tokens, settings.max_recursion_steps) == (300, 2)
    assert (settings.min_activations, settings.min_activations_depth_messages) == (4, 9)
    assert (settings.case_sensitive, settings.group_scoring, settings.strategy) == (True, True, "evenly")


def test_everything_that_the_chat_sets_of_our_own_rules_reaches_the_engine() -> None:
    own = NativeSettings(recursive=True, whole_words=False, case_sensitive=True, min_activations=2)
    settings = settings_of(ninth_bell.state(), chat("native", activation=ActivationSettings(native=own)))
    assert (settings.recursive, settings.whole_words) == (True, False)
    assert (settings.case_sensitive, settings.min_activations) == (True, 2)


def test_setup_says_what_comes_from_the_program() -> None:
    shown = view(chat("sillytavern"))
    assert (shown.depth.value, shown.depth.origin) == (2, "program")
    assert shown.rules is not None
    assert shown.rules.percent is not None
    assert (shown.rules.percent.value, shown.rules.percent.origin) == (25, "program")
    assert not any(each.changed for each in shown.rules.fields)
    assert {each.name for each in shown.rules.fields} >= {"budget_cap_tokens", "strategy", "recursion_steps"}
    assert view(chat("agnai")).rules is None


def test_setup_of_our_own_rules_has_four_of_them() -> None:
    own = ActivationSettings(native=NativeSettings(recursive=True))
    shown = view(chat("native", activation=own)).rules
    assert shown is not None
    assert shown.percent is None
    assert [(each.name, each.value, each.changed) for each in shown.fields] == [
        ("recursive", True, True),
        ("whole_words", True, False),
        ("case_sensitive", False, False),
        ("min_activations", 0, False),
    ]


@pytest.mark.parametrize("semantics", SEMANTICS)
def test_every_rule_that_a_chat_may_set_has_its_words(semantics: Semantics) -> None:
    shown = view(chat(semantics)).rules
    for each in shown.fields if shown else ():
        assert RULES[each.name].label
        assert rule_value(each.default)


def test_a_record_of_an_older_chat_is_read_without_the_newer_settings() -> None:
    held = ActivationSettings(budget_percent=40, strategy="evenly", native=NativeSettings(recursive=False))
    assert decode(ActivationSettings, {"budget_percent": 40, "whole_words": False}) == ActivationSettings(
        budget_percent=40, whole_words=False
    )
    assert decode(ActivationSettings, encode(held)) == held


def test_rules_and_their_settings_are_changed_in_setup_and_stored() -> None:
    async def play(runtime: Runtime) -> AppState:
        for did in (
            Did(name="chat-semantics", value="sillytavern"),
            Did(name="chat-budget-percent", value="40"),
            Did(name="chat-rule", id="recursive", value="on", checked=False),
            Did(name="chat-rule", id="strategy", value="global_first"),
            Did(name="chat-rule", id="min_activations", value="3"),
            Did(name="chat-rule", id="attic", value="3"),
            Did(name="chat-semantics", value="nonsense"),
        ):
            runtime.tell(did)
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chats")))
        runtime.tell(actions.Went(route=Route(name="chat", id="chat")))
        return await settle(runtime)

    held = chat_of(run(world(), play)).chat
    assert held.semantics == "sillytavern"
    assert held.activation == ActivationSettings(
        budget_percent=40, recursive=False, strategy="global_first", min_activations=3
    )


def test_an_empty_or_reset_field_goes_back_to_the_program() -> None:
    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-semantics", value="sillytavern"))
        runtime.tell(Did(name="chat-budget-percent", value="40"))
        runtime.tell(Did(name="chat-budget-percent", value=""))
        runtime.tell(Did(name="chat-rule", id="whole_words", value="on", checked=False))
        runtime.tell(Did(name="chat-rule-reset", id="whole_words"))
        runtime.tell(Did(name="chat-rule", id="budget_cap_tokens", value="900"))
        runtime.tell(Did(name="chat-rule", id="budget_cap_tokens", value=""))
        runtime.tell(Did(name="chat-rule", id="strategy", value="evenly"))
        runtime.tell(Did(name="chat-rule", id="strategy", value="nonsense"))
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


@pytest.mark.parametrize(
    ("cap", "raised"),
    [
        (0, (27, None)),
        (500, (None, 600)),  # a cap that binds: the share of 2,048 has room
        (2_000, (26, 2_100)),
        (5_000, (27, 5_000)),
    ],
)
def test_raising_a_budget_raises_the_cap_where_it_binds(cap: int, raised: tuple[int | None, int | None]) -> None:
    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-semantics", value="sillytavern"))
        if cap:
            runtime.tell(Did(name="chat-rule", id="budget_cap_tokens", value=str(cap)))
        runtime.tell(Did(name="raise-budget", id="chat", value="100"))
        return await settle(runtime)

    state = run(world(), play)
    own = chat_of(state).chat.activation
    assert (own.budget_percent, own.budget_cap_tokens) == raised
    settings = settings_of(state, chat_of(state))
    before = min(2_048, cap or 2_048)
    assert limit_tokens(Scene(turns=(), settings=settings)) >= before + 100


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
