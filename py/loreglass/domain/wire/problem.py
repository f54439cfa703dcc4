"""What can go wrong with an endpoint: a closed set of kinds, with data, without sentences.

Kind, when it happens, and the user's next step:

* refused_or_cors_or_offline: the fetch failed, nobody says why. Start the server; allow this page there; go online.
* reload_needed: the page's policy does not yet let it call this address. Reload the page.
* mixed_content: an https page, an http endpoint beyond this machine. Use https, or open the page from localhost.
* unauthorised: 401, 403. Check the key, and whether it may use the model.
* no_credit: 402, or 429 for a spent quota. Add credit, or use another endpoint.
* model_not_found: the server does not have the model. Choose one of the model list.
* wrong_url: 404, 405, or a web page as the answer. The address should end in /v1.
* rate_limited: 429. Wait `retry_after_s` (if known), then try again.
* context_too_long: the prompt exceeds the model's context. Lower the context size in Settings.
* turns_refused: the model's chat template does not take this order of turns. Use another model or template.
* bad_request: another 4xx. Read `detail`: a setting may be unknown there.
* server_error: 5xx, or an error inside the stream. Read `detail`; try again.
* malformed_stream: the answer is no stream of chat completions. Check that the server speaks that protocol.
* aborted: the user pressed Stop. Nothing to do; the partial text is kept.
* cut_off: the stream ended before the reply did. Continue, or try again.
* empty_reply: the reply ended, or its stream, and not a word had come. Try again.
* thought_only: the model thought, and ended without a reply. Try again.
* no_room: the model thought until the reply limit. Give replies more tokens.
* room_used_up: the reply has words, and ran into the reply limit. Continue, or give replies more tokens.
* filtered: the endpoint's filter ended the reply, before a word of it or after. Try again, or write otherwise.
* declined: the model refused in so many words, which are in `detail`. Try again, or write otherwise.
* stopped: the user pressed Stop, and not a word had come. Try again.
* silent: the endpoint was asked and said nothing for long. Try again, or look whether it is still loading.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from loreglass.domain.wire.jsontext import parse_json

ProblemKind = Literal[
    "refused_or_cors_or_offline",
    "reload_needed",
    "mixed_content",
    "unauthorised",
    "no_credit",
    "model_not_found",
    "wrong_url",
    "rate_limited",
    "context_too_long",
    "turns_refused",
    "bad_request",
    "server_error",
    "malformed_stream",
    "aborted",
    "cut_off",
    "empty_reply",
    "thought_only",
    "no_room",
    "room_used_up",
    "filtered",
    "declined",
    "stopped",
    "silent",
]

SILENT = "Silent"
"""The name under which an exchange breaks that was ended because nothing came for long."""
DETAIL_LIMIT_CHARS = 300
_STATUS_CODES = {str(status): status for status in range(400, 600)}
# Inside a stream Anthropic and llama.cpp name the type of an error where there is no status any more.
_STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "unavailable_error": 503,
    "timeout_error": 504,
    "overloaded_error": 529,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointProblem:
    """Why a request gave no (whole) reply; `detail` is the endpoint's own words, `status` the HTTP status."""

    kind: ProblemKind
    status: int | None = None
    detail: str = ""
    retry_after_s: float | None = None


def classify(status: int, headers: Mapping[str, str], body: str, *, now_ms: int | None = None) -> EndpointProblem:
    """The problem behind a response that is not 2xx; header names in lower case.

    Without `now_ms` (since 1970, UTC) a Retry-After that is a date says nothing.
    """
    codes, message = _error_parts(body)
    kind = _kind_of_status(status, codes, message)
    detail = "" if _is_web_page(body) else message or body
    wait = _seconds(headers.get("retry-after", ""), now_ms) if kind in ("rate_limited", "server_error") else None
    return EndpointProblem(kind=kind, status=status, detail=_tidy(detail), retry_after_s=wait)


def error_of(frame: Mapping[str, object]) -> object:
    """The error that a frame of a stream is about, or None; some servers put its fields on top, beside its name."""
    is_one = "error" in (frame.get("type"), frame.get("object"))
    return frame.get("error") or (frame if is_one else None)


def declined(words: str) -> EndpointProblem:
    """The problem where the model refused in these words instead of a reply."""
    return EndpointProblem(kind="declined", detail=_tidy(words))


def classify_in_stream(error: object) -> EndpointProblem:
    """The problem behind an error object that came inside a stream whose HTTP status was 200."""
    codes, message = _error_parts(json.dumps({"error": error}))
    known = _STATUS_CODES | _STATUS_OF_TYPE
    status = next((known[code] for code in sorted(codes, key=lambda code: not code.isdigit()) if code in known), None)
    kind = _kind_of_status(status or 500, codes, message)
    return EndpointProblem(kind=kind, status=status, detail=_tidy(message))


def classify_exception(name: str, message: str) -> EndpointProblem:
    """The problem behind a fetch that threw; name and message of the JavaScript error."""
    kind: ProblemKind
    if name == "AbortError":
        kind = "aborted"
    elif name == SILENT:
        kind = "silent"
    elif name == "ReloadNeeded":
        kind = "reload_needed"
    elif message.lower() in ("network error", "error in input stream"):
        # What Chromium and Firefox say when the connection breaks after the headers.
        kind = "cut_off"
    else:
        kind = "refused_or_cors_or_offline"
    return EndpointProblem(kind=kind, detail=_tidy(message))


def _kind_of_status(status: int, codes: tuple[str, ...], message: str) -> ProblemKind:
    said = " ".join((*codes, message)).lower()
    kinds: dict[int, ProblemKind] = {
        401: "unauthorised", 402: "no_credit", 403: "unauthorised", 405: "wrong_url", 413: "context_too_long"
    }  # fmt: skip
    if status in kinds:
        return kinds[status]
    if _says_no_credit(said):
        return "no_credit"
    if status == 429:
        return "rate_limited"
    if _says_context_too_long(said):
        return "context_too_long"
    if _says_turns_refused(said):
        return "turns_refused"
    if status < 500 and _says_model_not_found(said):
        return "model_not_found"
    if status == 404 or "unexpected endpoint" in said:
        return "wrong_url"
    return "bad_request" if status < 500 else "server_error"


def _says_no_credit(said: str) -> bool:
    # OpenAI has a code for it; Anthropic says it with status 400, and only in words.
    words = ("insufficient_quota", "billing_error", "credit balance is too low", "usage limits")
    return any(part in said for part in words)


def _says_context_too_long(said: str) -> bool:
    # llama.cpp and OpenAI have codes for it; vLLM, LM Studio, Anthropic and others only say it in words.
    codes = ("exceed_context_size_error", "context_length_exceeded")
    words = ("maximum context length", "context size", "context length", "context window", "too many tokens")
    anthropic = ("prompt is too long", "exceed context limit", "request_too_large")
    return any(part in said for part in codes + words + anthropic)


def _says_turns_refused(said: str) -> bool:
    words = ("roles must alternate", "system role not supported", "only user and assistant roles", "raise_exception")
    anthropic = ("must end with a user message", "assistant message prefill", "prefilling assistant messages")
    return any(part in said for part in words + anthropic)


def _says_model_not_found(said: str) -> bool:
    misses = ("not found", "does not exist", "not a valid model", "no such model", "not_found", "no endpoints found")
    return "model" in said and any(part in said for part in misses)


def _error_parts(body: str) -> tuple[tuple[str, ...], str]:
    """Codes and message of an error body, which may be an object under "error", a text there, or bare fields."""
    try:
        value = parse_json(body)
    except ValueError:
        return (), ""
    if not isinstance(value, dict):
        return (), ""
    error = value.get("error", value)
    if not isinstance(error, dict):
        return (), error if isinstance(error, str) else ""
    parts = (error, error["detail"]) if isinstance(error.get("detail"), dict) else (error,)
    codes = tuple(
        str(part[name]) for part in parts for name in ("type", "code") if isinstance(part.get(name), str | int)
    )
    texts = [part[name] for part in parts for name in ("message", "detail", "msg") if isinstance(part.get(name), str)]
    return codes, texts[0] if texts else _first_message(error.get("detail"))


def _first_message(detail: object) -> str:
    """What the servers built on FastAPI say of a field that they do not take."""
    messages = (item.get("msg") for item in detail if isinstance(item, dict)) if isinstance(detail, list) else ()
    return next((message for message in messages if isinstance(message, str)), "")


def _is_web_page(body: str) -> bool:
    return body.lstrip()[:1] == "<"


def _seconds(retry_after: str, now_ms: int | None) -> float | None:
    """Seconds of a Retry-After header, a number or a date; None where it is no time at all, or nobody knows the time.

    Source: RFC 9110, 10.2.3 and 5.6.7.
    """
    try:
        seconds = float(retry_after)
    except ValueError:
        date = _date(retry_after)
        return max(0.0, date.timestamp() - now_ms / 1000) if date and now_ms is not None else None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _date(text: str) -> datetime | None:
    """The moment that an HTTP date names: always GMT, whether it says so or not."""
    # Few sessions ever meet one, and it takes a good part of the library with it.
    from email.utils import parsedate_to_datetime

    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _tidy(text: str) -> str:
    """One line without control characters, at most DETAIL_LIMIT_CHARS long."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= DETAIL_LIMIT_CHARS else line[: DETAIL_LIMIT_CHARS - 1] + "…"
