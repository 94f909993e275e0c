"""Before a run: how many playouts and seconds it takes, how well rates will be known, which shifts would be seen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from sim.batch import Scratch, interruptible, play_block
from sim.precision import half_width, needed
from sim.progress import title
from sim.results import wins_in
from sim.sequences import difference_sequence, evidence
from sim.stats import rate
from sim.verdicts import Flips, Gate
from sim.warmup import warm_up
from sim.writer import CellWriter

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Cell

SCHEMA: Final = 1
POWER: Final = 0.8  # the chance with which a shift shows that a plan says would
HALVINGS: Final = 20  # of the range of shifts
PILOT: Final = 200  # playouts of each cell that are tried
PILOT_SECONDS: Final = 1.0  # of each cell, at most
FLIPS: Final = (0.02, 0.1, 0.5)  # shares of playouts that a change may flip; 0.5: another game altogether


@dataclass(frozen=True)
class Pilot:
    """What a few playouts of a cell came to: the first `playouts`, of which `wins` were won, and seconds for each."""

    cell: Cell
    playouts: int
    wins: int
    seconds: float

    @property
    def widest(self) -> float:
        """The win rate that is hardest to know, 1/2, or the nearest to it in the pilot's 95 % interval."""
        won = rate(self.wins, self.playouts)
        return min(max(0.5, won.low), won.high)


def pilot(prepared: Prepared, say: Callable[[str], None], most: int = PILOT) -> list[Pilot]:
    """Try a few playouts of every cell, on one thread. Raises `KeyboardInterrupt` after Ctrl-C."""
    scratch, found = Scratch(prepared.game), []
    with interruptible() as stop:
        warm_up(prepared.game, prepared.cells, say, stop)
        for cell in prepared.cells:
            found.append(_try(prepared, cell, scratch, most))
            if stop.is_set():
                raise KeyboardInterrupt
    return found


def _try(prepared: Prepared, cell: Cell, scratch: Scratch, most: int) -> Pilot:
    writer, rules = CellWriter(None, cell, prepared), prepared.rules(cell)
    begun, n = time.perf_counter(), 1
    while writer.playouts < most and (not writer.playouts or time.perf_counter() - begun < PILOT_SECONDS):
        block = play_block(prepared.game, scratch, writer, rules, writer.playouts, min(n, most - writer.playouts))
        writer.append(block.rows, block.counts, block.signature)
        n *= 2
    seconds = (time.perf_counter() - begun) / writer.playouts
    return Pilot(cell, writer.playouts, wins_in(prepared.game, writer.counts[0]), seconds)


def playouts_for(prepared: Prepared, found: Pilot) -> int:
    """Return how many playouts a cell will have: as asked for, or what its precision needs at most."""
    limit, precision = prepared.playouts(found.cell), prepared.experiment.precision
    return limit if precision is None else min(limit, needed(precision, found.widest))


def plan(prepared: Prepared, pilots: Sequence[Pilot], threads: int, margin: float) -> dict[str, Any]:
    """Return the plan as a JSON document; seconds are for `threads` threads and this machine."""
    cells = [cell_document(prepared, found, threads) for found in pilots]
    fewest = min(cell["playouts"] for cell in cells)
    return {
        "schema": SCHEMA,
        "kind": "plan",
        "game": prepared.game.name,
        "threads": threads,
        "margin": margin,
        "playouts": sum(cell["playouts"] for cell in cells),
        "seconds": sum(cell["seconds"] for cell in cells),
        "cells": cells,
        "shifts": [shift_document(share, fewest, margin, len(cells)) for share in FLIPS],
    }


def cell_document(prepared: Prepared, found: Pilot, threads: int) -> dict[str, Any]:
    """Return what is planned for a cell, with the half-widths that its win rate will have at most."""
    n, won = playouts_for(prepared, found), rate(found.wins, found.playouts)
    widest = round(found.widest * n)
    fixed = rate(widest, n)
    return {
        "cell": found.cell.index,
        "title": title(found.cell),
        "pilot": {"playouts": won.n, "wins": won.hits, "win_rate": won.rate, "low": won.low, "high": won.high},
        "playouts": n,
        "seconds": n * found.seconds / threads,
        "half_width": (fixed.high - fixed.low) / 2,
        "half_width_always": half_width(widest, n),
    }


def shift_document(share: float, n: int, margin: float, n_cells: int) -> dict[str, Any]:
    """Return which shift n pairs a cell would show with a chance of `POWER`, if a change flips this share of playouts.

    `apart`: the least that is told from 0; `moved`: the least that is called moved at the margin, among so many cells.
    None: not even a shift of all playouts is.
    """
    alpha = Gate(margin).alpha

    def told(pairs: Flips) -> bool:
        low, _ = difference_sequence(pairs.gained, pairs.lost, n)
        return bool(low > 0)

    def moves(pairs: Flips) -> bool:
        beyond, _ = evidence(pairs.gained, pairs.lost, n, margin)
        return bool(beyond * n_cells <= alpha)

    return {"flips": share, "pairs": n, "apart": least(told, share, n), "moved": least(moves, share, n)}


def least(shows: Callable[[Flips], bool], share: float, n: int) -> float | None:
    """Return the least shift that shows in n pairs with a chance of `POWER`; None where none does."""
    short, enough = 0.0, 1.0
    if not shows(unlucky(enough, share, n)):
        return None
    for _ in range(HALVINGS):
        middle = (short + enough) / 2
        short, enough = (short, middle) if shows(unlucky(middle, share, n)) else (middle, enough)
    return enough


def unlucky(shift: float, share: float, n: int) -> Flips:
    """Return pairs that show less of a shift than `POWER` of all samples do; more flip than `share` if they must."""
    flip = max(share, shift)
    seen = shift - NormalDist().inv_cdf(POWER) * math.sqrt((flip - shift**2) / n)
    return Flips(max(0, round(n * (flip + seen) / 2)), max(0, round(n * (flip - seen) / 2)), n)
