"""A run's folder: what is in it, how it is read and how it is written.

    DIR/manifest.json           the effective experiment, versions, hashes, assumptions and the list of cells
    DIR/cells/000/state.json    playouts done, signature, exact counts
    DIR/cells/000/rows-00000.parquet   one row a playout (rows = "all"), 65,536 playouts a file

For readers:

    run = open_run(path)              # UserError naming the file if anything is damaged
    run.manifest                      # the manifest as a dict
    run.game, run.experiment          # sim.game.Game, sim.config.Experiment
    run.content                       # the game's content, as the run played it
    run.cells                         # list of StoredCell: .cell (sim.game.Cell), .playouts, .signature, .counts
    run.parameters(cell)              # the game's parameters model for a Cell (sweep included)
    run.rows(cell_index)              # iterator of structured arrays of game.result_dtype(), in playout order
    run.complete                      # every cell has all its playouts
    run.source_matches                # the rules' sources are still those that played the run

No clock time and no path of a machine is stored: equal runs have equal files.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import UserError
from sim.files import read_json
from sim.kernel import source_hash

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from pydantic import BaseModel

    from sim.config import Experiment, Prepared
    from sim.game import Cell, Game

    Records = npt.NDArray[Any]

SCHEMA = 1
PART = 65_536  # playouts a Parquet file
WORD = 1 << 64


@dataclass(frozen=True)
class StoredCell:
    """A cell as far as it was played. `counts` is one record of `game.counts_dtype()`."""

    cell: Cell
    playouts: int
    signature: str  # 16 hex digits
    counts: Any


@dataclass(frozen=True)
class Run:
    """A run's folder, opened for reading."""

    path: Path
    manifest: Mapping[str, Any]
    prepared: Prepared
    cells: list[StoredCell]

    @property
    def game(self) -> Game:
        """The game played."""
        return self.prepared.game

    @property
    def experiment(self) -> Experiment:
        """The effective experiment."""
        return self.prepared.experiment

    @property
    def content(self) -> Any:
        """The game's content, with the run's own tables merged in."""
        return self.prepared.content

    @property
    def complete(self) -> bool:
        """Whether every cell has all its playouts."""
        return all(stored.playouts >= self.experiment.playouts for stored in self.cells)

    @property
    def source_matches(self) -> bool:
        """Whether the sources that decide a playout's bits are still those that played the run."""
        return bool(self.manifest["source_hash"] == source_hash())

    def parameters(self, cell: Cell) -> BaseModel:
        """Return the parameters that a cell was played with, its sweep included."""
        return self.prepared.parameters(cell)

    def rows(self, cell_index: int) -> Iterator[Records]:
        """Yield a cell's rows in playout order, at most `PART` at a time. Raises `UserError` if the run kept none."""
        if self.experiment.rows != "all":
            raise UserError(f"{self.path}: holds no rows (it was run with rows = \"none\"); run again with --rows all")
        dtype, done = self.game.result_dtype(), self.cells[cell_index].playouts
        for part in range(n_parts(done)):
            yield read_part(part_path(self.path, cell_index, part), min(PART, done - part * PART), dtype)
