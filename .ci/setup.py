"""Everything the page, its checks and its tests need, fetched by lock file with hashes.

Each step is skipped while the files that it was made from are unchanged, so it costs nothing to
run it before every other target. `--test` adds what only the tests need.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import vendor

ROOT = Path(__file__).resolve().parent.parent
CI = ROOT / ".ci"
CACHE = ROOT / ".cache"
WASM_PIP = (
    *("--no-deps", "--only-binary=:all:", "--python-version", "3.14"),
    *("--platform", vendor.WASM_PLATFORM, "--implementation", "cp", "--abi", "cp314"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to have: `makes` is there and was made from the present text of `inputs`."""

    name: str
    inputs: tuple[Path, ...]
    makes: Path
    make: Callable[[], None]

    def stamp(self) -> str:
        """The hash of the inputs and of the Python that runs the step."""
        digest = hashlib.sha256(f"{sys.version_info[:2]} {self.makes}".encode())
        for path in self.inputs:
            digest.update(path.read_bytes())
        return digest.hexdigest()


def run(*command: str | Path) -> None:
    """Nothing; ends the program when the command fails, after showing what it was."""
    line = [str(part) for part in command]
    try:
        subprocess.run(line, cwd=ROOT, check=True)
    except FileNotFoundError:
        sys.exit(f"setup: `{line[0]}` is not installed on this machine. Please install it.")
    except subprocess.CalledProcessError as error:
        sys.exit(f"setup: `{' '.join(line[:6])} ...` failed with exit code {error.returncode}.")


def make_venv(folder: Path, *pip_install: str | Path) -> None:
    """Nothing; `folder` is a fresh virtual environment with exactly the locked packages."""
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/pip", "install", "-qq", "--require-hashes", *pip_install)


def download_wheels(requirements: Path, folder: Path) -> None:
    """Nothing; `folder` holds exactly the locked wheels for Pyodide."""
    shutil.rmtree(folder, ignore_errors=True)
    pip = ROOT / ".venv/bin/pip"
    run(pip, "download", "-qq", "--require-hashes", *WASM_PIP, "-d", folder, "-r", requirements)


def make_vendor() -> None:
    """Nothing; `static/vendor` is complete. It is swapped in whole, never half filled."""
    wheels = CACHE / "wheels"
    download_wheels(CI / "requirements-wasm.txt", wheels)
    for package in vendor.WITHOUT_COMPILED_PARTS:
        vendor.pure_wheel(package, wheels)
    vendor.fill(CACHE / "vendor", wheels)
    shutil.rmtree(vendor.VENDOR, ignore_errors=True)
    vendor.VENDOR.parent.mkdir(exist_ok=True)
    (CACHE / "vendor").rename(vendor.VENDOR)


def page_steps() -> tuple[Step, ...]:
    """What the page and its checks need, in the order in which the steps need each other."""
    dev, venv = CI / "requirements-dev.txt", ROOT / ".venv"
    lock = ROOT / "package-lock.json"
    sources = (CI / "setup.py", CI / "vendor.py", CI / "licences.py")
    return (
        Step(
            name="Python tools",
            inputs=(dev,),
            makes=venv,
            make=lambda: make_venv(venv, "-r", dev),
        ),
        Step(
            name="JavaScript packages",
            inputs=(ROOT / "package.json", lock),
            makes=ROOT / "node_modules",
            make=lambda: run("npm", "ci", "--ignore-scripts", "--silent"),
        ),
        Step(
            name="static/vendor",
            inputs=(lock, CI / "requirements-wasm.txt", dev, *sources),
            makes=vendor.VENDOR,
            make=make_vendor,
        ),
    )


def test_steps() -> tuple[Step, ...]:
    """What only the tests need."""
    wheels, wheel_folder = CI / "requirements-wasm-test.txt", CACHE / "pyodide-test-wheels"
    llm, venv = CI / "requirements-llm.txt", ROOT / ".venv-llm"
    return (
        Step(
            name="test wheels for Pyodide",
            inputs=(wheels,),
            makes=wheel_folder,
            make=lambda: download_wheels(wheels, wheel_folder),
        ),
        Step(
            name="model server",
            inputs=(llm,),
            makes=venv,
            make=lambda: make_venv(venv, "--no-deps", "-r", llm),
        ),
    )


def take(step: Step) -> None:
    """Nothing; the step is done, or was done already."""
    stamp_file = CACHE / "stamps" / step.name.replace("/", "-").replace(" ", "-")
    stamp = step.stamp()
    if step.makes.exists() and stamp_file.exists() and stamp_file.read_text() == stamp:
        return
    print(f"setup: {step.name} ...", flush=True)
    stamp_file.unlink(missing_ok=True)
    step.make()
    stamp_file.parent.mkdir(parents=True, exist_ok=True)
    stamp_file.write_text(stamp)


def need_browser() -> None:
    """Nothing; Debian's Chromium and one font are there, or one sentence says what to install."""
    wanted = [] if shutil.which("chromium") else ["chromium"]
    if not any(Path("/usr/share/fonts").rglob("*.ttf")):
        wanted.append("fonts-noto-core")
    if not wanted:
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(f"setup: the browser tests need {' and '.join(wanted)}; please install them.")
    run("apt-get", "update", "-qq")
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted)


def main() -> None:
    """Nothing; everything is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--test", action="store_true", help="also what only the tests need")
    for_tests = parser.parse_args().test
    for step in page_steps() + (test_steps() if for_tests else ()):
        take(step)
    if for_tests:
        need_browser()


if __name__ == "__main__":
    main()
