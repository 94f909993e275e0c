"""Cells of a run compared playout by playout: the same seeds, so the same luck, on both sides of every pair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.stats import LEVEL, Difference, flips, holm, mcnemar, paired_difference

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.config import Prepared
    from sim.game import Cell
    from sim.store import Run

ALPHA: Final = 1 - LEVEL
APART, WORSE, NOT_APART = "apart", "apart (worse)", "not apart"


@dataclass(frozen=True)
class Comparison:
    """A cell's win rate less a base's. `p`: McNemar's exact test; `p_holm`: corrected over all comparisons made."""

    base: int  # numbers of cells
    cell: int
    difference: Difference
    p: float
    p_holm: float

    @property
    def verdict(self) -> str:
        """Whether the two are apart at 95 %, for all comparisons together; not apart is not equal."""
        if self.p_holm >= ALPHA:
            return NOT_APART
        return APART if self.difference.difference > 0 else WORSE

    def document(self) -> dict[str, Any]:
        """Return the comparison as JSON values, without its cells."""
        found = self.difference
        return {
            "pairs": found.n,
            "gained": found.gained,
            "lost": found.lost,
            "difference": found.difference,
            "difference_low": found.low,
            "difference_high": found.high,
            "p": self.p,
            "p_holm": self.p_holm,
            "verdict": self.verdict,
        }


def same_table(cell: Cell) -> str:
    """Return what cells that differ in their policy alone have in common, as a key."""
    return json.dumps([dict(cell.axes), dict(cell.sweep)])


def check_rows(prepared: Prepared) -> None:
    """Raise `UserError` unless the experiment keeps the rows that playouts are paired by."""
    if prepared.experiment.rows != "all":
        raise UserError(f'rows: {prepared.experiment.rows!r} keeps no rows to pair playouts by; allowed here: "all"')


def compared(run: Run, pairs: Sequence[tuple[int, int]], most: int | None = None) -> list[Comparison]:
    """Compare pairs (base, cell) of a run's cells by their numbers. Raises `UserError` if the run kept no rows.

    Of two cells with different numbers of playouts the first are compared that both have, `most` at most. One byte a
    playout of the cells named is in memory.
    """
    shared = [min(run.cells[base].playouts, run.cells[cell].playouts) for base, cell in pairs]
    shared = shared if most is None else [min(n, most) for n in shared]
    needed: dict[int, int] = {}
    for pair, n in zip(pairs, shared, strict=True):
        needed |= {index: max(n, needed.get(index, 0)) for index in pair}
    won = {index: won_in(run, index, n) for index, n in needed.items()}
    found = [
        paired_difference(*flips(won[base][:n], won[cell][:n])) for (base, cell), n in zip(pairs, shared, strict=True)
    ]
    return judged(pairs, found)


def judged(pairs: Sequence[tuple[int, int]], found: Sequence[Difference]) -> list[Comparison]:
    """Return differences of pairs (base, cell) with their p-values, corrected for all of them together."""
    p = [mcnemar(difference.gained, difference.lost) for difference in found]
    return [
        Comparison(*pair, difference, raw, float(corrected))
        for pair, difference, raw, corrected in zip(pairs, found, p, holm(p), strict=True)
    ]


def won_in(run: Run, index: int, n: int) -> npt.NDArray[Any]:
    """Return which of the first `n` playouts of a cell were won, in playout order: truth values, shape (n,)."""
    import numpy as np

    codes = [run.game.causes.index(cause) for cause in run.game.wins]
    won, done = np.zeros(n, bool), 0
    for rows in run.rows(index) if n else ():
        some = rows["cause"][: n - done]
        won[done : done + len(some)] = np.isin(some, codes)
        done += len(some)
        if done == n:
            break
    return won
