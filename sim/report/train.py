"""A training as files: the weights with their provenance, tables, a chart of progress, a summary, a JSON document."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.files import write_bytes
from sim.grid import defaults
from sim.pairs import ALPHA, Comparison
from sim.progress import counted, titles
from sim.report import style, summary
from sim.report.dots import whole_ticks
from sim.report.files import check, drawn_files, indexed, publish
from sim.report.grids import Entry, Grid, Table, markdown, rate_entry, texts
from sim.report.names import integer, percent, points, points_interval
from sim.report.style import Chart, styled
from sim.report.tables import RATE, frame_of
from sim.results import win_document, wins_in
from sim.stats import rate
from sim.store import StoredCell
from sim.toml import spelt
from sim.train import (
    BETTER,
    FLOOR,
    NOT_BETTER,
    SMOOTHING,
    WORSE_THAN,
    Candidate,
    Generation,
    Judged,
    Training,
    verdict_of,
)
from sim.trees import flatten
from sim.weights import written

SCHEMA: Final = 1
FOLDER: Final = "train"  # within that of the training
WEIGHTS: Final = "weights.toml"
SUMMARY: Final = "train.md"
SENTENCES: Final = {
    BETTER: "Better: the trained weights win more often than those it began with.",
    WORSE_THAN: "Worse: the trained weights win less often than those it began with; do not use them.",
    NOT_BETTER: "Not better: what the trained weights win more or less than those it began with may be luck.",
}
PROGRESS: Final = (
    "Centre: the weights round which a generation was drawn, in the first those of the start. Elite and best owe part "
    "of their rates to luck, being the best of many. Every generation has other seeds, and luck of its own for all. "
    f"Centre and spread follow the elite by {percent(SMOOTHING, 0)}; the spread stays above {percent(FLOOR, 0)} of the "
    "first."
)


def write_training(judged: Judged, out: Path) -> dict[str, Any]:
    """Write what came of a training into its folder and return the JSON document.

    Raises `UserError` if the folder cannot be written or holds files no report wrote.
    """
    check(out / FOLDER)
    training = judged.training
    weights = written(training.weights, training.table(judged.values), provenance(judged))
    with styled():
        chart = drawn(judged)
    tables = [cell_table(judged), weight_table(judged), generation_table(judged)]
    found = document(judged)
    text = summary_markdown(judged, tables, chart)
    publish(out / FOLDER, indexed(found, [*drawn_files(tables, [chart]), (SUMMARY, text.encode())]))
    write_bytes(out / WEIGHTS, weights.encode())
    return found


# -- where the weights come from -----------------------------------------------------------------------------------


def provenance(judged: Judged) -> list[str]:
    """Return what a file of weights says of itself: what was done, on what, and what came of it."""
    training, settings = judged.training, judged.training.settings
    experiment, game = training.prepared.experiment, training.game
    seeds = ", ".join(str(generation.seed) for generation in judged.generations)
    same, whats = titles(training.prepared.cells)
    cells = "; ".join(filter(None, whats))
    start, trained = whole_rates(judged)
    generations = counted(settings.generations, "generation")
    return [
        SENTENCES[judged.verdict],
        "",
        f"Command: {command(training)}",
        *[f"Not in the command: {what}, see train.json" for what in unspoken(training)],
        f"Trained: {', '.join(number.name for number in training.numbers)}",
        f"Cells: {len(whats)}: {same}{f' ({cells})' if cells else ''}",
        f"Search: {generations} of {settings.population} candidates, elite {settings.elite}",
        f"Trained on: {counted(settings.trials, 'playout')} of each candidate in each cell, with the seeds {seeds}",
        f"Judged on: {experiment.playouts:,} other playouts of each cell, with the seed {experiment.seed}",
        f"Win rate: {rate_in_words(trained)} against {rate_in_words(start)} at the start, n = {trained.n:,} each",
        f"Difference: {difference_in_words(judged.whole)}",
        f"Made by: {game.title}, rules {game.rules_version}, source {game.source_hash}",
        "",
        "Below is the file of the package with other numbers; its comments are those of its own numbers.",
    ]


def command(training: Training) -> str:
    """Return the command that trains the same again, in one form whatever was typed."""
    experiment, settings, game = training.prepared.experiment, training.settings, training.game
    words = ["sim", "train", game.name]
    for axis, values in experiment.cells.items():
        if not any(isinstance(value, list) for value in values):
            words += ["--axis", f"{axis}={','.join(spelt(v) if isinstance(v, bool) else str(v) for v in values)}"]
    usual = dict(flatten(defaults(game)))
    for path, value in flatten(experiment.parameters):
        if value != usual.get(path):
            words += ["--set", f"{path}={spelt(value)}"]
    words += ["--policy", training.policy, "--only", ",".join(number.name for number in training.numbers)]
    for name in ("generations", "population", "elite", "trials", "spread"):
        words += [f"--{name}", str(getattr(settings, name))]
    words += ["--playouts", str(experiment.playouts), "--seed", str(experiment.seed)]
    return shlex.join(words)


def unspoken(training: Training) -> list[str]:
    """Return what of the experiment the command leaves out."""
    experiment = training.prepared.experiment
    several_teams = any(isinstance(value, list) for values in experiment.cells.values() for value in values)
    parts = {
        "content of its own": experiment.content,
        "the weights that it began with": experiment.weights,
        "a sweep": experiment.sweep,
        "teams": several_teams,
    }
    return [what for what, is_there in parts.items() if is_there]


def whole_rates(judged: Judged) -> tuple[Any, Any]:
    """Return the win rates of start and trained weights over all cells, each with its interval."""
    rates = []
    for run in (judged.start, judged.trained):
        wins = sum(wins_in(run.game, stored.counts) for stored in run.cells)
        rates.append(rate(wins, sum(stored.playouts for stored in run.cells)))
    start, trained = rates
    return start, trained


def rate_in_words(found: Any) -> str:
    """Return a rate with its interval."""
    return f"{100 * found.rate:.2f} % [{100 * found.low:.2f}, {100 * found.high:.2f}]"


def difference_in_words(comparison: Comparison) -> str:
    """Return a paired difference with its interval, flips and test."""
    found = comparison.difference
    ends = f"[{points(found.low, 2)}, {points(found.high, 2)}]"
    flips = f"{found.gained:,} playouts won only with the trained weights, {found.lost:,} only with those of the start"
    return f"{points(found.difference, 2)} points {ends}, paired; {flips}; {p_in_words(comparison.p)}"


def p_in_words(p: float) -> str:
    """Return the result of McNemar's test, which may be less than a number can be."""
    return f"McNemar p = {p:.2g}" if p else "McNemar p < 1e-300"


# -- document ------------------------------------------------------------------------------------------------------


def document(judged: Judged) -> dict[str, Any]:
    """Return the training as one JSON document, the same for the same experiment."""
    training = judged.training
    start, trained = whole_rates(judged)
    whole = {key: value for key, value in judged.whole.document().items() if key not in ("p_holm", "verdict")}
    return {
        "schema": SCHEMA,
        "kind": "train",
        "game": training.game.name,
        "title": training.game.title,
        **summary.origin_of(judged.trained).document(),
        "interval": "95 %",
        "policy": training.policy,
        "name": training.name,
        "command": command(training),
        "config": training.prepared.experiment.identity(),
        **{name: value for name, value in asdict(training.settings).items() if name != "generations"},
        "trained": weight_rows(judged),
        "generations": [generation_document(training, generation) for generation in judged.generations],
        "cells": [cell_document(judged, *pair) for pair in zip(judged.start.cells, judged.trained.cells, strict=True)],
        "start": rate_document(start),
        "result": {**rate_document(trained), **whole, "verdict": judged.verdict},
    }


def rate_document(found: Any) -> dict[str, Any]:
    """Return a rate as JSON values."""
    return {"playouts": found.n, "wins": found.hits, "win_rate": found.rate, "low": found.low, "high": found.high}


def cell_document(judged: Judged, start: StoredCell, trained: StoredCell) -> dict[str, Any]:
    """Return a cell as JSON values: with the trained weights, with those of the start, and the difference."""
    game = judged.training.game
    before = win_document(game, start, start.counts)
    gain = judged.cells[trained.cell.index]
    return {
        **win_document(game, trained, trained.counts),
        "signature": trained.signature,
        "start": {name: before[name] for name in ("playouts", "wins", "win_rate", "low", "high")},
        "gain": {**gain.document(), "verdict": verdict_of(gain)},
    }


def generation_document(training: Training, generation: Generation) -> dict[str, Any]:
    """Return a generation as JSON values; wins of the elite are a mean."""
    elite = generation.elite(training.settings.elite)
    return {
        "generation": generation.number,
        "seed": generation.seed,
        "playouts": training.n,
        **{name: rate_document(rate_of(training, [one])) for name, one in named(generation).items()},
        "elite": sum(one.won for one in elite) / (len(elite) * training.n),
        "values": [number.value(x) for number, x in zip(training.numbers, generation.centre, strict=True)],
        "spread": list(generation.spread),
    }


def named(generation: Generation) -> dict[str, Candidate]:
    """Return the candidates of a generation that are told of by themselves."""
    return {"centre": generation.candidates[0], "best": generation.elite(1)[0]}


def rate_of(training: Training, candidates: Sequence[Candidate]) -> Any:
    """Return the win rate of candidates in all cells together."""
    return rate(sum(one.won for one in candidates), training.n * len(candidates))


def weight_rows(judged: Judged) -> list[dict[str, Any]]:
    """Return the trained weights, before and after, as JSON values."""
    training = judged.training
    return [
        {
            "weight": number.name,
            "start": number.start,
            "trained": value,
            "least": number.allowed.least,
            "most": number.allowed.most,
        }
        for number, value in zip(training.numbers, judged.values, strict=True)
    ]


# -- tables --------------------------------------------------------------------------------------------------------


def cell_table(judged: Judged) -> Table:
    """Return the judgement, cell by cell and in all."""
    training = judged.training
    documents = document(judged)["cells"]

    def rows() -> Iterator[dict[str, Any]]:
        for stored, row in zip(judged.trained.cells, documents, strict=True):
            rates = {name: row[name] for name in ("playouts", "wins", "win_rate", "low", "high")}
            before = {f"start_{name}": row["start"][name] for name in ("wins", "win_rate", "low", "high")}
            yield {
                "cell": stored.cell.index,
                **flat_axes(stored),
                "policy": training.policy,
                **rates,
                **before,
                **row["gain"],
            }

    same, whats = titles(training.prepared.cells)
    body = [
        [Entry(what or same), *rate_entries(row, row["start"]), *gain_entries(one)]
        for what, row, one in zip(whats, documents, judged.cells, strict=True)
    ]
    if len(body) > 1:
        start, trained = map(rate_document, whole_rates(judged))
        body.append([Entry("all cells"), *rate_entries(trained, start), *gain_entries(judged.whole)])
    heads = ("Cell", "Playouts", "Win rate, trained", "Win rate, start", "Gain, points", "Gained, lost", "Verdict")
    note = (
        f"{RATE} Both play the same fresh seeds. Gain: paired difference with its 95 % interval. Verdict of all cells: "
        f"McNemar's exact test below {ALPHA:.2g}; of single cells corrected by Holm for {len(judged.cells)}."
    )
    return Table("judged", "On fresh seeds", note, "train", frame_of(rows()), (Grid(heads, body, 1),))


def flat_axes(stored: StoredCell) -> dict[str, Any]:
    """Return a cell's axes and swept values as columns."""
    axes = {
        name: ", ".join(value) if isinstance(value, (list, tuple)) else value
        for name, value in stored.cell.axes.items()
    }
    return {**axes, **stored.cell.sweep}


def rate_entries(trained: Any, start: Any) -> list[Entry]:
    """Return n and two rates."""
    rates = [rate_entry(one["win_rate"], one["low"], one["high"]) for one in (trained, start)]
    return [Entry(integer(trained["playouts"])), *rates]


def gain_entries(comparison: Comparison) -> list[Entry]:
    """Return a difference, its flips and what is said of it."""
    found = comparison.difference
    gain = Entry(points(found.difference, 2), points_interval(found.low, found.high, 2))
    return [gain, *texts([f"{integer(found.gained)}, {integer(found.lost)}", verdict_of(comparison)])]


def weight_table(judged: Judged) -> Table:
    """Return the trained weights, before and after."""
    rows = weight_rows(judged)
    body = [texts([row["weight"], spelt(row["start"]), short(row["trained"])]) for row in rows]
    note = "A weight that matters little ends anywhere near its start."
    grid = Grid(("Weight", "Start", "Trained"), body, 1)
    return Table("weights", "Weights", note, "train", frame_of(iter(rows)), (grid,))


def short(value: float) -> str:
    """Return a weight as text; one that is not whole in a few digits."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def generation_table(judged: Judged) -> Table:
    """Return what each generation came to."""
    training = judged.training
    documents = [generation_document(training, generation) for generation in judged.generations]

    def rows() -> Iterator[dict[str, Any]]:
        for row in documents:
            flat = {
                f"{name}_{key}": row[name][key] for name in ("centre", "best") for key in ("win_rate", "low", "high")
            }
            values = {number.name: value for number, value in zip(training.numbers, row["values"], strict=True)}
            yield (
                {name: row[name] for name in ("generation", "seed", "playouts")}
                | flat
                | {"elite": row["elite"]}
                | values
            )

    body = [
        [
            Entry(str(row["generation"] + 1)),
            Entry(integer(row["playouts"])),
            rate_entry(*(row["centre"][key] for key in ("win_rate", "low", "high"))),
            Entry(percent(row["elite"])),
            rate_entry(*(row["best"][key] for key in ("win_rate", "low", "high"))),
        ]
        for row in documents
    ]
    heads = ("Generation", "Playouts each", "Centre", "Mean of the elite", "Best")
    grid = Grid(heads, body, 1)
    return Table("generations", "Generations", PROGRESS, "train", frame_of(rows()), (grid,))


# -- chart and summary ---------------------------------------------------------------------------------------------


def drawn(judged: Judged) -> Chart:
    """Draw the win rates of the centre with its interval, of the elite and of the best, generation by generation."""
    training = judged.training
    documents = [generation_document(training, generation) for generation in judged.generations]
    places = np.arange(1, len(documents) + 1)
    figure, (axis,) = style.panels(1, 3.4, columns=1)
    centre = np.array([[row["centre"][key] for key in ("win_rate", "low", "high")] for row in documents])
    lines = {
        "best candidate": [row["best"]["win_rate"] for row in documents],
        "mean of the elite": [row["elite"] for row in documents],
        "centre": centre[:, 0].tolist(),
    }
    for k, (label, rates) in enumerate(lines.items()):
        looks: dict[str, Any] = {"color": style.SERIES[k], "marker": style.MARKS[k], "linestyle": style.LINES[k]}
        axis.plot(places, rates, label=label, **looks)
    axis.vlines(places, centre[:, 1], centre[:, 2], color=style.SERIES[2], linewidth=1.2)
    style.rates_along(axis.yaxis)
    axis.set_xlim(0.5, len(documents) + 0.5)
    whole_ticks(axis)
    axis.set_xlabel("Generation")
    axis.set_ylabel("Win rate")
    style.legend(figure, *axis.get_legend_handles_labels())
    n_cells = len(training.prepared.cells)
    caption = (
        f"Policy {training.policy}; n = {counted(training.n, 'playout')} a candidate in "
        f"{counted(n_cells, 'cell')}, {training.settings.population} candidates a generation, "
        f"{training.settings.elite} of them the elite. Whiskers are the centre's 95 % intervals. "
        f"{PROGRESS}"
    )
    ends = f"from {percent(centre[0, 0])} to {percent(centre[-1, 0])}"
    alt = f"Win rates by generation; that of the centre goes {ends} in {len(documents)}."
    return Chart("progress", "Progress", caption, alt, "train", *style.saved(figure))


def summary_markdown(judged: Judged, tables: Sequence[Table], chart: Chart) -> str:
    """Return the training in short, as Markdown for a repository."""
    training = judged.training
    origin = summary.origin_of(judged.trained)
    start, trained = whole_rates(judged)
    bodies = [f"## {table.title}\n\n{table.note}\n\n{markdown(table.grids[0])}" for table in tables]
    facts = "\n".join(f"- {name}: {text}" for name, text in origin.facts())
    return (
        f"# {training.game.title}: weights of {training.name}\n\n{SENTENCES[judged.verdict]} Win rate "
        f"{rate_in_words(trained)} against {rate_in_words(start)}, n = {integer(trained.n)} each, on seed "
        f"{origin.seed}, which no generation played. Difference: {difference_in_words(judged.whole)}. Rates belong to "
        f"the policy {training.policy}, and not to people.\n\n![{chart.alt}](charts/{chart.name}.svg)\n\n"
        f"{chart.caption} {origin.assumed()}\n\n"
        + "\n".join(bodies)
        + f"\n## What was run\n\n- Command: `{command(training)}`\n{facts}\n"
    )
