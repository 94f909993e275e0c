"""The tables behind a game's views: pooled over cells, and for each cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from sim.game import Axis, Game, View
from sim.report.cells import Group, Part, Sample, narrowed_alike
from sim.report.grids import Entry, Grid, Table, rate_entry, texts
from sim.report.names import integer, percent, points, points_interval, words
from sim.report.panels import position
from sim.report.readings import Reading, Row, labelling, readings, rows_of, whole
from sim.report.tables import LENGTH_HEADS, RATE, by_block, by_part, cell_grid, frame_of, length_entries


def view_tables(game: Game, view: View, parts: Sequence[Part]) -> list[Table]:
    """Return a view's tables: pooled over cells, and by cell where there are several."""
    parts = narrowed_alike(game, view, parts)
    if not parts:
        return []
    if view.by_cell:
        return [shares_by_cell(game, view, parts)]
    tables = [pooled(game, reading, parts) for reading in readings(view, parts[0].whole().counts)]
    if len(tables) > 1 or any(len(part.samples) > 1 for part in parts):
        tables.append(by_cell(game, whole(view), parts, sparse=len(tables) > 1))
    return tables


def pooled(game: Game, reading: Reading, parts: Sequence[Part]) -> Table:
    """Return a reading's table over all cells of a part and over those of each pool."""

    def rows() -> Iterator[Row]:
        for part in parts:
            for group in part.pools():
                for row in rows_of(game, reading, group.samples, group.counts):
                    yield {**part.keys(), **group.key, **row}

    grids = by_part(parts, lambda part: pooled_grid(game, reading, part))
    note = f"{reading.view.note} {pooling(parts[0])}".strip()
    return Table(reading.name, reading.title, note, reading.view.section, frame_of(rows()), grids, kind="view")


def pooling(part: Part) -> str:
    """Return how cells are pooled, in words."""
    if not part.pool:
        return ""
    same = " and ".join(axis.replace("_", " ") for axis in part.pool)
    return f"Pooled: counts are added over all cells with the same {same}, so a cell weighs by its playouts."


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
    groups = part.pools()
    found = [rows_of(game, reading, group.samples, group.counts) for group in groups]
    names = [axis.name for axis in reading.axes]
    if reading.view.kind == "distribution":
        body = [
            [Entry(group.label), *texts([part.names.of(name, row[name]) for name in names]), *length_entries(row)]
            for group, rows in zip(groups, found, strict=True)
            for row in rows
        ]
        return Grid(("Cells", *map(words, names), *LENGTH_HEADS), body, 1 + len(names))
    if reading.view.kind == "with_without":
        return with_without_grid(reading, part, groups, found)
    if reading.view.kind in ("share", "map"):
        return pivot(part, reading.axes, count_heads(groups, found), found, count_entry)
    return pivot(part, reading.axes, group_heads(groups), found, win_entry)


def shares_by_cell(game: Game, view: View, parts: Sequence[Part]) -> Table:
    """Return a view's table with a row a cell."""
    reading, (axis,) = whole(view), labelling(view)

    def rows_in(sample: Sample) -> list[Row]:
        return rows_of(game, reading, (sample,), sample.counts)

    def entries(sample: Sample) -> list[Entry]:
        return [Entry(integer(sample.playouts)), *map(count_entry, rows_in(sample))]

    heads = [parts[0].names.of(axis.name, label) for label in (axis.labels or ())[axis.first :]]
    frame = frame_of({**sample.keys(), **row} for part in parts for sample in part.samples for row in rows_in(sample))
    grids = by_block(parts, lambda _, block: cell_grid(block, ["Playouts", *heads], entries))
    return Table(view.name, view.title, f"{view.note} {RATE}".strip(), view.section, frame, grids, kind="view")


def pivot(
    part: Part, axes: Sequence[Axis], heads: list[str], found: list[list[Row]], entry: Callable[[Row], Entry]
) -> Grid:
    """Return rows of several groups side by side, in the order of the axes."""
    names = [axis.name for axis in axes]
    sides = [{tuple(row[name] for name in names): row for row in rows} for rows in found]
    labels = sorted({key for side in sides for key in side}, key=lambda key: list(map(position, axes, key)))
    body = [
        [
            *(Entry(part.names.of(name, text)) for name, text in zip(names, key, strict=True)),
            *(entry(side[key]) if key in side else Entry("–") for side in sides),
        ]
        for key in labels
    ]
    return Grid((*(words(name) for name in names), *heads), body, stubs=len(names))


def group_heads(groups: Iterable[Group]) -> list[str]:
    """Return the groups' labels."""
    return [group.label for group in groups]


def count_heads(groups: list[Group], found: list[list[Row]]) -> list[str]:
    """Return the groups' labels with the number of playouts that shares are of."""
    sizes = [integer(rows[0]["playouts"]) if rows else "0" for rows in found]
    return [f"{group.label} (n\u00a0{n})" for group, n in zip(groups, sizes, strict=True)]


def win_entry(row: Row) -> Entry:
    """Return a win rate with its interval and n."""
    return rate_entry(row["win_rate"], row["low"], row["high"], row["playouts"])


def count_entry(row: Row) -> Entry:
    """Return a share with its interval."""
    return rate_entry(row["share"], row["low"], row["high"])


def difference_entry(row: Row) -> Entry:
    """Return a difference in percentage points with its interval."""
    if row["difference"] != row["difference"]:
        return Entry("–", f"n {integer(row['playouts_with'])}")
    small = points_interval(row["difference_low"], row["difference_high"])
    return Entry(points(row["difference"]), f"{small}; n {integer(row['playouts_with'])}")


def with_without_grid(reading: Reading, part: Part, groups: list[Group], found: list[list[Row]]) -> Grid:
    """Return shares, win rates with and without, and the differences by pool."""
    names = [axis.name for axis in reading.axes]
    first = found[0]
    gaps = pivot(part, reading.axes, group_heads(groups), found, difference_entry)
    body = []
    for row, line in zip(first, gaps.rows, strict=True):
        seen = Entry(percent(row["share"]), f"n {integer(row['playouts_with'])}")
        arms = [arm_entry(row, arm) for arm in ("with", "without")]
        body.append([*line[: len(names)], seen, *arms, *line[len(names) :]])
    heads = [f"Points, {head[:1].lower()}{head[1:]}" for head in gaps.heads[len(names) :]]
    leading = (*gaps.heads[: len(names)], "Seen in", "Win rate with", "without")
    return Grid((*leading, *heads), body, stubs=len(names))


def arm_entry(row: Row, arm: str) -> Entry:
    """Return the win rate of one arm, "with" or "without"."""
    return rate_entry(row[f"win_rate_{arm}"], row[f"low_{arm}"], row[f"high_{arm}"], row[f"playouts_{arm}"])
