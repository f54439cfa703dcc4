"""What is shipped: the page's files, their hashes, and `dist/`, a folder for any static host.

`app.zip` holds py/ in one file, because PyScript's [files] has no globs. `precache.json` lists
every shipped file with its sha-256 for the service worker; `sw.js` carries the version, so that
browsers see a new one. The development server makes the same three on request.
"""

import hashlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
APP_ZIP = "static/vendor/app.zip"
PRECACHE = "static/precache.json"
WORKER = "sw.js"
VERSION_TOKEN = b"__VERSION__"
TOP_FILES = ("index.html", "pyscript.toml")
VENDOR_PREFIX = "static/vendor/"
NOT_SHIPPED = "static/screenshots/"

Stat = tuple[int, int]
_hashes: dict[Path, tuple[Stat, str]] = {}


def shipped() -> Iterator[str]:
    """Paths of the shipped files from the top, sorted; without sw.js and the manifest."""
    paths = [ROOT / name for name in TOP_FILES if (ROOT / name).exists()]
    paths += (path for path in (ROOT / "static").rglob("*") if path.is_file())
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    ours = (name for name in names if name != PRECACHE and not name.startswith(NOT_SHIPPED))
    yield from sorted(name for name in ours if "/." not in name)


def sha256(path: Path) -> str:
    """The hash of the file; remembered while its size and time are the same."""
    stat = path.stat()
    key = (stat.st_size, stat.st_mtime_ns)
    known = _hashes.get(path)
    if known is None or known[0] != key:
        known = (key, hashlib.sha256(path.read_bytes()).hexdigest())
        _hashes[path] = known
    return known[1]


def python_files() -> Iterator[Path]:
    """The files of py/ that the page runs, sorted."""
    for path in sorted((ROOT / "py").rglob("*")):
        if path.is_file() and path.suffix not in (".md", ".pyc"):
            yield path


def app_zip() -> bytes:
    """py/ as a zip, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in python_files():
            member = zipfile.ZipInfo(path.relative_to(ROOT / "py").as_posix(), (2020, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, path.read_bytes())
    return buffer.getvalue()


def write_app_zip() -> None:
    """Nothing; app.zip holds py/ as it is now, written only when it differs."""
    target, data = ROOT / APP_ZIP, app_zip()
    if not target.exists() or target.read_bytes() != data:
        fresh = target.with_name(f"app.zip.{os.getpid()}")
        fresh.write_bytes(data)
        fresh.replace(target)


def manifest() -> dict[str, object]:
    """The precache manifest: version of everything, version of the vendored part, and the files."""
    write_app_zip()
    files = [{"path": name, "sha256": sha256(ROOT / name), "bytes": (ROOT / name).stat().st_size} for name in shipped()]
    vendor = [f for f in files if str(f["path"]).startswith(VENDOR_PREFIX)]
    return {
        "version": short_hash([*files, {"path": WORKER, "sha256": sha256(ROOT / WORKER)}]),
        "vendor": short_hash([f for f in vendor if f["path"] != APP_ZIP]),
        "files": files,
    }


def short_hash(files: list[dict[str, object]]) -> str:
    """Sixteen hex digits that change when a file of the list does."""
    lines = (f"{f['sha256']} {f['path']}\n" for f in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]


def stamped_worker(version: str) -> bytes:
    """The text of sw.js with its version filled in."""
    return (ROOT / WORKER).read_bytes().replace(VERSION_TOKEN, version.encode())


def write(folder: Path) -> str:
    """The version of the page, which is complete in the folder."""
    listing = manifest()
    for name in shipped():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    (folder / PRECACHE).write_text(json.dumps(listing, indent=1))
    (folder / WORKER).write_bytes(stamped_worker(str(listing["version"])))
    return str(listing["version"])


def main() -> None:
    """Nothing; dist/ is complete, and its size is printed."""
    shutil.rmtree(DIST, ignore_errors=True)
    version = write(DIST)
    size = sum(path.stat().st_size for path in DIST.rglob("*") if path.is_file())
    print(f"dist/: {size / 1e6:.1f} MB, version {version}")


if __name__ == "__main__":
    main()
