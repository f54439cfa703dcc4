"""A plan as the JSON that the commands print. Shape: headless.md, "Plan (output)"."""

from math import isnan

from loreglass.domain.compose import expand
from loreglass.domain.ids import BookId
from loreglass.domain.lore.account import EntryVerdict
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import EntryRef, Hit, Reason
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene

Json = dict[str, object]
Names = dict[BookId, str]
"""Books by id."""


def report_plan(plan: Plan, scene: Scene, *, with_prompt: bool = True) -> Json:
    """The whole plan as a JSON object."""
    names = {linked.book.id: linked.book.name for linked in reversed(scene.books)}
    memory = (one.cost_tokens for one in plan.decisions if one.verdict == "included" and one.slot == "memory")
    told: Json = {
        "entries": [_entry(verdict, names) for verdict in expand(plan, scene.books)],
        "activated": [f"{names[BookId(book_id)]}.{entry_id}" for book_id, entry_id in plan.activated],
        "memory": {
            "text": plan.memory_text,
            "tokens": sum(memory),
            "budget": plan.numbers.memory_budget,
        },
        "placements": _placements(plan.placements),
    }
    if with_prompt:
        told["prompt"] = _prompt(plan)
    return {**told, "rolls_used": plan.rolls_used}


def _entry(verdict: EntryVerdict, names: Names) -> Json:
    decision = verdict.decision
    told: Json = {
        "book": names[verdict.book.id],
        "entry": verdict.entry.name,
        "id": verdict.entry.id,
        "verdict": decision.verdict,
        "reason": _reason(decision.reason, names),
        "tokens": decision.cost_tokens,
    }
    return {**told, "trimmed": True} if decision.trimmed else told


def _reason(reason: Reason, names: Names) -> Json:
    told: Json = {"code": reason.code, **(_hit(reason.hit, names) if reason.hit else {})}
    extra: Json = {
        "secondary": [_hit(hit, names) for hit in reason.secondary_hits] or None,
        "need": reason.need_tokens,
        "left": reason.left_tokens,
        "roll": reason.roll,
        "needed": None if isnan(reason.needed_percent or 0) else reason.needed_percent,
        "filter": reason.filter_kind,
        "until": reason.until_messages,
        "group": reason.group or None,
        "winner": _reference(reason.winner, names),
        "missing": list(reason.missing) or None,
        "decorator": reason.decorator or None,
        "pattern": reason.pattern or None,
        "problem": reason.problem or None,
    }
    return told | {name: value for name, value in extra.items() if value is not None}


def _hit(hit: Hit, names: Names) -> Json:
    told: Json = {
        "key": hit.key,
        "message": hit.message,
        "where": hit.where,
        "span": list(hit.span),
        "age": hit.age,
    }
    return told if hit.parent is None else {**told, "parent": _reference(hit.parent, names)}


def _reference(reference: EntryRef | None, names: Names) -> str | None:
    return None if reference is None else f"{names[reference.book_id]}.{reference.entry_id}"


def _placements(placements: Placements) -> Json:
    return {
        "before": placements.before,
        "after": placements.after,
        "at_depth": [
            {"depth": group.depth, "role": group.role, "texts": list(group.texts)} for group in placements.at_depth
        ],
        "note_top": list(placements.note_top),
        "note_bottom": list(placements.note_bottom),
        "examples_top": list(placements.examples_top),
        "examples_bottom": list(placements.examples_bottom),
        "outlets": {name: list(texts) for name, texts in placements.outlets},
    }


def _prompt(plan: Plan) -> Json:
    return {
        "sections": [{"id": part.id, "tokens": part.tokens, "text": part.text} for part in plan.sections],
        "text": plan.text or "\n\n".join(part.text for part in plan.sections),
        "tokens": plan.numbers.sent,
        "messages": [{"role": message.role, "content": message.content} for message in plan.messages],
    }
