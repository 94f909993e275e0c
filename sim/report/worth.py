"""What rules and cards are worth as files: a table, a chart a cell, a summary, one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.game import Game, Removals
from sim.pairs import APART, NOT_APART, SAME_RESULTS
from sim.progress import counted
from sim.report import style, summary
from sim.report.cells import Sample, label_on, samples_of, varies
from sim.report.dots import finish_rows, rate_of, whiskers
from sim.report.files import check, drawn_files, indexed, publish
from sim.report.grids import Entry, Grid, Table, markdown, rate_entry, texts
from sim.report.names import capital, holm_told, integer, interval, percent, plain, points, points_interval
from sim.report.style import Chart, styled
from sim.report.tables import RATE, RATES, frame_of
from sim.results import win_document
from sim.worth import MORE_WITHOUT, worth_document, worths

if TYPE_CHECKING:
    from sim.store import Run

SCHEMA = 1
SUMMARY = "worth.md"
# What is luck, or nothing, stays behind.
LOOKS = {APART: style.SERIES[0], MORE_WITHOUT: style.SERIES[3], NOT_APART: style.FAINT, SAME_RESULTS: style.FAINT}
HEADS = ("Without", "Kind", "Win rate", "Drop, points", "Only with, only without it", "Verdict")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Base:
    """A cell with everything there, and without each thing, what is worth most first. `rows`: JSON values."""

    sample: Sample
    label: str  # what tells it from the others, "" for the only one
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Found:
    """What the files are written from. `samples`: every cell of the run by its number."""

    game: Game
    origin: summary.Origin
    path: str
    bases: tuple[Base, ...]
    samples: Mapping[int, Sample]

    @property
    def rows(self) -> list[Row]:
        """What everything is worth, cell by cell."""
        return [row for base in self.bases for row in base.rows]


def write_worth(run: Run, out: Path, removals: Removals) -> dict[str, Any]:
    """Write what things are worth in a complete run into a folder, all or nothing, and return the JSON document.

    Raises `UserError` if the run kept no rows, or the folder cannot be written or holds files no report wrote.
    """
    check(out)
    found = found_in(run, removals)
    with styled():
        charts = [drawn(found, base) for base in found.bases]
    whole = table(found)
    result = document(found)
    text = summary_markdown(found, whole, charts)
    publish(out, indexed(result, [*drawn_files([whole], charts), (SUMMARY, text.encode())]))
    return result


def found_in(run: Run, removals: Removals) -> Found:
    """Compare the cells of a run."""
    samples = {sample.cell.index: sample for sample in samples_of(run)}
    by_base: dict[int, list[Row]] = {}
    for worth in worths(run, removals):
        by_base.setdefault(worth.whole.cell.index, []).append(worth_document(run.game, worth))
    told = [samples[index] for index in by_base]
    bases = tuple(
        Base(samples[index], label(samples[index], told, removals.path), tuple(sorted(rows, key=least_drop)))
        for index, rows in by_base.items()
    )
    return Found(run.game, summary.origin_of(run), removals.path, bases, samples)


def least_drop(row: Row) -> float:
    """Order what is worth most first."""
    return -float(row["drop"]["difference"])


def label(sample: Sample, others: Sequence[Sample], path: str) -> str:
    """Return what tells a cell from the others, in words."""
    axes = [axis for axis in sample.cell.axes if varies(axis, others)]
    swept = [f"{name} = {plain(value)}" for name, value in sample.cell.sweep.items() if name != path]
    policy = sample.cell.policy if len({other.cell.policy for other in others}) > 1 else ""
    return ", ".join(filter(None, (label_on(sample, axes) if axes else "", policy, *swept)))


def document(found: Found) -> dict[str, Any]:
    """Return what things are worth as one JSON document; the same for the same experiment."""
    return {
        "schema": SCHEMA,
        "kind": "worth",
        "game": found.game.name,
        "title": found.game.title,
        **found.origin.document(),
        "interval": "95 %",
        "comparisons": len(found.rows),
        "parameter": found.path,
        "bases": [base_document(found.game, base.sample) for base in found.bases],
        "worths": found.rows,
    }


def base_document(game: Game, sample: Sample) -> dict[str, Any]:
    """Return a cell with everything there as JSON values."""
    return {**win_document(game, sample, sample.counts), "signature": sample.signature}


def note(found: Found) -> str:
    """Return how table and chart are to be read."""
    return (
        "Drop: win rate with the thing less that without it, paired on the same seeds, with its 95 % interval; below 0 "
        "the policy wins more often without it. Only with, only without it: playouts that one of the two won. Apart: "
        f"{holm_told(len(found.rows))}. Same results: without it every playout is the same. Rows are "
        "in the order of their drops: the first and the last of many owe part of it to luck."
    )


# -- table ---------------------------------------------------------------------------------------------------------


def table(found: Found) -> Table:
    """Return every thing and cell: flat for files, a grid a cell for readers."""

    def rows() -> Iterator[dict[str, Any]]:
        for row in found.rows:
            rates = {name: row[name] for name in RATES}
            thing = {"kind": row["kind"], "title": row["title"], "base": row["base"]}
            yield {**found.samples[row["cell"]].keys(), **thing, **rates, **row["drop"]}

    grids = tuple(Grid(HEADS, [entries(row) for row in base.rows], 2, base.label) for base in found.bases)
    return Table("worth", "What is it worth?", f"{RATE} {note(found)}", "worth", frame_of(rows()), grids)


def entries(row: Row) -> list[Entry]:
    """Return a thing's line."""
    drop = row["drop"]
    rate = rate_entry(row["win_rate"], row["low"], row["high"])
    if drop["verdict"] == SAME_RESULTS:
        return [*texts([row["title"], row["kind"]]), rate, *texts(["–", "–", SAME_RESULTS])]
    ends = points_interval(drop["difference_low"], drop["difference_high"], 2)
    flips = f"{integer(drop['gained'])}, {integer(drop['lost'])}"
    fall = Entry(points(drop["difference"], 2), ends)
    return [*texts([row["title"], row["kind"]]), rate, fall, *texts([flips, drop["verdict"]])]


# -- chart and summary ---------------------------------------------------------------------------------------------


def drawn(found: Found, base: Base) -> Chart:
    """Draw the drops in a cell with their intervals, the largest on top: a panel a kind, each at its own scale."""
    kinds = list(dict.fromkeys(row["kind"] for row in base.rows))
    panels = [[row for row in base.rows if row["kind"] == kind] for kind in kinds]
    figure, axes = style.column([0.55 + len(rows) * height_of(rows) for rows in panels], head=0.45)
    handles: dict[str, Any] = {}
    for axis, kind, rows in zip(axes, kinds, panels, strict=True):
        for k, verdict in enumerate(LOOKS):
            places = [place for place, row in enumerate(rows) if row["drop"]["verdict"] == verdict]
            ends = np.array([[rows[p]["drop"][f"difference{end}"] for end in ("", "_low", "_high")] for p in places])
            if places:
                handles[verdict] = whiskers(axis, ends.T, np.array(places), k, size=4.5, colour=LOOKS[verdict])
        finish_panel(axis, rows, ": ".join(filter(None, (base.label, capital(kind)))))
    axes[-1].set_xlabel("Points of win rate lost without it")
    verdicts = [verdict for verdict in LOOKS if verdict in handles]
    style.legend(figure, [handles[verdict] for verdict in verdicts], verdicts, least=1)
    name = "worth" if len(found.bases) == 1 else f"worth_{base.sample.cell.index}"
    return Chart(name, "What is it worth?", caption(found, base), told(base), "worth", *style.saved(figure))


def height_of(rows: Sequence[Row]) -> float:
    """Return the height of a row, in inches."""
    return 0.2 if len(rows) > style.MANY_ROWS else 0.3


def finish_panel(axis: Any, rows: Sequence[Row], title: str) -> None:
    """Label a panel and mark no difference."""
    finish_rows(axis, [row["title"] for row in rows], title)
    axis.tick_params(axis="y", labelsize=8 if len(rows) > style.MANY_ROWS else 9)
    axis.axvline(0, color=style.MUTED, linewidth=1)
    style.points_along(axis.xaxis)


def caption(found: Found, base: Base) -> str:
    """Return policy, n and the rate that drops are counted from, in words."""
    rate, low, high = rate_of(found.game, [base.sample])
    return (
        f"Policy {base.sample.cell.policy}; {counted(base.sample.playouts, 'playout')} a row, on the same seeds. "
        f"Win rate with everything: {percent(rate)} ({interval(rate, low, high)}). Whiskers are 95 % intervals of "
        "paired differences, each for itself; apart or not: for all rows together. Every panel has its own scale."
    )


def told(base: Base) -> str:
    """Return the ends of the range of drops, in words."""
    ends = [f"{row['title']} {points(row['drop']['difference'])} points" for row in (base.rows[0], base.rows[-1])]
    return f"Drop in win rate without each thing, from {ends[0]} to {ends[1]}."


def summary_markdown(found: Found, whole: Table, charts: Sequence[Chart]) -> str:
    """Return what things are worth in short, as Markdown for a repository."""
    bodies = [
        (f"## {grid.label}\n\n" if grid.label else "")
        + f"![{chart.alt}](charts/{chart.name}.svg)\n\n{chart.caption}\n\n{markdown(grid)}"
        for grid, chart in zip(whole.grids, charts, strict=True)
    ]
    facts = "\n".join(f"- {name}: {text}" for name, text in found.origin.facts())
    return (
        f"# {found.game.title}: what is it worth?\n\n{whole.note} Every rate belongs to the policy named with it, and "
        f"not to people; the policy does not learn anew what to do without a thing.\n\n{found.origin.assumed()}\n\n"
        + "\n".join(bodies)
        + f"\n## What was run\n\n{facts}\n"
    )
