"""Decorators as SillyTavern reads them: every leading line that begins with `@@` goes, two of them act. Pure."""

from dataclasses import dataclass

_ACTING = ("@@activate", "@@dont_activate")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decorated:
    """The text without its decorators, and what they say."""

    text: str
    activates: bool = False
    forbids: bool = False


def read_decorators(content: str) -> Decorated:
    """The content parted; a fallback (`@@@x`) counts only after a decorator that is not known.

    A content of nothing but decorators is kept as it is.
    """
    if not content.startswith("@@"):
        return Decorated(text=content)
    lines = content.split("\n")
    body = next((place for place, line in enumerate(lines) if not line.startswith("@@")), None)
    acting: set[str] = set()
    was_unknown = False
    for line in lines[:body]:
        is_fallback = line.startswith("@@@")
        if is_fallback and not was_unknown:
            continue
        decorator = line[1:] if is_fallback else line
        was_unknown = not decorator.startswith(_ACTING)
        acting.add(decorator)
    return Decorated(
        text=content if body is None else "\n".join(lines[body:]),
        activates="@@activate" in acting,
        forbids="@@dont_activate" in acting,
    )
