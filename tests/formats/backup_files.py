"""Backups as files, written in one go."""

from collections.abc import Iterable, Iterator, Mapping

from loreglass.formats.backup_writing import BackupWriter


def backup_file(stores: Mapping[str, Iterable[str]], pictures: Mapping[str, bytes], *, schema: int = 0) -> bytes:
    """The zip; stores and pictures by name, records in the order given."""
    return b"".join(_pieces(stores, pictures, schema))


def _pieces(stores: Mapping[str, Iterable[str]], pictures: Mapping[str, bytes], schema: int) -> Iterator[bytes]:
    writer = BackupWriter(schema=schema)
    yield writer.begin()
    for store in sorted(stores):
        yield from writer.records(store, stores[store])
    for picture_id in sorted(pictures):
        yield writer.picture(picture_id, pictures[picture_id])
    yield writer.end()
