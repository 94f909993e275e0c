"""Policies side by side: the win rate of each in every cell that several play, and what one wins that another loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sim.game import Game
from sim.pairs import KEYS, WORSE, Comparison, compared, same_table
from sim.parts import PART
from sim.progress import counted
from sim.report import style
from sim.report.cells import Block, Part, Sample, gather, label_on, split
from sim.report.dots import basis, dodge, finish_rows, from_zero, rate_of, whiskers, whiskers_told
from sim.report.grids import Entry, Grid, Table, rate_entry, texts
from sim.report.names import holm_told, integer, interval, percent, plain, points, points_interval, words
from sim.report.style import Chart
from sim.report.tables import frame_of, rate_note
from sim.results import wins_in

MANY_PAIRS = 16 * PART  # playouts of two cells that are compared at most: a report takes no longer for a longer run
MANY_POLICIES = 3  # more than these side by side have no columns for what tells them apart
TITLE = "Win rate of every cell by policy"
GAIN = ("base", *KEYS)


@dataclass(frozen=True)
class SideBySide:
    """The cells of one set of swept values that several policies play.

    `whole`: the policies' cells as one part, those that one policy alone plays included. `cells`: the same cell by each
    of its policies, in their order, the first being what the others are compared with. `gains`: by number of cell.
    """

    parts: tuple[Part, ...]
    whole: Part
    cells: tuple[tuple[Sample, ...], ...]
    gains: Mapping[int, Comparison]

    @property
    def policies(self) -> list[str]:
        """The policies, in the order in which the run names them."""
        return [part.policy for part in self.parts]

    @property
    def label(self) -> str:
        """The swept values in words; "" without a sweep."""
        return ", ".join(f"{path} = {plain(value)}" for path, value in self.whole.sweep.items())

    @property
    def blocks(self) -> list[Block]:
        """The blocks with the cells that several policies play; others are left out."""
        kept = {id(sample) for cell in self.cells for sample in cell}
        cut = [replace(b, samples=tuple(s for s in b.samples if id(s) in kept)) for b in self.whole.blocks]
        return [block for block in cut if block.samples]

    @property
    def alone(self) -> Mapping[str, int]:
        """How many cells a policy plays alone."""
        kept = {id(sample) for cell in self.cells for sample in cell}
        return Counter(sample.cell.policy for sample in self.whole.samples if id(sample) not in kept)


def leading(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that are drawn and tabulated: those that have a cell which no part before them has."""
    seen: set[str] = set()
    found = []
    for part in parts:
        tables = {same_table(sample.cell) for sample in part.samples}
        if not tables <= seen:
            found.append(part)
        seen |= tables
    return found


def side_by_side(run: Any, parts: Sequence[Part]) -> list[SideBySide]:
    """Return the policies side by side, for each set of swept values; `parts` are in the order of the policies.

    Verdicts are corrected for all comparisons of the run. Where it kept no rows, nothing is compared.
    """
    settings = gather(parts, lambda part: str(sorted(part.sweep.items())))
    found = [(group, together(group), cells_of(group)) for group in settings.values() if len(group) > 1]
    every = [cell for _, _, cells in found for cell in cells]
    pairs = [(base.cell.index, other.cell.index) for base, *others in every for other in others]
    done = compared(run, pairs, MANY_PAIRS) if pairs and run.experiment.rows == "all" else []
    gains = {comparison.cell: comparison for comparison in done}
    return [SideBySide(tuple(group), whole, tuple(cells), gains) for group, whole, cells in found if cells]


def together(parts: Sequence[Part]) -> Part:
    """Return several policies' parts as one, in the order of the cells."""
    blocks = gather((block for part in parts for block in part.blocks), lambda block: block.label)
    merged = tuple(
        replace(own[0], samples=in_order(sample for block in own for sample in block.samples))
        for own in blocks.values()
    )
    samples = in_order(sample for part in parts for sample in part.samples)
    return replace(parts[0], policy=", ".join(part.policy for part in parts), samples=samples, blocks=merged)


def key_of(sample: Sample) -> str:
    """Return what cells that differ in their policy alone have in common."""
    return same_table(sample.cell)


def in_order(samples: Iterator[Sample]) -> tuple[Sample, ...]:
    """Return samples in the order of the run's cells."""
    return tuple(sorted(samples, key=lambda sample: sample.cell.index))


def cells_of(parts: Sequence[Part]) -> list[tuple[Sample, ...]]:
    """Return each cell by all policies that play it, where there are several, in the order of the cells."""
    tables = gather((sample for part in parts for sample in part.samples), key_of)
    found = [tuple(samples) for samples in tables.values() if len(samples) > 1]
    return sorted(found, key=lambda cell: cell[0].cell.index)


def documents(every: Sequence[SideBySide]) -> list[dict[str, Any]]:
    """Return what each cell wins over the same cell by the first policy, as JSON values."""
    return [
        {"cell": sample.cell.index, "base": base.cell.index, **levels.gains[sample.cell.index].document(WORSE)}
        for levels in every
        for base, *others in levels.cells
        for sample in others
        if sample.cell.index in levels.gains
    ]


# -- words ---------------------------------------------------------------------------------------------------------


def reading(game: Game, levels: SideBySide) -> str:
    """Return how the levels are to be read, in a sentence; "" where they are no rungs of the game's ladder, upwards."""
    rungs = game.ladder or tuple(game.policies)
    places = [rungs.index(policy) if policy in rungs else -1 for policy in levels.policies]
    if -1 in places or places != sorted(places):
        return ""
    return (
        f"A cell that is low for every policy is hard; one that is low for {levels.policies[0]}, not for "
        f"{levels.policies[-1]}, is hard for beginners, and rewards skill."
    )


def headline(game: Game, levels: SideBySide) -> list[str]:
    """Return what stands out, as sentences."""
    found = [ends_told(levels, policy) for policy in levels.policies]
    alone = [f"{policy} alone plays {counted(n, 'cell')}." for policy, n in levels.alone.items()]
    return list(filter(None, [reading(game, levels), *found, *alone]))


def ends_told(levels: SideBySide, policy: str) -> str:
    """Return in which cells a policy gains least and most, in a sentence; "" where it was not compared."""
    gains = [
        (comparison.difference, base, sample)
        for base, *others in levels.cells
        for sample in others
        if sample.cell.policy == policy and (comparison := levels.gains.get(sample.cell.index))
    ]
    if not gains:
        return ""
    gains.sort(key=lambda gain: gain[0].difference)
    told = [
        f"{points(gap.difference)} points ({points_interval(gap.low, gap.high)}) at {name_of(levels, base)}"
        for gap, base, _ in (gains[0], gains[-1])
    ]
    who = f"{policy} less {gains[0][1].cell.policy}"
    return f"{who}: {told[0]}." if len(gains) == 1 else f"{who}: from {told[0]} to {told[1]}."


def name_of(levels: SideBySide, sample: Sample) -> str:
    """Return a cell's name, which tells it from the others."""
    block = next(block for block in levels.whole.blocks if sample in block.samples)
    named = label_on(sample, block.layout.axes)
    return ", ".join(filter(None, (block.label, named))) or label_on(sample, list(sample.cell.axes))


def note(every: Sequence[SideBySide]) -> str:
    """Return how the table is to be read."""
    gains, rates = every[0].gains, rate_note(every[0].whole.samples)
    if not gains:
        return f"{rates} The run kept no rows, so playouts cannot be paired."
    most = f", {integer(MANY_PAIRS)} at most" if any(c.difference.n == MANY_PAIRS for c in gains.values()) else ""
    return (
        f"{rates} Points: paired difference of the win rates over the first n playouts of both, which met the same luck"
        f"{most}, with its 95 % interval. Apart: {holm_told(len(gains))}."
    )


# -- table and chart -----------------------------------------------------------------------------------------------


def table(game: Game, every: Sequence[SideBySide]) -> Table:
    """Return the win rates of every cell by policy: flat for files, cells down and policies across for readers."""

    def rows() -> Iterator[dict[str, Any]]:
        for levels in every:
            for cell in levels.cells:
                for sample in cell:
                    rate, low, high = rate_of(game, [sample])
                    won = {"playouts": sample.playouts, "wins": wins_in(game, sample.counts)}
                    gain = levels.gains.get(sample.cell.index)
                    paired = {"base": gain.base, **gain.document(WORSE)} if gain else dict.fromkeys(GAIN)
                    yield {**sample.keys(), **won, "win_rate": rate, "low": low, "high": high, **paired}

    grids = tuple(grid for levels in every for grid in grids_of(game, levels))
    return Table("levels", TITLE, note(every), "policies", frame_of(rows()), grids)


def grids_of(game: Game, levels: SideBySide) -> Iterator[Grid]:
    """Yield a grid a panel: a block, or in a single block a value of the axis that makes panels."""
    wide = len(levels.policies) <= MANY_POLICIES
    gained = [policy for policy in levels.policies[1:] if levels.gains]
    for block, title, samples in panels_of(levels):
        leading = [axes for axes in (block.layout.rows, block.layout.series) if axes]
        stub_heads = [" · ".join(words(axis) for axis in axes) for axes in leading] or ["Cell"]
        heads = [*stub_heads, *levels.policies]
        for policy in gained:
            heads += [f"{policy}: points over {levels.policies[0]}", *(["Verdict"] if wide else [])]
        rows = []
        ordered = [sample for own in split(samples, *leading).values() for sample in own]
        for cell in gather(ordered, key_of).values():
            played = {sample.cell.policy: sample for sample in cell}
            stubs = texts([label_on(cell[0], axes) for axes in leading] or [name_of(levels, cell[0])])
            rates = [rate(game, played.get(policy)) for policy in levels.policies]
            gains = [gain(levels, played.get(policy), wide=wide) for policy in gained]
            rows.append([*stubs, *rates, *(entry for entries in gains for entry in entries)])
        label = ", ".join(filter(None, (levels.label, title)))
        yield Grid(tuple(heads), rows, len(stub_heads), label)


def rate(game: Game, sample: Sample | None) -> Entry:
    """Return a win rate with its interval and n."""
    return rate_entry(*rate_of(game, [sample]), sample.playouts) if sample else Entry("–")


def gain(levels: SideBySide, sample: Sample | None, *, wide: bool) -> list[Entry]:
    """Return the points that a cell wins over the first policy's, and the verdict if there is room for it."""
    found = levels.gains.get(sample.cell.index) if sample else None
    if not found:
        return texts(["–"] * (1 + wide))
    gap = found.difference
    small = f"{points_interval(gap.low, gap.high)}; n {integer(gap.n)}"
    return [Entry(points(gap.difference), small), *([Entry(found.worded(WORSE))] if wide else [])]


def panels_of(levels: SideBySide) -> list[tuple[Block, str, list[Sample]]]:
    """Return (block, title, samples) of every panel of cells that several policies play."""
    if len(levels.whole.blocks) > 1:
        return [(block, block.label, list(block.samples)) for block in levels.blocks]
    (block,) = levels.blocks
    return [
        (block, title if block.layout.facet else "", samples)
        for title, samples in split(block.samples, block.layout.facet).items()
    ]


def chart(game: Game, levels: SideBySide, tag: str) -> Chart:
    """Dots with intervals, a row a cell, the dots of a cell joined by a line: how far the policies are apart."""
    panels = panels_of(levels)
    rows = [list(split(samples, block.layout.rows, block.layout.series)) for block, _, samples in panels]
    if len(levels.whole.blocks) > 1:
        figure, axes = style.column([0.55 + 0.3 * len(names) for names in rows], sharex=True)
    else:
        names = list(split(panels[0][0].samples, panels[0][0].layout.rows, panels[0][0].layout.series))
        rows = [names] * len(panels)
        figure, axes = style.panels(len(panels), max(1.2, 0.45 + 0.3 * len(names)), sharex=True, sharey=True)
    handles: dict[str, Any] = {}
    for axis, (block, title, samples), names in zip(axes, panels, rows, strict=True):
        places = [names.index(label_on(sample, block.layout.rows + block.layout.series)) for sample in samples]
        rates = np.array([rate_of(game, [sample]) for sample in samples])
        which = [levels.policies.index(sample.cell.policy) for sample in samples]
        heights = np.array([place + dodge(k, len(levels.policies)) for place, k in zip(places, which, strict=True)])
        join(axis, places, rates[:, 0], heights)
        for k, policy in enumerate(levels.policies):
            own = [n for n, number in enumerate(which) if number == k]
            if own:
                handles[policy] = whiskers(axis, rates[own].T, heights[own], k)
        finish_rows(axis, names, title)
        style.rates_along(axis.xaxis)
    from_zero(axes[0])
    shown = [policy for policy in levels.policies if policy in handles]
    style.legend(figure, [handles[policy] for policy in shown], shown)
    figure.supxlabel("Win rate", fontsize=9.5)
    bases, whisk = " ".join(map(basis, levels.parts)), whiskers_told(levels.whole.samples)
    caption = f"{reading(game, levels)} The dots of a cell are joined. {whisk} {bases} {game.winning}"
    alt = " ".join([f"{TITLE}.", *headline(game, levels), told(game, levels)])
    return Chart(f"levels{tag}", TITLE, " ".join(caption.split()), alt, "policies", *style.saved(figure))


def join(axis: Any, places: Sequence[int], rates: Any, heights: Any) -> None:
    """Draw a pale line from dot to dot of each row."""
    rows = np.array(places)
    for place in dict.fromkeys(places):
        axis.plot(rates[rows == place], heights[rows == place], color=style.GRID, linewidth=4, zorder=1)


def told(game: Game, levels: SideBySide) -> str:
    """Return each policy's lowest and highest win rate of these cells, in words."""
    texts = []
    for policy in levels.policies:
        own = [sample for cell in levels.cells for sample in cell if sample.cell.policy == policy]
        rates = sorted(rate_of(game, [sample]) for sample in own)
        ends = [f"{percent(found[0])} ({interval(*found)})" for found in (rates[0], rates[-1])] if rates else []
        texts += [f"{policy}: {ends[0]} to {ends[1]}."] if ends else []
    return " ".join(texts)
