"""Cells of a run compared playout by playout: the same seeds, so the same luck, on both sides of every pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.stats import LEVEL, Difference, flips, holm, mcnemar, paired_difference

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.config import Prepared
    from sim.store import Run

ALPHA: Final = 1 - LEVEL
ALL: Final = -1  # in place of a cell's number
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
            "gained": found.gained,
            "lost": found.lost,
            "difference": found.difference,
            "difference_low": found.low,
            "difference_high": found.high,
            "p": self.p,
            "p_holm": self.p_holm,
            "verdict": self.verdict,
        }


def check_rows(prepared: Prepared) -> None:
    """Raise `UserError` unless the experiment keeps the rows that playouts are paired by."""
    if prepared.experiment.rows != "all":
        raise UserError(f'rows: {prepared.experiment.rows!r} keeps no rows to pair playouts by; allowed here: "all"')


def compared(run: Run, pairs: Sequence[tuple[int, int]], of: Run | None = None) -> list[Comparison]:
    """Compare pairs (base, cell) of a run's cells by their numbers, or bases of another run with the same seeds.

    One byte a playout of the cells named is in memory. Raises `UserError` if a run kept no rows.
    """
    bases = {index: won_in(of or run, index) for index in sorted({base for base, _ in pairs})}
    cells = {index: won_in(run, index) for index in sorted({cell for _, cell in pairs})}
    found = [paired_difference(*flips(bases[base], cells[cell])) for base, cell in pairs]
    p = [mcnemar(difference.gained, difference.lost) for difference in found]
    return [
        Comparison(*pair, difference, raw, float(corrected))
        for pair, difference, raw, corrected in zip(pairs, found, p, holm(p), strict=True)
    ]


def together(comparisons: Sequence[Comparison]) -> Comparison:
    """Return comparisons of cells with equally many playouts as one, of all their playouts; it is the only one."""
    gained, lost, n = (sum(getattr(one.difference, name) for one in comparisons) for name in ("gained", "lost", "n"))
    p = mcnemar(gained, lost)
    return Comparison(ALL, ALL, paired_difference(gained, lost, n), p, p)


def won_in(run: Run, index: int) -> npt.NDArray[Any]:
    """Return which playouts of a cell were won, in playout order: truth values, shape (playouts,)."""
    import numpy as np

    codes = [run.game.causes.index(cause) for cause in run.game.wins]
    parts = [np.isin(rows["cause"], codes) for rows in run.rows(index)]
    return np.concatenate(parts) if parts else np.zeros(0, bool)
