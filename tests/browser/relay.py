"""A relay between the page and a model's server: it notes what is asked, passes answers on as they come, and can fail.

What it passes on is the real server's, with the headers by which that server lets other origins in. A script in place
of the server answers what real servers answer, where the real one at hand cannot be made to.
"""

import contextlib
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import serve

HOP_BY_HOP = ("connection", "transfer-encoding", "content-length", "keep-alive", "server", "date", "host")


@dataclass
class Asked:
    """One request as it came in."""

    method: str
    path: str
    headers: dict[str, str]
    body: str

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True)
class Scripted:
    """An answer that was written beforehand."""

    status: int
    headers: dict[str, str]
    pieces: Iterable[bytes]


@dataclass
class Relay:
    """Listens on one port, whatever stands behind it."""

    upstream: str
    asked: list[Asked] = field(default_factory=list)
    cut_after: int | None = None
    """The connection breaks after so many bytes of a reply's stream."""
    script: Callable[[Asked], Scripted] | None = None
    port: int = 0
    server: ThreadingHTTPServer | None = None
    connections: list[socket.socket] = field(default_factory=list)

    def start(self) -> None:
        """Nothing; it listens, on the same port as before where it did."""
        relay = self

        class Handler(_Handler):
            held = relay

        self.server = serve.Server(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Nothing; nobody listens on the port, and connections that were kept open are gone."""
        assert self.server is not None
        self.server.shutdown()
        self.server.server_close()
        self.server = None
        while self.connections:
            with contextlib.suppress(OSError):
                self.connections.pop().shutdown(socket.SHUT_RDWR)

    @property
    def url(self) -> str:
        """What a user would type as the endpoint's address."""
        return f"http://127.0.0.1:{self.port}/v1"

    def last_chat(self) -> Asked:
        """The newest request for a reply."""
        return next(each for each in reversed(self.asked) if each.path.endswith("/chat/completions"))

    def ask(self, path: str, value: object) -> Any:
        """The server's answer to JSON that is sent past the relay."""
        connection = http.client.HTTPConnection(urlsplit(self.upstream).netloc, timeout=120)
        connection.request("POST", path, json.dumps(value), {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    held: Relay

    def setup(self) -> None:
        """Nothing; the connection is known to the relay."""
        super().setup()
        self.held.connections.append(self.connection)

    def _handle(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body.decode())
        if self.command != "OPTIONS":
            self.held.asked.append(asked)
        try:
            if self.held.script is not None:
                self._answer_scripted(self.held.script(asked) if self.command != "OPTIONS" else Scripted(204, {}, ()))
            else:
                self._pass_on(asked)
        except ConnectionError:
            self.close_connection = True

    do_GET = do_POST = do_OPTIONS = _handle  # noqa: N815

    def _answer_scripted(self, answer: Scripted) -> None:
        origin = {"Access-Control-Allow-Origin": self.headers.get("Origin", "*"), "Access-Control-Allow-Headers": "*"}
        exposed = {"Access-Control-Expose-Headers": "Retry-After"}
        self._head(answer.status, {**origin, **exposed, **answer.headers}.items())
        for piece in answer.pieces:
            self._piece(piece)
        self._end(answer.status)

    def _pass_on(self, asked: Asked) -> None:
        # Also where the page has gone away meanwhile: a socket that is left open is a warning in whatever test is next.
        with contextlib.closing(http.client.HTTPConnection(urlsplit(self.held.upstream).netloc, timeout=120)) as behind:
            self._pass_through(asked, behind)

    def _pass_through(self, asked: Asked, connection: http.client.HTTPConnection) -> None:
        headers = {name: value for name, value in asked.headers.items() if name not in HOP_BY_HOP}
        connection.request(asked.method, asked.path, asked.body.encode(), headers)
        answer = connection.getresponse()
        self._head(answer.status, ((k, v) for k, v in answer.getheaders() if k.lower() not in HOP_BY_HOP))
        left = self.held.cut_after if asked.path.endswith("/chat/completions") else None
        for piece in iter(lambda: answer.read1(4096), b""):
            self._piece(piece if left is None else piece[:left])
            left = None if left is None else left - len(piece)
            if left is not None and left <= 0:
                self.close_connection = True
                return
        self._end(answer.status)

    def _head(self, status: int, headers: Any) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if status != HTTPStatus.NO_CONTENT:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def _end(self, status: int) -> None:
        if status != HTTPStatus.NO_CONTENT:
            self._piece(b"")

    def _piece(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nothing."""


def relaying(upstream: str) -> Iterator[Relay]:
    """A relay that listens, for a fixture to yield from."""
    relay = Relay(upstream)
    relay.start()
    yield relay
    if relay.server is not None:
        relay.stop()


def stream(*frames: object) -> tuple[bytes, ...]:
    """The pieces of a stream of events, one a frame; a text stands as it is."""
    said = (frame if isinstance(frame, str) else json.dumps(frame) for frame in frames)
    return tuple(f"data: {each}\n\n".encode() for each in said)


def delta(text: str) -> dict[str, object]:
    """A frame that carries more of a reply."""
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
