"""`sim compare A B`: two experiments, cards, parameters or policies on the same seeds, with a verdict a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from sim.cli.experiment import Asked, resumable, takes_experiment
from sim.cli.options import Alpha, Beta, Json, Margin, Quiet, named_path
from sim.verdicts import Gate

TABLES: Final = "compare"  # the folder of tables and chart


@takes_experiment
def command(
    asked: Asked,
    a: Annotated[
        str,
        typer.Argument(metavar="A", help="A run, a config, cards, PATH=VALUE, NAME=WEIGHTS.toml, a policy, or `base`."),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="As A.")],
    margin: Margin = Gate.margin,
    alpha: Alpha = Gate.alpha,
    beta: Beta = Gate.beta,
    out: Annotated[
        Path | None,
        typer.Option(parser=named_path, metavar="DIR", help="Keep both sides for `sim replay`, and tables and chart."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play A and B on the same seeds and say of each cell whether its win rate moved: by how much, and why.

    A side is a run's folder, a config, a file of cards, changed parameters (setup_clones.2=9), weights of a player
    (greedy=FILE.toml), a policy, or `base`, which is the experiment that the options name. Each cell is played until it
    is decided, or to --playouts. Exit code: 0 unchanged, 1 moved, 2 undecided.
    """
    from sim.batch import threads_of
    from sim.check import warm
    from sim.cli.sides import FOLDERS, sides_of
    from sim.cli.tables import print_json
    from sim.compare import compare, matched, unmatched
    from sim.files import check_own
    from sim.progress import line, nothing
    from sim.report.compare import document_of, write_comparison
    from sim.report.files import check
    from sim.sides import Played
    from sim.verdicts import EXIT_CODES, FIRST_LOOK

    gate = Gate(margin, alpha, beta)
    gate.check()
    if out is not None:
        check_own(out, (*FOLDERS, TABLES), "comparison")
        check(out / TABLES)
    say, threads = nothing if quiet else line, threads_of(asked.options.get("threads"))
    with resumable() if out else nullcontext(), sides_of([a, b], asked, out) as (before, after):
        matches = matched(before, after)
        for alone in unmatched(matches):
            say(f"note: on one side only, and left out: {alone}")
        warm([side for side in (before, after) if isinstance(side, Played)], say)
        shifts = compare(matches, gate, first=FIRST_LOOK, threads=threads, quiet=quiet)
    document = document_of(shifts, gate, (a, b))
    if out is not None:
        write_comparison(document, out / TABLES)
    if json:
        print_json(document)
    else:
        show(document, out)
    raise typer.Exit(EXIT_CODES[document["verdict"]])


def show(document: Mapping[str, Any], out: Path | None) -> None:
    """Print a line a cell, and below it the verdict, what moved, and playouts that flipped."""
    from sim.cli.check import row_of
    from sim.cli.tables import cells_told, print_fitting

    cells = document["cells"]
    gone = print_fitting([row_of(cell) for cell in cells], ["flipped", "pairs", "before", "after"], shortened="cell")
    if document["same"]:
        print(cells_told([cell["title"] for cell in cells], document["same"]))
    if gone:
        print(f"Not shown for want of room: {', '.join(gone)}; --json has them")
    for text in conclusions(document, out):
        print(text)


def conclusions(document: Mapping[str, Any], out: Path | None) -> Sequence[str]:
    """Return what is to be said below the table."""
    from sim.faults import listed
    from sim.report.verdicts import causes, headline, length

    cells = document["cells"]
    lines = [headline(document)]
    if document["yardsticks"]:
        lines.append(f"{listed(document['yardsticks'])} sees what is hidden: no balance number may come from it")
    if ratios := [cell["variance_ratio"] for cell in cells if cell["variance_ratio"] is not None]:
        ends = " to ".join(dict.fromkeys(f"{ratio:.2f}" for ratio in (min(ratios), max(ratios))))
        lines.append(f"Shared seeds: the variance is {ends} of that of separate ones")
    for cell in [cell for cell in cells if cell["verdict"] == "moved"][:5]:
        changed = "; ".join(filter(None, (causes(cell), length(cell))))
        lines.append(f"{cell['title'] or 'The cell'}: {changed}")
        lines += [example_text(cell, example, out) for example in cell["flipped"][:2]]
    lines.append("Intervals hold whenever one stops; each is for one cell")
    return lines


def example_text(cell: Mapping[str, Any], example: Mapping[str, Any], out: Path | None) -> str:
    """Return a playout that flipped, with the command that tells it, if it can be told."""
    text = f"  playout {example['index']}: {example['before']} -> {example['after']}"
    if out is None:
        return text
    at = f"--cell {cell['after']['cell']} --index {example['index']}"
    return f"{text}    sim replay {out / 'after'} {at}"
