"""Verdicts on shifts of win rates: moved, unchanged or undecided, for many cells at once, at every look.

A cell has *moved* if its win rate differs by more than the margin, and is *unchanged* if it differs by less. Evidence
for either is a p-value that holds whenever one stops (`sim.sequences`). For *moved* the p-values of all cells are
corrected together (Holm, Scand. J. Statistics 1979), so that the chance of any false *moved* in the whole family is at
most alpha. For *unchanged* each cell stands for itself: one that moved by the margin or more is called unchanged with
a chance of at most beta. Where neither is shown, the cell is *undecided*: "not significant" is not "unchanged".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Final

from sim.errors import UserError
from sim.faults import show
from sim.sequences import difference_sequence, evidence
from sim.stats import holm

MOVED, UNCHANGED, UNDECIDED = "moved", "unchanged", "undecided"
EXIT_CODES: Final = {UNCHANGED: 0, MOVED: 1, UNDECIDED: 2}
FIRST_LOOK: Final = 1_000
GROWTH: Final = 4  # the next look comes after a fourth as many pairs again
FORESIGHT: Final = 10**9  # pairs; what needs more is hopeless


@dataclass(frozen=True)
class Gate:
    """What counts as a shift, as a difference of win rates, and how often a verdict may be wrong; all in 0..1."""

    margin: float = 0.01
    alpha: float = 0.05
    beta: float = 0.05

    def check(self) -> None:
        """Raise `UserError` with a line a fault; from Python anything may have been given."""
        given: dict[str, Any] = {"margin": self.margin, "alpha": self.alpha, "beta": self.beta}
        faults = [
            f"--{name}: must be a number, not {show(value)}"
            for name, value in given.items()
            if isinstance(value, bool) or not isinstance(value, Real)
        ]
        faults = faults or [
            f"--{name}: {value:g} must lie between 0 and 1, both excluded"
            for name, value in given.items()
            if not 0 < value < 1
        ]
        if not faults and self.alpha + self.beta >= 1:
            faults = [f"--alpha, --beta: {self.alpha:g} + {self.beta:g} must be below 1; a coin toss would do as well"]
        if faults:
            raise UserError(*faults)

    def told_by_bits(self, n: int) -> bool:
        """Whether n playouts of the same bits show that a cell is unchanged.

        A change that moves it by the margin flips a share of at least that; it would spare all n with a chance of at
        most (1 - margin) ** n.
        """
        return bool((1 - self.margin) ** n <= self.beta)


@dataclass(frozen=True)
class Flips:
    """Pairs of one cell so far: of `n`, `gained` were won only on the second side, `lost` only on the first."""

    gained: int
    lost: int
    n: int

    @property
    def difference(self) -> float:
        """The second side's win rate less the first's, in -1..1; 0 without pairs."""
        return (self.gained - self.lost) / self.n if self.n else 0.0

    def scaled(self, n: int) -> Flips:
        """Return as many pairs as `n` that flip as often."""
        return Flips(round(self.gained * n / self.n), round(self.lost * n / self.n), n)


@dataclass(frozen=True)
class Verdict:
    """What is known of one cell. `low` and `high` hold for every look at this cell, at level 1 - alpha."""

    flips: Flips
    verdict: str
    low: float
    high: float
    p_moved: float  # corrected for all cells
    p_unchanged: float
    needed: int | None  # further pairs that would decide it, were it to go on like this; 0: decided; None: none would
    same_bits: bool = False  # decided by equal signatures, not by pairs

    def document(self) -> dict[str, Any]:
        """Return the verdict as JSON values."""
        return {
            "pairs": self.flips.n,
            "gained": self.flips.gained,
            "lost": self.flips.lost,
            "difference": self.flips.difference,
            "difference_low": self.low,
            "difference_high": self.high,
            "p_moved": self.p_moved,
            "p_unchanged": self.p_unchanged,
            "verdict": self.verdict,
            "same_bits": self.same_bits,
            "more_pairs": self.needed,
        }


def looks(most: int, first: int = FIRST_LOOK) -> list[int]:
    """Return the numbers of pairs at which one looks: a fixed grid from `first` on, up to `most`.

    The grid depends on nothing but these two, so neither do the results.
    """
    found = [min(first, most)]
    while found[-1] < most:
        found.append(min(most, found[-1] + max(1, found[-1] // GROWTH)))
    return found


class Family:
    """Cells that are judged together, look after look.

    The least p-values so far count, so that a cell's own further pairs undo no verdict. As other cells move, Holm's
    correction asks for less, and an unchanged one may yet be called moved; alpha bounds that too, being the chance of
    any false *moved* at any look. Cells of the `same` bits count in the family: which they are is seen in the very
    playouts that are judged. The least p-values have shape (n_cells,), in the order of the pairs at each look.
    """

    def __init__(self, gate: Gate, n_cells: int, same: Collection[int] = ()) -> None:
        import numpy as np

        self.gate, self.same = gate, frozenset(same)
        self.p_beyond, self.p_within = np.ones(n_cells), np.ones(n_cells)

    def look(self, pairs: Sequence[Flips]) -> list[str]:
        """Note the pairs of every cell so far, and return each cell's verdict, in order."""
        import numpy as np

        beyond, within = evidence(*_columns(pairs), self.gate.margin)
        self.p_beyond, self.p_within = np.minimum(self.p_beyond, beyond), np.minimum(self.p_within, within)
        return [self._verdict(index, p) for index, p in enumerate(holm(self.p_beyond))]

    def _verdict(self, index: int, p_moved: float) -> str:
        if index in self.same:
            return UNCHANGED
        if p_moved <= self.gate.alpha:
            return MOVED
        return UNCHANGED if self.p_within[index] <= self.gate.beta else UNDECIDED

    def verdicts(self, pairs: Sequence[Flips]) -> list[Verdict]:
        """Look, and return all that is known of every cell."""
        found = self.look(pairs)
        low, high = difference_sequence(*_columns(pairs), self.gate.alpha)
        return [
            Verdict(
                flips,
                found[index],
                float(low[index]),
                float(high[index]),
                float(p),
                float(self.p_within[index]),
                more_pairs(flips, self.gate, len(pairs)) if found[index] == UNDECIDED else 0,
                same_bits=index in self.same,
            )
            for index, (flips, p) in enumerate(zip(pairs, holm(self.p_beyond), strict=True))
        ]


def _columns(pairs: Sequence[Flips]) -> tuple[list[int], list[int], list[int]]:
    return [flips.gained for flips in pairs], [flips.lost for flips in pairs], [flips.n for flips in pairs]


def more_pairs(flips: Flips, gate: Gate, n_cells: int) -> int | None:
    """Return how many further pairs would surely decide one of so many cells if they flipped like those so far.

    For *moved* the p-value counts as often as there are cells, which is the most that Holm's correction can ask for:
    where others have moved, fewer may do. None: not even `FORESIGHT` would, as the difference lies too near the margin.
    """
    if not flips.n:
        return None

    def decides(n: int) -> bool:
        more = flips.scaled(n)
        beyond, within = evidence(more.gained, more.lost, n, gate.margin)
        return bool(within <= gate.beta or beyond * n_cells <= gate.alpha)

    return more_until(decides, flips.n)


def pairs_if_rekeyed(rate: float, gate: Gate) -> int | None:
    """Return how many pairs call a cell of this win rate unchanged if nothing moved but every random number is another.

    Then the two sides are independent, and of n pairs about n * rate * (1 - rate) flip either way. None: over
    `FORESIGHT`.
    """
    share = rate * (1 - rate)

    def decides(n: int) -> bool:
        flips = round(share * n)
        return bool(evidence(flips, flips, n, gate.margin)[1] <= gate.beta)

    more = more_until(decides, 1)
    return None if more is None else 1 + more


def more_until(decides: Callable[[int], bool], n: int) -> int | None:
    """Return how many more than `n` are needed to decide, to a hundredth; 0 if `n` do; None: over `FORESIGHT`."""
    enough = short = max(n, 1)
    while not decides(enough):
        if enough >= FORESIGHT:
            return None
        short, enough = enough, 2 * enough
    while enough - short > max(1, short // 100):
        middle = (enough + short) // 2
        short, enough = (short, middle) if decides(middle) else (middle, enough)
    return enough - n


def overall(verdicts: Sequence[Verdict]) -> str:
    """Return the verdict on all cells together: moved if any has, else undecided if any is, else unchanged."""
    found = {verdict.verdict for verdict in verdicts}
    return next(verdict for verdict in (MOVED, UNDECIDED, UNCHANGED) if verdict in found or verdict == UNCHANGED)
