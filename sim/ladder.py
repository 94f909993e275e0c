"""The skill ladder: the same seeds played by one policy after the other, each compared with the one below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from sim import pairs
from sim.bench import playouts_per_second
from sim.errors import UserError
from sim.pairs import WORSE, Comparison, compared, same_table
from sim.results import win_document

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Game
    from sim.store import Run, StoredCell

TRIAL_SECONDS: Final = 0.1  # of each cell, for its speed


@dataclass(frozen=True)
class Step:
    """A cell on its rung, counted from 0, and what it gains on the rung below; the lowest rung gains on nothing."""

    stored: StoredCell
    rung: int
    gain: Comparison | None


def check(prepared: Prepared) -> None:
    """Raise `UserError` unless an experiment can be a ladder: two policies or more, and playouts to pair."""
    if len(prepared.experiment.policy) < 2:
        raise UserError("--policy: a ladder has at least two policies, the weakest first")
    pairs.check(prepared, yardsticks=True)


def steps(run: Run) -> list[Step]:
    """Return every cell of a run on its rung, in the order of the run. Raises `UserError` if it kept no rows.

    A cell is compared with the next rung below that is there: a policy may be played in some cells only.
    """
    rungs = {policy: rung for rung, policy in enumerate(run.experiment.policy)}
    tables: dict[str, list[tuple[int, int]]] = {}
    for stored in run.cells:
        tables.setdefault(same_table(stored.cell), []).append((rungs[stored.cell.policy], stored.cell.index))
    climbs = [pairwise(sorted(cells)) for cells in tables.values()]
    whom = sorted(((base, cell) for climb in climbs for (_, base), (_, cell) in climb), key=itemgetter(1))
    gains = {comparison.cell: comparison for comparison in compared(run, whom)}
    return [Step(stored, rungs[stored.cell.policy], gains.get(stored.cell.index)) for stored in run.cells]


def step_document(game: Game, step: Step) -> dict[str, Any]:
    """Return a cell on its rung as JSON values."""
    return {
        **win_document(game, step.stored, step.stored.counts),
        "signature": step.stored.signature,
        "rung": step.rung,
        "gain": step.gain and step.gain.document(WORSE),
    }


def speeds(prepared: Prepared) -> Mapping[int, float]:
    """Return the playouts a second of every cell, by number, on one thread, warm; a short trial each."""
    return {
        cell.index: playouts_per_second(prepared.game, cell, prepared.rules(cell), TRIAL_SECONDS)
        for cell in prepared.cells
    }
