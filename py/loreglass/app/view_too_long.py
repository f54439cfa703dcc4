"""What stands under the composer where the next prompt cannot be made: why, and where to shorten it. Pure."""

from dataclasses import dataclass

from loreglass.app.presets import key_of
from loreglass.app.state import OpenChat
from loreglass.domain.story.preset import Preset

CAST = frozenset({"character", "scenario", "examples"})
LORE = frozenset({"memory", "before", "after", "depth"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLong:
    """Why there is no plan. `href` leads to what is to be shortened; where it is "", `tab` names a tab of the panel."""

    said: str
    label: str = ""
    href: str = ""
    tab: str = ""
    by_size: bool = True
    """Whether a larger context would mend it, too."""


def too_long(open_chat: OpenChat, preset: Preset) -> TooLong | None:
    """Why the next prompt cannot be made; None where nothing is in the way."""
    if not open_chat.plan_problem:
        return None
    place, said = open_chat.plan_place, open_chat.plan_problem
    to = f"#/presets/{preset.id}" if preset.id else "#/presets"
    if not place:
        # Only what is too long has a place; any other fault is the template's.
        return TooLong(said=said, label="Open the preset", href=to, by_size=False)
    own = {key_of(each) for each in preset.sections if each.text.strip()} | {"text", "template"}
    if place in own:
        return TooLong(said=said, label="Open the preset", href=to)
    if place in CAST or place == "persona":
        return TooLong(said=said, label="Open Cast", href="#/cast")
    if place in LORE:
        return TooLong(said=said, label="Set the memory budget", tab="setup")
    if place == "note":
        return TooLong(said=said, label="Open the note", tab="setup")
    if place == "system":
        return TooLong(said=said, label="Open the system prompt", href="#/settings/memory")
    return TooLong(said=said)
