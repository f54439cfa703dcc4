"""The frame as data: the navigation, the chats opened last, what is kept."""

from dataclasses import dataclass

from loreglass.app.state import AppState
from loreglass.app.strings import counted, size
from loreglass.domain.story.chat import Chat

RECENT_AT_MOST = 8
PLACES = (("chats", "Chats"), ("books", "Books"), ("cast", "Cast"), ("settings", "Settings"), ("help", "Help"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentChat:
    """A chat in the rail."""

    id: str
    title: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """Rail and bottom bar. `place` is the navigation's current link, `chat_id` the open chat's."""

    place: str
    chat_id: str
    recent: tuple[RecentChat, ...]
    kept: str
    offline: bool
    sheet_open: bool


def frame_view(state: AppState) -> FrameView:
    """The frame around what the route names."""
    name = state.route.name
    place = {"chat": "chats", "replay": "chats", "book": "books", "presets": "settings", "welcome": ""}.get(name, name)
    has_panel = name == "chat" and state.chat is not None
    used = state.device.used_bytes
    return FrameView(
        place=place,
        chat_id=state.chat.chat.id if has_panel and state.chat else "",
        recent=tuple(_recent(chat) for chat in state.library.chats[:RECENT_AT_MOST]),
        kept=f"Kept in this browser: {size(used)}." if used else "Kept in this browser.",
        offline=not state.device.online,
        sheet_open=state.panel.sheet_open and has_panel,
    )


def _recent(chat: Chat) -> RecentChat:
    messages = counted(chat.message_count, "message")
    return RecentChat(id=chat.id, title=chat.title, note=f"sample, {messages}" if chat.sample else messages)
