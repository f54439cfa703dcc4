"""Which failed requests are sent again by themselves, and after how long."""

from dataclasses import dataclass

from loreglass.domain.wire.problem import EndpointProblem, ProblemKind

_PASSING: tuple[ProblemKind, ...] = ("rate_limited", "server_error")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often a request is sent again and the waits before that, which double each time."""

    retries: int = 3
    first_wait_s: float = 1.0
    longest_wait_s: float = 30.0


def wait_before_retry(
    problem: EndpointProblem, *, retried: int, has_text: bool, policy: RetryPolicy | None = None
) -> float | None:
    """Seconds to wait before the request is sent again; None where it is not.

    Only for 429 and 5xx, never once text has come, for it would be paid for and written twice. What the server asks
    for holds where it is longer; where it is longer than the longest wait, the user is told instead.
    """
    rules = policy or RetryPolicy()
    is_passing = problem.kind in _PASSING and problem.status is not None
    if has_text or not is_passing or retried >= rules.retries:
        return None
    asked = problem.retry_after_s or 0.0
    if asked > rules.longest_wait_s:
        return None
    return max(asked, min(rules.first_wait_s * 2.0**retried, rules.longest_wait_s))
