"""Addresses inside the page: what stands behind `#` for an entry."""

from urllib.parse import quote


def entry_address(book_id: str, entry_id: str) -> str:
    """The address of an entry; an id out of a file may hold any signs, so it is quoted."""
    return f"#/b/{book_id}/e/{quote(entry_id, safe='')}"
