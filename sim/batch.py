"""Experiment -> cells -> blocks of playouts -> threads -> results in playout order.

Blocks differ in size with the machine's speed; results do not: counts add up, and a cell's signature is a
wrapping sum over its rows. Compiled rules release the GIL, so threads over blocks use every core.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sim.config import MOST_THREADS
from sim.errors import UserError
from sim.faults import show
from sim.writer import CellWriter

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.config import Prepared
    from sim.game import Cell, Game, WeightTables
    from sim.progress import Progress

    Records = npt.NDArray[Any]

BLOCK_SECONDS: Final = 0.2
BLOCK_BYTES: Final = 4 << 20  # rows of a block in memory
GROWTH: Final = 8  # a block is at most so many times as large as the last
CHECKPOINT_SECONDS: Final = 2.0
POLL_SECONDS: Final = 0.1


@dataclass(frozen=True)
class Block:
    """Finished playouts of one cell: rows (n,), counts (1,), signature in [0, 2**64)."""

    writer: CellWriter
    rows: Records
    counts: Records
    signature: int
    seconds: float


@dataclass
class Pace:
    """How many playouts make a block of about `BLOCK_SECONDS`; learned as blocks finish."""

    row_bytes: int
    limit: int | None = None  # a fixed size, for tests
    last: dict[str, int] = field(default_factory=dict)
    rate: dict[str, float] = field(default_factory=dict)

    def size(self, policy: str) -> int:
        """Return the size of the policy's next block."""
        if self.limit is not None:
            return self.limit
        wanted = self.rate.get(policy, 0.0) * BLOCK_SECONDS
        most = min(GROWTH * self.last.get(policy, 0), BLOCK_BYTES // self.row_bytes)
        return max(1, min(int(wanted), most))

    def note(self, policy: str, n: int, seconds: float) -> None:
        """Learn from a finished block."""
        self.last[policy] = n
        self.rate[policy] = n / max(seconds, 1e-6)

    def new_cell(self, policy: str) -> None:
        """Begin a cell carefully: it may be slower than the last one."""
        self.last[policy] = self.last.get(policy, 0) // GROWTH


class Scratch(threading.local):
    """What each worker thread has for itself: the game's workspace, made anew where players go by other weights."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.weights: WeightTables | None = None
        self.workspace: Any = None

    def workspace_of(self, cell: Cell) -> Any:
        """Return the workspace for a cell."""
        if self.weights is None or self.weights != cell.weights:
            self.weights, self.workspace = cell.weights, self.game.workspace(cell.weights)
        return self.workspace


def play_block(game: Game, scratch: Scratch, writer: CellWriter, rules: Any, first: int, n: int) -> Block:
    """Play `n` playouts of a cell from index `first`."""
    import numpy as np

    from sim.rng import hash_rows

    begun = time.perf_counter()
    workspace = scratch.workspace_of(writer.cell)
    rows = np.zeros(n, game.result_dtype())
    counts = np.zeros(1, game.counts_dtype())
    game.play(writer.cell.player, rules, workspace, first, rows, counts[0])
    signature = int(hash_rows(rows.view(np.int64).reshape(n, -1))) & (2**64 - 1)
    return Block(writer, rows, counts, signature, time.perf_counter() - begun)


def default_threads() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_of(asked: int | None) -> int:
    """Return how many threads play: those asked for, or one a core. Raises `UserError` for none, and for too many."""
    if asked is None:
        return default_threads()
    if type(asked) is not int:
        raise UserError(f"--threads: must be a whole number, not {show(asked)}")
    if asked < 1:
        raise UserError(f"--threads: must be at least 1, not {asked}")
    if asked > MOST_THREADS:
        raise UserError(f"--threads: must be at most {MOST_THREADS}, not {asked}")
    return asked


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event, so that no cell is left half updated; a second one breaks off."""
    event = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield event
        return

    def handle(_number: int, _frame: Any) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)


def play(
    prepared: Prepared,
    writers: Sequence[CellWriter],
    progress: Progress,
    stop: threading.Event,
    threads: int = 1,
    block: int | None = None,
    *,
    targets: Mapping[int, int] | None = None,
    watch: Callable[[Block], None] | None = None,
) -> None:
    """Play what the cells lack, cell by cell, and keep it as it comes.

    `block` fixes the size of a block. `targets`: how many playouts each cell is to have, by number; by default what the
    experiment asks for. `watch` is shown every block, in the order of playouts. Raises `KeyboardInterrupt` once `stop`
    is set, with all finished blocks kept.
    """
    pace = Pace(prepared.game.result_dtype().itemsize, block)
    if targets is None:
        targets = {writer.cell.index: prepared.playouts(writer.cell) for writer in writers}
    todo = _submissions(prepared, writers, pace, targets)
    pool = ThreadPoolExecutor(threads, thread_name_prefix="sim")
    waiting: deque[Future[Block]] = deque()
    keeper = Keeper(progress, watch)
    scratch = Scratch(prepared.game)
    try:
        while not stop.is_set():
            while len(waiting) < 2 * threads + 2 and (job := next(todo, None)):
                waiting.append(pool.submit(play_block, prepared.game, scratch, *job))
            if not waiting:
                break
            if (finished := _wait(waiting[0])) is None:
                continue
            waiting.popleft()
            pace.note(finished.writer.cell.policy, len(finished.rows), finished.seconds)
            keeper.add(finished)
    finally:
        for future in waiting:
            future.cancel()
        pool.shutdown(wait=True)
    if stop.is_set():
        _keep_finished(waiting, keeper)
    keeper.close()
    if stop.is_set():
        raise KeyboardInterrupt


def _submissions(
    prepared: Prepared, writers: Sequence[CellWriter], pace: Pace, targets: Mapping[int, int]
) -> Iterator[tuple[CellWriter, Any, int, int]]:
    """Yield (writer, rules, first, n) of every block that is lacking, sized when it is asked for."""
    for writer in writers:
        first, target = writer.playouts, targets.get(writer.cell.index, 0)
        rules = prepared.rules(writer.cell) if first < target else None
        pace.new_cell(writer.cell.policy)
        while first < target:
            n = min(pace.size(writer.cell.policy), target - first)
            yield writer, rules, first, n
            first += n


def _wait(future: Future[Block]) -> Block | None:
    """Return a finished block, or None after a moment so that the caller can look at the stop."""
    try:
        return future.result(timeout=POLL_SECONDS)
    except FutureTimeoutError:
        return None


def _keep_finished(waiting: deque[Future[Block]], keeper: Keeper) -> None:
    """Keep what was finished in order up to the first gap."""
    for future in waiting:
        if future.cancelled():
            return
        keeper.add(future.result())


class Keeper:
    """Adds finished blocks to their cells and writes checkpoints."""

    def __init__(self, progress: Progress, watch: Callable[[Block], None] | None = None) -> None:
        self.progress, self.watch = progress, watch
        self.writer: CellWriter | None = None
        self.saved = time.monotonic()

    def add(self, block: Block) -> None:
        """Add a block; a block of the next cell closes the one before."""
        if self.writer is not block.writer:
            self.close()
            self.writer = block.writer
        block.writer.append(block.rows, block.counts, block.signature)
        if self.watch is not None:
            self.watch(block)
        self.progress.advance(block.writer.cell, len(block.rows))
        if time.monotonic() - self.saved > CHECKPOINT_SECONDS:
            block.writer.checkpoint()
            self.saved = time.monotonic()

    def close(self) -> None:
        """Write the cell under way."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None
