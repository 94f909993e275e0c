"""Playing until a win rate is known well enough: looks on a fixed grid, each cell until its interval is narrow.

The interval holds whenever one stops (`sim.sequences.rate_sequence`), so stopping by it is honest; and a cell stops at
a look, so where it stops depends neither on threads nor on interruptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.results import wins_in
from sim.sequences import rate_sequence
from sim.verdicts import looks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.config import Prepared
    from sim.results import Counted


def half_width(wins: int, n: int) -> float:
    """Return half the width of a win rate's time-uniform 95 % interval, in 0..1."""
    low, high = rate_sequence(wins, n)
    return float(high - low) / 2


def is_done(prepared: Prepared, played: Counted, counts: Any) -> bool:
    """Whether a cell has all the playouts it is to have; `counts` is its record of counts."""
    most, precision = prepared.playouts(played.cell), prepared.experiment.precision
    if precision is None or played.playouts >= most:
        return played.playouts >= most
    at_look = played.playouts in looks(most)
    return at_look and half_width(wins_in(prepared.game, counts), played.playouts) <= precision


def next_look(n: int, most: int) -> int:
    """Return the first look after n playouts, `most` at most."""
    return next((look for look in looks(most) if look > n), most)


def targets(prepared: Prepared, writers: Sequence[Any]) -> dict[int, int]:
    """Return how many playouts each cell is to have next, by number; {} once all are done."""
    due = [writer for writer in writers if not is_done(prepared, writer, writer.counts[0])]
    if prepared.experiment.precision is None:
        return {writer.cell.index: prepared.playouts(writer.cell) for writer in due}
    return {writer.cell.index: next_look(writer.playouts, prepared.playouts(writer.cell)) for writer in due}


def needed(precision: float, share: float = 0.5) -> int:
    """Return the first look at which a cell that wins this share of its playouts is known so well; 1e9 at most."""
    return next((n for n in looks(10**9) if half_width(round(share * n), n) <= precision), 10**9)
