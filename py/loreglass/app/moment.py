"""When something happens and which new names it may give: clock and ids as values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The time in milliseconds since 1970 and a stem for new ids that is never used twice."""

    now_ms: int
    stem: str

    def id(self, part: str) -> str:
        """A new id; the same part at the same moment gives the same id."""
        return f"{self.stem}-{part}"
