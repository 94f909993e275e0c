"""Heat maps over two axes: win rates, coloured where they are apart from those of the cells behind them; shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim import stats
from sim.game import Axis, Game, View
from sim.progress import in_points
from sim.report import style
from sim.report.cells import Part
from sim.report.names import integer, percent, words
from sim.report.panels import ASLANT, are_numbers, chart, entries, key, pools, position, share_of, titled, told
from sim.report.readings import Row, labelling
from sim.report.style import Chart

FEW_ACROSS = 6  # a map with no more columns has room for the interval below each rate
# Text, small text below it, and its colour: -1..1 where the map has two sides, else 0..1.
Square = Callable[[Row], tuple[str, str, float]]


def heat(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `win_rate`, two axes: a square an entry with its rate; more axes: the last ones side by side."""
    groups = pools(part)
    found = judged([entries(game, view, group) for group in groups])
    told_apart = [abs(row["win_rate"] - row["expected"]) for rows in found for row in frequent(rows) if row["apart"]]
    reach = max(told_apart, default=1.0)
    roomy = len({row[labelling(view)[-1].name] for rows in found for row in rows}) <= FEW_ACROSS

    def square(row: Row) -> tuple[str, str, float]:
        below = f"±{spread(row) * 100:.1f}" if roomy else ""
        return f"{row['win_rate'] * 100:.1f}", below, (row["win_rate"] - row["expected"]) / reach * row["apart"]

    figure = maps(view, part, found, square, style.SHADES)
    furthest = max(spread(row) for rows in found for row in rows)
    fewest = min(row["playouts"] for rows in found for row in rows)
    squares_n = sum(map(len, found))
    points_off = "as far as is written below it" if roomy else f"{in_points(float(f'{furthest:.2g}'))} or less"
    reading = (
        f"Win rate in %; Wilson 95 % intervals reach {points_off} from it and are in the table. Orange: below that of "
        "the cells behind the square, purple: above, the more the further; no colour: not apart from it (binomial test "
        f"at 95 % for all {squares_n} squares together, Holm). Each square has n {integer(fewest)} or more."
    )
    alt = told(game, view, part, lambda row: percent(row["win_rate"]))
    return chart(view, part, tag, figure, reading, alt)


def spread(row: Row) -> float:
    """Return how far the interval of a rate reaches from it, on the side where it reaches further."""
    return float(max(row["high"] - row["win_rate"], row["win_rate"] - row["low"]))


def judged(found: Sequence[Sequence[Row]]) -> list[list[Row]]:
    """Return rows with whether their win rate is apart from that of the cells behind them, all judged together."""
    p = [stats.binomial_test(row["wins"], row["playouts"], row["expected"]) for rows in found for row in rows]
    corrected = iter(stats.holm(p))
    return [[{**row, "apart": bool(next(corrected) < 1 - stats.LEVEL)} for row in rows] for rows in found]


def frequent(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that decide how strong the colours are: those with at least a hundredth of all playouts."""
    n = sum(row["playouts"] for row in rows)
    return [row for row in rows if row["playouts"] * 100 >= n]


def shares(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `map`: a square an entry, the darker the larger its share; lines of zeros are left out."""
    down, across = labelling(view)
    found = [entries(game, view, group) for group in pools(part)]
    for axis in (down, across):
        occurred = {row[axis.name] for rows in found for row in rows if row["count"]}
        found = [[row for row in rows if row[axis.name] in occurred] for rows in found]
    most = max(row["share"] for rows in found for row in rows)

    def square(row: Row) -> tuple[str, str, float]:
        text = f"{row['share'] * 100:.1f}" if row["share"] >= 0.0005 else "< 0.1"
        return (text if row["count"] else "0"), "", row["share"] / most

    figure = maps(view, part, found, square, style.SHADES_UP)
    reading = f"{share_of(view)}, in %. Intervals and upper bounds are in the tables."
    largest = [max(rows, key=lambda row: row["share"]) for rows in found]
    texts = [f"{key(view, part, row)} {percent(row['share'])}" for row in largest]
    return chart(
        view, part, tag, figure, reading, f"{view.title}: heat map. Largest in each panel: {'; '.join(texts)}."
    )


def maps(view: View, part: Part, found: Sequence[Sequence[Row]], square: Square, shades: str) -> Any:
    """Draw a map a pool: the first axis down, the others across."""
    down, *across = labelling(view)
    groups = pools(part)
    columns = labels(part, across, found)
    few = len(columns) <= FEW_ACROSS
    n_across = style.columns_for(len(groups)) if few else min(len(groups), 2)
    own = [labels(part, [down], [rows]) for rows in found]
    shared = all(names == own[0] for names in own)
    most = [max(map(len, own[k : k + n_across])) for k in range(0, len(own), n_across)]  # in each row of panels
    heights = [0.85 + (0.44 if few else 0.34) * n for n in most]
    figure, axes = style.panels(
        len(groups),
        sum(heights) / len(heights),
        head=0.2,
        columns=n_across,
        sharex=True,
        sharey=shared,
        height_ratios=heights,
    )
    for k, (axis, group, rows) in enumerate(zip(axes, groups, found, strict=True)):
        squares(axis, part, [[down], across], rows, [own[k], columns], square, shades)
        axis.set_ylim(most[k // n_across], 0)
        titled(axis, group, groups)
    if are_numbers(down):
        figure.supylabel(words(down.name), fontsize=9.5)
    if len(across) == 1 and are_numbers(across[0]):
        figure.supxlabel(words(across[0].name), fontsize=9.5)
    return figure


def labels(part: Part, axes: Sequence[Axis], found: Sequence[Sequence[Row]]) -> list[str]:
    """Return the labels on some axes that occur, in the order of the axes."""
    rows = sorted((r for rows in found for r in rows), key=lambda r: [position(axis, r[axis.name]) for axis in axes])
    return list(dict.fromkeys(part.names.row([axis.name for axis in axes], row) for row in rows))


def squares(
    axis: Any, part: Part, axes: Sequence[Sequence[Axis]], rows: Sequence[Row], places: Any, square: Square, shades: str
) -> None:
    """Draw one map with the rates written in; `axes` and `places` (their labels): down, across."""
    import matplotlib as mpl

    (rows_down, columns), colours = places, mpl.colormaps[shades]
    low = -1 if shades == style.SHADES else 0
    values = np.full((len(rows_down), len(columns)), np.nan)
    for row in rows:
        names = [part.names.row([each.name for each in some], row) for some in axes]
        down, across = rows_down.index(names[0]), columns.index(names[1])
        text, below, value = square(row)
        values[down, across] = value
        shade = colours((value - low) / (1 - low))
        dark = 0.3 * shade[0] + 0.59 * shade[1] + 0.11 * shade[2] < 0.5
        look = {"ha": "center", "va": "center", "color": "#ffffff" if dark else "#000000"}
        axis.text(across + 0.5, down + (0.36 if below else 0.5), text, fontsize=8, **look)
        axis.text(across + 0.5, down + 0.7, below, fontsize=7, **look)
    axis.pcolormesh(values, cmap=shades, vmin=low, vmax=1, edgecolors=style.PAPER, linewidth=1.5)
    axis.set_yticks(np.arange(len(rows_down)) + 0.5, rows_down)
    aslant = {} if all(len(label) < 4 for label in columns) else ASLANT
    axis.set_xticks(np.arange(len(columns)) + 0.5, columns, **aslant, fontsize=8.5)
    axis.set_ylim(len(rows_down), 0)
    axis.grid(visible=False)
    for side in axis.spines.values():
        side.set_visible(False)
    axis.tick_params(length=0)
