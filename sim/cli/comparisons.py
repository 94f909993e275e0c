"""Tables of cells that are compared playout by playout: what `sim ladder` and `sim worth` print alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from sim.pairs import SAME_RESULTS

if TYPE_CHECKING:
    from sim.config import Prepared

THEIR_INTERVAL: Final = "their interval"
Row = Mapping[str, Any]


def rate_columns(cell: Row, interval: str = "95 % interval") -> dict[str, str]:
    """Return a cell's win rate and its interval, under this head."""
    return {"win rate": f"{cell['win_rate']:.2%}", interval: f"{100 * cell['low']:.2f} .. {cell['high']:.2%}"}


def difference_columns(found: Row | None, head: str, flips: str) -> dict[str, str]:
    """Return a paired difference in points, its interval, the playouts that flipped and the verdict; empty for None."""
    if found is None or found["verdict"] == SAME_RESULTS:
        same = {} if found is None else {"verdict": SAME_RESULTS}
        return {**dict.fromkeys((head, THEIR_INTERVAL, flips, "verdict"), ""), **same}
    return {
        head: f"{100 * found['difference']:+.2f}",
        THEIR_INTERVAL: interval_of(found),
        flips: f"{found['gained']:,}, {found['lost']:,}",
        "verdict": found["verdict"],
    }


def interval_of(found: Row) -> str:
    """Return the interval of a paired difference, in points."""
    return f"{100 * found['difference_low']:+.2f} .. {100 * found['difference_high']:+.2f}"


def print_compared(
    prepared: Prepared,
    rows: Sequence[Row],
    whats: Sequence[str],
    same: str,
    reading: Sequence[str],
    comparisons: int,
    *,
    may_go: Sequence[str],
    shortened: str,
) -> None:
    """Print a line a comparison; below it what all cells share, how to read it, and what the verdicts are worth.

    `whats` tells the cells apart; `may_go` and `shortened` as in `print_fitting`.
    """
    from sim.cli.tables import cells_told, print_fitting
    from sim.progress import sizes

    gone = print_fitting(rows, may_go, shortened)
    print(cells_told(whats, "; ".join(filter(None, (same, sizes(prepared.experiment))))))
    if gone:
        print(f"Not shown for want of room: {'; '.join(gone)}; --json has them")
    for line in reading:
        print(line)
    print(verdicts_told(comparisons))


def verdicts_told(comparisons: int) -> str:
    """Return what the verdicts of so many comparisons are worth, in a line."""
    from sim.progress import counted

    together = f"all {comparisons} comparisons together" if comparisons > 1 else counted(comparisons, "comparison")
    return f"Verdicts at 95 % for {together} (McNemar, Holm); each interval is for its row alone"
