"""Dot plots of kind `with_without`: how often a thing is there, and the win rate with it less that without it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.game import Game, View
from sim.report import style
from sim.report.cells import Part
from sim.report.dots import dodge, finish_rows, from_zero, whiskers
from sim.report.names import points
from sim.report.panels import chart, entries, key, pools
from sim.report.readings import Row
from sim.report.style import Chart


def differences(game: Game, view: View, part: Part, tag: str) -> Chart:
    """Kind `with_without`: how often the thing is there, and the win rate with it less that without it."""
    total = [row for row in entries(game, view, part.whole()) if row["playouts_with"]]
    total.sort(key=lambda row: -np.nan_to_num(row["difference"]))
    labels = [key(view, part, row) for row in total]
    many = len(labels) > style.MANY_ROWS
    groups = [part.whole()] if many or len(pools(part)) > 5 else pools(part)
    height = len(labels) * (0.185 if many else max(0.26, 0.13 * len(groups) + 0.1)) + 0.5
    figure, (left, right) = style.panels(2, height, columns=2, sharey=True, width_ratios=(1, 1.6), head=0.4)
    handles = {}
    for k, group in enumerate(groups):
        rows = [row for row in entries(game, view, group) if key(view, part, row) in labels]
        places = np.array([labels.index(key(view, part, row)) for row in rows]) + dodge(k, len(groups))
        often = np.array([[row[f"share{end}"] for end in ("", "_low", "_high")] for row in rows])
        gap = np.array([[row[f"difference{end}"] for end in ("", "_low", "_high")] for row in rows])
        size = 4.2 if many else 5.0
        whiskers(left, often.T, places, k, size)
        handles[group.label] = whiskers(right, gap.T, places, k, size)
    finish_differences(left, right, labels, many)
    style.legend(figure, list(handles.values()), list(handles))
    never = len(entries(game, view, part.whole())) - len(total)
    return chart(view, part, tag, figure, with_without_reading(part, never), with_without_told(view, part, total))


def finish_differences(left: Any, right: Any, labels: list[str], many: bool) -> None:
    """Label the two panels and mark no difference."""
    for axis, title in ((left, "Seen in this share of playouts"), (right, "Win rate with it less without it, points")):
        finish_rows(axis, labels, "")
        axis.set_title(title, fontsize=9.5, fontweight="normal")
        axis.tick_params(axis="y", labelsize=8 if many else 9)
        axis.margins(x=0.04)
    style.rates_along(left.xaxis)
    from_zero(left)
    right.axvline(0, color=style.MUTED, linewidth=1)
    style.points_along(right.xaxis)


def with_without_reading(part: Part, never: int) -> str:
    """Return how the differences are to be read, in words."""
    strata = ", each cell compared with itself (Mantel-Haenszel weights)" if len(part.samples) > 1 else " (Newcombe)"
    unseen = f" {never} that never occurred are in the table only." if never else ""
    return f"Whiskers are 95 % intervals: Wilson on the left; on the right of the difference{strata}.{unseen}"


def with_without_told(view: View, part: Part, total: list[Row]) -> str:
    """Return the ends of the range of differences, in words."""
    if not total:
        return f"{view.title}."
    ends = [f"{key(view, part, row)} {points(row['difference'])} points" for row in (total[0], total[-1])]
    return f"{view.title}: win rate with less without, from {ends[0]} to {ends[1]}. An association, not a cause."
