"""A baseline: what balance numbers were, as a text that is reviewed and a small file that playouts are paired with.

    reports/baseline.json      the experiments as they were asked for, versions, counts and signatures of every cell
    reports/baseline.parquet   beside it: how each playout ended, a byte a playout before compression

What an experiment leaves out follows the game's defaults: a default that changes is seen as a change.
"""

from __future__ import annotations

import hashlib
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.files import json_bytes, read_json, write_together
from sim.game import Cell, discover
from sim.pairs import key_of, won_by
from sim.progress import title
from sim.sides import Outcomes
from sim.store import MANIFEST_KEYS, build_manifest
from sim.verdicts import FORESIGHT, Gate, pairs_if_rekeyed

if TYPE_CHECKING:
    import threading

    from sim.config import Prepared
    from sim.game import Game
    from sim.progress import Progress
    from sim.sides import Played

SCHEMA: Final = 1
KIND: Final = "baseline"
FIRST: Final = 5_000  # playouts that signatures are compared over
PLAYOUTS: Final = 20_000  # kept of each cell, unless the experiment says otherwise
SIDE: Final = ".parquet"


@dataclass(frozen=True)
class KeptCells:
    """A game's cells in a baseline, as a side to compare with. `causes`: how playouts ended, by number of cell."""

    title: str
    game: Game
    cells: Sequence[Cell]
    documents: Sequence[Mapping[str, Any]]
    causes: Sequence[Any]

    def most(self, index: int) -> int:
        """Return how many playouts were kept."""
        return len(self.causes[index])

    def lacking(self, _targets: Mapping[int, int]) -> int:
        """Nothing is played."""
        return 0

    def extend(self, targets: Mapping[int, int], progress: Progress, stop: threading.Event, threads: int) -> None:
        """Nothing is played."""

    def outcomes(self, index: int) -> Outcomes:
        """Return how the playouts ended; their lengths were not kept."""
        return Outcomes(self.causes[index], None)

    def signature(self, index: int, n: int) -> str | None:
        """Return the signature of the first playouts, if it is of so many."""
        document = self.documents[index]
        return str(document["signature"]) if document["signature_playouts"] == n else None


@dataclass(frozen=True)
class Baseline:
    """A baseline as it was read."""

    path: Path
    games: Mapping[str, Mapping[str, Any]]  # name -> entry of the text
    causes: Mapping[str, Sequence[Any]]  # name -> cell -> codes by the entry's own list of causes

    def side(self, name: str) -> KeptCells:
        """Return a game's cells. Raises `UserError` where the game is gone or can no longer end so."""
        games, entry = discover(), self.games[name]
        if name not in games:
            raise UserError(f"{self.path}: games.{name}: there is no such game any more; write a new baseline")
        game = games[name]
        if strange := [cause for cause in entry["causes"] if cause not in game.causes]:
            gone = f"no playout ends with {strange[0]} any more"
            raise UserError(f"{self.path}: games.{name}: {gone}; write a new baseline")
        codes = _codes([game.causes.index(cause) for cause in entry["causes"]])
        causes = [codes[own] for own in self.causes[name]]
        return KeptCells("baseline", game, cells_of(entry), entry["cells"], causes)


def _codes(codes: Sequence[int]) -> Any:
    import numpy as np

    return np.array(codes, np.uint8)


# -- writing -------------------------------------------------------------------------------------------------------


def entry_of(side: Played, signatures: Sequence[str]) -> dict[str, Any]:
    """Return a game's entry of the text, once every cell was played; `signatures` are those of the first playouts."""
    manifest = build_manifest(side.prepared)
    return {
        "config": {key: value for key, value in side.prepared.asked.items() if key not in ("threads", "rows")},
        "parameters": manifest["config"]["parameters"],
        **{name: manifest[name] for name in ("rules_version", "source_hash", "content_hash", "versions")},
        "causes": list(side.game.causes),
        "cells": [_cell_entry(side, cell, signature) for cell, signature in zip(side.cells, signatures, strict=True)],
    }


def _cell_entry(side: Played, cell: Cell, signature: str) -> dict[str, Any]:
    import numpy as np

    ends = side.outcomes(cell.index)
    assert ends.lengths is not None
    counts = np.bincount(ends.causes, minlength=len(side.game.causes))
    n = len(ends.causes)
    return {
        "axes": {name: list(value) if isinstance(value, tuple) else value for name, value in cell.axes.items()},
        "policy": cell.policy,
        "sweep": dict(cell.sweep),
        "playouts": n,
        "wins": int(won_by(side.game, ends.causes).sum()),
        "causes": {cause: int(counts[code]) for code, cause in enumerate(side.game.causes) if counts[code]},
        f"mean_{side.game.length}": round(float(ends.lengths.mean()), 4),
        "signature_playouts": min(n, FIRST),
        "signature": signature,
    }


def write(path: Path, sides: Sequence[Played], signatures: Sequence[Sequence[str]]) -> None:
    """Write a baseline of these games, in their order: the causes, and the text that names their hash."""
    side = encode([one.outcomes(cell.index).causes for one in sides for cell in one.cells])
    entries = {one.game.name: entry_of(one, found) for one, found in zip(sides, signatures, strict=True)}
    about = {"schema": SCHEMA, "kind": KIND, "games": entries}
    text = json_bytes({**about, "playouts_hash": hash_of(side)}, indent=1)
    write_together({side_path(path): side, path: text})


def rekeyed(sides: Sequence[Played], gate: Gate) -> dict[str, Any]:
    """Return what a check would take of these cells if every random number were another and nothing else: JSON values.

    `pairs`: those that the cell which needs most needs to be called unchanged; `short`: cells that keep fewer.
    """
    kept = [won_by(one.game, one.outcomes(cell.index).causes) for one in sides for cell in one.cells]
    needed = [pairs_if_rekeyed(float(own.mean()), gate) for own in kept]
    short = sum(n is None or n > len(own) for n, own in zip(needed, kept, strict=True))
    return {"margin": gate.margin, "beta": gate.beta, "pairs": max(n or FORESIGHT for n in needed), "short": short}


def side_path(path: Path) -> Path:
    """Return the file beside a baseline's text."""
    return path.with_suffix(SIDE)


def hash_of(data: bytes) -> str:
    """Return 16 hex digits over bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def encode(causes: Sequence[Any]) -> bytes:
    """Return how the playouts of all cells ended, one after the other, as the bytes of a Parquet file."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"cause": pa.array(np.concatenate(causes).astype(np.uint8))})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", compression_level=19, use_dictionary=False)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


# -- reading -------------------------------------------------------------------------------------------------------


def read(path: Path) -> Baseline:
    """Read a baseline. Raises `UserError` naming the file that is missing, cut, altered or of another schema."""
    document = read_json(path, SCHEMA)
    games = document.get("games")
    if document.get("kind") != KIND or not isinstance(games, dict) or not games:
        raise UserError(f"{path}: is no baseline; `sim baseline` writes one")
    for name, entry in games.items():
        _check_entry(path, name, entry)
    side = side_path(path)
    try:
        data = side.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{side}: is missing; it belongs to {path}") from None
    except OSError as error:
        raise UserError(f"{side}: cannot be read: {error.strerror or error}") from None
    if hash_of(data) != document.get("playouts_hash"):
        raise UserError(f"{side}: is damaged, or does not belong to {path}")
    return Baseline(path, games, dict(_causes(side, data, games)))


def _check_entry(path: Path, name: str, entry: Any) -> None:
    """Raise `UserError` unless an entry has what is read of it: whoever wrote it, its checksum fits."""
    expected: dict[str, Any] = {"config": dict, "parameters": dict, "versions": dict, "causes": list, "cells": list}
    expected |= {key: kind for key, kind in MANIFEST_KEYS.items() if kind is str}
    cell = {"axes": dict, "policy": str, "sweep": dict, "playouts": int, "signature": str, "signature_playouts": int}
    for key, kind in expected.items():
        if not isinstance(entry, dict) or not isinstance(entry.get(key), kind):
            raise UserError(f"{path}: is damaged: games.{name}.{key} is missing or of another kind")
    for index, found in enumerate(entry["cells"]):
        for key, kind in cell.items():
            if not isinstance(found, dict) or not isinstance(found.get(key), kind):
                raise UserError(f"{path}: is damaged: games.{name}.cells[{index}].{key} is missing or of another kind")
    keys = [key_of(cell) for cell in cells_of(entry)]
    if twice := [cell for cell in cells_of(entry) if keys.index(key_of(cell)) < cell.index]:
        raise UserError(f"{path}: is damaged: games.{name}.cells has {title(twice[0])} twice")


def cells_of(entry: Mapping[str, Any]) -> list[Cell]:
    """Return the cells of a game's entry."""
    return [Cell(n, cell["axes"], cell["policy"], cell["sweep"]) for n, cell in enumerate(entry["cells"])]


def _causes(path: Path, data: bytes, games: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield how the playouts of each game's cells ended."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # On one thread: a program that ends right after an error would leave others behind, and abort.
        column = pq.read_table(io.BytesIO(data), use_threads=False, pre_buffer=False).column("cause")
        if column.type != pa.uint8() or column.null_count:
            raise TypeError("not the numbers of causes")
        causes = column.to_numpy()
    except (KeyError, OSError, TypeError, ValueError, pa.ArrowException):
        raise UserError(f"{path}: is damaged: it does not hold how playouts ended") from None
    sizes = [cell["playouts"] for entry in games.values() for cell in entry["cells"]]
    if len(causes) != sum(sizes) or min(sizes, default=0) < 0:
        raise UserError(f"{path}: is damaged: it does not hold as many playouts as its text says")
    pieces = iter(np.split(causes, np.cumsum(sizes)[:-1]))
    for name, entry in games.items():
        found = list(itertools.islice(pieces, len(entry["cells"])))
        if any(len(piece) and piece.max() >= len(entry["causes"]) for piece in found):
            raise UserError(f"{path}: is damaged: it names a cause that games.{name} does not have")
        yield name, found


# -- what changed ----------------------------------------------------------------------------------------------------


def changes(entry: Mapping[str, Any], now: Prepared) -> list[str]:
    """Return what differs from a baseline's entry before anything is played: rules, cards, parameters, versions."""
    from sim.trees import flatten

    manifest = build_manifest(now)
    found = [
        f"{name.replace('_', ' ')}: {entry[name]} -> {manifest[name]}"
        for name in ("rules_version", "source_hash", "content_hash")
        if entry[name] != manifest[name]
    ]
    before, after = (dict(flatten(tree)) for tree in (entry["parameters"], manifest["config"]["parameters"]))
    found += [
        f"parameters.{path}: {before.get(path)} -> {after.get(path)}"
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]
    versions = {name: (entry["versions"].get(name), version) for name, version in manifest["versions"].items()}
    return found + [f"{name}: {old} -> {new}" for name, (old, new) in versions.items() if old != new]


def gone(entry: Mapping[str, Any], now: Prepared) -> list[str]:
    """Return the cells of a baseline's entry that the experiment no longer has, in words."""
    there = {key_of(cell) for cell in now.cells}
    return [title(cell) for cell in cells_of(entry) if key_of(cell) not in there]
