"""A build in a folder of its own, served by a process that can be ended: the server that goes, the new version."""

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import build

SERVER = Path(build.__file__).with_name("serve.py")
BASE = "/some/sub/path/"


@contextmanager
def hosted(folder: Path, *, base: str = BASE, port: int = 0) -> Iterator[str]:
    """The address under which the folder is served; with the block the server is gone, open connections too."""
    line = [sys.executable, str(SERVER), "--root", str(folder), "--base", base, "--port", str(port)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().rsplit(" ", 1)[-1].strip()
        finally:
            process.terminate()


def renew(folder: Path, edition: str) -> str:
    """The version that now stands in the folder: another start page, another app.zip, all hashes right."""
    start = folder / "index.html"
    start.write_text(start.read_text().replace('<html lang="en"', f'<html lang="en" data-edition="{edition}"', 1))
    archive = folder / build.APP_ZIP
    buffer = io.BytesIO(archive.read_bytes())
    with zipfile.ZipFile(buffer, "a") as held:
        held.writestr(zipfile.ZipInfo(f"loreglass/{edition}.txt"), edition)
    archive.write_bytes(buffer.getvalue())
    path = folder / build.PRECACHE
    listing = json.loads(path.read_text())
    for file in listing["files"]:
        data = (folder / file["path"]).read_bytes()
        file |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    old = listing["version"]
    listing["version"] = hashlib.sha256(f"{old} {edition}".encode()).hexdigest()[:16]
    path.write_text(json.dumps(listing))
    worker = folder / build.WORKER
    worker.write_text(worker.read_text().replace(old, listing["version"]))
    return str(listing["version"])
