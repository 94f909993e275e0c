"""The skill ladder as files: a table of every cell and rung, a chart, a summary, one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sim.game import Game
from sim.ladder import step_document, steps
from sim.mixes import described
from sim.pairs import KEYS
from sim.report import summary
from sim.report.cells import Part, Sample, gather, label_on, parts_of, samples_of, split, varies
from sim.report.charts import comparison
from sim.report.files import check, drawn_files, indexed, publish
from sim.report.grids import Entry, Grid, Table, markdown, rate_entry, texts
from sim.report.names import holm_told, integer, plain, points, points_interval
from sim.report.style import Chart, styled
from sim.report.tables import RATE, RATES, frame_of

SCHEMA = 1
SUMMARY = "ladder.md"
HEADS = ("Cell", "Rung", "Playouts", "Win rate", "Points over the rung below", "Gained, lost", "Verdict", "Playouts/s")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Ladder:
    """What the files are written from. `rows` and `speeds` (playouts a second) by number of cell."""

    game: Game
    origin: summary.Origin
    parts: tuple[Part, ...]
    samples: tuple[Sample, ...]
    rows: Mapping[int, Row]
    speeds: Mapping[int, float]

    @property
    def rungs(self) -> list[str]:
        """The policies, the weakest first."""
        return list(dict.fromkeys(part.policy for part in self.parts))

    @property
    def facet(self) -> tuple[str, ...]:
        """The axes whose values get a panel each."""
        part = self.parts[0]
        return part.pool if part.apart else part.blocks[0].layout.facet

    @property
    def comparisons(self) -> int:
        """How many comparisons the verdicts are corrected for."""
        return sum(row["gain"] is not None for row in self.rows.values())


def write_ladder(run: Any, out: Path, speeds: Mapping[int, float]) -> dict[str, Any]:
    """Write the ladder of a complete run into a folder, all of it or nothing, and return its JSON document.

    Raises `UserError` if the run kept no rows, or the folder cannot be written or holds files no report wrote.
    """
    check(out)
    ladder = ladder_of(run, speeds)
    with styled():
        chart = drawn(ladder)
    tables = [table(ladder), speed_table(ladder)]
    text = summary_markdown(ladder, tables[0], chart)
    found = document(ladder)
    publish(out, indexed(found, [*drawn_files(tables, [chart]), (SUMMARY, text.encode())]))
    return found


def ladder_of(run: Any, speeds: Mapping[int, float]) -> Ladder:
    """Compare the rungs of a run."""
    samples = tuple(samples_of(run))
    rows = {step.stored.cell.index: step_document(run.game, step) for step in steps(run)}
    return Ladder(run.game, summary.origin_of(run), tuple(parts_of(run.game, samples)), samples, rows, speeds)


def document(ladder: Ladder) -> dict[str, Any]:
    """Return the ladder as one JSON document. All but `speed` is the same for the same experiment."""
    game = ladder.game
    return {
        "schema": SCHEMA,
        "kind": "ladder",
        "game": game.name,
        "title": game.title,
        **ladder.origin.document(),
        "interval": "95 %",
        "comparisons": ladder.comparisons,
        "rungs": [rung_document(game, policy) for policy in ladder.rungs],
        "cells": list(ladder.rows.values()),
        "speed": [
            {"cell": index, "playouts_per_second": round(speed, 1)} for index, speed in sorted(ladder.speeds.items())
        ],
    }


def rung_document(game: Game, policy: str) -> dict[str, Any]:
    """Return a rung as JSON values."""
    about = described(policy, game)
    return {"policy": policy, "summary": about.summary, "sees_hidden": about.sees_hidden}


def marked(game: Game, policy: str) -> str:
    """Return a rung's name; a policy that sees what is hidden is marked."""
    return f"{policy} (yardstick)" if described(policy, game).sees_hidden else policy


def note(ladder: Ladder) -> str:
    """Return how table and chart are to be read."""
    text = (
        "Points over the rung below: paired difference of the win rates on the same seeds, with its 95 % interval. "
        "Gained and lost: playouts that only the higher or only the lower rung won. Apart: "
        f"{holm_told(ladder.comparisons)}."
    )
    if any(described(policy, ladder.game).sees_hidden for policy in ladder.rungs):
        text += " A yardstick sees what is hidden: no balance number may come from it."
    return text


# -- tables --------------------------------------------------------------------------------------------------------


def table(ladder: Ladder) -> Table:
    """Return every cell and rung: flat for files, a grid a panel for readers."""

    def rows() -> Iterator[dict[str, Any]]:
        for sample in ladder.samples:
            row = ladder.rows[sample.cell.index]
            rung = {name: row[name] for name in ("rung", "sees_hidden", *RATES)}
            yield {**sample.keys(), **rung, **(row["gain"] or dict.fromkeys(KEYS))}

    panels = split(ladder.samples, ladder.facet)
    grids = tuple(Grid(HEADS, grid_rows(ladder, samples), 2, label) for label, samples in panels.items())
    return Table("ladder", "Win rate by rung", f"{RATE} {note(ladder)}", "ladder", frame_of(rows()), grids)


def grid_rows(ladder: Ladder, samples: Sequence[Sample]) -> list[list[Entry]]:
    """Return a panel's lines: cell by cell, the rungs from the lowest up."""
    cells = gather(samples, lambda sample: label(ladder, sample))
    return [
        [Entry(name), Entry(marked(ladder.game, sample.cell.policy)), *entries(ladder, sample)]
        for name, members in cells.items()
        for sample in sorted(members, key=lambda sample: ladder.rungs.index(sample.cell.policy))
    ]


def label(ladder: Ladder, sample: Sample) -> str:
    """Return what tells a cell from the others of its panel, its rung left out."""
    axes = [axis for axis in sample.cell.axes if varies(axis, ladder.samples) and axis not in ladder.facet]
    swept = [f"{path} = {plain(value)}" for path, value in sample.cell.sweep.items()]
    return ", ".join(filter(None, [label_on(sample, axes), *swept])) or label_on(sample, list(sample.cell.axes))


def entries(ladder: Ladder, sample: Sample) -> list[Entry]:
    """Return a cell's numbers."""
    row, speed = ladder.rows[sample.cell.index], ladder.speeds[sample.cell.index]
    rate, gain = rate_entry(row["win_rate"], row["low"], row["high"]), row["gain"]
    compared = texts(["", "", ""])
    if gain:
        ends = points_interval(gain["difference_low"], gain["difference_high"], 2)
        flips = f"{integer(gain['gained'])}, {integer(gain['lost'])}"
        compared = [Entry(points(gain["difference"], 2), ends), *texts([flips, gain["verdict"]])]
    return [Entry(integer(row["playouts"])), rate, *compared, Entry(integer(speed))]


def speed_table(ladder: Ladder) -> Table:
    """Return the speeds, which the machine decides and no seed: in a table of their own."""
    rows = ({**sample.keys(), "playouts_per_second": ladder.speeds[sample.cell.index]} for sample in ladder.samples)
    about = "Playouts a second on one thread, warm, from a short trial of each cell on the machine at hand."
    return Table("speed", "Speed by rung", about, "ladder", frame_of(rows))


# -- chart and summary ---------------------------------------------------------------------------------------------


def drawn(ladder: Ladder) -> Chart:
    """Draw win rates with their intervals: the rungs as rows, the strongest on top, a panel a scenario or mode."""
    rungs = [replace(part, policy=marked(ladder.game, part.policy)) for part in reversed(ladder.parts)]
    seers = [new.label for old, new in zip(reversed(ladder.parts), rungs, strict=True) if old.policy != new.policy]
    chart = comparison(ladder.game, rungs, hollow=seers)
    caption = f"{chart.caption} Hollow: a yardstick, which sees what is hidden." if seers else chart.caption
    return replace(chart, name="ladder", title="Win rate by rung", caption=caption, section="ladder")


def summary_markdown(ladder: Ladder, whole: Table, chart: Chart) -> str:
    """Return the ladder in short, as Markdown for a repository."""
    grids = "\n".join(f"## {grid.label}\n\n{markdown(grid)}" if grid.label else markdown(grid) for grid in whole.grids)
    facts = "\n".join(f"- {name}: {text}" for name, text in ladder.origin.facts())
    return (
        f"# {ladder.game.title}: skill ladder\n\n{whole.note} Every rate belongs to the policy named with it, and not "
        f"to people.\n\n![{chart.alt}](charts/{chart.name}.svg)\n\n{chart.caption} {ladder.origin.assumed()}\n\n"
        f"{grids}\n## What was run\n\n{facts}\n"
    )
