"""What is told of a reply that does not come at once."""

from dataclasses import dataclass

from loreglass.domain.ids import ChatId
from loreglass.domain.wire.problem import EndpointProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyWaits:
    """The endpoint refused for the moment; it is asked again in so many seconds, 0 being now."""

    chat_id: ChatId
    seconds: int
    problem: EndpointProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyIsQuiet:
    """The request is under way, and for so many seconds nothing has come."""

    chat_id: ChatId
    seconds: int
