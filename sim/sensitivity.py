"""Which parameters move the win rate over their plausible ranges: one at a time on the same seeds, and all at once.

The folder: `runs/base` is the experiment as it stands, a run like any other; `runs/PATH` the same with each other
value of a parameter; `joint/000.json` holds the wins of a cell's joint design (`sim.joint`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim import joint, pairs
from sim.batch import interruptible, threads_of
from sim.errors import UserError
from sim.estimate import WORTH_SAYING, check_disk, duration, tried_out
from sim.pairs import Comparison, judged, won_by
from sim.progress import counted, line, nothing, showing
from sim.sides import Played, played
from sim.stats import Difference, flips, paired_difference
from sim.trees import flatten
from sim.warmup import warm_up
from sim.writer import CellWriter

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Cell
    from sim.ranges import Range

BASE: Final = "base"
RUNS, JOINT = "runs", "joint"
TRIAL_SECONDS: Final = 0.1  # of a cell, for the speed of its policy
Ask = Callable[..., "Prepared"]  # the experiment with further keys


@dataclass(frozen=True)
class Effect:
    """What one other value of a parameter does to a cell; `comparison` None: the rules are the same bits with it."""

    base: int  # number of the cell
    range: Range
    value: Any
    playouts: int
    wins: int
    comparison: Comparison | None
    signature: str  # of its playouts: those of the same bits have the same


@dataclass(frozen=True)
class Study:
    """What is played: the experiment as it stands, and for each parameter the same with its other values.

    `values`: those other values by path. `same`: (cell as it stands, path, value as JSON) whose rules are those of the
    cell as it stands; they are not played. `arms`: the experiments of the others, by path. `left_out`: (path, value,
    reason) of values that cannot be played. `plan` None: nothing is varied jointly.
    """

    base: Prepared
    ranges: tuple[Range, ...]
    values: Mapping[str, list[Any]]
    same: frozenset[tuple[int, str, str]]
    arms: Mapping[str, Prepared]
    left_out: tuple[tuple[str, Any, str], ...]
    plan: joint.Design | None = None
    size: int = 0  # playouts of all joint designs, about

    def targets(self, path: str) -> dict[int, int]:
        """Return how many playouts each cell of a parameter's arm is to have; none where the rules are the base's."""
        arm, places = self.arms[path], {place(cell): cell.index for cell in self.base.cells}
        return {
            cell.index: arm.playouts(cell)
            for cell in arm.cells
            if (places[place(cell)], path, json.dumps(cell.sweep[path])) not in self.same
        }


def place(cell: Cell) -> str:
    """Return what cells that differ in a swept value alone have in common, as a key."""
    return pairs.key_of(cell, without=["sweep"])


def check(prepared: Prepared) -> None:
    """Raise `UserError` unless an experiment can be varied: rows to pair, a fixed n, no sweep, no yardstick."""
    pairs.check(prepared)
    if prepared.experiment.sweep:
        swept = next(iter(prepared.experiment.sweep))
        raise UserError(f"sweep.{swept}: leave it out; here one parameter after the other is varied anyway")


def study(ask: Ask, ranges: Sequence[Range], rows: int = 0, playouts: int = 2) -> Study:
    """Return what is played for these ranges; `rows` of a joint design with so many `playouts` a point, 0: none.

    Raises `UserError` for an experiment that cannot be varied, or sizes that no design has.
    """
    base = ask()
    check(base)
    joint.check(rows, playouts)
    values, left_out = playable(base, ranges)
    same = same_rules(base, values)
    arms = {}
    for path, own in values.items():
        moving = [
            value for value in own if any((cell.index, path, json.dumps(value)) not in same for cell in base.cells)
        ]
        if moving:
            arms[path] = ask(**{f"sweep.{path}": moving})
    whole = Study(base, tuple(ranges), values, same, arms, left_out)
    if not rows:
        return whole
    lost = {path for path, _, _ in left_out}
    plan = joint.design([one for one in ranges if one.path not in lost], rows, playouts, base.experiment.seed)
    return replace(whole, plan=plan, size=sum(size_of(whole, plan, cell) for cell in base.cells))


def playable(base: Prepared, ranges: Sequence[Range]) -> tuple[dict[str, list[Any]], tuple[tuple[str, Any, str], ...]]:
    """Return the other values of every range by path, and those (path, value, reason) that cannot be played."""
    now, values, left_out = in_force(base), dict[str, list[Any]](), list[tuple[str, Any, str]]()
    for one in ranges:
        values[one.path] = []
        for value in one.values:
            if json.dumps(value) == now[one.path]:
                continue
            try:
                for cell in base.cells:
                    joint.rules_at(base, cell, {one.path: value})
            except UserError as error:
                left_out.append((one.path, value, str(error).rpartition(": ")[2]))
            else:
                values[one.path].append(value)
    return values, tuple(left_out)


def same_rules(base: Prepared, values: Mapping[str, list[Any]]) -> frozenset[tuple[int, str, str]]:
    """Return (cell, path, value as JSON) whose rules are the same bits as those of the cell as it stands."""
    return frozenset(
        (cell.index, path, json.dumps(value))
        for cell in base.cells
        for stands in [joint.same_bits(base.rules(cell))]
        for path, own in values.items()
        for value in own
        if joint.same_bits(joint.rules_at(base, cell, {path: value})) == stands
    )


def in_force(prepared: Prepared) -> dict[str, str]:
    """Return the parameters as they stand, by path, as JSON texts."""
    return {path: json.dumps(value) for path, value in flatten(prepared.experiment.parameters)}


def size_of(whole: Study, plan: joint.Design, cell: Cell) -> int:
    """Return about how many playouts a cell's design takes: settings that come to the same rules are played once."""

    def seen(path: str, value: Any) -> str:
        text = json.dumps(value)
        return BASE if text == now[path] or (cell.index, path, text) in whole.same else text

    now = in_force(whole.base)
    points = (
        len({tuple(seen(path, value) for path, value in point.items()) for point in plan.points(row)})
        for row in range(plan.rows)
    )
    return sum(points) * plan.playouts


def play(whole: Study, out: Path, *, quiet: bool) -> tuple[list[Effect], dict[int, Any]]:
    """Play what the folder lacks; return what each value does, and the joint design's win rates by number of cell.

    Raises `KeyboardInterrupt` after Ctrl-C, with finished playouts kept.
    """
    threads = threads_of(whole.base.experiment.threads)
    with interruptible() as stop, ExitStack() as stack:
        base = stack.enter_context(played(BASE, whole.base, out / RUNS / BASE))
        arms = {path: stack.enter_context(played(path, arm, out / RUNS / path)) for path, arm in whole.arms.items()}
        wanted = {cell.index: whole.base.playouts(cell) for cell in whole.base.cells}
        lacking = base.lacking(wanted) + sum(side.lacking(whole.targets(path)) for path, side in arms.items())
        say = nothing if quiet else line
        warm_up(whole.base.game, whole.base.cells, say, stop)
        left = joint_left(whole, out)
        cost(whole, lacking, left, threads, out, say)
        with showing(lacking, 0, quiet=quiet) as progress:
            base.extend(wanted, progress, stop, threads)
            for path, side in arms.items():
                side.extend(whole.targets(path), progress, stop, threads)
        found = list(effects(whole, base, arms))
        rates = {}
        if whole.plan is not None:
            with showing(left, 0, quiet=quiet) as progress:
                for cell in whole.base.cells:
                    file = joint_file(out, cell)
                    rates[cell.index] = joint.play_cell(whole.base, cell, whole.plan, file, progress, stop, threads)
    return found, rates


def joint_file(out: Path, cell: Cell) -> Path:
    """Return where the wins of a cell's joint design are kept."""
    return out / JOINT / f"{cell.index:03d}.json"


def joint_left(whole: Study, out: Path) -> int:
    """Return about how many joint playouts are still to be played. Raises `UserError` for files of another design."""
    if whole.plan is None:
        return 0
    rows = range(whole.plan.rows)
    there = [joint.stored(whole.base, cell, whole.plan, joint_file(out, cell)) for cell in whole.base.cells]
    lacking = sum(row not in done for done in there for row in rows)
    return whole.size * lacking // (len(rows) * len(there))


def cost(whole: Study, lacking: int, left: int, threads: int, out: Path, say: Callable[[str], None]) -> None:
    """Say what it takes, from a short trial of a cell of each policy, if that is worth saying.

    Raises `UserError` if there is no room for it.
    """
    cells = {cell.policy: cell for cell in whole.base.cells}
    found = [tried_out(whole.base, CellWriter(None, cell, whole.base), TRIAL_SECONDS) for cell in cells.values()]
    each = sum(seconds for seconds, _ in found) / len(found) / threads
    values = sum(len(whole.targets(path)) for path in whole.arms)
    if (lacking + left) * each > WORTH_SAYING:
        told = f"{counted(lacking, 'playout')} in {counted(values, 'changed cell')}"
        say(f"one at a time: {told}, about {duration(lacking * each)}")
        if whole.plan is not None:
            points = f"{whole.plan.rows} x {whole.plan.width} points of {whole.plan.playouts} playouts a cell"
            took = f"about {left:,} playouts, {duration(left * each)}"
            say(f"jointly: {points}, the same rules once; to play: {took}")
    check_disk(out, int(lacking * sum(size for _, size in found) / len(found)))


def effects(whole: Study, base: Played, arms: Mapping[str, Played]) -> Iterator[Effect]:
    """Yield what each value does to each cell, cell by cell; verdicts are corrected for all that were played."""
    game = whole.base.game
    wins = {cell.index: won_by(game, base.outcomes(cell.index).causes) for cell in whole.base.cells}
    places = {
        (place(cell), path, json.dumps(cell.sweep[path])): (path, cell.index)
        for path, arm in whole.arms.items()
        for cell in arm.cells
    }
    # The last two: which playouts were won with the value, None where they were not played, and their signature.
    found: list[tuple[Cell, Range, Any, Any, str]] = []
    for cell in whole.base.cells:
        for one in whole.ranges:
            for value in whole.values[one.path]:
                key = (cell.index, one.path, json.dumps(value))
                path, index = places.get((place(cell), *key[1:]), ("", 0))
                is_same = key in whole.same
                after = None if is_same else won_by(game, arms[path].outcomes(index).causes)
                played_by = base.writers[cell.index] if is_same else arms[path].writers[index]
                found.append((cell, one, value, after, played_by.signature))
    moved = [(cell.index, after) for cell, _, _, after, _ in found if after is not None]
    compared = iter(
        judged([(index, index) for index, _ in moved], [difference(wins[index], after) for index, after in moved])
    )
    for cell, one, value, after, signature in found:
        own = wins[cell.index] if after is None else after
        comparison = None if after is None else next(compared)
        yield Effect(cell.index, one, value, len(own), int(own.sum()), comparison, signature)


def difference(before: Any, after: Any) -> Difference:
    """Return the difference of the playouts that are there of both."""
    n = min(len(before), len(after))
    return paired_difference(*flips(before[:n], after[:n]))
