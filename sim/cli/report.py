"""`sim report`: tables, charts and a page from a run's folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import Json, Quiet, named_path


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run's folder.")],
    out: Annotated[
        Path | None,
        typer.Option(
            parser=named_path, metavar="DIR2", help="The report's folder. Default: DIR/report.", show_default=False
        ),
    ] = None,
    sensitivity: Annotated[
        Path | None,
        typer.Option(
            parser=named_path,
            metavar="DIR3",
            help="Of `sim sensitivity`: say how far assumptions move it.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a run's report: one page, a summary, tables (CSV, Markdown, Parquet) and charts (SVG, PNG)."""
    from sim.cli.tables import print_json
    from sim.progress import counted
    from sim.report.files import write_report
    from sim.store import open_run

    def tell(text: str) -> None:
        if not quiet:
            print(text, file=sys.stderr)

    run = open_run(folder)
    if not run.complete:
        tell("warning: this run is unfinished; the report is partial and says so")
    if not run.source_matches:
        tell("warning: the sources have changed since this run; the report shows the run as it was played")
    target = out or folder / "report"
    tell(f"drawing the tables and charts of {counted(len(run.cells), 'cell')}: some seconds, up to a minute")
    document = write_report(run, target, sensitivity)
    if document["sensitivity"] and document["sensitivity"]["misfit"]:
        tell(f"warning: {document['sensitivity']['misfit']}")
    if json:
        print_json(document)
    else:
        cells = counted(len(document["cells"]), "cell")
        tell(f"{target / 'report.html'}: {cells}; its summary is report.md, with tables/ and charts/ beside it")
