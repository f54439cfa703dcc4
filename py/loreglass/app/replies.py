"""One reply from plan to last word: planned, sent, streamed, stopped."""

from collections.abc import AsyncIterator, Callable

from loreglass.app import actions
from loreglass.app.effects import StartReply
from loreglass.app.ports import Broke, Exchange, Opened, Ports
from loreglass.app.state import Endpoint
from loreglass.demo.responder import entry_names, respond
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.wire import endpoint as wire
from loreglass.domain.wire.chat_completions import Sampling, read_frame, request
from loreglass.domain.wire.problem import EndpointProblem, classify, classify_exception
from loreglass.domain.wire.stream import StreamError, StreamEvent, StreamParser, TextDelta

Tell = Callable[[actions.Action], None]

SHOW_EVERY_MS = 60
KEEP_EVERY_MS = 1500
DEMO_PAUSE_SECONDS = 0.03
ERROR_BODY_LIMIT_BYTES = 64_000


class Growing:
    """The text of a reply so far; told on at a pace that the page can draw, and now and then to be stored."""

    def __init__(self, effect: StartReply, tell: Tell, ports: Ports) -> None:
        self.text = effect.base
        self._chat_id = effect.chat_id
        self._tell = tell
        self._now = ports.clock.now_ms
        self._shown_ms = 0
        self._kept_ms = self._now()

    def add(self, text: str) -> None:
        """More of it."""
        self.text += text
        now = self._now()
        if now - self._shown_ms < SHOW_EVERY_MS:
            return
        checkpoint = now - self._kept_ms >= KEEP_EVERY_MS
        self._shown_ms = now
        self._kept_ms = now if checkpoint else self._kept_ms
        self._tell(actions.ReplyGrew(chat_id=self._chat_id, text=self.text, checkpoint=checkpoint))


async def demo_reply(effect: StartReply, plan: Plan, growing: Growing, ports: Ports) -> None:
    """Nothing; the built-in responder has said its piece."""
    names = entry_names(plan, effect.scene.books)
    for chunk in respond(plan, char_name=effect.scene.char_name, entry_names=names):
        growing.add(chunk)
        await ports.clock.sleep(DEMO_PAUSE_SECONDS)


def wire_endpoint(endpoint: Endpoint) -> wire.Endpoint:
    """The endpoint as requests need it."""
    return wire.Endpoint(url=endpoint.url, model=endpoint.model, key=endpoint.key)


def blocked(endpoint: Endpoint, ports: Ports) -> EndpointProblem | None:
    """Why the browser would bar the request before it is sent."""
    if wire.is_mixed_content(ports.page.address(), endpoint.url):
        return EndpointProblem(kind="mixed_content")
    return None


async def endpoint_reply(
    effect: StartReply, plan: Plan, growing: Growing, ports: Ports, opened: Callable[[Exchange], None]
) -> EndpointProblem | None:
    """The problem that ended the stream, or None when the reply is whole."""
    endpoint = effect.endpoint
    try:
        if (problem := blocked(endpoint, ports)) is not None:
            return problem
        sampling = Sampling(max_tokens=endpoint.reply_tokens, temperature=endpoint.temperature)
        exchange = ports.net.send(request(wire_endpoint(endpoint), plan.messages, sampling))
    except BadInput as error:
        return EndpointProblem(kind="wrong_url", detail=str(error))
    opened(exchange)
    return await _stream(exchange, growing, endpoint.key, effect.base)


async def _stream(exchange: Exchange, growing: Growing, key: str, base: str) -> EndpointProblem | None:
    parser = StreamParser(read_frame, prefill=base)
    parts = exchange.parts()
    head = await anext(parts, None)
    if isinstance(head, Broke):
        return classify_exception(head.name, head.message)
    if isinstance(head, Opened) and not 200 <= head.status < 300:
        body = await body_text(parts)
        return classify(head.status, head.headers, body, key=key)
    async for part in parts:
        if isinstance(part, Broke):
            return classify_exception(part.name, part.message)
        if isinstance(part, bytes) and (problem := _take(parser.feed(part), growing)) is not None:
            exchange.abort()
            return problem
    return _take(parser.close(), growing)


def _take(events: tuple[StreamEvent, ...], growing: Growing) -> EndpointProblem | None:
    """The problem among the events, if there is one; the text is taken in."""
    for event in events:
        if isinstance(event, TextDelta):
            growing.add(event.text)
        elif isinstance(event, StreamError):
            return event.problem
    return None


async def body_text(parts: AsyncIterator[Opened | bytes | Broke]) -> str:
    """The beginning of a body as text."""
    body = b""
    async for part in parts:
        if not isinstance(part, bytes) or len(body) > ERROR_BODY_LIMIT_BYTES:
            break
        body += part
    return body[:ERROR_BODY_LIMIT_BYTES].decode("utf-8", "replace")
