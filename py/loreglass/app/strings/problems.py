"""An endpoint's problem in plain words: what happened, and what to do about it. Pure."""

from dataclasses import dataclass

from loreglass.app.endpoints import SILENT_SECONDS
from loreglass.domain.wire.problem import EndpointProblem, ProblemKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One thing to try, as a claim in bold and the rest of the sentence."""

    claim: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A problem told to the user: one sentence, what to do, and the endpoint's own words ("" for none)."""

    what: str
    advice: tuple[Advice, ...] = ()
    quote: str = ""

    @property
    def sentence(self) -> str:
        """All of it in one paragraph, for a status line or a copied report."""
        said = f"It says: “{self.quote}”" if self.quote else ""
        parts = [self.what, *(f"{one.claim} {one.how}" for one in self.advice), said]
        return " ".join(part for part in parts if part)


UNREACHED = (
    Advice(claim="It may not be running.", how="Start the program, and check the address and the port."),
    Advice(
        claim="It may not let this page in.",
        how="A server must allow other origins (CORS): Ollama with OLLAMA_ORIGINS, LM Studio and "
        "text-generation-webui with a switch. Settings, Endpoint has the notes for each program.",
    ),
    Advice(
        claim="The browser may have barred the way.",
        how="Allow “local network access” for this page if you were asked, or check that you are online.",
    ),
    Advice(
        claim="It may lead to another address.",
        how="A redirect is not followed, so that a prompt goes only where you said: type the address it leads to.",
    ),
)


IN_SETTINGS: frozenset[ProblemKind] = frozenset(
    {
        "refused_or_cors_or_offline",
        "reload_needed",
        "mixed_content",
        "unauthorised",
        "model_not_found",
        "wrong_url",
        "context_too_long",
        "no_room",
    }
)
"""The kinds that are mended in the endpoint's settings, or whose notes stand there."""


def told(problem: EndpointProblem) -> Told:
    """The problem as sentences; every kind has its own."""
    what, advice = _what(problem), _advice(problem)
    return Told(what=what, advice=advice, quote=problem.detail if problem.kind in _QUOTED else "")


_QUOTED = frozenset(
    {
        "unauthorised",
        "no_credit",
        "model_not_found",
        "rate_limited",
        "context_too_long",
        "turns_refused",
        "bad_request",
        "server_error",
        "declined",
    }
)


def _what(problem: EndpointProblem) -> str:
    if problem.kind == "wrong_url" and problem.status is None and problem.detail:
        return f"{problem.detail[:1].upper()}{problem.detail[1:].rstrip('.')}."
    return _WHAT[problem.kind].format(
        status=f" (HTTP {problem.status})" if problem.status else "", seconds=SILENT_SECONDS
    )


_WHAT: dict[ProblemKind, str] = {
    "refused_or_cors_or_offline": (
        "The endpoint could not be reached. The browser does not say why; it is one of four things."
    ),
    "reload_needed": "This page may not call that address yet: it calls only what was saved when it was opened.",
    "mixed_content": "This page came over https, and the endpoint is plain http on another machine.",
    "unauthorised": "The endpoint did not accept the key.",
    "no_credit": "The account behind the key has no credit left.",
    "model_not_found": "The endpoint does not have that model.",
    "wrong_url": "Something answered at that address, but it is not a chat endpoint.",
    "rate_limited": "The endpoint asks for fewer requests.",
    "context_too_long": "The prompt is longer than the model can read.",
    "turns_refused": "The model’s chat template does not take the messages in this order.",
    "bad_request": "The endpoint refused the request{status}.",
    "server_error": "The endpoint failed{status}.",
    "malformed_stream": "The answer is not a stream of chat completions.",
    "aborted": "You stopped it. What had come is kept.",
    "cut_off": "The connection ended before the reply did. What had come is kept.",
    "empty_reply": "The endpoint sent an empty reply.",
    "thought_only": "The model thought, but did not reply.",
    "no_room": "The model thought until its room was used up, and did not come to a reply.",
    "room_used_up": "Cut: the room for the reply was used up.",
    "filtered": "The endpoint’s filter ended it.",
    "declined": "The model declined to reply.",
    "stopped": "Stopped before a word came.",
    "silent": "The endpoint said nothing for {seconds} seconds, so the test was ended.",
}


def _advice(problem: EndpointProblem) -> tuple[Advice, ...]:
    if problem.kind == "rate_limited":
        return (Advice(claim=f"{_wait(problem)},", how="then try again."),)
    return _ADVICE[problem.kind]


_ADVICE: dict[ProblemKind, tuple[Advice, ...]] = {
    "refused_or_cors_or_offline": UNREACHED,
    "reload_needed": (Advice(claim="Reload the page,", how="then try again."),),
    "mixed_content": (
        Advice(claim="Use an https address,", how="if the endpoint has one."),
        Advice(claim="Or open Loreglass from http://localhost:", how="the same files, on your own machine."),
    ),
    "unauthorised": (
        Advice(
            claim="Check the key",
            how="in Settings; it may be gone since a reload, mistyped, ended, or not allowed this model.",
        ),
    ),
    "no_credit": (Advice(claim="Add credit there,", how="or set another endpoint."),),
    "model_not_found": (Advice(claim="Load the models", how="in Settings and choose one from the list."),),
    "wrong_url": (Advice(claim="Check the address:", how="for most programs it ends in /v1."),),
    "context_too_long": (
        Advice(claim="Set the context size", how="in Settings to what the model really has, or load it larger."),
    ),
    "turns_refused": (
        Advice(claim="Use another chat template or model;", how="most take a system message and any turns."),
    ),
    "bad_request": (Advice(claim="Read what it says;", how="a setting may be unknown there."),),
    "server_error": (Advice(claim="Try again;", how="if it stays, look at the program’s own window or log."),),
    "malformed_stream": (
        Advice(claim="Check that the server speaks the OpenAI chat protocol", how="at /v1/chat/completions."),
    ),
    "aborted": (),
    "cut_off": (Advice(claim="Press Continue", how="to go on from there, or Regenerate for a new reply."),),
    "empty_reply": (Advice(claim="Try again,", how="or change what you wrote last."),),
    "thought_only": (Advice(claim="Try again;", how="if it stays so, change what you wrote last."),),
    "no_room": (Advice(claim="Raise the reply reserve", how="in Settings, then try again."),),
    "room_used_up": (Advice(claim="Continue goes on from here;", how="Settings has the reply’s room."),),
    "filtered": (Advice(claim="Try again,", how="or change what you wrote last."),),
    "declined": (Advice(claim="Try again,", how="or change what you wrote last."),),
    "stopped": (),
    "silent": (Advice(claim="Test it again;", how="a program that is loading a model may need a minute."),),
}


def _wait(problem: EndpointProblem) -> str:
    if problem.retry_after_s is None:
        return "Wait a little"
    seconds = max(1, round(problem.retry_after_s))
    if seconds >= 90:
        return f"Wait {round(seconds / 60)} minutes"
    return "Wait a second" if seconds == 1 else f"Wait {seconds} seconds"
