"""Reads one offered file into what the preview shows."""

import hashlib
from dataclasses import replace

from loreglass.app.import_choices import Choices
from loreglass.app.import_rows import IMPORTED
from loreglass.app.ports import Ports, Record
from loreglass.app.state import ImportItem
from loreglass.domain.errors import BadInput
from loreglass.formats.backup import is_backup
from loreglass.formats.detect import SIZE_LIMIT_BYTES, read_file


async def read_offer(item: ImportItem, ports: Ports) -> ImportItem:
    """The item with what the file holds, or with one sentence that says why it cannot be read."""
    if item.size_bytes > SIZE_LIMIT_BYTES:
        limit = SIZE_LIMIT_BYTES // 2**20
        return replace(item, problem=f"{item.file_name} is larger than {limit} MB, the most that can be read.")
    data = await ports.files.read(item.token)
    await ports.clock.pause()
    try:
        imported = read_file(item.file_name, data, chats=True, presets=True)
    except BadInput as error:
        if is_backup(data):
            return replace(item, problem=f"{item.file_name} is a backup. Restore it in Settings, Storage.")
        return replace(item, problem=str(error))
    file_hash = hashlib.sha256(data).hexdigest()[:32]
    (known,) = await ports.store.some("settings", (f"{IMPORTED}{file_hash}",))
    choices = Choices(file_hash=file_hash, told_before=_things(known))
    return replace(item, imported=imported, choices=choices)


def _things(record: Record | None) -> tuple[tuple[str, str], ...]:
    """What the same file became earlier."""
    found = record.get("things") if record else None
    pairs = found if isinstance(found, list) else []
    return tuple((str(each[0]), str(each[1])) for each in pairs if isinstance(each, list) and len(each) == 2)
