"""Playouts of a run told again, line by line, and checked against the rows that the batch stored.

A playout is traced with the JIT off, by the same source as the batch. In a process whose JIT is on, that happens in a
second process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.errors import UserError
from sim.kernel import JIT
from sim.notes import notes_of, takes_notes
from sim.progress import counted

if TYPE_CHECKING:
    from sim.find import Found
    from sim.store import Run

    Line = Mapping[str, Any]


class TraceMismatchError(RuntimeError):
    """A traced playout ended otherwise than the stored row says: a fault of this program, never of its user."""


def pick(run: Run, cell: int, index: int, count: int = 1) -> list[Found]:
    """Return `count` playouts of a cell from `index` on. Raises `UserError` where there is no such cell or playout."""
    from sim.find import Found

    check_cell(run, cell)
    stored = run.cells[cell]
    if index < 0 or count < 1 or index + count > stored.playouts:
        last = index + max(count, 1) - 1
        asked = f"playout {index}" if count == 1 else f"playouts {index} to {last}"
        raise UserError(f"--index: {asked}: cell {cell} has {counted(stored.playouts, 'playout')}, numbered from 0")
    return [Found(stored.cell, k, row) for k, row in enumerate(stored_rows(run, cell, index, count), index)]


def check_cell(run: Run, cell: int) -> None:
    """Raise `UserError` unless the run has a cell of this number."""
    if not 0 <= cell < len(run.cells):
        raise UserError(f"--cell {cell}: {run.path} has cells 0 to {len(run.cells) - 1}")


def stored_rows(run: Run, cell: int, first: int, n: int) -> Iterator[Any]:
    """Yield rows of a cell from playout `first` on; played again where the run kept none."""
    from sim.find import play_again
    from sim.parts import PART, read_part
    from sim.store import part_path

    stored, dtype = run.cells[cell], run.game.result_dtype()
    if run.experiment.rows != "all":
        yield from play_again(run, stored.cell, first, n)
        return
    for part in range(first // PART, (first + n - 1) // PART + 1):
        start = part * PART
        rows = read_part(part_path(run.path, cell, part), start, min(PART, stored.playouts - start), dtype)
        yield from rows[max(first - start, 0) : first + n - start]


def trace(run: Run, playouts: Sequence[Found]) -> Iterator[list[Line]]:
    """Yield each playout's trace: header, events, states, result. Raises `TraceMismatchError` if one ends otherwise."""
    for found, lines in zip(playouts, traces(run, playouts), strict=True):
        check_result(run, found, lines[-1])
        yield lines


def traces(run: Run, playouts: Sequence[Found]) -> Iterator[list[Line]]:
    """Yield each playout's trace, unchecked."""
    wanted = [(found.cell.index, found.index) for found in playouts]
    if JIT:
        yield from traced_elsewhere(run, wanted)
        return
    noted = [pair for pair in wanted if takes_notes(run.game, run.cells[pair[0]].cell)]
    notes = dict(zip(noted, notes_of(run, noted) if noted else (), strict=True))
    for cell_index, index in wanted:
        cell = run.cells[cell_index].cell
        which = (cell, run.parameters(cell), run.content, run.experiment.seed, index)
        told = notes.get((cell_index, index))
        yield list(run.game.trace(*which) if told is None else run.game.retell(told, *which))


def traced_elsewhere(run: Run, wanted: Sequence[tuple[int, int]]) -> Iterator[list[Line]]:
    """Yield traces made by a second process, in which the JIT is off."""
    request = json.dumps([str(run.path), *wanted])
    with subprocess.Popen(
        [sys.executable, "-m", "sim.trace", request],
        env={**os.environ, "SIM_JIT": "off"},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        lines: list[Line] = []
        for text in process.stdout:
            lines.append(json.loads(text))
            if lines[-1]["type"] == "result":
                yield lines
                lines = []
    if process.returncode:
        raise RuntimeError(f"the process that traces ended with code {process.returncode}")


def check_result(run: Run, found: Found, result: Line) -> None:
    """Compare a trace's last line with a stored row, column by column; a trace has a column as stored or in words."""
    import numpy as np

    row = {name: found.row[name].item() for name in found.row.dtype.names}
    words = run.game.decode(np.array([found.row], found.row.dtype), run.content)
    allowed = {name: (words.get(name, [value])[0], value) for name, value in row.items()}
    differing = [
        f"{name}: stored {known[0]}, traced {result.get(name)}"
        for name, known in allowed.items()
        if name not in result or result[name] not in known
    ]
    if not differing:
        return
    where = f"cell {found.cell.index}, playout {found.index}"
    if not run.source_matches:
        raise UserError(
            f"{run.path}: {where} now ends otherwise ({'; '.join(differing)}): the rules have changed since the run; "
            "run again into another folder"
        )
    raise TraceMismatchError(f"{where}: the trace does not end as the batch's row: {'; '.join(differing)}")


def main() -> None:
    """Print the traces that the request on the command line names: a JSON list of folder and (cell, index) pairs."""
    from sim.find import Found
    from sim.store import open_run

    path, *wanted = json.loads(sys.argv[1])
    run = open_run(path)
    try:
        for lines in traces(run, [Found(run.cells[cell].cell, index, None) for cell, index in wanted]):
            for line in lines:
                sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # whoever asked has stopped listening: its own reader has gone (`| head`)
        os._exit(0)  # without the flush at exit, which would fail again


if __name__ == "__main__":
    main()
