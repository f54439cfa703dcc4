import pytest

from loreglass.domain.wire.chat_completions import read_frame
from loreglass.domain.wire.frames import LINE_LIMIT_CHARS
from loreglass.domain.wire.stream import Finished, StreamError, StreamEvent, StreamParser, TextDelta
from tests.unit.domain.wire.streams import SAID, STREAMS, chunk, parse, sse, text_of


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_says_the_same_whole_or_byte_by_byte(name: str) -> None:
    data, told = STREAMS[name]
    assert parse(data) == told
    assert parse(*(data[at : at + 1] for at in range(len(data)))) == told


def test_text_is_given_as_soon_as_its_event_ends() -> None:
    parser = StreamParser(read_frame)
    assert parser.feed(sse(SAID[0])) == (TextDelta(text="Nine "),)
    assert parser.feed(sse(SAID[1], end="\r")[:-1]) == ()
    assert parser.feed(b"\r") == (TextDelta(text="bells 🔔"),)


def test_nothing_is_read_after_the_end() -> None:
    parser = StreamParser(read_frame)
    parser.feed(sse(*SAID, "[DONE]"))
    assert parser.feed(sse(*SAID)) == ()
    assert parser.close() == ()


def test_a_line_without_end_is_given_up() -> None:
    parser = StreamParser(read_frame)
    events: tuple[StreamEvent, ...] = ()
    for _ in range(LINE_LIMIT_CHARS // 1_000_000 + 1):
        events += parser.feed(b"a" * 1_000_000)
    assert [event.problem.kind for event in events if isinstance(event, StreamError)] == ["malformed_stream"]


@pytest.mark.parametrize("frame", ["[" * 100_000, '{"a":' * 100_000, '"\\" [" ' + "[" * 100_000])
def test_deep_nesting_is_a_problem_and_no_crash(frame: str) -> None:
    (event,) = parse(sse(frame))
    assert isinstance(event, StreamError)
    assert event.problem.kind == "malformed_stream"


def test_brackets_in_a_text_are_no_nesting() -> None:
    brackets = "[{" * 400 + '"'
    assert text_of(parse(sse(chunk(brackets), chunk(finish="stop")))) == brackets


@pytest.mark.parametrize(
    ("prefill", "reply", "new"),
    [
        ("He turned and", "He turned and went.", " went."),
        ("He turned and ", "He turned and went.", "went."),
        ("He turned and \n", "He turned and went.", "went."),
        ("He turned ", "He turned.", "."),
        ("He turned and", " went.", " went."),
        ("He turned and", "He turned away.", "He turned away."),
        ("He turned and", "He tur", "He tur"),
        ("He turned and", "He turned and", ""),
        ("", "went.", "went."),
    ],
)
def test_a_repeated_beginning_is_taken_off_a_continued_reply(prefill: str, reply: str, new: str) -> None:
    frames = [chunk(letter) for letter in reply]
    events = parse(sse(*frames, chunk(finish="stop")), prefill=prefill)
    assert text_of(events) == new
    assert events[-1] == Finished(reason="stop")
