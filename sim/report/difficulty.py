"""The difficulty curve: how evenly a game's levels are spaced in each cell, and where one is out of order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

import numpy as np

from sim.game import Game
from sim.pairs import NOT_APART, Comparison, judged, won_in
from sim.report import style
from sim.report.cells import Part, Sample, gather, label_on, split, varies
from sim.report.dots import basis, rate_of, whiskers_told
from sim.report.grids import Entry, Grid, Table, rate_entry, texts
from sim.report.names import capital, holm_told, integer, number, points, points_interval
from sim.report.policies import MANY_PAIRS
from sim.report.style import Chart
from sim.report.tables import frame_of, rate_note
from sim.stats import flips, paired_difference, quantile

TITLE = "Difficulty curve"
IN_ORDER, OUT_OF_ORDER = "in order", "out of order"
MOST_NAMED = 6  # steps that a sentence names
EVEN, FIRST, SECOND, UNKNOWN = "not told apart", "first larger", "second larger", "cannot be said"


@dataclass(frozen=True)
class Ratio:
    """A step over the next one, with its interval; None where the next one may be none."""

    ratio: float | None
    low: float | None
    high: float | None

    @property
    def verdict(self) -> str:
        """Which of the two steps is larger, if that can be told."""
        if self.low is None or self.high is None:
            return UNKNOWN
        return FIRST if self.low > 1 else SECOND if self.high < 1 else EVEN


@dataclass(frozen=True)
class Curve:
    """A cell at each level, the easiest first. `steps`: the easier less the harder; none where no rows were kept."""

    axis: str
    samples: tuple[Sample, ...]
    steps: tuple[Comparison, ...] = ()
    ratios: tuple[Ratio, ...] = ()

    @property
    def names(self) -> list[str]:
        """The levels in words, without those that all begin with."""
        whole = [label_on(sample, [self.axis]).split() for sample in self.samples]
        shared = sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*whole, strict=False)))
        return [capital(" ".join(words[shared:])) for words in whole]

    @property
    def verdicts(self) -> list[str]:
        """Whether each step is in order."""
        return [verdict(step) for step in self.steps]


def verdict(step: Comparison) -> str:
    """Return whether the easier level is won more often, at 95 % for all steps together."""
    if step.verdict == NOT_APART:
        return NOT_APART
    return IN_ORDER if step.difference.difference > 0 else OUT_OF_ORDER


def ratio(easy: Any, middle: Any, hard: Any) -> Ratio:
    """Return the step easy - middle over the step middle - hard, of playouts on the same seeds, won or not.

    The interval is Fieller's for two means that go together (J. Royal Statistical Society B 1954). There is none where
    the second step may be none, or leads the wrong way: what is larger than a step back says nothing of evenness.
    """
    n = len(easy)
    if n < 2:
        return Ratio(None, None, None)
    steps = np.array([easy.astype(float) - middle, middle.astype(float) - hard])
    (first, second), ((vf, cov), (_, vs)) = steps.mean(axis=1), np.cov(steps) / n
    z2 = quantile() ** 2
    a, b, c = second**2 - z2 * vs, first * second - z2 * cov, first**2 - z2 * vf
    if a <= 0 or second <= 0:
        return Ratio(None, None, None)
    half = math.sqrt(max(b * b - a * c, 0.0))
    return Ratio(float(first / second), float((b - half) / a), float((b + half) / a))


def curves_of(run: Any, parts: Sequence[Part]) -> dict[str, list[Curve]]:
    """Return the curves of every part, by its label; verdicts are corrected for all steps of the run.

    Playouts are paired, `MANY_PAIRS` at most; where the run kept no rows, nothing is compared.
    """
    bare = [(part, curve) for part in parts for curve in by_level(run.game, part)]
    steps = [pair for _, curve in bare for pair in pairwise(curve.samples)]
    if not steps or run.experiment.rows != "all":
        return labelled(bare)
    most = {sample.cell.index: min(sample.playouts, MANY_PAIRS) for pair in steps for sample in pair}
    won = {index: won_in(run, index, n) for index, n in most.items()}

    def first(samples: Sequence[Sample]) -> list[Any]:
        n = min(len(won[sample.cell.index]) for sample in samples)
        return [won[sample.cell.index][:n] for sample in samples]

    found = judged(
        [(hard.cell.index, easy.cell.index) for easy, hard in steps],
        [paired_difference(*flips(*reversed(first(pair)))) for pair in steps],
    )
    by_pair = {(step.cell, step.base): step for step in found}
    return labelled(
        [
            (
                part,
                Curve(
                    curve.axis,
                    curve.samples,
                    tuple(by_pair[easy.cell.index, hard.cell.index] for easy, hard in pairwise(curve.samples)),
                    tuple(evenness(first(three), by_pair, three) for three in triples(curve.samples)),
                ),
            )
            for part, curve in bare
        ]
    )


def triples(samples: Sequence[Sample]) -> Iterator[Sequence[Sample]]:
    """Yield every three levels that follow each other."""
    yield from (samples[k : k + 3] for k in range(len(samples) - 2))


def evenness(won: Sequence[Any], steps: Mapping[tuple[int, int], Comparison], three: Sequence[Sample]) -> Ratio:
    """Return the first of two steps over the second; none where either is out of order."""
    pairs = [(easy.cell.index, hard.cell.index) for easy, hard in pairwise(three)]
    wrong = any(verdict(steps[pair]) == OUT_OF_ORDER for pair in pairs)
    return Ratio(None, None, None) if wrong else ratio(*won)


def labelled(curves: Sequence[tuple[Part, Curve]]) -> dict[str, list[Curve]]:
    """Return curves by the label of their part."""
    groups = gather(curves, lambda each: each[0].label)
    return {name: [curve for _, curve in own] for name, own in groups.items()}


def by_level(game: Game, part: Part) -> Iterator[Curve]:
    """Yield the cells of a part that differ in their level alone, where there are at least two."""
    for axis, order in game.levels.items():
        there = [sample for sample in part.samples if sample.cell.axes[axis] in order]

        def rest(sample: Sample, axis: str = axis) -> str:
            return str([value for name, value in sample.cell.axes.items() if name != axis])

        for own in gather(there, rest).values():
            if len(own) > 1:
                placed = sorted(own, key=lambda sample: order.index(sample.cell.axes[axis]))
                yield Curve(axis, tuple(placed))


def documents(curves: Mapping[str, Sequence[Curve]]) -> list[dict[str, Any]]:
    """Return the curves as JSON values."""
    return [
        {
            "axis": curve.axis,
            "levels": [sample.cell.axes[curve.axis] for sample in curve.samples],
            "cells": [sample.cell.index for sample in curve.samples],
            "steps": [
                {"easier": step.cell, "harder": step.base, **step.document(), "verdict": verdict(step)}
                for step in curve.steps
            ],
            "ratios": [
                {"ratio": found.ratio, "low": found.low, "high": found.high, "verdict": found.verdict}
                for found in curve.ratios
            ],
        }
        for own in curves.values()
        for curve in own
    ]


# -- words ---------------------------------------------------------------------------------------------------------


def name_of(curve: Curve, others: Sequence[Curve]) -> str:
    """Return what tells a curve from the others, in words."""
    axes = telling(others)
    return capital(label_on(curve.samples[0], axes)) if axes else "The cell"


def telling(curves: Sequence[Curve]) -> list[str]:
    """Return the axes that tell curves apart."""
    every = [sample for curve in curves for sample in curve.samples]
    levels = {curve.axis for curve in curves}
    return [axis for axis in every[0].cell.axes if axis not in levels and varies(axis, every)]


def headline(curves: Sequence[Curve]) -> str:
    """Return in a sentence how many steps are in order, which are not, and how even they are."""
    named = [
        (f"{name_of(curve, curves)} ({easy} to {hard})", found)
        for curve in curves
        for (easy, hard), found in zip(pairwise(curve.names), curve.verdicts, strict=False)
    ]
    if not named:
        return ""
    text = f"{sum(found == IN_ORDER for _, found in named)} of {len(named)} steps between levels are in order"
    for what in (OUT_OF_ORDER, NOT_APART):
        where = [name for name, found in named if found == what]
        listed = ", ".join(where) if len(where) <= MOST_NAMED else f"{len(where)}, see the table"
        text += f"; {what}: {listed or 'none'}"
    evenness = [found.verdict for curve in curves for found in curve.ratios]
    counts = [f"{what} in {evenness.count(what)}" for what in (FIRST, SECOND, EVEN, UNKNOWN) if what in evenness]
    return f"{text}. Of two steps that follow each other: {', '.join(counts)}." if counts else f"{text}."


def note(curves: Mapping[str, Sequence[Curve]]) -> str:
    """Return how the table is to be read."""
    every = [step for own in curves.values() for curve in own for step in curve.steps]
    if not every:
        rates = rate_note(sample for own in curves.values() for curve in own for sample in curve.samples)
        return f"{rates} The run kept no rows, so playouts cannot be paired, and steps are not judged."
    most = f", {integer(MANY_PAIRS)} at most" if any(step.difference.n == MANY_PAIRS for step in every) else ""
    return (
        "Points: win rate at the easier level less that at the harder one, paired over the first n playouts of both, "
        f"which met the same luck{most}, with its 95 % interval. In order or out of order: "
        f"{holm_told(len(every), 'step')}. Evenness: a step over the next one, with Fieller's 95 % interval, "
        "each for itself; 1 is even. Where the next step may be none, or one of the two is out of order, "
        "it cannot be said."
    )


# -- table and chart -----------------------------------------------------------------------------------------------


def table(game: Game, curves: Mapping[str, Sequence[Curve]]) -> Table:
    """Return the steps: flat for files, a curve a line for readers."""

    def rows() -> Iterator[dict[str, Any]]:
        for own in curves.values():
            for curve in own:
                for place, (easy, hard) in enumerate(pairwise(curve.samples)):
                    rates: dict[str, Any] = {"easier": easy.cell.index, "harder": hard.cell.index}
                    rates |= {"easier_win_rate": rate_of(game, [easy])[0], "harder_win_rate": rate_of(game, [hard])[0]}
                    step = curve.steps[place] if curve.steps else None
                    paired = {**step.document(), "verdict": verdict(step)} if step else {}
                    yield {"level": curve.axis, **easy.keys(), **rates, **paired}

    several = len(curves) > 1
    grids = tuple(
        grid(game, own, part, f"{part}" if several else "")
        for part, every in curves.items()
        for own in gather(every, lambda curve: tuple(curve.names)).values()
    )
    return Table("difficulty", TITLE, note(curves), "difficulty", frame_of(rows()), grids)


def grid(game: Game, curves: Sequence[Curve], part: str, label: str) -> Grid:
    """Return curves of the same levels, a line each."""
    names = curves[0].names
    heads = ["Cell", *names]
    judged_ones = bool(curves[0].steps)
    for easy, hard in pairwise(names) if judged_ones else ():
        heads += [f"{easy} to {hard}, points", "Verdict"]
    heads += ["Step over the next", "Evenness"] * len(curves[0].ratios)
    rows = [[Entry(name_of(curve, curves)), *line(game, curve)] for curve in curves]
    return Grid(tuple(heads), rows, 1, label, part)


def line(game: Game, curve: Curve) -> Iterator[Entry]:
    """Yield a curve's numbers."""
    for sample in curve.samples:
        yield rate_entry(*rate_of(game, [sample]))
    for step in curve.steps:
        gap = step.difference
        yield Entry(points(gap.difference), f"{points_interval(gap.low, gap.high)}; n {integer(gap.n)}")
        yield Entry(verdict(step))
    for found in curve.ratios:
        if found.ratio is None or found.low is None or found.high is None:
            yield from texts(["–", UNKNOWN])
        else:
            yield Entry(number(found.ratio), f"{number(found.low)} to {number(found.high)}")
            yield Entry(found.verdict)


def chart(game: Game, part: Part, curves: Sequence[Curve], tag: str) -> Chart:
    """Draw win rates over the levels, a line a cell: a panel for each value of the first axis that tells them apart."""
    axes = telling(curves)
    facet, series = (axes[:1], axes[1:]) if len(axes) > 1 else ([], axes)
    every = [curve.samples[0] for curve in curves]
    panels = split(every, facet) if facet else {"": every}
    by_first = {id(curve.samples[0]): curve for curve in curves}
    names = list(split(every, series)) if series else [""]
    figure, drawn = style.panels(len(panels), 2.9, sharey=True)
    handles: dict[str, Any] = {}
    for axis, (title, firsts) in zip(drawn, panels.items(), strict=True):
        for place, first in enumerate(firsts):
            name = label_on(first, series) if series else ""
            beside = 0.24 * (place / (len(firsts) - 1) - 0.5) if len(firsts) > 1 else 0.0
            handles[capital(name)] = draw(axis, game, by_first[id(first)], names.index(name), beside)
        levels = next(by_first[id(first)].names for first in firsts)
        axis.set_xticks(range(len(levels)), levels)
        axis.tick_params(axis="x", labelbottom=True)
        axis.set_xlim(-0.35, len(levels) - 0.65)
        axis.set_ylim(bottom=0)
        style.rates_along(axis.yaxis)
        axis.set_title(capital(title))
    for left in drawn[:: style.columns_for(len(panels))]:
        left.set_ylabel("Win rate")
    style.legend(figure, list(handles.values()), list(handles))
    caption = f"{basis(part)} {whiskers_told(part.samples)} A level is harder the further right it stands."
    alt = f"{TITLE}. {headline(curves)}"
    return Chart(f"difficulty{tag}", TITLE, " ".join(caption.split()), alt, "difficulty", *style.saved(figure))


def draw(axis: Any, game: Game, curve: Curve, k: int, beside: float) -> Any:
    """Draw a curve with its intervals, a little beside the level's place."""
    rate, low, high = np.array([rate_of(game, [sample]) for sample in curve.samples]).T
    return axis.errorbar(
        np.arange(len(rate)) + beside,
        rate,
        yerr=np.abs(np.vstack([rate - low, high - rate])),
        fmt=style.MARKS[k % len(style.MARKS)],
        linestyle=style.LINES[k % len(style.LINES)],
        color=style.SERIES[k % len(style.SERIES)],
        linewidth=1.3,
        elinewidth=1.7,
        ms=5.5,
        mec=style.PAPER,
        mew=0.5,
        clip_on=False,
    )
