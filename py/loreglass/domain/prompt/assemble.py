"""The finished prompt: sections counted, cut to their caps, history fitted, messages arranged, text written."""

from dataclasses import replace
from itertools import groupby

from loreglass.domain.asks import Asking
from loreglass.domain.context.macros import char_name, user_name
from loreglass.domain.errors import PromptTooLong
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.prompt.entries import settle
from loreglass.domain.prompt.filling import filler
from loreglass.domain.prompt.fitting import Fitted, Fitting
from loreglass.domain.prompt.frames import Frames, measure_frames
from loreglass.domain.prompt.history import History
from loreglass.domain.prompt.instruct import PLAIN
from loreglass.domain.prompt.layout import arrange
from loreglass.domain.prompt.parts import SEPARATOR, Part
from loreglass.domain.prompt.plan import Numbers, Plan, Section, SectionId
from loreglass.domain.prompt.sections import sections_in_order, write_parts
from loreglass.domain.prompt.template import apply_template
from loreglass.domain.prompt.writing import Writer
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene

_SECTION_NAMES: dict[SectionId, str] = {
    "system": "system prompt",
    "before": "memory budget",
    "character": "character's description",
    "after": "memory budget",
    "persona": "persona's description",
    "scenario": "scenario",
    "memory": "memory budget",
    "summary": "summary",
    "facts": "facts",
    "graph": "graph",
    "perspective": "perspective",
    "examples": "example dialogue",
    "history": "newest message",
    "depth": "memory budget",
    "note": "author's note",
    "post_history": "text after the history",
    "prefill": "reply to be continued",
    "text": "preset's own text",
}


def assemble(scene: Scene, lore: LoreResult) -> Asking[Plan]:
    """The plan of the turn: every text of the prompt, its cost, and what is sent.

    The fixed part goes in, cut to its caps and, where it must give way, by the preset's ranks; history fills what is
    left. A section costs the tokens of its texts, the memory section what the memory books counted; `sent` adds the
    frames of the messages. PromptTooLong where the fixed part and the newest turn exceed the context less the
    reply's reserve; TemplateFault where the preset's template cannot be used.
    """
    rules = sections_in_order(scene.preset.sections)
    history_rule = next(rule for rule in rules if rule.slot == "history")
    turns = _turns(scene) if history_rule.enabled else ()
    written = write_parts(scene, lore, filler(scene, lore.placements))
    prefilled = any(part.id == "prefill" for part in written)
    frames = yield from _frames(scene, turns, prefilled=prefilled)
    written = tuple(_guarded(part, frames) for part in written)
    fitting = Fitting(settings=scene.settings, frames=frames, parts=list(written), cuts=[])
    fitted = yield from fitting.fit(turns, history_rule)
    if fitted.room_tokens < 0 or fitted.history.lack_tokens:
        raise _too_long(_sections(fitted, frames), fitted.room_tokens, fitted.history)
    slots = {rule.slot for rule in rules if rule.enabled}
    plan = _plan(scene, settle(lore, written, fitted.parts, slots), fitted, frames)
    if scene.preset.template.strip():
        return (yield from apply_template(scene, plan, fitted, frames))
    return plan


def _plan(scene: Scene, lore: LoreResult, fitted: Fitted, frames: Frames) -> Plan:
    sent = fitted.history.turns
    messages = arrange(fitted.parts, sent, frames)
    names = {turn.message_id: turn.name for turn in sent}
    prefilled = any(part.id == "prefill" for part in fitted.parts)
    sections, writer = _sections(fitted, frames), frames.writer
    return Plan(
        decisions=lore.decisions,
        activated=lore.activated,
        memory_text=lore.memory_text,
        placements=lore.placements,
        sections=sections,
        messages=messages,
        numbers=_numbers(scene, lore, sections, frames.overhead(messages, names, prefilled=prefilled)),
        entry_count=lore.entry_count,
        rolls_used=lore.rolls_used,
        timers=lore.timers,
        scanned_from=lore.scanned_from,
        sent_from=sent[0].message_id if sent else None,
        draft=scene.draft,
        semantics=scene.settings.semantics,
        cuts=fitted.cuts,
        stop=tuple(dict.fromkeys((*(writer.stop() if writer else ()), *scene.preset.stop))),
        text_parts=writer.write(messages, names, prefilled=prefilled) if writer else (),
    )


def _frames(scene: Scene, turns: tuple[Turn, ...], *, prefilled: bool) -> Asking[Frames]:
    """Chat completions' own figures, or the marks of the preset's format.

    Who spoke in a group is told by the marks of a format, by the text in messages; a template has its own way.
    """
    if not scene.settings.text_completion:
        return Frames(named=scene.group and not scene.preset.template.strip())
    instruct = scene.preset.instruct or PLAIN
    if scene.group:
        instruct = replace(instruct, names="always")
    writer = Writer(instruct=instruct, char=char_name(scene), user=user_name(scene))
    return (yield from measure_frames(writer, turns, scene.settings.encoding, prefilled=prefilled))


def _guarded(part: Part, frames: Frames) -> Part:
    """The part without marks of the format; what that changes is counted anew."""
    pieces = tuple(
        piece if (text := frames.guard(piece.text)) == piece.text else replace(piece, text=text, tokens=None)
        for piece in part.pieces
    )
    return part if pieces == part.pieces else replace(part, pieces=pieces, whole_tokens=None)


def _numbers(scene: Scene, lore: LoreResult, sections: tuple[Section, ...], overhead: int) -> Numbers:
    return Numbers(
        context=scene.settings.context_tokens,
        reply_reserve=scene.settings.reply_reserve_tokens,
        memory_budget=lore.budget_tokens,
        memory_used=lore.used_tokens,
        left_out=lore.left_out_tokens,
        overhead=overhead,
        sent=sum(section.tokens for section in sections) + overhead,
        encoding=scene.settings.encoding,
        exact=scene.settings.exact,
    )


def _turns(scene: Scene) -> tuple[Turn, ...]:
    """The chat's turns; a draft of nothing yet is no turn."""
    is_blank_draft = scene.draft and bool(scene.turns) and not scene.turns[-1].text.strip()
    return scene.turns[:-1] if is_blank_draft else scene.turns


def _sections(fitted: Fitted, frames: Frames) -> tuple[Section, ...]:
    """The sections as they are listed: what leads, the history, what stands among it, what comes after."""
    lead = tuple(part for part in fitted.parts if part.place == "lead")
    rest = tuple(part for part in fitted.parts if part.place != "lead")
    turns = fitted.history.turns
    text = SEPARATOR.join(frames.prefix(turn) + turn.text for turn in turns)
    history = (Section(id="history", text=text, tokens=fitted.history.tokens),) if turns else ()
    return (*_told(lead), *history, *_told(rest))


def _told(parts: tuple[Part, ...]) -> tuple[Section, ...]:
    """The parts as sections; those of one section are one."""
    sections: list[Section] = []
    for (kind, name, text_id), group in groupby(parts, key=lambda part: (part.id, part.rule.name, part.rule.id)):
        own = tuple(group)
        text = SEPARATOR.join(part.text for part in own)
        tokens = sum(part.tokens for part in own)
        sections.append(Section(id=kind, text=text, tokens=tokens, name=name, text_id=text_id))
    return tuple(sections)


def _too_long(sections: tuple[Section, ...], room: int, history: History) -> PromptTooLong:
    """The longest section is the one to shorten; where room is left but not for the newest turn, that is a section."""
    newest = history.newest_tokens if room >= 0 else 0
    longest = max(sections, key=lambda section: section.tokens, default=None)
    if longest is None or newest > longest.tokens:
        place: SectionId = "history"
        name = _SECTION_NAMES["history"]
    else:
        place = longest.id
        name = longest.name or _SECTION_NAMES[longest.id]
    return PromptTooLong(section=name, over_tokens=max(-room, history.lack_tokens), place=place)
