"""The cells of a run as a report needs them: counts, parts (one policy, one set of swept values), groups, layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from sim.game import Cell, Game
from sim.report.names import label, plain, slug, value_label

MANY_SERIES = 7
ALL = "all"

Counts = Mapping[str, Any]
Key = TypeVar("Key")


@dataclass(frozen=True)
class Sample:
    """One cell that has playouts. `counts`: the game's exact counts by name, int64 arrays."""

    cell: Cell
    signature: str
    counts: Counts

    @property
    def playouts(self) -> int:
        """Playouts that the counts are of."""
        return int(self.counts["length_by_cause"].sum())

    def keys(self) -> dict[str, Any]:
        """Return the columns that say which cell this is."""
        axes = {axis: plain(value) for axis, value in self.cell.axes.items()}
        sweep = {path: plain(value) for path, value in self.cell.sweep.items()}
        return {"cell": self.cell.index, "policy": self.cell.policy, **sweep, **axes}


@dataclass(frozen=True)
class Group:
    """Samples whose counts are added: `value` is the pooled axis's value, `ALL` for a whole part."""

    value: Any
    label: str
    samples: tuple[Sample, ...]
    counts: Counts


@dataclass(frozen=True)
class Layout:
    """How the cells of a run are set out: a panel for each value of `facet`, rows, and series within a row."""

    facet: tuple[str, ...]
    rows: tuple[str, ...]
    series: tuple[str, ...]
    constant: tuple[str, ...]

    @property
    def pool(self) -> str | None:
        """The axis by whose values a report pools cells: the first that varies."""
        return next(iter(self.facet + self.rows), None)


@dataclass(frozen=True)
class Part:
    """The cells played by one policy at one set of swept values. Never mixed with another part's."""

    policy: str
    sweep: Mapping[str, Any]
    samples: tuple[Sample, ...]
    layout: Layout

    @property
    def label(self) -> str:
        """The part in words: its policy and its swept values."""
        return ", ".join([self.policy, *(f"{path} = {plain(value)}" for path, value in self.sweep.items())])

    @property
    def slug(self) -> str:
        """The part in a file name."""
        return slug(self.label)

    @property
    def constants(self) -> str:
        """What is the same in all cells, in words."""
        axes = self.samples[0].cell.axes
        return ", ".join(filter(None, (value_label(axis, axes[axis]) for axis in self.layout.constant)))

    def keys(self) -> dict[str, Any]:
        """Return the columns that say which part this is."""
        return {"policy": self.policy, **{path: plain(value) for path, value in self.sweep.items()}}

    def groups(self) -> list[Group]:
        """Return a group for each value of the layout's pool axis (none if nothing varies)."""
        axis = self.layout.pool
        if axis is None:
            return []
        members: dict[Any, list[Sample]] = {}
        for sample in self.samples:
            members.setdefault(plain(sample.cell.axes[axis]), []).append(sample)
        return [
            Group(value, label_on(samples[0], (axis,)), tuple(samples), add(samples))
            for value, samples in members.items()
        ]

    def whole(self) -> Group:
        """Return the group of all cells."""
        return Group(ALL, "All cells" if len(self.samples) > 1 else "The cell", self.samples, add(self.samples))


def samples_of(run: Any) -> list[Sample]:
    """Return the cells of a run that have playouts."""
    found = [Sample(entry.cell, str(entry.signature), by_name(entry.counts)) for entry in run.cells]
    return [sample for sample in found if sample.playouts > 0]


def by_name(counts: Any) -> Counts:
    """Return a counts record as arrays by field name."""
    record = np.asarray(counts).reshape(-1)[0]
    return {name: np.array(record[name], dtype=np.int64) for name in record.dtype.names}


def add(samples: Sequence[Sample]) -> Counts:
    """Add the counts of samples, field by field."""
    total = {name: table.copy() for name, table in samples[0].counts.items()}
    for sample in samples[1:]:
        for name, table in sample.counts.items():
            total[name] += table
    return total


def parts_of(game: Game, samples: Sequence[Sample]) -> list[Part]:
    """Split samples by policy and swept values; all parts share one layout."""
    layout = layout_of(game.axes, samples)
    members: dict[str, list[Sample]] = {}
    for sample in samples:
        members.setdefault(f"{sample.cell.policy} {sorted(sample.cell.sweep.items())}", []).append(sample)
    return [Part(group[0].cell.policy, group[0].cell.sweep, tuple(group), layout) for group in members.values()]


def layout_of(axes: Sequence[str], samples: Sequence[Sample]) -> Layout:
    """Derive the layout from the axes that vary: the first makes panels, the second rows, the others series."""
    varying = tuple(axis for axis in axes if len({str(sample.cell.axes[axis]) for sample in samples}) > 1)
    constant = tuple(axis for axis in axes if axis not in varying)
    facet, rest = (varying[:1], varying[1:]) if len(varying) > 1 else ((), varying)
    rows, series = rest[:1], rest[1:]
    if len({label_on(sample, series) for sample in samples}) > MANY_SERIES:
        rows, series = rest, ()
    return Layout(facet, rows, series, constant)


def label_on(sample: Sample, axes: Sequence[str]) -> str:
    """Return a sample's label on some axes ("" on none)."""
    return label({axis: sample.cell.axes[axis] for axis in axes})


def split(samples: Sequence[Sample], *groups: Sequence[str]) -> dict[str, list[Sample]]:
    """Return samples by their label on groups of axes; ordered group by group, each as its labels first appear."""
    orders = [list(dict.fromkeys(label_on(sample, axes) for sample in samples)) for axes in groups]

    def place(sample: Sample) -> list[int]:
        return [order.index(label_on(sample, axes)) for order, axes in zip(orders, groups, strict=True)]

    every = [axis for axes in groups for axis in axes]
    return gather(sorted(samples, key=place), lambda sample: label_on(sample, every))


def gather(samples: Sequence[Sample], key: Callable[[Sample], Key]) -> dict[Key, list[Sample]]:
    """Return samples by a key, in order of first appearance."""
    found: dict[Key, list[Sample]] = {}
    for sample in samples:
        found.setdefault(key(sample), []).append(sample)
    return found


def lengths_in(counts: Counts) -> Any:
    """Return playouts by length, shape (max_length + 1,)."""
    return counts["length_by_cause"].sum(axis=0)
