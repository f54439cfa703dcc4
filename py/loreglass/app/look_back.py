"""The older messages of a chat, looked through for one entry that saw none of its keywords. Pure."""

from collections.abc import Callable
from itertools import islice

from loreglass.app.programs import rules_of
from loreglass.app.scenes import called, user_name
from loreglass.app.speakers import next_character
from loreglass.app.state import OpenChat
from loreglass.app.strings.reasons import Facts, in_reach
from loreglass.app.view_fixes import Found
from loreglass.domain.ids import BookId
from loreglass.domain.lore.keywords import Names
from loreglass.domain.lore.look_back import look_back
from loreglass.domain.lore.policy import POLICIES
from loreglass.domain.story.book import Entry

Said = tuple[int, int, str]
"""A message's number (from 1), its age (0 is the newest), its text."""
LOOKED_THROUGH = 400
"""Messages beyond an entry's depth; more would take longer than a click may."""


def older_in(open_chat: OpenChat, facts: Facts) -> Callable[[Entry, BookId], Found | None]:
    """Looks for an entry's keywords in the messages before those that it looks at."""

    def older(entry: Entry, book_id: BookId) -> Found | None:
        depth = facts.terms(entry, book_id).depth_messages
        reach = in_reach(depth, facts) + facts.draft
        return _found(entry, reach, _beyond(reach, open_chat, facts), open_chat)

    return older


def _beyond(reach: int, open_chat: OpenChat, facts: Facts) -> tuple[Said, ...]:
    """The messages that the plan was made from and that are too far back, the newest first."""
    shown = ((at, open_chat.path[at - 1]) for at in range(facts.message_count, 0, -1))
    spoken = enumerate(((at, message) for at, message in shown if not message.hidden), int(facts.draft))
    far = ((at, age, open_chat.variants[message.chosen_id].text) for age, (at, message) in spoken if age >= reach)
    return tuple(islice(far, LOOKED_THROUGH))


def _found(entry: Entry, reach: int, beyond: tuple[Said, ...], open_chat: OpenChat) -> Found | None:
    chat, policy = open_chat.chat, POLICIES[open_chat.chat.semantics]
    whole = rules_of(chat.semantics, chat.activation).whole_words if entry.whole_words is None else entry.whole_words
    found = look_back(
        entry.keywords,
        (text for _, _, text in beyond),
        policy,
        Names(char=called(next_character(open_chat)), user=user_name(open_chat)),
        whole_words=whole,
        case_sensitive=bool(entry.case_sensitive),
    )
    if found is None:
        return None
    message, age, _ = beyond[found[1]]
    return Found(keyword=found[0], message=message, age=age, reach=reach)
