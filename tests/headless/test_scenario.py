import pytest

from loreglass.domain.errors import BadInput
from loreglass.headless.scenario import Scenario, read_scenario

BOOK = {
    "format": "loreglass/book",
    "version": 1,
    "name": "Tides",
    "entries": [{"id": "a", "keywords": ["x"], "text": "t"}],
}
CHAT = {"char": "Aria", "user": "Sam", "messages": [{"name": "Sam", "role": "user", "text": "hi"}]}


def read(replays: bool = False, **parts: object) -> Scenario:
    return read_scenario({"books": [BOOK], "chat": CHAT, **parts}, source="s.json", replays=replays)


def problem(replays: bool = False, **parts: object) -> str:
    with pytest.raises(BadInput) as raised:
        read(replays, **parts)
    return str(raised.value)


def test_defaults_are_those_of_the_specification() -> None:
    settings = read().scene.settings
    assert (settings.semantics, settings.memory_depth_messages, settings.memory_budget_tokens) == ("native", 50, 500)
    assert (settings.context_tokens, settings.reply_reserve_tokens, settings.encoding) == (8192, 512, "words")


def test_books_get_names_and_scopes() -> None:
    nameless = {**BOOK, "name": ""}
    books = [BOOK, {"name": "Mine", "scope": "global", "book": BOOK}, nameless, {"book": BOOK}]
    linked = read(books=books).scene.books
    assert [(one.book.name, one.scope) for one in linked] == [
        ("Tides", "chat"),
        ("Mine", "global"),
        ("Book 3", "chat"),
        ("Tides (2)", "chat"),
    ]
    assert len({one.book.id for one in linked}) == 4


def test_an_agnai_book_and_a_card_are_books_too() -> None:
    agnai = {
        "kind": "memory",
        "name": "A",
        "entries": [{"name": "E", "entry": "t", "keywords": ["x"], "enabled": True}],
    }
    card = {
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": {
            "name": "C",
            "character_book": {"name": "own", "entries": [{"keys": ["x"], "content": "t", "enabled": True}]},
        },
    }
    assert [one.book.name for one in read(books=[agnai, card]).scene.books] == ["A", "own"]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"bookz": []}, ('"bookz"',)),
        ({"settings": {"memory_dept": 5}}, ("settings", '"memory_dept"')),
        ({"settings": {"activation": {"scan_depth": 2}}}, ("settings.activation", '"scan_depth"')),
        ({"settings": {"memory_depth": "five"}}, ("settings.memory_depth", "whole number", '"five"')),
        ({"settings": {"memory_depth": True}}, ("settings.memory_depth", "whole number")),
        ({"settings": {"counter": "gpt2"}}, ("settings.counter", "o200k_base", '"gpt2"')),
        ({"settings": {"semantics": "novelai"}}, ("settings.semantics", "sillytavern", '"novelai"')),
        (
            {"settings": {"semantics": "sillytavern", "activation": {"whole_words": True}}},
            ("settings.activation", '"whole_words"'),
        ),
        ({"chat": {"messages": [{"role": "user", "text": 5}]}}, ("chat.messages[0].text", "a text")),
        ({"chat": {"messages": [{"role": "dog", "text": ""}]}}, ("chat.messages[0].role", '"dog"')),
        ({"chat": {"messages": {}}}, ("chat.messages", "a list")),
        ({"books": [7]}, ("books[0]", "an object")),
        ({"books": [{"name": "x", "book": {"hello": 1}}]}, ("books[0].book",)),
        ({"books": [{"scope": "world", "book": BOOK}]}, ("books[0].scope", '"world"')),
        ({"books": [{"scop": "chat", "book": BOOK}]}, ("books[0]", '"scop"')),
        ({"rolls": [0.5, "a"]}, ("rolls[1]", "a number")),
        ({"rolls": [10**400]}, ("rolls[0]", "a number")),
        ({"settings": {"activation": {"budget_percent": 1e308}}}, ("settings.activation.budget_percent", "1,000,000")),
        ({"template": ["{{x}}"]}, ("template", "a text")),
        ({"facts": [1]}, ("facts", "not supported yet")),
        ({"turns": []}, ('"turns"',)),
    ],
)
def test_what_is_wrong_is_named_with_file_and_place(parts: dict[str, object], words: tuple[str, ...]) -> None:
    told = problem(**parts)
    assert told.startswith("s.json: ")
    assert "\n" not in told
    for word in words:
        assert word in told


def test_parts_of_later_features_may_be_there_if_empty() -> None:
    assert read(template="", facts=[], rules=[], world={}).scene.turns[0].text == "hi"


def test_a_replay_without_turns_has_one_for_each_reply_and_one_for_the_end() -> None:
    messages = [{"role": role, "text": role} for role in ("user", "char", "user", "assistant", "user")]
    moments = read(True, chat={"char": "A", "user": "S", "messages": messages}).moments
    assert [len(moment.turns) for moment in moments] == [1, 3, 5]


def test_both_budgets_hold_where_both_are_set() -> None:
    def limit(**settings: object) -> tuple[int, float | None]:
        made = read(settings={"context": 1000, **settings}).scene.settings
        return made.memory_budget_tokens, made.memory_budget_percent

    assert limit(activation={"budget_percent": 90}) == (500, 90)
    assert limit(memory_budget=20, activation={"budget_percent": 1}) == (10, None)
    assert limit(memory_budget=5, activation={"budget_percent": 1}) == (5, None)


def test_sillytavern_has_its_own_settings_and_rolls_a_half_where_none_are_given() -> None:
    settings = {"semantics": "sillytavern", "memory_depth": 40, "activation": {"budget_cap": 9, "strategy": "evenly"}}
    scene = read(settings=settings, macros={"Place": "harbour"}).scene
    read_settings = scene.settings
    assert (read_settings.memory_depth_messages, read_settings.memory_budget_percent) == (2, 25)
    assert (read_settings.memory_budget_cap_tokens, read_settings.strategy) == (9, "evenly")
    assert (read_settings.recursive, read_settings.whole_words) == (False, False)
    assert (scene.rolls, scene.macros) == ((), (("Place", "harbour"),))
