"""Wherever a stream is cut, it says the same; and it always comes to one end."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.wire.stream import Finished, StreamError
from tests.unit.domain.wire.streams import STREAMS, parse


@given(st.sampled_from(sorted(STREAMS)), st.lists(st.integers(0, 600), max_size=12))
def test_any_cut_of_any_stream_gives_the_same_events(name: str, cuts: list[int]) -> None:
    data, told = STREAMS[name]
    edges = [0, *sorted(cuts), len(data)]
    assert parse(*(data[start:end] for start, end in pairwise(edges))) == told


@given(st.lists(st.binary(max_size=30) | st.sampled_from([data for data, _ in STREAMS.values()]), max_size=4))
def test_any_bytes_come_to_exactly_one_end(chunks: list[bytes]) -> None:
    ends = [event for event in parse(*chunks) if isinstance(event, Finished | StreamError)]
    assert len(ends) == 1
