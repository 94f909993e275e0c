"""Intervals and differences. Every rate carries its n and its interval; 0 of n is an upper bound, not 0 +- 0."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

LEVEL = 0.95


@dataclass(frozen=True)
class Rate:
    """A share of `n` playouts, in 0..1, with its interval."""

    hits: int
    n: int
    rate: float | None  # None: no playouts
    low: float
    high: float


@dataclass(frozen=True)
class Mean:
    """A mean of `n` values with standard deviation and interval; None where n is too small."""

    n: int
    mean: float | None
    sd: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Difference:
    """A difference b - a of win rates on the same seeds, in -1..1, from `gained` and `lost` playouts of `n` pairs."""

    gained: int
    lost: int
    n: int
    difference: float
    low: float
    high: float


def quantile(level: float = LEVEL) -> float:
    """Return the standard normal quantile of a two-sided interval: 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(hits: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL) -> tuple[Any, Any]:
    """Return the Wilson score interval (low, high) of hits / n, elementwise; (0, 1) where n is 0.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 1927. The closed form
    stands here because importing statsmodels takes longer than many runs; a test compares the two.
    """
    import numpy as np

    k, m = np.asarray(hits, float), np.asarray(n, float)
    z2 = quantile(level) ** 2
    safe = np.where(m > 0, m, 1.0)
    share = k / safe
    centre = (share + z2 / (2 * safe)) / (1 + z2 / safe)
    half = np.sqrt(z2 * (share * (1 - share) / safe + z2 / (4 * safe**2))) / (1 + z2 / safe)
    # At the ends the formula is exact in mathematics only.
    low = np.where((m > 0) & (k > 0), np.maximum(centre - half, 0.0), 0.0)
    high = np.where((m > 0) & (k < m), np.minimum(centre + half, 1.0), 1.0)
    return low, high


def clopper_pearson(hits: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL) -> tuple[Any, Any]:
    """Return the exact interval (low, high) of hits / n, elementwise (Clopper and Pearson, Biometrika 1934)."""
    import numpy as np
    from scipy.special import betaincinv

    k, m = np.asarray(hits, float), np.asarray(n, float)
    tail = (1 - level) / 2
    inner_low = betaincinv(np.maximum(k, 1), np.maximum(m - k, 0) + 1, tail)
    inner_high = betaincinv(k + 1, np.maximum(m - k, 1), 1 - tail)
    return np.where(k > 0, inner_low, 0.0), np.where(k < m, inner_high, 1.0)


def rate(hits: int, n: int, level: float = LEVEL, *, exact: bool = False) -> Rate:
    """Return a share with its interval: Wilson, or Clopper-Pearson where `exact`."""
    low, high = (clopper_pearson if exact else wilson)(hits, n, level)
    return Rate(int(hits), int(n), hits / n if n else None, float(low), float(high))


def mean_of_counts(counts: npt.ArrayLike, level: float = LEVEL) -> Mean:
    """Return the mean of the values 0, 1, 2, ... that occurred `counts[value]` times, with the normal interval."""
    import numpy as np

    table = np.asarray(counts, dtype=np.int64)
    values = np.arange(len(table))
    n = int(table.sum())
    if n == 0:
        return Mean(0, None, None, None, None)
    mean = float(table @ values) / n
    if n == 1:
        return Mean(1, mean, None, None, None)
    sd = float(np.sqrt(table @ (values - mean) ** 2 / (n - 1)))
    half = quantile(level) * sd / n**0.5
    return Mean(n, mean, sd, mean - half, mean + half)


def paired_difference(gained: int, lost: int, n: int, level: float = LEVEL) -> Difference:
    """Return the difference of two cells' win rates from the pairs that flipped: `gained` to won, `lost` to lost.

    The interval is Wald's with half a pair added to each of the four outcomes, so that no flips is not +-0
    (Agresti and Min, Statistics in Medicine 2005).
    """
    m, b, c = n + 2, gained + 0.5, lost + 0.5
    centre = (b - c) / m
    half = quantile(level) * ((b + c) - (b - c) ** 2 / m) ** 0.5 / m
    observed = (gained - lost) / n if n else 0.0
    return Difference(gained, lost, n, observed, max(centre - half, -1.0), min(centre + half, 1.0))


def noise_floor(gained: int, lost: int, n: int, level: float = LEVEL) -> float:
    """Return the largest difference, in 0..1, that so many flipped pairs show if both ways are as likely, at a level.

    It is half the width of `paired_difference`, which adds half a pair to each outcome, where nothing but luck changed:
    then the difference is 0, and gained + lost + 1 pairs of n + 2 flip. So neither is 0 without flips.
    """
    return quantile(level) * math.sqrt(gained + lost + 1) / (n + 2)


def flips(won_a: npt.NDArray[Any], won_b: npt.NDArray[Any]) -> tuple[int, int, int]:
    """Return (gained, lost, n) of two cells' playouts with the same indices; shapes (n,), truth values."""
    import numpy as np

    a, b = np.asarray(won_a, bool), np.asarray(won_b, bool)
    return int((b & ~a).sum()), int((a & ~b).sum()), len(a)


def mcnemar(gained: int, lost: int) -> float:
    """Return the exact two-sided p-value of flips both ways; 1 without any.

    The comparison is McNemar's (Psychometrika 1947); in place of his chi-squared it is the sign test of the flips,
    whose p-value is twice the smaller tail of a fair coin.
    """
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(gained, lost), gained + lost, 0.5))) if gained + lost else 1.0


def binomial_test(hits: int, n: int, rate: float) -> float:
    """Return the exact two-sided p-value of so many hits at a known rate: twice the smaller tail, at most 1."""
    from scipy.special import bdtr, bdtrc

    below, above = float(bdtr(hits, n, rate)), float(bdtrc(hits - 1, n, rate)) if hits else 1.0
    return min(1.0, 2 * min(below, above))


def holm(p: npt.ArrayLike) -> Any:
    """Return p-values corrected for their number, in their order, shape (n,) (Holm, Scand. J. Statistics 1979)."""
    import numpy as np

    raw = np.asarray(p, float)
    order = np.argsort(raw, kind="stable")
    corrected = np.empty_like(raw)
    corrected[order] = np.minimum(np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1)), 1.0)
    return corrected
