"""The tables behind a game's views: by kind, pooled over cells and for each cell."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.game import Axis, Game, View
from sim.report import estimates
from sim.report.cells import Counts, Group, Part, Sample, wins_in
from sim.report.grids import Entry, Grid, Table, rate_entry
from sim.report.names import integer, percent, points, points_interval, words
from sim.report.tables import LENGTH_HEADS, by_part, frame_of, length_entries

Row = dict[str, Any]
WON_AXIS = ("win_rate", "with_without")  # kinds whose last axis is (lost, won)


@dataclass(frozen=True)
class Reading:
    """A view as it can be read: the whole table, or a marginal that keeps two of its axes."""

    view: View
    name: str
    title: str
    kept: tuple[int, ...]  # places of the labelling axes that stay; the others are added up

    @property
    def axes(self) -> tuple[Axis, ...]:
        return tuple(self.view.axes[place] for place in self.kept)

    def table(self, counts: Counts) -> Any:
        """Return the counts, cut to the indices in use; shape (one entry an index of each axis[, 2])."""
        table = counts[self.view.table]
        axes = labelling(self.view)
        table = table.sum(axis=tuple(place for place in range(len(axes)) if place not in self.kept))
        ends = [len(axis.labels) if axis.labels else size for axis, size in zip(self.axes, table.shape, strict=False)]
        return table[tuple(slice(axis.first, end) for axis, end in zip(self.axes, ends, strict=True))]

    def labels(self, shape: Sequence[int]) -> Iterator[tuple[str, ...]]:
        """Yield the labels of each entry of a table of that shape, in C order."""
        names = [axis_labels(axis, size) for axis, size in zip(self.axes, shape, strict=False)]
        return itertools.product(*names)


def axis_labels(axis: Axis, size: int) -> list[str]:
    """Return the labels of an axis's first `size` entries in use; numbers where it has none."""
    return [axis.labels[axis.first + k] if axis.labels else str(axis.first + k) for k in range(size)]


def labelling(view: View) -> tuple[Axis, ...]:
    """Return a view's axes without the (lost, won) axis."""
    return view.axes[:-1] if view.kind in WON_AXIS else view.axes


def whole(view: View) -> Reading:
    """Return the reading of a view's whole table."""
    return Reading(view, view.name, view.title, tuple(range(len(labelling(view)))))


def readings(view: View) -> list[Reading]:
    """Return how a view is shown: as it is, or with three axes or more its first axis against each of the others."""
    axes = labelling(view)
    if view.kind != "share" or len(axes) < 3:
        return [whole(view)]
    stem = view.title.split(" by ")[0]
    return [
        Reading(view, f"{view.name}_by_{axis.name}", f"{stem} by {axes[0].name} and {axis.name}", (0, place))
        for place, axis in enumerate(axes)
        if place > 0
    ]


# -- numbers -------------------------------------------------------------------------------------------------------


def rows_of(game: Game, reading: Reading, samples: Sequence[Sample], counts: Counts) -> list[Row]:
    """Return one row for each entry of a reading: labels, n, estimate, interval."""
    table = reading.table(counts)
    if reading.view.kind == "distribution":
        return [dict(estimates.describe(np.concatenate([np.zeros(reading.axes[0].first, dtype=int), table])))]
    names = [axis.name for axis in reading.axes]
    keys = [dict(zip(names, labels, strict=True)) for labels in reading.labels(table.shape)]
    columns = {"win_rate": win_rates, "with_without": with_without, "share": shares}[reading.view.kind]
    numbers = columns(game, reading, samples, counts)
    rows = [{**key, **{name: values[k].item() for name, values in numbers.items()}} for k, key in enumerate(keys)]
    if reading.view.kind == "win_rate":
        return [row for row in rows if row["playouts"]]
    if reading.view.of == "losses":  # a win cannot be one of them
        return [row for row in rows if row.get("cause") not in game.wins]
    return rows


def win_rates(game: Game, reading: Reading, samples: Sequence[Sample], counts: Counts) -> dict[str, Any]:
    """Return n, wins, rate and interval of every entry."""
    lost, won = reading.table(counts).reshape(-1, 2).T
    rate, low, high = estimates.wilson(won, lost + won)
    return {"playouts": lost + won, "wins": won, "win_rate": rate, "low": low, "high": high}


def with_without(game: Game, reading: Reading, samples: Sequence[Sample], counts: Counts) -> dict[str, Any]:
    """Return how often a thing was there, the win rates with it and without, and their difference by cell."""
    lost, won = reading.table(counts).reshape(-1, 2).T
    n, wins = int(counts["length_by_cause"].sum()), wins_in(game, counts)
    share, share_low, share_high = estimates.wilson(lost + won, n)
    rate, low, high = estimates.wilson(won, lost + won)
    other, other_low, other_high = estimates.wilson(wins - won, n - lost - won)
    tables = np.stack([reading.table(sample.counts).reshape(-1, 2) for sample in samples])
    totals = np.array([[[wins_in(game, sample.counts), sample.playouts]] for sample in samples])
    arms = (tables[:, :, 1], tables.sum(axis=2), totals[:, :, 0], totals[:, :, 1])
    difference, difference_low, difference_high = estimates.stratified_difference(*arms)
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
        "difference": difference,
        "difference_low": difference_low,
        "difference_high": difference_high,
    }


def shares(game: Game, reading: Reading, samples: Sequence[Sample], counts: Counts) -> dict[str, Any]:
    """Return count, share and interval of every entry; 0 gets its upper bound."""
    table = reading.table(counts).reshape(-1)
    n = denominator(game, reading.view, counts)
    share, low, high = estimates.wilson(table, n)
    return {"playouts": np.full(len(table), n), "count": table, "share": share, "low": low, "high": high}


def denominator(game: Game, view: View, counts: Counts) -> int:
    """Return the playouts that a view's shares are of."""
    n, wins = int(counts["length_by_cause"].sum()), wins_in(game, counts)
    known = {None: n, "losses": n - wins, "wins": wins}
    if view.of in known:
        return known[view.of]
    if view.of in game.causes:
        return int(counts["length_by_cause"][game.causes.index(view.of)].sum())
    return int(counts[view.table].sum())


# -- tables --------------------------------------------------------------------------------------------------------


def view_tables(game: Game, view: View, parts: Sequence[Part]) -> list[Table]:
    """Return a view's tables: pooled over cells, and by cell where there are several."""
    tables = [pooled(game, reading, parts) for reading in readings(view)]
    if len(tables) > 1 or any(len(part.samples) > 1 for part in parts):
        tables.append(by_cell(game, whole(view), parts, sparse=len(tables) > 1))
    return tables


def pooled(game: Game, reading: Reading, parts: Sequence[Part]) -> Table:
    """Return a reading's table over all cells of a part and over those of each pool."""

    def rows() -> Iterator[Row]:
        for part in parts:
            for group in [part.whole(), *part.groups()]:
                key = {part.layout.pool: str(group.value)} if part.layout.pool else {}
                for row in rows_of(game, reading, group.samples, group.counts):
                    yield {**part.keys(), **key, **row}

    grids = by_part(parts, lambda part: pooled_grid(game, reading, part))
    note = f"{reading.view.note} {pooling(parts[0])}".strip()
    return Table(reading.name, reading.title, note, reading.view.section, frame_of(rows()), grids, kind="view")


def pooling(part: Part) -> str:
    """Return how cells are pooled, in words."""
    if part.layout.pool is None:
        return ""
    return f"Pooled: counts are added over all cells with the same {part.layout.pool}, so a cell weighs by its playouts."


def by_cell(game: Game, reading: Reading, parts: Sequence[Part], sparse: bool) -> Table:
    """Return a view's table for every cell, for files only; `sparse`: without the entries that are 0."""

    def rows() -> Iterator[Row]:
        for part in parts:
            for sample in part.samples:
                for row in rows_of(game, reading, (sample,), sample.counts):
                    if not sparse or row["count"]:
                        yield {**sample.keys(), **row}

    note = reading.view.note + (" Entries that did not occur are left out." if sparse else "")
    title = f"{reading.title}, for every cell"
    return Table(f"{reading.name}_cells", title, note, reading.view.section, frame_of(rows()), on_page=False)


def pooled_grid(game: Game, reading: Reading, part: Part) -> Grid:
    """Return what a reader sees of a pooled table: entries down, pools across."""
    groups = [part.whole(), *part.groups()]
    found = [rows_of(game, reading, group.samples, group.counts) for group in groups]
    if reading.view.kind == "distribution":
        body = [[Entry(group.label), *length_entries(rows[0])] for group, rows in zip(groups, found, strict=True)]
        return Grid(("Cells", *LENGTH_HEADS), body)
    if reading.view.kind == "with_without":
        return with_without_grid(reading, groups, found)
    names = [axis.name for axis in reading.axes]
    entry, heads = (count_entry, count_heads(groups, found)) if reading.view.kind == "share" else (win_entry, group_heads(groups))
    return pivot(names, heads, found, entry)


def pivot(names: list[str], heads: list[str], found: list[list[Row]], entry: Callable[[Row], Entry]) -> Grid:
    """Return rows of several groups side by side, in the order in which their labels first appear."""
    sides = [{tuple(row[name] for name in names): row for row in rows} for rows in found]
    labels = list(dict.fromkeys(key for side in sides for key in side))
    body = [
        [*(Entry(words(text)) for text in key), *(entry(side[key]) if key in side else Entry("–") for side in sides)]
        for key in labels
    ]
    return Grid((*(words(name) for name in names), *heads), body, stubs=len(names))


def group_heads(groups: Iterable[Group]) -> list[str]:
    return [group.label for group in groups]


def count_heads(groups: list[Group], found: list[list[Row]]) -> list[str]:
    """Return the groups' labels with the number of playouts that shares are of."""
    return [f"{group.label} (n\u00a0{integer(rows[0]['playouts'])})" if rows else group.label for group, rows in zip(groups, found, strict=True)]


def win_entry(row: Row) -> Entry:
    return rate_entry(row["wins"], row["win_rate"], row["low"], row["high"], row["playouts"])


def count_entry(row: Row) -> Entry:
    return rate_entry(row["count"], row["share"], row["low"], row["high"])


def difference_entry(row: Row) -> Entry:
    """Return a difference in percentage points with its interval."""
    if row["difference"] != row["difference"]:
        return Entry("–", f"n {integer(row['playouts_with'])}")
    small = points_interval(row["difference_low"], row["difference_high"])
    return Entry(points(row["difference"]), f"{small}; n {integer(row['playouts_with'])}")


def with_without_grid(reading: Reading, groups: list[Group], found: list[list[Row]]) -> Grid:
    """Return shares, win rates with and without, and the differences by pool."""
    names = [axis.name for axis in reading.axes]
    first = found[0]
    differences = pivot(names, group_heads(groups), found, difference_entry)
    body = []
    for row, line in zip(first, differences.rows, strict=True):
        seen = Entry(percent(row["share"]), f"n {integer(row['playouts_with'])}")
        arms = [Entry(percent(row[f"win_rate_{arm}"]), arm_interval(row, arm)) for arm in ("with", "without")]
        body.append([*line[: len(names)], seen, *arms, *line[len(names) :]])
    heads = [f"Points, {head[:1].lower()}{head[1:]}" for head in differences.heads[len(names) :]]
    return Grid((*differences.heads[: len(names)], "Seen in", "Win rate with", "without", *heads), body, stubs=len(names))


def arm_interval(row: Row, arm: str) -> str:
    entry = rate_entry(0, row[f"win_rate_{arm}"], row[f"low_{arm}"], row[f"high_{arm}"], row[f"playouts_{arm}"])
    return entry.sub
