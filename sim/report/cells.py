"""The cells of a run as a report needs them: counts, parts (one policy, one set of swept values), blocks, groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from sim.game import Cell, Game, View
from sim.report.names import Names, capital, plain, slug

MANY_SERIES = 7
ALL = "all"

Axes = tuple[str, ...]
Counts = Mapping[str, Any]
Key = TypeVar("Key")
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Sample:
    """One cell that has playouts. `counts`: the game's exact counts by name, int64 arrays.

    `always`: its number of playouts hangs on its wins, so that only an interval that holds whenever one stops will do.
    """

    cell: Cell
    signature: str
    counts: Counts
    names: Names
    always: bool = False

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
    """Samples whose counts are added. `key`: the pooled axes with their values, `ALL` for a whole part."""

    key: Mapping[str, str]
    label: str
    samples: tuple[Sample, ...]
    counts: Counts

    @property
    def playouts(self) -> int:
        """Playouts of all samples."""
        return sum(sample.playouts for sample in self.samples)


@dataclass(frozen=True)
class Layout:
    """How cells are set out: a panel for each value of `facet`, rows, and series within a row."""

    facet: Axes
    rows: Axes
    series: Axes
    constant: Axes

    @property
    def axes(self) -> Axes:
        """The axes that tell the cells apart."""
        return self.facet + self.rows + self.series


@dataclass(frozen=True)
class Block:
    """Cells that are set out together. `label`: what they share; "" where a part is one block."""

    label: str
    samples: tuple[Sample, ...]
    layout: Layout


@dataclass(frozen=True)
class Part:
    """The cells played by one policy at one set of swept values. Never mixed with another part's.

    `pool`: the axes by whose values counts are added. `apart`: counts are never added across those values.
    """

    policy: str
    sweep: Mapping[str, Any]
    samples: tuple[Sample, ...]
    blocks: tuple[Block, ...]
    pool: Axes
    apart: bool

    @property
    def names(self) -> Names:
        """What readers call things."""
        return self.samples[0].names

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
        same = [axis for axis in axes if not varies(axis, self.samples)]
        return ", ".join(filter(None, (self.names.of(axis, axes[axis]) for axis in same)))

    def keys(self) -> dict[str, Any]:
        """Return the columns that say which part this is."""
        return {"policy": self.policy, **{path: plain(value) for path, value in self.sweep.items()}}

    def groups(self) -> list[Group]:
        """Return a group for each value of the pooled axes (none if nothing varies)."""
        if not self.pool:
            return []
        members = gather(self.samples, lambda sample: tuple(str(sample.cell.axes[axis]) for axis in self.pool))
        shown = tuple(axis for axis in self.pool if varies(axis, self.samples)) or self.pool
        return [
            Group(dict(zip(self.pool, key, strict=True)), pool_label(group[0], shown), tuple(group), add(group))
            for key, group in members.items()
        ]

    def whole(self) -> Group:
        """Return the group of all cells."""
        label = "All cells" if len(self.samples) > 1 else "The cell"
        return Group(dict.fromkeys(self.pool, ALL), label, self.samples, add(self.samples))

    def pools(self) -> list[Group]:
        """Return the groups that a table shows: the whole part first, unless its groups are to be kept apart."""
        return self.groups() if self.apart and self.groups() else [self.whole(), *self.groups()]


def pool_label(sample: Sample, axes: Axes) -> str:
    """Return what a group shares, in words; the last axis speaks even where its value says nothing ("no specials")."""
    *first, last = axes
    said = sample.names.label({axis: sample.cell.axes[axis] for axis in first}) if first else ""
    return capital(", ".join(filter(None, (said, label_on(sample, (last,))))))


def samples_of(run: Any) -> list[Sample]:
    """Return the cells of a run that have playouts."""
    names, always = Names(run.game.titles(run.content)), run.experiment.precision is not None
    found = [Sample(entry.cell, str(entry.signature), by_name(entry.counts), names, always) for entry in run.cells]
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
    members = gather(samples, lambda sample: f"{sample.cell.policy} {sorted(sample.cell.sweep.items())}")
    whole = set_out(game, samples)
    return [
        replace(whole, **named_by(group[0].cell), samples=tuple(group), blocks=only(whole.blocks, group))
        for group in members.values()
    ]


def named_by(cell: Cell) -> dict[str, Any]:
    """Return what makes a part of the cells of its kind: policy and swept values."""
    return {"policy": cell.policy, "sweep": cell.sweep}


def set_out(game: Game, samples: Sequence[Sample]) -> Part:
    """Return all samples as one part: in one block, or in a block for each value of the axes that are kept apart."""
    about = named_by(samples[0].cell)
    apart = tuple(axis for axis in game.apart if varies(axis, samples))
    if not apart:
        layout = layout_of(game.axes, samples, faceted=True)
        pool = (layout.facet + layout.rows)[:1]
        blocks: tuple[Block, ...] = (Block("", tuple(samples), layout),)
        return Part(**about, samples=tuple(samples), blocks=blocks, pool=pool, apart=False)
    blocks = tuple(
        Block(capital(label), tuple(members), layout_of(game.axes, members, faceted=False))
        for label, members in split(samples, apart).items()
    )
    return Part(**about, samples=tuple(samples), blocks=blocks, pool=apart, apart=True)


def only(blocks: Sequence[Block], samples: Sequence[Sample]) -> tuple[Block, ...]:
    """Return blocks with those of their cells that are among these samples; empty ones are left out."""
    wanted = {id(sample) for sample in samples}
    cut = [replace(block, samples=tuple(s for s in block.samples if id(s) in wanted)) for block in blocks]
    return tuple(block for block in cut if block.samples)


def narrowed(game: Game, view: View, part: Part) -> Part | None:
    """Return a part with the cells that a view is about, pooled as it asks for; None if there are none."""
    return next(iter(narrowed_alike(game, view, [part])), None)


def narrowed_alike(game: Game, view: View, parts: Sequence[Part]) -> list[Part]:
    """Return the parts that have cells which a view is about, with these alone, all set out and pooled alike."""
    chosen = [(part, samples) for part in parts if (samples := about(view, part))]
    if not view.contrast and all(len(samples) == len(part.samples) for part, samples in chosen):
        return [part for part, _ in chosen]
    if not chosen:
        return []
    anew = set_out(game, [sample for _, samples in chosen for sample in samples])
    if view.contrast:
        kept_apart = anew.pool if anew.apart else ()
        anew = replace(anew, pool=(*kept_apart, view.contrast), apart=True)
    return [
        replace(anew, **named_by(samples[0].cell), samples=tuple(samples), blocks=only(anew.blocks, samples))
        for _, samples in chosen
    ]


def about(view: View, part: Part) -> list[Sample]:
    """Return the samples of a part that a view is about."""
    samples = [s for s in part.samples if all(s.cell.axes[axis] in values for axis, values in view.only.items())]
    return matched(samples, view.contrast) if view.contrast else samples


def matched(samples: Sequence[Sample], axis: str) -> list[Sample]:
    """Return the samples that have a partner which differs from them on this axis alone."""

    def others(sample: Sample) -> str:
        return str([value for name, value in sample.cell.axes.items() if name != axis])

    return [sample for group in gather(samples, others).values() if varies(axis, group) for sample in group]


# -- layouts -------------------------------------------------------------------------------------------------------


def layout_of(axes: Sequence[str], samples: Sequence[Sample], *, faceted: bool) -> Layout:
    """Derive the layout from the axes that vary: the first makes panels (if `faceted`), the next rows, others series.

    An axis that another one with more values settles (the composition that goes with so many players) is left out.
    """
    varying = tuple(axis for axis in axes if varies(axis, samples))
    constant = tuple(axis for axis in axes if axis not in varying)
    telling = tuple(a for a in varying if not any(settles(b, a, samples) for b in varying if b != a))
    facet, rest = (telling[:1], telling[1:]) if faceted and len(telling) > 1 else ((), telling)
    rows, series = rest[:1], rest[1:]
    if len({label_on(sample, series) for sample in samples}) > MANY_SERIES:
        rows, series = rest, ()
    return Layout(facet, rows, series, constant)


def values_of(axis: str, samples: Sequence[Sample]) -> set[str]:
    """Return the values of an axis that occur, as text."""
    return {str(sample.cell.axes[axis]) for sample in samples}


def varies(axis: str, samples: Sequence[Sample]) -> bool:
    """Whether an axis has more than one value."""
    return len(values_of(axis, samples)) > 1


def settles(axis: str, other: str, samples: Sequence[Sample]) -> bool:
    """Whether each value of an axis goes with one value of another that has fewer."""
    pairs = {(str(sample.cell.axes[axis]), str(sample.cell.axes[other])) for sample in samples}
    return len(pairs) == len(values_of(axis, samples)) > len(values_of(other, samples))


def label_on(sample: Sample, axes: Sequence[str]) -> str:
    """Return a sample's label on some axes ("" on none)."""
    return sample.names.label({axis: sample.cell.axes[axis] for axis in axes})


def split(samples: Sequence[Sample], *groups: Sequence[str]) -> dict[str, list[Sample]]:
    """Return samples by their label on groups of axes; ordered group by group, each as its labels first appear."""
    orders = [list(dict.fromkeys(label_on(sample, axes) for sample in samples)) for axes in groups]

    def place(sample: Sample) -> list[int]:
        return [order.index(label_on(sample, axes)) for order, axes in zip(orders, groups, strict=True)]

    every = [axis for axes in groups for axis in axes]
    return gather(sorted(samples, key=place), lambda sample: label_on(sample, every))


def gather(things: Iterable[Thing], key: Callable[[Thing], Key]) -> dict[Key, list[Thing]]:
    """Return things by a key, in order of first appearance."""
    found: dict[Key, list[Thing]] = {}
    for thing in things:
        found.setdefault(key(thing), []).append(thing)
    return found


def lengths_in(counts: Counts) -> Any:
    """Return playouts by length, shape (max_length + 1,)."""
    return counts["length_by_cause"].sum(axis=0)
