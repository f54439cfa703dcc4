"""States of Presets: the list, one with everything set, one whose template is at fault, Setup, what is too long."""

from dataclasses import replace

from loreglass.app.presets import PresetDesk, PresetTrial
from loreglass.app.state import AppState, Panel, Route
from loreglass.domain.ids import PresetId
from loreglass.domain.prompt.instruct import ALPACA
from loreglass.domain.prompt.plan import Cut, Section
from loreglass.domain.story.preset import DEFAULT_PRESET, Preset, PresetSection, Samplers
from tests.ui import ninth_bell, things

FOG = Preset(
    id=PresetId("fog"),
    name="Fog and short sentences",
    sections=(
        PresetSection(slot="system", text="Write as {{char}}, in short sentences."),
        PresetSection(slot="text", id="t1", name="The weather", text="There is always fog.", role="user"),
        *(replace(each, cap_tokens=400, drop_rank=1) for each in DEFAULT_PRESET.sections if each.slot == "examples"),
        *(each for each in DEFAULT_PRESET.sections if each.slot not in ("system", "examples")),
    ),
    samplers=Samplers(temperature=0.7, top_k=40, min_p=0.05),
    instruct=replace(ALPACA, name="", user_prefix="### Me:\n"),
    stop=("### Me:", "\n***"),
    context_tokens=16_384,
    reply_tokens=300,
)
BROKEN = replace(FOG, id=PresetId("broken"), name="Broken", template="{{ system }}\n{% for %}")
PLAIN = replace(DEFAULT_PRESET, id=PresetId("plain"), name="")


def _state(route: Route, desk: PresetDesk | None = None, **changes: object) -> AppState:
    state = ninth_bell.state()
    chats = (replace(things.library().chats[0], preset_id=FOG.id), *things.library().chats[1:])
    library = replace(things.library(), chats=chats, presets=(BROKEN, FOG, PLAIN))
    return replace(state, route=route, library=library, presets=desk or PresetDesk(), **changes)  # type: ignore[arg-type]


def listed() -> AppState:
    """The list, with one of them the usual."""
    state = _state(Route(name="presets"))
    return replace(state, preferences=replace(state.preferences, preset_id=FOG.id))


def opened() -> AppState:
    """A preset with its costs, and something that gave way."""
    plan = ninth_bell.open_chat().next_plan
    assert plan is not None
    own = Section(id="text", text="There is always fog.", tokens=7, name="The weather", text_id="t1")
    cuts = (Cut(section="examples", tokens=120, reason="cap"), Cut(section="text", tokens=1, reason="gave_way"))
    plan = replace(plan, sections=(*plan.sections, own), cuts=cuts)
    desk = PresetDesk(trial=PresetTrial(preset_id=FOG.id, plan=plan))
    return _state(Route(name="presets", id=FOG.id), desk, endpoint=things.UNREACHED)


def broken() -> AppState:
    """A template that cannot be read."""
    fault = PresetTrial(preset_id=BROKEN.id, problem="Expected an expression, got 'end of statement block'", line=2)
    return _state(Route(name="presets", id=BROKEN.id), PresetDesk(trial=fault, failed=1, unsaved=1))


def first() -> AppState:
    """A preset while no chat has been opened."""
    return replace(_state(Route(name="presets", id=PLAIN.id)), chat=None)


def setup() -> AppState:
    """Setup of a chat that plays by a preset of its own."""
    chat = ninth_bell.open_chat()
    state = _state(ninth_bell.state().route, panel=Panel(tab="setup", sheet_open=True))
    return replace(state, chat=replace(chat, chat=replace(chat.chat, preset_id=FOG.id)))


def too_long() -> AppState:
    """A chat whose next prompt does not fit."""
    said = (
        "The fixed part of the prompt is 410 tokens too long for the context; shorten the character's description or "
        "raise the context size."
    )
    state = ninth_bell.state()
    assert state.chat is not None
    return replace(state, chat=replace(state.chat, next_plan=None, plan_problem=said, plan_place="character"))


def gave_way() -> AppState:
    """A chat in whose next prompt something gave way."""
    state = ninth_bell.state()
    assert state.chat is not None
    assert state.chat.next_plan is not None
    plan = replace(state.chat.next_plan, cuts=(Cut(section="examples", tokens=120, reason="gave_way"),))
    return replace(state, chat=replace(state.chat, next_plan=plan))


def capped() -> AppState:
    """Why, beside a chat with a preset: some of its parts have caps, one of them none of its text."""
    state = ninth_bell.state()
    assert state.chat is not None
    caps = {"character": 150, "examples": 400, "history": 2600}
    sections = tuple(replace(each, cap_tokens=caps.get(each.slot)) for each in DEFAULT_PRESET.sections)
    preset = replace(FOG, sections=sections)
    chat = replace(state.chat, chat=replace(state.chat.chat, preset_id=preset.id))
    return replace(
        state, chat=chat, library=replace(state.library, presets=(preset,)), panel=Panel(tab="why", sheet_open=True)
    )


PAGES = {"presets": listed, "preset": opened, "preset-broken": broken, "preset-first": first}
CHATS = {"setup-preset": setup, "too-long": too_long, "gave-way": gave_way, "capped": capped}
