"""A chat as a file: native with all its branches, or what it shows as SillyTavern JSON lines, Markdown or plain text.

Texts go out as they stand: no macro is filled in. A reply of the demo responder says so in every format.
"""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import VariantId
from loreglass.domain.story.chat import Message, Variant
from loreglass.formats import native, sillytavern_chat
from loreglass.formats.chat import ChatTree, encode_chat, without_plans
from loreglass.formats.encode.export import Exported
from loreglass.formats.encode.losses import count_group_losses, count_setting_losses
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

MARKDOWN: Final = "markdown"
TEXT: Final = "text"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ROLES: Final = {"system": 0, "user": 1, "assistant": 2}
_IN_CHAT: Final = 1
_DEMO: Final = "demo reply"
_STATES: Final = {"done": "", "stopped": "stopped early", "failed": "broken off"}


def export_chat(tree: ChatTree, to: str) -> Exported:
    """The chat as a file; raises BadInput for a format that holds no chat. What it cannot hold is in the report."""
    writer = _WRITERS.get(to)
    if writer is None:
        raise BadInput(f"a chat cannot be written as {to}; one of {', '.join(CHATS)} was expected")
    suffix, write = writer
    tally = Tally()
    if to != native.FORMAT:
        _count_losses(tree, tally, lines=to == sillytavern_chat.FORMAT)
    return Exported(data=write(tree).encode(), suffix=suffix, report=tally.report())


def _native(tree: ChatTree) -> str:
    text = json.dumps(encode_chat(without_plans(tree)), ensure_ascii=False, indent=1)
    return mended(text) + "\n"


def _lines(tree: ChatTree) -> str:
    """A header, then one message a line with its swipes."""
    chat, path = tree.chat, tree.path
    variants = {variant.id: variant for variant in tree.variants}
    begun = _moment(path[0][0].created_ms if path else chat.updated_ms)
    about: dict[str, object] = {"world_info": tree.book_names[0]} if tree.book_names else {}
    if chat.note.text:
        about["note_prompt"], about["note_depth"] = chat.note.text, chat.note.depth_messages
        about["note_interval"], about["note_role"] = chat.note.every_messages, _ROLES[chat.note.role]
        about["note_position"] = _IN_CHAT
    header = {
        "user_name": tree.user_name or "User",
        "character_name": tree.character_name or chat.title,
        **_timed("create_date", begun),
        "chat_metadata": about,
    }
    lines = [header, *(_line(message, chosen, variants) for message, chosen in path)]
    return "".join(mended(json.dumps(line, ensure_ascii=False)) + "\n" for line in lines)


def _line(message: Message, chosen: Variant, variants: Mapping[VariantId, Variant]) -> dict[str, object]:
    swipes = [variants[each] for each in message.variant_ids if each in variants]
    extra = {"type": "narrator"} if message.speaker == "system" else {}
    line: dict[str, object] = {
        "name": message.name,
        "is_user": message.speaker == "user",
        "is_system": message.hidden,
        **_timed("send_date", _moment(message.created_ms)),
        "mes": chosen.text,
        "extra": {**extra, **_made_by(chosen)},
    }
    if len(swipes) > 1:
        line["swipe_id"] = [variant.id for variant in swipes].index(chosen.id)
        line["swipes"] = [variant.text for variant in swipes]
        line["swipe_info"] = [
            {**_timed("send_date", _moment(variant.created_ms)), "extra": {**extra, **_made_by(variant)}}
            for variant in swipes
        ]
    return line


def _made_by(variant: Variant) -> dict[str, object]:
    """Which model wrote it and what it thought, as the other program notes it; the demo responder is no model."""
    thoughts = {"reasoning": variant.reasoning} if variant.reasoning else {}
    if variant.source == "demo":
        return {"api": "demo", "model": _DEMO, **thoughts}
    return {"model": variant.model, **thoughts} if variant.model else {**thoughts}


def _markdown(tree: ChatTree) -> str:
    """A heading for each message, and its text as it stands: chat texts are Markdown already."""
    parts = [f"# {_line_of(tree.chat.title) or 'Chat'}"]
    for message, variant in tree.path:
        label = _label(variant)
        name = _line_of(message.name) or message.speaker.capitalize()
        parts.append(f"## {name}{f' *({label})*' if label else ''}\n\n{variant.text.strip()}")
    return mended("\n\n".join(parts)) + "\n"


def _text(tree: ChatTree) -> str:
    """`Name: text` for each message, with an empty line between."""
    parts = [_line_of(tree.chat.title)] if tree.chat.title.strip() else []
    for message, variant in tree.path:
        label = _label(variant)
        name = _line_of(message.name) or message.speaker.capitalize()
        parts.append(f"{name}{f' ({label})' if label else ''}: {variant.text.strip()}")
    return mended("\n\n".join(parts)) + "\n"


def _label(variant: Variant) -> str:
    """What a reader must know of the reply: who wrote it if nobody did, and that it is not whole."""
    demo = _DEMO if variant.source == "demo" else ""
    return ", ".join(part for part in (demo, _STATES[variant.state]) if part)


def _line_of(text: str) -> str:
    return " ".join(text.split())


def _timed(name: str, moment: str) -> dict[str, object]:
    """The field with the point in time, or none where it is not known."""
    return {name: moment} if moment else {}


def _moment(milliseconds: int) -> str:
    """The point in time as ISO 8601, or "" where it is not known."""
    if milliseconds <= 0:
        return ""
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return ""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _count_losses(tree: ChatTree, tally: Tally, *, lines: bool) -> None:
    """Report what the file does not hold, one row a kind; `lines`: SillyTavern's, else a text to read."""
    path = tree.path
    counts = {
        "messages": len(tree.messages) - len(path),
        "timers": sum(len(variant.timers) for _, variant in path),
        "pinned": sum(message.pinned for message, _ in path),
        # One book is bound to a chat there.
        "books": len(tree.book_names[1:] if lines else tree.book_names),
    }
    if lines:
        shown = {each for message, _ in path for each in message.variant_ids}
        counts["states"] = sum(each.id in shown and each.state != "done" for each in tree.variants)
    else:
        counts["variants"] = sum(len(message.variant_ids) - 1 for message, _ in path)
        counts["reasoning"] = sum(bool(variant.reasoning) for _, variant in path)
        counts["hidden"] = sum(message.hidden for message, _ in path)
        counts["note"] = int(bool(tree.chat.note.text))
    for name, number in counts.items():
        if number:
            tally.count("cannot", name, "nothing", values=number, note="no_place_there")
    count_setting_losses(tree.chat, tally)
    count_group_losses(tree.chat, dict(tree.cast), tally)


_WRITERS: Final[Mapping[str, tuple[str, Callable[[ChatTree], str]]]] = {
    native.FORMAT: ("json", _native),
    sillytavern_chat.FORMAT: ("jsonl", _lines),
    MARKDOWN: ("md", _markdown),
    TEXT: ("txt", _text),
}
CHATS: Final = tuple(_WRITERS)
"""The names of all formats that a chat can be written in."""
