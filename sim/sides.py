"""The sides of a comparison: cells whose playouts have numbers, so that those of two sides can be paired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import threading

    import numpy.typing as npt

    from sim.batch import Block
    from sim.config import Prepared
    from sim.game import Cell, Game
    from sim.progress import Progress
    from sim.store import Run
    from sim.writer import CellWriter


@dataclass(frozen=True)
class Outcomes:
    """How the first n playouts of a cell ended: codes of causes, and turns or rounds played (None: not kept)."""

    causes: npt.NDArray[Any]  # uint8, shape (n,)
    lengths: npt.NDArray[Any] | None  # int16, shape (n,)

    def first(self, n: int) -> Outcomes:
        """Return the first n of them."""
        return Outcomes(self.causes[:n], None if self.lengths is None else self.lengths[:n])


class Side(Protocol):
    """One side of a comparison."""

    @property
    def title(self) -> str:
        """What readers call it."""

    @property
    def game(self) -> Game:
        """The game of its cells."""

    @property
    def cells(self) -> Sequence[Cell]:
        """Its cells."""

    def most(self, index: int) -> int:
        """Return how many playouts of a cell can be had."""

    def lacking(self, targets: Mapping[int, int]) -> int:
        """Return how many playouts would have to be played for cells, by number, to have so many."""

    def extend(self, targets: Mapping[int, int], progress: Progress, stop: threading.Event, threads: int) -> None:
        """Play what cells lack of their targets. Raises `KeyboardInterrupt` once `stop` is set."""

    def outcomes(self, index: int) -> Outcomes:
        """Return how the playouts of a cell that are there ended."""

    def signature(self, index: int, n: int) -> str | None:
        """Return the signature of the first `n` playouts of a cell, 16 hex digits; None where it is not known."""


@dataclass
class Played:
    """A side that is played as far as it is needed, in memory or in a run's folder."""

    title: str
    prepared: Prepared
    writers: Sequence[CellWriter]
    parts: dict[int, list[Outcomes]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game of its cells."""
        return self.prepared.game

    @property
    def cells(self) -> Sequence[Cell]:
        """Its cells."""
        return self.prepared.cells

    def most(self, index: int) -> int:
        """Return how many playouts the experiment asks for."""
        return self.prepared.playouts(self.cells[index])

    def lacking(self, targets: Mapping[int, int]) -> int:
        """Return how many playouts are still to be played."""
        return sum(max(0, target - self.writers[index].playouts) for index, target in targets.items())

    def extend(self, targets: Mapping[int, int], progress: Progress, stop: threading.Event, threads: int) -> None:
        """Play them."""
        from sim.batch import play

        if self.lacking(targets):
            play(self.prepared, self.writers, progress, stop, threads, targets=targets, watch=self._note)

    def outcomes(self, index: int) -> Outcomes:
        """Return how they ended."""
        joined = _joined(self.parts.get(index, []))
        self.parts[index] = [joined]
        return joined

    def signature(self, index: int, n: int) -> str | None:
        """Return their signature, if `n` is as far as they were played."""
        return self.writers[index].signature if self.writers[index].playouts == n else None

    def _note(self, block: Block) -> None:
        self.parts.setdefault(block.writer.cell.index, []).append(_outcomes(self.game, block.rows))


@contextmanager
def played(title: str, prepared: Prepared, out: Path | None = None) -> Iterator[Played]:
    """Hand out a side to be played, in a run's folder (new, or taken up) or in memory."""
    from sim.experiment import writers_of
    from sim.store import open_run

    with writers_of(prepared, out) as writers:
        side = Played(title, prepared, writers)
        if out is not None and any(writer.playouts for writer in writers):
            run = open_run(out)
            for writer in writers:
                side.parts[writer.cell.index] = [_outcomes(run.game, rows) for rows in run.rows(writer.cell.index)]
        yield side


@dataclass(frozen=True)
class Stored:
    """A side that was played before."""

    title: str
    run: Run

    @property
    def game(self) -> Game:
        """The game of its cells."""
        return self.run.game

    @property
    def cells(self) -> Sequence[Cell]:
        """Its cells."""
        return [stored.cell for stored in self.run.cells]

    def most(self, index: int) -> int:
        """Return how many playouts the run has."""
        return self.run.cells[index].playouts

    def lacking(self, _targets: Mapping[int, int]) -> int:
        """Nothing is played."""
        return 0

    def extend(self, targets: Mapping[int, int], progress: Progress, stop: threading.Event, threads: int) -> None:
        """Nothing is played."""

    def outcomes(self, index: int) -> Outcomes:
        """Return how the playouts ended. Raises `UserError` if the run kept no rows."""
        return _joined([_outcomes(self.game, rows) for rows in self.run.rows(index)])

    def signature(self, index: int, n: int) -> str | None:
        """Return their signature, if `n` is all of them."""
        return self.run.cells[index].signature if self.run.cells[index].playouts == n else None


def _outcomes(game: Game, rows: Any) -> Outcomes:
    import numpy as np

    return Outcomes(rows["cause"].astype(np.uint8), rows[game.length].astype(np.int16))


def _joined(parts: Sequence[Outcomes]) -> Outcomes:
    import numpy as np

    if not parts:
        return Outcomes(np.zeros(0, np.uint8), np.zeros(0, np.int16))
    lengths = [part.lengths for part in parts if part.lengths is not None]
    return Outcomes(np.concatenate([part.causes for part in parts]), np.concatenate(lengths) if lengths else None)
