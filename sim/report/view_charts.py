"""The charts of a game's views: the choice by kind; dots, stacked bars and distributions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sim.game import Game, View
from sim.report import style
from sim.report.cells import Group, Part, Sample
from sim.report.charts import cell_bars
from sim.report.differences import differences
from sim.report.dots import WILSON, finish_rows, from_zero, whiskers, whole_ticks
from sim.report.heat_maps import heat, shares
from sim.report.names import percent, words
from sim.report.panels import ASLANT, are_numbers, chart, entries, key, keys, pools, share_of, titled, told
from sim.report.readings import Reading, Row, denominator, labelling, readings, rows_of, whole
from sim.report.style import Chart


def view_charts(game: Game, view: View, part: Part, tag: str) -> Iterator[Chart]:
    """Draw a view's chart; nothing where the view never counted anything."""
    if part.whole().counts[view.table].any():
        yield drawing(view)(game, view, part, tag)


def drawing(view: View) -> Any:
    """Return the function that draws a view: by its kind and its number of axes."""
    axes = labelling(view)
    if view.kind == "with_without":
        return differences
    if view.kind == "win_rate":
        return rates if len(axes) == 1 else heat
    if view.kind == "distribution":
        return means if axes else distribution
    if view.by_cell:
        return bars
    if view.kind == "map":
        return shares
    if len(axes) == 1:
        return dots
    return stacks


# -- dots ----------------------------------------------------------------------------------------------------------


def dot_panels(view: View, part: Part, found: Sequence[Sequence[Row]], value: Sequence[str], *, own_scale: bool) -> Any:
    """Draw a dot with its interval for each row, a panel a group; `own_scale`: panels do not share one axis from 0.

    `value`: the names of estimate, low and high end in a row.
    """
    groups = pools(part)
    labels = keys(view, part, found)
    height = 0.45 + 0.26 * max(len(labels), 2)
    figure, axes = style.panels(len(groups), height, sharex=not own_scale, sharey=True, head=0.35)
    for axis, group, rows in zip(axes, groups, found, strict=True):
        rates = np.array([[row[name] for name in value] for row in rows], dtype=float).reshape(-1, 3)
        whiskers(axis, rates.T, np.array([labels.index(key(view, part, row)) for row in rows]))
        finish_rows(axis, labels, "")
        titled(axis, group, groups)
    if not own_scale:
        from_zero(axes[0], value[0] == "mean")
    if len(labelling(view)) == 1 and are_numbers(labelling(view)[0]):
        figure.supylabel(words(labelling(view)[0].name), fontsize=9.5)
    return figure, axes


def rates(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `win_rate`, one axis: a dot an entry."""
    found = [entries(game, view, group) for group in pools(part)]
    figure, axes = dot_panels(view, part, found, ("win_rate", "low", "high"), own_scale=True)
    labels = keys(view, part, found)
    for axis, rows in zip(axes, found, strict=True):
        places = [labels.index(key(view, part, row)) for row in rows]
        axis.plot([row["expected"] for row in rows], places, "|", color=style.INK, ms=13, mew=1.3, zorder=0.5)
        style.rates_along(axis.xaxis)
    figure.supxlabel("Win rate", fontsize=9.5)
    reading = f"{WILSON} Upright stroke: win rate of the cells behind the dot. Panels differ in scale."
    return chart(view, part, tag, figure, reading, told(game, view, part, lambda row: percent(row["win_rate"])))


def dots(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `share`, one axis: a dot an entry; a dot at 0 with its upper bound where it did not occur."""
    found = [entries(game, view, group) for group in pools(part)]
    figure, axes = dot_panels(view, part, found, ("share", "low", "high"), own_scale=False)
    for axis in axes:
        style.rates_along(axis.xaxis)
    figure.supxlabel(share_of(view), fontsize=9.5)
    return chart(view, part, tag, figure, WILSON, told(game, view, part, lambda row: percent(row["share"])))


def means(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `distribution`, two axes: a dot a row at its mean."""
    found = [entries(game, view, group) for group in pools(part)]
    figure, _ = dot_panels(view, part, found, ("mean", "mean_low", "mean_high"), own_scale=False)
    figure.supxlabel(f"Mean {words(view.axes[-1].name).lower()} of a playout", fontsize=9.5)
    reading = "Whiskers are 95 % intervals of the mean; most are smaller than the dot. Quantiles are in the table."
    return chart(view, part, tag, figure, reading, told(game, view, part, lambda row: f"{row['mean']:.2f}"))


# -- stacked bars --------------------------------------------------------------------------------------------------


def bars(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `share` by cell, one axis: a stacked bar a cell."""
    reading, (axis,) = whole(view), labelling(view)
    names = [part.names.of(axis.name, label) for label in (axis.labels or ())[axis.first :]]
    looks = list(style.cause_colours(names, names[:1]).values())

    def of(sample: Sample) -> Any:
        return reading.table(sample.counts) / max(denominator(game, view, sample.counts), 1)

    figure = cell_bars(part, names, looks, of)
    alt = told(game, view, part, lambda row: percent(row["share"]))
    return chart(view, part, tag, figure, "Intervals are in the table.", alt)


def stacks(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `share`, several axes: bars along each further axis, stacked by the first; a row of panels a group."""
    shown, groups = readings(view, part.whole().counts), pools(part)
    columns = len(shown) if len(shown) > 1 else style.columns_for(len(groups))
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
    marks = style.cause_colours(game.causes[1:], game.wins, game.partial)
    others = style.cause_colours(first.labels or [str(k) for k in range(len(table))], ())
    names = [list(reading.labels(table.shape))[k * table.shape[1]][0] for k in range(len(table))]
    base = np.zeros(table.shape[1])
    for name, share in zip(names, table / n, strict=True):
        colour, hatch = marks.get(name) or others[name]
        look = {"color": colour, "hatch": hatch, "edgecolor": style.PAPER, "linewidth": 0.6, "width": 0.8}
        axis.bar(np.arange(len(share)), share, bottom=base, label=part.names.of(first.name, name), **look)
        base += share
    last = len(base) if second.labels else used[-1] + 1
    start = 0 if second.labels else used[0]
    axis.set_xlim(start - 0.6, last - 0.4)
    axis.grid(visible=False, axis="x")
    axis.use_sticky_edges = False
    axis.margins(y=0.06)
    style.rates_along(axis.yaxis)
    mark_bars(axis, reading, part, range(start, last))


def mark_bars(axis: Any, reading: Reading, part: Part, used: range) -> None:
    """Label the bars: words aslant, numbers as many as fit."""
    second = reading.axes[1]
    if second.labels:
        names = [part.names.of(second.name, second.labels[second.first + k]) for k in used]
        axis.set_xticks(list(used), names, **ASLANT, fontsize=8)
    else:
        step = max(1, -(-len(used) // 9))
        axis.set_xticks(list(used[::step]), [str(second.first + k) for k in used[::step]])


def stack_told(game: Game, reading: Reading, part: Part) -> str:
    """Return the largest entries over all cells, in words."""
    whole_part = part.whole()
    rows = sorted(rows_of(game, reading, whole_part.samples, whole_part.counts), key=lambda row: -row["share"])
    first, second = (axis.name for axis in reading.axes)
    texts = [
        f"{part.names.of(first, row[first])} at {second} {row[second]} {percent(row['share'])}" for row in rows[:3]
    ]
    return f"Largest: {', '.join(texts)}."


# -- distributions -------------------------------------------------------------------------------------------------


def distribution(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `distribution`: bars with the median marked, a panel a group."""
    groups, reading = pools(part), whole(view)
    found = [entries(game, view, group)[0] for group in groups]
    seen = np.flatnonzero(reading.table(part.whole().counts)[reading.numbers.first :]) + reading.numbers.first
    figure, axes = style.panels(len(groups), 1.5, sharex=True, sharey=True, head=0.35)
    for axis, group, about in zip(axes, groups, found, strict=True):
        table = reading.table(group.counts)
        values = np.arange(reading.numbers.first, len(table))
        share = table[values] / max(int(table[values].sum()), 1)
        axis.bar(values, share, width=0.85, color=style.SERIES[0], edgecolor=style.PAPER, linewidth=0.3)
        if about["n"]:
            axis.axvline(about["q50"], color=style.SERIES[3], linewidth=1.5, linestyle="--")
        axis.set_xlim(seen[0] - 0.7, seen[-1] + 0.7)
        titled(axis, group, groups)
        axis.grid(visible=False, axis="x")
        style.rates_along(axis.yaxis)
        whole_ticks(axis)
    figure.supxlabel(words(reading.numbers.name), fontsize=9.5)
    pairs = zip(groups, found, strict=True)
    means_told = ", ".join(f"{group.label} {row['mean']:.1f} (n {row['n']:,})" for group, row in pairs)
    n = f"Share of {view.of}." if view.of else "Share of all playouts."
    return chart(view, part, tag, figure, f"{n} Dashed: median.", f"{view.title}: bars. Mean {means_told}.")
