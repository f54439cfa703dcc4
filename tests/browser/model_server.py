"""A real llama.cpp server with a real small model, started when the first test asks for it."""

from collections.abc import Iterator

import pytest

import model_server as server


@pytest.fixture(scope="session")
def model_server() -> Iterator[str]:
    """The server's address without a path; it speaks chat completions below /v1."""
    with server.running(port=0) as address:
        yield address


@pytest.fixture(scope="session")
def guarded_model_server() -> Iterator[tuple[str, str]]:
    """The address and the key of a server that answers 401 to any other key."""
    key = "a-key-for-tests"
    with server.running(port=0, api_key=key) as address:
        yield address, key
