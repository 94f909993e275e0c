"""Settings tried in one cell: playouts on the same seeds at every setting, kept as they come."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.config import from_values
from sim.errors import UserError
from sim.files import check_form, read_json, write_json
from sim.knobs import Knob, in_words, sets_of
from sim.progress import showing
from sim.results import wins_in
from sim.sequences import rate_sequence
from sim.store import content_hash
from sim.targets import Target
from sim.trees import replaced
from sim.verdicts import looks
from sim.writer import CellWriter

if TYPE_CHECKING:
    import threading

    from sim.config import Prepared
    from sim.game import Cell

SCHEMA: Final = 1
EVALUATIONS: Final = "evaluations.json"
# Keys of an experiment that have no say in which playouts there are, or that a single cell has no use for.
ELSEWHERE: Final = ("only", "sweep", "threads", "rows", "playouts", "precision", "max_playouts")

Setting = tuple[int, ...]  # the number of a value for each knob


@dataclass(frozen=True)
class Task:
    """A cell to be tuned: `cell` as the grid has it, `values` its experiment alone, as a config has it."""

    cell: Cell
    name: str  # in words, what tells it from the other cells
    values: Mapping[str, Any]
    knobs: tuple[Knob, ...]
    target: Target

    def untuned(self, **changes: Any) -> Prepared:
        """Return the cell's experiment as it was, with other keys changed (`seed`, `playouts`)."""
        return from_values({**self.values, **changes}, "")

    def tuned(self, setting: Setting, **changes: Any) -> Prepared:
        """Return the cell's experiment at a setting. Raises `UserError` where the rules do not allow it."""
        texts = sets_of(self.knobs, self.by_path(setting), self.values["parameters"])
        try:
            return from_values({**self.values, **changes}, "", texts)
        except UserError as error:
            paths = {knob.table: knob.path for knob in self.knobs}
            raise UserError(*(worded(fault, paths, self.in_words(setting)) for fault in error.faults)) from None

    def by_path(self, setting: Setting) -> dict[str, Any]:
        """Return a setting's values by path."""
        return {knob.path: knob.value(index) for knob, index in zip(self.knobs, setting, strict=True)}

    def in_words(self, setting: Setting) -> str:
        """Return a setting in words."""
        return in_words(self.by_path(setting))

    @property
    def search_seed(self) -> int:
        """The seed that settings are tried with: one that nobody would come to by counting."""
        digest = hashlib.sha256(f"tune {self.values['seed']}".encode()).digest()
        return int.from_bytes(digest[:6], "big")

    @property
    def start(self) -> Setting:
        """The setting that changes least."""
        return tuple(knob.start for knob in self.knobs)

    def change(self, setting: Setting) -> float:
        """Return how far a setting is from `start`, each knob as a share of its range."""
        moves = zip(setting, self.start, self.knobs, strict=True)
        return sum(abs(index - start) / (len(knob) - 1) for index, start, knob in moves)


def worded(fault: str, paths: Mapping[str, str], setting: str) -> str:
    """Return a fault of a setting as one of the `--vary` that asked for it."""
    for table, path in paths.items():
        if fault.startswith(f"--set {table}: "):
            return f"--vary {path}: {fault.removeprefix(f'--set {table}: ')} (at {setting})"
    return f"--vary: {fault} (at {setting}; leave that out of the range)"


def alone(prepared: Prepared, cell: Cell) -> dict[str, Any]:
    """Return the experiment of one cell, as a config has it: its sweep and parameters are in `parameters`, all of them.

    What is left out follows the game's defaults, but for the parameters.
    """
    values = {key: value for key, value in prepared.asked.items() if key not in ELSEWHERE}
    parameters = dict(prepared.experiment.parameters)
    for path, value in cell.sweep.items():
        parameters = replaced(parameters, path.split("."), value)
    # A team is a list already, and is one value.
    chosen = {axis: value for axis, value in cell.axes.items() if value is not None}
    axes = {axis: list(value) if isinstance(value, (list, tuple)) else [value] for axis, value in chosen.items()}
    seed = prepared.experiment.seed
    return {**values, "seed": seed, "cells": axes, "policy": [cell.policy], "parameters": parameters}


@dataclass(frozen=True)
class Point:
    """A setting and what was won of the first playouts there."""

    setting: Setting
    playouts: int
    wins: int

    @property
    def rate(self) -> float:
        """The win rate, in 0..1."""
        return self.wins / self.playouts

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the win rate that holds whenever one stops."""
        low, high = rate_sequence(self.wins, self.playouts)
        return float(low), float(high)


@dataclass
class Evidence:
    """The win rate on fresh seeds, and what shifted against the untuned experiment."""

    rate: dict[str, Any]
    shift: dict[str, Any] | None


@dataclass
class Entry:
    """What is kept of a setting: wins of its first playouts, by their number; how it was confirmed, by numbers."""

    wins: dict[int, int] = field(default_factory=dict)
    confirmed: dict[str, Evidence] = field(default_factory=dict)


class Kept:
    """What was played before, by a key of all that decides it; in a file, or in memory alone."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.entries: dict[str, dict[str, Any]] = {}
        if file is not None and file.exists():
            self.entries = read_json(file, SCHEMA).get("evaluations", {})
            check_form(file, self.entries, dict[str, Entry])

    def entry(self, key: str, about: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is kept under a key, to be added to; a new entry begins with `about`."""
        return self.entries.setdefault(key, dict(about))

    def save(self) -> None:
        """Write the file, all or nothing."""
        if self.file is not None:
            write_json(self.file, {"schema": SCHEMA, "evaluations": self.entries}, flush=False)


def key_of(*experiments: Prepared) -> str:
    """Return 16 hex digits over all that decides one-cell experiments, but for how far they are played."""
    facts = []
    for prepared in experiments:
        identity = {key: value for key, value in prepared.experiment.identity().items() if key not in ELSEWHERE}
        game = prepared.game
        facts.append([identity, game.source_hash, game.rules_version, content_hash(prepared.content)])
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


@dataclass
class Trials:
    """The settings of a task that were asked for, each as far as it was."""

    task: Task
    kept: Kept
    stop: threading.Event
    threads: int
    say: Callable[[str], None]
    quiet: bool
    points: dict[Setting, Point] = field(default_factory=dict)
    keys: dict[Setting, str] = field(default_factory=dict)
    last: tuple[Setting, Prepared] | None = None  # looks follow one another at the same setting

    def at(self, setting: Setting, n: int) -> Point:
        """Return a setting with `n` playouts, or with more if it has more."""
        before = self.points.get(setting)
        if self._at(setting, n) != before:
            self._tell(self.points[setting])
        return self.points[setting]

    def until_known(self, setting: Setting, most: int) -> Point:
        """Play a setting until it is known on which side of the aim it is, look after look, or `most` playouts."""
        before = self.points.get(setting)
        next(n for n in looks(most) if self.is_known(self._at(setting, n), most))
        if self.points[setting] != before:
            self._tell(self.points[setting])
        return self.points[setting]

    def is_known(self, point: Point, most: int) -> bool:
        """Whether it is known on which side of the aim a setting is, or that `most` playouts do not tell."""
        low, high = point.interval
        return point.playouts >= most or not low <= self.task.target.aim <= high

    def distance(self, point: Point) -> float:
        """Return how far a setting's win rate is from the aim."""
        return abs(point.rate - self.task.target.aim)

    def nearest(self, points: Sequence[Point]) -> Point:
        """Return the point nearest to the aim; among equals that which changes least."""
        return min(points, key=lambda point: (self.distance(point), self.task.change(point.setting), point.setting))

    def _at(self, setting: Setting, n: int) -> Point:
        there = self.points.get(setting)
        if there is None or there.playouts < n:
            self.points[setting] = Point(setting, n, self._wins(setting, n))
        return self.points[setting]

    def _wins(self, setting: Setting, n: int) -> int:
        """Return the wins of the first `n` playouts, from what is kept on."""
        if setting not in self.keys:
            self.keys[setting] = key_of(self._prepared(setting))
        about = {"seed": self.task.search_seed, "setting": self.task.by_path(setting), "wins": {}}
        wins: dict[str, int] = self.kept.entry(self.keys[setting], about)["wins"]
        if str(n) not in wins:
            first = max((m for m in map(int, wins) if m < n), default=0)
            more = self._play(self._prepared(setting), first, n)
            wins[str(n)] = wins.get(str(first), 0) + more
            self.kept.save()
        return wins[str(n)]

    def _prepared(self, setting: Setting) -> Prepared:
        if self.last is None or self.last[0] != setting:
            self.last = (setting, self.task.tuned(setting, seed=self.task.search_seed))
        return self.last[1]

    def _play(self, prepared: Prepared, first: int, n: int) -> int:
        """Play from playout `first` up to `n` and return the wins."""
        from sim.batch import play

        writer = CellWriter(None, prepared.cells[0], prepared)
        writer.playouts = first
        with showing(n, first, quiet=self.quiet) as progress:
            play(prepared, [writer], progress, self.stop, self.threads, targets={writer.cell.index: n})
        return wins_in(prepared.game, writer.counts[0])

    def _tell(self, point: Point) -> None:
        low, high = point.interval
        rate = f"{100 * point.rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {point.playouts:,}"
        self.say(f"{self.task.name + ': ' if self.task.name else ''}{self.task.in_words(point.setting)}: {rate}")
