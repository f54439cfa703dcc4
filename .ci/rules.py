"""House rules that no linter knows: sizes, names, which ring may import what, what git may hold."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES, FUNCTION_LINES = 400, 40
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
BROWSER_MODULES = {"js", "pyscript", "pyodide", "pyodide_js", "polyscript", "micropip"}
# The domain takes chance, time, files and the network as values; it never fetches them.
IMPURE_MODULES = {
    *("asyncio", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket", "subprocess"),
    *("tempfile", "threading", "time", "urllib.request", "uuid", "sqlite3", "multiprocessing", "http"),
}
DOMAIN_PACKAGES = {"loreglass", "jinja2", *sys.stdlib_module_names}
# In two parts, so that this file does not name what it looks for.
REGISTRY_HOSTS = (
    *(("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com")),
    *(("jsdelivr", "net"), ("unpkg", "com"), ("deb.debian", "org"), ("crates", "io")),
)
THIRD_PARTY = re.compile(r"(^|/)(vendor|node_modules)/|\.(wasm|whl|woff2?|min\.js|min\.css|mjs\.map)$")
TEXT_LIMIT_BYTES = 2_000_000


def files_of_the_project(root: Path) -> tuple[Path, ...]:
    """What git holds or would add, sorted; a file that was just deleted is not among it."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    paths = (root / name for name in sorted(set(listing.split("\0"))) if name)
    return tuple(path for path in paths if path.is_file())


def findings(root: Path, files: tuple[Path, ...]) -> Iterator[str]:
    """One line a broken rule: file, place, and what is wrong."""
    for path in files:
        name = path.relative_to(root).as_posix()
        if THIRD_PARTY.search(name):
            yield f"{name}: a third-party file; fetch it by lock file instead"
            continue
        if path.stat().st_size <= TEXT_LIMIT_BYTES:
            text = path.read_text(errors="replace")
            yield from host_findings(name, text)
            yield from size_findings(name, text)
            if name.endswith(".py"):
                yield from python_findings(name, text)


def host_findings(name: str, text: str) -> Iterator[str]:
    """The names of package registries and script hosts that stand in the text."""
    for parts in REGISTRY_HOSTS:
        host = ".".join(parts)
        if host in text:
            yield f"{name}: names the host {host}; lock files and pages stay free of hosts"


def size_findings(name: str, text: str) -> Iterator[str]:
    """A file of code that is longer than a reader keeps in mind."""
    lines = text.count("\n")
    if name.endswith((".py", ".js", ".mjs")) and lines > FILE_LINES:
        yield f"{name}: {lines} lines, at most {FILE_LINES}"


def python_findings(name: str, text: str) -> Iterator[str]:
    """What is wrong with one Python file: its name, its functions, its imports."""
    if Path(name).stem in EMPTY_NAMES or Path(name).parent.name in EMPTY_NAMES:
        yield f"{name}: the name says nothing about what is inside"
    try:
        tree = ast.parse(text, name, feature_version=(3, 11))
    except SyntaxError as error:
        yield f"{name}:{error.lineno}: {error.msg}, in the oldest Python that the code runs on"
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield f"{name}:{node.lineno}: {node.name} has {lines} lines, at most {FUNCTION_LINES}"
        for module in imported(node):
            yield from import_findings(name, getattr(node, "lineno", 0), module)


def imported(node: ast.AST) -> Iterator[str]:
    """The full names of the modules that the statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module


def import_findings(name: str, line: int, module: str) -> Iterator[str]:
    """An import that the file's ring may not have."""
    if not name.startswith("py/"):
        return
    top = module.partition(".")[0]
    if top in BROWSER_MODULES and not name.startswith("py/loreglass/shell/"):
        yield f"{name}:{line}: imports {module}; only the shell knows the browser"
    elif name.startswith("py/loreglass/domain/"):
        if {module, top} & IMPURE_MODULES:
            yield f"{name}:{line}: imports {module}; the domain is pure"
        elif top not in DOMAIN_PACKAGES:
            yield f"{name}:{line}: imports {module}; the domain has the standard library and Jinja2"


def main() -> None:
    """Nothing; ends with exit code 1 when a rule is broken."""
    broken = tuple(findings(ROOT, files_of_the_project(ROOT)))
    print(*broken, sep="\n", end="\n" if broken else "")
    print(f"house rules: {len(broken)} broken" if broken else "house rules: kept")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
