"""The form of an endpoint as data: which samplers its backend takes, and why not the others."""

from dataclasses import dataclass, fields, replace

from loreglass.app.endpoints import Endpoint
from loreglass.app.strings.endpoint import SAMPLER_NAMES
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.profiles import PROFILES
from loreglass.domain.wire.samplers import is_reasoning_model, unknown_samplers, unsent_stop


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplerField:
    """One sampler; `reason` says why it cannot be set here, "" where it can."""

    name: str
    label: str
    value: float | int | None
    reason: str = ""


def sampler_fields(endpoint: Endpoint) -> tuple[SamplerField, ...]:
    """Every sampler, those that the backend takes first."""
    told = tuple(_field(each.name, endpoint) for each in fields(Samplers))
    return tuple(sorted(told, key=lambda one: bool(one.reason)))


def _field(name: str, endpoint: Endpoint) -> SamplerField:
    value: float | int | None = getattr(endpoint.samplers, name)
    return SamplerField(name=name, label=SAMPLER_NAMES[name], value=value, reason=_reason(name, endpoint))


def _reason(name: str, endpoint: Endpoint) -> str:
    profile = PROFILES[endpoint.profile]
    tried = replace(endpoint.samplers, **{name: 1})
    if name not in unknown_samplers(profile, tried, model=endpoint.model, is_text=endpoint.is_text):
        return ""
    names = profile.text_samplers if endpoint.is_text and profile.text_samplers else profile.samplers
    if name not in names:
        return "not known there"
    if profile.has_reasoning_rules and is_reasoning_model(endpoint.model):
        return "reasoning models refuse it"
    rival = next((one for one, other in profile.excludes if other == name), "")
    return f"not together with {SAMPLER_NAMES.get(rival, 'another')}"


def stop_note(endpoint: Endpoint) -> str:
    """Which of the stop texts are not sent; "" where all are."""
    lost = unsent_stop(PROFILES[endpoint.profile], endpoint.stop, model=endpoint.model)
    return f"Not sent, for it takes no more: {', '.join(repr(text) for text in lost)}." if lost else ""
