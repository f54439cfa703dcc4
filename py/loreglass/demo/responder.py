"""A reply without a model: the same plan, the same reply. It shows what was read, and claims no more than that."""

import re
from collections.abc import Iterator
from hashlib import sha256

from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import LinkedBook

NAMES_SHOWN = 8

_OPENINGS = (
    "{name} takes a moment over that, and is in no hurry to be done with it.",
    "{name} looks up, then away, then back, which seems to settle something.",
    "For a while {name} says nothing, and says it well.",
    "{name} hears it out to the end, and a little past the end.",
    "{name} almost smiles, and thinks better of it.",
    "“Go on,” says {name}, and then, as nobody does, goes on instead.",
    "{name} turns it over, the way one turns a stone to see what lives there.",
    "{name} nods, not in agreement, but as one nods to a neighbour.",
)
_ECHOES = (
    "“{quote}” The words sound different, said back. “You may be nearer than you know.”",
    "“You said: {quote} I’d hold on to that, if I were you.”",
    "“{quote} Yes. I wondered who would be the first to say so.”",
    "“{quote} Well. There’s more than one way to hear that.”",
)
_PLAIN = (
    "“There’s more to this than either of us has said.”",
    "“Ask me the next thing. I may answer that one by mistake.”",
    "“I was told to expect you. Nobody told me to expect this.”",
    "“If we are to talk about it, we had better sit down.”",
)
_CLOSINGS = (
    "Somewhere a door that was open is not open now.",
    "The quiet afterwards has room in it for your answer.",
    "“What would you do next?” It is asked as if it mattered.",
    "And there it rests, for you to pick up.",
    "“Your turn,” and it is meant kindly.",
    "Neither of you looks at the window.",
)
_CONTINUATIONS = (
    "and leaves the rest of it to you.",
    "and then, as quietly, nothing more.",
    "and waits to see what you make of it.",
)
_LABEL = re.compile(r"\(Demo reply: .*\)\s*\Z")
_MARKUP = re.compile(r"[*_`#>\[\]<>“”\"]+")


def respond(plan: Plan, *, speaker: str, entry_names: tuple[str, ...]) -> Iterator[str]:
    """The chunks of a short reply in the speaker's voice, ending with a line that says which entries were read.

    Depends on the plan's messages and the names alone. A plan with a partial reply is continued, not begun anew.
    """
    turns = [message.own_text for message in plan.messages if message.message_id]
    digest = sha256("\0".join((*turns, *entry_names, speaker)).encode("utf-8", "surrogatepass")).digest()
    if any(section.id == "prefill" for section in plan.sections):
        story = " " + _pick(_CONTINUATIONS, digest[0])
    else:
        story = _story(digest, speaker or "The other", turns[-1] if turns else "")
    yield from re.findall(r"\s*\S+", f"{story}\n\n{_label(entry_names)}")


def entry_names(plan: Plan, books: tuple[LinkedBook, ...]) -> tuple[str, ...]:
    """The names of the included entries in prompt order; an entry without a name goes by its id."""
    wanted = [decision.ref for decision in plan.decisions if decision.verdict == "included"]
    names = {(linked.book.id, entry.id): entry.name or entry.id for linked in books for entry in linked.book.entries}
    return tuple(names.get((ref.book_id, ref.entry_id), ref.entry_id) for ref in wanted)


def _story(digest: bytes, name: str, last_said: str) -> str:
    quote = _quote(last_said)
    middle = _pick(_ECHOES, digest[1]).replace("{quote}", quote) if quote else _pick(_PLAIN, digest[1])
    opening = _pick(_OPENINGS, digest[0]).replace("{name}", name)
    return f"{opening} {middle}\n\n{_pick(_CLOSINGS, digest[2])}"


def _quote(text: str) -> str:
    """The last short sentence that was said, without its markup and our own label; "" where there is none."""
    flat = " ".join(_MARKUP.sub(" ", _LABEL.sub("", text)).split())
    sentences = [part.strip() for part in re.findall(r"[^.!?…]+[.!?…]+", flat)]
    short = [sentence for sentence in sentences if len(sentence) <= 60]
    return short[-1] if short else ""


def _label(names: tuple[str, ...]) -> str:
    if not names:
        return "(Demo reply: no memory entry was in this prompt.)"
    shown, more = names[:NAMES_SHOWN], len(names) - NAMES_SHOWN
    if more > 0:
        return f"(Demo reply: I read {', '.join(shown)} and {more} more.)"
    listed = " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)
    return f"(Demo reply: I read {listed}.)"


def _pick(options: tuple[str, ...], at: int) -> str:
    return options[at % len(options)]
