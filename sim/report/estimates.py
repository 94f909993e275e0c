"""Estimates from exact counts: rates, differences, lengths, incidence. Every function works on whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sim import stats
from sim.sequences import rate_sequence

Floats = npt.NDArray[np.float64]
QUANTILES = (5, 25, 50, 75, 95)
ROUNDING = 1e-9  # n * q / 100 may come out just above a whole number


def divide(part: Any, whole: Any) -> Floats:
    """Return part / whole, NaN where the whole is 0."""
    part, whole = np.broadcast_arrays(np.asarray(part, dtype=float), np.asarray(whole, dtype=float))
    quotient: Floats = np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return quotient


def wilson(wins: Any, n: Any) -> tuple[Floats, Floats, Floats]:
    """Return (rate, low, high): Wilson's 95 % score interval. Where n is 0: (NaN, 0, 1)."""
    wins, n = np.broadcast_arrays(np.asarray(wins, dtype=float), np.asarray(n, dtype=float))
    low, high = stats.wilson(wins, n)
    return divide(wins, n), low, high


def always(wins: Any, n: Any) -> tuple[Floats, Floats, Floats]:
    """Return (rate, low, high): the 95 % interval that holds whenever one stops. Where n is 0: (NaN, 0, 1)."""
    low, high = rate_sequence(wins, n)
    return divide(wins, n), low, high


def stratified_difference(wins: Any, n: Any, all_wins: Any, all_n: Any) -> tuple[Floats, Floats, Floats]:
    """Return (difference, low, high) of the win rate with a thing less that without it, 95 %, cells as strata.

    `wins`, `n`: playouts with the thing, shape (cells, things); `all_wins`, `all_n`: all playouts, shape (cells, 1).
    Cells are averaged with Mantel-Haenszel weights, so that an easy cell in which the thing is frequent does not make
    the thing look good. The interval combines Wilson's of every rate (Zou and Donner 2008, Statistics in Medicine);
    for one cell it is Newcombe's (1998, method 10). Unlike a variance it does not shrink to nothing at 0 wins.
    """
    wins, n, all_wins, all_n = (np.asarray(values, dtype=float) for values in (wins, n, all_wins, all_n))
    weight = divide(n * (all_n - n), all_n)  # 0 where all or none have the thing: such a cell says nothing
    weight = divide(weight, weight.sum(axis=0))
    arms = (wilson(wins, n), wilson(all_wins - wins, all_n - n))
    (rate, low, high), (other, other_low, other_high) = (
        tuple(np.where(weight > 0, value, 0.0) for value in arm) for arm in arms
    )
    difference = (weight * (rate - other)).sum(axis=0)  # NaN where no cell says anything
    below = (weight**2 * ((rate - low) ** 2 + (other_high - other) ** 2)).sum(axis=0)
    above = (weight**2 * ((high - rate) ** 2 + (other - other_low) ** 2)).sum(axis=0)
    return difference, difference - np.sqrt(below), difference + np.sqrt(above)


def describe(counts: Any) -> dict[str, float]:
    """Return n, mean with its 95 % interval, standard deviation and quantiles of a histogram over 0, 1, 2, ...

    The mean's interval is normal; NaN stands for what too few playouts do not tell.
    """
    found = stats.mean_of_counts(counts)
    moments = {"mean": found.mean, "mean_low": found.low, "mean_high": found.high, "sd": found.sd}
    known = {name: float("nan") if value is None else value for name, value in moments.items()}
    reached = np.cumsum(counts)
    return {"n": found.n, **known, **{f"q{q}": quantile(reached, q) for q in QUANTILES}}


def quantile(reached: Any, q: int) -> float:
    """Return the smallest value that at least q % of the playouts do not exceed; `reached`: cumulative counts."""
    n = reached[-1]
    return float(np.searchsorted(reached, n * q / 100 - ROUNDING)) if n else float("nan")


def incidence(length_by_cause: Any) -> tuple[Any, Any, Any]:
    """Return (ended, at_risk, cumulative) by cause and length, shape (causes, lengths), (lengths,), (causes, lengths).

    No playout is censored (each ends by some cause), so shares of counts are the Aalen-Johansen estimate; the hazard of
    a cause is ended / at_risk.
    """
    ended = np.asarray(length_by_cause)
    by_length = ended.sum(axis=0)
    at_risk = by_length.sum() - np.concatenate([[0], np.cumsum(by_length)[:-1]])
    return ended, at_risk, np.cumsum(ended, axis=1)
