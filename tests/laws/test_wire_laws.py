"""Laws of the wire: cuts make no difference, nothing unknown is sent, and what is learnt stays within reason."""

import json
from dataclasses import fields
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.anthropic import arranged
from loreglass.domain.wire.calibration import Calibration, factor, learn
from loreglass.domain.wire.counting import read_text_counts
from loreglass.domain.wire.endpoint import Endpoint, ProfileId
from loreglass.domain.wire.events import Finished, ReasoningDelta, StreamError, TextDelta, ThoughtSoFar
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.masking import HIDDEN, PIECE_CHARS, without_keys
from loreglass.domain.wire.profiles import PROFILES
from loreglass.domain.wire.samplers import unknown_samplers
from loreglass.domain.wire.sending import dialect_of, reply_request
from loreglass.domain.wire.thinking import ThinkFilter
from tests.unit.domain.wire.dialect_streams import SAMPLES, hear

TAG_PIECES = st.sampled_from(
    ["<think>", "</think>", "<thinking>", "</thinking>", "<thi", "nk>", "</", " ", "a", "\n", "`", "\n```\n", "."]
)
PAIRS = st.tuples(st.integers(1, 10_000), st.integers(1, 10_000))
SAMPLER_NAMES = tuple(field.name for field in fields(Samplers))
SAMPLERS = st.dictionaries(st.sampled_from(SAMPLER_NAMES), st.integers(0, 9))
TURNS = st.lists(
    st.builds(
        PromptMessage,
        role=st.sampled_from(["system", "user", "assistant"]),
        content=st.sampled_from(["", " ", "a", "b \n", "c"]),
    ),
    max_size=8,
)


def test_every_cut_of_every_scripted_stream_gives_the_same_events() -> None:
    for sample in SAMPLES.values():
        for at in range(len(sample.data) + 1):
            assert hear(sample, sample.data[:at], sample.data[at:]) == sample.told


@given(st.sampled_from(sorted(SAMPLES)), st.lists(st.integers(0, 900), max_size=12))
def test_any_cuts_of_any_scripted_stream_give_the_same_events(name: str, cuts: list[int]) -> None:
    sample = SAMPLES[name]
    edges = [0, *sorted(cuts), len(sample.data)]
    assert hear(sample, *(sample.data[start:end] for start, end in pairwise(edges))) == sample.told


@given(st.sampled_from(sorted(SAMPLES)), st.lists(st.binary(max_size=30), max_size=3), st.integers(0, 900))
def test_any_bytes_in_any_dialect_come_to_exactly_one_end(name: str, noise: list[bytes], cut: int) -> None:
    sample = SAMPLES[name]
    told = hear(sample, sample.data[:cut], *noise, sample.data[cut:])
    assert sum(isinstance(event, Finished | StreamError) for event in told) == 1


def thought_and_said(*parts: str, opened: str = "") -> tuple[str, str]:
    filter_, thoughts, reply = ThinkFilter(opened=opened), "", ""
    told = [*(filter_.feed(part) for part in parts), filter_.close()]
    for event in (each for some in told for each in some):
        match event:
            case ReasoningDelta(text=text):
                thoughts += text
            case TextDelta(text=text):
                reply += text
            case ThoughtSoFar():
                thoughts, reply = thoughts + reply, ""
    return thoughts, reply


def pieces(text: str, cuts: list[int]) -> tuple[str, ...]:
    edges = [0, *sorted(cuts), len(text)]
    return tuple(text[start:end] for start, end in pairwise(edges))


@given(st.lists(TAG_PIECES, max_size=12).map("".join), st.lists(st.integers(0, 60), max_size=8), st.booleans())
def test_thoughts_and_reply_are_the_same_however_the_text_is_cut(text: str, cuts: list[int], is_open: bool) -> None:
    opened = "<think>" if is_open else ""
    assert thought_and_said(*pieces(text, cuts), opened=opened) == thought_and_said(text, opened=opened)


@given(
    st.text("ab \n.<`", max_size=30), st.text("ab.", min_size=1, max_size=9), st.lists(st.integers(0, 60), max_size=8)
)
def test_a_closing_tag_at_the_end_of_a_line_makes_thoughts_of_all_before_it(
    thoughts: str, reply: str, cuts: list[int]
) -> None:
    assume(not thoughts.count("\n```") and not thoughts.startswith("```"))
    sent = f"{thoughts}\n</think>\n\n{reply}"
    assert thought_and_said(*pieces(sent, cuts)) == (f"{thoughts}\n", reply)


@given(st.lists(TAG_PIECES, max_size=12).map("".join))
def test_no_word_is_lost_between_thoughts_and_reply(text: str) -> None:
    assert "".join(thought_and_said(text)).count("a") == text.count("a")


@given(st.sampled_from(sorted(PROFILES)), SAMPLERS, st.booleans(), st.sampled_from(["m", "o3-mini"]))
def test_what_is_unknown_is_never_sent_and_what_is_known_always_is(
    profile_id: ProfileId, values: dict[str, int], is_text: bool, model: str
) -> None:
    profile, samplers = PROFILES[profile_id], Samplers(**values)  # type: ignore[arg-type]
    is_text = profile.chat is None or (is_text and profile.text is not None)
    prompt = "Once" if is_text else (PromptMessage(role="user", content="Hi"),)
    endpoint = Endpoint(url="http://h", model=model, profile=profile_id)
    bare = json.loads(reply_request(endpoint, Generation(prompt=prompt)).body)
    sent = json.loads(reply_request(endpoint, Generation(prompt=prompt, samplers=samplers)).body)
    if dialect_of(endpoint, prompt) == "ollama":
        bare, sent = {}, sent.get("options", {})
    names = profile.text_samplers if is_text and profile.text_samplers else profile.samplers
    unknown = unknown_samplers(profile, samplers, model=model, is_text=is_text)
    assert sent.keys() - bare.keys() == {names[name] for name in values if name not in unknown}


@given(TURNS)
def test_what_anthropic_gets_begins_with_the_user_alternates_and_loses_no_text(messages: list[PromptMessage]) -> None:
    sent = arranged(tuple(messages))
    turns = sent[1:] if sent[0].role == "system" else sent
    assert all(turn.role != "system" and turn.content.strip() for turn in turns)
    assert turns[0].role == "user"
    assert all(one.role != other.role for one, other in pairwise(turns))
    words = " ".join(message.content for message in sent).replace("…", "").split()
    assert words == " ".join(message.content for message in messages).split()


@given(st.lists(st.integers(0, 5), max_size=20))
def test_the_counts_of_many_texts_are_read_back_as_they_were(sizes: list[int]) -> None:
    tokens = [token for size in sizes for token in (*range(7, 7 + size), -1)]
    assert read_text_counts(json.dumps({"tokens": tokens}), len(sizes)) == tuple(sizes)


@given(st.lists(PAIRS, min_size=2, max_size=30), PAIRS)
def test_one_report_cannot_pull_the_factor_beyond_the_others(
    pairs: list[tuple[int, int]], odd: tuple[int, int]
) -> None:
    known = Calibration()
    for estimated, reported in (*pairs, odd):
        known = learn(known, estimated=estimated, reported=reported)
    others = [min(max(reported / estimated, 0.5), 2.0) for estimated, reported in known.pairs[:-1]]
    assert min(others) <= factor(known) <= max(others) or factor(known) == 1.0
    assert 0.5 <= factor(known) <= 2.0


@given(st.text("abcdef-", min_size=PIECE_CHARS, max_size=20), st.text("abcdef-X ", max_size=40), st.integers(0, 20))
def test_no_long_piece_of_a_key_is_left_in_what_is_shown(key: str, around: str, cut: int) -> None:
    shown = without_keys(f"{around}{key[cut:]}{around}{key[:cut]}", (key,))
    pieces = {key[at : at + PIECE_CHARS] for at in range(len(key) - PIECE_CHARS + 1)}
    assert not any(piece in part for part in shown.split(HIDDEN) for piece in pieces)
