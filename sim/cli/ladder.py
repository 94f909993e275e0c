"""`sim ladder`: the same seeds with one policy after the other, and what each gains on the one below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from sim.cli.comparisons import THEIR_INTERVAL, difference_columns, print_compared, rate_columns
from sim.cli.experiment import Asked, folder, play, takes_experiment
from sim.cli.options import Json, Quiet, named_path

if TYPE_CHECKING:
    from sim.config import Prepared

FLIPS: Final = "gained, lost"


@takes_experiment
def command(
    asked: Asked,
    out: Annotated[
        Path | None, typer.Option(parser=named_path, metavar="DIR", help="The run's folder; results in DIR/ladder.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play the same seeds with each policy, the weakest first, and compare each with the one below it.

    Without --policy: the game's own ladder. The same command again resumes it, or extends it with larger --playouts.
    """
    from sim.cli.tables import print_json
    from sim.ladder import check, speeds
    from sim.progress import counted, line, nothing
    from sim.report.files import check as check_folder
    from sim.report.ladder import write_ladder
    from sim.store import open_run

    prepared = asked.prepared(ladder=True)
    check(prepared)
    say, target = nothing if quiet else line, folder(out) / "ladder"
    check_folder(target)
    play(prepared, folder(out), quiet=quiet)
    say(f"timing {counted(len(prepared.cells), 'cell')}, then tables and chart")
    document = write_ladder(open_run(folder(out)), target, speeds(prepared))
    if json:
        print_json(document)
    else:
        show(prepared, document)
        say(f"{target / 'ladder.md'}: the summary; tables/ and charts/ are beside it")


def show(prepared: Prepared, document: Mapping[str, Any]) -> None:
    """Print a line a cell and rung; what all cells share below it."""
    from sim.progress import titles

    same, whats = titles([replace(cell, policy="") for cell in prepared.cells])
    rows = [
        row_of(what, cell, speed["playouts_per_second"])
        for what, cell, speed in zip(whats, document["cells"], document["speed"], strict=True)
    ]
    reading = ["Points: win rate less that of the rung below, playout by playout on the same seeds"]
    may_go = ["playouts/s", FLIPS, THEIR_INTERVAL]
    print_compared(prepared, rows, whats, same, reading, document["comparisons"], may_go=may_go, shortened="what")
    if any(rung["sees_hidden"] for rung in document["rungs"]):
        print("A yardstick sees what is hidden: no balance number may come from it")


def row_of(what: str, cell: Mapping[str, Any], speed: float) -> dict[str, Any]:
    """Return a line of the table."""
    yardstick = " (yardstick)" if cell["sees_hidden"] else ""
    return {
        "what": what,
        "rung": cell["policy"] + yardstick,
        **rate_columns(cell),
        **difference_columns(cell["gain"], "points", FLIPS),
        "playouts/s": f"{speed:,.0f}",
    }
