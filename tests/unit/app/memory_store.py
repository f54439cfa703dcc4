"""A fake of the store's port: IndexedDB in memory, as several tabs see it. Labelled as such."""

import json
from collections.abc import Sequence

from loreglass.app.ports import Record, StoreError, Taken
from loreglass.app.rows import WrittenRow

STORES = (
    *("chats", "messages", "variants", "plans", "texts", "books", "entries", "versions", "characters", "personas"),
    *("presets", "settings"),
)
"""What a backup takes."""


class MemoryStore:
    """A fake of IndexedDB: records by store and id, as JSON text."""

    def __init__(self) -> None:
        self.records: dict[str, dict[str, str]] = {}
        self.pictures: dict[str, bytes] = {}
        self.full = False
        self.breaks = False
        self.schema = 5
        self.taken: list[tuple[str, tuple[str, ...]]] = []
        self.aside: list[WrittenRow] = []
        self.pictures_aside: dict[str, bytes] = {}
        self.aside_owner: list[MemoryStore] = []
        self.era = ""

    def another_tab(self) -> "MemoryStore":
        """The same store as a tab sees it that is opened now."""
        tab = MemoryStore()
        tab.records, tab.pictures, tab.aside, tab.pictures_aside = (
            self.records,
            self.pictures,
            self.aside,
            self.pictures_aside,
        )
        tab.aside_owner, tab.era = self.aside_owner, self._era()
        return tab

    def _era(self) -> str:
        held = self.records.get("handles", {}).get("era")
        return str(json.loads(held)["value"]) if held else ""

    def _allow(self) -> None:
        """Like the store: a tab may write only where it has read what is kept."""
        if self._era() != self.era:
            raise StoreError("outdated")

    async def all(self, store: str) -> list[Record]:
        return [json.loads(text) for text in self.records.get(store, {}).values()]

    async def some(self, store: str, ids: Sequence[str]) -> list[Record | None]:
        held = self.records.get(store, {})
        return [json.loads(held[each]) if each in held else None for each in ids]

    async def ids(self, store: str) -> tuple[str, ...]:
        return tuple(self.records.get(store, {}))

    async def under(self, store: str, index: str, key: str) -> list[Record]:
        return [record for record in await self.all(store) if record.get(index) == key]

    async def picture(self, picture_id: str) -> bytes:
        return self.pictures.get(picture_id, b"")

    async def shape(self) -> tuple[int, tuple[str, ...]]:
        return self.schema, STORES

    async def take_down(self) -> Taken:
        self.taken = [(store, tuple(self.records.get(store, {}).values())) for store in STORES]
        parts = tuple((store, len(texts)) for store, texts in self.taken)
        return Taken(schema=self.schema, parts=parts, pictures=tuple(self.pictures))

    async def part(self, at: int) -> tuple[str, ...]:
        return self.taken[at][1]

    def let_go(self) -> None:
        self.taken = []

    async def begin_aside(self) -> None:
        self._allow()
        self.aside_owner[:] = [self]
        self.aside.clear()
        self.pictures_aside.clear()

    def _own(self) -> None:
        """Like the store: what is aside is the tab's that began last."""
        if self.aside_owner != [self]:
            raise StoreError("taken")

    async def clear_aside(self) -> None:
        self._allow()
        self._own()
        self.aside.clear()
        self.pictures_aside.clear()

    async def set_aside(self, store: str, texts: Sequence[str]) -> None:
        if self.full:
            raise StoreError("quota")
        assert texts
        self._allow()
        self._own()
        self.aside += [(store, str(json.loads(text)["id"]), text) for text in texts]

    async def set_picture_aside(self, picture_id: str, picture: bytes) -> None:
        self._own()
        self.pictures_aside[picture_id] = picture

    async def bring_in(self, emptied: Sequence[str], gone: Sequence[WrittenRow]) -> None:
        if self.breaks:
            raise StoreError("broken")
        self._allow()
        self._own()
        for store in emptied:
            self.records[store] = {}
        if "pictures" in emptied:
            self.pictures.clear()
        await self.write([*gone, *self.aside], tuple(self.pictures_aside.items()))
        await self.clear_aside()
        if emptied:
            self.records["handles"]["era"] = json.dumps({"id": "era", "value": f"{self.era}+"})

    async def sweep(self, rows: Sequence[WrittenRow], plans: Sequence[str]) -> None:
        fresh = [record["plan"] for record in await self.all("plans") if record["id"] not in plans]
        needed = {("texts", name) for plan in fresh for name in plan["texts"]}  # type: ignore[index]
        needed |= {("variants", turn[3]) for plan in fresh for turn in plan["messages"]}  # type: ignore[index]
        await self.write([row for row in rows if row[:2] not in needed], ())

    async def write(self, rows: Sequence[WrittenRow], pictures: Sequence[tuple[str, bytes]]) -> None:
        if self.full:
            raise StoreError("quota")
        if any(store != "counts" for store, _, _ in rows) or pictures:
            self._allow()
        self.pictures.update(pictures)
        for store, record_id, text in rows:
            held = self.records.setdefault(store, {})
            if text is None:
                held.pop(record_id, None)
                if store == "pictures":
                    self.pictures.pop(record_id, None)
                continue
            assert json.loads(text)["id"] == record_id
            held[record_id] = text
            if (store, record_id) == ("handles", "era"):
                self.era = self._era()
