"""New chats: the dialog, the first message, and forks."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Browser, Go, LoadLibrary, Write
from loreglass.app.moment import Moment
from loreglass.app.programs import rules_for, semantics_named
from loreglass.app.records import row
from loreglass.app.state import AppState, NewChat
from loreglass.app.update.chat import message_named
from loreglass.app.update.step import Handler, Step, stay, toast
from loreglass.domain.context.macros import MacroContext, fill
from loreglass.domain.ids import BookId, CharacterId, ChatId, MessageId, PersonaId, VariantId
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Spent, Variant


def open_new_chat(state: AppState, did: Did, moment: Moment, *, character: str = "") -> Step:
    """The dialog of a new chat opens, with the first of the cast and of the personas chosen."""
    cast, personas = state.library.characters, state.library.personas
    chosen = CharacterId(character) if character else (cast[0].id if cast else None)
    new = NewChat(character_id=chosen, persona_id=personas[0].id if personas else None)
    return replace(state, new_chat=new), ()


def chat_with(state: AppState, did: Did, moment: Moment) -> Step:
    """The dialog of a new chat opens with this character."""
    return open_new_chat(state, did, moment, character=did.id)


def new_chat_field(state: AppState, did: Did, moment: Moment) -> Step:
    """One choice in the dialog of a new chat."""
    new = state.new_chat
    if new is None:
        return stay(state)
    match did.id.partition(":"):
        case ("character", _, _):
            new = replace(new, character_id=CharacterId(did.value) if did.value else None, greeting=0)
        case ("persona", _, _):
            new = replace(new, persona_id=PersonaId(did.value) if did.value else None)
        case ("greeting", _, _):
            new = replace(new, greeting=int(did.value) if did.value.lstrip("-").isdigit() else 0)
        case ("rules", _, _):
            new = replace(new, semantics=semantics_named(did.value) or new.semantics)
        case ("book", _, book_id):
            others = tuple(each for each in new.book_ids if each != book_id)
            new = replace(new, book_ids=(*others, BookId(book_id)) if did.checked else others)
        case _:
            pass
    return replace(state, new_chat=new), ()


def create_chat(state: AppState, did: Did, moment: Moment) -> Step:
    """A chat with the character's greetings as variants of its first message."""
    new = state.new_chat
    if new is None:
        return stay(state)
    who = next((each for each in state.library.characters if each.id == new.character_id), None)
    you = next((each for each in state.library.personas if each.id == new.persona_id), None)
    chat_id = ChatId(moment.id("chat"))
    opening = greeting(chat_id, who, you, new.greeting, moment) if who else None
    chat = Chat(
        id=chat_id,
        title=who.called if who else "New chat",
        character_id=who.id if who else None,
        persona_id=you.id if you else None,
        book_ids=new.book_ids,
        semantics=rules_for(new, state.library),
        head_id=opening[0].id if opening else None,
        message_count=1 if opening else 0,
        updated_ms=moment.now_ms,
    )
    said = (row(opening[0]), *(row(each) for each in opening[1])) if opening else ()
    write = Write(rows=(row(chat), *said), then=(Browser(what="persist"), Go(to=f"#/c/{chat_id}")))
    return replace(state, new_chat=None), (write, LoadLibrary())


def greeting(
    chat_id: ChatId, who: Character, you: Persona | None, chosen: int, moment: Moment
) -> tuple[Message, tuple[Variant, ...]] | None:
    """The first message with a variant for each greeting, names filled in; None where the card greets nobody.

    A greeting is filled in once, when the chat begins: the text of a chat never is.
    """
    if not who.greetings:
        return None
    message_id = MessageId(moment.id("greeting"))
    names = MacroContext(char=who.called, user=you.name if you else "You", key=message_id)
    variants = tuple(
        Variant(
            id=VariantId(moment.id(f"greeting-{number}")),
            chat_id=chat_id,
            message_id=message_id,
            text=fill(text, names),
            source="greeting",
            created_ms=moment.now_ms,
        )
        for number, text in enumerate(who.greetings)
    )
    message = Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=None,
        speaker="character",
        name=who.called,
        variant_ids=tuple(each.id for each in variants),
        chosen_id=variants[min(max(chosen, 0), len(variants) - 1)].id,
        created_ms=moment.now_ms,
    )
    return message, variants


def fork(state: AppState, did: Did, moment: Moment) -> Step:
    """A new chat with everything up to this message, which has spent nothing yet; the old one stays as it is."""
    open_chat = state.chat
    if open_chat is None or (last := message_named(open_chat, did.id)) is None:
        return stay(state)
    chat_id = ChatId(moment.id("chat"))
    path = open_chat.path[: open_chat.path.index(last) + 1]
    message_ids = {message.id: MessageId(moment.id(f"m{at}")) for at, message in enumerate(path)}
    used = {each for message in path for each in message.variant_ids}
    variant_ids = {old: VariantId(moment.id(f"v{at}")) for at, old in enumerate(sorted(used))}
    rows = [
        row(
            replace(
                message,
                id=message_ids[message.id],
                chat_id=chat_id,
                parent_id=message_ids.get(message.parent_id) if message.parent_id else None,
                variant_ids=tuple(variant_ids[each] for each in message.variant_ids),
                chosen_id=variant_ids[message.chosen_id],
            )
        )
        for message in path
    ]
    held = ((new, open_chat.variants[old]) for old, new in variant_ids.items())
    rows += [row(replace(one, id=new, chat_id=chat_id, message_id=message_ids[one.message_id])) for new, one in held]
    chat = replace(
        open_chat.chat,
        id=chat_id,
        title=f"{open_chat.chat.title} (fork)",
        head_id=message_ids[last.id],
        draft="",
        sample=False,
        message_count=len(path),
        updated_ms=moment.now_ms,
        branches=(),
        branch_id=None,
        spent=Spent(),
    )
    state = toast(state, moment, "forked", detail=chat.title)
    return state, (Write(rows=(row(chat), *rows), then=(Go(to=f"#/c/{chat_id}"),)), LoadLibrary())


HANDLERS: dict[str, Handler] = {
    "chat-new": open_new_chat,
    "character-chat": chat_with,
    "chat-new-field": new_chat_field,
    "chat-create": create_chat,
    "fork": fork,
}
