"""The samples as rows of the store."""

import json
from dataclasses import replace

from loreglass.app.ports import Files, Store
from loreglass.app.records import book_rows, character_row, row, text_of, trash_id
from loreglass.app.rows import WrittenRow
from loreglass.demo.samples import Samples, load

STORY, BOOK = "static/samples/ninth-bell.json", "static/samples/wrackmouth.json"


async def install(store: Store, files: Files, now_ms: int) -> None:
    """Nothing; what a first visit starts with is stored. What is there stays as it is, but out of the trash."""
    rows = rows_of(load(await files.asset(STORY), await files.asset(BOOK)), now_ms)
    there = {name: await store.some(name, [record for at, record, _ in rows if at == name]) for name, *_ in rows}
    known = {(name, str(record["id"])) for name, records in there.items() for record in records if record}
    await store.write([row for row in rows if row[2] is None or row[:2] not in known], ())


def rows_of(samples: Samples, now_ms: int) -> tuple[WrittenRow, ...]:
    """The samples as rows, the first chat the newest."""
    rows: list[WrittenRow] = [character_row(samples.character), row(samples.persona)]
    for book in samples.books:
        (store, book_id, head), *entries = book_rows(book)
        rows += [(store, book_id, text_of({**json.loads(head or "{}"), "sample": True})), *entries]
    for place, sample in enumerate(samples.chats):
        rows.append(row(replace(sample.chat, updated_ms=now_ms - place)))
        rows += [*map(row, sample.messages), *map(row, sample.variants)]
    thrown = [trash_id("chats", sample.chat.id) for sample in samples.chats]
    thrown += [trash_id("books", book.id) for book in samples.books]
    return (*rows, *(("settings", each, None) for each in thrown))
