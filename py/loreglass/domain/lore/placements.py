"""Entry texts that stand outside the memory section."""

from dataclasses import dataclass

from loreglass.domain.story.book import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class DepthTexts:
    """Entry texts that stand `depth` messages from the end, in one role."""

    depth: int
    role: Role
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placements:
    """Entry texts outside the memory section."""

    before: str = ""
    after: str = ""
    at_depth: tuple[DepthTexts, ...] = ()
    note_top: tuple[str, ...] = ()
    note_bottom: tuple[str, ...] = ()
    examples_top: tuple[str, ...] = ()
    examples_bottom: tuple[str, ...] = ()
    outlets: tuple[tuple[str, tuple[str, ...]], ...] = ()
