"""A plan for a bug report: ids, codes, numbers and versions. No text, no keyword, no name, no address, no key. Pure."""

import json
import platform
from dataclasses import asdict

from loreglass.app.endpoints import Endpoint
from loreglass.domain.lore.verdict import Decision, Hit, Reason
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.prompt.record import Json
from loreglass.domain.prompt.stored import VERSION
from loreglass.domain.story.semantics import Semantics


def plan_report(plan: Plan, *, endpoint: Endpoint, semantics: Semantics) -> str:
    """The report as JSON text. Sizes of texts are told in characters."""
    told: dict[str, Json] = {
        "versions": {"plan": VERSION, "python": platform.python_version()},
        "rules": semantics,
        "endpoint": {"kind": "demo" if endpoint.is_demo else endpoint.profile, "as_text": endpoint.is_text},
        "numbers": asdict(plan.numbers),
        "entry_count": plan.entry_count,
        "rolls_used": plan.rolls_used,
        "draft": plan.draft,
        "scanned_from": plan.scanned_from,
        "sent_from": plan.sent_from,
        "sections": [{"id": one.id, "tokens": one.tokens, "characters": len(one.text)} for one in plan.sections],
        "cuts": [{"section": one.section, "tokens": one.tokens, "reason": one.reason} for one in plan.cuts],
        "messages": [
            {"role": one.role, "characters": len(one.content), "id": one.message_id, "variant": one.variant_id}
            for one in plan.messages
        ],
        "text_parts": [len(part) for part in plan.text_parts],
        "activated": ["/".join(pair) for pair in plan.activated],
        "decisions": [_decision(one) for one in plan.decisions],
        "timers": [
            {
                "kind": one.kind,
                "entry": f"{one.book_id}/{one.entry_id}",
                "from": one.start_messages,
                "to": one.end_messages,
            }
            for one in plan.timers
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def _decision(one: Decision) -> Json:
    told: dict[str, Json] = {
        "entry": f"{one.ref.book_id}/{one.ref.entry_id}",
        "revision": one.ref.revision,
        "verdict": one.verdict,
        "tokens": one.cost_tokens,
        "characters": len(one.text),
        "trimmed": one.trimmed,
        "slot": one.slot,
        **_reason(one.reason),
    }
    return {name: value for name, value in told.items() if value not in (None, [], False)}


def _reason(reason: Reason) -> dict[str, Json]:
    return {
        "code": reason.code,
        "hit": _hit(reason.hit) if reason.hit else None,
        "second": [_hit(hit) for hit in reason.secondary_hits],
        "need": reason.need_tokens,
        "left": reason.left_tokens,
        "roll": reason.roll,
        "needed_percent": reason.needed_percent,
        "filter": reason.filter_kind,
        "until_messages": reason.until_messages,
        "winner": f"{reason.winner.book_id}/{reason.winner.entry_id}" if reason.winner else None,
        "missing": len(reason.missing),
        "decorator": reason.decorator,
        "depth_messages": reason.depth_messages,
    }


def _hit(hit: Hit) -> Json:
    """Where a keyword stood, without the keyword."""
    parent = f"{hit.parent.book_id}/{hit.parent.entry_id}" if hit.parent else None
    return {"where": hit.where, "span": list(hit.span), "age": hit.age, "message": hit.message_id, "parent": parent}
