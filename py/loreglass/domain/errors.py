"""The errors a user can meet. Each renders one sentence that says what to do.

LoreglassError
├── BadInput        a file, a scenario or a field that cannot be used: source, place, what was expected
├── PromptTooLong   the fixed part alone is larger than the context
└── TemplateFault   a prompt template that cannot be used: line and reason
"""


class LoreglassError(Exception):
    """What went wrong, as one sentence for the user."""


class BadInput(LoreglassError):
    """Input that cannot be used; `str()` names the source, the place in it and what was expected."""

    def __init__(self, problem: str, *, source: str = "", place: str = "") -> None:
        self.problem = problem
        self.source = source
        self.place = place
        super().__init__(": ".join(part for part in (source, place, problem) if part))

    def within(self, source: str) -> "BadInput":
        """The same error, naming the file it came from."""
        return BadInput(self.problem, source=source, place=self.place)


class PromptTooLong(LoreglassError):
    """The part of a prompt that may not be cut is larger than the context; `place` is the section's code."""

    def __init__(self, *, section: str, over_tokens: int, place: str = "") -> None:
        self.section = section
        self.place = place
        self.over_tokens = over_tokens
        super().__init__(
            f"The fixed part of the prompt is {over_tokens:,} tokens too long for the context; "
            f"shorten the {section} or raise the context size."
        )


class TemplateFault(LoreglassError):
    """A prompt template that is written wrong, or that asks for more than templates may; nothing is sent."""

    def __init__(self, *, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"The prompt template cannot be used, line {line}: {reason}.")
