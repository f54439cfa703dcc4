"""A plain static server: no special headers, as on any static host.

Serving the repository it also makes what the build makes, on request and so never stale:
app.zip, precache.json, and sw.js with its version. Serving another folder it makes nothing.
"""

import argparse
import io
import json
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

import build

FIRST_PORT, LAST_PORT = 8000, 8099


class Handler(SimpleHTTPRequestHandler):
    """Answers GET and HEAD below `base` from `directory`; hidden files are not found."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".toml": "application/toml",
        ".zip": "application/zip",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(self, *args: Any, base: str, **kwargs: Any) -> None:
        self.base = base
        super().__init__(*args, **kwargs)

    def send_head(self) -> BinaryIO | None:
        """The open body of the answer after its headers went out, or None after an error."""
        path = unquote(urlsplit(self.path).path)
        if path + "/" == self.base:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", self.base)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if not path.startswith(self.base) or "/." in path:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        name = path.removeprefix(self.base)
        self.path = "/" + self.path.removeprefix(self.base)
        if Path(self.directory) == build.ROOT:
            made = made_on_request(name)
            if made is not None:
                return self.send_bytes(made)
        return super().send_head()

    def send_bytes(self, body: bytes) -> BinaryIO:
        """The body as an open file, after its headers went out."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(self.path.partition("?")[0]))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def list_directory(self, path: Any) -> None:
        """None: a static host lists no folders."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Nothing; the answer may be kept but must be asked for again."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing: a line a request would hide the address."""


def made_on_request(name: str) -> bytes | None:
    """What the build would write under this name, or None for an ordinary file."""
    if name == build.PRECACHE:
        return json.dumps(build.manifest(), indent=1).encode()
    if name == build.WORKER and (build.ROOT / name).exists():
        return build.stamped_worker(str(build.manifest()["version"]))
    if name == build.APP_ZIP:
        return build.app_zip()
    return None


class Server(ThreadingHTTPServer):
    """A server that is not surprised by a browser that goes away."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing for a closed connection; a traceback for anything else."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def open_server(root: Path, base: str, port: int | None) -> ThreadingHTTPServer:
    """A server that listens; without a port, on the first free one from 8000 on."""
    handler = partial(Handler, directory=str(root), base=base)
    ports = range(FIRST_PORT, LAST_PORT + 1) if port is None else (port,)
    for candidate in ports:
        try:
            return Server(("127.0.0.1", candidate), handler)
        except OSError:
            continue
    sys.exit(f"serve: no free port in {ports[0]}..{ports[-1]}")


def main() -> None:
    """Nothing; serves until it is ended."""
    parser = argparse.ArgumentParser(description="Serve the page on this machine.")
    parser.add_argument("--port", type=int, help="exactly this port (0: any free one)")
    parser.add_argument("--base", default="/", help="the path under which the folder appears")
    parser.add_argument("--root", type=Path, default=build.ROOT, help="the folder to serve")
    options = parser.parse_args()
    base = "/" + options.base.strip("/") + "/" if options.base.strip("/") else "/"
    server = open_server(options.root.resolve(), base, options.port)
    print(f"Loreglass is at http://localhost:{server.server_port}{base}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
