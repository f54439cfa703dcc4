"""The development server: a plain static host that never shows anything stale."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import build
import serve


@contextmanager
def server_of(root: Path, base: str) -> Iterator[http.client.HTTPConnection]:
    """A connection to a server of the folder below `base`."""
    with serve.open_server(root, base, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
        try:
            yield connection
        finally:
            connection.close()
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def connection() -> Iterator[http.client.HTTPConnection]:
    with server_of(build.ROOT, "/some/sub/path/") as opened:
        yield opened


def get(connection: http.client.HTTPConnection, path: str) -> tuple[int, str, bytes]:
    """Status, type and body of the answer."""
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.getheader("Content-Type", ""), answer.read()


@pytest.mark.parametrize(
    ("path", "mime"),
    [
        ("", "text/html"),
        ("pyscript.toml", "application/toml"),
        ("sw.js?v=1", "text/javascript"),
        ("static/precache.json", "application/json"),
        ("static/vendor/app.zip", "application/zip"),
        ("static/vendor/pyodide/pyodide.mjs", "text/javascript"),
        ("static/vendor/pyodide/pyodide.asm.wasm", "application/wasm"),
        ("static/vendor/literata/literata-latin-400-normal.woff2", "font/woff2"),
    ],
)
def test_each_kind_of_file_has_the_type_that_browsers_ask_for(
    connection: http.client.HTTPConnection, path: str, mime: str
) -> None:
    status, kind, _ = get(connection, "/some/sub/path/" + path)
    assert (status, kind) == (200, mime)


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/some/sub/path/.git/HEAD", "/some/sub/path/static/", "/some/sub/path/%2e%2e/x"],
)
def test_what_is_not_part_of_the_page_is_not_found(connection: http.client.HTTPConnection, path: str) -> None:
    assert get(connection, path)[0] == 404


def test_worker_carries_the_version_of_the_manifest(connection: http.client.HTTPConnection) -> None:
    version = json.loads(get(connection, "/some/sub/path/static/precache.json")[2])["version"]
    worker = get(connection, "/some/sub/path/sw.js")[2]
    assert version.encode() in worker
    assert build.VERSION_TOKEN not in worker


def test_another_folder_is_served_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "sw.js").write_bytes(build.VERSION_TOKEN)
    with server_of(tmp_path, "/") as connection:
        assert get(connection, "/sw.js")[2] == build.VERSION_TOKEN
        assert get(connection, "/static/precache.json")[0] == 404
