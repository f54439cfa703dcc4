"""The house: what is fetched, shipped and kept out."""

import hashlib
import io
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

import build
import rules
import vendor

ROOT = build.ROOT
TOP_LEVEL = {
    *("index.html", "pyscript.toml", "sw.js", "py", "static", "tests", "README.md", "Makefile"),
    *("pyproject.toml", "package.json", "package-lock.json", ".npmrc", ".gitignore", ".ci", ".github"),
}
LOCKS = sorted((ROOT / ".ci").glob("requirements-*.txt"))


def broken(tmp_path: Path, name: str, text: str) -> list[str]:
    """The rules that one file of this text would break."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return list(rules.findings(tmp_path, (path,)))


def test_top_level_holds_only_what_the_architecture_names() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in rules.files_of_the_project(ROOT)}
    assert found <= TOP_LEVEL


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("py/loreglass/domain/lore/scan.py", "import random\n"),
        ("py/loreglass/domain/lore/scan.py", "from urllib.request import urlopen\n"),
        ("py/loreglass/domain/lore/scan.py", "import pydantic\n"),
        ("py/loreglass/app/update.py", "from js import document\n"),
        ("py/loreglass/formats/card.py", "def read():\n    from pyodide.ffi import to_js\n"),
        ("py/loreglass/app/view.py", "def first[T](items: tuple[T, ...]) -> T: ...\n"),
        ("py/loreglass/domain/utils.py", "\n"),
        ("py/loreglass/domain/long.py", "x = 1\n" * 401),
        ("py/loreglass/domain/long.py", "def f():\n" + "    x = 1\n" * 40),
        ("static/js/long.js", "1;\n" * 401),
        ("static/vendor/idb/index.js", "\n"),
        ("static/js/tok.wasm", "\n"),
        ("index.html", "https://cdn.jsdeli" + "vr.net/x.js"),
    ],
)
def test_a_broken_house_rule_is_found(tmp_path: Path, name: str, text: str) -> None:
    assert len(broken(tmp_path, name, text)) == 1


def test_the_domain_may_take_an_address_apart_but_the_shell_alone_fetches(tmp_path: Path) -> None:
    assert broken(tmp_path, "py/loreglass/domain/wire/endpoint.py", "from urllib.parse import urlsplit\n") == []
    assert broken(tmp_path, "py/loreglass/shell/llm.py", "from js import fetch\n") == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_python_lock_pins_each_package_by_hash_and_names_no_address(lock: Path) -> None:
    text = re.sub(r"\\\n|#.*", "", lock.read_text())
    requirements = [line for line in text.splitlines() if line.strip()]
    assert requirements
    assert all("==" in line and "--hash=sha256:" in line for line in requirements)
    assert "//" not in text


def test_node_lock_pins_each_package_by_hash_and_names_no_registry() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    fetched = {name: package for name, package in packages.items() if name}
    assert all(package.get("integrity", "").startswith("sha512-") for package in fetched.values())
    assert not any("resolved" in package for package in fetched.values())


def test_package_json_names_exact_versions() -> None:
    package = json.loads((ROOT / "package.json").read_text())
    versions = {**package["dependencies"], **package["devDependencies"]}.values()
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)


def test_app_zip_holds_exactly_the_python_of_the_page() -> None:
    with zipfile.ZipFile(io.BytesIO(build.app_zip())) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "py"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = {name for name in listed if not name.endswith(".md") and (ROOT / name).is_file()}
    assert {f"py/{name}" for name in packed} == wanted
    assert all(packed[name] == (ROOT / "py" / name).read_bytes() for name in packed)


def test_app_zip_is_the_same_bytes_for_the_same_files() -> None:
    assert build.app_zip() == build.app_zip()


def test_manifest_lists_every_shipped_file_with_its_hash() -> None:
    files = {entry["path"]: entry for entry in build.manifest()["files"]}
    assert {"index.html", "pyscript.toml", build.APP_ZIP, "static/vendor/pyodide/pyodide.mjs"} <= set(files)
    assert not {build.WORKER, build.PRECACHE} & set(files)
    assert not any(name.startswith(("py/", "tests/", ".ci/")) for name in files)
    for name, entry in files.items():
        content = (ROOT / name).read_bytes()
        assert entry == {"path": name, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def test_version_changes_with_any_file_and_vendor_version_only_with_vendored_ones() -> None:
    page, vendored = {"path": "index.html", "sha256": "1"}, {"path": "static/vendor/x.js", "sha256": "2"}
    assert build.short_hash([page, vendored]) != build.short_hash([{**page, "sha256": "3"}, vendored])
    assert build.short_hash([page, vendored]) != build.short_hash([vendored])


def test_pyodide_lock_lists_exactly_the_vendored_wheels() -> None:
    lock = json.loads((ROOT / "static/vendor/pyodide/pyodide-lock.json").read_text())
    wheels = {path.name: path for path in (ROOT / "static/vendor/wheels").iterdir()}
    listed = {Path(entry["file_name"]).name: entry["sha256"] for entry in lock["packages"].values()}
    assert listed == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in wheels.items()}


def test_everything_vendored_has_a_licence_notice_with_a_text() -> None:
    notices = json.loads((ROOT / "static/vendor/licences.json").read_text())
    named = {notice["name"] for notice in notices}
    assert set(json.loads((ROOT / "package.json").read_text())["dependencies"]) <= named
    assert {"CPython", "micropip"} <= named
    for notice in notices:
        assert notice["version"], notice["name"]
        assert notice["licence"], notice["name"]
        assert len(notice["text"]) > 300, notice["name"]


@pytest.mark.parametrize(
    "text",
    [
        'import { h } from "preact";',
        'import"preact";',
        'var a=1;export*from"preact"',
        'import x, { y } from "preact/hooks"',
    ],
)
def test_a_vendored_module_that_needs_a_bundler_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.mjs").write_text(text)
    with pytest.raises(SystemExit, match="preact"):
        vendor.refuse_bare_imports(tmp_path)


def test_a_vendored_module_that_imports_its_neighbour_is_taken(tmp_path: Path) -> None:
    (tmp_path / "x.mjs").write_text('import{a}from"./y.mjs";export{b}from"../z.js";const t="import c from \'d\'"')
    vendor.refuse_bare_imports(tmp_path)
