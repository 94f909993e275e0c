"""Cells of a run compared playout by playout: the same seeds, so the same luck, on both sides of every pair."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.results import no_yardsticks
from sim.stats import LEVEL, Difference, flips, holm, mcnemar, paired_difference

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.config import Prepared
    from sim.game import Cell, Game
    from sim.store import Run

ALPHA: Final = 1 - LEVEL
ALL: Final = -1  # in place of a cell's number
KEYS: Final = ("pairs", "gained", "lost", "difference", "difference_low", "difference_high", "p", "p_holm", "verdict")
APART, NOT_APART = "apart", "not apart"
SAME_RESULTS: Final = "same results"  # the same bits: not a difference of 0 with an interval, but none
WORSE: Final = "apart (worse)"  # of policies: which of the two is the better player is what is asked


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
        return NOT_APART if self.p_holm >= ALPHA else APART

    def worded(self, below: str) -> str:
        """Return the verdict, with this word for two that are apart where the cell wins less often than its base."""
        return below if self.verdict == APART and self.difference.difference < 0 else self.verdict

    def document(self, below: str = APART) -> dict[str, Any]:
        """Return the comparison as JSON values, without its cells; `below` as in `worded`."""
        found = self.difference
        pairs = (found.n, found.gained, found.lost, found.difference, found.low, found.high)
        return dict(zip(KEYS, (*pairs, self.p, self.p_holm, self.worded(below)), strict=True))


def key_of(cell: Cell, without: Collection[str] = ()) -> str:
    """Return what says which cell this is, as a key; two that differ only in what it is `without` share it.

    That may be "policy", "sweep", or the path of a swept value.
    """
    sweep = {} if "sweep" in without else {path: value for path, value in cell.sweep.items() if path not in without}
    return json.dumps([dict(cell.axes), None if "policy" in without else cell.policy, sweep])


def same_table(cell: Cell) -> str:
    """Return what cells that differ in their policy alone have in common, as a key."""
    return key_of(cell, without=["policy"])


def check_rows(prepared: Prepared) -> None:
    """Raise `UserError` unless the experiment keeps the rows that playouts are paired by."""
    if prepared.experiment.rows != "all":
        raise UserError(f'rows: {prepared.experiment.rows!r} keeps no rows to pair playouts by; allowed here: "all"')


def check_fixed(prepared: Prepared, instead: str = "give --playouts") -> None:
    """Raise `UserError` where a cell would stop by its own win rate: tests of pairs do not hold for that."""
    if prepared.experiment.precision is not None:
        raise UserError(f"--precision: pairs need a fixed number of playouts here; {instead}")


def check(prepared: Prepared, *, yardsticks: bool = False) -> None:
    """Raise `UserError` unless cells can be compared playout by playout: rows, and as many as were fixed beforehand.

    Policies that see what is hidden are refused unless `yardsticks` are wanted.
    """
    check_rows(prepared)
    check_fixed(prepared)
    if not yardsticks:
        no_yardsticks(prepared.game, prepared.experiment.policy, "--policy: ")


def compared(
    run: Run, pairs: Sequence[tuple[int, int]], most: int | None = None, of: Run | None = None
) -> list[Comparison]:
    """Compare pairs (base, cell) of a run's cells by their numbers, or with bases of another run with the same seeds.

    Of two cells with different numbers of playouts the first are compared that both have, `most` at most. One byte a
    playout of the cells named is in memory. Raises `UserError` if a run kept no rows.
    """
    other = of or run
    shared = [min(other.cells[base].playouts, run.cells[cell].playouts) for base, cell in pairs]
    shared = shared if most is None else [min(n, most) for n in shared]
    bases = _won_by_cell(other, [base for base, _ in pairs], shared)
    cells = _won_by_cell(run, [cell for _, cell in pairs], shared)
    found = [
        paired_difference(*flips(bases[base][:n], cells[cell][:n]))
        for (base, cell), n in zip(pairs, shared, strict=True)
    ]
    return judged(pairs, found)


def judged(pairs: Sequence[tuple[int, int]], found: Sequence[Difference]) -> list[Comparison]:
    """Return differences of pairs (base, cell) with their p-values, corrected for all of them together."""
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


def _won_by_cell(run: Run, indices: Sequence[int], sizes: Sequence[int]) -> dict[int, npt.NDArray[Any]]:
    """Return which playouts of each of these cells were won, of as many as any place asks for."""
    needed: dict[int, int] = {}
    for index, n in zip(indices, sizes, strict=True):
        needed[index] = max(n, needed.get(index, 0))
    return {index: won_in(run, index, n) for index, n in needed.items()}


def won_by(game: Game, causes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return which playouts were won, from the codes of their causes; truth values, shape (n,)."""
    import numpy as np

    return np.isin(causes, [game.causes.index(cause) for cause in game.wins])


def won_in(run: Run, index: int, n: int) -> npt.NDArray[Any]:
    """Return which of the first `n` playouts of a cell were won, in playout order: truth values, shape (n,)."""
    import numpy as np

    won, done = np.zeros(n, bool), 0
    for rows in run.rows(index) if n else ():
        some = rows["cause"][: n - done]
        won[done : done + len(some)] = won_by(run.game, some)
        done += len(some)
        if done == n:
            break
    return won
