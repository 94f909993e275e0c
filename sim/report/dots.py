"""Dots with intervals, the rows they stand in, and the words that go with them; shared by all charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sim.game import Game
from sim.progress import counted
from sim.report import estimates, style
from sim.report.cells import Block, Part, Sample, label_on
from sim.report.names import integer, interval, percent
from sim.results import wins_in

WHOLE = {"clip_on": False}  # a mark on the edge of a panel stays whole
WILSON = "Whiskers are Wilson 95 % intervals."
ALWAYS = "Whiskers are time-uniform 95 % intervals, which hold whenever one stops."


def basis(part: Part) -> str:
    """Return a chart's policy and n, in words."""
    sizes = sorted({sample.playouts for sample in part.samples})
    total = sum(sample.playouts for sample in part.samples)
    who = f"Policy {part.label}" + (f"; {part.constants}" if part.constants else "")
    if len(part.samples) == 1:
        return f"{who}; {counted(total, 'playout')}."
    if len(sizes) == 1:
        return f"{who}; {counted(sizes[0], 'playout')} a cell, {integer(total)} in all."
    return f"{who}; {integer(sizes[0])} to {integer(sizes[-1])} playouts a cell, {integer(total)} in all."


def always(samples: Iterable[Sample]) -> bool:
    """Whether the interval of a win rate must hold whenever one stops."""
    return any(sample.always for sample in samples)


def whiskers_told(samples: Iterable[Sample]) -> str:
    """Return what the whiskers of win rates are, in a sentence."""
    return ALWAYS if always(samples) else WILSON


def rate_of(game: Game, samples: Sequence[Sample]) -> tuple[float, float, float]:
    """Return the win rate of samples taken together, with its interval: time-uniform where wins decide how many."""
    wins, n = sum(wins_in(game, s.counts) for s in samples), sum(s.playouts for s in samples)
    rate, low, high = (estimates.always if always(samples) else estimates.wilson)(wins, n)
    return float(rate), float(low), float(high)


def extremes(game: Game, part: Part) -> str:
    """Return the lowest and the highest win rate of a part, in words."""
    if len(part.blocks) == 1:
        return range_told(game, part.blocks[0])
    return " ".join(f"{block.label}: {range_told(game, block)}" for block in part.blocks)


def range_told(game: Game, block: Block) -> str:
    """Return the lowest and the highest win rate of a block, in words."""
    rates = sorted(((rate_of(game, [sample]), sample) for sample in block.samples), key=lambda pair: pair[0][0])
    named = [f"{percent(rate[0])} ({interval(*rate)})" for rate, _ in rates]
    if len(named) == 1:
        return f"Win rate {named[0]}."
    if rates[0][0] == rates[-1][0]:
        return f"Win rate {named[0]} in every cell."
    low, high = (f"{named[end]} at {label_on(rates[end][1], block.layout.axes)}" for end in (0, -1))
    return f"Lowest win rate {low}; highest {high}."


def from_zero(axis: Any, beyond_one: bool = False) -> None:
    """Begin a shared axis just left of 0, so that a dot at 0 is whole; it ends at 1, unless it is no axis of rates."""
    top = max(axis.get_xlim()[1], 0.01)
    top = top if beyond_one else min(top, 1.03)
    axis.set_xlim(-0.025 * top, top)


def dodge(k: int, n: int) -> float:
    """Return where series k of n stands within its row."""
    return 0.0 if n == 1 else (k / (n - 1) - 0.5) * min(0.64, 0.2 * n)


def whiskers(
    axis: Any, rates: Any, places: Any, k: int = 0, size: float = 5.5, colour: str = "", *, hollow: bool = False
) -> Any:
    """Draw dots with horizontal intervals; `rates`: (rate, low, high), shape (3, n). Mark and colour go by `k`."""
    rate, low, high = rates
    errors = np.abs(np.vstack([rate - low, high - rate]))
    colour, mark = colour or style.SERIES[k % len(style.SERIES)], style.MARKS[k % len(style.MARKS)]
    look = {"mfc": style.PAPER, "mec": colour, "mew": 1.5} if hollow else {"mec": style.PAPER, "mew": 0.5}
    return axis.errorbar(rate, places, xerr=errors, fmt=mark, color=colour, ms=size, elinewidth=1.7, **look, **WHOLE)


def finish_rows(axis: Any, rows: Sequence[str], title: str) -> None:
    """Label rows from the top down, with bands between them."""
    axis.set_yticks(range(len(rows)), rows if any(rows) else [""] * len(rows))
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.grid(visible=False, axis="y")
    for place in range(1, len(rows)):
        axis.axhline(place - 0.5, color=style.GRID, linewidth=0.7)
    axis.set_title(title)


def whole_ticks(axis: Any) -> None:
    """Put ticks on whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.xaxis.set_major_locator(MaxNLocator(8, integer=True, steps=[1, 2, 5, 10]))
