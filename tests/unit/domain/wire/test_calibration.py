from loreglass.domain.wire.calibration import KEPT_PAIRS, Calibration, factor, learn


def learnt(*pairs: tuple[int, int]) -> Calibration:
    known = Calibration()
    for estimated, reported in pairs:
        known = learn(known, estimated=estimated, reported=reported)
    return known


def test_an_estimate_follows_what_the_endpoint_reports() -> None:
    known = learnt((100, 120), (200, 240), (1000, 1200))
    assert factor(known) == 1.2


def test_nothing_is_learnt_from_too_few_reports() -> None:
    assert factor(learnt((100, 150), (100, 150))) == 1.0


def test_one_report_that_is_far_off_changes_nothing() -> None:
    assert factor(learnt((100, 120), (100, 120), (100, 9_000), (100, 120))) == 1.2


def test_the_factor_stays_within_bounds() -> None:
    assert factor(learnt(*[(100, 900)] * 3)) == 2.0
    assert factor(learnt(*[(900, 100)] * 3)) == 0.5


def test_only_the_newest_reports_count_and_empty_ones_do_not() -> None:
    assert factor(learnt(*[(100, 120)] * 3, *[(100, 90)] * KEPT_PAIRS)) == 0.9
    assert learnt((0, 5), (5, 0), (-1, 3)) == Calibration()
