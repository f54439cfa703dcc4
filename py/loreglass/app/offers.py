"""Reads one offered file into what the preview shows."""

from dataclasses import replace

from loreglass.app.ports import Ports
from loreglass.app.state import ImportItem
from loreglass.domain.errors import BadInput
from loreglass.formats.detect import SIZE_LIMIT_BYTES, read_file


async def read_offer(item: ImportItem, ports: Ports) -> ImportItem:
    """The item with what the file holds, or with one sentence that says why it cannot be read."""
    if item.size_bytes > SIZE_LIMIT_BYTES:
        limit = SIZE_LIMIT_BYTES // 2**20
        return replace(item, problem=f"{item.file_name} is larger than {limit} MB, the most that can be read.")
    data = await ports.files.read(item.token)
    await ports.clock.pause()
    try:
        return replace(item, imported=read_file(item.file_name, data))
    except BadInput as error:
        return replace(item, problem=str(error))
