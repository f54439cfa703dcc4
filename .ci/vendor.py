"""The third-party files that the page ships, taken out of node_modules and the locked wheels."""

import hashlib
import json
import re
import shutil
import zipfile
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "static/vendor"
WITHOUT_COMPILED_PARTS = ("markupsafe",)
WASM_PLATFORM = "pyemscripten_2026_0_wasm32"

# Target folder: source folder in node_modules, and the files. PyScript imports its small plugin
# chunks on every page; the big ones behind them (editor, terminal, zip) only where a page asks.
FILES = {
    "pyodide": (
        "pyodide",
        ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    ),
    "pyscript": (
        "@pyscript/core/dist",
        (
            *("core.js", "core-*.js", "error-*.js", "deprecations-manager-*.js", "donkey-*.js"),
            *("py-editor-*.js", "py-game-*.js", "py-terminal-*.js"),
            *("toml-V*.js", "pyodide_graph-*.js"),
        ),
    ),
    "tiktoken": (
        "tiktoken",
        (
            *("lite/tiktoken_bg.js", "lite/tiktoken_bg.wasm"),
            *("encoders/o200k_base.json", "encoders/cl100k_base.json"),
        ),
    ),
    "idb": ("idb/build", ("index.js",)),
    "preact": ("preact/dist", ("preact.mjs",)),
    "marked": ("marked/lib", ("marked.esm.js",)),
    "dompurify": ("dompurify/dist", ("purify.es.mjs",)),
    "pico": ("@picocss/pico/css", ("pico.min.css",)),
}
FONT_SUBSETS = ("latin", "latin-ext", "cyrillic", "greek")
FONT_FACES = ((400, "normal"), (400, "italic"), (600, "normal"))


def fill(target: Path, wheels: Path) -> None:
    """Nothing; `target` is what static/vendor must be. Raises SystemExit when a file is missing."""
    shutil.rmtree(target, ignore_errors=True)
    for folder, (source, patterns) in FILES.items():
        copy_files(MODULES / source, target / folder, patterns)
    write_font(MODULES / "@fontsource/literata", target / "literata")
    copy_files(wheels, target / "wheels", ("*.whl",))
    write_lock(target)
    refuse_bare_imports(target)
    notices = licences.collect(ROOT, wheels)
    (target / "licences.json").write_text(json.dumps(notices, indent=1, ensure_ascii=False))


def copy_files(source: Path, target: Path, patterns: tuple[str, ...]) -> None:
    """Nothing; every pattern has matched at least one file, and those are copied."""
    target.mkdir(parents=True, exist_ok=True)
    for pattern in patterns:
        found = sorted(path for path in source.glob(pattern) if path.is_file())
        if not found:
            raise SystemExit(f"vendor: {source.relative_to(ROOT)} has no {pattern}")
        for path in found:
            shutil.copyfile(path, target / path.name)


def pure_wheel(package: str, target: Path) -> None:
    """Nothing; `target` has a wheel of an installed package without its compiled parts, which it can do without.

    The index has wheels of it for single platforms only, and none for WebAssembly.
    """
    site = next((ROOT / ".venv/lib").glob("python3*/site-packages"))
    info = next(site.glob(f"{package}-*.dist-info"))
    kept = [*(site / package).glob("*.py"), info / "METADATA", *info.glob("licenses/*")]
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in sorted(kept)}
    files[f"{info.name}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: loreglass\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{info.name}/RECORD"] = "".join(f"{name},,\n" for name in files).encode()
    with zipfile.ZipFile(target / f"{info.name.removesuffix('.dist-info')}-py3-none-any.whl", "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0)), data)


def write_font(source: Path, target: Path) -> None:
    """Nothing; the faces and their style sheet are written, one face a subset and style."""
    target.mkdir(parents=True)
    ranges = json.loads((source / "unicode.json").read_text())
    rules = []
    for subset in FONT_SUBSETS:
        for weight, style in FONT_FACES:
            name = f"literata-{subset}-{weight}-{style}.woff2"
            shutil.copyfile(source / "files" / name, target / name)
            rules.append(
                f'@font-face{{font-family:"Literata";font-style:{style};font-weight:{weight};'
                f'font-display:swap;src:url("{name}") format("woff2");'
                f"unicode-range:{ranges[subset]}}}\n"
            )
    (target / "literata.css").write_text("".join(rules))


def write_lock(target: Path) -> None:
    """Nothing; Pyodide's lock lists exactly the vendored wheels, with the hashes of these files."""
    lock = json.loads((MODULES / "pyodide/pyodide-lock.json").read_text())
    entries = [lock_entry(wheel) for wheel in sorted((target / "wheels").glob("*.whl"))]
    lock["packages"] = {entry["name"]: entry for entry in entries}
    for name, entry in lock["packages"].items():
        for needed in entry["depends"]:
            if needed not in lock["packages"]:
                raise SystemExit(f"vendor: {name} needs {needed}, which is not vendored")
    (target / "pyodide/pyodide-lock.json").write_text(json.dumps(lock, indent=1))


def lock_entry(wheel: Path) -> dict[str, object]:
    """The wheel's entry in pyodide-lock.json; its file name is relative to pyodide.mjs."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        head = archive.read(metadata).decode().split("\n\n")[0]
    fields = dict(re.findall(r"^(Name|Version): (.*)$", head, re.MULTILINE))
    needs = [
        canonical(name)
        for name, need in re.findall(r"^Requires-Dist: ([\w.-]+)(.*)$", head, re.MULTILINE)
        if not re.search(r"extra ==|python_version <|sys_platform ==", need)
    ]
    code = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": canonical(fields["Name"]),
        "version": fields["Version"],
        "file_name": f"../wheels/{wheel.name}",
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(code),
        "depends": needs,
        "unvendored_tests": False,
    }


def canonical(name: str) -> str:
    """The package name as indexes and Pyodide compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def refuse_bare_imports(target: Path) -> None:
    """Nothing; no vendored module has a static import that only a bundler could resolve."""
    static_import = re.compile(r"""(?:^|[;}\n])\s*(?:import|export)\b[^"'`();]*["']([^"'\n]+)["']""")
    for path in (*target.rglob("*.js"), *target.rglob("*.mjs")):
        for name in static_import.findall(path.read_text()):
            if not name.startswith(("./", "../")):
                raise SystemExit(f"vendor: {path.name} imports {name!r}, which no browser resolves")
