"""The closed form of the coin race."""

from __future__ import annotations

from fractions import Fraction
from functools import cache


@cache
def win_rate(head: Fraction, goal: int = 8, tosses: int = 20, tails: int = 0) -> Fraction:
    """Return the chance of so many more heads within so many tosses, before a third tail in a row."""
    if goal == 0:
        return Fraction(1)
    if tosses == 0 or tails == 3:
        return Fraction(0)
    return head * win_rate(head, goal - 1, tosses - 1) + (1 - head) * win_rate(head, goal, tosses - 1, tails + 1)
