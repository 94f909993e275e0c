"""A comparison as files: a table of the shifts, a chart, a summary, one JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sim.compare import Shift, whole_document
from sim.errors import one_line
from sim.mixes import yardsticks
from sim.progress import counted, in_points, titles
from sim.report import style
from sim.report.dots import finish_rows, whiskers
from sim.report.files import check, drawn_files, indexed, publish
from sim.report.grids import Entry, Grid, Table, markdown, texts
from sim.report.names import integer, percent, points, points_interval
from sim.report.style import Chart, styled
from sim.report.tables import frame_of
from sim.verdicts import Gate

SCHEMA = 1
SUMMARY = "compare.md"
HEADS = ("Cell", "Pairs", "Before", "After", "Points", "Gained, lost", "Verdict")

Row = Mapping[str, Any]


def document_of(shifts: Sequence[Shift], gate: Gate, names: Sequence[str]) -> dict[str, Any]:
    """Return a comparison as one JSON document; the same for the same sides."""
    game = shifts[0].match.game
    policies = {shift.match.before.cells[shift.match.before_cell].policy for shift in shifts}
    policies |= {shift.match.cell.policy for shift in shifts}
    told = [replace(shift.match.cell, policy=next(iter(policies)) if len(policies) == 1 else "") for shift in shifts]
    same, whats = titles(told)
    found = whole_document(shifts, gate)
    cells = [{"title": what, **cell} for what, cell in zip(whats, found["cells"], strict=True)]
    about: dict[str, Any] = {"game": game.name, "rules_version": game.rules_version, "source_hash": game.source_hash}
    about["yardsticks"] = yardsticks(game, sorted(policies))
    head = {"schema": SCHEMA, "kind": "compare", **about, "before": one_line(names[0]), "after": one_line(names[1])}
    return {**head, "same": same, **found, "cells": cells}


def write_comparison(document: Row, out: Path) -> None:
    """Write a comparison into a folder, all or nothing.

    Raises `UserError` if the folder cannot be written or holds files no report wrote.
    """
    check(out)
    with styled():
        chart = drawn(document)
    whole = table(document)
    text = summary_markdown(document, whole, chart)
    publish(out, indexed(document, [*drawn_files([whole], [chart]), (SUMMARY, text.encode())]))


def note(document: Row) -> str:
    """Return how table and chart are to be read."""
    return (
        f"Before: {document['before']}. After: {document['after']}. Points: win rate after less before, playout by "
        f"playout on the same seeds. Moved: beyond {in_points(document['margin'])}; unchanged: within; else "
        f"undecided. The chance of any false moved among {counted(document['family'], 'cell')} is at most "
        f"{document['alpha']:g} (Holm), of a false unchanged {document['beta']:g} a cell. Intervals hold whenever one "
        "stops (95 % where alpha is 0.05), each for one cell. Gained and lost: playouts won only after, only before."
        f"{marked(document)}"
    )


def marked(document: Row) -> str:
    """Return what is to be said of yardsticks; "" where there is none."""
    names = ", ".join(document["yardsticks"])
    return f" A yardstick sees what is hidden, and no balance number may come from it: {names}." if names else ""


def table(document: Row) -> Table:
    """Return every cell: flat for files, a grid for readers."""
    grid = Grid(HEADS, [entries(cell, name_in(document, cell)) for cell in document["cells"]], 1, "")
    cells = document["cells"]
    causes = sorted({entry["cause"] for cell in cells for entry in cell["causes"]})
    frame = frame_of(flat_row(cell, causes) for cell in cells)
    return Table("compare", "What moved?", note(document), "compare", frame, (grid,))


def flat_row(cell: Row, causes: Sequence[str]) -> dict[str, Any]:
    """Return a cell as one row: the sides' numbers by their names, the shift of each of these causes as `cause_...`."""
    sides = {f"{side}_{name}": value for side in ("before", "after") for name, value in cell[side].items()}
    shifts = {entry["cause"]: entry["difference"] for entry in cell["causes"]}
    by_cause = {f"cause_{cause}": shifts.get(cause, 0.0) for cause in causes}
    rest = {name: value for name, value in cell.items() if not isinstance(value, (dict, list)) or name == "agents"}
    return {**rest, **{name: value for name, value in sides.items() if not isinstance(value, dict)}, **by_cause}


def name_in(document: Row, cell: Row) -> str:
    """Return what tells a cell from the others, or all that it is where it is the only one."""
    return str(cell["title"] or document["same"])


def entries(cell: Row, name: str) -> list[Entry]:
    """Return a cell's line."""
    rates = [
        Entry(percent(side["win_rate"]), f"{100 * side['low']:.1f}–{100 * side['high']:.1f}")
        for side in (cell["before"], cell["after"])
    ]
    ends = points_interval(cell["difference_low"], cell["difference_high"], 2)
    flips = f"{integer(cell['gained'])}, {integer(cell['lost'])}"
    head = [Entry(name), Entry(integer(cell["pairs"]))]
    return [*head, *rates, Entry(points(cell["difference"], 2), ends), *texts([flips, cell["verdict"]])]


def drawn(document: Row) -> Chart:
    """Draw the shifts with their intervals over the band of the margin."""
    cells = document["cells"]
    height = 0.2 if len(cells) > style.MANY_ROWS else 0.3
    figure, (axis,) = style.column([0.55 + len(cells) * height], head=0.3)
    for k, verdict in enumerate(("unchanged", "moved", "undecided")):
        places = [place for place, cell in enumerate(cells) if cell["verdict"] == verdict]
        ends = np.array([[cells[place][f"difference{end}"] for end in ("", "_low", "_high")] for place in places])
        if places:
            whiskers(axis, ends.T, np.array(places), k, size=4.5).set_label(verdict)
    axis.axvspan(-document["margin"], document["margin"], color=style.GRID, alpha=0.6, linewidth=0, label="margin")
    finish_rows(axis, [name_in(document, cell) for cell in cells], f"{document['after']} less {document['before']}")
    axis.tick_params(axis="y", labelsize=8 if len(cells) > style.MANY_ROWS else 9)
    style.points_along(axis.xaxis)
    axis.set_xlabel("Points of win rate")
    style.legend_beside(axis, *axis.get_legend_handles_labels())
    moved = [name_in(document, cell) for cell in cells if cell["verdict"] == "moved"]
    alt = f"Shift of the win rate in each cell; moved: {', '.join(moved) or 'none'}."
    return Chart("compare", "What moved?", note(document), alt, "compare", *style.saved(figure))


def summary_markdown(document: Row, whole: Table, chart: Chart) -> str:
    """Return a comparison in short, as Markdown for a repository."""
    return (
        f"# {document['before']} against {document['after']}: {document['verdict']}\n\n{whole.note}\n\n"
        f"![{chart.alt}](charts/{chart.name}.svg)\n\n{markdown(whole.grids[0])}\n"
        f"Rules {document['rules_version']}, source {document['source_hash']}.\n"
    )
