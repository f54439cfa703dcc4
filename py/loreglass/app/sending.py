"""What is asked of an endpoint: for a reply, and of a plan to be looked at, which never has the key. Pure."""

import json
from dataclasses import dataclass, replace

from loreglass.app.effects import StartReply
from loreglass.app.endpoints import Endpoint, on_the_wire
from loreglass.app.replies import generation_of
from loreglass.app.scenes import draft_scene
from loreglass.app.speakers import stops_of
from loreglass.app.state import AppState, OpenChat
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene
from loreglass.domain.wire import endpoint as wire
from loreglass.domain.wire.endpoint import HttpRequest
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.masking import shown_address
from loreglass.domain.wire.sending import reply_request

KEY = "$API_KEY"
"""What stands for the key: a shell puts the key in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """What would be asked of which endpoint; KEY stands for its key."""

    endpoint: wire.Endpoint
    generation: Generation

    @property
    def request(self) -> HttpRequest | None:
        """The HTTP request; None where the endpoint takes no such prompt, or has no address."""
        if not self.generation.prompt:
            return None
        try:
            return reply_request(self.endpoint, self.generation)
        except BadInput:
            return None


def start_of(open_chat: OpenChat, scene: Scene, endpoint: Endpoint) -> StartReply:
    """The effect that gets the reply of a scene."""
    return StartReply(
        chat_id=open_chat.chat.id,
        scene=scene,
        endpoint=endpoint,
        base=scene.prefill,
        stop=stops_of(open_chat, scene),
    )


def sending(state: AppState, open_chat: OpenChat, plan: Plan) -> Sending | None:
    """What the plan would ask of the chosen endpoint; None for the demo responder, of which nothing is asked."""
    endpoint = state.endpoint.saved
    if endpoint.is_demo:
        return None
    key = endpoint.key.strip()
    asked = start_of(open_chat, draft_scene(state, open_chat), endpoint)
    shown = replace(on_the_wire(endpoint), key=KEY if key else "", url=shown_address(endpoint.url, key, KEY))
    return Sending(endpoint=shown, generation=generation_of(asked, plan))


def as_text(request: HttpRequest) -> str:
    """The request to be read: its line, its headers, and its body set out."""
    head = (f"{request.method} {request.url}", *(f"{name}: {value}" for name, value in request.headers))
    return "\n".join((*head, "", json.dumps(json.loads(request.body), ensure_ascii=False, indent=1)))


def as_curl(request: HttpRequest) -> str:
    """The request as a command for a POSIX shell, which takes the key from its variable."""
    headers = (f"-H {_quoted(f'{name}: {value}')}" for name, value in request.headers)
    parts = (f"curl -N {_quoted(request.url)}", *headers, f"--data-raw {_literal(request.body)}")
    return " \\\n  ".join(parts)


def _quoted(text: str) -> str:
    """A word of the shell, in which the key's variable is filled in."""
    return f'"{KEY}"'.join(_literal(part) for part in text.split(KEY))


def _literal(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'" if text else ""
