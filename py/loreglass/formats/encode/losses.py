"""What a format cannot hold: the value as it was against the value as it reads back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from typing import Final, get_args

from loreglass.domain.ids import CharacterId
from loreglass.domain.story.book import Book, Entry, Place
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Chat
from loreglass.formats.encode.spelling import as_pattern
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import is_pattern
from loreglass.formats.record import encode_record
from loreglass.formats.report import Here
from loreglass.formats.tally import Tally

_NEVER: Final = frozenset(
    {"id", "origin", "raw", "revision", "entries", "book_ids", "picture", "weight", "priority", "semantics"}
)
"""Fields that are no loss: ours alone, counted elsewhere, or, like whose rules to play by, settled by the program."""
_MISSING: Final = object()
_HERE: Final[dict[str, Here]] = {code: code for code in get_args(Here)}


def count_entry_losses(entries: Sequence[Entry], back: Sequence[Entry | None], tally: Tally, *, patterns: bool) -> None:
    """Count each field of an entry that does not come back; `patterns`: whether the format knows regex keywords."""
    for entry, found in zip(entries, back, strict=True):
        _count_entry(entry, found, tally, patterns=patterns)
    for name in ("priority", "weight"):
        pairs = [(getattr(a, name), getattr(b, name)) for a, b in zip(entries, back, strict=True) if b]
        if not _same_order(pairs):
            tally.count("cannot", name, _HERE[name], values=len(entries), note="no_place_there")


def count_list_losses(entries: Sequence[Entry], back: Sequence[Entry | None], tally: Tally) -> None:
    """The same for a format in which only the list gives an order; `entries` stand by weight."""
    for entry, found in zip(entries, back, strict=True):
        _count_entry(entry, found, tally, patterns=False)
    if any(a.priority < b.priority for a, b in pairwise(entries)):
        tally.count("cannot", "priority", "priority", values=len(entries), note="no_place_there")


def count_losses(value: Book | Character, back: Book | Character | None, tally: Tally) -> None:
    """Count each field of a book or character that does not come back."""
    for name in _lost(value, back):
        here = _HERE.get(f"book_{name}" if isinstance(value, Book) else name, _HERE.get(name, "kept"))
        tally.count("cannot", name, here, example=_example(getattr(value, name)), note="no_place_there")


def count_group_losses(chat: Chat, names: Mapping[CharacterId, str], tally: Tally) -> None:
    """Count what of a group has no place in a file of one chat; nothing where the chat is no group."""
    if not chat.members:
        return
    tally.count("cannot", "turn_order", "nothing", note="no_place_there")
    called = {each: names.get(each, "") for each in chat.members}
    talk = {who: f"{called[who]}: {share:.0%}" for who, share in chat.talkativeness if called.get(who)}
    for name, those, said in (
        ("members", chat.members, called),
        ("muted", chat.muted, called),
        ("talkativeness", tuple(who for who, _ in chat.talkativeness), talk),
        ("next_id", (chat.next_id,) if chat.next_id else (), called),
    ):
        lost = tuple(each for each in those if each in called)
        if lost:
            example = [said[each] for each in lost if said.get(each)]
            tally.count("cannot", name, "nothing", values=len(lost), example=example, note="no_place_there")


def count_setting_losses(chat: Chat, tally: Tally) -> None:
    """Count what is set for one chat and is in no file but ours; nothing where all is as usual."""
    own = (chat.memory_depth_messages, chat.memory_budget_tokens)
    for name, number in (
        ("memo", int(bool(chat.memo))),
        ("draft", int(bool(chat.draft))),
        ("pinned_entries", len(chat.pinned_entries)),
        ("muted_entries", len(chat.muted_entries)),
        ("preset", int(chat.preset_id is not None)),
        ("settings", sum(each is not None for each in own) + _set(chat.activation) + (not chat.stop_at_names)),
    ):
        if number:
            tally.count("cannot", name, "nothing", values=number, note="no_place_there")


def _set(value: object) -> int:
    """How many fields of a record, and of those in it, are not as usual."""
    if not is_dataclass(value) or isinstance(value, type):
        return 0
    usual = type(value)()
    pairs = [(getattr(value, field.name), getattr(usual, field.name)) for field in fields(value)]
    return sum(_set(own) if is_dataclass(own) else own != normal for own, normal in pairs)


def _count_entry(entry: Entry, found: Entry | None, tally: Tally, *, patterns: bool) -> None:
    case_sensitive = bool(entry.case_sensitive)
    before, after = _meant(entry), found and _meant(found)
    if patterns:
        before, after = _spelt(before, case_sensitive), after and _spelt(after, case_sensitive)
    lost = set(_lost(before, after))
    if not patterns and any(map(is_pattern, entry.keywords)):
        lost.add("keywords")
    for name in sorted(lost):
        tally.count("cannot", name, _HERE[name], example=_example(getattr(entry, name)), note="no_place_there")


def _lost(value: Book | Entry | Character, back: Book | Entry | Character | None) -> tuple[str, ...]:
    """The names of the fields that say something and do not come back."""
    names = (field.name for field in fields(value) if field.name not in _NEVER)
    return tuple(
        name
        for name in names
        if (before := getattr(value, name)) is not None
        and _comparable(before) != (_comparable(getattr(back, name)) if back else _MISSING)
    )


def _meant(entry: Entry) -> Entry:
    """The entry without what says nothing: spaces around keywords, a logic or weight of no keywords or group."""
    entry = replace(
        entry,
        keywords=tuple(keyword.strip() for keyword in entry.keywords),
        secondary=tuple(keyword.strip() for keyword in entry.secondary),
        logic=entry.logic if entry.secondary else "and_any",
    )
    return entry if entry.groups else replace(entry, group_weight=100, group_override=False)


def _spelt(entry: Entry, case_sensitive: bool) -> Entry:
    """The entry with its keywords as a program that knows patterns spells them."""
    return replace(
        entry,
        keywords=tuple(as_pattern(keyword, case_sensitive=case_sensitive) for keyword in entry.keywords),
        secondary=tuple(as_pattern(keyword, case_sensitive=case_sensitive) for keyword in entry.secondary),
    )


def _comparable(value: object) -> object:
    """The value where a different spelling means the same."""
    if isinstance(value, Place):
        value = value if value.slot == "at_depth" else replace(value, depth=0, role="system")
        return replace(value, slot="before") if value.slot == "memory" else value
    if isinstance(value, tuple):
        return sorted(value)
    return value


def _example(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return raw_text(encode_record(value, type(value)()))
    return value


def _same_order(pairs: Iterable[tuple[float, float]]) -> bool:
    """True where what is greater before is greater after."""
    ordered = sorted(pairs)
    return all(a[1] < b[1] for a, b in pairwise(ordered) if a[0] < b[0])
