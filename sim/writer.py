"""Writing a run's folder: make it or take it up again, add blocks in order, keep what is finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import UserError
from sim.files import TEMPORARY, check_own, locked, make_folder, read_json, write_bytes, write_json
from sim.parts import PART, WORD, encode_part, read_part
from sim.store import (
    MANIFEST,
    SCHEMA,
    StoredCell,
    build_manifest,
    cell_folder,
    counts_to_json,
    open_run,
    part_path,
    state_path,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.config import Prepared
    from sim.game import Cell

    Records = npt.NDArray[Any]


EXTENDS = ("playouts", "precision", "max_playouts")  # what may differ from the run in a folder, if it asks for more
ASK = "; ask for"  # what to do instead, in a fault


class CellWriter:
    """One cell's finished playouts: always the first `playouts` of the cell, without a gap."""

    def __init__(self, path: Path | None, cell: Cell, prepared: Prepared, stored: StoredCell | None = None) -> None:
        import numpy as np

        self.path = path  # None: kept in memory only
        self.cell = cell
        self.keeps_rows = path is not None and prepared.experiment.rows == "all"
        self.dtype = prepared.game.result_dtype()
        self.counts = np.zeros(1, prepared.game.counts_dtype())
        self.playouts = 0
        self.total = 0  # the signature as a number
        self.saved = 0  # playouts of the last checkpoint
        self.part: Records | None = None  # the rows of the file under way
        if stored is not None:
            self.counts[0] = stored.counts
            self.playouts = self.saved = stored.playouts
            self.total = int(stored.signature, 16)

    @property
    def signature(self) -> str:
        """The cell's signature so far: 16 hex digits."""
        return f"{self.total:016x}"

    def append(self, rows: Records, counts: Records, signature: int) -> None:
        """Add the next block: rows of shape (n,), its counts of shape (1,), its signature."""
        import numpy as np

        if self.keeps_rows:
            self._keep(rows)
        whole, block = self.counts.view(np.int64), counts.view(np.int64)
        whole += block
        self.total = (self.total + signature) % WORD
        self.playouts += len(rows)

    def checkpoint(self) -> None:
        """Write what is finished, rows before the state that counts them."""
        if self.path is None or self.saved == self.playouts:
            return
        if self.keeps_rows and self.playouts % PART:
            self._write_part(self.playouts // PART, self.playouts % PART)
        write_state(self.path, self)
        self.saved = self.playouts

    def close(self) -> None:
        """Write what is finished and let go of the rows in memory."""
        self.checkpoint()
        self.part = None

    def _keep(self, rows: Records) -> None:
        done = self.playouts
        while len(rows):
            part = self._part(done)
            filled = done % PART
            n = min(len(rows), PART - filled)
            part[filled : filled + n] = rows[:n]
            rows, done = rows[n:], done + n
            if done % PART == 0:
                self._write_part(done // PART - 1, PART)

    def _part(self, done: int) -> Records:
        import numpy as np

        if self.part is None:
            self.part = np.zeros(PART, self.dtype)
            assert self.path is not None
            if filled := done % PART:
                file = part_path(self.path, self.cell.index, done // PART)
                self.part[:filled] = read_part(file, done - filled, filled, self.dtype)
        return self.part

    def _write_part(self, number: int, n: int) -> None:
        assert self.part is not None
        assert self.path is not None
        write_bytes(part_path(self.path, self.cell.index, number), encode_part(self.part[:n]))


def write_state(path: Path, writer: CellWriter, *, flush: bool = True) -> None:
    """Write a cell's state."""
    document = {
        "schema": SCHEMA,
        "cell": writer.cell.index,
        "playouts": writer.playouts,
        "signature": writer.signature,
        "counts": counts_to_json(writer.counts),
    }
    write_json(state_path(path, writer.cell.index), document, flush=flush)


@contextmanager
def writing(path: Path, prepared: Prepared) -> Iterator[list[CellWriter]]:
    """Hold a run's folder and hand out its cells: new ones, or those of the same experiment so far.

    Raises `UserError` where the folder holds another experiment, other rules, damage or somebody else's files.
    """
    make_folder(path)
    with locked(path):
        if (path / MANIFEST).exists():
            yield take_up(path, prepared)
        else:
            yield begin(path, prepared)


def begin(path: Path, prepared: Prepared) -> list[CellWriter]:
    """Lay out a new run; the manifest comes last, so that a folder with one is whole."""
    check_own(path, (".lock", "cells", MANIFEST + TEMPORARY), "run")
    for state in (path / "cells").glob("*/state.json"):
        if read_json(state, SCHEMA).get("playouts"):
            raise UserError(f"{path / MANIFEST}: is missing, though cells were played; nothing was changed")
    writers = [CellWriter(path, cell, prepared) for cell in prepared.cells]
    for writer in writers:
        make_folder(cell_folder(path, writer.cell.index))
        write_state(path, writer, flush=False)
    write_json(path / MANIFEST, build_manifest(prepared), indent=2)
    return writers


def take_up(path: Path, prepared: Prepared) -> list[CellWriter]:
    """Go on with a run that is there."""
    file = path / MANIFEST
    manifest = read_json(file, SCHEMA)
    game = (manifest.get("config") or {}).get("game")
    if game != prepared.game.name:
        raise UserError(f"{file}: is a run of {game}, not of {prepared.game.name}; use another folder")
    if manifest.get("source_hash") != prepared.game.source_hash:
        hashes = f"source {manifest.get('source_hash')}, now {prepared.game.source_hash}"
        raise UserError(f"{file}: the rules changed since this run ({hashes}); use another folder")
    asked = build_manifest(prepared)
    faults = [*differences(manifest.get("config"), asked["config"]), *fewer(manifest.get("config"), asked["config"])]
    if faults:
        raise UserError(*(f"{file}: {fault}{', or' if ASK in fault else ';'} use another folder" for fault in faults))
    run = open_run(path)
    for leftover in path.glob(f"cells/*/*{TEMPORARY}"):
        leftover.unlink()
    if any(asked["config"].get(key) != manifest["config"].get(key) for key in EXTENDS):
        write_json(file, {**manifest, "config": asked["config"]}, indent=2)
    return [CellWriter(path, stored.cell, prepared, stored) for stored in run.cells]


def fewer(there: Any, asked: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each policy of which an experiment asks for fewer playouts than the one in the folder.

    One that is played to a precision may ask for a narrower one, or allow more playouts; the two kinds do not mix.
    """
    had, wanted = (config.get("precision") if isinstance(config, Mapping) else None for config in (there, asked))
    if (had is None) != (wanted is None):
        kinds = ["a number of playouts" if value is None else "a precision" for value in (wanted, had)]
        yield f"precision: {kinds[0]} asked for, but this run is played to {kinds[1]}"
    elif isinstance(had, float) and isinstance(wanted, float):
        if wanted > had:
            yield f"precision: {wanted} asked for, but this run has {had}{ASK} one at least as narrow"
        if isinstance(most := there.get("max_playouts"), int) and asked["max_playouts"] < most:
            yield f"max_playouts: {asked['max_playouts']} asked for, but this run has {most}{ASK} at least as many"
        return
    before, now = (config.get("playouts") if isinstance(config, Mapping) else None for config in (there, asked))
    for policy in asked["policy"] if isinstance(before, dict) or isinstance(now, dict) else [""]:
        had, wanted = (table.get(policy) if isinstance(table, dict) else table for table in (before, now))
        if isinstance(had, int) and isinstance(wanted, int) and had > wanted:
            key = f"playouts.{policy}" if policy else "playouts"
            yield f"{key}: {wanted} asked for, but this run has {had}{ASK} at least as many"


def differences(there: Any, asked: Any, key: str = "") -> Iterator[str]:
    """Yield a line for every key in which an experiment differs from that in the folder, those of `EXTENDS` apart."""
    if key in EXTENDS:
        return
    if isinstance(there, Mapping) and isinstance(asked, Mapping):
        for name in {**there, **asked}:
            yield from differences(there.get(name), asked.get(name), f"{key}.{name}" if key else str(name))
    elif there != asked:
        wish, found = ("the default" if value is None else repr(value) for value in (asked, there))
        yield f"{key or 'config'}: {wish} asked for, but this run has {found}"
