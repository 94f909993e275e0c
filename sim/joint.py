"""All ranges at once: Sobol indices of the win rate, and how far it spreads.

A design has rows; a row has the rules as they stand, one setting A of all parameters, another one B, and A with each
parameter of B's in turn (Saltelli et al., Computer Physics Communications 2010). All points of a row are played on the
same seeds, another row on others; what counts is the difference to the rules as they stand, so most luck falls out
within a row, and the rest averages out over rows. Each point is played in two halves of different seeds, and every
square in the estimates is a product of one half with the other: luck, which the halves do not share, then adds nothing
to them on average. Settings that come to the same rules are played once.
"""

from __future__ import annotations

import functools
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from sim.batch import CHECKPOINT_SECONDS, POLL_SECONDS, Pace, Scratch, play_block
from sim.errors import UserError
from sim.files import check_form, locked, make_folder, read_json, write_json
from sim.game import SelectionError
from sim.grid import build_parameters
from sim.results import wins_in
from sim.stats import LEVEL
from sim.writer import CellWriter

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.config import Prepared
    from sim.game import Cell
    from sim.progress import Progress
    from sim.ranges import Range

    Floats = npt.NDArray[Any]

SCHEMA: Final = 1
HALVES: Final = 2
MOST_ROWS: Final = 2**16  # all are kept in one document
MOST_PLAYOUTS: Final = 1_000_000  # of a point: they are played in one go
RESAMPLES: Final = 999
FEWEST: Final = 16  # rows, for a bootstrap that tells anything
SPREAD: Final = (0.05, 0.95)
DIGITS: Final = 9  # of estimates: the last bits of a sum are the machine's

Setting = dict[str, Any]
Row = list[list[int]]  # wins of each point of a row, by half


@dataclass(frozen=True)
class Design:
    """Which settings are played, each `playouts` times: `shares` of the ranges in [0, 1), shape (rows, 2, ranges)."""

    ranges: tuple[Range, ...]
    playouts: int
    shares: Floats

    @property
    def rows(self) -> int:
        """Its rows."""
        return len(self.shares)

    @property
    def width(self) -> int:
        """How many points a row has."""
        return len(self.ranges) + 3

    def points(self, row: int) -> list[Setting]:
        """Return the settings of a row: as it stands, A, B, and A with each parameter of B's in turn."""
        a, b = ({r.path: r.at(u) for r, u in zip(self.ranges, shares, strict=True)} for shares in self.shares[row])
        return [{}, a, b, *({**a, path: value} for path, value in b.items())]


def design(ranges: Sequence[Range], rows: int, playouts: int, seed: int) -> Design:
    """Return the design of a seed; with more rows it begins with the same ones."""
    from scipy.stats import qmc

    points = qmc.Sobol(2 * len(ranges), bits=64, rng=seed).random(rows)
    return Design(tuple(ranges), playouts, points.reshape(rows, 2, len(ranges)))


def check(rows: int, playouts: int) -> None:
    """Raise `UserError` for a size that no design has."""
    if rows < 0 or rows & (rows - 1) or rows == 1 or rows > MOST_ROWS:
        raise UserError(f"--joint: must be 0 (none) or a power of 2 from 2 to {MOST_ROWS}, as 64, not {rows}")
    if not HALVES <= playouts <= MOST_PLAYOUTS or playouts % HALVES:
        raise UserError(f"--joint-playouts: must be an even number from {HALVES} to {MOST_PLAYOUTS}, not {playouts}")


# -- playing -----------------------------------------------------------------------------------------------------


def rules_at(prepared: Prepared, cell: Cell, setting: Setting) -> Any:
    """Return the rules of a cell with these parameters. Raises `UserError` if they do not go together."""
    try:
        parameters = build_parameters(prepared.game, prepared.experiment.parameters, setting)
        return prepared.game.rules(cell.axes, parameters, prepared.content, prepared.experiment.seed)
    except (SelectionError, ValidationError) as error:
        reason = str(error).splitlines()[-1].strip()
        raise UserError(f"--joint: cannot be played together: {json.dumps(setting)}: {reason}") from None


def same_bits(rules: Any) -> bytes:
    """Return what two sets of rules share if they are the same."""
    import numpy as np

    return np.asarray(rules).tobytes()


@dataclass(frozen=True)
class Playing:
    """What the rows of a cell's design are played with."""

    scratch: Scratch
    pace: Pace
    stop: threading.Event


def play_row(prepared: Prepared, cell: Cell, plan: Design, playing: Playing, row: int) -> tuple[Row, int]:
    """Play the points of a row and return their wins, and how many playouts it took."""
    writer, half = CellWriter(None, cell, prepared), plan.playouts // HALVES
    first, known, found = row * plan.playouts, dict[bytes, list[int]](), list[list[int]]()
    for setting in plan.points(row):
        rules = rules_at(prepared, cell, setting)
        if (key := same_bits(rules)) not in known:
            known[key] = [won(playing, writer, rules, first + k * half, half) for k in range(HALVES)]
        found.append(known[key])
    return found, len(known) * plan.playouts


def won(playing: Playing, writer: CellWriter, rules: Any, first: int, n: int) -> int:
    """Return the wins of `n` playouts, played in blocks so short that Ctrl-C need not wait for a whole half.

    Raises `KeyboardInterrupt` once it is to stop.
    """
    game, policy, wins, end = playing.scratch.game, writer.cell.policy, 0, first + n
    while first < end:
        if playing.stop.is_set():
            raise KeyboardInterrupt
        block = play_block(game, playing.scratch, writer, rules, first, min(playing.pace.size(policy), end - first))
        playing.pace.note(policy, len(block.rows), block.seconds)
        first, wins = first + len(block.rows), wins + wins_in(game, block.counts[0])
    return wins


def play_cell(
    prepared: Prepared,
    cell: Cell,
    plan: Design,
    file: Path,
    progress: Progress,
    stop: threading.Event,
    threads: int,
) -> Floats:
    """Play what a cell's file lacks of a design, and return its win rates less those of the rules as they stand.

    Shape (halves, rows, ranges + 2): of A, of B, and of A with each parameter of B's.

    Raises `KeyboardInterrupt` once `stop` is set, with finished rows kept; `UserError` for a file of another design.
    """
    import numpy as np

    make_folder(file.parent)
    with locked(file.parent):
        done = stored(prepared, cell, plan, file)
        todo = [row for row in range(plan.rows) if row not in done]
        saved = time.monotonic()
        playing = Playing(Scratch(prepared.game), Pace(prepared.game.result_dtype().itemsize), stop)
        try:
            each = functools.partial(play_row, prepared, cell, plan, playing)
            for row, (wins, played) in _rows(each, todo, stop, threads):
                done[row] = wins
                progress.advance(cell, played)
                if time.monotonic() - saved > CHECKPOINT_SECONDS:
                    write(prepared, cell, plan, file, done)
                    saved = time.monotonic()
        finally:
            if todo:
                write(prepared, cell, plan, file, done)
    if stop.is_set():
        raise KeyboardInterrupt
    table = np.array([done[row] for row in range(plan.rows)], float)
    rates = np.moveaxis(table, -1, 0) / (plan.playouts // HALVES)
    return rates[..., 1:] - rates[..., :1]


def _rows(
    play: Callable[[int], tuple[Row, int]], todo: Sequence[int], stop: threading.Event, threads: int
) -> Iterator[tuple[int, tuple[Row, int]]]:
    """Yield (row, what came of it) in order, until `stop` is set."""
    with ThreadPoolExecutor(threads, thread_name_prefix="sim") as pool:
        waiting = [(row, pool.submit(play, row)) for row in todo]
        try:
            for row, future in waiting:
                while not stop.is_set():
                    try:
                        yield row, future.result(timeout=POLL_SECONDS)
                        break
                    except FutureTimeoutError:
                        continue
        finally:
            for _, future in waiting:
                future.cancel()


def identity(prepared: Prepared, cell: Cell, plan: Design) -> dict[str, Any]:
    """Return what decides the wins of a row, as JSON values."""
    from sim.store import content_hash

    return {
        "game": prepared.game.name,
        "source_hash": prepared.game.source_hash,
        "content_hash": content_hash(prepared.content),
        "seed": prepared.experiment.seed,
        "axes": dict(cell.axes),
        "policy": cell.policy,
        "weights": prepared.experiment.weights,
        "parameters": prepared.experiment.parameters,
        "ranges": {one.path: list(one.values) for one in plan.ranges},
        "playouts": plan.playouts,
    }


def stored(prepared: Prepared, cell: Cell, plan: Design, file: Path) -> dict[int, Row]:
    """Return the rows that a file has, by number. Raises `UserError` if it is damaged or of another design."""
    if not file.exists():
        return {}
    there = read_json(file, SCHEMA)
    asked = json.loads(json.dumps(identity(prepared, cell, plan)))
    for key, value in asked.items():
        if there.get(key) != value:
            raise UserError(f"{file}: was played with other {key.replace('_', ' ')}; use another folder")
    check_form(file, there.get("wins"), list[Row | None])
    done = {row: wins for row, wins in enumerate(there["wins"]) if wins is not None}
    if any(len(wins) != plan.width or any(len(halves) != HALVES for halves in wins) for wins in done.values()):
        raise UserError(f"{file}: is damaged: its rows are not those of this design")
    return done


def write(prepared: Prepared, cell: Cell, plan: Design, file: Path, done: dict[int, Row]) -> None:
    """Write the rows that are there."""
    wins = [done.get(row) for row in range(max(done, default=-1) + 1)]
    write_json(file, {"schema": SCHEMA, **identity(prepared, cell, plan), "wins": wins})


# -- estimates ---------------------------------------------------------------------------------------------------


def crossed(rates: Floats) -> dict[str, Any]:
    """Return the estimates of a design's rates, shape (halves, rows, ranges + 2), counted from any rate.

    `signal` is the variance that the parameters make, luck left out; `first` and `total` are the estimates of the
    indices by Saltelli (2010, above) and Jansen (Computer Physics Communications 1999), shape (ranges,), each product
    across the halves. `low` and `high` are the ends of the spread, drawn in towards the mean until their variance is
    that of the signal: a rule of our own, right for what is spread in the same shape as what is seen. `noise` is the
    share of the variance seen that is luck.
    """
    import numpy as np

    centred = rates - rates[..., :2].mean(axis=(1, 2), keepdims=True)
    (a, other_a), (b, other_b), (ab, other_ab) = centred[..., 0], centred[..., 1], centred[..., 2:]
    signal = float((a * other_a + b * other_b).mean() / 2)
    first = ((b[:, None] * (other_ab - other_a[:, None])) + (other_b[:, None] * (ab - a[:, None]))).mean(axis=0) / 2
    total = ((a[:, None] - ab) * (other_a[:, None] - other_ab)).mean(axis=0) / 2
    seen = rates[..., :2].mean(axis=0).ravel()
    mean, variance = float(seen.mean()), float(seen.var())
    kept = min(max(signal / variance, 0.0), 1.0) if variance > 0 else 1.0
    low, high = mean + kept**0.5 * (np.quantile(seen, SPREAD) - mean)
    scale = signal if signal > 0 else np.nan
    found = {"mean": mean, "low": float(low), "high": float(high), "signal": signal, "noise": 1 - kept}
    return {**found, "first": first / scale, "total": total / scale}


def bootstrap(rates: Floats, seed: int) -> dict[str, Floats]:
    """Return the estimates of resampled rows, by name, shape (resamples, ...)."""
    import numpy as np

    rng, n = np.random.default_rng(seed), rates.shape[1]
    found = [crossed(rates[:, rng.integers(n, size=n)]) for _ in range(RESAMPLES)]
    return {name: np.array([one[name] for one in found]) for name in found[0]}


def document(plan: Design, rates: Floats, stands: float, seed: int) -> dict[str, Any]:
    """Return what came of a design as JSON values: the spread, the share of luck, the indices of every range.

    `stands`: the win rate of the rules as they stand, which `rates` are counted from. Where the interval of the signal
    reaches down to 0, the parameters do no more than luck, and there are no indices. Of fewer rows than `FEWEST` there
    are neither intervals nor indices: resampled, they show the same few points again.
    """
    import numpy as np

    found, again = crossed(rates), bootstrap(rates, seed)
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)

    def ends(name: str, index: Any = ()) -> list[float]:
        values = again[name][(slice(None), *index)]
        return [round(float(end), DIGITS) for end in np.nanquantile(values, tails)]

    def lifted(rate: float) -> float:
        return round(min(max(stands + rate, 0.0), 1.0), DIGITS)

    enough = plan.rows >= FEWEST
    told = enough and found["signal"] > 0 and ends("signal")[0] > 0
    spread = ("mean", "low", "high")
    return {
        "rows": plan.rows,
        "points": plan.rows * plan.width,
        "playouts": plan.playouts,
        **{name: lifted(found[name]) for name in spread},
        **{f"{name}_ends": [lifted(end) for end in ends(name)] if enough else None for name in spread},
        "noise_share": round(found["noise"], DIGITS),
        "told_from_noise": bool(told),
        "indices": [_index(one.path, found, ends, k) for k, one in enumerate(plan.ranges)] if told else [],
    }


def _index(path: str, found: dict[str, Any], ends: Callable[..., list[float]], k: int) -> dict[str, Any]:
    """Return a parameter's indices, clipped to 0..1, and as they were estimated."""
    entry: dict[str, Any] = {"path": path}
    for name in ("first", "total"):
        raw, (low, high) = float(found[name][k]), ends(name, (k,))
        clipped = [round(min(max(value, 0.0), 1.0), DIGITS) for value in (raw, low, high)]
        entry |= dict(zip((name, f"{name}_low", f"{name}_high"), clipped, strict=True))
        entry[f"{name}_estimated"] = round(raw, DIGITS)
    return entry
