"""What a reader sees of a table: heads, row heads and entries, ready for the page and for Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.report.names import decimals_for, integer, interval, percent


@dataclass(frozen=True)
class Entry:
    """One entry: what is read first, and the small print (interval, n). `shade` in 0..1 tints it."""

    main: str
    sub: str = ""
    shade: float | None = None

    @property
    def text(self) -> str:
        """The whole entry on one line."""
        return f"{self.main} ({self.sub})" if self.sub else self.main


@dataclass(frozen=True)
class Grid:
    """A table to look at. The first `stubs` columns head their rows."""

    heads: tuple[str, ...]
    rows: list[list[Entry]]
    stubs: int = 1
    label: str = ""  # of the part, where a run has several
    part: str = ""  # the label of the part, always


@dataclass(frozen=True)
class Table:
    """A table of a report: `frame` for files (plain values), `grids` for readers (one a part)."""

    name: str
    title: str
    note: str
    section: str
    frame: Any  # pandas DataFrame
    grids: tuple[Grid, ...] = ()
    on_page: bool = True
    kind: str = field(default="base")


def rate_entry(rate: float, low: float, high: float, n: float | None = None) -> Entry:
    """Return a rate with its interval, and with its n where the table has no column for it."""
    small = interval(rate, low, high)
    if n is not None:
        small += f"; n {integer(n)}"
    return Entry(percent(rate, decimals_for(low, high) if 0 < rate < 1 else None), small)


def texts(values: Sequence[str]) -> list[Entry]:
    """Return entries of plain text."""
    return [Entry(value) for value in values]


def markdown(grid: Grid) -> str:
    """Return a grid as a Markdown table."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    rule = ["---"] * grid.stubs + ["---:"] * (len(grid.heads) - grid.stubs)
    body = [line([entry.text for entry in row]) for row in grid.rows]
    return "\n".join([line(grid.heads), line(rule), *body]) + "\n"


def frame_grid(frame: Any) -> Grid:
    """Return a plain frame as a grid."""
    rows = [[Entry(cell_text(value)) for value in row] for row in frame.itertuples(index=False, name=None)]
    return Grid(tuple(str(column) for column in frame.columns), rows, stubs=0)


def cell_text(value: Any) -> str:
    """Return a frame's value as text, numbers short."""
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.6g}"
    return "" if value is None else str(value)
