"""Takes keys out of what is shown: out of addresses, and out of an endpoint's own words."""

import re
from dataclasses import replace
from urllib.parse import unquote_plus

from loreglass.domain.wire.endpoint import Endpoint
from loreglass.domain.wire.problem import EndpointProblem

HIDDEN = "(key)"
PIECE_CHARS = 8
"""A piece of a key that is this long helps who would guess the rest; a shorter one does not."""
LEAST_CHARS = 4
"""What is shorter than this in an address is a switch, not a key."""
_IN_ADDRESS = re.compile(r"([?&#;][^=&#;]*(?:key|token|secret|password|auth|sig)[^=&#;]*=)([^&#]+)", re.IGNORECASE)
_USER = re.compile(r"(?<=//)[^/?#]*@")


def keys_of(endpoint: Endpoint) -> tuple[str, ...]:
    """The endpoint's keys: that of its field, and those that were typed as a part of the address."""
    typed = [found[2] for found in _IN_ADDRESS.finditer(endpoint.url) if len(found[2]) >= LEAST_CHARS]
    every = (endpoint.key.strip(), *typed, *map(unquote_plus, typed))
    return tuple(dict.fromkeys(each for each in every if each))


def shown_address(url: str, key: str = "", sign: str = HIDDEN) -> str:
    """The address with `sign` in the place of every key, name and password in it."""
    bare = _IN_ADDRESS.sub(lambda found: found[1] + sign, _USER.sub(lambda _: f"{sign}@", url))
    # The sign itself must not be taken for a piece of a key.
    return sign.join(_without_whole(part, key, sign) for part in bare.split(sign))


def without_keys(text: str, keys: tuple[str, ...], sign: str = HIDDEN) -> str:
    """The text with `sign` for each key, and for each piece of one that has PIECE_CHARS signs or more."""
    text = _without_pieces(text, keys, sign)
    for key in (each for each in keys if len(each) < PIECE_CHARS):
        # The sign itself must not be taken for a key.
        text = sign.join(_without_whole(part, key, sign) for part in text.split(sign))
    return text


def without_key(problem: EndpointProblem, endpoint: Endpoint) -> EndpointProblem:
    """The problem, in whose detail the endpoint does not repeat a key of its own."""
    return replace(problem, detail=without_keys(problem.detail, keys_of(endpoint)))


def _without_whole(text: str, key: str, sign: str) -> str:
    if len(key) >= PIECE_CHARS:
        return text.replace(key, sign)
    # So short a key may be a part of words that have nothing to do with it.
    return re.sub(rf"(?<!\w){re.escape(key)}(?!\w)", lambda _: sign, text) if key else text


def _without_pieces(text: str, keys: tuple[str, ...], sign: str) -> str:
    pieces = {key[at : at + PIECE_CHARS] for key in keys for at in range(len(key) - PIECE_CHARS + 1)}
    shown: list[str] = []
    hidden_to = 0
    for at, char in enumerate(text):
        if text[at : at + PIECE_CHARS] in pieces:
            if at >= hidden_to:
                shown.append(sign)
            hidden_to = at + PIECE_CHARS
        if at >= hidden_to:
            shown.append(char)
    return "".join(shown)
