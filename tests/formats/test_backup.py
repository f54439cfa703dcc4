"""The full backup: nothing is lost, no secret is in it, and hostile ones are refused in one sentence."""

import io
import json
import random
import zipfile
from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.errors import BadInput
from loreglass.formats import backup as formats_backup
from loreglass.formats import backup_writing
from loreglass.formats.backup import Backup, decoding
from loreglass.formats.backup_writing import BackupWriter
from loreglass.formats.detect import read_file
from loreglass.formats.imported import Imported
from loreglass.formats.tally import Tally
from tests.formats import foreign, samples
from tests.formats.backup_files import backup_file
from tests.formats.preset_samples import STORES, backup

HEAD = samples.as_bytes({"format": "loreglass/backup", "version": 1, "stores": 2})


def imported(data: bytes) -> Imported:
    return read_file("all.zip", data, backups=True)


def restored(data: bytes) -> Backup:
    found = imported(data).backup
    assert found is not None
    return found


def packed(files: Mapping[str, bytes]) -> bytes:
    return foreign.archive({formats_backup.HEAD: HEAD, **files})


def sentence(data: bytes) -> str:
    with pytest.raises(BadInput) as caught:
        imported(data)
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("all.zip: ")
    return text


def test_backup_brings_back_every_record_and_picture_also_of_stores_that_are_not_known() -> None:
    found = restored(backup())
    assert found.records("messages") == STORES["messages"]
    assert found.records("tides") == STORES["tides"]
    assert found.pictures == (("picture/../1", samples.PICTURE),)
    assert found.schema == 2
    assert imported(backup()).kind == "backup"


def test_no_key_and_no_address_is_in_a_backup_or_comes_out_of_one() -> None:
    with zipfile.ZipFile(io.BytesIO(backup())) as whole:
        everything = b"".join(whole.read(name) for name in whole.namelist())
    assert b"sk-secret" not in everything
    assert b"elsewhere.example" not in everything
    stranger = packed(
        {
            "stores/secrets.0.jsonl": b'{"id":"endpoint-key","key":"x"}\n',
            "stores/settings.0.jsonl": b'{"id":"Endpoint","url":"https://bad.example"}\n{"id":"preferences"}\n',
        }
    )
    found = restored(stranger)
    assert (found.records("secrets"), found.records("settings")) == ((), ('{"id":"preferences"}',))
    assert "no_address" in {row.note for row in imported(stranger).report.rows}


@pytest.mark.parametrize("store", ["counts", "handles", "aside"])
def test_what_belongs_to_one_device_is_never_in_a_backup_and_never_comes_out_of_one(store: str) -> None:
    written = backup_file({"chats": ('{"id":"a"}',), store: ('{"id":"mine"}',)}, {})
    with zipfile.ZipFile(io.BytesIO(written)) as whole:
        assert whole.namelist() == [formats_backup.HEAD, "stores/chats.0.jsonl"]
    stranger = packed(
        {"stores/chats.0.jsonl": b'{"id":"a"}\n', f"stores/{store}.0.jsonl": b'{"id":"x","lines":"{}"}\n'}
    )
    assert restored(stranger).stores == (("chats", ('{"id":"a"}',)),)


def test_equal_records_give_equal_bytes() -> None:
    assert backup() == backup()


def test_backup_written_part_by_part_is_a_backup() -> None:
    writer = BackupWriter(schema=3)
    pieces = [writer.begin(), *writer.records("chats", ['{"id":"a"}']), *writer.records("chats", ['{"id":"b"}'])]
    found = restored(b"".join([*pieces, writer.picture("p", samples.PICTURE), writer.end()]))
    assert (found.records("chats"), found.schema) == (('{"id":"a"}', '{"id":"b"}'), 3)


def test_large_store_goes_into_several_members_and_comes_back_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_writing, "PART_BYTES", 40)
    texts = tuple(json.dumps({"id": f"m{number}"}, separators=(",", ":")) for number in range(20))
    data = backup_file({"messages": texts}, {})
    assert restored(data).records("messages") == texts
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        assert len(whole.namelist()) > 5


def test_records_that_pack_too_well_can_still_be_restored() -> None:
    text = json.dumps({"id": "a", "text": "x" * 2_000_000}, separators=(",", ":"))
    assert restored(backup_file({"texts": (text,)}, {})).records("texts") == (text,)


def test_backup_that_could_not_be_restored_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup_writing, "SIZE_LIMIT", 100)
    with pytest.raises(BadInput, match="too large for one file"):
        backup_file({"texts": ('{"id":"' + "a" * 200 + '"}',)}, {})


def steps(data: bytes) -> tuple[int, Backup]:
    """How often the caller may pause, and the backup."""
    work, pauses = decoding(data, Tally(), source="all.zip"), 0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return pauses, done.value
        pauses += 1


@pytest.mark.parametrize("size", [300, 3_000, 700_000])
def test_a_large_backup_is_read_in_short_steps_however_long_its_records_are(size: int) -> None:
    rng = random.Random(1)
    words = [str(rng.random()) for _ in range(400)]
    texts = tuple(
        json.dumps({"id": f"m{at}", "text": " ".join(rng.choices(words, k=size // 20))}, separators=(",", ":"))
        for at in range(2_100_000 // size)
    )
    picture = samples.PICTURE + rng.randbytes(1_000_000)
    data = backup_file({"messages": texts}, {"p": picture})
    pauses, found = steps(data)
    read = sum(map(len, texts))
    assert found.records("messages") == texts
    assert found.pictures == (("p", picture),)
    assert pauses >= len(picture) // formats_backup.BLOCK_BYTES + read // max(formats_backup.BLOCK_BYTES, 2 * size)


@given(data=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=6))
def test_lines_are_the_same_wherever_the_blocks_end(data: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(data)]
    blocks = [data[start:end] for start, end in pairwise(places)]
    lines = [line for line in formats_backup._lines(blocks) if line is not None]
    assert lines == b"".join(blocks).split(b"\n")


def test_a_member_that_turns_out_damaged_gives_none_of_its_records() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as unpacked:
        unpacked.writestr(formats_backup.HEAD, HEAD)
        unpacked.writestr("stores/chats.0.jsonl", b'{"id":"a"}\n{"id":"b"}\n')
    with pytest.raises(BadInput, match="damaged"):
        steps(stream.getvalue().replace(b'{"id":"b"}', b'{"id":"c"}'))


def test_bad_lines_members_and_pictures_are_listed_and_the_rest_is_kept() -> None:
    data = packed(
        {
            "stores/chats.0.jsonl": b'{"id":"a"}\n{broken\n5\n{"id":""}\n' + b"[" * 1000 + b"\n",
            "stores/books.0.jsonl": b"\xff\xfe\xff",
            "pictures/p": b"<svg/>",
            "readme.txt": b"x",
        }
    )
    found = imported(data)
    assert restored(data).records("chats") == ('{"id":"a"}',)
    assert restored(data).pictures == ()
    assert [warning.code for warning in found.report.warnings] == [*["bad_line"] * 5, "picture_not_shown"]
    assert {row.file_field for row in found.report.rows if row.group == "kept"} == {"readme.txt"}


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"{", "loreglass.json"),
        (b"[]", "no backup of Loreglass"),
        (b'{"format": "loreglass/backup"}', "the version of the backup"),
        (b'{"format": "loreglass/backup", "version": 99}', "a newer version of Loreglass"),
        (b"\0\0", "empty"),
    ],
)
def test_head_that_cannot_be_used_gives_one_sentence(head: bytes, words: str) -> None:
    assert words in sentence(foreign.archive({formats_backup.HEAD: head}))


def test_bomb_path_and_cut_are_refused() -> None:
    assert "200 times" in sentence(packed({"stores/chats.0.jsonl": b"\0" * 2_000_000}))
    assert "outside" in sentence(packed({"../chats.jsonl": b""}))
    whole = backup()
    for length in range(40, len(whole), 17):
        sentence(whole[:length])


def test_backup_is_refused_where_none_is_taken() -> None:
    with pytest.raises(BadInput, match="this is a backup; restore it"):
        read_file("all.zip", backup())
