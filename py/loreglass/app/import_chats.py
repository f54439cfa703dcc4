"""What an accepted chat becomes: a chat of its own, with those who were chosen to reply in it."""

from dataclasses import replace

from loreglass.app.effects import Row
from loreglass.app.import_cast import HERE, Cast, key_of, known_as
from loreglass.app.moment import Moment
from loreglass.app.records import row
from loreglass.app.state import ImportItem, Library
from loreglass.domain.ids import BookId, CharacterId, ChatId, MessageId, PersonaId, VariantId
from loreglass.domain.story.chat import AuthorNote, Chat, Message, Variant
from loreglass.formats.chat import ChatTree, with_new_ids
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage


def chat_rows(
    item: ImportItem, imported: Imported, cast: Cast, library: Library, at: int, moment: Moment
) -> tuple[tuple[Row, ...], ChatId]:
    """The rows of the chat and its id: a chat of ours with all its branches, any other as one way of messages."""
    if imported.tree is not None:
        return _tree(item, imported.tree, cast, library, at, moment)
    assert imported.chat is not None
    return _path(item, imported.chat, cast, library, at, moment)


def _tree(
    item: ImportItem, tree: ChatTree, cast: Cast, library: Library, at: int, moment: Moment
) -> tuple[tuple[Row, ...], ChatId]:
    """The whole tree under new ids, so that it can stand beside the one it came from."""
    here = {old: who for old, name in tree.cast if (who := _meant(cast, library, name)) is not None}
    shown = len(tree.path)
    tree = with_new_ids(tree, lambda part: moment.id(f"import-{at}-{part}"), here)
    books = (_book(library, name) for name in tree.book_names)
    chat = replace(
        _regrouped(tree.chat),
        title=item.name,
        persona_id=_persona(library, tree.user_name),
        book_ids=tuple(dict.fromkeys(each for each in books if each is not None)),
        message_count=shown,
        updated_ms=moment.now_ms,
    )
    return (row(chat), *map(row, tree.messages), *map(row, tree.variants)), chat.id


def _meant(cast: Cast, library: Library, name: str) -> CharacterId | None:
    """Whom a chat of ours means by a name: as chosen; of those who have left the chat, who has the name here."""
    if key_of(name) in cast.ids:
        return cast.who(name)
    known = known_as(library, None).get(key_of(name))
    return CharacterId(known.removeprefix(HERE)) if known else None


def _regrouped(chat: Chat) -> Chat:
    """The chat with each member once; one alone is no group."""
    members = tuple(dict.fromkeys(chat.members))
    if len(members) > 1:
        return replace(chat, members=members, talkativeness=tuple(dict(chat.talkativeness).items()))
    return replace(chat, members=(), character_id=chat.character_id or next(iter(members), None), next_id=None)


def _path(
    item: ImportItem, imported: ImportedChat, cast: Cast, library: Library, at: int, moment: Moment
) -> tuple[tuple[Row, ...], ChatId]:
    """A chat of another program: messages with their variants, the hidden ones hidden."""
    chat_id = ChatId(moment.id(f"chat-{at}"))
    lead = next((cast.who(part.name) for part in cast.parts if part.is_lead), None)
    replying = tuple(dict.fromkeys(who for part in cast.parts if part.speaks and (who := cast.who(part.name))))
    group = replying if len(replying) > 1 else ()
    rows: list[Row] = []
    parent: MessageId | None = None
    for number, said in enumerate(imported.messages):
        message, variants = _message(chat_id, parent, said, f"{at}-{number}", moment)
        if group:
            message = replace(message, character_id=cast.who(said.name) if said.speaker == "character" else None)
        parent = message.id
        rows += [row(message), *(row(each) for each in variants)]
    book = _book(library, imported.book_name)
    chat = Chat(
        id=chat_id,
        title=item.name,
        character_id=lead or next(iter(replying), None),
        members=group,
        persona_id=_persona(library, imported.user_name or _first_user(imported)),
        book_ids=(book,) if book else (),
        semantics=item.choices.semantics or "native",
        head_id=parent,
        message_count=len(imported.messages),
        updated_ms=moment.now_ms,
        note=AuthorNote(
            text=imported.author_note,
            depth_messages=max(0, imported.author_note_depth),
            every_messages=max(0, imported.author_note_every),
            role=imported.author_note_role,
        ),
    )
    return (row(chat), *rows), chat_id


def _message(
    chat_id: ChatId, parent: MessageId | None, said: ImportedMessage, stem: str, moment: Moment
) -> tuple[Message, tuple[Variant, ...]]:
    message_id = MessageId(moment.id(f"message-{stem}"))
    created_ms = said.created_ms or moment.now_ms
    variants = tuple(
        Variant(
            id=VariantId(moment.id(f"variant-{stem}-{number}")),
            chat_id=chat_id,
            message_id=message_id,
            text=text,
            source="import",
            created_ms=created_ms,
            reasoning=said.thoughts[number] if number < len(said.thoughts) else "",
        )
        for number, text in enumerate(said.variants or ("",))
    )
    message = Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=parent,
        speaker=said.speaker,
        name=said.name,
        variant_ids=tuple(each.id for each in variants),
        chosen_id=variants[min(max(said.chosen, 0), len(variants) - 1)].id,
        created_ms=created_ms,
        hidden=said.hidden,
    )
    return message, variants


def _first_user(imported: ImportedChat) -> str:
    """Whom the user plays, where only the messages say so."""
    return next((said.name for said in imported.messages if said.speaker == "user"), "")


def _persona(library: Library, name: str) -> PersonaId | None:
    return next((who.id for who in library.personas if name and who.name.casefold() == name.casefold()), None)


def _book(library: Library, name: str) -> BookId | None:
    return next((book.id for book in library.books if name and book.name == name), None)
