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
from sim.sequences import difference_sequence
from sim.stats import rate
from sim.verdicts import Gate
from sim.warmup import warm_up
from sim.writer import CellWriter

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Cell

SCHEMA: Final = 1
PILOT: Final = 200  # playouts of each cell that are tried
PILOT_SECONDS: Final = 1.0  # of each cell, at most
POWER: Final = 0.8  # the chance with which a shift is seen that is said to be
FLIPS: Final = (0.02, 0.1, 0.5)  # shares of playouts that a change may flip; 0.5: another game altogether


@dataclass(frozen=True)
class Pilot:
    """What a few playouts of a cell came to: the first `playouts`, of which `wins` were won, and seconds for each."""

    cell: Cell
    playouts: int
    wins: int
    seconds: float


def pilot(prepared: Prepared, say: Callable[[str], None], most: int = PILOT) -> list[Pilot]:
    """Try a few playouts of every cell, on one thread. Raises `KeyboardInterrupt` after Ctrl-C."""
    scratch, found = Scratch(prepared.game), []
    with interruptible() as stop:
        warm_up(prepared.game, prepared.experiment.policy, say, stop)
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
    return limit if precision is None else min(limit, needed(precision, hardest(found)))


def hardest(found: Pilot) -> float:
    """Return the win rate nearest to 1/2, where most playouts are needed, that the pilot's 95 % interval allows."""
    won = rate(found.wins, found.playouts)
    return min(max(0.5, won.low), won.high)


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
        "comparisons": len(cells),
        "power": POWER,
        "shifts": [shift_document(share, fewest, margin, len(cells)) for share in FLIPS],
    }


def cell_document(prepared: Prepared, found: Pilot, threads: int) -> dict[str, Any]:
    """Return what is planned for a cell, with the half-widths that its win rate will have at most, about."""
    n, won, share = playouts_for(prepared, found), rate(found.wins, found.playouts), hardest(found)
    fixed = rate(round(share * n), n)
    return {
        "cell": found.cell.index,
        "title": title(found.cell),
        "pilot": {"playouts": won.n, "wins": won.hits, "win_rate": won.rate, "low": won.low, "high": won.high},
        "playouts": n,
        "seconds": n * found.seconds / threads,
        "half_width": (fixed.high - fixed.low) / 2,
        "half_width_always": half_width(round(share * n), n),
    }


def shift_document(share: float, n: int, margin: float, n_cells: int) -> dict[str, Any]:
    """Return which true shift of one cell n pairs show with a chance of `POWER`, if it flips this share of playouts.

    `apart`: told from 0 whenever one stops; `moved`: called moved at the margin. Where one of so many cells moves,
    Holm's correction asks for alpha / n_cells of it; and what is seen is, by luck, now below and now above the truth.
    """
    flips = round(share * n / 2)
    low, high = difference_sequence(flips, flips, n, Gate().alpha / n_cells)
    luck = NormalDist().inv_cdf(POWER) * math.sqrt(share / n)
    apart = float(high - low) / 2 + luck
    return {"flips": share, "pairs": n, "apart": apart, "moved": margin + apart}
