"""Addresses inside the page: what stands behind `#`."""

from typing import get_args
from urllib.parse import quote, unquote

from loreglass.app.state import Route, RouteName

ROUTES: dict[str, RouteName] = {"c": "chat", "b": "book", **{name: name for name in get_args(RouteName)}}


def route_of(hash_text: str) -> Route:
    """The route that an address's hash names; anything unknown is the welcome page."""
    parts = [part for part in hash_text.lstrip("#/").split("/") if part]
    if parts[0:1] == ["c"] and parts[2:3] == ["replay"]:
        return Route(name="replay", id=parts[1])
    name = ROUTES.get(parts[0], "welcome") if parts else "welcome"
    if name in ("chat", "book") and len(parts) < 2:
        return Route(name="chats" if name == "chat" else "books")
    return Route(name=name, id=parts[1] if len(parts) > 1 else "", sub=unquote(parts[3]) if len(parts) > 3 else "")


def entry_address(book_id: str, entry_id: str) -> str:
    """The address of an entry; an id out of a file may hold any signs, so it is quoted."""
    return f"#/b/{book_id}/e/{quote(entry_id, safe='')}"
