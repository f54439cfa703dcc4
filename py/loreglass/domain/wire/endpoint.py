"""Where replies come from, and the plain HTTP request that asks for one."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal
from urllib.parse import SplitResult, urlsplit, urlunsplit

from loreglass.domain.errors import BadInput

ProfileId = Literal[
    "openai_chat",
    "openai_text",
    "openrouter",
    "anthropic",
    "ollama",
    "koboldcpp",
    "llamacpp",
    "lm_studio",
    "text_generation_webui",
    "vllm",
]
"""The backends that users have; what is special about each is in `profiles`."""

_OWN_PATHS = ("/chat/completions", "/completions", "/models", "/messages")
_NATIVE_PATHS = ("/completion", "/api/chat", "/api/generate", "/api/tags", "/api/extra/generate/stream")
_BASES = ("/api/v1", "/api/v0", "/v1", "/api")
_USUAL_PORTS = {"http": ":80", "https": ":443"}
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?")
_LOCAL_HOSTS = ("localhost", "127.", "0.0.0.0", "[::1]", "10.", "192.168.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A server as the user typed it; `key` is "" where none is needed."""

    url: str
    model: str = ""
    key: str = ""
    profile: ProfileId = "openai_chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """A request for the shell to send; `body` is UTF-8 text, "" for a GET."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: str = ""


def address(url: str, path: str) -> str:
    """The address of `path` (such as /models) on the server at `url`.

    `url` may be a bare host (then /v1 is meant), a base such as https://host/api/v1, or the whole address
    of chat completions. A query is kept, a fragment is not. BadInput where `url` is no http address.
    """
    parts = _split(url)
    base = parts.path.rstrip("/")
    for own in _OWN_PATHS:
        base = base.removesuffix(own)
    return urlunsplit((parts.scheme, parts.netloc, (base or "/v1") + path, parts.query, ""))


def native_address(url: str, path: str) -> str:
    """The address of `path` (such as /props or /api/tags) on the server at `url`, which is typed as for `address`.

    It stands beside /v1, not below it. BadInput where `url` is no http address.
    """
    parts = _split(url)
    base = parts.path.rstrip("/")
    for own in (*_OWN_PATHS, *_NATIVE_PATHS):
        base = base.removesuffix(own)
    shared = next((end for end in _BASES if base.endswith(end)), "")
    return urlunsplit((parts.scheme, parts.netloc, base.removesuffix(shared) + path, parts.query, ""))


def bearer(endpoint: Endpoint) -> tuple[tuple[str, str], ...]:
    """The header that carries the key; none where there is no key."""
    return (("Authorization", f"Bearer {endpoint.key.strip()}"),) if endpoint.key.strip() else ()


def post(url: str, headers: tuple[tuple[str, str], ...], body: Mapping[str, object]) -> HttpRequest:
    """A request that carries `body` as JSON."""
    return HttpRequest(
        method="POST",
        url=url,
        headers=(("Content-Type", "application/json"), *headers),
        body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
    )


def written_out(url: str) -> str:
    """The address with its scheme, as a browser needs it. BadInput where `url` is no http address."""
    return urlunsplit(_split(url))


def origin(url: str) -> str:
    """Scheme, host and port, as a browser writes them: what a key is bound to. BadInput where `url` is no address."""
    parts = _split(url)
    return f"{parts.scheme}://{parts.netloc.removesuffix(_USUAL_PORTS[parts.scheme])}"


def is_mixed_content(page_url: str, endpoint_url: str) -> bool:
    """Whether a browser would bar the page from calling the endpoint: https may not call http beyond this machine."""
    parts = _split(endpoint_url)
    is_own_machine = parts.hostname in ("localhost", "127.0.0.1", "::1")
    return page_url.startswith("https:") and parts.scheme == "http" and not is_own_machine


def _split(url: str) -> SplitResult:
    text = url.strip()
    if "://" not in text:
        text = ("http://" if text.startswith(_LOCAL_HOSTS) else "https://") + text
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or any(char.isspace() for char in text):
        raise BadInput("expected an address such as http://localhost:8080/v1", source="Endpoint URL")
    if "@" in parts.netloc:
        raise BadInput(
            "take the name and password out of the address; the key has its own field", source="Endpoint URL"
        )
    netloc = parts.netloc.lower().removesuffix(":")
    if not _is_host((parts.hostname or "").lower(), is_number="[" in netloc):
        raise BadInput(
            "write the server’s name as it is, such as api.example.com or 192.168.1.5: "
            "letters, digits, points and hyphens, no other signs",
            source="Endpoint URL",
        )
    return parts._replace(netloc=netloc)


def _is_host(host: str, *, is_number: bool) -> bool:
    """Whether a policy can name the host, and it alone: other signs are wildcards there, or end the directive."""
    last = host.rstrip(".").rpartition(".")[2]
    if not is_number and not last[:1].isdigit():
        return _HOST.fullmatch(host) is not None
    try:
        return "%" not in host and (ip_address(host).version == 6) is is_number
    except ValueError:
        return not is_number and not last.isdigit() and not last.startswith("0x") and bool(_HOST.fullmatch(host))
