"""How charts look: palette, marks, hatches, sizes; and how they are saved, with the same bytes each time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

INK, MUTED, GRID, PAPER = "#1c212b", "#5b6472", "#d8dce3", "#fefefe"  # the page maps these to its own colours
FAINT = "#9aa1ad"  # marks of what is not told from luck; readable on light and dark
# Okabe and Ito's palette, told apart by every common kind of colour vision; marks and hatches tell the same in grey.
SERIES = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#1c212b", "#b8a800")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (7, 2)), (0, (1, 1)), (0, (3, 3)))
WIN_COLOURS = ("#009e73", "#b8a800")
PARTIAL_COLOURS = ("#7fceb9", "#dbd37f")
LOSS_COLOURS = ("#e69f00", "#d55e00", "#cc79a7", "#0072b2", "#56b4e9", "#f0e442", "#8a909c")
HATCHES = ("////", "....", "xxxx", "\\\\\\\\", "++++", "----", "oooo")
SHADES = "PuOr"  # two-sided: orange below the middle, purple above
SHADES_UP = "Blues"  # one-sided: the darker the more

WIDTH = 10.4  # inches; about 1000 CSS pixels
PANELS_A_ROW = 4
MANY_ROWS = 16  # more rows than this stand closer together, and smaller

RC: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "text.parse_math": False,  # a name may hold dollars
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": INK,
    "axes.labelsize": 9.5,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": PAPER,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "hatch.color": PAPER,
    "hatch.linewidth": 0.7,
    "figure.dpi": 100,
    "svg.fonttype": "path",
    "svg.hashsalt": "sim-report",
}


@dataclass(frozen=True)
class Chart:
    """A chart, drawn and saved: its words and its bytes."""

    name: str
    title: str
    caption: str
    alt: str
    section: str
    svg: bytes
    png: bytes
    part: str = ""


@contextmanager
def styled() -> Iterator[None]:
    """Draw without a display and in the house style."""
    import matplotlib as mpl

    mpl.use("Agg")
    with mpl.rc_context(RC):  # type: ignore[arg-type]
        yield


def columns_for(n: int) -> int:
    """Return how many of n panels stand side by side, so that rows are about equally long."""
    return -(-n // -(-n // PANELS_A_ROW))


def panels(n: int, height: float, *, columns: int = 0, head: float = 0.7, **options: Any) -> tuple[Any, list[Any]]:
    """Return a figure with n panels of that height in inches, at most `PANELS_A_ROW` a row, spare ones hidden.

    Where panels share the axis along the bottom, the lowest one of every column has its labels.
    """
    import matplotlib.pyplot as plt

    columns = columns or columns_for(n)
    n_rows = -(-n // columns)
    size = (WIDTH, n_rows * height + head)
    figure, axes = plt.subplots(n_rows, columns, figsize=size, squeeze=False, layout="constrained", **options)
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.06, wspace=0.03, hspace=0.04)
    flat = list(axes.flat)
    for spare in flat[n:]:
        spare.set_visible(False)
    for lowest in flat[max(0, n - columns) : n]:
        lowest.tick_params(axis="x", labelbottom=True)
    return figure, flat[:n]


def column(heights: Sequence[float], *, head: float = 0.7, **options: Any) -> tuple[Any, list[Any]]:
    """Return a figure with panels of these heights in inches, one below the other."""
    import matplotlib.pyplot as plt

    size = (WIDTH, sum(heights) + head)
    options["height_ratios"] = heights
    figure, axes = plt.subplots(len(heights), 1, figsize=size, squeeze=False, layout="constrained", **options)
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.06, hspace=0.02)
    return figure, list(axes.flat)


def rates_along(axis: Any) -> None:
    """Label an axis in per cent, with few and round ticks."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:.6g} %"))


def points_along(axis: Any) -> None:
    """Label an axis in points of win rate, with their sign."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:+.4g}" if value else "0"))


def legend(figure: Any, handles: Sequence[Any], labels: Sequence[str], least: int = 2) -> None:
    """Put one legend above all panels, in as many columns as fit; of fewer labels than `least` there is none."""
    if len(labels) >= least:
        columns = max(n for n in range(1, min(6, len(labels)) + 1) if n == 1 or legend_width(labels, n) <= WIDTH)
        figure.legend(handles, labels, loc="outside upper left", ncols=columns, handlelength=1.8)


def legend_width(labels: Sequence[str], columns: int) -> float:
    """Return about how wide a legend is, in inches: filled column by column, each as wide as its longest label."""
    import numpy as np

    widest = [max(map(len, column.tolist())) for column in np.array_split(np.array(labels), columns)]
    return sum(0.6 + 0.08 * n for n in widest)


def legend_beside(axis: Any, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Put a panel's legend at its right."""
    if len(labels) > 1:
        axis.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.0, 1.03), handlelength=1.8, fontsize=8.5)


def saved(figure: Any) -> tuple[bytes, bytes]:
    """Return a figure as (SVG, PNG) and close it. The same figure gives the same bytes: no date, no random ids."""
    import matplotlib.pyplot as plt

    svg, png = io.BytesIO(), io.BytesIO()
    empty = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(svg, format="svg", metadata=empty)
    figure.set_layout_engine("none")  # laid out by now; once is enough
    figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
    plt.close(figure)
    return compact(svg.getvalue().decode()).encode(), png.getvalue()


def compact(svg: str) -> str:
    """Return an SVG with coordinates to a hundredth of a point: nobody sees more, and half the bytes go."""
    return re.sub(r"scale\([^)]*\)|-?\d+\.\d{3,}", _shorter, svg)


def _shorter(found: re.Match[str]) -> str:
    text = found[0]  # a scale is a small factor on large glyph coordinates: it keeps its digits
    return text if text.startswith("scale") else f"{float(text):.2f}".rstrip("0").rstrip(".")


def cause_colours(
    causes: Sequence[str], wins: Sequence[str], partial: Sequence[str] = ()
) -> dict[str, tuple[str, str]]:
    """Return (colour, hatch) of every cause: wins plain and green, wins in part paler, losses hatched."""
    won = [cause for cause in causes if cause in wins]
    in_part = [cause for cause in causes if cause in partial]
    lost = [cause for cause in causes if cause not in (*won, *in_part)]
    marks = {cause: (WIN_COLOURS[k % len(WIN_COLOURS)], "") for k, cause in enumerate(won)}
    marks |= {cause: (PARTIAL_COLOURS[k % len(PARTIAL_COLOURS)], HATCHES[0]) for k, cause in enumerate(in_part)}
    for k, cause in enumerate(lost):  # a second turn through the colours meets other hatches
        n = len(LOSS_COLOURS)
        marks[cause] = (LOSS_COLOURS[k % n], HATCHES[(k + k // n) % len(HATCHES)])
    return marks
