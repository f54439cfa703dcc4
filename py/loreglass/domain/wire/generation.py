"""What a model is asked for, whichever server it stands behind."""

from dataclasses import dataclass, field

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.preset import Samplers


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
        if isinstance(self.prompt, str) or not self.prompt or self.prompt[-1].role != "assistant":
            return ""
        return self.prompt[-1].content


def wire_messages(messages: tuple[PromptMessage, ...]) -> list[dict[str, str]]:
    """The messages as JSON carries them to most servers."""
    return [{"role": message.role, "content": message.content} for message in messages]
