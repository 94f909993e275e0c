"""`sim check`: does the working tree still play what the baseline says? One command for a CI job."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.options import Alpha, Beta, Json, Margin, Quiet, Sets, Threads, named_path
from sim.verdicts import Gate


def command(
    baseline: Annotated[Path, typer.Option(parser=named_path, metavar="FILE", help="What `sim baseline` wrote.")],
    sets: Sets = None,
    margin: Margin = Gate.margin,
    alpha: Alpha = Gate.alpha,
    beta: Beta = Gate.beta,
    junit: Annotated[
        Path | None, typer.Option(parser=named_path, metavar="FILE", help="Write JUnit XML: a case a cell.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(parser=named_path, metavar="FILE", help="Write Markdown, for a job's summary.")
    ] = None,
    annotate: Annotated[
        bool, typer.Option("--annotate", help="Mark the GitHub job (by itself where GITHUB_ACTIONS is true).")
    ] = False,
    threads: Threads = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a baseline's cells anew: their signatures first, then pair by pair until each is decided.

    Exit code: 0 unchanged (the same bits, or a balance that did not move), 1 moved, 2 undecided.
    """
    from sim.baseline import side_path
    from sim.check import check
    from sim.cli.tables import print_json
    from sim.files import check_files, write_bytes
    from sim.progress import line, nothing
    from sim.report import verdicts
    from sim.verdicts import EXIT_CODES

    say = nothing if quiet else line
    check_files({"--junit": junit, "--markdown": markdown}, [baseline, side_path(baseline)])
    document = check(baseline, sets or (), Gate(margin, alpha, beta), threads=threads, quiet=quiet, say=say)
    if json:
        print_json(document)
    else:
        show(document)
    if annotate or os.environ.get("GITHUB_ACTIONS") == "true":
        for mark in verdicts.marks(document):
            print(mark, file=sys.stderr if json else sys.stdout)
    if junit is not None:
        write_bytes(junit, verdicts.junit(document), flush=False)
    if markdown is not None:
        write_bytes(markdown, verdicts.markdown(document).encode(), flush=False)
    raise typer.Exit(EXIT_CODES[document["verdict"]])


def show(document: Mapping[str, Any]) -> None:
    """Print what differs, a line a cell that has other bits, and the verdict."""
    from sim.cli.tables import print_fitting
    from sim.report import verdicts

    for change in verdicts.changes(document):
        print(f"differs: {change}")
    for cell in document["new_cells"]:
        print(f"not in the baseline: {cell}")
    rows = [row_of(cell) for cell in document["cells"] if not cell["same_bits"]]
    gone = print_fitting(rows, ["flipped", "pairs", "before", "after"], shortened="cell") if rows else []
    if gone:
        print(f"Not shown for want of room: {', '.join(gone)}; --json has them")
    if any(cell["same_bits"] for cell in document["cells"]):
        print(verdicts.same_bits(document))
    for text in verdicts.lines(document):
        print(text)
    if missing := [cell for cell in document["cells"] if cell["verdict"] == "undecided" and cell["more_pairs"]]:
        kept = max(cell["pairs"] + cell["more_pairs"] for cell in missing)
        print(f"To decide them, keep more: sim baseline --playouts {kept}, from before the change")
    if rows and document["verdict"] == "unchanged":
        print("Signatures differ, balance unchanged")


def row_of(cell: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell's line."""
    from sim.report.verdicts import rate, shift, verdict_text

    return {
        "cell": cell["title"],
        "pairs": f"{cell['pairs']:,}",
        "before": rate(cell["before"]),
        "after": rate(cell["after"]),
        "points": shift(cell),
        "flipped": f"+{cell['gained']:,} -{cell['lost']:,}",
        "verdict": verdict_text(cell),
    }
