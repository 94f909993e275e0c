"""Run a prepared experiment from its first block to its last: what `sim run` and `sim.run` have in common."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.batch import interruptible, play, threads_of
from sim.estimate import WORTH_SAYING, check_disk, estimate, most
from sim.precision import targets
from sim.progress import line, nothing, showing
from sim.results import cell_document
from sim.warmup import warm_up
from sim.writer import CellWriter, writing

if TYPE_CHECKING:
    from sim.config import Prepared

SMALL = 20_000  # playouts that need no estimate


@dataclass(frozen=True)
class Outcome:
    """What came of it. `seconds` and `played` are of this call alone, the compile left out."""

    seconds: float
    played: int
    cells: list[dict[str, Any]]

    @property
    def playouts_per_second(self) -> float:
        """Speed of this call; 0 if there was nothing to do."""
        return self.played / self.seconds if self.seconds > 0 else 0.0


def execute(
    prepared: Prepared,
    out: Path | None,
    *,
    threads: int | None = None,
    quiet: bool = False,
    block: int | None = None,
) -> Outcome:
    """Play what the run in `out` lacks (None: keep it in memory) and return the results of every cell.

    `threads`: by default those of the experiment, else one a core. `block` fixes the playouts of a block, for tests.

    Raises `UserError` for a folder that does not fit, `KeyboardInterrupt` after Ctrl-C with finished blocks kept.
    """
    with interruptible() as stop, writers_of(prepared, out) as writers:
        done = sum(writer.playouts for writer in writers)
        total = expected_playouts(prepared, writers)
        n_threads = threads_of(threads or prepared.experiment.threads)
        seconds = 0.0
        if wanted := targets(prepared, writers):
            say = nothing if quiet else line
            if done:
                say(f"{done:,} of {total:,} playouts are there; going on")
            warm_up(prepared.game, prepared.cells, say, stop)
            if out is not None and total - done > SMALL:
                expected = estimate(prepared, writers, n_threads)
                if expected.seconds > WORTH_SAYING:
                    say(str(expected))
                check_disk(out, expected.disk)
            begun = time.perf_counter()
            with showing(total, done, quiet=quiet) as progress:
                while wanted:
                    play(prepared, writers, progress, stop, n_threads, block, targets=wanted)
                    wanted = targets(prepared, writers)
            seconds = time.perf_counter() - begun
        played = sum(writer.playouts for writer in writers) - done
        always = prepared.experiment.precision is not None
        documents = [cell_document(prepared.game, writer, writer.counts[0], always=always) for writer in writers]
    return Outcome(seconds, played, documents)


def expected_playouts(prepared: Prepared, writers: Sequence[CellWriter]) -> int:
    """Return how many playouts all cells will have, at most where they stop by themselves."""
    return sum(most(prepared, writer) for writer in writers)


@contextmanager
def writers_of(prepared: Prepared, out: Path | None) -> Iterator[Sequence[CellWriter]]:
    """Hand out the cells of a run's folder, new or taken up; None: they are kept in memory."""
    if out is None:
        yield [CellWriter(None, cell, prepared) for cell in prepared.cells]
    else:
        with writing(out, prepared) as writers:
            yield writers
