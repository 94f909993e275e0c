"""Intervals and differences against statsmodels, and against numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar as reference_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from sim.stats import (
    binomial_test,
    clopper_pearson,
    flips,
    holm,
    mcnemar,
    mean_of_counts,
    paired_difference,
    rate,
    wilson,
)

HITS = np.array([0, 1, 5, 420, 999, 1000])
N = np.array([1000, 1000, 10, 1000, 1000, 1000])


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilson_is_that_of_statsmodels(level: float) -> None:
    """The closed formula agrees with the reference for arrays, the ends included."""
    low, high = wilson(HITS, N, level)
    expected_low, expected_high = proportion_confint(HITS, N, alpha=1 - level, method="wilson")

    assert low == pytest.approx(expected_low, abs=1e-12)
    assert high == pytest.approx(expected_high, abs=1e-12)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_clopper_pearson_is_that_of_statsmodels(level: float) -> None:
    """The exact interval agrees with the reference for arrays, the ends included."""
    low, high = clopper_pearson(HITS, N, level)
    expected_low, expected_high = proportion_confint(HITS, N, alpha=1 - level, method="beta")

    assert low == pytest.approx(expected_low, abs=1e-12)
    assert high == pytest.approx(expected_high, abs=1e-12)


def test_no_win_in_2000_is_an_upper_bound() -> None:
    """0 of 2,000 is "at most 0.19 %": z2 / (n + z2) = 3.8415 / 2003.8415."""
    none = rate(0, 2000)

    assert (none.rate, none.low) == (0.0, 0.0)
    assert none.high == pytest.approx(3.841459 / 2003.841459, rel=1e-6)


def test_a_rate_of_nothing_is_unknown() -> None:
    """Without playouts there is no rate, and the interval is all of 0..1."""
    nothing = rate(0, 0)

    assert (nothing.rate, nothing.low, nothing.high) == (None, 0.0, 1.0)


def test_mean_of_a_histogram() -> None:
    """Values 1, 2, 2, 3: mean 2, squared deviations 1 + 1 over n - 1 = 3, interval 1.96 * sd / sqrt(4)."""
    mean = mean_of_counts([0, 1, 2, 1])
    sd = (2 / 3) ** 0.5

    assert (mean.n, mean.mean) == (4, 2.0)
    assert mean.sd == pytest.approx(sd)
    assert mean.low == pytest.approx(2 - 1.959964 * sd / 2, rel=1e-6)
    assert mean.high == pytest.approx(2 + 1.959964 * sd / 2, rel=1e-6)


def test_mean_of_one_value_and_of_none() -> None:
    """One value has a mean and no spread; no value has no mean."""
    assert mean_of_counts([0, 0, 1]).mean == 2.0
    assert mean_of_counts([0, 0, 1]).sd is None
    assert mean_of_counts([0, 0]).mean is None


def test_flips_are_counted_by_pair() -> None:
    """Only pairs whose outcome changed count: two gained, one lost, of five."""
    won_a = np.array([True, False, False, True, False])
    won_b = np.array([True, True, True, False, False])

    assert flips(won_a, won_b) == (2, 1, 5)


def test_paired_difference() -> None:
    """30 gained and 10 lost of 998: d = 0.02004; the interval is (20 -+ z * sqrt(41 - 400/1000)) / 1000."""
    difference = paired_difference(30, 10, 998)
    half = 1.959964 * (41 - 0.4) ** 0.5

    assert difference.difference == pytest.approx(20 / 998)
    assert difference.low == pytest.approx((20 - half) / 1000, rel=1e-6)
    assert difference.high == pytest.approx((20 + half) / 1000, rel=1e-6)


def test_no_flips_is_not_certainty() -> None:
    """Without any flip the difference is 0 and its interval is still open on both sides."""
    difference = paired_difference(0, 0, 100)

    assert difference.difference == 0
    assert difference.low < 0 < difference.high


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (5, 5), (30, 10), (12, 40), (0, 2000)])
def test_mcnemar_is_that_of_statsmodels(gained: int, lost: int) -> None:
    """The exact test agrees with the reference; without a flip nothing speaks against no difference."""
    expected = reference_mcnemar([[0, lost], [gained, 0]], exact=True).pvalue

    assert mcnemar(gained, lost) == pytest.approx(min(1.0, expected), rel=1e-9)


def test_mcnemar_of_three_flips_one_way() -> None:
    """Three flips, all to won: 2 * (1/2)^3."""
    assert mcnemar(3, 0) == pytest.approx(0.25)


def test_holm_is_that_of_statsmodels() -> None:
    """The corrected values agree with the reference, in the order given, ties and 1 included."""
    p = [0.04, 0.001, 0.5, 0.012, 0.012, 1.0]

    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1], abs=1e-15)
    assert holm([0.01, 0.04]) == pytest.approx([0.02, 0.04])
    assert len(holm([])) == 0


@pytest.mark.parametrize(
    ("hits", "n", "share", "p"),
    [
        (0, 4, 0.5, 2 / 16),
        (4, 4, 0.5, 2 / 16),
        (1, 4, 0.5, 10 / 16),
        (2, 4, 0.5, 1.0),
        (3, 3, 0.25, 2 / 64),
        (0, 9, 0.0, 1.0),
        (9, 9, 1.0, 1.0),
    ],
)
def test_a_binomial_test(hits: int, n: int, share: float, p: float) -> None:
    """Tails counted by hand: of 16 throws of 4 coins one has no head, five have at most one."""
    assert binomial_test(hits, n, share) == pytest.approx(p)
