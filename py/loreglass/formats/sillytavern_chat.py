"""SillyTavern and TavernAI chats: one JSON object a line, a header first; swipes are the variants of a message.

Lines that cannot be read are listed and the rest is kept.
"""

from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.story.book import Role
from loreglass.domain.story.chat import Speaker
from loreglass.formats.dates import milliseconds
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage
from loreglass.formats.jsontext import parse_json, raw_text
from loreglass.formats.reader import Reader, kind_of
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

FORMAT: Final = "sillytavern_chat"
LINES_LIMIT: Final = 1_000_000
_MARKS: Final = ('"mes"', '"user_name"', '"chat_metadata"')
_ROLES: Final[dict[object, Role]] = {0: "system", 1: "user", 2: "assistant"}
_LOOKED_AT, _LINES_LOOKED_AT = 1_000_000, 4
_IN_CHAT: Final = 1
_BESIDE_MAIN: Final = (0, 2)
_READ: Final = (
    *("user_name", "character_name", "create_date", "chat_metadata", "world_info", "timedWorldInfo"),
    *("note_prompt", "note_depth", "note_interval", "note_role", "note_position"),
    *("integrity", "chat_id_hash", "tainted", "lastInContextMessageId"),
)
"""Fields of a header that are read, and those that only that program's own files need."""


def is_chat_text(text: str) -> bool:
    """True where one of the first lines is one whole object that is a header or a message: any may be damaged."""
    begun = text.lstrip()[:_LOOKED_AT].split("\n")[:_LINES_LOOKED_AT]
    return any(map(_is_chat_line_text, begun))


def _is_chat_line_text(line: str) -> bool:
    if not line.startswith("{") or not any(mark in line for mark in _MARKS):
        return False
    try:
        value = parse_json(line)
    except BadInput:
        return False
    return isinstance(value, dict) and is_chat_line(value)


def is_chat_line(value: dict[str, object]) -> bool:
    """True for a header or a message, and not for a card that a chat program wrote."""
    return "mes" in value or ("user_name" in value and "data" not in value) or "chat_metadata" in value


def read_chat_text(text: str, tally: Tally) -> Imported:
    """The chat; raises BadInput where not one line can be read."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) > LINES_LIMIT:
        raise BadInput(f"it has {len(lines):,} lines; at most {LINES_LIMIT:,} can be read")
    header: dict[str, object] = {}
    messages: list[ImportedMessage] = []
    problem: BadInput | None = None
    for number, line in lines:
        where = f"line {number}"
        try:
            value = parse_json(line, tally=tally)
            if not isinstance(value, dict):
                raise BadInput(f"a message must be an object, but this is {kind_of(value)}")
            if not messages and not header and "mes" not in value:
                header = value
            else:
                messages.append(_message(Reader(value, tally, where=where)))
        except BadInput as error:
            problem = problem or BadInput(error.problem, place=where)
            tally.warn(where, "bad_line", error.problem)
    if problem and not messages:
        raise problem
    chat = _chat(Reader(header, tally), tuple(messages))
    return Imported(kind="chat", format=FORMAT, name=chat.title, chat=chat)


def read_chat_line(value: dict[str, object], tally: Tally) -> Imported:
    """The chat of one line, which may be a header alone."""
    return read_chat_text(raw_text(value), tally)


def _chat(reader: Reader, messages: tuple[ImportedMessage, ...]) -> ImportedChat:
    about = reader.child("chat_metadata")
    character = reader.text("character_name", "name")
    chat = ImportedChat(
        title=character if character.lower() != "unused" else "",
        messages=messages,
        user_name=reader.text("user_name", "name"),
        character_name=character,
        book_name=about.text("world_info", "book_name"),
        author_note=about.text("note_prompt", "note"),
        author_note_depth=about.whole("note_depth", "place_depth", 4),
        author_note_every=about.whole("note_interval", "note", 1),
        author_note_role=about.choice("note_role", "role", _ROLES, "system"),
        raw=raw_text(dict(reader.fields)) if reader.fields else "",
    )
    _place(about, has_note=bool(chat.author_note))
    about.useless("timedWorldInfo", "timers_not_used")
    for part in (about, reader):
        for field in part.fields:
            if field not in _READ:
                # A chat holds nothing but itself here, so what is not read is lost, not kept.
                part.useless(field, "unknown_field")
    return chat


def _place(about: Reader, *, has_note: bool) -> None:
    """Report a note that stands beside the main prompt there: here a note stands in the history, at its depth."""
    if not has_note:
        return
    place = about.choice("note_position", "place", {each: each for each in (_IN_CHAT, *_BESIDE_MAIN)}, _IN_CHAT)
    if place in _BESIDE_MAIN:
        about.tally.count("cannot", f"{about.prefix}note_position", "place", example=place, note="place_not_here")


def _message(reader: Reader) -> ImportedMessage:
    text = reader.body("mes", "text")
    hidden = reader.flag("is_system", "role")
    variants = _swipes(reader)
    chosen = reader.whole("swipe_id", "text")
    extra = reader.child("extra")
    thought, thoughts = extra.text("reasoning", "text"), _thoughts(reader, len(variants))
    if not variants or text not in variants:
        # What stands in the chat counts; swipes are what it was chosen from.
        variants, chosen, thoughts = (text, *variants), 0, (thought, *thoughts)
    elif not (chosen < len(variants) and variants[chosen] == text):
        chosen = variants.index(text)
    if thought:
        thoughts = (*thoughts[:chosen], thought, *thoughts[chosen + 1 :])
    speaker: Speaker = "user" if reader.flag("is_user", "role") else "character"
    if extra.fields.get("type") == "narrator":
        speaker = "system"
    for field in ("is_name", "is_group", "force_avatar", "original_avatar", "title", "gen_started"):
        reader.take(field)
    return ImportedMessage(
        speaker=speaker,
        name=reader.text("name", "name"),
        variants=variants,
        chosen=chosen,
        created_ms=milliseconds(reader.take("send_date")),
        hidden=hidden,
        thoughts=thoughts if any(thoughts) else (),
    )


def _thoughts(reader: Reader, swipes: int) -> tuple[str, ...]:
    """What was thought before each swipe, "" where nothing was."""
    infos = reader.take("swipe_info")
    extras = (
        [item.get("extra") if isinstance(item, dict) else None for item in infos] if isinstance(infos, list) else []
    )
    found = [extra.get("reasoning") if isinstance(extra, dict) else None for extra in extras[:swipes]]
    texts = [mended(each) if isinstance(each, str) else "" for each in found]
    return (*texts, *[""] * (swipes - len(texts)))


def _swipes(reader: Reader) -> tuple[str, ...]:
    """The wordings a message was chosen from, with blank ones: the place of a swipe counts."""
    value = reader.fields.get("swipes")
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return reader.texts("swipes", "text", commas=False) if value else ()
    reader.take("swipes")
    if value:
        reader.mapped("swipes", "text", value, values=len(value))
    return tuple(mended(item) for item in value)
