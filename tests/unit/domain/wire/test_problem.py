import json

import pytest

from loreglass.domain.wire.problem import EndpointProblem, classify, classify_exception, classify_in_stream

NO_SUCH_MODEL = {"message": "The model `x` does not exist", "type": "invalid_request_error", "code": "model_not_found"}
TOO_LONG = {"message": "This model's maximum context length is 8192 tokens.", "code": "context_length_exceeded"}
OVER_SLOT = {
    "code": 400,
    "message": "the request exceeds the available context size",
    "type": "exceed_context_size_error",
}
SPENT = {"message": "You exceeded your current quota", "type": "insufficient_quota", "code": "insufficient_quota"}
ALTERNATE = {"code": 500, "message": "Conversation roles must alternate user/assistant/user/..", "type": "server_error"}


@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (401, {"message": "Invalid API Key", "type": "authentication_error", "code": 401}, "unauthorised"),
        (403, {}, "unauthorised"),
        (402, {"message": "Insufficient credits", "code": 402}, "no_credit"),
        (404, NO_SUCH_MODEL, "model_not_found"),
        (400, {"message": "nope is not a valid model ID", "code": 400}, "model_not_found"),
        (404, {"message": "File Not Found", "type": "not_found_error", "code": 404}, "wrong_url"),
        (405, {}, "wrong_url"),
        (400, TOO_LONG, "context_too_long"),
        (400, OVER_SLOT, "context_too_long"),
        (413, {}, "context_too_long"),
        (429, {"message": "slow down"}, "rate_limited"),
        (429, SPENT, "no_credit"),
        (500, ALTERNATE, "turns_refused"),
        (400, {"message": "unknown field min_p"}, "bad_request"),
        (422, {}, "bad_request"),
        (503, {"message": "Loading model", "type": "unavailable_error", "code": 503}, "server_error"),
    ],
)
def test_a_refusal_is_told_by_its_kind(status: int, error: dict[str, object], kind: str) -> None:
    assert classify(status, {}, json.dumps({"error": error})).kind == kind


def test_the_endpoints_own_words_are_kept_in_one_short_line() -> None:
    problem = classify(400, {}, json.dumps({"error": {"message": "bad\nfield m-1 " + "x" * 999}}))
    assert problem.detail.startswith("bad field m-1 xxx")
    assert len(problem.detail) == 300


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ('{"error": "no"}', "no"),
        ('{"detail": "no"}', "no"),
        ("plain no", "plain no"),
        ("<h1>no</h1>", ""),
        ("[1]", "[1]"),
    ],
)
def test_errors_of_any_shape_are_read(body: str, detail: str) -> None:
    assert classify(500, {}, body) == EndpointProblem(kind="server_error", status=500, detail=detail)


def test_a_web_page_at_the_address_is_a_wrong_url() -> None:
    assert classify(404, {}, "<!doctype html>").kind == "wrong_url"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("20", 20.0),
        ("1.5", 1.5),
        ("1e999", None),
        ("Tue, 14 Nov 2023 22:13:40 GMT", 20.0),
        ("Tuesday, 14-Nov-23 22:13:40 GMT", 20.0),
        ("Tue Nov 14 22:13:40 2023", 20.0),
        ("Tue, 14 Nov 2023 23:13:20 GMT", 3600.0),
        ("Tue, 14 Nov 2023 22:13:00 GMT", 0.0),
        ("Tue, 14 Nov 99999999999999999999 22:13:00 GMT", None),
        ("Mon, 01 Jan 0001 00:00:00 +2359", 0.0),
        ("soon", None),
        ("", None),
    ],
)
def test_the_wait_of_a_rate_limit_is_told_in_seconds_be_it_a_number_or_a_date(
    header: str, seconds: float | None
) -> None:
    assert classify(429, {"retry-after": header}, "", now_ms=1_700_000_000_000).retry_after_s == seconds


def test_a_date_to_wait_for_says_nothing_to_who_has_no_clock() -> None:
    assert classify(429, {"retry-after": "Tue, 14 Nov 2023 22:13:40 GMT"}, "").retry_after_s is None


@pytest.mark.parametrize(
    ("name", "message", "kind"),
    [
        ("AbortError", "signal is aborted without reason", "aborted"),
        ("TypeError", "Failed to fetch", "refused_or_cors_or_offline"),
        ("TypeError", "network error", "cut_off"),
        ("TypeError", "NetworkError when attempting to fetch resource.", "refused_or_cors_or_offline"),
    ],
)
def test_a_fetch_that_throws_is_told_by_its_kind(name: str, message: str, kind: str) -> None:
    assert classify_exception(name, message).kind == kind


def test_an_error_inside_a_stream_is_told_like_one_before_it() -> None:
    assert classify_in_stream({"code": 429, "message": "Rate limit"}).kind == "rate_limited"
    assert classify_in_stream({"code": 502, "message": "Provider failed"}) == EndpointProblem(
        kind="server_error", status=502, detail="Provider failed"
    )
    assert classify_in_stream("it broke") == EndpointProblem(kind="server_error", detail="it broke")


def of_type(name: str, message: str) -> dict[str, object]:
    """As Anthropic tells it."""
    return {"type": "error", "error": {"type": name, "message": message}}


@pytest.mark.parametrize(
    ("status", "body", "kind", "detail"),
    [
        (400, of_type("invalid_request_error", "prompt is too long: 9 tokens"), "context_too_long", "prompt is too"),
        (400, of_type("invalid_request_error", "Your credit balance is too low"), "no_credit", "Your credit"),
        (400, of_type("invalid_request_error", "It must end with a user message."), "turns_refused", "It must end"),
        (401, of_type("authentication_error", "invalid x-api-key"), "unauthorised", "invalid x-api-key"),
        (404, of_type("not_found_error", "model: m"), "model_not_found", "model: m"),
        (413, of_type("request_too_large", "Request exceeds the size"), "context_too_long", "Request exceeds"),
        (429, of_type("rate_limit_error", "Slow down"), "rate_limited", "Slow down"),
        (529, of_type("overloaded_error", "Overloaded"), "server_error", "Overloaded"),
    ],
)
def test_anthropics_errors_are_told_by_their_kind(status: int, body: dict[str, object], kind: str, detail: str) -> None:
    problem = classify(status, {}, json.dumps(body))
    assert (problem.kind, problem.status) == (kind, status)
    assert problem.detail.startswith(detail)


FIELD_REQUIRED = {"detail": [{"loc": ["body", "messages"], "msg": "Field required", "type": "missing"}]}
BUSY = {"detail": {"msg": "Server is busy; please try again later.", "type": "service_unavailable"}}
VLLM_TOO_LONG = {"object": "error", "message": TOO_LONG["message"], "type": "BadRequestError", "code": 400}
NONE_LOADED = {"error": {"message": "No models loaded.", "code": "model_not_found"}}


@pytest.mark.parametrize(
    ("status", "body", "kind", "detail"),
    [
        pytest.param(404, {"error": "model 'm' not found"}, "model_not_found", "model 'm' not found", id="ollama"),
        pytest.param(400, {"error": "m does not support chat"}, "bad_request", "m does not support chat", id="ollama"),
        pytest.param(500, {"error": "model requires more memory"}, "server_error", "model requires", id="ollama"),
        pytest.param(400, {"error": "input exceeds the context length"}, "context_too_long", "input", id="ollama"),
        pytest.param(503, BUSY, "server_error", "Server is busy; please try again later.", id="koboldcpp"),
        pytest.param(400, VLLM_TOO_LONG, "context_too_long", "This model's maximum", id="vllm"),
        pytest.param(422, FIELD_REQUIRED, "bad_request", "Field required", id="text-generation-webui"),
        pytest.param(404, NONE_LOADED, "model_not_found", "No models loaded.", id="lm studio"),
    ],
)
def test_errors_of_other_shapes_are_told_by_their_kind(
    status: int, body: dict[str, object], kind: str, detail: str
) -> None:
    problem = classify(status, {}, json.dumps(body))
    assert (problem.kind, problem.status) == (kind, status)
    assert problem.detail.startswith(detail)


@pytest.mark.parametrize(
    ("error", "kind", "status"),
    [
        ({"type": "overloaded_error", "message": "Overloaded"}, "server_error", 529),
        ({"type": "rate_limit_error", "message": "Slow down"}, "rate_limited", 429),
        ({"type": "authentication_error", "message": "x"}, "unauthorised", 401),
        ({"type": "server_error", "code": 503, "message": "Loading model"}, "server_error", 503),
        ("Unexpected endpoint or method. (GET /x)", "wrong_url", None),
    ],
)
def test_an_error_inside_a_stream_is_told_by_its_type_where_it_has_no_status(
    error: object, kind: str, status: int | None
) -> None:
    problem = classify_in_stream(error)
    assert (problem.kind, problem.status) == (kind, status)


def test_the_wait_of_a_busy_server_is_told_too_but_that_of_a_bad_request_is_none() -> None:
    assert classify(503, {"retry-after": "20"}, "").retry_after_s == 20
    assert classify(400, {"retry-after": "20"}, "").retry_after_s is None
