"""Endpoints as the user keeps them, and the form that changes one. Pure values."""

from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire import endpoint as wire
from loreglass.domain.wire.calibration import Calibration
from loreglass.domain.wire.endpoint import ProfileId
from loreglass.domain.wire.masking import keys_of, shown_address
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.profiles import PROFILES

FIRST_ID = "endpoint"
"""The id of the first endpoint's record; those of later ones begin with it."""
DEMO_ID = "demo"
"""What is chosen where the demo responder answers though endpoints are kept."""
USUAL_CONTEXT_TOKENS = 8192
SILENT_SECONDS = 30
"""So long may an endpoint say nothing while it is tested."""

CheckName = Literal["url", "reach", "key", "models", "context", "reply"]
CheckState = Literal["waiting", "running", "passed", "failed", "skipped"]
ContextFrom = Literal["usual", "server", "user"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where prompts go. An empty `url` is the demo responder. The key is never part of a stored record but its own."""

    id: str = FIRST_ID
    name: str = ""
    profile: ProfileId = "openai_chat"
    url: str = ""
    model: str = ""
    key: str = ""
    remember_key: bool = False
    as_text: bool = False
    """True where prompts go as one text, though the endpoint takes messages too."""
    context_tokens: int = USUAL_CONTEXT_TOKENS
    context_from: ContextFrom = "usual"
    """Who said so; the user's own number is never overwritten."""
    reply_tokens: int = 512
    samplers: Samplers = field(default_factory=Samplers)
    stop: tuple[str, ...] = ()
    count_drafts: bool | None = None
    """Whether the endpoint may count texts that are not sent yet; None: only one on this machine or at home."""
    prompt_price: float | None = None
    """What a million tokens of prompts cost, in the user's currency; None where no price is set."""
    reply_price: float | None = None
    calibration: Calibration = field(default_factory=Calibration)
    """What was learnt of estimated counts, for this model."""

    @property
    def is_demo(self) -> bool:
        """True when nothing is set and the built-in responder answers."""
        return not self.url

    @property
    def place(self) -> str:
        """The address as it is shown, without a key."""
        return shown_address(self.url, self.key.strip())

    @property
    def counts_drafts(self) -> bool:
        """True where texts go to the endpoint to be counted while the user writes, should it be able to."""
        return is_private(self.url) if self.count_drafts is None else self.count_drafts

    @property
    def is_text(self) -> bool:
        """True where a prompt goes as one text."""
        profile = PROFILES[self.profile]
        return profile.text is not None and (self.as_text or profile.chat is None)

    @property
    def called(self) -> str:
        """What the chip and the list say: its name, DEMO, the model, or where it is."""
        if self.is_demo:
            return "DEMO"
        host = self.url.split("//")[-1].split("/")[0].split("?")[0].rsplit("@", 1)[-1]
        return self.name or self.model.rsplit("/", 1)[-1] or host


def chosen(kept: tuple[Endpoint, ...], endpoint_id: str) -> Endpoint:
    """The endpoint of that id; the demo responder where none is kept under it."""
    return next((each for each in kept if each.id == endpoint_id), Endpoint())


def is_private(url: str) -> bool:
    """Whether the address is on this machine or at home: a browser may ask before a page calls it."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local"))


def holds_key(url: str) -> bool:
    """Whether a key is a part of the address."""
    return bool(keys_of(wire.Endpoint(url=url)))


def on_the_wire(endpoint: Endpoint) -> wire.Endpoint:
    """The endpoint as requests need it."""
    return wire.Endpoint(url=endpoint.url, model=endpoint.model, key=endpoint.key, profile=endpoint.profile)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckStep:
    """One step of the endpoint test."""

    name: CheckName
    state: CheckState
    problem: EndpointProblem | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointForm:
    """The settings of endpoints: the chosen one, all that are kept, its model list, its last test."""

    saved: Endpoint = field(default_factory=Endpoint)
    kept: tuple[Endpoint, ...] = ()
    fresh: bool = False
    """True while the form is for a new endpoint."""
    profile: ProfileId | None = None
    """What was chosen in the form and is not saved yet."""
    typed_key: bool | None = None
    """Whether the address holds a key as it is typed; None where it stands as the form was filled."""
    models: tuple[str, ...] = ()
    steps: tuple[CheckStep, ...] = ()
    testing: bool = False
    """True while the endpoint is asked."""
    needs_reload: bool = False
    """The page's policy does not yet allow this endpoint's origin."""
    revision: int = 0
    """Rises when the form's fields are to be filled anew."""

    @property
    def shown(self) -> Endpoint:
        """The endpoint in the form, with the profile that was chosen there."""
        shown = Endpoint() if self.fresh else self.saved
        return shown if self.profile is None else _with_profile(shown, self.profile)

    @property
    def has_key_in_address(self) -> bool:
        """True where the address in the form holds a key."""
        return holds_key(self.shown.url) if self.typed_key is None else self.typed_key


def _with_profile(endpoint: Endpoint, profile: ProfileId) -> Endpoint:
    """The endpoint at that profile's usual address, unless it has one of its own."""
    usual = endpoint.url in ("", PROFILES[endpoint.profile].default_url)
    url = PROFILES[profile].default_url if usual else endpoint.url
    return replace(endpoint, profile=profile, url=url)
