from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.ids import CharacterId, ChatId
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Chat
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.speaking import Group, Member, group_of, next_speaker, stop_strings

PIKE, VEY, MAUD = (CharacterId(name) for name in ("pike", "vey", "maud"))
GROUP = Group(
    members=(
        Member(id=PIKE, names=("Ansel Pike",)),
        Member(id=VEY, names=("Ottoline Vey",)),
        Member(id=MAUD, names=("Sister Maud",)),
    )
)


def speaker(
    group: Group,
    *,
    last: CharacterId | None = None,
    said: str = "",
    said_by: CharacterId | None = None,
    named: CharacterId | None = None,
    roll: float = 0.0,
) -> CharacterId | None:
    return next_speaker(group, named=named, last=last, said=said, said_by=said_by, roll=lambda: roll)


def muted(group: Group, *ids: CharacterId) -> Group:
    return replace(group, members=tuple(replace(each, muted=each.id in ids) for each in group.members))


def talking(**weights: float) -> Group:
    members = tuple(replace(each, talkativeness=weights.get(each.id, 0.5)) for each in GROUP.members)
    return Group(members=members, order="talkative")


def test_in_a_manual_group_the_named_one_speaks_even_muted_and_else_whoever_spoke_last() -> None:
    assert speaker(muted(GROUP, VEY), named=VEY) == VEY
    assert speaker(GROUP, last=MAUD) == MAUD
    assert speaker(GROUP) == PIKE


def test_in_a_round_everyone_speaks_in_turn_and_the_muted_are_passed_over() -> None:
    group = replace(GROUP, order="round")
    assert [speaker(group, last=last) for last in (None, PIKE, VEY, MAUD)] == [PIKE, VEY, MAUD, PIKE]
    assert speaker(muted(group, VEY), last=PIKE) == MAUD


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("What did you hear, Vey?", VEY),
        ("Maud, ask Pike.", MAUD),
        ("ottoline vey signs for everything", VEY),
        ("The turnpike is shut.", VEY),
        ("“Well?”", VEY),
    ],
)
def test_who_is_named_speaks_and_where_nobody_is_the_round_goes_on(said: str, who: CharacterId) -> None:
    assert speaker(replace(GROUP, order="mention"), last=PIKE, said=said) == who


def test_whoever_names_themselves_is_not_called_by_it() -> None:
    group = replace(GROUP, order="mention")
    assert speaker(group, last=PIKE, said="“Pike,” I say, “is my name. Ask Maud.”", said_by=PIKE) == MAUD


def test_whoever_spoke_last_goes_on_when_the_user_names_them() -> None:
    group = replace(GROUP, order="mention")
    assert speaker(group, last=MAUD, said="Maud, once more!") == MAUD
    assert speaker(group, last=PIKE, said="Pike and Maud, who is it?") == PIKE


def test_chance_draws_by_talkativeness_and_never_the_silent_nor_the_last_speaker() -> None:
    group = talking(pike=1.0, vey=0.0, maud=0.5)
    assert speaker(group, roll=0.0) == PIKE
    assert speaker(group, roll=0.99) == MAUD
    assert speaker(group, last=PIKE, roll=0.0) == MAUD
    assert speaker(talking(pike=1.0, vey=0.0, maud=0.0), last=PIKE) == PIKE


def test_where_nobody_may_speak_nobody_does() -> None:
    for order in ("manual", "round", "talkative", "mention"):
        assert speaker(replace(muted(GROUP, PIKE, VEY, MAUD), order=order)) is None  # type: ignore[arg-type]


@given(
    order=st.sampled_from(["manual", "round", "talkative", "mention"]),
    silent=st.sets(st.sampled_from([PIKE, VEY, MAUD])),
    last=st.sampled_from([None, PIKE, VEY, MAUD]),
    said=st.text(max_size=40) | st.sampled_from(["Vey!", "Maud and Pike"]),
    roll=st.floats(min_value=0, max_value=1, exclude_max=True),
)
def test_nobody_who_is_muted_is_ever_chosen(
    order: str, silent: set[CharacterId], last: CharacterId | None, said: str, roll: float
) -> None:
    group = replace(muted(GROUP, *silent), order=order)  # type: ignore[arg-type]
    who = speaker(group, last=last, said=said, roll=roll)
    assert (who is None) == (len(silent) == 3)
    assert who not in silent


def test_a_group_is_made_of_the_cards_that_are_there() -> None:
    chat = Chat(
        id=ChatId("c"),
        title="",
        character_id=PIKE,
        persona_id=None,
        members=(PIKE, CharacterId("gone"), VEY),
        muted=(VEY,),
        talkativeness=((PIKE, 7.0),),
    )
    cast = (Character(id=PIKE, name="Ansel Pike", nickname="Pike"), Character(id=VEY, name="Vey"))
    group = group_of(chat, cast)
    assert [(each.id, each.names, each.muted) for each in group.members] == [
        (PIKE, ("Pike", "Ansel Pike"), False),
        (VEY, ("Vey",), True),
    ]
    assert group.members[0].talkativeness == 1.0


def test_a_reply_stops_where_it_would_speak_for_the_user_or_for_others_of_the_group() -> None:
    scene = Scene(turns=(), char_name="Pike", user_name="Nell")
    assert stop_strings(scene) == ("\nNell:",)
    assert stop_strings(scene, ("Pike", "Vey")) == ("\nNell:", "\nVey:")
    assert stop_strings(replace(scene, trigger="impersonate"), ("Pike", "Vey")) == ("\nPike:", "\nVey:")
    assert stop_strings(replace(scene, user_name="Pike")) == ()
