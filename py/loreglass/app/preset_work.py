"""Tries a preset on a chat: the plan that it makes, or what is in the way."""

from collections.abc import Awaitable, Callable

from loreglass.app.effects import TryPreset
from loreglass.app.presets import PresetTrial, PresetTried
from loreglass.domain.errors import LoreglassError, TemplateFault
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene


async def tried(effect: TryPreset, plan: Callable[[Scene], Awaitable[Plan]]) -> PresetTried:
    """The trial, with the line of a fault in the template."""
    try:
        trial = PresetTrial(preset_id=effect.preset_id, plan=await plan(effect.scene))
    except TemplateFault as fault:
        trial = PresetTrial(preset_id=effect.preset_id, problem=fault.reason, line=fault.line)
    except LoreglassError as error:
        trial = PresetTrial(preset_id=effect.preset_id, problem=str(error))
    return PresetTried(trial=trial)
