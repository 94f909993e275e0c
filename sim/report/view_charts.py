"""The charts of a game's views: the choice by kind; dots, stacked bars and distributions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.game import Game, View
from sim.report import style
from sim.report.cells import Group, Part
from sim.report.differences import differences
from sim.report.dots import WILSON, finish_rows, from_zero, whiskers, whole_ticks
from sim.report.heat_maps import heat
from sim.report.names import percent, words
from sim.report.panels import ASLANT, chart, entries, key, pools, share_of, titled
from sim.report.readings import Reading, Row, denominator, labelling, readings, rows_of, whole
from sim.report.style import Chart


def view_charts(game: Game, view: View, part: Part, tag: str) -> Iterator[Chart]:
    """Draw a view's chart; nothing where the view never counted anything."""
    if not part.whole().counts[view.table].any():
        return
    n_axes = len(labelling(view))
    if view.kind == "with_without":
        draw: Any = differences
    elif view.kind == "win_rate":
        draw = rates if n_axes == 1 else heat
    elif view.kind == "distribution":
        draw = distribution
    else:
        draw = dots if n_axes == 1 else stacks
    yield draw(game, view, part, tag)


# -- dots ----------------------------------------------------------------------------------------------------------


def dot_panels(view: View, part: Part, found: list[list[Row]], value: str, xlabel: str, *, own_scale: bool) -> Any:
    """Draw a dot with its interval for each row, a panel a group; `own_scale`: panels do not share one axis from 0."""
    groups = pools(part)
    labels = list(dict.fromkeys(key(view, row) for rows in found for row in rows))
    height = 0.45 + 0.26 * max(len(labels), 2)
    figure, axes = style.panels(len(groups), height, sharex=not own_scale, sharey=True, head=0.35)
    for axis, group, rows in zip(axes, groups, found, strict=True):
        rates = np.array([[row[value], row["low"], row["high"]] for row in rows], dtype=float).reshape(-1, 3)
        whiskers(axis, rates.T, np.array([labels.index(key(view, row)) for row in rows]))
        finish_rows(axis, labels, "")
        titled(axis, group, groups)
        style.rates_along(axis.xaxis)
    if not own_scale:
        from_zero(axes[0])
    if len(labelling(view)) == 1 and labelling(view)[0].labels is None:
        axes[0].set_ylabel(words(labelling(view)[0].name))
    figure.supxlabel(xlabel, fontsize=9.5)
    return figure


def rates(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `win_rate`, one axis: a dot an entry."""
    found = [entries(game, view, group) for group in pools(part)]
    figure = dot_panels(view, part, found, "win_rate", "Win rate", own_scale=True)
    labels = list(dict.fromkeys(key(view, row) for rows in found for row in rows))
    for axis, rows in zip(figure.axes, found, strict=False):
        places = [labels.index(key(view, row)) for row in rows]
        axis.plot([row["expected"] for row in rows], places, "|", color=style.INK, ms=13, mew=1.3, zorder=0.5)
    told = ", ".join(f"{key(view, row)} {percent(row['win_rate'])}" for row in entries(game, view, part.whole()))
    reading = f"{WILSON} Upright stroke: win rate of the cells behind the dot. Panels differ in scale."
    return chart(view, part, tag, figure, reading, f"{view.title}. Over all cells: {told}.")


def dots(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `share`, one axis: a dot an entry; a dot at 0 with its upper bound where it did not occur."""
    found = [entries(game, view, group) for group in pools(part)]
    figure = dot_panels(view, part, found, "share", share_of(view), own_scale=False)
    told = ", ".join(f"{key(view, row)} {percent(row['share'])}" for row in entries(game, view, part.whole()))
    return chart(view, part, tag, figure, WILSON, f"{view.title}. Over all cells: {told}.")


# -- stacked bars --------------------------------------------------------------------------------------------------


def stacks(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `share`, several axes: bars along each further axis, stacked by the first; a row of panels a group."""
    shown, groups = readings(view), pools(part)
    columns = len(shown) if len(shown) > 1 else min(len(groups), style.PANELS_A_ROW)
    options = {"sharex": "col", "sharey": "col"} if len(shown) > 1 else {"sharex": True, "sharey": True}
    figure, axes = style.panels(len(groups) * len(shown), 1.5, columns=columns, **options)
    pairs = [(group, reading) for group in groups for reading in shown]
    for axis, (group, reading) in zip(axes, pairs, strict=True):
        stack(axis, game, reading, group, part)
        if reading is shown[0]:
            titled(axis, group, groups)
    for axis in axes[:columns]:
        axis.set_ylim(bottom=0)
    for axis, (_, reading) in list(zip(axes, pairs, strict=True))[-columns:]:
        axis.set_xlabel(words(reading.axes[1].name))
    figure.supylabel(share_of(view), fontsize=9.5)
    style.legend(figure, *axes[0].get_legend_handles_labels())
    alt = f"{view.title}: stacked bars in {len(pairs)} panels. {stack_told(game, shown[0], part)}"
    return chart(view, part, tag, figure, "Intervals and upper bounds are in the tables.", alt)


def stack(axis: Any, game: Game, reading: Reading, group: Group, part: Part) -> None:
    """Draw the stacked bars of one panel."""
    table = reading.table(group.counts)
    used = np.flatnonzero(reading.table(part.whole().counts).any(axis=0))
    n = max(denominator(game, reading.view, group.counts), 1)
    first, second = reading.axes
    marks = style.cause_colours(game.causes[1:], game.wins)
    others = style.cause_colours(first.labels or [str(k) for k in range(len(table))], ())
    names = [list(reading.labels(table.shape))[k * table.shape[1]][0] for k in range(len(table))]
    base = np.zeros(table.shape[1])
    for name, share in zip(names, table / n, strict=True):
        colour, hatch = marks.get(name) or others[name]
        look = {"color": colour, "hatch": hatch, "edgecolor": style.PAPER, "linewidth": 0.6, "width": 0.8}
        axis.bar(np.arange(len(share)), share, bottom=base, label=words(name), **look)
        base += share
    last = len(base) if second.labels else used[-1] + 1
    start = 0 if second.labels else used[0]
    axis.set_xlim(start - 0.6, last - 0.4)
    axis.grid(visible=False, axis="x")
    axis.use_sticky_edges = False
    axis.margins(y=0.06)
    style.rates_along(axis.yaxis)
    mark_bars(axis, reading, range(start, last))


def mark_bars(axis: Any, reading: Reading, used: range) -> None:
    """Label the bars: words aslant, numbers as many as fit."""
    second = reading.axes[1]
    if second.labels:
        names = [words(second.labels[second.first + k]) for k in used]
        axis.set_xticks(list(used), names, **ASLANT, fontsize=8)
    else:
        step = max(1, -(-len(used) // 9))
        axis.set_xticks(list(used[::step]), [str(second.first + k) for k in used[::step]])


def stack_told(game: Game, reading: Reading, part: Part) -> str:
    """Return the largest entries over all cells, in words."""
    whole_part = part.whole()
    rows = sorted(rows_of(game, reading, whole_part.samples, whole_part.counts), key=lambda row: -row["share"])
    names = [axis.name for axis in reading.axes]
    return (
        "Largest: "
        + ", ".join(f"{words(row[names[0]])} at {names[1]} {row[names[1]]} {percent(row['share'])}" for row in rows[:3])
        + "."
    )


# -- distributions -------------------------------------------------------------------------------------------------


def distribution(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `distribution`: bars with the median marked, a panel a group."""
    groups, reading = pools(part), whole(view)
    found = [entries(game, view, group)[0] for group in groups]
    seen = np.flatnonzero(reading.table(part.whole().counts)) + reading.axes[0].first
    figure, axes = style.panels(len(groups), 1.5, sharex=True, sharey=True, head=0.35)
    for axis, group, about in zip(axes, groups, found, strict=True):
        table = reading.table(group.counts)
        values = np.arange(len(table)) + reading.axes[0].first
        share = table / max(int(table.sum()), 1)
        axis.bar(values, share, width=0.85, color=style.SERIES[0], edgecolor=style.PAPER, linewidth=0.3)
        if about["n"]:
            axis.axvline(about["q50"], color=style.SERIES[3], linewidth=1.5, linestyle="--")
        axis.set_xlim(seen[0] - 0.7, seen[-1] + 0.7)
        titled(axis, group, groups)
        axis.grid(visible=False, axis="x")
        style.rates_along(axis.yaxis)
        whole_ticks(axis)
    figure.supxlabel(words(reading.axes[0].name), fontsize=9.5)
    pairs = zip(groups, found, strict=True)
    told = ", ".join(f"{group.label} {row['mean']:.1f} (n {row['n']:,})" for group, row in pairs)
    n = f"Share of {view.of}." if view.of else "Share of all playouts."
    return chart(view, part, tag, figure, f"{n} Dashed: median.", f"{view.title}: bars. Mean {told}.")
