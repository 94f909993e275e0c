"""Time-uniform intervals: closed forms, edges, and how often they miss when one looks all the time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.sequences import STAKES, difference_sequence, evidence, rate_sequence
from sim.stats import paired_difference, wilson

LOOKS = sorted({int(100 * 1.2**step) for step in range(30)})  # up to 19,781


def test_a_rate_after_no_hits() -> None:
    """With 0 of n the mixture is 1 / (n + 1), so the claims refused are those with (1 - p)^n <= alpha / (n + 1)."""
    low, high = rate_sequence(0, 99, alpha=0.05)

    assert low == 0.0
    assert high == pytest.approx(1 - (0.05 / 100) ** (1 / 99), rel=1e-9)


def test_a_rate_after_one_hit_of_two() -> None:
    """One of two: the mixture is 1/6, so p is refused where p (1 - p) <= alpha / 6."""
    low, high = rate_sequence(1, 2, alpha=0.5)
    root = (1 - 4 * 0.5 / 6) ** 0.5

    assert (low, high) == (pytest.approx((1 - root) / 2), pytest.approx((1 + root) / 2))


def test_a_rate_of_nothing_is_unknown() -> None:
    """Without playouts nothing is known."""
    assert rate_sequence(0, 0) == (0.0, 1.0)


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0.001, 0.5))
def test_a_rate_lies_in_its_interval_and_sides_mirror(hits: int, misses: int, alpha: float) -> None:
    """The interval holds the share, is wider than Wilson's, and that of the misses is its mirror image."""
    n = hits + misses
    low, high = rate_sequence(hits, n, alpha)
    mirror_low, mirror_high = rate_sequence(misses, n, alpha)

    assert 0 <= low <= (hits / n if n else 0) <= high <= 1
    assert (low, high) == (pytest.approx(1 - mirror_high, abs=1e-12), pytest.approx(1 - mirror_low, abs=1e-12))


def test_the_price_of_looking_is_about_two() -> None:
    """At 42 % the sequence is 1.8 to 2.2 times as wide as Wilson's interval, for 1,000 to 100,000 playouts."""
    n = np.array([1_000, 10_000, 100_000])
    low, high = rate_sequence(0.42 * n, n)
    fixed_low, fixed_high = wilson(0.42 * n, n)
    ratio = (high - low) / (fixed_high - fixed_low)

    assert (ratio > 1.75).all()
    assert (ratio < 2.2).all()


def test_a_difference_that_all_pairs_show() -> None:
    """All of n gained: d is refused once the mean over stakes of (1 + stake (1 - d))^n reaches 2 / alpha."""
    low, high = difference_sequence(200, 0, 200, alpha=0.05)
    capital = np.mean([(1 + stake * (1 - float(low))) ** 200 for stake in STAKES])

    assert capital == pytest.approx(40, rel=1e-6)
    assert high == 1.0


@pytest.mark.parametrize("flips", [(0, 0, 0), (0, 0, 10), (5, 0, 5), (0, 3, 3)])
def test_few_pairs_say_little(flips: tuple[int, int, int]) -> None:
    """Small numbers give an interval within -1..1 that holds the observed difference, and no error."""
    low, high = difference_sequence(*flips)
    gained, lost, n = flips

    assert -1 <= low <= ((gained - lost) / n if n else 0) <= high <= 1


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 3000))
def test_a_difference_mirrors(gained: int, lost: int, rest: int) -> None:
    """Who is called first does not matter."""
    n = gained + lost + rest
    low, high = difference_sequence(gained, lost, n)
    other_low, other_high = difference_sequence(lost, gained, n)

    assert (low, high) == (pytest.approx(-other_high, abs=1e-12), pytest.approx(-other_low, abs=1e-12))


@pytest.mark.parametrize(("share", "n"), [(0.1, 2_000), (0.1, 20_000), (0.02, 20_000), (0.5, 100_000)])
def test_the_price_of_looking_at_differences(share: float, n: int) -> None:
    """It is 1.6 to 1.9 times as wide as the interval for one look, however many pairs flip."""
    flips = round(n * share / 2)
    low, high = difference_sequence(flips, flips, n)
    once = paired_difference(flips, flips, n)

    assert 1.6 < (high - low) / (once.high - once.low) < 1.9


@pytest.mark.parametrize(("gain", "loss"), [(0.25, 0.25), (0.06, 0.05), (0.02, 0.0)])
def test_differences_hold_for_every_look(gain: float, loss: float) -> None:
    """Looking 30 times, at most 5 % of 1,000 series (plus 3 standard errors) ever miss the truth."""
    rng, missed = np.random.default_rng(5), np.zeros(1000, bool)
    counts, done = np.zeros((1000, 2)), 0
    for n in LOOKS:
        counts += rng.multinomial(n - done, [gain, loss, 1 - gain - loss], 1000)[:, :2]
        low, high = difference_sequence(counts[:, 0], counts[:, 1], n)
        missed |= (low > gain - loss) | (high < gain - loss)
        done = n

    assert missed.mean() < 0.05 + 3 * (0.05 * 0.95 / 1000) ** 0.5


@pytest.mark.parametrize("share", [0.42, 0.02])
def test_rates_hold_for_every_look(share: float) -> None:
    """As above, for a rate; Wilson's interval misses far more often."""
    rng, missed, fixed = np.random.default_rng(6), np.zeros(1000, bool), np.zeros(1000, bool)
    hits, done = np.zeros(1000), 0
    for n in LOOKS:
        hits += rng.binomial(n - done, share, 1000)
        low, high = rate_sequence(hits, n)
        missed |= (low > share) | (high < share)
        low, high = wilson(hits, n)
        fixed |= (low > share) | (high < share)
        done = n

    assert missed.mean() < 0.05 + 3 * (0.05 * 0.95 / 1000) ** 0.5
    assert fixed.mean() > 0.15


def test_evidence_is_the_other_side_of_the_interval() -> None:
    """An interval that ends exactly at the margin is where the one-sided evidence reaches half of alpha."""
    low, high = (float(end) for end in difference_sequence(130, 70, 4_000, alpha=0.05))

    assert evidence(130, 70, 4_000, low)[0] == pytest.approx(0.05, rel=0.01)  # the other bet has lost nearly all
    assert evidence(130, 70, 4_000, high)[1] == pytest.approx(0.05, rel=1e-6)
    assert evidence(0, 0, 0, 0.01) == evidence(1, 1, 4, 0.01) == (1.0, 1.0)  # nothing is known yet
