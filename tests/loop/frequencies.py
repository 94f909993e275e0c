"""Sampled frequencies against closed forms: many keys from one seed, and Pearson's chi-square test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import permutations
from typing import Any

from scipy import stats

from sim.games.loop.terms import P_PLAYOUT
from sim.rng import stream

SEED = 2024
LEVEL = 0.001  # the seed is fixed: a sample that fits once fits always


def keys(n: int) -> Iterator[int]:
    """Return the keys of the first n playouts of a seed."""
    return (int(stream(SEED, P_PLAYOUT, index)) for index in range(n))


def sample(outcome: Callable[[int], Hashable], n: int) -> Counter[Hashable]:
    """Count what comes of n keys."""
    return Counter(outcome(key) for key in keys(n))


def check_shares(counts: Counter[Any], shares: Mapping[Any, float]) -> None:
    """Check that the counts fit these shares, which add up to 1, and that nothing else came up."""
    assert counts.keys() <= shares.keys(), f"impossible: {counts.keys() - shares.keys()}"
    n = counts.total()
    expected = [n * share for share in shares.values()]
    assert min(expected) >= 5, "too few draws for the chi-square test"
    fit = stats.chisquare([counts[outcome] for outcome in shares], expected)
    assert fit.pvalue > LEVEL, f"{fit}: {counts}"


def check_uniform(counts: Counter[Any], outcomes: Any) -> None:
    """Check that these outcomes come in equal shares, and no other."""
    outcomes = list(outcomes)
    check_shares(counts, dict.fromkeys(outcomes, 1 / len(outcomes)))


def check_orders(counts: Counter[Any], things: Any) -> None:
    """Check that every order of a few things comes in equal shares."""
    check_uniform(counts, permutations(things))
