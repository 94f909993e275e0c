"""The charts that every game has: win rates, ends, lengths, incidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sim.game import Game
from sim.report import estimates, style
from sim.report.cells import MANY_SERIES, Layout, Part, Sample, add, gather, label_on, lengths_in, split
from sim.report.dots import WILSON, basis, dodge, extremes, finish_rows, from_zero, rate_of, whiskers, whole_ticks
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
    """Dots with intervals: a panel a facet, rows, series dodged within a row."""
    layout = part.layout
    facets = split(part.samples, layout.facet)
    rows = list(split(part.samples, layout.rows))
    series = list(split(part.samples, layout.series))
    height = max(1.2, 0.35 + len(rows) * max(0.3, 0.16 * len(series) + 0.14))
    figure, axes = style.panels(len(facets), height, sharex=True, sharey=True)
    handles: dict[str, Any] = {}
    for axis, (facet, samples) in zip(axes, facets.items(), strict=True):
        for k, name in enumerate(series):
            chosen = [sample for sample in samples if label_on(sample, layout.series) == name]
            if chosen:
                rates = np.array([rate_of(game, [sample]) for sample in chosen])
                places = np.array([rows.index(label_on(sample, layout.rows)) for sample in chosen])
                handles[name] = whiskers(axis, rates.T, places + dodge(k, len(series)), k)
        finish_rows(axis, rows, facet if layout.facet else "")
        style.rates_along(axis.xaxis)
    finish_rates(figure, axes, handles)
    caption = f"{basis(part)} {WILSON} Rates belong to the policy, not to people."
    axes_named = " x ".join(map(words, layout.facet + layout.rows + layout.series)) or "cell"
    alt = f"Win rates by {axes_named}. {extremes(game, part)}"
    return Chart(f"win_rate{tag}", "Win rate", caption, alt, "win rates", *style.saved(figure))


def comparison(game: Game, parts: Sequence[Part]) -> Chart:
    """Dots with intervals: the parts of a run as rows, a panel a facet, the layout's rows as series."""
    layout = parts[0].layout
    every = [sample for part in parts for sample in part.samples]
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
            places = [place for place, samples in enumerate(pooled) if samples]
            if places:
                rates = np.array([rate_of(game, pooled[place]) for place in places])
                handles[name] = whiskers(axis, rates.T, np.array(places) + dodge(k, len(series)), k)
        finish_rows(axis, labels, facet if layout.facet else "")
        style.rates_along(axis.xaxis)
    finish_rates(figure, axes, handles)
    caption = f"{' '.join(map(basis, parts[:MANY_PARTS]))} {WILSON} Counts of the cells behind a dot are added."
    told = ", ".join(f"{part.label} {percent(rate_of(game, part.samples)[0])}" for part in parts)
    alt = f"Win rate of every policy and swept value. Over all cells: {told}."
    title = "Policies and swept values side by side"
    return Chart("comparison", title, caption, alt, "win rates", *style.saved(figure))


def finish_rates(figure: Any, axes: Any, handles: dict[str, Any]) -> None:
    """Give panels of win rates their legend and the axis that they share."""
    from_zero(axes[0])
    style.legend(figure, list(handles.values()), list(handles))
    figure.supxlabel("Win rate", fontsize=9.5)


def on(layout: Layout, sample: Sample, facet: str, name: str) -> bool:
    """Return whether a sample belongs to a panel and a series of the comparison ("": every series)."""
    return label_on(sample, layout.facet) == facet and name in ("", label_on(sample, layout.rows))


# -- ends ----------------------------------------------------------------------------------------------------------


def ends(game: Game, part: Part, tag: str) -> Chart:
    """Stacked bars: how the playouts of every cell end."""
    layout = part.layout
    facets = split(part.samples, layout.facet)
    rows = list(split(part.samples, layout.rows, layout.series))
    columns = len(facets) if len(facets) < 4 else 2
    figure, axes = style.panels(len(facets), 0.45 + 0.24 * max(len(rows), 2), columns=columns, sharex=True, sharey=True)
    marks = style.cause_colours(game.causes[1:], game.wins)
    for axis, (facet, samples) in zip(axes, facets.items(), strict=True):
        places = [rows.index(label_on(sample, layout.rows + layout.series)) for sample in samples]
        shares = np.array([sample.counts["length_by_cause"].sum(axis=1)[1:] / sample.playouts for sample in samples])
        left = np.zeros(len(samples))
        for (cause, (colour, hatch)), share in zip(marks_in_order(game, marks), shares[:, order(game)].T, strict=True):
            bar = {"color": colour, "hatch": hatch, "edgecolor": style.PAPER, "linewidth": 0.6}
            axis.barh(places, share, left=left, height=0.78, label=words(cause), **bar)
            left += share
        finish_rows(axis, rows, facet if layout.facet else "")
        for line in axis.lines:
            line.set_visible(False)
        axis.set_xlim(0, 1)
        style.rates_along(axis.xaxis)
    style.legend(figure, *axes[0].get_legend_handles_labels())
    reading = "Each bar is all playouts of a cell; wins first. Intervals and upper bounds are in the table."
    caption = f"{basis(part)} {reading}"
    alt = f"Stacked bars of how playouts end, a bar a cell. Over all cells: {ends_in_words(game, part)}."
    return Chart(f"causes{tag}", "How playouts end", caption, alt, "losses", *style.saved(figure))


def order(game: Game) -> list[int]:
    """Return the places of the causes with the wins first."""
    causes = game.causes[1:]
    return sorted(range(len(causes)), key=lambda place: causes[place] not in game.wins)


def marks_in_order(game: Game, marks: dict[str, tuple[str, str]]) -> list[tuple[str, tuple[str, str]]]:
    """Return (cause, its colour and hatch) with the wins first."""
    return [(game.causes[place + 1], marks[game.causes[place + 1]]) for place in order(game)]


def ends_in_words(game: Game, part: Part) -> str:
    """Return the shares of all causes over a whole part, largest first."""
    by_cause = part.whole().counts["length_by_cause"].sum(axis=1)[1:]
    pairs = sorted(zip(by_cause / by_cause.sum(), game.causes[1:], strict=True), key=lambda pair: -pair[0])
    return ", ".join(f"{words(cause).lower()} {percent(float(share))}" for share, cause in pairs)


# -- lengths -------------------------------------------------------------------------------------------------------


def small_multiples(part: Part) -> tuple[Any, list[tuple[Any, list[Sample]]]]:
    """Return a figure with a panel a facet and row, and (panel, its samples) in pairs.

    Facets run across and rows down where every pair has cells; else each panel has its own title.
    """
    layout = part.layout
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


def lengths(game: Game, part: Part, tag: str) -> Chart:
    """Lines: the distribution of lengths, a panel a facet and row, a line a series."""
    first, last = used_range(part)
    turns = np.arange(first, last + 1)
    figure, panels = small_multiples(part)
    series = list(split(part.samples, part.layout.series))
    handles: dict[str, Any] = {}
    for axis, samples in panels:
        for k, name in enumerate(series):
            chosen = [sample for sample in samples if label_on(sample, part.layout.series) == name]
            if chosen:
                counts = lengths_in(add(chosen))
                look = {"color": style.SERIES[k % 8], "linestyle": style.LINES[k % 8], "marker": style.MARKS[k % 8]}
                share = counts[turns] / counts.sum()
                (handles[name],) = axis.plot(turns, share, ms=3, linewidth=1.3, mec="none", **look)
        style.rates_along(axis.yaxis)
        whole_ticks(axis)
    panels[0][0].set_ylim(bottom=0)
    style.legend(figure, list(handles.values()), list(handles))
    figure.supxlabel(words(game.length), fontsize=9.5)
    found = estimates.describe(lengths_in(part.whole().counts))
    about = f"Over all cells: mean {found['mean']:.1f}, median {found['q50']:.0f}."
    reading = f"Share of a cell's playouts, won or lost. {about} Quantiles and intervals are in the table."
    caption = f"{basis(part)} {reading}"
    alt = f"Distribution of {words(game.length).lower()} in {len(panels)} panels. {about}"
    title = f"Distribution of {words(game.length).lower()}"
    return Chart(f"lengths{tag}", title, caption, alt, "lengths", *style.saved(figure))


def incidence(game: Game, part: Part, tag: str) -> Chart:
    """Stacked areas: the share of playouts that have ended by each cause, up to each length."""
    first, last = used_range(part)
    turns = np.arange(first - 1, last + 2)
    marks = style.cause_colours(game.causes[1:], game.wins)
    figure, panels = small_multiples(part)
    for axis, samples in panels:
        _, at_risk, cumulative = estimates.incidence(add(samples)["length_by_cause"])
        shares = cumulative[:, np.clip(turns, 0, game.max_length)] / at_risk[0]
        base = np.zeros(len(turns))
        for cause, (colour, hatch) in marks_in_order(game, marks):
            top = base + shares[game.causes.index(cause)]
            area = {"facecolor": colour, "hatch": hatch, "edgecolor": style.PAPER, "linewidth": 0.4, "step": "mid"}
            axis.fill_between(turns, base, top, label=words(cause), **area)
            base = top
        axis.set_xlim(first - 0.5, last + 0.5)
        axis.set_ylim(0, 1)
        style.rates_along(axis.yaxis)
        whole_ticks(axis)
    style.legend(figure, *panels[0][0].get_legend_handles_labels())
    figure.supxlabel(words(game.length), fontsize=9.5)
    pooled = f" Pooled over {' and '.join(part.layout.series)}." if part.layout.series else ""
    reading = "Height of a band: share of playouts ended by that cause so far; blank: still running."
    caption = f"{basis(part)}{pooled} {reading}"
    about = f"In the end, over all cells: {ends_in_words(game, part)}."
    alt = f"Cumulative incidence of each cause in {len(panels)} panels. {about}"
    title = f"Cumulative incidence of every cause by {words(game.length).lower()}"
    return Chart(f"incidence{tag}", title, caption, alt, "lengths", *style.saved(figure))
