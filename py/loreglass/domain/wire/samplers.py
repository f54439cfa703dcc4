"""Which samplers and stop texts go to a backend, under which names, and which it would not take."""

import re
from dataclasses import fields
from typing import TypeGuard

from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.profiles import Profile

_NAMES = tuple(field.name for field in fields(Samplers))
_REASONING_MODEL = re.compile(r"(?:^|/)(?:o[1-9]\b|gpt-5(?!.*-chat))")


def is_reasoning_model(model: str) -> bool:
    """Whether OpenAI's rules for reasoning models hold: another reply limit, no samplers, no stop texts."""
    return _REASONING_MODEL.search(model) is not None


def reply_limit_field(profile: Profile, model: str) -> str:
    """The name of the field that limits a reply in the OpenAI-compatible dialects, in tokens."""
    is_reasoning = profile.has_reasoning_rules and is_reasoning_model(model)
    return "max_completion_tokens" if is_reasoning else "max_tokens"


def sampler_fields(
    profile: Profile, samplers: Samplers, *, model: str = "", is_text: bool = False
) -> dict[str, float | int]:
    """The samplers that are set and known, by the backend's own names."""
    names = profile.text_samplers if is_text and profile.text_samplers else profile.samplers
    set_ones = _set_ones(samplers)
    unknown = unknown_samplers(profile, samplers, model=model, is_text=is_text)
    return {names[name]: value for name, value in set_ones.items() if name not in unknown}


def unknown_samplers(
    profile: Profile, samplers: Samplers, *, model: str = "", is_text: bool = False
) -> tuple[str, ...]:
    """Our names of the samplers that are set and not sent, because the backend or the model would not take them."""
    names = profile.text_samplers if is_text and profile.text_samplers else profile.samplers
    set_ones = _set_ones(samplers)
    refused = {other for one, other in profile.excludes if one in set_ones}
    if profile.has_reasoning_rules and is_reasoning_model(model):
        refused |= names.keys() - {"seed"}
    return tuple(name for name in set_ones if name not in names or name in refused)


def sent_stop(profile: Profile, stop: tuple[str, ...], *, model: str = "") -> tuple[str, ...]:
    """The stop texts that are sent: each once, none of white space for Anthropic, as many as the backend takes."""
    if profile.has_reasoning_rules and is_reasoning_model(model):
        return ()
    is_blank_refused = profile.chat == "anthropic"
    taken = tuple(dict.fromkeys(text for text in stop if text.strip() or (text and not is_blank_refused)))
    return taken[: profile.stop_limit]


def unsent_stop(profile: Profile, stop: tuple[str, ...], *, model: str = "") -> tuple[str, ...]:
    """The stop texts that the backend would not take."""
    sent = sent_stop(profile, stop, model=model)
    return tuple(dict.fromkeys(text for text in stop if text and text not in sent))


def _set_ones(samplers: Samplers) -> dict[str, float | int]:
    values = ((name, getattr(samplers, name)) for name in _NAMES)
    return {name: value for name, value in values if _is_number(value)}


def _is_number(value: object) -> TypeGuard[float | int]:
    return isinstance(value, float | int)
