"""Samplers out of the flat settings of another program, by its names for them."""

import math
from collections.abc import Mapping
from typing import Final

from loreglass.domain.story.preset import Samplers
from loreglass.formats.reader import Reader
from loreglass.formats.record import decode_record

Names = Mapping[str, str]
"""The file's name for a sampler, and ours."""

_LIMIT: Final = 1_000_000
_WHOLE: Final = frozenset({"top_k", "repetition_range", "mirostat", "dry_allowed_length"})

PLAIN: Final[Names] = {
    name: name
    for name in (
        *("temperature", "top_p", "top_k", "min_p", "typical_p", "top_a", "tfs", "repetition_penalty"),
        *("frequency_penalty", "presence_penalty", "mirostat_tau", "mirostat_eta", "dry_multiplier", "dry_base"),
        *("dry_allowed_length", "xtc_threshold", "xtc_probability", "smoothing_factor", "seed"),
    )
}
"""The samplers that programs call as we do."""


def read_samplers(reader: Reader, names: Names, base: Samplers | None = None) -> Samplers:
    """The samplers that the file sets, over those of `base`; of two names for one sampler the first counts."""
    found: dict[str, object] = {}
    for field, name in names.items():
        if field in reader.fields and name not in found:
            value = _value(reader, field, name)
            if value is not None:
                found[name] = value
    return decode_record(base or Samplers(), found, reader.tally)


def _value(reader: Reader, field: str, name: str) -> float | None:
    if name == "seed":
        # Programs write -1 for a new seed each time, which is what no seed means here.
        return reader.whole_or_none(field, "samplers", high=2**53)
    value = reader.number(field, "samplers", math.inf, low=-_LIMIT, high=_LIMIT)
    if math.isinf(value):
        return None
    return int(value) if name in _WHOLE else value
