"""`sim tune`: which setting gives a target win rate?"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.experiment import Asked, takes_experiment, this_command
from sim.cli.options import Json, Quiet, named_path


@takes_experiment
def command(
    asked: Asked,
    target: Annotated[
        str, typer.Option(metavar="T", help="0.60, a band 0.58..0.62, or by value of an axis: month=0.70,year=0.60.")
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATH=LOW..HIGH",
            help="A parameter and its range, optionally :STEP; PATH alone: all; may be repeated.",
        ),
    ] = None,
    tolerance: Annotated[float, typer.Option(metavar="X", help="How far from a single number is reached.")] = 0.01,
    confirm: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Playouts on fresh seeds at the end. Default: known to +-0.5 points.", show_default=False
        ),
    ] = None,
    trials: Annotated[int, typer.Option(metavar="N", help="Settings tried of several parameters.")] = 60,
    out: Annotated[
        Path | None,
        typer.Option(parser=named_path, metavar="DIR", help="A config a cell, tables, charts; keeps what was played."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Look for the setting of one or more parameters that gives each cell a target win rate, and confirm it.

    All settings meet the same seeds, --playouts of them at most; the best is then confirmed on others. With --out the
    same command goes on where it was interrupted. Several parameters at once need optuna (the extra `tune`).
    """
    from sim.batch import threads_of
    from sim.cli.tables import print_json
    from sim.progress import line, nothing
    from sim.report.tune import keeping, write_tuning
    from sim.tune import document_of, tune, tuning_of

    prepared = asked.prepared()
    tuning = tuning_of(prepared, target, vary or [], tolerance, confirm, trials)
    threads = threads_of(prepared.experiment.threads)
    with keeping(out) as kept:
        try:
            found = tune(tuning, kept, threads=threads, quiet=quiet, say=nothing if quiet else line)
        except KeyboardInterrupt:
            print(interrupted(out), file=sys.stderr)
            raise
        document = document_of(tuning, found)
        if out is not None:
            write_tuning(tuning, found, document, out)
    if json:
        print_json(document)
    else:
        show(document, out)


def interrupted(out: Path | None) -> str:
    """Return what is to be said after Ctrl-C."""
    if out is None:
        return "interrupted; nothing was kept, for want of --out DIR"
    return f"interrupted; the settings played so far are kept. Go on with:\n  {this_command()}"


def show(document: Mapping[str, Any], out: Path | None) -> None:
    """Print a line a cell, then for each what is to be said of it, its neighbours, and what else changed."""
    from sim.cli.tables import cells_told, print_fitting
    from sim.report.tune import changed, config_name, found_head

    cells = document["cells"]
    rows = [row_of(cell, found_head(document)) for cell in cells]
    gone = print_fitting(rows, ["untuned", "n"], shortened="cell")
    print(cells_told([cell["title"] for cell in cells], document["same"]))
    if gone:
        print(f"Not shown for want of room: {', '.join(gone)}; --json has them")
    for cell in cells:
        head = f"{cell['title']}: " if cell["title"] else ""
        for text in (*cell["notes"], f"Beside it: {neighbours(cell)}", f"Untuned -> tuned: {changed(cell)}"):
            print(f"{head}{text}")
    print(
        f"Confirmed with seed {document['seed']}, which no search used; its interval is Wilson's, 95 %. "
        "Beside it: on the seeds of the search"
    )
    if out is not None:
        names = [config_name(cell["cell"], cell["verdict"], len(cells)) for cell in cells]
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        print(f"{out / names[0]}{more}: for sim run --config; {out / 'tune.md'}: the summary")


def row_of(cell: Mapping[str, Any], found: str) -> dict[str, Any]:
    """Return a cell's line; `found` is the head of the setting that came of it."""
    from sim.knobs import in_words
    from sim.report.tune import rate_text, target_text, untuned_text, verdict_text

    return {
        "cell": cell["title"],
        "target": target_text(cell),
        "untuned": untuned_text(cell),
        found: in_words(cell["nearest"]),
        "win rate": rate_text(cell["confirmed"]),
        "n": f"{cell['confirmed']['playouts']:,}",
        "verdict": verdict_text(cell),
    }


def neighbours(cell: Mapping[str, Any]) -> str:
    """Return the settings beside the one that was found, with their win rates."""
    from sim.knobs import in_words

    return "; ".join(
        f"{in_words(point['setting'])}: {100 * point['win_rate']:.1f} % of {point['playouts']:,}"
        for point in cell["neighbours"]
    )
