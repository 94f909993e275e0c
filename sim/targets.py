"""Win rates to reach: a number, a band, or one of these for each value of an axis, as `--target` says it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import UserError
from sim.faults import show, unknown_key
from sim.progress import title
from sim.stats import quantile, wilson
from sim.verdicts import UNDECIDED, more_until

if TYPE_CHECKING:
    from sim.game import Cell

FORM = "must be a win rate (0.60), a band (0.58..0.62), or one of these by the value of an axis (month=0.70,year=0.60)"
REACHED, NOT_REACHED = "reached", "not reached"


@dataclass(frozen=True)
class Target:
    """A win rate to aim at, and the band around it that counts as reached; all in 0..1."""

    aim: float
    low: float
    high: float

    def verdict(self, low: float, high: float) -> str:
        """Return what an interval says: within the band, outside, or neither."""
        if self.low <= low and high <= self.high:
            return REACHED
        return NOT_REACHED if high < self.low or low > self.high else UNDECIDED

    def document(self) -> dict[str, float]:
        """Return the target as JSON values."""
        return {"aim": self.aim, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        """Return the band in per cent."""
        return f"{100 * self.low:g} to {100 * self.high:g} %"


def target_of(text: str, tolerance: float) -> Target:
    """Return one target; a band stands for itself, a number for itself and `tolerance` to either side."""
    first, dots, last = (part.strip() for part in text.partition(".."))
    try:
        low = float(first)
        high = float(last) if dots else low
    except ValueError:
        raise UserError(f"--target {text}: {FORM}") from None
    if not 0 <= low <= 1 or not 0 <= high <= 1:
        raise UserError(f"--target {text}: a win rate lies between 0 and 1")
    if dots:
        if low >= high:
            raise UserError(f"--target {text}: is no band; the first number must be below the second")
        return Target(round((low + high) / 2, 12), low, high)
    return Target(low, max(round(low - tolerance, 12), 0.0), min(round(low + tolerance, 12), 1.0))


def targets_of(text: str, cells: Sequence[Cell], tolerance: float) -> list[Target]:
    """Return each cell's target. Raises `UserError` with a line a fault."""
    if not 0 < tolerance < 0.5:
        raise UserError(f"--tolerance: {tolerance:g} must lie between 0 and 0.5, both excluded")
    if "=" not in text:
        return [target_of(text, tolerance)] * len(cells)
    table: dict[str, Target] = {}
    for part in text.split(","):
        value, equals, wanted = (word.strip() for word in part.partition("="))
        if not (value and equals and wanted):
            raise UserError(f"--target {text}: {FORM}")
        if value in table:
            raise UserError(f"--target {text}: {value} is there twice")
        table[value] = target_of(wanted, tolerance)
    known = list(dict.fromkeys(word for cell in cells for word in words_of(cell)))
    faults = [
        f"--target {value}={table[value].aim:g}: {unknown_key(value, known)}" for value in table if value not in known
    ]
    if faults:
        raise UserError(*faults)
    found = []
    for cell in cells:
        here = [value for value in table if value in words_of(cell)]
        if len(here) != 1:
            two = f"two targets, {' and '.join(here[:2])}" if here else f"no target; give one for {alternatives(cell)}"
            faults.append(f"--target: cell {cell.index} ({title(cell)}) has {two}")
        found += [table[value] for value in here[:1]]
    if faults:
        raise UserError(*faults)
    return found


def words_of(cell: Cell) -> Iterator[str]:
    """Yield the values of a cell's axes as one would type them; a flag that is set by its axis's name."""
    for axis, value in cell.axes.items():
        if value is True:
            yield axis
        elif isinstance(value, (list, tuple)):
            yield "+".join(map(str, value))
        elif value is not None and value is not False:
            yield str(value)


def alternatives(cell: Cell) -> str:
    """Return the words by which a cell can be named."""
    return " or ".join(show(word) for word in words_of(cell))


def more_playouts(wins: int, n: int, target: Target) -> int | None:
    """Return how many further playouts would decide a target, were they won as often; None: hopelessly many."""

    def decides(m: int) -> bool:
        low, high = wilson(wins / n * m, m)
        return target.verdict(float(low), float(high)) != UNDECIDED

    return more_until(decides, n)


def default_confirm(targets: Sequence[Target], half_width: float = 0.005) -> int:
    """Return how many playouts tell a win rate near these targets to within `half_width`, half of the 95 % interval."""
    spread = max(target.aim * (1 - target.aim) for target in targets)
    return 1_000 * max(1, math.ceil((quantile() / half_width) ** 2 * spread / 1_000))
