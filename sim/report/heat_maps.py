"""Heat maps: win rates over two axes, coloured by how far they are from the win rate of the cells behind them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.game import Game, View
from sim.report import style
from sim.report.cells import Part
from sim.report.names import percent, words
from sim.report.panels import ASLANT, chart, entries, key, pools, titled
from sim.report.readings import Row, labelling
from sim.report.style import Chart


def heat(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `win_rate`, two axes: a square an entry with its rate; more axes: the last ones side by side."""
    groups = pools(part)
    found = [entries(game, view, group) for group in groups]
    names = [axis.name for axis in labelling(view)]
    downs = list(dict.fromkeys(words(row[names[0]]) for rows in found for row in rows))
    acrosses = ordered(view, {key_across(names, row) for rows in found for row in rows})
    reach = max(1e-9, *(abs(row["win_rate"] - row["expected"]) for rows in found for row in rows))
    options = {"columns": min(len(groups), 4 if len(acrosses) <= 5 else 2), "sharex": True, "sharey": True}
    figure, axes = style.panels(len(groups), 0.85 + 0.34 * len(downs), head=0.2, **options)
    for axis, group, rows in zip(axes, groups, found, strict=True):
        squares(axis, rows, names, downs, acrosses, reach)
        titled(axis, group, groups)
    if labelling(view)[0].labels is None:
        axes[0].set_ylabel(words(names[0]))
    widest = max((row["high"] - row["low"]) / 2 for rows in found for row in rows)
    reading = (
        "Win rate in %; orange: below that of the cells behind the square, purple: above, the more the further. "
        f"Wilson 95 % intervals reach at most {widest * 100:.2g} points to a side and are in the table."
    )
    rows = sorted(entries(game, view, part.whole()), key=lambda row: row["win_rate"])
    ends = " to ".join(f"{percent(row['win_rate'])} ({key(view, row)})" for row in (rows[0], rows[-1]))
    return chart(view, part, tag, figure, reading, f"{view.title}: heat map. Over all cells {ends}.")


def key_across(names: list[str], row: Row) -> str:
    """Return a row's label on all axes but the first."""
    return ", ".join(words(row[name]) for name in names[1:])


def ordered(view: View, found: set[str]) -> list[str]:
    """Return the labels found across, in the axis's own order."""
    labels = labelling(view)[1].labels if len(labelling(view)) == 2 else None
    order = [words(label) for label in labels] if labels else sorted(found, key=lambda text: (len(text), text))
    return [label for label in order if label in found]


def squares(axis: Any, rows: list[Row], names: list[str], downs: list[str], acrosses: list[str], reach: float) -> None:
    """Draw one heat map with the rates written in."""
    import matplotlib as mpl

    gaps = np.full((len(downs), len(acrosses)), np.nan)
    shades = mpl.colormaps[style.SHADES]
    for row in rows:
        down, across = downs.index(words(row[names[0]])), acrosses.index(key_across(names, row))
        gaps[down, across] = row["win_rate"] - row["expected"]
        shade = shades((gaps[down, across] / reach + 1) / 2)
        dark = 0.3 * shade[0] + 0.59 * shade[1] + 0.11 * shade[2] < 0.5
        text = {"ha": "center", "va": "center", "fontsize": 8.5, "color": "#ffffff" if dark else "#000000"}
        axis.text(across + 0.5, down + 0.5, f"{row['win_rate'] * 100:.1f}", **text)
    axis.pcolormesh(gaps, cmap=style.SHADES, vmin=-reach, vmax=reach, edgecolors=style.PAPER, linewidth=1.5)
    axis.set_yticks(np.arange(len(downs)) + 0.5, downs)
    axis.set_xticks(np.arange(len(acrosses)) + 0.5, acrosses, **ASLANT, fontsize=8.5)
    axis.set_ylim(len(downs), 0)
    axis.grid(visible=False)
    for side in axis.spines.values():
        side.set_visible(False)
    axis.tick_params(length=0)
