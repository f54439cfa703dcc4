"""What a model is asked for, whichever server it stands behind."""

from dataclasses import dataclass, field

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.preset import Samplers

SILENT_TURN = "…"
"""The user's turn where the user said nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """One reply to be written: after messages, or after one text for text completion.

    None leaves a choice to the server. `context_tokens` goes to servers that set their context by the request
    (Ollama, KoboldCpp); by `stop_key` KoboldCpp finds the generation that is to be stopped.
    """

    prompt: tuple[PromptMessage, ...] | str
    samplers: Samplers = field(default_factory=Samplers)
    stop: tuple[str, ...] = ()
    reply_tokens: int | None = None
    context_tokens: int | None = None
    stop_key: str = ""

    @property
    def continues(self) -> str:
        """The beginning of the reply that is to be continued; "" where the reply is a new one."""
        return "" if isinstance(self.prompt, str) else begun_reply(self.prompt)


def after_a_whole_reply(messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """The messages, with a silent turn of the user's after a whole reply: many servers would go on with it."""
    last = messages[-1] if messages else None
    if last is None or last.role != "assistant" or last.message_id is None:
        return messages
    return (*messages, PromptMessage(role="user", content=SILENT_TURN))


def begun_reply(messages: tuple[PromptMessage, ...]) -> str:
    """The beginning of a reply that ends the messages; "" where none does. A turn of the chat is a whole reply."""
    last = messages[-1] if messages else None
    return last.content if last and last.role == "assistant" and last.message_id is None else ""


def wire_messages(messages: tuple[PromptMessage, ...]) -> list[dict[str, str]]:
    """The messages as JSON carries them to most servers."""
    return [{"role": message.role, "content": message.content} for message in messages]
