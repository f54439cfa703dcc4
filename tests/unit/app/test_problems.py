"""Problems, notices and questions as sentences: always one, and always a next step."""

from typing import get_args

import pytest

from loreglass.app.endpoints import CheckStep
from loreglass.app.state import Toast
from loreglass.app.strings.endpoint import outcome
from loreglass.app.strings.problems import UNREACHED, told
from loreglass.app.strings.toasts import notice
from loreglass.domain.wire.problem import EndpointProblem, ProblemKind

KINDS: tuple[ProblemKind, ...] = get_args(ProblemKind)


@pytest.mark.parametrize("kind", KINDS)
def test_every_problem_says_what_happened_and_what_to_do(kind: ProblemKind) -> None:
    said = told(EndpointProblem(kind=kind))
    assert said.what.endswith(".")
    assert said.advice or kind in ("aborted", "stopped")
    assert all(one.claim and one.how for one in said.advice)


def test_a_failed_fetch_names_all_four_causes() -> None:
    said = told(EndpointProblem(kind="refused_or_cors_or_offline", detail="Failed to fetch"))
    assert said.advice == UNREACHED
    assert len(said.advice) == 4
    assert "OLLAMA_ORIGINS" in said.sentence
    assert said.quote == ""


def test_the_endpoints_own_words_are_quoted() -> None:
    said = told(EndpointProblem(kind="server_error", status=503, detail="loading model"))
    assert said.what == "The endpoint failed (HTTP 503)."
    assert said.quote == "loading model"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, "Wait a little,"), (1, "Wait a second,"), (20, "Wait 20 seconds,"), (300, "Wait 5 minutes,")],
)
def test_how_long_to_wait_is_said(seconds: float | None, words: str) -> None:
    assert told(EndpointProblem(kind="rate_limited", retry_after_s=seconds)).advice[0].claim == words


def test_an_address_that_is_none_is_told_in_its_own_words() -> None:
    said = told(EndpointProblem(kind="wrong_url", detail="the address has no host"))
    assert said.what == "The address has no host."


def test_the_test_says_which_step_failed() -> None:
    steps = (CheckStep(name="url", state="passed"), CheckStep(name="reach", state="failed"))
    assert outcome(steps) == "Step 2 of 2 failed."
    assert outcome(()) == ""
    assert outcome((CheckStep(name="url", state="passed"),)) == "It works. The next message goes there."


def test_a_notice_is_never_empty() -> None:
    assert notice(Toast(id="1", code="chat_deleted", detail="The Ninth Bell")) == "The Ninth Bell is deleted."
    assert notice(Toast(id="1", code="chat_deleted")) == "It is deleted."
    assert notice(Toast(id="1", code="some_new_code", detail="x")) == "Some new code: x."
