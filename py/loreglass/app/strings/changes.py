"""What would change an entry's end of turn, where its reason alone does not say it."""

from loreglass.app.strings import counted, number
from loreglass.app.strings.reasons import Piece, Pieces, among, text
from loreglass.domain.lore.verdict import Reason, ReasonCode
from loreglass.domain.story.book import Entry
from loreglass.domain.story.timer import Timer

WOULD: dict[ReasonCode, str] = {
    "forced": "It stays until it is unpinned.",
    "sticky": "It falls asleep when that is over, unless its keyword is said again.",
    "decorator": "The first lines of its text decide; change them to change this.",
    "disabled": "It would be looked for if it and its book were switched on.",
    "cooldown": "It can wake again when the rest is over; pinned, it goes in at once.",
    "delayed": "It can wake when the chat is long enough; pinned, it goes in at once.",
    "delay_level": "It would wake if an entry that goes in said its keyword, or without its delay level.",
    "recursion_blocked": "It would wake if a message said its keyword, or if “woken by entries” were on.",
    "regex_invalid": "It would be looked for again with a pattern that can be read.",
    "regex_slow": "A shorter pattern, or plain keywords, would be looked for again.",
    "not_shareable": "It would go in if it might be shared with this character.",
    "duplicate": "It would go in if the other entry were out, or had another text.",
    "no_placement": "It would go in with another place: the section that it stands in is off or empty.",
}
FILTERED = {
    "character": "It would wake while a character that it is meant for speaks.",
    "tag": "It would wake for a character with a tag that it is meant for.",
    "trigger": "It would wake in a turn of the kind that it is meant for.",
}


def would_change(reason: Reason, entry: Entry | None) -> Pieces:
    """What would change the verdict; () where there is nothing to say."""
    if reason.muted:
        return (text("It would be looked for again if it were unmuted."),)
    if reason.code == "filtered":
        return (text(FILTERED[reason.filter_kind]),) if reason.filter_kind else ()
    if reason.code == "secondary_missing":
        return _without(reason, entry)
    said = WOULD.get(reason.code, "")
    return (text(said),) if said else ()


def _without(reason: Reason, entry: Entry | None) -> Pieces:
    """For an entry that other words keep asleep."""
    missing = reason.missing or (entry.secondary if entry else ())
    return (text("It would wake without "), *among(missing, "or"), text("."))


def found_back(keyword: Piece, message: int, age: int, reach: int) -> Pieces:
    """Where a keyword stands that is too far back to be seen; `age` and `reach` in messages."""
    how_far = "the newest" if not age else f"{number(age)} back"
    looks = "looks at no message" if not reach else f"looks {number(reach - 1)} back"
    return (keyword, text(f" is in message {number(message)}, {how_far}: outside the depth; this entry {looks}."))


FOR_GOOD = 1_000_000
"""So many messages are no end that anybody will see."""


def timed(entry: Entry, timer: Timer | None) -> Pieces:
    """How long the entry stays in or rests: as its timer runs, else as it would when it wakes; () for most."""
    if timer is not None:
        verb = "stays in" if timer.kind == "sticky" else "rests"
        end = timer.end_messages
        until = "for good" if end >= FOR_GOOD else f"until the chat has {counted(end, 'message')}"
        after = timer.kind == "sticky" and entry.cooldown
        return (text(f"It {verb} {until}{f', then rests for {_long(entry.cooldown)}' if after else ''}."),)
    parts = [f"stays in for {_long(entry.sticky)}"] if entry.sticky else []
    parts += [f"rests for {_long(entry.cooldown)}"] if entry.cooldown else []
    return (text(f"When it wakes it {', then '.join(parts)}."),) if parts else ()


def _long(messages: int) -> str:
    return "good" if messages >= FOR_GOOD else counted(messages, "message")
