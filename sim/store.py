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

import hashlib
import json
import operator
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, is_dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sim
from sim.errors import UserError
from sim.files import read_json
from sim.mixes import yardsticks
from sim.parts import PART, WORD, check_part, n_parts, read_part

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from pydantic import BaseModel

    from sim.config import Experiment, Prepared
    from sim.game import Cell, Game

    Records = npt.NDArray[Any]

SCHEMA = 1
MANIFEST = "manifest.json"
MANIFEST_KEYS: dict[str, type] = {
    **dict.fromkeys(("config", "versions", "assumptions"), dict),
    **dict.fromkeys(("source_hash", "rules_version", "content_hash"), str),
    **dict.fromkeys(("yardsticks", "cells"), list),
}


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
        from sim.precision import is_done

        return all(is_done(self.prepared, stored, stored.counts) for stored in self.cells)

    @property
    def source_matches(self) -> bool:
        """Whether the sources that decide a playout's bits are still those that played the run."""
        return bool(self.manifest["source_hash"] == self.game.source_hash)

    def parameters(self, cell: Cell) -> BaseModel:
        """Return the parameters that a cell was played with, its sweep included."""
        return self.prepared.parameters(cell)

    def rows(self, cell_index: int) -> Iterator[Records]:
        """Yield a cell's rows in playout order, at most `PART` at a time. Raises `UserError` if the run kept none."""
        if self.experiment.rows != "all":
            raise UserError(f'{self.path}: holds no rows (it was run with rows = "none"); run again with --rows all')
        dtype, done = self.game.result_dtype(), self.cells[cell_index].playouts
        for part in range(n_parts(done)):
            first = part * PART
            yield read_part(part_path(self.path, cell_index, part), first, min(PART, done - first), dtype)


def open_run(path: Path | str) -> Run:
    """Open a run's folder for reading. Raises `UserError` naming the file that is missing, damaged or out of date."""
    from sim.config import from_manifest

    path = Path(path)
    file = path / MANIFEST
    if not path.is_dir():
        raise UserError(f"{path}: no such folder")
    manifest = read_manifest(file)
    prepared = from_manifest(manifest, file)
    if manifest["content_hash"] != content_hash(prepared.content):
        raise UserError(f"{file}: the game's content changed since this run; run again into another folder")
    if manifest["cells"] != [describe(cell) for cell in prepared.cells]:
        raise UserError(f"{file}: the game's grid of cells changed since this run; run again into another folder")
    cells = [read_cell(path, cell, prepared) for cell in prepared.cells]
    return Run(path, manifest, prepared, cells)


def read_manifest(file: Path) -> dict[str, Any]:
    """Read a manifest and check that it has all that a reader looks for."""
    manifest = read_json(file, SCHEMA)
    for key, kind in MANIFEST_KEYS.items():
        if not isinstance(manifest.get(key), kind):
            raise UserError(f"{file}: is damaged: {key} is missing or of another kind")
    return manifest


def read_cell(path: Path, cell: Cell, prepared: Prepared) -> StoredCell:
    """Read one cell's state and check that its parts are there."""
    file = state_path(path, cell.index)
    state = read_json(file, SCHEMA)
    dtype = prepared.game.counts_dtype()
    try:
        counts = counts_from_json(state["counts"], dtype)
        done, signature = operator.index(state["playouts"]), f"{int(state['signature'], 16):016x}"
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UserError(f"{file}: its counts are not those of this version of the rules ({error})") from None
    if (state.get("cell"), signature) != (cell.index, state["signature"]):
        raise UserError(f"{file}: is damaged: it is not the state of cell {cell.index}")
    if int(counts["length_by_cause"].sum()) != done:
        raise UserError(f"{file}: is damaged: its counts do not add up to {done} playouts")
    if prepared.experiment.rows == "all":
        check_parts(path, StoredCell(cell, done, signature, counts), prepared.game.result_dtype())
    return StoredCell(cell, done, signature, counts)


def check_parts(path: Path, stored: StoredCell, dtype: np.dtype[Any]) -> None:
    """Check, without reading rows, that a cell's files are all there and that their signatures add up to the cell's."""
    index, done = stored.cell.index, stored.playouts
    signatures = [
        check_part(part_path(path, index, part), part * PART, min(PART, done - part * PART), dtype)
        for part in range(n_parts(done))
    ]
    whole = sum(signature for signature in signatures if signature is not None) % WORD
    if None not in signatures and whole != int(stored.signature, 16):
        raise UserError(f"{cell_folder(path, index)}: is damaged: its rows are not those of its signature")


# -- what a file holds -------------------------------------------------------------------------------------------


def cell_folder(path: Path, cell_index: int) -> Path:
    """Return the folder of one cell."""
    return path / "cells" / f"{cell_index:03d}"


def state_path(path: Path, cell_index: int) -> Path:
    """Return the file with a cell's playouts, signature and counts."""
    return cell_folder(path, cell_index) / "state.json"


def part_path(path: Path, cell_index: int, part: int) -> Path:
    """Return the file with a cell's rows from `part * PART` on."""
    return cell_folder(path, cell_index) / f"rows-{part:05d}.parquet"


def describe(cell: Cell) -> dict[str, Any]:
    """Return a cell as the manifest lists it."""
    entry = {"cell": cell.index, "axes": dict(cell.axes), "policy": cell.policy, "sweep": dict(cell.sweep)}
    return json.loads(json.dumps(entry))  # type: ignore[no-any-return]


def build_manifest(prepared: Prepared) -> dict[str, Any]:
    """Return everything that decides a run's results, and nothing else."""
    game = prepared.game
    return {
        "schema": SCHEMA,
        "config": prepared.experiment.identity(),
        "versions": {
            "sim": sim.__version__,
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
        },
        "source_hash": game.source_hash,
        "rules_version": game.rules_version,
        "content_hash": content_hash(prepared.content),
        "assumptions": game.assumptions(prepared.base_parameters, prepared.content),
        "yardsticks": yardsticks(game, prepared.experiment.policy),
        "cells": [describe(cell) for cell in prepared.cells],
    }


def content_hash(content: Any) -> str:
    """Return 16 hex digits over a game's content: pydantic models, dataclasses, mappings and lists of plain values."""
    text = json.dumps(content, sort_keys=True, default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"content of type {type(value).__name__} cannot be hashed")


def counts_to_json(counts: Records) -> dict[str, Any]:
    """Return one record of counts, shape (1,), as nested lists."""
    return {name: counts[name][0].tolist() for name in counts.dtype.names or ()}


def counts_from_json(document: Mapping[str, Any], dtype: np.dtype[Any]) -> Any:
    """Return the record that `counts_to_json` wrote. Raises `ValueError` where it does not fit `dtype`."""
    import numpy as np

    counts = np.zeros(1, dtype)
    if set(document) != set(dtype.names or ()):
        raise ValueError("other tables")
    for name in dtype.names or ():
        values = np.array(document[name], dtype=np.int64)
        if values.shape != counts[name][0].shape:
            raise ValueError(f"{name} has shape {values.shape}")
        if (values < 0).any():
            raise ValueError(f"{name} has a negative count")
        counts[name][0] = values
    return counts[0]
