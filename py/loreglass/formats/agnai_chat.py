"""Agnai chat exports: a name, a greeting and a list of messages."""

from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.story.chat import Speaker
from loreglass.formats.dates import milliseconds
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage
from loreglass.formats.jsontext import raw_text
from loreglass.formats.reader import Reader, kind_of
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

FORMAT: Final = "agnai_chat"
_READ: Final = ("name", "messages", "greeting", "scenario")


def is_agnai_chat(value: dict[str, object]) -> bool:
    """True where messages stand beside a name, or each has `msg`."""
    messages = value.get("messages")
    if not isinstance(messages, list):
        return False
    if any(isinstance(item, dict) and "msg" in item for item in messages):
        return True
    return not messages and "name" in value and "greeting" in value


def read_agnai_chat(value: dict[str, object], tally: Tally) -> Imported:
    """The chat; messages that cannot be read are listed in `tally`."""
    reader = Reader(value, tally)
    found = reader.take("messages")
    messages: list[ImportedMessage] = []
    problem: BadInput | None = None
    for number, item in enumerate(found if isinstance(found, list) else ()):
        where = f"message {number}"
        try:
            if not isinstance(item, dict):
                raise BadInput(f"a message must be an object, but this is {kind_of(item)}", place=where)
            messages.append(_message(Reader(item, tally, where=where)))
        except BadInput as error:
            problem = problem or error
            tally.warn(where, "bad_line", error.problem)
    if problem and not messages:
        raise problem
    scenario = reader.fields.get("scenario")
    chat = ImportedChat(
        title=reader.text("name", "name"),
        messages=tuple(messages),
        scenario=mended(scenario) if isinstance(scenario, str) else "",
        raw=raw_text({field: item for field, item in value.items() if field != "messages"}),
    )
    for field in ("greeting", "scenario"):
        reader.useless(field, "story_not_used")
    for field in value:
        if field not in _READ:
            # A chat holds nothing but itself here, so what is not read is lost, not kept.
            reader.useless(field, "unknown_field")
    return Imported(kind="chat", format=FORMAT, name=chat.title, chat=chat)


def _message(reader: Reader) -> ImportedMessage:
    text = reader.body("msg", "text")
    others = reader.texts("retries", "text", commas=False)
    reader.take("state")
    reader.take("_id")
    return ImportedMessage(
        speaker=_speaker(reader),
        name=reader.text("handle", "name") or reader.text("name", "name"),
        variants=(text, *(other for other in others if other != text)),
        created_ms=milliseconds(reader.take("createdAt")),
    )


def _speaker(reader: Reader) -> Speaker:
    """Who wrote it: a message with a user's id is the user's."""
    user, character = reader.take("userId"), reader.take("characterId")
    if reader.flag("ooc", "role") and not user and not character:
        return "system"
    return "user" if user else "character"
