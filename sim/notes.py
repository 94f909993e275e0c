"""What a policy that thinks long has noted of its choices: by it a trace tells a playout without thinking anew.

A trace is plain Python. Compiled, the same playout takes a moment: a second process, whose JIT is on, plays it first.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.mixes import read

if TYPE_CHECKING:
    from sim.game import Cell, Game
    from sim.store import Run


def takes_notes(game: Game, cell: Cell) -> bool:
    """Whether somebody at the table of a cell thinks long."""
    return not set(game.thinkers).isdisjoint(read(cell.policy, game).policies)


def notes_of(run: Run, wanted: Sequence[tuple[int, int]]) -> list[str]:
    """Return the notes of playouts, each given by its cell and its index."""
    request = json.dumps([str(run.path), *wanted])
    answer = subprocess.run(
        [sys.executable, "-m", "sim.notes", request],
        env={**os.environ, "SIM_JIT": "on"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    notes: list[str] = json.loads(answer.stdout)
    return notes


def main() -> None:
    """Print the notes that the request on the command line names: a JSON list of folder and (cell, index) pairs."""
    from sim.progress import line
    from sim.store import open_run
    from sim.warmup import warm_up

    path, *wanted = json.loads(sys.argv[1])
    run = open_run(path)
    cells = [run.cells[cell].cell for cell, _ in wanted]
    try:
        warm_up(run.game, [cell.policy for cell in cells], line, threading.Event())
        notes = [
            run.game.notes(cell, run.parameters(cell), run.content, run.experiment.seed, index)
            for cell, (_, index) in zip(cells, wanted, strict=True)
        ]
    except KeyboardInterrupt:
        sys.exit(130)  # the process that asked says so
    sys.stdout.write(json.dumps(notes))


if __name__ == "__main__":
    main()
