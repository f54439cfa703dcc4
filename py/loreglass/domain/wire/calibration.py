"""Estimates of token counts that get better by what the endpoint reports."""

from dataclasses import dataclass

LEAST_FACTOR, GREATEST_FACTOR = 0.5, 2.0
KEPT_PAIRS = 20
LEAST_PAIRS = 3
"""With fewer, one odd report could not be outvoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The newest pairs of an estimated and a reported count of the same prompt, for one model of one endpoint."""

    pairs: tuple[tuple[int, int], ...] = ()


def learn(calibration: Calibration, *, estimated: int, reported: int) -> Calibration:
    """The calibration with one pair more; the oldest beyond KEPT_PAIRS is forgotten, an empty count is no pair."""
    if estimated <= 0 or reported <= 0:
        return calibration
    return Calibration(pairs=(*calibration.pairs, (estimated, reported))[-KEPT_PAIRS:])


def factor(calibration: Calibration) -> float:
    """By what an estimate is multiplied: the median of the pairs, within bounds; 1.0 below LEAST_PAIRS.

    A median, so that one report that is far off (a cached or a cut prompt) changes little.
    """
    if len(calibration.pairs) < LEAST_PAIRS:
        return 1.0
    ratios = sorted(reported / estimated for estimated, reported in calibration.pairs)
    middle = (ratios[(len(ratios) - 1) // 2] + ratios[len(ratios) // 2]) / 2
    return min(max(middle, LEAST_FACTOR), GREATEST_FACTOR)
