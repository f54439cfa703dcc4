"""Zip archives from strangers: members are named, counted and measured before one is unpacked."""

import io
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import Final

from loreglass.domain.errors import BadInput

SIGNATURE: Final = b"PK\x03\x04"
EMPTY_SIGNATURE: Final = b"PK\x05\x06"
MEMBERS_LIMIT: Final = 10_000
INFLATED_LIMIT: Final = 256 * 1024 * 1024
RATIO_LIMIT: Final = 200
SMALL: Final = 64 * 1024
"""Up to this size a member may be as regular as it likes."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Archive:
    """The members of a zip file that passed every check; `read` unpacks one.

    `members` and `inflated` are how many members it may have and how many bytes it may unpack to.
    """

    def __init__(
        self, data: bytes, *, source: str, members: int = MEMBERS_LIMIT, inflated: int = INFLATED_LIMIT
    ) -> None:
        self.source = source
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            found = self._zip.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, EOFError, LookupError):
            raise self._refused("the archive is damaged or cut off; fetch it again") from None
        if len(found) > members:
            raise self._refused(f"the archive has {len(found):,} members; at most {members:,} can be read")
        if sum(member.file_size for member in found) > inflated:
            raise self._refused(f"the archive unpacks to more than {inflated // 1024 // 1024} MiB")
        for member in found:
            self._check(member)
        self._members = {member.filename: member for member in found if not member.is_dir()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files, in the order of the archive."""
        return tuple(self._members)

    def read(self, name: str) -> bytes:
        """One file unpacked; BadInput where it is missing or damaged."""
        member = self._members.get(name)
        if member is None:
            raise self._refused("this file was expected in the archive", name)
        try:
            with self._zip.open(member) as stream:
                # Never more than was declared and checked, whatever the packed bytes would give.
                data = stream.read(member.file_size + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError):
            raise self._refused("this file of the archive is damaged; fetch it again", name) from None
        return data

    def _check(self, member: zipfile.ZipInfo) -> None:
        name, packed = member.filename, max(member.compress_size, 1)
        if _escapes(name):
            raise self._refused("the archive names a file outside of itself", name)
        if member.flag_bits & 1:
            raise self._refused("the archive is encrypted; unpack it and choose the file inside", name)
        if member.compress_type not in _METHODS:
            raise self._refused("the archive is packed in a way that cannot be read", name)
        if member.file_size > SMALL and member.file_size / packed > RATIO_LIMIT:
            raise self._refused(f"this file of the archive unpacks to more than {RATIO_LIMIT} times its size", name)

    def _refused(self, problem: str, place: str = "") -> BadInput:
        shown = "".join(sign if sign.isprintable() else "?" for sign in place[:200])
        return BadInput(problem, source=self.source, place=shown)


def _escapes(name: str) -> bool:
    """True for an absolute path, a drive, or a step up."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in path.parts[0] if path.parts else False
