"""One request for a reply: what is asked, and what of its stream is taken in."""

from collections.abc import AsyncIterator, Callable
from dataclasses import fields, replace

from loreglass.app import actions
from loreglass.app.effects import StartReply
from loreglass.app.endpoints import Endpoint, is_private, on_the_wire
from loreglass.app.ports import Broke, Exchange, Opened, Ports
from loreglass.demo.responder import entry_names, respond
from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.endpoint import is_mixed_content
from loreglass.domain.wire.events import (
    Finished,
    FinishReason,
    ReasoningDelta,
    RefusalDelta,
    StreamError,
    StreamEvent,
    TextDelta,
    ThoughtSoFar,
    Usage,
)
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.masking import without_key
from loreglass.domain.wire.problem import EndpointProblem, classify_exception, declined
from loreglass.domain.wire.sending import refusal, reply_parser, reply_request
from loreglass.domain.wire.thinking import before_thoughts

Tell = Callable[[actions.Action], None]

SHOW_EVERY_MS = 60
KEEP_EVERY_MS = 1500
DEMO_PAUSE_SECONDS = 0.03
ERROR_BODY_LIMIT_BYTES = 64_000


class Growing:
    """What has come of a reply; told on at a pace that the page can draw, and now and then to be stored."""

    def __init__(self, effect: StartReply, tell: Tell, ports: Ports) -> None:
        self._base = self._text = effect.base
        self._thoughts = ""
        self.name = ""
        """Who replies, where the prompt says who spoke: a model often says it too, and that is no word of the reply."""
        self.begins = ""
        """What the reply begins with, once a word of it has come: the preset's words, which the model goes on from."""
        self.refused = ""
        """The words in which the model refuses to reply."""
        self.usage: Usage | None = None
        self.finished: FinishReason | None = None
        self.ends_at: tuple[str, ...] = ()
        """Stop texts that the endpoint does not take: the reply is cut at them here."""
        self.is_cut = False
        self.has_text = False
        """True once the model has said or thought a word: it is never asked twice for that."""
        self._chat_id = effect.chat_id
        self._tell = tell
        self._now = ports.clock.now_ms
        self._shown_ms = 0
        self._kept_ms = self.heard_ms = self._now()

    @property
    def text(self) -> str:
        """The reply as it is shown and kept."""
        said = self._text.lstrip()
        return said[len(self.name) + 1 :].lstrip() if self.name and said.startswith(f"{self.name}:") else self._text

    @property
    def reasoning(self) -> str:
        """What was thought for it; some models open and close their thoughts around nothing."""
        return self._thoughts if self._thoughts.strip() else ""

    def heard(self) -> None:
        """The endpoint has given a sign of life."""
        self.heard_ms = self._now()

    def take(self, event: StreamEvent) -> None:
        """What one event of the stream adds."""
        match event:
            case TextDelta():
                self._add(text=event.text)
            case ReasoningDelta():
                self._add(reasoning=event.text)
            case RefusalDelta():
                self.refused += event.text
                self.has_text = True
            case ThoughtSoFar():
                self._turn()
            case Usage():
                self.usage = event
            case Finished():
                self.finished = event.reason
            case _:
                pass

    def _turn(self) -> None:
        """What is new was thought; the reply is where it was before, and begins as it would have begun."""
        if self.is_cut:
            return
        begun = "" if self._base else self.begins
        self._thoughts += self.text[len(self._base) :].removeprefix(begun)
        self._text = self._base

    def _add(self, *, text: str = "", reasoning: str = "") -> None:
        if self.is_cut:
            return
        self._text += text if self._text or not text else self.begins + text
        self._thoughts += reasoning
        self.has_text = True
        longest = max(map(len, self.ends_at), default=0)
        unread = max(len(self._base), len(self._text) - len(text) - longest)
        places = [at for stop in self.ends_at if (at := self._text.find(stop, unread)) >= 0]
        if places:
            self.is_cut, self._text = True, self._text[: min(places)]
        now = self._now()
        if now - self._shown_ms < SHOW_EVERY_MS:
            return
        checkpoint = now - self._kept_ms >= KEEP_EVERY_MS
        self._shown_ms = now
        self._kept_ms = now if checkpoint else self._kept_ms
        told = actions.ReplyGrew(chat_id=self._chat_id, text=self.text, reasoning=self.reasoning, checkpoint=checkpoint)
        self._tell(told)


async def demo_reply(effect: StartReply, plan: Plan, growing: Growing, ports: Ports) -> None:
    """Nothing; the built-in responder has said its piece."""
    names = entry_names(plan, effect.scene.books)
    for chunk in respond(plan, speaker=_speaker(effect), entry_names=names):
        growing.take(TextDelta(text=chunk))
        await ports.clock.sleep(DEMO_PAUSE_SECONDS)


def generation_of(effect: StartReply, plan: Plan, stop_key: str = "") -> Generation:
    """What the model is asked for: the plan's prompt, with the preset's samplers where it sets any."""
    endpoint, settings, preset = effect.endpoint, effect.scene.settings, effect.scene.preset
    return Generation(
        prompt=plan.text if settings.text_completion else plan.messages,
        samplers=mixed(endpoint.samplers, preset.samplers),
        stop=tuple(dict.fromkeys((*plan.stop, *effect.stop, *endpoint.stop))),
        reply_tokens=settings.reply_reserve_tokens,
        context_tokens=settings.context_tokens,
        stop_key=stop_key,
    )


def name_of(effect: StartReply) -> str:
    """Who replies, where the prompt says of each turn who spoke; "" where the reply has begun already."""
    return "" if not effect.scene.group or effect.base else _speaker(effect)


def _speaker(effect: StartReply) -> str:
    """Whose words are asked for: the character's, or those that are written for the user."""
    scene = effect.scene
    return scene.user_name if scene.trigger == "impersonate" else scene.char_name


def beginning_of(effect: StartReply, plan: Plan) -> str:
    """What the preset begins a new reply with, but for thoughts; a reply that is continued has its own beginning."""
    begun = next((each.text for each in plan.sections if each.id == "prefill"), "")
    return "" if effect.base else before_thoughts(begun)[0]


def mixed(usual: Samplers, special: Samplers) -> Samplers:
    """The special samplers where they are set, else the usual ones."""
    pairs = ((each.name, getattr(special, each.name)) for each in fields(Samplers))
    return Samplers(**{name: getattr(usual, name) if value is None else value for name, value in pairs})


def blocked(endpoint: Endpoint, ports: Ports) -> EndpointProblem | None:
    """Why the browser would bar the request before it is sent; for an address at home one has to try."""
    if is_mixed_content(ports.page.address(), endpoint.url) and not is_private(endpoint.url):
        return EndpointProblem(kind="mixed_content")
    return None


def broken(broke: Broke, endpoint: Endpoint, ports: Ports) -> EndpointProblem:
    """The problem behind an exchange that broke. Some browsers let https call http at home, others never do."""
    problem = without_key(classify_exception(broke.name, broke.message), on_the_wire(endpoint))
    is_mixed = is_mixed_content(ports.page.address(), endpoint.url)
    if problem.kind == "refused_or_cors_or_offline" and is_mixed:
        return replace(problem, kind="mixed_content")
    return problem


async def endpoint_reply(
    endpoint: Endpoint, generation: Generation, growing: Growing, ports: Ports, opened: Callable[[Exchange], None]
) -> EndpointProblem | None:
    """The problem that ended the stream, or None when the reply is whole."""
    try:
        if (problem := blocked(endpoint, ports)) is not None:
            return problem
        exchange = ports.net.send(reply_request(on_the_wire(endpoint), generation))
    except BadInput as error:
        return EndpointProblem(kind="wrong_url", detail=str(error))
    opened(exchange)
    ended = await _stream(exchange, growing, endpoint, generation, ports)
    problem = broken(ended, endpoint, ports) if isinstance(ended, Broke) else ended
    if growing.refused and (problem is None or problem.kind == "cut_off"):
        problem = declined(growing.refused)
    return without_key(problem, on_the_wire(endpoint)) if problem else None


async def _stream(
    exchange: Exchange, growing: Growing, endpoint: Endpoint, generation: Generation, ports: Ports
) -> EndpointProblem | Broke | None:
    parser = reply_parser(on_the_wire(endpoint), generation)
    parts = exchange.parts()
    head = await anext(parts, None)
    growing.heard()
    if isinstance(head, Broke):
        return head
    if isinstance(head, Opened) and not 200 <= head.status < 300:
        body = await body_text(parts)
        exchange.abort()
        return refusal(on_the_wire(endpoint), head.status, head.headers, body, now_ms=ports.clock.now_ms())
    async for part in parts:
        growing.heard()
        if isinstance(part, Broke):
            _take(parser.close(), growing)
            return part
        if isinstance(part, bytes) and (problem := _take(parser.feed(part), growing)) is not None:
            exchange.abort()
            return problem
        if growing.is_cut:
            exchange.abort()
            return None
    return _take(parser.close(), growing)


def _take(events: tuple[StreamEvent, ...], growing: Growing) -> EndpointProblem | None:
    """The problem among the events, if there is one; the rest is taken in."""
    problem = None
    for event in events:
        if isinstance(event, StreamError):
            problem = problem or event.problem
        growing.take(event)
    return problem


async def body_text(parts: AsyncIterator[Opened | bytes | Broke], limit_bytes: int = ERROR_BODY_LIMIT_BYTES) -> str:
    """The beginning of a body as text."""
    body: list[bytes] = []
    left = limit_bytes
    async for part in parts:
        if not isinstance(part, bytes) or left <= 0:
            break
        body.append(part[:left])
        left -= len(part)
    return b"".join(body).decode("utf-8", "replace")
