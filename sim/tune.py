"""Which setting gives a target win rate? Each cell is tuned by itself, and the best is confirmed on fresh seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.batch import interruptible
from sim.compare import Match, judge, shift_document
from sim.curves import FLAT, MEANINGS, NEITHER
from sim.errors import UserError
from sim.grid import MOST_PLAYOUTS
from sim.knobs import Knob, knobs_of
from sim.progress import showing, titles
from sim.results import no_yardsticks, wins_in
from sim.search import Effort, Found, optuna_or_error, search
from sim.sides import Played, played
from sim.stats import wilson
from sim.store import content_hash
from sim.targets import NOT_REACHED, REACHED, Target, default_confirm, more_playouts, targets_of
from sim.trials import Kept, Point, Setting, Task, Trials, alone, key_of
from sim.verdicts import UNDECIDED, Gate
from sim.warmup import warm_up

if TYPE_CHECKING:
    import threading

    from sim.config import Prepared

SCHEMA: Final = 1
TRIALS: Final = 60  # settings of several parameters


@dataclass(frozen=True)
class Tuning:
    """What is to be tuned: cells with their targets, knobs, and how much is played for it."""

    prepared: Prepared
    tasks: tuple[Task, ...]
    effort: Effort
    tolerance: float

    @property
    def seed(self) -> int:
        """The experiment's own seed: the confirmation plays by it, and no search does."""
        seed = self.prepared.experiment.seed
        if any(task.search_seed == seed for task in self.tasks):
            raise UserError(f"--seed: {seed} is one that the search would play by; take another")
        return seed


@dataclass(frozen=True)
class Confirmed:
    """The best setting on fresh seeds: its win rate, and what changed against the untuned experiment (None: nothing).

    Both are documents, so that they can be kept.
    """

    rate: Mapping[str, Any]
    shift: Mapping[str, Any] | None


@dataclass(frozen=True)
class Tuned:
    """What came of a task."""

    task: Task
    points: Sequence[Point]  # all settings tried, in order
    found: Found
    confirmed: Confirmed
    verdict: str
    more: int | None  # further playouts that would decide an undecided one

    @property
    def setting(self) -> Setting:
        """The setting that comes nearest; it is recommended where it reaches the target."""
        return self.found.best.setting


def tuning_of(
    prepared: Prepared,
    target: str,
    vary: Sequence[str],
    tolerance: float,
    confirm: int | None = None,
    trials: int = TRIALS,
) -> Tuning:
    """Return what is to be tuned, all of it checked. Raises `UserError` with a line a fault."""
    check(prepared, confirm, trials)
    targets = targets_of(target, prepared.cells, tolerance)
    if not vary:
        raise UserError("--vary: is missing; name a parameter and its range, PATH=LOW..HIGH")
    knobs_of(vary, prepared)
    _, names = titles(prepared.cells)
    tasks = tuple(task_of(prepared, index, names[index], vary, wanted) for index, wanted in enumerate(targets))
    for task in tasks:
        check_task(task, trials)
    playouts = min(prepared.playouts(cell) for cell in prepared.cells)
    return Tuning(prepared, tasks, Effort(playouts, confirm or default_confirm(targets), trials), tolerance)


def check(prepared: Prepared, confirm: int | None, trials: int) -> None:
    """Raise `UserError` where an experiment cannot be tuned."""
    if prepared.experiment.precision is not None:
        raise UserError("--precision: tuning plays each setting as far as it must; --confirm says how well it is known")
    for name, value in (("confirm", confirm), ("trials", trials)):
        if value is not None and value < 1:
            raise UserError(f"--{name}: must be at least 1, not {value}")
        if value is not None and value > MOST_PLAYOUTS:
            raise UserError(f"--{name}: must be at most {MOST_PLAYOUTS}, not {value}")
    no_yardsticks(prepared.game, prepared.experiment.policy, "--policy: ")


def task_of(prepared: Prepared, index: int, name: str, vary: Sequence[str], target: Target) -> Task:
    """Return a cell as a task; its knobs know what its own parameters are."""
    cell = prepared.cells[index]
    values = alone(prepared, cell)
    task = Task(cell, name, values, (), target)
    return Task(cell, name, values, knobs_of(vary, task.untuned()), target)


def check_task(task: Task, trials: int) -> None:
    """Raise `UserError` where a knob's ends are not allowed or change nothing in a cell, or optuna is not there."""
    import numpy as np

    for axis, knob in enumerate(task.knobs):
        ends = [(*task.start[:axis], place, *task.start[axis + 1 :]) for place in (0, len(knob) - 1)]
        low, high = (task.tuned(setting) for setting in ends)
        records = [np.asarray(prepared.rules(prepared.cells[0])).tobytes() for prepared in (low, high)]
        if records[0] == records[1]:
            where = f" in cell {task.cell.index} ({task.name})" if task.name else ""
            raise UserError(f"--vary {knob.path}: changes no rule{where}: {span(knob)} is all the same there")
    if len(task.knobs) > 1 and any_sampled(task.knobs, trials):
        optuna_or_error()


def any_sampled(knobs: Sequence[Knob], trials: int) -> bool:
    """Whether knobs have more settings than can all be tried."""
    n = 1
    for knob in knobs:
        n *= len(knob)
    return n > trials


def span(knob: Knob) -> str:
    """Return a knob's range in words."""
    return f"{knob.value(0):g}..{knob.value(len(knob) - 1):g}"


# -- tuning --------------------------------------------------------------------------------------------------------


def tune(tuning: Tuning, kept: Kept, *, threads: int, quiet: bool, say: Callable[[str], None]) -> list[Tuned]:
    """Tune every cell. `kept` is what was played before, and is added to. Raises `KeyboardInterrupt` after Ctrl-C."""
    with interruptible() as stop:
        warm_up(tuning.prepared.game, tuning.prepared.cells, say, stop)
        found = []
        for task in tuning.tasks:
            trials = Trials(task, kept, stop, threads, say, quiet)
            best = search(trials, tuning.effort)
            say(f"confirming {task.in_words(best.best.setting)} on fresh seeds")
            confirmed = confirmation(tuning, trials, best.best.setting)
            found.append(judged(task, trials, best, confirmed))
    return found


def judged(task: Task, trials: Trials, found: Found, confirmed: Confirmed) -> Tuned:
    """Return what came of a task, with its verdict."""
    rate, target = confirmed.rate, task.target
    verdict = target.verdict(rate["low"], rate["high"])
    more = more_playouts(rate["wins"], rate["playouts"], target) if verdict == UNDECIDED else 0
    points = sorted(trials.points.values(), key=lambda point: point.setting)
    return Tuned(task, points, found, confirmed, verdict, more)


def confirmation(tuning: Tuning, trials: Trials, setting: Setting) -> Confirmed:
    """Play a setting on seeds that no search has seen, beside the untuned experiment on the same."""
    task, effort = trials.task, tuning.effort
    untuned = task.untuned(seed=tuning.seed, playouts=min(effort.playouts, effort.confirm))
    tuned = task.tuned(setting, seed=tuning.seed, playouts=effort.confirm)
    about = {"seed": tuning.seed, "setting": task.by_path(setting), "confirmed": {}}
    entry = trials.kept.entry(key_of(untuned, tuned), about)["confirmed"]
    size = f"{effort.confirm}, {untuned.experiment.playouts}"
    if size not in entry:
        rate, shift = played_beside(untuned, tuned, trials.stop, trials.threads, quiet=trials.quiet)
        entry[size] = {"rate": rate, "shift": shift}
        trials.kept.save()
    return Confirmed(entry[size]["rate"], entry[size]["shift"])


def played_beside(
    untuned: Prepared, tuned: Prepared, stop: threading.Event, threads: int, *, quiet: bool
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return the tuned win rate with Wilson's interval, and its shift from the untuned; None where nothing differs."""
    with played("untuned", untuned) as before, played("tuned", tuned) as after:
        same = key_of(untuned) == key_of(tuned)
        extend(after, stop, threads, quiet=quiet)
        if not same:
            extend(before, stop, threads, quiet=quiet)
        match = Match(before, after, 0, 0)
        shift = None if same else shift_document(judge([match], Gate(), ())[0])
        return rate_document(after), shift


def extend(side: Played, stop: threading.Event, threads: int, *, quiet: bool) -> None:
    """Play all that a side of one cell is to have."""
    n = side.most(0)
    with showing(n, 0, quiet=quiet) as progress:
        side.extend({0: n}, progress, stop, threads)


def rate_document(side: Played) -> dict[str, Any]:
    """Return a side's win rate, its number of playouts being fixed before, and its signature."""
    writer = side.writers[0]
    wins = wins_in(side.game, writer.counts[0])
    low, high = wilson(wins, writer.playouts)
    rate = {"win_rate": wins / writer.playouts, "low": float(low), "high": float(high)}
    return {"playouts": writer.playouts, "wins": wins, **rate, "signature": writer.signature}


# -- as documents --------------------------------------------------------------------------------------------------


def document_of(tuning: Tuning, found: Sequence[Tuned]) -> dict[str, Any]:
    """Return what was found as one JSON document; the same for the same experiment."""
    prepared = tuning.prepared
    game = prepared.game
    same, _ = titles(prepared.cells)
    verdicts = [tuned.verdict for tuned in found]
    return {
        "schema": SCHEMA,
        "kind": "tune",
        "complete": True,
        "game": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "source_hash": game.source_hash,
        "content_hash": content_hash(prepared.content),
        "same": same,
        "seed": tuning.seed,
        "search_seed": tuning.tasks[0].search_seed,
        "playouts": tuning.effort.playouts,
        "confirm": tuning.effort.confirm,
        "tolerance": tuning.tolerance,
        "knobs": [knob.document() for knob in tuning.tasks[0].knobs],
        "verdict": next(v for v in (NOT_REACHED, UNDECIDED, REACHED) if v in verdicts),
        "cells": [cell_document(tuned, game.name) for tuned in found],
    }


def cell_document(tuned: Tuned, game: str) -> dict[str, Any]:
    """Return what was found for a cell as JSON values."""
    task, found = tuned.task, tuned.found
    cell = task.cell
    return {
        "cell": cell.index,
        "title": task.name,
        "game": game,
        **cell.axes,
        "policy": cell.policy,
        "sweep": dict(cell.sweep),
        "target": task.target.document(),
        "untuned": {knob.path: knob.now for knob in task.knobs},
        "nearest": task.by_path(tuned.setting),
        "recommended": task.by_path(tuned.setting) if tuned.verdict == REACHED else None,
        "confirmed": dict(tuned.confirmed.rate),
        "verdict": tuned.verdict,
        "more_playouts": tuned.more,
        "shape": found.curve.shape if found.curve else None,
        "notes": notes(tuned),
        "neighbours": [point_document(task, point) for point in found.neighbours],
        "tried": tried_documents(tuned),
        "shift": tuned.confirmed.shift,
    }


def point_document(task: Task, point: Point) -> dict[str, Any]:
    """Return a setting that was tried as JSON values."""
    low, high = point.interval
    return {
        "setting": task.by_path(point.setting),
        "playouts": point.playouts,
        "wins": point.wins,
        "win_rate": point.rate,
        "low": low,
        "high": high,
        "distance": abs(point.rate - task.target.aim),
    }


def tried_documents(tuned: Tuned) -> list[dict[str, Any]]:
    """Return all settings that were tried, in order, with the one-way fit where there is a curve."""
    curve = tuned.found.curve
    found = [point_document(tuned.task, point) for point in tuned.points]
    if curve is None:
        return found
    return [{**document, "fit": float(fit)} for document, fit in zip(found, curve.fit, strict=True)]


def notes(tuned: Tuned) -> list[str]:
    """Return what is to be said of a result: of its curve, and why the target was not reached."""
    task, curve = tuned.task, tuned.found.curve
    said = []
    if curve and curve.shape in (FLAT, NEITHER):
        said.append(f"The win rate along {task.knobs[0].path} {MEANINGS[curve.shape]}")
    if tuned.verdict == NOT_REACHED:
        ranges = ", ".join(f"{knob.path} = {span(knob)}" for knob in task.knobs)
        rate = f"{100 * tuned.confirmed.rate['win_rate']:.1f} %"
        nearest = f"{task.in_words(tuned.setting)} comes nearest: {rate}"
        said.append(f"No setting found in {ranges} reaches {task.target}; {nearest}")
    if tuned.more:
        n = tuned.confirmed.rate["playouts"] + tuned.more
        again = f"{n:,} playouts of it on another seed would decide it at this win rate"
        said.append(f"The interval crosses an edge of the target; {again}; this seed is judged once")
    if tuned.verdict != REACHED and (ends := stepped_over(tuned)):
        steps = "; ".join(f"{task.in_words(point.setting)}: {100 * point.rate:.1f} %" for point in ends)
        said.append(f"The win rate steps over the target ({steps})")
    return said


def stepped_over(tuned: Tuned) -> list[Point]:
    """Return the neighbouring settings between which the win rate steps over the whole target, if there are any."""
    target, crossing = tuned.task.target, tuned.found.crossing
    if crossing is None or crossing[1][0] - crossing[0][0] > 1:
        return []
    ends = [next(point for point in tuned.points if point.setting == end) for end in crossing]
    return ends if all(not target.low <= point.rate <= target.high for point in ends) else []
