"""Does the gate keep its promises? Checks of a game that did not change, and of one that did, a thousand times each.

A *re-keyed* game has the same rules and other random streams: its playouts are fresh draws of the same chances, and no
pair shares its luck, which is the hardest case. The chances are those of a pool of real playouts. A playout drawn from
the pool with replacement is won with the pool's own win rate, independently of all others; so what a look sees is drawn
as numbers of flips, not playout by playout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.baseline import FIRST
from sim.progress import title
from sim.sequences import rate_sequence
from sim.stats import wilson
from sim.verdicts import MOVED, UNCHANGED, UNDECIDED, Family, Flips, Gate, looks

if TYPE_CHECKING:
    import numpy as np

SCHEMA: Final = 1
SEED: Final = 20_261
SERIES: Final = 1_000  # checks of each kind
PAIRS: Final = 200_000  # that a check can have of a cell, where they are plenty
SHIFTS: Final = (0.0, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03)  # planted in one cell, in 0..1
PRECISION: Final = 0.01  # at which `sim run --precision` stops here
LOOKED: Final = (1_000, 100)  # playouts between looks, and looks, of somebody who stops when it pleases
FIXED: Final = (1_000, 10_000)  # playouts of the fixed runs whose Wilson intervals are tried


@dataclass(frozen=True)
class Pool:
    """Real playouts of a cell."""

    title: str
    wins: int
    playouts: int

    @property
    def rate(self) -> float:
        """Their win rate, which is the truth of this study."""
        return self.wins / self.playouts


def pools_of(config: Path, playouts: int, threads: int | None = None) -> list[Pool]:
    """Play the pool: every cell of an experiment."""
    from sim.config import load
    from sim.experiment import execute

    prepared = load(config, {"playouts": playouts, "rows": "none"})
    outcome = execute(prepared, None, threads=threads)
    cells = zip(prepared.cells, outcome.cells, strict=True)
    return [Pool(title(cell), result["wins"], result["playouts"]) for cell, result in cells]


# -- the gate --------------------------------------------------------------------------------------------------------


def checks(pools: Sequence[Pool], shift: float, most: int, series: int, rng: np.random.Generator) -> dict[str, Any]:
    """Check a re-keyed game, in whose first cell the win rate is higher by `shift`, so many times.

    A check can have `most` pairs of a cell. Returns how often the planted cell was called what and how many pairs it
    took, how often any other was called moved, and how often another was decided at all.
    """
    found, alarms, decided, pairs = dict.fromkeys((UNCHANGED, MOVED, UNDECIDED), 0), 0, 0, []
    for _ in range(series):
        verdicts, taken = one_check(pools, [shift] + [0.0] * (len(pools) - 1), most, rng)
        found[verdicts[0]] += 1
        alarms += MOVED in verdicts[1:]
        decided += sum(verdict != UNDECIDED for verdict in verdicts[1:])
        pairs.append(taken)
    return {
        "shift": shift,
        "series": series,
        "planted": found,
        "alarms": alarms,
        "others_decided": decided,
        "median_pairs": sorted(pairs)[len(pairs) // 2],
    }


def edge_checks(pools: Sequence[Pool], most: int, series: int, rng: np.random.Generator) -> dict[str, Any]:
    """Check a re-keyed game whose every cell lies at the margin, so many times: the hardest that is not yet moved.

    Returns how often any cell was called moved, and how often any was called unchanged.
    """
    verdicts = [one_check(pools, [Gate().margin] * len(pools), most, rng)[0] for _ in range(series)]
    counts = {verdict: sum(verdict in found for found in verdicts) for verdict in (MOVED, UNCHANGED)}
    return {"series": series, "cells": len(pools), **counts}


def one_check(
    pools: Sequence[Pool], shifts: Sequence[float], most: int, rng: np.random.Generator
) -> tuple[list[str], int]:
    """Return the verdicts of one check, look after look until all is decided, and the pairs of the first cell.

    Each cell's win rate is higher by its shift.
    """
    import numpy as np

    before = np.array([pool.rate for pool in pools])
    after = before + shifts
    chances = np.stack([after * (1 - before), before * (1 - after)], axis=1)
    chances = np.concatenate([chances, 1 - chances.sum(axis=1, keepdims=True)], axis=1)
    family, counts = Family(Gate(), len(pools)), np.zeros((len(pools), 3), int)
    verdicts = [UNDECIDED] * len(pools)
    done = 0
    for n in looks(most, FIRST):
        due = [index for index, verdict in enumerate(verdicts) if verdict == UNDECIDED]
        if not due:
            break
        counts[due] += rng.multinomial(n - done, chances[due])
        done = n
        verdicts = family.look([Flips(int(up), int(down), int(up + down + rest)) for up, down, rest in counts])
    return verdicts, int(counts[0].sum())


# -- intervals -------------------------------------------------------------------------------------------------------


def stopped_coverage(pools: Sequence[Pool], series: int, rng: np.random.Generator) -> dict[str, Any]:
    """Play each cell to a precision so many times; return how often the interval at that moment holds the truth.

    `ever` counts series whose interval held it at every look up to there, the stricter promise; `wilson` what ordinary
    intervals would have done at every look.
    """
    import numpy as np

    at_stop = ever = fixed = 0
    for pool in pools:
        wins, running = np.zeros(series, int), np.ones(series, bool)
        held, always, ordinary = (np.ones(series, bool) for _ in range(3))
        done = 0
        for n in looks(PAIRS):
            wins = np.where(running, wins + rng.binomial(n - done, pool.rate, series), wins)
            done = n
            low, high = rate_sequence(wins, n)
            inside = (low <= pool.rate) & (pool.rate <= high)
            low_fixed, high_fixed = wilson(wins, n)
            always &= inside | ~running
            ordinary &= ((low_fixed <= pool.rate) & (pool.rate <= high_fixed)) | ~running
            stops = running & ((high - low) / 2 <= PRECISION)
            held = np.where(stops, inside, held)
            running &= ~stops
            if not running.any():
                break
        at_stop += int(held.sum())
        ever += int(always.sum())
        fixed += int(ordinary.sum())
    n = series * len(pools)
    counts = {"at_stop": at_stop, "at_every_look": ever, "wilson_at_every_look": fixed}
    return {"precision": PRECISION, "series": n, **counts}


def fixed_coverage(pools: Sequence[Pool], playouts: int, series: int, rng: np.random.Generator) -> dict[str, Any]:
    """Return how often Wilson's interval of a fixed number of playouts holds the truth."""
    held = 0
    for pool in pools:
        low, high = wilson(rng.binomial(playouts, pool.rate, series), playouts)
        held += int(((low <= pool.rate) & (pool.rate <= high)).sum())
    return {"playouts": playouts, "series": series * len(pools), "held": held}


def looked_coverage(pools: Sequence[Pool], series: int, rng: np.random.Generator) -> dict[str, Any]:
    """Return in how many series Wilson's interval held the truth at every one of many looks."""
    import numpy as np

    between, looked = LOOKED
    held = 0
    for pool in pools:
        wins = rng.binomial(between, pool.rate, (series, looked)).cumsum(axis=1)
        low, high = wilson(wins, between * np.arange(1, looked + 1))
        held += int(((low <= pool.rate) & (pool.rate <= high)).all(axis=1).sum())
    return {"between": between, "looks": looked, "series": series * len(pools), "held": held}


def study(pools: Sequence[Pool], shipped: int, series: int = SERIES, seed: int = SEED) -> dict[str, Any]:
    """Return everything as a JSON document; `shipped`: pairs that the project's own baseline has of a cell."""
    import numpy as np

    rng = np.random.Generator(np.random.PCG64(seed))
    gate = Gate()
    sizes = {"pairs": PAIRS, "shipped": shipped, "first": FIRST}
    return {
        "schema": SCHEMA,
        "kind": "study",
        "seed": seed,
        "gate": {"margin": gate.margin, "alpha": gate.alpha, "beta": gate.beta, **sizes},
        "pools": [{"title": pool.title, "playouts": pool.playouts, "win_rate": pool.rate} for pool in pools],
        "checks": [checks(pools, shift, PAIRS, series, rng) for shift in SHIFTS],
        "shipped": [checks(pools, shift, shipped, series, rng) for shift in SHIFTS],
        "edge": edge_checks(pools, PAIRS, series, rng),
        "stopped": stopped_coverage(pools, series, rng),
        "looked": looked_coverage(pools, series, rng),
        "fixed": [fixed_coverage(pools, playouts, series, rng) for playouts in FIXED],
    }
