"""How the texts of cast and settings are filled in: macros once, outlets by their entries' texts."""

import re
from typing import Protocol

from loreglass.domain.context.macros import fill, macro_context
from loreglass.domain.lore.placements import Placements
from loreglass.domain.story.scene import Scene

_OUTLET = re.compile(r"\{\{outlet::([^{}]*)\}\}", re.IGNORECASE)


class Fill(Protocol):
    """Fills a text in; `key` names it, so that each text has dice of its own, `original` is what it replaces."""

    def __call__(self, text: str, *, key: str, original: str = "") -> str: ...


def filler(scene: Scene, placed: Placements) -> Fill:
    """A Fill for this scene. Entry texts of an outlet are filled in already, so they are put in as they are."""
    outlets = {name.strip(): "\n".join(texts) for name, texts in placed.outlets}

    def fill_text(text: str, *, key: str, original: str = "") -> str:
        parts = _OUTLET.split(text.strip())
        context = macro_context(scene, key=key, original=original)
        parts[::2] = [fill(part, context) for part in parts[::2]]
        parts[1::2] = [outlets.get(name.strip(), "") for name in parts[1::2]]
        return "".join(parts)

    return fill_text
