"""`sim worth`: what each rule and each card is worth, by the wins that are lost without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.experiment import Asked, folder, play, takes_experiment
from sim.cli.ladder import interval_of
from sim.cli.options import Json, Quiet

if TYPE_CHECKING:
    from sim.config import Prepared


@takes_experiment
def command(
    asked: Asked,
    only: Annotated[str | None, typer.Option(metavar="rules|cards", help="One kind of thing. Default: all.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The run's folder; results in DIR/worth.")] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play the same seeds without each rule and each card in turn, and compare with all of them there.

    The same command again resumes it, or extends it with larger --playouts.
    """
    from sim.cli.tables import print_json
    from sim.progress import line, nothing
    from sim.report.worth import write_worth
    from sim.store import open_run
    from sim.worth import chosen, swept

    removals = chosen(asked.prepared(), only)
    prepared = asked.prepared(**swept(removals))
    say, target = nothing if quiet else line, folder(out) / "worth"
    play(prepared, folder(out), quiet=quiet)
    document = write_worth(open_run(folder(out)), target, removals)
    if json:
        print_json(document)
    else:
        show(prepared, document)
        say(f"{target / 'worth.md'}: the summary; tables/ and charts/ are beside it")


def show(prepared: Prepared, document: Mapping[str, Any]) -> None:
    """Print a line a thing, what is worth most in a cell first; what all cells share below it."""
    from sim.cli.tables import print_fitting
    from sim.progress import sizes, titles
    from sim.trees import without

    bases = {cell["cell"]: cell for cell in document["bases"]}
    told = [prepared.cells[index] for index in bases]
    same, whats = titles([replace(cell, sweep=without(cell.sweep, [document["parameter"]])) for cell in told])
    names = dict(zip(bases, whats, strict=True))
    rows = [row_of(names[worth["base"]], worth) for worth in document["worths"]]
    if len(bases) == 1:
        rows = [{name: value for name, value in row.items() if name != "cell"} for row in rows]
    gone = print_fitting(rows, ["kind", "its interval", "with, without it", "their interval"], shortened="without")
    print(f"All cells: {'; '.join(filter(None, (same, sizes(prepared.experiment))))}")
    for index, base in bases.items():
        rate = f"{base['win_rate']:.2%} [{100 * base['low']:.2f}, {100 * base['high']:.2f}]"
        print(f"With everything: {' '.join(filter(None, (names[index], rate)))}")
    if gone:
        print(f"Not shown for want of room: {'; '.join(gone)}; --json has them")
    print("Drop: points of win rate lost without it, playout by playout on the same seeds")
    print(f"Verdicts at 95 % for all {document['comparisons']} comparisons together (McNemar, Holm)")


def row_of(cell: str, worth: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of the table."""
    drop = worth["drop"]
    return {
        "cell": cell,
        "kind": worth["kind"],
        "without": worth["title"],
        "win rate": f"{worth['win_rate']:.2%}",
        "its interval": f"{100 * worth['low']:.2f} .. {worth['high']:.2%}",
        "drop": f"{100 * drop['difference']:+.2f}",
        "their interval": interval_of(drop),
        "with, without it": f"{drop['gained']:,}, {drop['lost']:,}",
        "verdict": drop["verdict"],
    }
