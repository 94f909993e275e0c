"""The charts of a game's views: one function a kind and number of axes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.game import Game, View
from sim.report import style
from sim.report.cells import Group, Part
from sim.report.charts import WILSON, basis, dodge, finish_rows, from_zero, rate_of, whiskers, whole_ticks
from sim.report.names import percent, points, words
from sim.report.style import Chart
from sim.report.views import Reading, Row, denominator, labelling, readings, rows_of, whole

MANY_ROWS = 16  # more rows than this: one dot a row, pooled over all cells
MANY_GROUPS = 8


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


def pools(part: Part) -> list[Group]:
    """Return the groups that get a panel each: the values of the pool axis, or the whole part."""
    groups = part.groups()
    return groups if 0 < len(groups) <= MANY_GROUPS else [part.whole()]


def titled(axis: Any, group: Group, groups: list[Group]) -> None:
    if len(groups) > 1:
        axis.set_title(group.label)


def chart(view: View, part: Part, tag: str, figure: Any, reading: str, alt: str) -> Chart:
    """Save a figure under its view's name, with a caption: policy, n, how to read it, the view's own note."""
    caption = f"{basis(part)} {reading} {view.note}"
    return Chart(f"{view.name}{tag}", view.title, caption, alt, view.section, *style.saved(figure))


def entries(game: Game, view: View, group: Group) -> list[Row]:
    """Return the rows of a view's whole table for a group."""
    return rows_of(game, whole(view), group.samples, group.counts)


def key(view: View, row: Row) -> str:
    """Return a row's label on the view's axes."""
    return ", ".join(words(row[axis.name]) for axis in labelling(view))


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
    for axis, group in zip(figure.axes, pools(part), strict=False):
        axis.axvline(rate_of(game, group.samples)[0], color=style.MUTED, linewidth=1, linestyle="--", zorder=0.5)
    told = ", ".join(f"{key(view, row)} {percent(row['win_rate'])}" for row in entries(game, view, part.whole()))
    reading = f"{WILSON} Dashed: win rate of all playouts of the panel. Panels differ in scale."
    return chart(view, part, tag, figure, reading, f"{view.title}. Over all cells: {told}.")


def dots(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `share`, one axis: a dot an entry; a dot at 0 with its upper bound where it did not occur."""
    found = [entries(game, view, group) for group in pools(part)]
    figure = dot_panels(view, part, found, "share", share_of(view), own_scale=False)
    told = ", ".join(f"{key(view, row)} {percent(row['share'])}" for row in entries(game, view, part.whole()))
    return chart(view, part, tag, figure, WILSON, f"{view.title}. Over all cells: {told}.")


def share_of(view: View) -> str:
    return f"Share of {words(view.of).lower()}" if view.of else "Share of all playouts"


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
        axis.set_xticks(list(used), names, rotation=40, ha="right", rotation_mode="anchor", fontsize=8)
    else:
        step = max(1, -(-len(used) // 9))
        axis.set_xticks(list(used[::step]), [str(second.first + k) for k in used[::step]])


def stack_told(game: Game, reading: Reading, part: Part) -> str:
    """Return the largest entries over all cells, in words."""
    whole_part = part.whole()
    rows = sorted(rows_of(game, reading, whole_part.samples, whole_part.counts), key=lambda row: -row["share"])
    names = [axis.name for axis in reading.axes]
    return "Largest: " + ", ".join(
        f"{words(row[names[0]])} at {names[1]} {row[names[1]]} {percent(row['share'])}" for row in rows[:3]
    ) + "."


# -- heat maps -----------------------------------------------------------------------------------------------------


def heat(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `win_rate`, two axes: a square an entry with its rate; more axes: the last ones side by side."""
    groups = pools(part)
    found = [entries(game, view, group) for group in groups]
    names = [axis.name for axis in labelling(view)]
    downs = list(dict.fromkeys(words(row[names[0]]) for rows in found for row in rows))
    acrosses = ordered(view, {key_across(names, row) for rows in found for row in rows})
    centres = [rate_of(game, group.samples)[0] for group in groups]
    gaps = [abs(row["win_rate"] - centre) for rows, centre in zip(found, centres, strict=True) for row in rows]
    reach = max(*gaps, 1e-9)
    options = {"columns": min(len(groups), 4 if len(acrosses) <= 5 else 2), "sharex": True, "sharey": True}
    figure, axes = style.panels(len(groups), 0.85 + 0.34 * len(downs), head=0.2, **options)
    for axis, group, rows, centre in zip(axes, groups, found, centres, strict=True):
        squares(axis, rows, names, downs, acrosses, (centre - reach, centre + reach))
        titled(axis, group, groups)
    if labelling(view)[0].labels is None:
        axes[0].set_ylabel(words(names[0]))
    widest = max((row["high"] - row["low"]) / 2 for rows in found for row in rows)
    reading = (
        "Win rate in %; orange: below that of all playouts of the panel, purple: above, the more the further. "
        f"Wilson 95 % intervals reach at most {widest * 100:.1f} points to a side and are in the table."
    )
    rows = sorted(entries(game, view, part.whole()), key=lambda row: row["win_rate"])
    ends = " to ".join(f"{percent(row['win_rate'])} ({key(view, row)})" for row in (rows[0], rows[-1]))
    return chart(view, part, tag, figure, reading, f"{view.title}: heat map. Over all cells {ends}.")


def key_across(names: list[str], row: Row) -> str:
    return ", ".join(words(row[name]) for name in names[1:])


def ordered(view: View, found: set[str]) -> list[str]:
    """Return the labels found across, in the axis's own order."""
    labels = labelling(view)[1].labels if len(labelling(view)) == 2 else None
    order = [words(label) for label in labels] if labels else sorted(found, key=lambda text: (len(text), text))
    return [label for label in order if label in found]


def squares(axis: Any, rows: list[Row], names: list[str], downs: list[str], acrosses: list[str], scale: Any) -> None:
    """Draw one heat map with the rates written in."""
    import matplotlib as mpl

    table = np.full((len(downs), len(acrosses)), np.nan)
    for row in rows:
        table[downs.index(words(row[names[0]])), acrosses.index(key_across(names, row))] = row["win_rate"]
    axis.pcolormesh(table, cmap=style.SHADES, vmin=scale[0], vmax=scale[1], edgecolors=style.PAPER, linewidth=1.5)
    shades = mpl.colormaps[style.SHADES]
    for (down, across), rate in np.ndenumerate(table):
        if rate == rate:
            shade = shades((rate - scale[0]) / (scale[1] - scale[0]))
            dark = 0.3 * shade[0] + 0.59 * shade[1] + 0.11 * shade[2] < 0.5
            text = {"ha": "center", "va": "center", "fontsize": 8.5, "color": "#ffffff" if dark else "#000000"}
            axis.text(across + 0.5, down + 0.5, f"{rate * 100:.1f}", **text)
    axis.set_yticks(np.arange(len(downs)) + 0.5, downs)
    axis.set_xticks(np.arange(len(acrosses)) + 0.5, acrosses, rotation=40, ha="right", rotation_mode="anchor", fontsize=8.5)
    axis.set_ylim(len(downs), 0)
    axis.grid(visible=False)
    for side in axis.spines.values():
        side.set_visible(False)
    axis.tick_params(length=0)


# -- with and without ----------------------------------------------------------------------------------------------


def differences(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `with_without`: how often the thing is there, and the win rate with it less that without it."""
    total = [row for row in entries(game, view, part.whole()) if row["playouts_with"]]
    total.sort(key=lambda row: -np.nan_to_num(row["difference"]))
    labels = [key(view, row) for row in total]
    many = len(labels) > MANY_ROWS
    groups = [part.whole()] if many or len(pools(part)) > 5 else pools(part)
    height = len(labels) * (0.185 if many else max(0.26, 0.13 * len(groups) + 0.1)) + 0.5
    figure, (left, right) = style.panels(2, height, columns=2, sharey=True, width_ratios=(1, 1.6), head=0.4)
    handles = {}
    for k, group in enumerate(groups):
        rows = [row for row in entries(game, view, group) if key(view, row) in labels]
        places = np.array([labels.index(key(view, row)) for row in rows]) + dodge(k, len(groups))
        often = np.array([[row[f"share{end}"] for end in ("", "_low", "_high")] for row in rows])
        gap = np.array([[row[f"difference{end}"] for end in ("", "_low", "_high")] for row in rows])
        size = 4.2 if many else 5.0
        whiskers(left, often.T, places, k, size)
        handles[group.label] = whiskers(right, gap.T, places, k, size)
    finish_differences(left, right, labels, many)
    style.legend(figure, list(handles.values()), list(handles))
    never = len(entries(game, view, part.whole())) - len(total)
    return chart(view, part, tag, figure, with_without_reading(part, never), with_without_told(view, total))


def finish_differences(left: Any, right: Any, labels: list[str], many: bool) -> None:
    """Label the two panels and mark no difference."""
    from matplotlib.ticker import FuncFormatter

    for axis, title in ((left, "Seen in this share of playouts"), (right, "Win rate with it less without it, points")):
        finish_rows(axis, labels, "")
        axis.set_title(title, fontsize=9.5, fontweight="normal")
        axis.tick_params(axis="y", labelsize=8 if many else 9)
        axis.margins(x=0.04)
    style.rates_along(left.xaxis)
    from_zero(left)
    right.axvline(0, color=style.MUTED, linewidth=1)
    right.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value * 100:+.4g}" if value else "0"))


def with_without_reading(part: Part, never: int) -> str:
    """Return how the differences are to be read, in words."""
    strata = ", cells kept apart (Mantel-Haenszel, Sato's variance)" if len(part.samples) > 1 else " (Newcombe)"
    unseen = f" {never} that never occurred are in the table only." if never else ""
    return f"Whiskers are 95 % intervals: Wilson on the left; on the right of the difference{strata}.{unseen}"


def with_without_told(view: View, total: list[Row]) -> str:
    """Return the ends of the range of differences, in words."""
    if not total:
        return f"{view.title}."
    ends = [f"{key(view, row)} {points(row['difference'])} points" for row in (total[0], total[-1])]
    return f"{view.title}: win rate with less without, from {ends[0]} to {ends[1]}. An association, not a cause."


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
    told = ", ".join(f"{group.label} {row['mean']:.1f} (n {row['n']:,})" for group, row in zip(groups, found, strict=True))
    n = f"Share of {view.of}." if view.of else "Share of all playouts."
    return chart(view, part, tag, figure, f"{n} Dashed: median.", f"{view.title}: bars. Mean {told}.")
