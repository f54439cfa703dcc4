"""The finished prompt: sections counted, history fitted, messages in the order in which they are sent.

Turns are sent as they are: two of one role in a row stay two messages, and a system message may stand among them.
Merging them would part what is shown from what was written. Chat templates that refuse such an order make the
endpoint answer with an error of its own kind (`turns_refused` in wire/problem.py).
"""

from itertools import groupby

from loreglass.domain.asks import Asking, ask_counts
from loreglass.domain.errors import PromptTooLong
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.prompt.filling import filler
from loreglass.domain.prompt.history import FRAME_TOKENS, History, fit_history
from loreglass.domain.prompt.plan import Numbers, Plan, PromptMessage, Section, SectionId
from loreglass.domain.prompt.sections import FixedPart, write_fixed
from loreglass.domain.story.book import Role
from loreglass.domain.story.chat import Speaker, Turn
from loreglass.domain.story.scene import Scene

PRIMING_TOKENS = 3
"""What chat completions spend on the beginning of the reply: an estimate, as FRAME_TOKENS is."""
SEPARATOR = "\n\n"

_SECTION_NAMES: dict[SectionId, str] = {
    "system": "system prompt",
    "before": "memory budget",
    "character": "character's description",
    "after": "memory budget",
    "persona": "persona's description",
    "scenario": "scenario",
    "memory": "memory budget",
    "examples": "example dialogue",
    "history": "newest message",
    "depth": "memory budget",
    "note": "author's note",
    "post_history": "text after the history",
    "prefill": "reply to be continued",
}
_ORDER = tuple(_SECTION_NAMES)
_ROLES: dict[Speaker, Role] = {"user": "user", "character": "assistant", "system": "system"}


def assemble(scene: Scene, lore: LoreResult) -> Asking[Plan]:
    """The plan of the turn: every text of the prompt, its cost, and the messages to send.

    The fixed part goes in whole, history fills what is left. A section costs the tokens of its texts, the memory
    section what the memory books counted; `sent` adds the frames of the messages. PromptTooLong where the fixed
    part and the newest turn exceed the context less the reply's reserve.
    """
    settings = scene.settings
    fixed = write_fixed(scene, lore, filler(scene, lore.placements))
    pieces = _pieces(fixed)
    counts = yield from _count(pieces, lore, scene)
    frames = PRIMING_TOKENS + FRAME_TOKENS * _frame_count(fixed)
    room = settings.context_tokens - settings.reply_reserve_tokens - sum(counts) - frames
    turns = _turns(scene)
    history = yield from fit_history(turns, room, settings.encoding)
    sections = _sections(pieces, counts, history)
    if room < 0 or history.lack_tokens:
        raise _too_long(sections, room, history)
    return Plan(
        decisions=lore.decisions,
        activated=lore.activated,
        memory_text=lore.memory_text,
        placements=lore.placements,
        sections=sections,
        messages=_messages(fixed, history.turns),
        numbers=_numbers(scene, lore, sections, frames + FRAME_TOKENS * len(history.turns)),
        entry_count=lore.entry_count,
        rolls_used=lore.rolls_used,
        timers=lore.timers,
        scanned_from=lore.scanned_from,
        sent_from=history.turns[0].message_id if history.turns else None,
        draft=scene.draft,
        semantics=scene.settings.semantics,
    )


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


def _pieces(fixed: FixedPart) -> tuple[tuple[SectionId, str], ...]:
    """Every text of the fixed part with its section, in section order."""
    inserts = tuple((insert.section, insert.text) for insert in fixed.inserts)
    tail: tuple[tuple[SectionId, str], ...] = (("post_history", fixed.post_history), ("prefill", fixed.prefill))
    pieces = fixed.lead + inserts + tuple(piece for piece in tail if piece[1])
    return tuple(sorted(pieces, key=lambda piece: _ORDER.index(piece[0])))


def _count(pieces: tuple[tuple[SectionId, str], ...], lore: LoreResult, scene: Scene) -> Asking[tuple[int, ...]]:
    """Tokens of each piece, separator included, as it stands in the leading message; memory's are known."""
    texts = tuple(text + SEPARATOR for section, text in pieces if section != "memory")
    counts = iter((yield from ask_counts(texts, scene.settings.encoding)) if texts else ())
    return tuple(lore.memory_tokens if section == "memory" else next(counts) for section, _ in pieces)


def _sections(
    pieces: tuple[tuple[SectionId, str], ...], counts: tuple[int, ...], history: History
) -> tuple[Section, ...]:
    sections: list[Section] = []
    for section, group in groupby(zip(pieces, counts, strict=True), key=lambda item: item[0][0]):
        items = tuple(group)
        text = SEPARATOR.join(text for (_, text), _ in items)
        sections.append(Section(id=section, text=text, tokens=sum(count for _, count in items)))
    if history.turns:
        text = SEPARATOR.join(turn.text for turn in history.turns)
        sections.append(Section(id="history", text=text, tokens=history.tokens))
    return tuple(sorted(sections, key=lambda section: _ORDER.index(section.id)))


def _frame_count(fixed: FixedPart) -> int:
    return bool(fixed.lead) + len(fixed.inserts) + bool(fixed.post_history) + bool(fixed.prefill)


def _messages(fixed: FixedPart, turns: tuple[Turn, ...]) -> tuple[PromptMessage, ...]:
    """One leading system message; the turns, the inserts among them; what ends the prompt."""
    messages: list[PromptMessage] = []
    if fixed.lead:
        content = SEPARATOR.join(text for _, text in fixed.lead)
        messages.append(PromptMessage(role="system", content=content))
    for index in range(len(turns) + 1):
        here = (insert for insert in fixed.inserts if _position(insert.depth, len(turns)) == index)
        messages += (PromptMessage(role=insert.role, content=insert.text) for insert in here)
        messages += (_turn_message(turn) for turn in turns[index : index + 1])
    if fixed.post_history:
        messages.append(PromptMessage(role="system", content=fixed.post_history))
    if fixed.prefill:
        messages.append(PromptMessage(role="assistant", content=fixed.prefill))
    return tuple(messages)


def _position(depth: int, turn_count: int) -> int:
    """How many turns stand above a text at that depth; a depth below 0 counts from the top, -1 above the first."""
    return max(0, turn_count - depth) if depth >= 0 else min(turn_count, -1 - depth)


def _turn_message(turn: Turn) -> PromptMessage:
    return PromptMessage(
        role=_ROLES[turn.speaker], content=turn.text, message_id=turn.message_id, variant_id=turn.variant_id
    )


def _too_long(sections: tuple[Section, ...], room: int, history: History) -> PromptTooLong:
    """The longest section is the one to shorten; where room is left but not for the newest turn, that is a section."""
    newest = history.lack_tokens + room - FRAME_TOKENS if room >= 0 else 0
    longest = max(sections, key=lambda section: section.tokens, default=None)
    name = _SECTION_NAMES["history" if longest is None or newest > longest.tokens else longest.id]
    return PromptTooLong(section=name, over_tokens=max(-room, history.lack_tokens))
