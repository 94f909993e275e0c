"""How a game's view of its counts is read: labels and estimates of each entry, for any cells taken together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.game import Axis, Game, View
from sim.report import estimates
from sim.report.causes import losses
from sim.report.cells import Counts, Sample
from sim.results import wins_in

Row = dict[str, Any]
WON_AXIS = ("win_rate", "with_without")  # kinds whose last axis is (lost, won)
MANY_ENTRIES = 60  # a map with more squares is tabulated axis by axis


@dataclass(frozen=True)
class Reading:
    """A view as it can be read: the whole table, or a marginal that keeps some of its axes."""

    view: View
    name: str
    title: str
    kept: tuple[int, ...]  # places of the labelling axes that stay; the others are added up

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The labelling axes that stay."""
        return tuple(self.view.axes[place] for place in self.kept)

    def table(self, counts: Counts) -> Any:
        """Return the counts, cut to the indices in use; shape (one entry an index of each axis[, 2])."""
        table = counts[self.view.table]
        axes = labelling(self.view)
        added = [place for place in range(len(axes)) if place not in self.kept]
        table = table.sum(axis=(*added, *range(len(self.view.axes), table.ndim)))
        ends = [len(axis.labels) if axis.labels else size for axis, size in zip(self.axes, table.shape, strict=False)]
        return table[tuple(slice(axis.first, end) for axis, end in zip(self.axes, ends, strict=True))]

    @property
    def numbers(self) -> Axis:
        """The last axis of a distribution."""
        return self.view.axes[-1]

    def labels(self, shape: Sequence[int]) -> Iterator[tuple[str, ...]]:
        """Yield the labels of each entry of a table of that shape, in C order."""
        names = [axis_labels(axis, size) for axis, size in zip(self.axes, shape, strict=False)]
        return itertools.product(*names)


def axis_labels(axis: Axis, size: int) -> list[str]:
    """Return the labels of an axis's first `size` entries in use; numbers where it has none."""
    return [axis.labels[axis.first + k] if axis.labels else str(axis.first + k) for k in range(size)]


def labelling(view: View) -> tuple[Axis, ...]:
    """Return the axes that label a view's rows: not that of (lost, won), nor the numbers of a distribution."""
    return view.axes[:-1] if view.kind in (*WON_AXIS, "distribution") else view.axes


def whole(view: View) -> Reading:
    """Return the reading of a view's whole table."""
    return Reading(view, view.name, view.title, tuple(range(len(labelling(view)))))


def readings(view: View, counts: Counts) -> list[Reading]:
    """Return how a view is shown: as it is, or its first axis against each of the others, or large tables by axis."""
    axes = labelling(view)
    stem = view.title.split(" by ")[0]
    if view.kind == "map" and whole(view).table(counts).size > MANY_ENTRIES:
        return [
            Reading(view, f"{view.name}_by_{axis.name}", f"{stem} by {axis.name}", (place,))
            for place, axis in enumerate(axes)
        ]
    if view.kind != "share" or len(axes) < 3:
        return [whole(view)]
    return [
        Reading(view, f"{view.name}_by_{axis.name}", f"{stem} by {axes[0].name} and {axis.name}", (0, place))
        for place, axis in enumerate(axes)
        if place > 0
    ]


# -- numbers -------------------------------------------------------------------------------------------------------


def rows_of(game: Game, reading: Reading, samples: Sequence[Sample], counts: Counts) -> list[Row]:
    """Return one row for each entry of a reading: labels, n, estimate, interval."""
    table = reading.table(counts)
    names = [axis.name for axis in reading.axes]
    keys = [dict(zip(names, labels, strict=True)) for labels in reading.labels(table.shape)]
    if reading.view.kind == "distribution":
        table[..., : reading.numbers.first] = 0
        histograms = table.reshape(-1, table.shape[-1])
        return [{**key, **estimates.describe(counts)} for key, counts in zip(keys, histograms, strict=True)]
    columns = {"win_rate": win_rates, "with_without": with_without, "share": shares, "map": shares}[reading.view.kind]
    numbers = columns(game, reading, counts)
    if reading.view.kind == "with_without":
        numbers |= differences(game, reading, samples)
    if reading.view.kind == "win_rate":
        numbers |= expected(game, reading, samples)
    rows = [{**key, **{name: values[k].item() for name, values in numbers.items()}} for k, key in enumerate(keys)]
    if reading.view.kind == "win_rate":
        return [row for row in rows if row["playouts"]]
    if reading.view.of == "losses":  # a win cannot be one of them
        return [row for row in rows if row.get("cause") not in (*game.wins, *game.partial)]
    return rows


def win_rates(_: Game, reading: Reading, counts: Counts) -> dict[str, Any]:
    """Return n, wins, rate and interval of every entry."""
    lost, won = reading.table(counts).reshape(-1, 2).T
    rate, low, high = estimates.wilson(won, lost + won)
    return {"playouts": lost + won, "wins": won, "win_rate": rate, "low": low, "high": high}


def expected(game: Game, reading: Reading, samples: Sequence[Sample]) -> dict[str, Any]:
    """Return the win rate of the cells behind every entry, weighted as the entry's playouts are.

    What an entry would have if it made no difference (indirect standardisation): a seat that only larger teams have
    is compared with larger teams.
    """
    played = np.stack([reading.table(sample.counts).reshape(-1, 2).sum(axis=1) for sample in samples])
    rates = np.array([[wins_in(game, sample.counts) / sample.playouts] for sample in samples])
    return {"expected": estimates.divide((played * rates).sum(axis=0), played.sum(axis=0))}


def with_without(game: Game, reading: Reading, counts: Counts) -> dict[str, Any]:
    """Return how often a thing was there, and the win rates with it and without."""
    lost, won = reading.table(counts).reshape(-1, 2).T
    n, wins = int(counts["length_by_cause"].sum()), wins_in(game, counts)
    share, share_low, share_high = estimates.wilson(lost + won, n)
    rate, low, high = estimates.wilson(won, lost + won)
    other, other_low, other_high = estimates.wilson(wins - won, n - lost - won)
    return {
        "playouts": np.full(len(won), n),
        "share": share,
        "share_low": share_low,
        "share_high": share_high,
        "playouts_with": lost + won,
        "wins_with": won,
        "win_rate_with": rate,
        "low_with": low,
        "high_with": high,
        "playouts_without": n - lost - won,
        "wins_without": wins - won,
        "win_rate_without": other,
        "low_without": other_low,
        "high_without": other_high,
    }


def differences(game: Game, reading: Reading, samples: Sequence[Sample]) -> dict[str, Any]:
    """Return the win rate with a thing less that without it, cells as strata."""
    tables = np.stack([reading.table(sample.counts).reshape(-1, 2) for sample in samples])
    totals = np.array([[[wins_in(game, sample.counts), sample.playouts]] for sample in samples])
    arms = (tables[:, :, 1], tables.sum(axis=2), totals[:, :, 0], totals[:, :, 1])
    difference, low, high = estimates.stratified_difference(*arms)
    return {"difference": difference, "difference_low": low, "difference_high": high}


def shares(game: Game, reading: Reading, counts: Counts) -> dict[str, Any]:
    """Return count, share and interval of every entry; 0 gets its upper bound."""
    table = reading.table(counts).reshape(-1)
    n = denominator(game, reading.view, counts)
    share, low, high = estimates.wilson(table, n)
    return {"playouts": np.full(len(table), n), "count": table, "share": share, "low": low, "high": high}


def denominator(game: Game, view: View, counts: Counts) -> int:
    """Return the playouts that a view's shares are of."""
    n, wins = int(counts["length_by_cause"].sum()), wins_in(game, counts)
    known = {None: n, "losses": losses(game, counts), "wins": wins}
    if view.of in known:
        return known[view.of]
    if view.of in game.causes:
        return int(counts["length_by_cause"][game.causes.index(view.of)].sum())
    return int(counts[view.table].sum())
