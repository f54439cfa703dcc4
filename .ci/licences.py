"""The licence notices of everything third-party that the page ships: Help > Licences reads them.

Texts come out of the packages. Where one carries no text, it is read from another package under
the same licence, of the same author where the text names one.
"""

import json
import re
import zipfile
from pathlib import Path

Notice = dict[str, str]
TEXT_FILE = re.compile(r"(LICEN[CS]E|COPYING)([.-](md|txt))?$")
SAME_AUTHOR = "node_modules/plain-tag/LICENSE"
TEXT_ELSEWHERE = {
    "@ungap/with-resolvers": SAME_AUTHOR,
    "codedent": SAME_AUTHOR,
    "to-json-callback": SAME_AUTHOR,
    "@webreflection/utils": "node_modules/@webreflection/utils/LICENSE",
    "pyodide": "node_modules/dompurify/LICENSE-MPL",
    "tiktoken": ".venv/**/tiktoken-*.dist-info/**/LICENSE",
    "CPython": ".venv/**/typing_extensions-*.dist-info/**/LICENSE",
}
# Only types and Node's side of Pyodide: nothing of these reaches the page.
NOT_SHIPPED = ("@types/", "ws")


def collect(root: Path, wheels: Path) -> list[Notice]:
    """One {name, version, licence, text} a package, sorted by name."""
    lock = json.loads((root / "package-lock.json").read_text())
    notices = [cpython_notice(root, lock)]
    for key, package in lock["packages"].items():
        name = key.rpartition("node_modules/")[2]
        if key and not package.get("dev") and not name.startswith(NOT_SHIPPED):
            notices.append(npm_notice(root, root / key, name, package))
    notices.extend(wheel_notice(wheel) for wheel in wheels.glob("*.whl"))
    once = {(notice["name"], notice["version"]): notice for notice in notices}
    return [once[key] for key in sorted(once, key=lambda key: (key[0].lower(), key[1]))]


def npm_notice(root: Path, folder: Path, name: str, package: dict[str, str]) -> Notice:
    """The notice of one package in node_modules. Raises SystemExit where there is no text."""
    own = sorted(path for path in folder.iterdir() if TEXT_FILE.match(path.name))
    text = own[0].read_text() if own else text_elsewhere(root, name)
    if not text:
        raise SystemExit(f"licences: {name} carries no text; name one in TEXT_ELSEWHERE")
    return {"name": name, "version": package["version"], "licence": package["license"], "text": text}


def cpython_notice(root: Path, lock: dict[str, dict[str, dict[str, str]]]) -> Notice:
    """The notice of the interpreter and its standard library, which come inside Pyodide."""
    version = f"in Pyodide {lock['packages']['node_modules/pyodide']['version']}"
    text = text_elsewhere(root, "CPython")
    return {"name": "CPython", "version": version, "licence": "PSF-2.0", "text": text}


def wheel_notice(wheel: Path) -> Notice:
    """The notice of one wheel for Pyodide, with every licence text that it carries."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        head = archive.read(metadata).decode().split("\n\n")[0]
        texts = [archive.read(n).decode() for n in names if re.search(r"/LICENSE[.\w]*$", n)]
    fields = dict(re.findall(r"^(Name|Version|License-Expression|License): (.*)$", head, re.MULTILINE))
    classified = re.search(r"^Classifier: License :: .*:: (.+)$", head, re.MULTILINE)
    named = fields.get("License-Expression") or fields.get("License", "")
    licence = named or (classified[1] if classified else "")
    return {
        "name": fields["Name"],
        "version": fields["Version"],
        "licence": licence,
        "text": "\n\n".join(texts),
    }


def text_elsewhere(root: Path, name: str) -> str:
    """The text from the file named in TEXT_ELSEWHERE, or nothing."""
    pattern = TEXT_ELSEWHERE.get(name)
    found = sorted(root.glob(pattern)) if pattern else []
    return found[0].read_text() if found else ""
