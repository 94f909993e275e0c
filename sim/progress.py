"""How far a run is: a bar on a terminal, a plain line now and then elsewhere, nothing when quiet."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from sim.config import Experiment
    from sim.game import Cell

LINE_SECONDS: Final = 10.0


class Progress(Protocol):
    """Whoever wants to know how far a run is."""

    def advance(self, cell: Cell, n: int) -> None:
        """Note `n` more playouts of a cell."""


def line(text: str) -> None:
    """Say a line, to people."""
    print(text, file=sys.stderr, flush=True)


def nothing(_text: str) -> None:
    """Say nothing."""


def title(cell: Cell) -> str:
    """Return a cell in words: `sabotage month 2 greedy`."""
    facts = {**cell.axes, "policy": cell.policy, **cell.sweep}
    return " ".join(filter(None, (_fact(name, value, cell) for name, value in facts.items())))


def titles(cells: Sequence[Cell]) -> tuple[str, list[str]]:
    """Return what all cells share, in words, and for each cell what tells it from others ("": it is the only one)."""
    facts = [{**cell.axes, "policy": cell.policy, **cell.sweep} for cell in cells]
    same = [name for name in facts[0] if all(fact[name] == facts[0][name] for fact in facts)]
    shared = [_fact(name, facts[0][name], cells[0]) for name in same]
    others = [[_fact(name, value, cells[0]) for name, value in fact.items() if name not in same] for fact in facts]
    return " ".join(filter(None, shared)), [" ".join(filter(None, words)) for words in others]


def counted(n: int, noun: str) -> str:
    """Return a number of things in words: `1 cell`, `2,000 cells`."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def in_points(share: float) -> str:
    """Return a difference of win rates in words: `1 point`, `2.5 points`."""
    number = f"{100 * share:g}"
    return f"{number} point{'' if number == '1' else 's'}"


def sizes(experiment: Experiment) -> str:
    """Return how many playouts the cells are to have, in words: `n = 500`; by policy where they differ."""
    if experiment.precision is not None:
        return f"until known to within {experiment.precision:g}, at most {counted(experiment.max_playouts, 'playout')}"
    if isinstance(experiment.playouts, int):
        return f"n = {experiment.playouts:,}"
    return f"n = {', '.join(f'{n:,} of {policy}' for policy, n in experiment.playouts.items())}"


def _fact(name: str, value: Any, cell: Cell) -> str:
    """Return one fact of a cell: a swept value with its path, an axis's value bare, a flag by its name."""
    if name in cell.sweep:
        return f"{name}={_word(value)}"
    return name if value is True else _word(value) if _is_named(value) else ""


def _is_named(value: Any) -> bool:
    return value is not None and value is not False and value != "off"


def _word(value: Any) -> str:
    return "+".join(_word(entry) for entry in value) if isinstance(value, (list, tuple)) else str(value)


class Quiet:
    """Says nothing."""

    def advance(self, cell: Cell, n: int) -> None:
        """Say nothing."""


class Lines:
    """Plain lines on standard error."""

    def __init__(self, total: int, done: int) -> None:
        self.total, self.done, self.played = total, done, 0
        self.begun = self.spoke = time.monotonic()

    def advance(self, cell: Cell, n: int) -> None:
        """Note playouts; say a line if the last is a while ago."""
        self.done += n
        self.played += n
        now = time.monotonic()
        if now - self.spoke >= LINE_SECONDS:
            self.spoke = now
            rate = self.played / (now - self.begun)
            left = (self.total - self.done) / rate
            share = 100 * self.done / self.total
            line(f"{share:.0f} % · {rate:,.0f} playouts/s · {left:,.0f} s left · cell {cell.index}: {title(cell)}")


class Bar:
    """A bar on a terminal."""

    def __init__(self, bar: Any, task: Any) -> None:
        self.bar, self.task, self.played, self.begun = bar, task, 0, time.monotonic()

    def advance(self, cell: Cell, n: int) -> None:
        """Move the bar."""
        self.played += n
        rate = self.played / max(time.monotonic() - self.begun, 1e-6)
        self.bar.update(self.task, advance=n, rate=f"{rate:,.0f}/s", cell=f"{cell.index}: {title(cell)}")


@contextmanager
def showing(total: int, done: int, *, quiet: bool) -> Iterator[Progress]:
    """Hand out the progress that fits: `total` playouts in all, `done` of them before now."""
    if quiet:
        yield Quiet()
    elif not sys.stderr.isatty():
        yield Lines(total, done)
    else:
        yield from _bar(total, done)


def _bar(total: int, done: int) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[cell]}", markup=False),
    )
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Bar(bar, bar.add_task("run", total=total, completed=done, rate="", cell=""))
