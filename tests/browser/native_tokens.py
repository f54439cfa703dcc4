"""Native tiktoken from the very ranks that the page ships: the truth that the page's counts are held against."""

import base64
import json
from pathlib import Path

import tiktoken

RANKS = Path(__file__).resolve().parents[2] / "static/vendor/tiktoken"


def native(name: str) -> tiktoken.Encoding:
    """The encoding. In the file a line is "! offset token token ...": the tokens from that number on, in base64."""
    held = json.loads((RANKS / f"{name}.json").read_text())
    ranks: dict[bytes, int] = {}
    for line in held["bpe_ranks"].splitlines():
        _, offset, *tokens = line.split(" ")
        ranks |= {base64.b64decode(token): int(offset) + place for place, token in enumerate(tokens)}
    return tiktoken.Encoding(
        name, pat_str=held["pat_str"], mergeable_ranks=ranks, special_tokens=held["special_tokens"]
    )
