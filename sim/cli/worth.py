"""`sim worth`: what each rule and each card is worth, by the wins that are lost without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from sim.cli.comparisons import THEIR_INTERVAL, difference_columns, print_compared, rate_columns
from sim.cli.experiment import Asked, folder, play, takes_experiment
from sim.cli.options import Json, Quiet, named_path, words

if TYPE_CHECKING:
    from sim.config import Prepared

ITS_INTERVAL: Final = "its interval"
FLIPS: Final = "with, without it"


@takes_experiment
def command(
    asked: Asked,
    only: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="rules, cards, or single things, as card:ID,card:ID. Default: all."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(parser=named_path, metavar="DIR", help="The run's folder; results in DIR/worth.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play the same seeds without each rule and each card in turn, and compare with all of them there.

    The same command again resumes it, or extends it with larger --playouts.
    """
    from sim.cli.tables import print_json
    from sim.progress import line, nothing
    from sim.report.files import check
    from sim.report.worth import write_worth
    from sim.store import open_run
    from sim.worth import chosen, swept

    removals = chosen(asked.prepared(), words(only))
    prepared = asked.prepared(**swept(removals))
    say, target = nothing if quiet else line, folder(out) / "worth"
    check(target)
    play(prepared, folder(out), quiet=quiet)
    document = write_worth(open_run(folder(out)), target, removals)
    if json:
        print_json(document)
    else:
        show(prepared, document)
        say(f"{target / 'worth.md'}: the summary; tables/ and charts/ are beside it")


def show(prepared: Prepared, document: Mapping[str, Any]) -> None:
    """Print a line a thing, what is worth most in a cell first; what all cells share below it."""
    from sim.progress import titles
    from sim.trees import without

    bases = {cell["cell"]: cell for cell in document["bases"]}
    told = [prepared.cells[index] for index in bases]
    same, whats = titles([replace(cell, sweep=without(cell.sweep, [document["parameter"]])) for cell in told])
    names = dict(zip(bases, whats, strict=True))
    rows = [row_of(names[worth["base"]], worth) for worth in document["worths"]]
    reading = [f"With everything: {base_told(names[index], base)}" for index, base in bases.items()]
    reading.append("Drop: points of win rate lost without it, playout by playout on the same seeds")
    may_go = ["kind", ITS_INTERVAL, FLIPS, THEIR_INTERVAL]
    print_compared(prepared, rows, whats, same, reading, document["comparisons"], may_go=may_go, shortened="without")


def base_told(name: str, base: Mapping[str, Any]) -> str:
    """Return a cell with everything there in words: its name, its win rate and the interval."""
    rate = f"{base['win_rate']:.2%} [{100 * base['low']:.2f}, {100 * base['high']:.2f}]"
    return " ".join(filter(None, (name, rate)))


def row_of(cell: str, worth: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of the table."""
    return {
        "cell": cell,
        "kind": worth["kind"],
        "without": worth["title"],
        **rate_columns(worth, ITS_INTERVAL),
        **difference_columns(worth["drop"], "drop", FLIPS),
    }
