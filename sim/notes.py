"""What a policy that thinks long has noted of its choices: by it a trace tells a playout without thinking anew.

A trace is plain Python. Compiled, the same playout takes a moment: a second process, whose JIT is on, plays it first.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.elsewhere import answer, ask
from sim.mixes import read

if TYPE_CHECKING:
    from sim.game import Cell, Game
    from sim.store import Run


def takes_notes(game: Game, cell: Cell) -> bool:
    """Whether somebody at the table of a cell thinks long."""
    return not set(game.thinkers).isdisjoint(read(cell.policy, game).policies)


def notes_of(run: Run, wanted: Sequence[tuple[int, int]]) -> list[str]:
    """Return the notes of playouts, each given by its cell and its index."""
    notes: list[str] = ask("sim.notes", str(run.path), *wanted)
    return notes


def noted_here(path: str, *wanted: Sequence[int]) -> list[str]:
    """Answer `notes_of`."""
    from sim.progress import line
    from sim.store import open_run
    from sim.warmup import warm_up

    run = open_run(path)
    cells = [run.cells[cell].cell for cell, _ in wanted]
    warm_up(run.game, cells, line, threading.Event())
    return [
        run.game.notes(cell, run.parameters(cell), run.content, run.experiment.seed, index)
        for cell, (_, index) in zip(cells, wanted, strict=True)
    ]


if __name__ == "__main__":
    answer(noted_here)
