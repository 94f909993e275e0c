"""What a run will take in time and disk, from a short trial of it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sim.errors import UserError
from sim.precision import needed
from sim.progress import counted

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.writer import CellWriter

TRIAL_CELLS: Final = 6
TRIAL_PLAYOUTS: Final = 512
FEWEST: Final = 64  # playouts that tell how well rows compress
TRIAL_SECONDS: Final = 0.6  # for all cells tried
WORTH_SAYING: Final = 5.0  # seconds: below, a run is over before its estimate is read
STATE_BYTES: Final = 50_000  # a cell's state file


@dataclass(frozen=True)
class Estimate:
    """What is still to do: playouts, seconds, bytes on disk."""

    playouts: int
    cells: int
    seconds: float
    disk: int

    def __str__(self) -> str:
        what = f"{counted(self.playouts, 'playout')} in {counted(self.cells, 'cell')}"
        return f"{what}: about {duration(self.seconds)} and {_size(self.disk)} of disk"


def estimate(prepared: Prepared, writers: Sequence[CellWriter], threads: int) -> Estimate:
    """Try a few playouts of a few cells of each policy that are not finished, and scale up."""
    by_policy: dict[str, list[CellWriter]] = {}
    for writer in writers:
        if writer.playouts < most(prepared, writer):
            by_policy.setdefault(writer.cell.policy, []).append(writer)
    tries = max(1, TRIAL_CELLS // max(1, len(by_policy)))
    playouts, seconds, disk = 0, 0.0, 0.0
    for todo in by_policy.values():
        left = sum(most(prepared, writer) - writer.playouts for writer in todo)
        tried = todo[:: max(1, len(todo) // tries)][:tries]
        found = [tried_out(prepared, writer, TRIAL_SECONDS / (len(tried) * len(by_policy))) for writer in tried]
        playouts += left
        seconds += left * sum(spent for spent, _ in found) / len(tried)
        disk += left * sum(size for _, size in found) / len(tried) if prepared.experiment.rows == "all" else 0
    cells = sum(map(len, by_policy.values()))
    return Estimate(playouts, cells, seconds / threads, int(disk) + STATE_BYTES * cells)


def most(prepared: Prepared, writer: CellWriter) -> int:
    """Return how many playouts a cell will have, at most where it stops by itself."""
    precision, limit = prepared.experiment.precision, prepared.playouts(writer.cell)
    return limit if precision is None else min(limit, needed(precision))


def tried_out(prepared: Prepared, writer: CellWriter, budget: float) -> tuple[float, float]:
    """Return seconds and stored bytes a playout."""
    from sim.batch import Scratch, play_block
    from sim.parts import encode_part

    scratch, rules = Scratch(prepared.game), prepared.rules(writer.cell)
    begun, n = time.perf_counter(), 1
    while True:
        block = play_block(prepared.game, scratch, writer, rules, 0, n)
        if n >= TRIAL_PLAYOUTS or time.perf_counter() - begun > budget / 4:
            break
        n *= 4
    if n < FEWEST:
        return block.seconds / n, block.rows.itemsize
    # The slope, so that what every file has once does not count for each row.
    half = block.rows[: n // 2]
    size = (len(encode_part(block.rows)) - len(encode_part(half))) / (n - len(half))
    return block.seconds / n, max(size, 1.0)


def check_disk(path: Path, needed: int) -> None:
    """Raise `UserError` if the disk that holds `path` has too little room left."""
    free = shutil.disk_usage(path).free
    if needed > free:
        sizes = f"{_size(needed)} of rows would be written and {_size(free)} are free"
        raise UserError(f"{path}: {sizes}; ask for fewer --playouts, or sim run --rows none")


def duration(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _size(n: int) -> str:
    size = float(n)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
