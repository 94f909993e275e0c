"""Which parameters move the win rate over their plausible ranges: one at a time on the same seeds, and all at once.

The folder: `runs/base` is the experiment as it stands, a run like any other; `runs/PATH` the same with each other
value of a parameter; `joint/000.json` holds the wins of a cell's joint design (`sim.joint`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim import joint
from sim.batch import default_threads, interruptible
from sim.bench import playouts_per_second
from sim.compare import won
from sim.errors import UserError
from sim.estimate import WORTH_SAYING, duration
from sim.mixes import yardsticks
from sim.pairs import Comparison, check_rows, judged
from sim.progress import line, nothing, showing
from sim.sides import Played, played
from sim.stats import flips, paired_difference
from sim.trees import flatten
from sim.warmup import warm_up

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


@dataclass(frozen=True)
class Study:
    """What is played: the experiment as it stands, and for each parameter the same with its other values.

    `same`: (cell of the base, path, value as JSON) whose rules are those of the base; they are not played.
    `left_out`: (path, value, reason) of values that cannot be played. `plan` None: nothing is varied jointly.
    """

    base: Prepared
    ranges: tuple[Range, ...]
    arms: Mapping[str, Prepared]
    same: frozenset[tuple[int, str, str]]
    left_out: tuple[tuple[str, Any, str], ...]
    plan: joint.Design | None = None
    size: int = field(default=0, compare=False)  # playouts of all joint designs, about

    @property
    def playouts(self) -> int:
        """Playouts of all cells and values, those varied jointly left out."""
        asked = sum(self.base.playouts(cell) for cell in self.base.cells)
        return asked + sum(sum(self.targets(path).values()) for path in self.arms)

    def targets(self, path: str) -> dict[int, int]:
        """Return how many playouts each cell of a parameter's arm is to have; none where the rules are the base's."""
        arm = self.arms[path]
        return {
            cell.index: arm.playouts(cell)
            for cell in arm.cells
            if (self.base_of(cell), path, json.dumps(cell.sweep[path])) not in self.same
        }

    def base_of(self, cell: Cell) -> int:
        """Return the number of the same cell as it stands."""
        return self.places[place(cell)]

    @property
    def places(self) -> dict[str, int]:
        """The numbers of the cells as they stand."""
        return {place(cell): cell.index for cell in self.base.cells}


def place(cell: Cell) -> str:
    """Return what cells that differ in a swept value alone have in common, as a key."""
    return json.dumps([dict(cell.axes), cell.policy])


def check(prepared: Prepared) -> None:
    """Raise `UserError` unless an experiment can be varied: rows to pair, a fixed n, no sweep, no yardstick."""
    check_rows(prepared)
    if prepared.experiment.precision is not None:
        raise UserError("--precision: pairs need a fixed number of playouts here; give --playouts")
    if prepared.experiment.sweep:
        swept = next(iter(prepared.experiment.sweep))
        raise UserError(f"sweep.{swept}: leave it out; here one parameter after the other is varied anyway")
    for policy in yardsticks(prepared.game, prepared.experiment.policy):
        raise UserError(f"--policy: {policy} sees what is hidden; no balance number may come from it")


def study(ask: Ask, ranges: Sequence[Range], rows: int = 0, playouts: int = 2) -> Study:
    """Return what is played for these ranges; `rows` of a joint design with so many `playouts` a point, 0: none.

    Raises `UserError` for an experiment that cannot be varied, or sizes that no design has.
    """
    base = ask()
    check(base)
    joint.check(rows, playouts)
    now, arms = dict(flatten(base.experiment.parameters)), {}
    same, left_out = set[tuple[int, str, str]](), list[tuple[str, Any, str]]()
    bits = {cell.index: joint.same_bits(base.rules(cell)) for cell in base.cells}
    for one in ranges:
        values = [value for value in one.values if json.dumps(value) != json.dumps(now[one.path])]
        for value in list(values):
            try:
                found = {c.index: joint.same_bits(joint.rules_at(base, c, {one.path: value})) for c in base.cells}
            except UserError as error:
                left_out.append((one.path, value, str(error).rpartition(": ")[2]))
                values.remove(value)
                continue
            same |= {(index, one.path, json.dumps(value)) for index in found if found[index] == bits[index]}
        if values:
            arms[one.path] = ask(**{f"sweep.{one.path}": values})
    whole = Study(base, tuple(ranges), arms, frozenset(same), tuple(left_out))
    if not rows:
        return whole
    usable = [one for one in ranges if one.path not in {path for path, _, _ in left_out}]
    plan = joint.design(usable, rows, playouts, base.experiment.seed)
    size = sum(size_of(whole, plan, cell) for cell in base.cells)
    return Study(base, tuple(ranges), arms, frozenset(same), tuple(left_out), plan, size)


def size_of(whole: Study, plan: joint.Design, cell: Cell) -> int:
    """Return about how many playouts a cell's design takes: settings that come to the same rules are played once."""

    def seen(path: str, value: Any) -> str:
        text = json.dumps(value)
        return BASE if text == now[path] or (cell.index, path, text) in whole.same else text

    now = {path: json.dumps(value) for path, value in flatten(whole.base.experiment.parameters)}
    points = (
        len({tuple(seen(path, value) for path, value in point.items()) for point in plan.points(row)})
        for row in range(plan.rows)
    )
    return sum(points) * plan.playouts


def play(whole: Study, out: Path, *, quiet: bool) -> tuple[list[Effect], dict[int, Any]]:
    """Play what the folder lacks; return what each value does, and the joint design's win rates by number of cell.

    Raises `KeyboardInterrupt` after Ctrl-C, with finished playouts kept.
    """
    threads = whole.base.experiment.threads or default_threads()
    with interruptible() as stop, ExitStack() as stack:
        base = stack.enter_context(played(BASE, whole.base, out / RUNS / BASE))
        arms = {path: stack.enter_context(played(path, arm, out / RUNS / path)) for path, arm in whole.arms.items()}
        wanted = {cell.index: whole.base.playouts(cell) for cell in whole.base.cells}
        lacking = base.lacking(wanted) + sum(side.lacking(whole.targets(path)) for path, side in arms.items())
        say = nothing if quiet else line
        warm_up(whole.base.game, whole.base.experiment.policy, say, stop)
        cost(whole, lacking, threads, say)
        with showing(lacking, 0, quiet=quiet) as progress:
            base.extend(wanted, progress, stop, threads)
            for path, side in arms.items():
                side.extend(whole.targets(path), progress, stop, threads)
        found = list(effects(whole, base, arms))
        rates = {}
        if whole.plan is not None:
            with showing(whole.size, 0, quiet=quiet) as progress:
                for cell in whole.base.cells:
                    file = out / JOINT / f"{cell.index:03d}.json"
                    rates[cell.index] = joint.play_cell(whole.base, cell, whole.plan, file, progress, stop, threads)
    return found, rates


def cost(whole: Study, lacking: int, threads: int, say: Callable[[str], None]) -> None:
    """Say what it takes, from a short trial of a cell of each policy, if that is worth saying."""
    cells = {cell.policy: cell for cell in whole.base.cells}
    speeds = [playouts_per_second(whole.base.game, c, whole.base.rules(c), TRIAL_SECONDS) for c in cells.values()]
    each = sum(1 / speed for speed in speeds) / len(speeds) / threads
    values = sum(len(whole.targets(path)) for path in whole.arms)
    if (lacking + whole.size) * each > WORTH_SAYING:
        say(f"one at a time: {lacking:,} playouts of {values} values and cells, about {duration(lacking * each)}")
        if whole.plan is not None:
            points = f"{whole.plan.rows} x {len(whole.plan.ranges) + 2} points of {whole.plan.playouts} playouts a cell"
            took = f"about {whole.size:,} playouts, {duration(whole.size * each)}; less what is there"
            say(f"jointly: {points}, the same rules once: {took}")


def effects(whole: Study, base: Played, arms: Mapping[str, Played]) -> Iterator[Effect]:
    """Yield what each value does to each cell, cell by cell; verdicts are corrected for all that were played."""
    game = whole.base.game
    by_path = {one.path: one for one in whole.ranges}
    wins = {cell.index: won(game, base.outcomes(cell.index).causes) for cell in whole.base.cells}
    todo = [(whole.base_of(cell), by_path[path], cell) for path in arms for cell in whole.arms[path].cells]
    todo.sort(key=lambda each: each[0])
    moved = [(index, one, cell) for index, one, cell in todo if cell.index in whole.targets(one.path)]
    after = {(one.path, c.index): won(game, arms[one.path].outcomes(c.index).causes) for _, one, c in moved}
    n = {(one.path, c.index): min(len(wins[index]), len(after[one.path, c.index])) for index, one, c in moved}
    found = [
        paired_difference(*flips(wins[index][: n[one.path, c.index]], after[one.path, c.index][: n[one.path, c.index]]))
        for index, one, c in moved
    ]
    compared = judged([(index, c.index) for index, _, c in moved], found)
    verdicts = {(one.path, c.index): verdict for (_, one, c), verdict in zip(moved, compared, strict=True)}
    for index, one, cell in todo:
        key, value = (one.path, cell.index), cell.sweep[one.path]
        own = after.get(key, wins[index])
        yield Effect(index, one, value, len(own), int(own.sum()), verdicts.get(key))
