"""Presets as data: the list, the open preset's parts with what each costs, and what its samplers and format do here."""

from dataclasses import dataclass, replace

from loreglass.app.endpoints import Endpoint
from loreglass.app.presets import OWN_FORMAT, TEXT_KEY, PresetTrial, context_of, key_of, reply_of, whole
from loreglass.app.replies import mixed
from loreglass.app.state import AppState, Library, Preferences
from loreglass.app.strings import counted, isolated, joined, number
from loreglass.app.strings.presets import APP_ORDER, given_way, place_words, section_name, trouble
from loreglass.app.view_endpoint import SamplerField, sampler_fields, stop_note
from loreglass.domain.prompt.instruct import FORMATS
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.preset import Preset, PresetSection

OWN_TEXT = frozenset({"system", "post_history", "prefill", "text"})
NAMED_CHATS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetRow:
    """A preset in the list; the one without an id is the app's own order."""

    id: str
    name: str
    note: str
    is_usual: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """A part of the prompt, in its place. `tokens` are None while they are not known."""

    key: str
    name: str
    section: PresetSection
    tokens: int | None
    place: str
    first: bool
    last: bool

    @property
    def has_text(self) -> bool:
        """True where its words are the preset's."""
        return self.section.slot in OWN_TEXT

    @property
    def is_own(self) -> bool:
        """True for a text of the user's own."""
        return self.section.slot == "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetView:
    """The page of one preset."""

    preset: Preset
    state: str
    sections: tuple[SectionView, ...]
    counted_in: str
    """The title of the chat that the tokens are of; "" where none was open."""
    trouble: str
    template_trouble: str
    cuts: tuple[str, ...]
    samplers: tuple[SamplerField, ...]
    stop_note: str
    format_name: str
    """The known format's name, "own" for one of the user's own, "" for none."""
    format_note: str
    context_note: str
    reply_note: str


def preset_rows(library: Library, preferences: Preferences) -> tuple[PresetRow, ...]:
    """The list: the app's own order, then the user's presets by name."""
    usual = preferences.preset_id if any(one.id == preferences.preset_id for one in library.presets) else None
    own = PresetRow(id="", name=APP_ORDER, note="It comes with Loreglass and never changes.", is_usual=usual is None)
    rows = (
        PresetRow(id=one.id, name=one.name or "Unnamed preset", note=_note(one, library), is_usual=one.id == usual)
        for one in library.presets
    )
    return (own, *rows)


def _note(preset: Preset, library: Library) -> str:
    parts = [counted(sum(one.enabled for one in whole(preset).sections), "part")]
    if preset.template.strip():
        parts.append("a template of its own")
    if preset.instruct is not None:
        parts.append(preset.instruct.name or "a text format of its own")
    users = [chat.title or "Untitled chat" for chat in library.chats if chat.preset_id == preset.id]
    if users:
        more = (f"{number(len(users) - NAMED_CHATS)} more",) if len(users) > NAMED_CHATS else ()
        parts.append(f"in {joined((*users[:NAMED_CHATS], *more))}")
    return ", ".join(parts)


def preset_view(state: AppState, preset: Preset) -> PresetView:
    """What the page of a preset shows."""
    desk, endpoint = state.presets, state.endpoint.saved
    trial = desk.trial if desk.trial and desk.trial.preset_id == preset.id else None
    said = "Not saved" if desk.failed else "Saving" if desk.unsaved else "Saved"
    in_template = trial is not None and trial.line is not None
    has_words = state.chat is not None and state.chat.has_words
    words = trouble(trial.problem, trial.line) if trial and trial.problem else ""
    return PresetView(
        preset=preset,
        state=said,
        sections=_sections(whole(preset), trial),
        counted_in=state.chat.chat.title if state.chat else "",
        trouble="" if in_template else words,
        template_trouble=words if in_template else "",
        cuts=given_way(trial.plan, has_words=has_words) if trial and trial.plan else (),
        samplers=_samplers(preset, endpoint),
        stop_note=stop_note(replace(endpoint, stop=preset.stop)),
        format_name=format_of(preset),
        format_note=_format_note(preset, endpoint),
        context_note=_context_note(preset, endpoint),
        reply_note=_reply_note(preset, endpoint),
    )


def _sections(preset: Preset, trial: PresetTrial | None) -> tuple[SectionView, ...]:
    costs = _costs(trial.plan) if trial and trial.plan else None
    last = len(preset.sections) - 1
    return tuple(
        SectionView(
            key=key_of(section),
            name=section_name(section),
            section=section,
            tokens=costs.get(key_of(section), 0) if costs is not None else None,
            place=place_words(section),
            first=at == 0,
            last=at == last,
        )
        for at, section in enumerate(preset.sections)
    )


def _costs(plan: Plan) -> dict[str, int]:
    """Tokens of each part by its name; entries at a depth of their own count as memory."""
    costs: dict[str, int] = {}
    for told in plan.sections:
        key = f"{TEXT_KEY}{told.text_id}" if told.id == "text" else "memory" if told.id == "depth" else told.id
        costs[key] = costs.get(key, 0) + told.tokens
    return costs


def _samplers(preset: Preset, endpoint: Endpoint) -> tuple[SamplerField, ...]:
    """Every sampler with the preset's value; what the endpoint does not take says why. The demo takes them all."""
    told = sampler_fields(replace(endpoint, samplers=mixed(endpoint.samplers, preset.samplers)))
    own = (replace(one, value=getattr(preset.samplers, one.name)) for one in told)
    return tuple(replace(one, reason="") if endpoint.is_demo else one for one in own)


def format_of(preset: Preset) -> str:
    """The name of the preset's text format."""
    if preset.instruct is None:
        return ""
    return preset.instruct.name if preset.instruct in FORMATS else OWN_FORMAT


def _format_note(preset: Preset, endpoint: Endpoint) -> str:
    if endpoint.is_text:
        used = "this format writes it" if preset.instruct else "plain names and words write it"
        return f"{isolated(endpoint.called)} takes prompts as one text: {used}."
    if preset.instruct is None:
        return "Prompts go as messages, and the server’s own template makes one text of them."
    return "Not used now: prompts go as messages, and the server’s own template makes one text of them."


def _context_note(preset: Preset, endpoint: Endpoint) -> str:
    usual = number(endpoint.context_tokens)
    if preset.context_tokens is None:
        return f"tokens; empty: {usual} from the endpoint"
    is_whole = context_of(preset, endpoint) == preset.context_tokens
    return "tokens, set here" if is_whole else f"tokens; the endpoint takes no more than {usual}"


def _reply_note(preset: Preset, endpoint: Endpoint) -> str:
    used = reply_of(preset, endpoint)
    if preset.reply_tokens is None:
        return f"tokens; empty: {number(used)} from the endpoint"
    return "tokens, set here" if used == preset.reply_tokens else f"tokens; half of the context at most, {number(used)}"
