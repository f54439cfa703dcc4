"""Whatever two plans say: the comparison has two sides, and a plan does not differ from itself."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.ids import BookId, EntryId, MessageId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.prompt.compare import compare, fork, same_tokens, shared_length
from loreglass.domain.prompt.plan import Numbers, Plan, PromptMessage, Section

WORDS = st.text(alphabet="ab ", max_size=6)
NUMBERS = Numbers(
    context=900,
    reply_reserve=100,
    memory_budget=100,
    memory_used=0,
    left_out=0,
    overhead=0,
    sent=0,
    encoding="words",
    exact=True,
)


@st.composite
def decisions(draw: st.DrawFn) -> tuple[Decision, ...]:
    names = draw(st.lists(st.sampled_from("uvwxyz"), unique=True, max_size=6))
    return tuple(
        Decision(
            ref=EntryRef(book_id=BookId("b"), entry_id=EntryId(name)),
            verdict=draw(st.sampled_from(["included", "dropped", "dormant"])),
            reason=Reason(code="constant"),
            cost_tokens=draw(st.integers(0, 3)),
            text=draw(WORDS),
            slot=draw(st.sampled_from(["memory", "before"])),
        )
        for name in names
    )


SECTION = st.builds(
    Section, id=st.sampled_from(["system", "character", "memory"]), text=WORDS, tokens=st.integers(0, 9)
)
MESSAGE = st.builds(
    PromptMessage,
    role=st.sampled_from(["system", "user", "assistant"]),
    content=WORDS,
    message_id=st.sampled_from([None, MessageId("m1")]),
)
PLANS = st.builds(
    lambda decided, sections, messages, sent: Plan(
        decisions=decided,
        activated=(),
        memory_text="",
        placements=Placements(),
        sections=tuple(sections),
        messages=tuple(messages),
        numbers=replace(NUMBERS, sent=sent),
        entry_count=6,
    ),
    decisions(),
    st.lists(SECTION, max_size=4),
    st.lists(MESSAGE, max_size=4),
    st.integers(0, 800),
)


@given(PLANS)
def test_a_plan_does_not_differ_from_itself(plan: Plan) -> None:
    assert compare(plan, plan).is_nothing


@given(PLANS, PLANS)
def test_the_other_way_round_what_came_is_what_went(one: Plan, two: Plan) -> None:
    there, back = compare(one, two), compare(two, one)
    assert {(pair.key, pair.before, pair.after) for pair in there.came} == {
        (pair.key, pair.after, pair.before) for pair in back.went
    }
    assert {(move.key, move.before, move.after) for move in there.moved} == {
        (move.key, move.after, move.before) for move in back.moved
    }
    assert {(pair.key, pair.before) for pair in there.rewritten} == {(pair.key, pair.after) for pair in back.rewritten}
    assert {(each.key, each.before, each.after) for each in there.sections} == {
        (each.key, each.after, each.before) for each in back.sections
    }
    assert there.fork == back.fork


@given(PLANS, PLANS)
def test_what_went_and_came_turns_the_entries_of_one_prompt_into_those_of_the_other(one: Plan, two: Plan) -> None:
    def sent(plan: Plan) -> set[EntryId]:
        return {each.ref.entry_id for each in plan.decisions if each.verdict == "included"}

    change = compare(one, two)
    gone, new = {pair.key[1] for pair in change.went}, {pair.key[1] for pair in change.came}
    assert (sent(one) - gone) | new == sent(two)


@given(PLANS, PLANS)
def test_all_before_the_fork_is_the_same_and_the_next_character_is_not(one: Plan, two: Plan) -> None:
    found = fork(one, two)
    pairs = [[(each.role, each.content) for each in plan.messages] for plan in (one, two)]
    if found is None:
        assert pairs[0] == pairs[1]
        return
    assert pairs[0][: found.message] == pairs[1][: found.message]
    rest = [plan[found.message :] for plan in pairs]
    if rest[0] and rest[1] and rest[0][0][0] == rest[1][0][0]:
        texts = [each[0][1] for each in rest]
        assert texts[0] != texts[1]
        assert texts[0][: found.characters] == texts[1][: found.characters]
        assert texts[0][found.characters : found.characters + 1] != texts[1][found.characters : found.characters + 1]


@given(PLANS, PLANS)
def test_what_is_the_same_is_never_more_than_what_is_sent(one: Plan, two: Plan) -> None:
    found = fork(one, two)
    if found is not None:
        assert 0 <= same_tokens(two, found) <= two.numbers.sent


@given(st.text(max_size=30), st.text(max_size=30))
def test_two_texts_share_their_beginning_and_no_more(one: str, two: str) -> None:
    size = shared_length(one, two)
    assert one[:size] == two[:size]
    assert size == min(len(one), len(two)) or one[size] != two[size]
