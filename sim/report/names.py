"""Words for values: axis values, numbers, rates with their intervals, file names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.pairs import ALPHA
from sim.progress import counted


@dataclass(frozen=True)
class Names:
    """What readers call the values of axes, and causes: the game's titles (`Game.titles`), else the ids as words."""

    titles: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)

    def of(self, axis: str, value: Any) -> str:
        """Return one value in words; "" where it says nothing. A list (a team) is a list of words."""
        if isinstance(value, (list, tuple)):
            return ", ".join(self.of(axis, item) for item in value)
        title = self.titles.get(axis, {}).get(value)
        return value_label(axis, value) if title is None else title

    def label(self, axes: Mapping[str, Any]) -> str:
        """Return several axis values as one label; "no x" where none of them says anything."""
        said = ", ".join(filter(None, (self.of(axis, value) for axis, value in axes.items())))
        return said or " ".join(f"no {words(axis).lower()}" for axis in axes)

    def cause(self, cause: str) -> str:
        """Return how a playout ended, in words."""
        return self.of("cause", cause)

    def row(self, axes: Iterable[str], row: Mapping[str, Any]) -> str:
        """Return a row's labels on some axes of a view."""
        return ", ".join(self.of(axis, row[axis]) for axis in axes)


def words(name: str) -> str:
    """Return a code's name as words: `out_of_time:no_key` becomes "Out of time: no key"."""
    return capital(name.replace("_", " ").replace(":", ": ").strip())


def capital(text: str) -> str:
    """Return a text with a capital at its head; the rest stays."""
    return text[:1].upper() + text[1:]


def value_label(axis: str, value: Any) -> str:
    """Return one axis value as words; "" where it says nothing (None, False)."""
    if value is None or value is False:
        return ""
    if value is True:
        return axis.replace("_", " ")
    if isinstance(value, int):
        noun = axis.replace("_", " ")
        return f"{value} {noun.removesuffix('s') if value == 1 else noun}"
    return words(str(value))


def plain(value: Any) -> Any:
    """Return an axis value as one that a table column can hold: lists become text."""
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return value


def slug(text: str) -> str:
    """Return a text as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "part"


def holm_told(n: int, things: str = "comparison") -> str:
    """Return when so many comparisons call two things apart, in words that go on from what it is called."""
    test = f"McNemar's exact test is below {ALPHA:.2g}"
    return f"{test}, corrected by Holm for {counted(n, things)}; not apart is not equal"


def integer(n: float) -> str:
    """Return a count with thousands separated."""
    return f"{int(n):,}"


def number(value: float, digits: int = 2) -> str:
    """Return a number with a fixed number of decimals, a dash where there is none."""
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def percent(rate: float, decimals: int | None = None) -> str:
    """Return a rate as per cent: one decimal; within a point of 0 or 1 two significant digits; or as many as asked."""
    if math.isnan(rate):
        return "–"
    edge = min(abs(rate), abs(1 - rate))
    if edge == 0:
        return f"{rate * 100:.0f} %"
    if decimals is None:
        decimals = 1 if edge >= 0.01 else min(6, 1 - math.floor(math.log10(edge * 100)))
    return f"{rate * 100:.{decimals}f} %"


def decimals_for(low: float, high: float) -> int | None:
    """Return how many decimals of a per cent tell the ends of an interval apart, and a low end from 0; at least one."""
    smallest = min((high - low) / 2, low) * 100
    return min(6, max(1, math.ceil(-math.log10(smallest)))) if smallest > 0 else None


def interval(rate: float, low: float, high: float) -> str:
    """Return an interval in words: a range, or a bound where the rate is 0 or 1."""
    if math.isnan(rate):
        return "never seen"
    if rate <= 0:
        return f"at most {percent(high)}"
    if rate >= 1:
        return f"at least {percent(low)}"
    decimals = decimals_for(low, high)
    return f"{percent(low, decimals).removesuffix(' %')} to {percent(high, decimals)}"


def points(difference: float, digits: int = 1) -> str:
    """Return a difference of rates in percentage points, signed."""
    return "–" if math.isnan(difference) else f"{difference * 100:+.{digits}f}"


def points_interval(low: float, high: float, digits: int = 1) -> str:
    """Return the interval of a difference in percentage points."""
    return "" if math.isnan(low) or math.isnan(high) else f"{points(low, digits)} to {points(high, digits)}"
