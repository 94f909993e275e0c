"""The charts that every game has: win rates, ends, lengths, incidence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from sim.game import Game
from sim.report import causes, estimates, style
from sim.report.cells import MANY_SERIES, Block, Layout, Part, Sample, add, gather, label_on, lengths_in, split
from sim.report.dots import (
    basis,
    dodge,
    extremes,
    finish_rows,
    from_zero,
    rate_of,
    whiskers,
    whiskers_told,
    whole_ticks,
)
from sim.report.names import percent, words
from sim.report.style import Chart

BASE = ("win_rate", "causes", "lengths", "incidence")  # the names of `base_charts`, in order
MANY_PANELS = 24
MANY_PARTS = 6


def base_charts(game: Game, part: Part, tag: str) -> Iterator[Chart]:
    """Draw a part's charts; `tag` ends their names where a run has several parts."""
    yield win_rates(game, part, tag)
    yield ends(game, part, tag)
    yield lengths(game, part, tag)
    yield incidence(game, part, tag)


# -- win rates -----------------------------------------------------------------------------------------------------


def win_rates(game: Game, part: Part, tag: str) -> Chart:
    """Dots with intervals, rows, series dodged within a row: a panel a facet, or below each other a panel a block."""
    if len(part.blocks) > 1:
        figure, axes = style.column([rates_height(block) for block in part.blocks], sharex=True)
        for axis, block in zip(axes, part.blocks, strict=True):
            handles = rates_panels(game, [axis], block)
            style.legend_beside(axis, list(handles.values()), list(handles))
            axis.set_title(block.label)
        from_zero(axes[0])
    else:
        (block,) = part.blocks
        n_facets = len(split(block.samples, block.layout.facet))
        figure, axes = style.panels(n_facets, rates_height(block), sharex=True, sharey=True)
        handles = rates_panels(game, axes, block)
        from_zero(axes[0])
        style.legend(figure, list(handles.values()), list(handles))
    figure.supxlabel("Win rate", fontsize=9.5)
    caption = f"{basis(part)} {whiskers_told(part.samples)} {game.winning} Rates belong to the policy, not to people."
    alt = f"Win rates by {axes_named(part)}. {extremes(game, part)}"
    return Chart(f"win_rate{tag}", "Win rate", " ".join(caption.split()), alt, "win rates", *style.saved(figure))


def axes_named(part: Part) -> str:
    """Return the axes that a part's cells are set out by, in words."""
    named = dict.fromkeys(axis for block in part.blocks for axis in (*block.layout.axes,))
    return " x ".join(map(words, named)) or "cell"


def rates_height(block: Block) -> float:
    """Return the height of a panel of win rates, in inches."""
    rows, series = (len(split(block.samples, axes)) for axes in (block.layout.rows, block.layout.series))
    return float(max(1.2, 0.35 + rows * max(0.3, 0.16 * series + 0.14)))


def rates_panels(game: Game, axes: Sequence[Any], block: Block) -> dict[str, Any]:
    """Draw a block's win rates, a panel a facet; return a handle a series."""
    layout = block.layout
    rows, series = list(split(block.samples, layout.rows)), list(split(block.samples, layout.series))
    handles: dict[str, Any] = {}
    for axis, (facet, samples) in zip(axes, split(block.samples, layout.facet).items(), strict=True):
        for k, name in enumerate(series):
            chosen = [sample for sample in samples if label_on(sample, layout.series) == name]
            if chosen:
                rates = np.array([rate_of(game, [sample]) for sample in chosen])
                places = np.array([rows.index(label_on(sample, layout.rows)) for sample in chosen])
                handles[name] = whiskers(axis, rates.T, places + dodge(k, len(series)), k)
        finish_rows(axis, rows, facet if layout.facet else "")
        style.rates_along(axis.xaxis)
    return handles


def comparison(game: Game, parts: Sequence[Part], hollow: Collection[str] = ()) -> Chart:
    """Dots with intervals: the parts of a run as rows, a panel a facet or block, the layout's rows as series.

    Those that are called `hollow` have hollow dots.
    """
    every = [sample for part in parts for sample in part.samples]
    layout = parts[0].blocks[0].layout
    if parts[0].apart:
        layout = Layout(parts[0].pool, (), (), ())
    facets, series = split(every, layout.facet), list(split(every, layout.rows))
    if len(series) > MANY_SERIES:
        series = [""]
    labels = [part.label for part in parts]
    height = 0.5 + len(parts) * max(0.28, 0.14 * len(series) + 0.1)
    figure, axes = style.panels(len(facets), height, sharex=True, sharey=True)
    handles: dict[str, Any] = {}
    for axis, facet in zip(axes, facets, strict=True):
        for k, name in enumerate(series):
            pooled = [[s for s in part.samples if on(layout, s, facet, name)] for part in parts]
            for is_hollow in (True, False):  # the legend shows the last: full ones, where there are any
                places = [n for n, samples in enumerate(pooled) if samples and (labels[n] in hollow) == is_hollow]
                if places:
                    rates = np.array([rate_of(game, pooled[place]) for place in places])
                    heights = np.array(places) + dodge(k, len(series))
                    handles[name] = whiskers(axis, rates.T, heights, k, hollow=is_hollow)
        finish_rows(axis, labels, facet if layout.facet else "")
        style.rates_along(axis.xaxis)
    from_zero(axes[0])
    style.legend(figure, list(handles.values()), list(handles))
    figure.supxlabel("Win rate", fontsize=9.5)
    bases = " ".join(map(basis, parts[:MANY_PARTS]))
    caption = f"{bases} {whiskers_told(every)} Counts of the cells behind a dot are added."
    alt = f"Win rate of every policy and swept value. {' '.join(f'{part.label}: {told(game, part)}' for part in parts)}"
    title = "Policies and swept values side by side"
    return Chart("comparison", title, caption, alt, "win rates", *style.saved(figure))


def told(game: Game, part: Part) -> str:
    """Return the win rate of a part's first pool, or of all that are kept apart, in words."""
    groups = part.pools()[: None if part.apart else 1]
    return "; ".join(f"{group.label.lower()} {percent(rate_of(game, group.samples)[0])}" for group in groups) + "."


def on(layout: Layout, sample: Sample, facet: str, name: str) -> bool:
    """Return whether a sample belongs to a panel and a series of the comparison ("": every series)."""
    return label_on(sample, layout.facet) == facet and name in ("", label_on(sample, layout.rows))


# -- ends ----------------------------------------------------------------------------------------------------------


def ends(game: Game, part: Part, tag: str) -> Chart:
    """Stacked bars: how the playouts of every cell end."""
    shown = causes.endings(game, part.whole().counts)
    names = [ending.in_words(part.names) for ending in shown]

    def shares(sample: Sample) -> list[float]:
        return [ending.count(sample.counts) / sample.playouts for ending in shown]

    figure = cell_bars(part, names, causes.looks(game, shown), shares)
    reading = "Each bar is all playouts of a cell; wins first. Intervals and upper bounds are in the table."
    caption = f"{basis(part)} {reading}"
    alt = f"Stacked bars of how playouts end, a bar a cell. {causes.in_words(game, part)}"
    return Chart(f"causes{tag}", "How playouts end", caption, alt, "losses", *style.saved(figure))


def cell_bars(part: Part, names: Sequence[str], looks: Sequence[tuple[str, str]], shares: Any) -> Any:
    """Draw a stacked bar for each cell: panels side by side by facet, or below each other by block.

    `shares(sample)`: the share of each name, shape (len(names),).
    """
    if len(part.blocks) > 1:
        n_rows = [len(split(block.samples, block.layout.rows, block.layout.series)) for block in part.blocks]
        figure, axes = style.column([0.55 + 0.24 * max(n, 1) for n in n_rows], sharex=True)
        panels = [(axis, block, block.label, block.samples) for axis, block in zip(axes, part.blocks, strict=True)]
    else:
        (block,) = part.blocks
        facets = split(block.samples, block.layout.facet)
        height = 0.45 + 0.24 * max(len(split(block.samples, block.layout.rows, block.layout.series)), 2)
        columns = len(facets) if len(facets) < 4 else 2
        figure, axes = style.panels(len(facets), height, columns=columns, sharex=True, sharey=True)
        titles = list(facets) if block.layout.facet else [""]
        panels = [(a, block, title, tuple(s)) for a, title, s in zip(axes, titles, facets.values(), strict=True)]
    for axis, block, title, samples in panels:
        rows = list(split(block.samples, block.layout.rows, block.layout.series))
        places = [rows.index(label_on(sample, block.layout.rows + block.layout.series)) for sample in samples]
        stack_bars(axis, places, np.array([shares(sample) for sample in samples]), names, looks)
        finish_rows(axis, rows, title)
        for line in axis.lines:
            line.set_visible(False)
        axis.set_xlim(0, 1)
        style.rates_along(axis.xaxis)
    style.legend(figure, *axes[0].get_legend_handles_labels())
    return figure


def stack_bars(axis: Any, places: Sequence[int], shares: Any, names: Sequence[str], looks: Any) -> None:
    """Draw one stacked bar a place; `shares`: shape (places, names)."""
    left = np.zeros(len(places))
    for name, (colour, hatch), share in zip(names, looks, shares.T, strict=True):
        look = {"color": colour, "hatch": hatch, "edgecolor": style.PAPER, "linewidth": 0.6}
        axis.barh(places, share, left=left, height=0.78, label=name, **look)
        left += share


# -- lengths -------------------------------------------------------------------------------------------------------


def small_multiples(part: Part) -> tuple[Any, list[tuple[Any, list[Sample]]]]:
    """Return a figure with a panel a facet and row, or a panel a block, and (panel, its samples) in pairs.

    Facets run across and rows down where every pair has cells; else each panel has its own title.
    """
    if len(part.blocks) > 1:
        figure, axes = style.panels(len(part.blocks), 2.1, columns=2, sharex=True, sharey=True, head=0.4)
        for axis, block in zip(axes, part.blocks, strict=True):
            axis.set_title(block.label)
        return figure, [(axis, list(block.samples)) for axis, block in zip(axes, part.blocks, strict=True)]
    layout = part.blocks[0].layout
    facets, rows = split(part.samples, layout.facet), split(part.samples, layout.rows)
    by_panel = gather(part.samples, lambda sample: (label_on(sample, layout.facet), label_on(sample, layout.rows)))
    if len(by_panel) > MANY_PANELS:
        by_panel, rows = {(facet, ""): samples for facet, samples in facets.items()}, {"": []}
    whole = len(by_panel) == len(facets) * len(rows) and 1 < len(facets) <= 5
    keys = [(facet, row) for row in rows for facet in facets] if whole else list(by_panel)
    figure, axes = style.panels(len(keys), 1.45, columns=len(facets) if whole else 0, sharex=True, sharey=True)
    for axis, (facet, row) in zip(axes, keys, strict=True):
        if not whole:
            axis.set_title("\n".join(filter(None, (facet * bool(layout.facet), row * bool(layout.rows)))))
            continue
        if row == keys[0][1]:
            axis.set_title(facet)
        if facet == keys[0][0]:
            axis.set_ylabel(row, fontweight="bold")
    return figure, [(axis, by_panel[key]) for axis, key in zip(axes, keys, strict=True)]


def used_range(part: Part) -> tuple[int, int]:
    """Return the first and the last length that occurred."""
    seen = np.flatnonzero(lengths_in(part.whole().counts))
    return int(seen[0]), int(seen[-1])


def line_axes(block: Block) -> tuple[str, ...]:
    """Return the axes whose values are lines in a panel of a block: as many of them as do not make too many lines."""
    layout = block.layout
    choices = (layout.rows + layout.series, layout.series, layout.rows)
    return next((axes for axes in choices if axes and len(split(block.samples, axes)) <= MANY_SERIES), ())


def lengths(game: Game, part: Part, tag: str) -> Chart:
    """Lines: the distribution of lengths, a panel a facet and row with a line a series; or a panel a block."""
    first, last = used_range(part)
    turns = np.arange(first, last + 1)
    figure, panels = small_multiples(part)
    blocks = len(part.blocks) > 1
    handles: dict[str, Any] = {}
    for place, (axis, samples) in enumerate(panels):
        lines = line_axes(part.blocks[place]) if blocks else part.blocks[0].layout.series
        series = list(split(samples if blocks else part.samples, lines))
        for k, name in enumerate(series):
            chosen = [sample for sample in samples if label_on(sample, lines) == name]
            if chosen:
                counts = lengths_in(add(chosen))
                look = {"color": style.SERIES[k % 8], "linestyle": style.LINES[k % 8], "marker": style.MARKS[k % 8]}
                share = counts[turns] / counts.sum()
                (handles[name],) = axis.plot(turns, share, ms=3, linewidth=1.3, mec="none", label=name, **look)
        style.rates_along(axis.yaxis)
        whole_ticks(axis)
        if blocks and len(series) > 1:
            axis.legend(loc="upper left", fontsize=8, handlelength=2.4, labelspacing=0.25)
    panels[0][0].set_ylim(bottom=0)
    if not blocks:
        style.legend(figure, list(handles.values()), list(handles))
    figure.supxlabel(words(game.length), fontsize=9.5)
    about = spread_told(part)
    reading = f"Share of a cell's playouts, won or lost. {about} Quantiles and intervals are in the table."
    if blocks:
        reading = f"Share of playouts, won or lost; cells behind a line are added. {about} Quantiles are in the table."
    title = f"Distribution of {words(game.length).lower()}"
    alt = f"{title} in {len(panels)} panels. {about}"
    return Chart(f"lengths{tag}", title, f"{basis(part)} {reading}", alt, "lengths", *style.saved(figure))


def spread_told(part: Part) -> str:
    """Return mean and median length of a part's first pool, or of all that are kept apart, in words."""
    groups = part.pools()[: None if part.apart else 1]
    found = [(group.label, estimates.describe(lengths_in(group.counts))) for group in groups]
    if not part.apart:
        return f"Over all cells: mean {found[0][1]['mean']:.1f}, median {found[0][1]['q50']:.0f}."
    return "Mean " + "; ".join(f"{label} {about['mean']:.1f}" for label, about in found) + "."


def incidence(game: Game, part: Part, tag: str) -> Chart:
    """Stacked areas: the share of playouts that have ended by each cause, up to each length."""
    first, last = used_range(part)
    turns = np.arange(first - 1, last + 2)
    shown = causes.endings(game, part.whole().counts)
    looks = causes.looks(game, shown)
    figure, panels = small_multiples(part)
    for axis, samples in panels:
        _, at_risk, cumulative = estimates.incidence(add(samples)["length_by_cause"])
        base = np.zeros(len(turns))
        for ending, (colour, hatch) in zip(shown, looks, strict=True):
            top = base + cumulative[list(ending.codes)].sum(axis=0)[np.clip(turns, 0, game.max_length)] / at_risk[0]
            area = {"facecolor": colour, "hatch": hatch, "edgecolor": style.PAPER, "linewidth": 0.4, "step": "mid"}
            axis.fill_between(turns, base, top, label=ending.in_words(part.names), **area)
            base = top
        axis.set_xlim(first - 0.5, last + 0.5)
        axis.set_ylim(0, 1)
        style.rates_along(axis.yaxis)
        whole_ticks(axis)
    style.legend(figure, *panels[0][0].get_legend_handles_labels())
    figure.supxlabel(words(game.length), fontsize=9.5)
    pooled = pooled_in_panels(part)
    reading = "Height of a band: share of playouts ended by that cause so far; blank: still running."
    caption = f"{basis(part)}{pooled} {reading}"
    about = f"In the end: {causes.in_words(game, part)}"
    title = f"Cumulative incidence of every cause by {words(game.length).lower()}"
    alt = f"{title} in {len(panels)} panels. {about}"
    return Chart(f"incidence{tag}", title, caption, alt, "lengths", *style.saved(figure))


def pooled_in_panels(part: Part) -> str:
    """Return what a panel of `small_multiples` adds up, in words."""
    if len(part.blocks) > 1:
        return " Pooled over all cells of a panel."
    series = part.blocks[0].layout.series
    return f" Pooled over {' and '.join(series)}." if series else ""
