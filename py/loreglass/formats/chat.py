"""The native chat as JSON: `{"format": "loreglass/chat", "version": 1, ...}`, a whole message tree.

Chat, messages and variants are written as the store has them, defaults left out. What a chat points to (character,
persona, books) is told by name, since ids mean nothing elsewhere. No plan, no endpoint and no key is in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import CharacterId, ChatId, MessageId, VariantId
from loreglass.domain.prompt.record import decode, encode
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.formats.jsontext import storable
from loreglass.formats.reader import Reader, kind_of
from loreglass.formats.tally import Tally

MARK: Final = "loreglass/chat"
VERSION: Final = 1
MESSAGES_LIMIT: Final = 1_000_000
Part = TypeVar("Part", Message, Variant)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatTree:
    """A chat with all its messages and variants, also those that are not shown, and the names of who is in it.

    `cast` names the characters that the chat points to by id.
    """

    chat: Chat
    messages: tuple[Message, ...] = ()
    variants: tuple[Variant, ...] = ()
    cast: tuple[tuple[CharacterId, str], ...] = ()
    user_name: str = ""
    book_names: tuple[str, ...] = ()

    @property
    def character_name(self) -> str:
        """Who the chat is with, or ""."""
        return next((name for who, name in self.cast if who == self.chat.character_id), "")

    @property
    def path(self) -> tuple[tuple[Message, Variant], ...]:
        """What is shown, from the first message to the head, each with its chosen variant."""
        messages = {message.id: message for message in self.messages}
        variants = {variant.id: variant for variant in self.variants}
        found: list[tuple[Message, Variant]] = []
        at = self.chat.head_id
        while at is not None and (message := messages.pop(at, None)) is not None:
            if message.chosen_id in variants:
                found.append((message, variants[message.chosen_id]))
            at = message.parent_id
        return tuple(reversed(found))


def is_native_chat(value: dict[str, object]) -> bool:
    """True where the file says so."""
    return value.get("format") == MARK


def encode_chat(tree: ChatTree) -> dict[str, object]:
    """The chat as the JSON object of a native file."""
    names = (("cast", dict(tree.cast)), ("user", tree.user_name), ("books", list(tree.book_names)))
    return {
        "format": MARK,
        "version": VERSION,
        **{name: value for name, value in names if value},
        "chat": encode(tree.chat),
        "messages": [encode(message) for message in tree.messages],
        "variants": [encode(variant) for variant in tree.variants],
    }


def decode_chat(value: Mapping[str, object], tally: Tally) -> ChatTree:
    """The chat that `encode_chat` wrote; messages that cannot be read are listed in `tally`.

    Raises BadInput where the chat itself cannot be read, or not one of its messages.
    """
    fields = storable(dict(value))
    assert isinstance(fields, dict)
    reader = Reader(fields, tally)
    for name in ("format", "version", "chat", "messages", "variants"):
        reader.take(name)
    tree = ChatTree(
        chat=decode(Chat, fields.get("chat"), place="chat"),
        messages=_parts(Message, fields.get("messages"), "message", tally),
        variants=_parts(Variant, fields.get("variants"), "variant", tally),
        cast=tuple((CharacterId(who), reader.child("cast").text(who, "name")) for who in reader.child("cast").fields),
        user_name=reader.text("user", "name"),
        book_names=reader.texts("books", "book_name", commas=False),
    )
    reader.keep_rest()
    return _sound(tree, _followed(fields.get("messages")), tally)


def with_new_ids(
    tree: ChatTree, fresh: Callable[[str], str], cast: Mapping[CharacterId, CharacterId] | None = None
) -> ChatTree:
    """The same chat under other ids, so that it can stand beside the one it came from.

    `fresh` gives a new id for a word such as "message-3"; `cast` tells which character here is meant by one of the
    file, and who is not in it is nobody. Plans, the persona and the books stay behind: their ids belong elsewhere.
    """
    chat_id, who = ChatId(fresh("chat")), cast or {}
    messages = {old.id: MessageId(fresh(f"message-{place}")) for place, old in enumerate(tree.messages)}
    variants = {old.id: VariantId(fresh(f"variant-{place}")) for place, old in enumerate(tree.variants)}

    def message_id(old: MessageId | None) -> MessageId | None:
        return None if old is None else messages.get(old)

    def moved_message(message: Message) -> Message:
        return replace(
            message,
            id=messages[message.id],
            chat_id=chat_id,
            parent_id=message_id(message.parent_id),
            variant_ids=tuple(variants[each] for each in message.variant_ids),
            chosen_id=variants[message.chosen_id],
            character_id=who.get(message.character_id) if message.character_id else None,
        )

    def moved_variant(variant: Variant) -> Variant:
        timers = tuple(replace(timer, last_hit=message_id(timer.last_hit)) for timer in variant.timers)
        own, place = variants[variant.id], messages[variant.message_id]
        return replace(variant, id=own, chat_id=chat_id, message_id=place, plan_id=None, timers=timers)

    return replace(
        tree,
        chat=_moved_chat(tree.chat, chat_id, message_id, who),
        messages=tuple(map(moved_message, tree.messages)),
        variants=tuple(map(moved_variant, tree.variants)),
        cast=tuple((who[old], name) for old, name in tree.cast if old in who),
    )


def _moved_chat(
    chat: Chat,
    chat_id: ChatId,
    message_id: Callable[[MessageId | None], MessageId | None],
    who: Mapping[CharacterId, CharacterId],
) -> Chat:
    return replace(
        chat,
        id=chat_id,
        head_id=message_id(chat.head_id),
        branches=tuple(replace(branch, head_id=message_id(branch.head_id)) for branch in chat.branches),
        character_id=who.get(chat.character_id) if chat.character_id else None,
        persona_id=None,
        preset_id=None,
        book_ids=(),
        members=tuple(who[each] for each in chat.members if each in who),
        muted=tuple(who[each] for each in chat.muted if each in who),
        talkativeness=tuple((who[each], weight) for each, weight in chat.talkativeness if each in who),
        next_id=who.get(chat.next_id) if chat.next_id else None,
    )


def without_plans(tree: ChatTree) -> ChatTree:
    """The chat without the names of plans, which a file does not hold."""
    return replace(tree, variants=tuple(replace(variant, plan_id=None) for variant in tree.variants))


def _parts(kind: type[Part], value: object, word: str, tally: Tally) -> tuple[Part, ...]:
    """The messages or variants that can be read, each id once."""
    if not isinstance(value, list):
        raise BadInput(f"a list was expected here, but this is {kind_of(value)}", place=f"{word}s")
    if len(value) > MESSAGES_LIMIT:
        raise BadInput(f"it has {len(value):,} {word}s; at most {MESSAGES_LIMIT:,} can be read")
    found: dict[str, Part] = {}
    problem: BadInput | None = None
    for number, item in enumerate(value):
        where = f"{word} {number}"
        try:
            part = decode(kind, item)
            if part.id in found:
                raise BadInput(f"the id {part.id[:40]} is taken", place=where)
            found[part.id] = part
        except BadInput as error:
            problem = problem or BadInput(error.problem, place=where)
            tally.warn(where, "bad_line", error.problem)
    if problem and not found:
        raise problem
    return tuple(found.values())


def _followed(value: object) -> dict[MessageId, MessageId | None]:
    """What each message says that it follows, those among them that cannot be read too."""
    records = (each for each in value if isinstance(each, dict)) if isinstance(value, list) else ()
    return {
        MessageId(own): MessageId(parent) if isinstance(parent, str) else None
        for own, parent in ((each.get("id"), each.get("parent_id")) for each in records)
        if isinstance(own, str)
    }


def _sound(tree: ChatTree, parents: dict[MessageId, MessageId | None], tally: Tally) -> ChatTree:
    """The chat in which every id leads somewhere: what a spoiled file lost is left out and its children move up.

    `parents` tells what each message of the file follows.
    """
    owners = {message.id for message in tree.messages}
    variants = tuple(variant for variant in tree.variants if variant.message_id in owners)
    known = {variant.id for variant in variants}
    kept: dict[MessageId, Message] = {}
    for number, message in enumerate(tree.messages):
        mine = tuple(each for each in message.variant_ids if each in known)
        if mine:
            chosen = message.chosen_id if message.chosen_id in mine else mine[0]
            kept[message.id] = replace(message, variant_ids=mine, chosen_id=chosen)
        else:
            tally.warn(f"message {number}", "no_text")
    messages = tuple(
        replace(message, parent_id=_standing(message.parent_id, kept, parents)) for message in kept.values()
    )
    head = _standing(tree.chat.head_id, kept, parents) or next(reversed(kept), None)
    branches = tuple(replace(branch, head_id=_standing(branch.head_id, kept, parents)) for branch in tree.chat.branches)
    return replace(
        tree,
        chat=replace(tree.chat, head_id=head, branches=branches),
        messages=messages,
        variants=tuple(variant for variant in variants if variant.message_id in kept),
    )


def _standing(
    at: MessageId | None, kept: Mapping[MessageId, Message], parents: dict[MessageId, MessageId | None]
) -> MessageId | None:
    """The nearest message from there upwards that is still there.

    What was gone through leads there at once from then on, else a hostile file could make each message go through all.
    """
    seen: set[MessageId] = set()
    while at is not None and at not in kept and at not in seen:
        seen.add(at)
        at = parents.get(at)
    found = at if at in kept else None
    parents.update(dict.fromkeys(seen, found))
    return found
