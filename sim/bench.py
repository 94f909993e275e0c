"""How fast a game plays: warm playouts a second, by policy, scenario and number of threads.

Short rounds visit every combination in turn, and the median over rounds is reported: a busy moment of the machine
then falls on all of them and not on one.
"""

from __future__ import annotations

import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NoReturn

from sim.errors import UserError
from sim.grid import check_policies
from sim.mixes import resolve
from sim.progress import counted, nothing
from sim.results import wins_in
from sim.warmup import warm_up

if TYPE_CHECKING:
    from sim.game import Cell, Game

ROUNDS: Final = 5
BLOCK_SECONDS: Final = 0.02
SEED: Final = 1


@dataclass(frozen=True)
class Measurement:
    """One line of the result; units as in the data dictionary."""

    policy: str
    scenario: str  # a value of the game's first axis
    threads: int
    playouts_per_second: float
    ratio: float
    actions_per_turn: float
    playouts: int
    win_rate: float
    compile_seconds: float
    cold: bool
    peak_mib: float


@dataclass
class Totals:
    """What some playouts came to."""

    playouts: int = 0
    wins: int = 0
    turns: int = 0
    actions: int = 0
    rate: float = 0.0  # playouts a second

    def __add__(self, other: Totals) -> Totals:
        """Return both together, as of workers side by side."""
        return Totals(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


@dataclass
class Line:
    """A combination under measurement: what it plays, and what each round has shown."""

    game: Game
    cell: Cell
    scenario: str
    threads: int
    rules: Any
    compile_seconds: float
    block: int = 1  # playouts in one call of compiled code
    starts: Iterator[int] = field(default_factory=itertools.count)
    rounds: list[Totals] = field(default_factory=list)

    def calibrate(self) -> None:
        """Find how many playouts take about BLOCK_SECONDS on one thread."""
        while (spent := self.block / self.play(0).rate) < BLOCK_SECONDS / 4:
            self.block *= 4
        self.block = max(1, int(self.block * BLOCK_SECONDS / spent))
        self.starts = itertools.count(0, self.block)

    def measure(self, seconds: float) -> None:
        """Play for about this long on all threads. The rate is the sum of the workers' own."""
        with ThreadPoolExecutor(self.threads) as pool:
            self.rounds.append(sum(pool.map(self.play, [seconds] * self.threads), Totals()))

    def play(self, seconds: float) -> Totals:
        """Play blocks on this thread until the time is up, one at least."""
        import numpy as np

        game, totals = self.game, Totals()
        workspace = game.workspace(self.cell.weights)
        rows = np.zeros(self.block, game.result_dtype())
        counts = np.zeros(1, game.counts_dtype())
        actions = [column.name for column in game.columns() if column.where == "row" and column.unit == "actions"]
        began = time.perf_counter()
        while not totals.playouts or time.perf_counter() - began < seconds:
            game.play(self.cell.player, self.rules, workspace, next(self.starts), rows, counts[0])
            totals.playouts += self.block
            totals.turns += int(rows[game.length].sum())
            totals.actions += sum(int(rows[name].sum()) for name in actions)
        totals.rate = totals.playouts / (time.perf_counter() - began)
        totals.wins = wins_in(game, counts[0])
        return totals


def bench(
    game: Game,
    policies: Sequence[str] = (),
    scenarios: Sequence[str] = (),
    threads: Sequence[int] = (1, 2),
    seconds: float = 2.0,
    *,
    cold: bool = False,
    say: Callable[[str], None] = nothing,
) -> list[Measurement]:
    """Measure every combination for `seconds` in all, in rounds; default: all policies, the first scenario.

    `cold`: compile times are taken in processes of their own that begin without compiled code. `say` tells people
    what takes a while. Raises `UserError` for an unknown policy or scenario.
    """
    policies = check_policies(refuse, game, tuple(policies) or tuple(game.policies))
    values = tuple(game.axis_values()[game.axes[0]])
    lines: list[Line] = []
    for policy in policies:
        for scenario in tuple(scenarios) or values[:1]:
            cell, rules = first_cell(game, policy, scenario)
            spent = warm_up(game, [cell], say, threading.Event())
            lines += [Line(game, cell, scenario, n, rules, spent) for n in sorted(set(threads))]
    for line in lines:
        line.calibrate()
    say(f"measuring {counted(len(lines), 'combination')}, {seconds:g} s each")
    for _ in range(ROUNDS):
        for line in lines:
            line.measure(seconds / ROUNDS)
    if cold:
        say("compiling from nothing, each policy in a process of its own")
    colds = {policy: cold_compile(game.name, policy) for policy in policies} if cold else {}
    return [summary(line, base_of(line, lines), colds.get(line.cell.policy)) for line in lines]


def playouts_per_second(game: Game, cell: Cell, rules: Any, seconds: float) -> float:
    """Return how many playouts of a cell a thread plays in a second, from a trial of about this long; warm."""
    line = Line(game, cell, "", 1, rules, 0.0)
    line.calibrate()
    return line.play(seconds).rate


def refuse(option: str, problem: str) -> NoReturn:
    """Raise `UserError`: an option is at fault."""
    raise UserError(f"--{option}: {problem}")


def first_cell(game: Game, policy: str, scenario: str) -> tuple[Cell, Any]:
    """Return the first cell that a value of the game's first axis has, and its rules."""
    from sim.game import Cell, SelectionError

    content = game.load_content()
    try:
        axes = game.cells({game.axes[0]: [scenario]}, content)[0]
    except SelectionError as error:
        refuse("scenario", str(error).removeprefix(f"{game.axes[0]}: "))
    try:
        players = resolve(policy, game, axes, content)
    except SelectionError as error:
        refuse("policy", str(error))
    return Cell(0, axes, policy, players=players), game.rules(axes, game.parameters_model()(), content, SEED)


def base_of(line: Line, lines: Sequence[Line]) -> Line:
    """Return the line that differs only in having the fewest threads."""
    same = [other for other in lines if (other.cell.policy, other.scenario) == (line.cell.policy, line.scenario)]
    return min(same, key=lambda other: other.threads)


def summary(line: Line, base: Line, cold: float | None) -> Measurement:
    """Boil a line's rounds down."""
    total = sum(line.rounds, Totals())
    ratios = [mine.rate / its.rate for mine, its in zip(line.rounds, base.rounds, strict=True)]
    return Measurement(
        policy=line.cell.policy,
        scenario=line.scenario,
        threads=line.threads,
        playouts_per_second=round(statistics.median(one.rate for one in line.rounds), 1),
        ratio=round(statistics.median(ratios), 3),
        actions_per_turn=round(total.actions / total.turns, 3),
        playouts=total.playouts,
        win_rate=round(total.wins / total.playouts, 5),
        compile_seconds=round(line.compile_seconds if cold is None else cold, 2),
        cold=cold is not None,
        peak_mib=round(peak_mib(), 1),
    )


def peak_mib() -> float:
    """Return the peak memory of this process so far, in MiB (the system counts KiB, on macOS bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def cold_compile(game: str, policy: str) -> float:
    """Return the seconds a new process needs to make a policy ready without compiled code on disk."""
    with tempfile.TemporaryDirectory(prefix="sim-cold-") as folder:
        call = [sys.executable, "-m", "sim", "bench", game, "--policy", policy, "--threads", "1", "--seconds", "0"]
        environment = {**os.environ, "SIM_CACHE": folder}
        done = subprocess.run([*call, "--json"], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"the cold compile of {policy!r} failed: {done.stderr.strip()}")
    return float(json.loads(done.stdout)["results"][0]["compile_seconds"])
