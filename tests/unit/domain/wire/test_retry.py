import pytest

from loreglass.domain.wire.problem import EndpointProblem, ProblemKind, classify, classify_in_stream
from loreglass.domain.wire.retry import RetryPolicy, wait_before_retry

BUSY = EndpointProblem(kind="server_error", status=503)


def waits(problem: EndpointProblem) -> list[float | None]:
    return [wait_before_retry(problem, retried=retried, has_text=False) for retried in range(5)]


def test_a_busy_server_is_tried_three_times_more_with_waits_that_double() -> None:
    assert waits(BUSY) == [1.0, 2.0, 4.0, None, None]


def test_the_wait_that_the_server_asks_for_holds_where_it_is_longer() -> None:
    assert waits(classify(429, {"retry-after": "3"}, "")) == [3.0, 3.0, 4.0, None, None]
    assert waits(classify(503, {"retry-after": "3"}, ""))[0] == 3.0


def test_a_wait_that_is_too_long_is_left_to_the_user() -> None:
    assert waits(classify(429, {"retry-after": "120"}, ""))[0] is None
    date = {"retry-after": "Tue, 14 Nov 2023 22:13:40 GMT"}
    assert waits(classify(429, date, "", now_ms=1_700_000_000_000))[0] == 20.0
    assert waits(classify(429, date, "", now_ms=1_699_999_000_000))[0] is None


def test_no_wait_is_longer_than_the_longest() -> None:
    policy = RetryPolicy(retries=9, longest_wait_s=5.0)
    assert wait_before_retry(BUSY, retried=8, has_text=False, policy=policy) == 5.0


def test_nothing_is_sent_again_once_text_has_come() -> None:
    assert wait_before_retry(BUSY, retried=0, has_text=True) is None


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        *(("unauthorised", 401), ("no_credit", 429), ("bad_request", 400), ("context_too_long", 500)),
        *(("cut_off", None), ("refused_or_cors_or_offline", None), ("aborted", None), ("server_error", None)),
    ],
)
def test_what_would_fail_again_is_not_tried_again(kind: ProblemKind, status: int | None) -> None:
    assert waits(EndpointProblem(kind=kind, status=status)) == [None] * 5


def test_an_error_at_the_start_of_a_stream_is_tried_again_by_the_status_inside() -> None:
    assert waits(classify_in_stream({"code": 502, "message": "Provider failed"}))[0] == 1.0
    assert waits(classify_in_stream({"type": "overloaded_error", "message": "Overloaded"}))[0] == 1.0
