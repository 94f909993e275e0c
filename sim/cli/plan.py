"""`sim plan`: what a run will take and show, from a few playouts of every cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from sim.cli.experiment import Asked, takes_experiment
from sim.cli.options import Json, Margin, Quiet
from sim.verdicts import Gate


@takes_experiment
def command(
    asked: Asked,
    pilot: Annotated[int, typer.Option(metavar="N", help="Playouts of each cell that are tried.")] = 200,
    margin: Margin = Gate.margin,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say how many playouts and seconds an experiment takes, how well it knows win rates, which shifts it would see.

    Nothing is kept. With --precision: what that needs at most, by the win rates of the pilot.
    """
    from sim.batch import threads_of
    from sim.cli.tables import print_json
    from sim.errors import UserError
    from sim.plan import pilot as tried
    from sim.plan import plan
    from sim.progress import line, nothing

    if pilot < 1:
        raise UserError(f"--pilot: must be at least 1, not {pilot}")
    Gate(margin).check()
    prepared = asked.prepared()
    threads = threads_of(prepared.experiment.threads)
    document = plan(prepared, tried(prepared, nothing if quiet else line, pilot), threads, margin)
    if json:
        print_json(document)
    else:
        show(document)


def show(document: Mapping[str, Any]) -> None:
    """Print a line a cell, then the whole, then which shifts would be seen."""
    from sim.cli.tables import print_fitting
    from sim.estimate import duration
    from sim.plan import POWER
    from sim.progress import counted, in_points

    rows = [row_of(cell) for cell in document["cells"]]
    gone = print_fitting(rows, ["pilot", "known always to", "seconds"], shortened="cell")
    if gone:
        print(f"Not shown for want of room: {', '.join(gone)}; --json has them")
    took = f"about {duration(document['seconds'])} on {counted(document['threads'], 'thread')}"
    print(f"In all: {counted(document['playouts'], 'playout')}, {took}")
    print("Known to: half the 95 % interval at most, for a fixed number of playouts; always: also if one stops early")
    for shift in document["shifts"]:
        seen = f"{shift_of(shift['apart'])} is told from 0, {shift_of(shift['moved'])} is called moved"
        print(f"Pairs, {shift['pairs']:,} a cell, of which {shift['flips']:.0%} flip: {seen}")
    margin = in_points(document["margin"])
    print(f"Each with a chance of {POWER:.0%}; moved: at a margin of {margin}, Holm over all cells")


def shift_of(least: float | None) -> str:
    """Return the least shift that shows, in words; None: none does."""
    return "no shift" if least is None else f"a shift of {100 * least:.2f} points"


def row_of(cell: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell's line."""
    tried = cell["pilot"]
    ends = f"[{100 * tried['low']:.0f}, {100 * tried['high']:.0f}]"
    return {
        "cell": cell["title"],
        "pilot": f"{tried['win_rate']:.0%} {ends}, n {tried['playouts']}",
        "playouts": f"{cell['playouts']:,}",
        "seconds": f"{cell['seconds']:.1f}",
        "known to": f"{100 * cell['half_width']:.2f} points",
        "known always to": f"{100 * cell['half_width_always']:.2f} points",
    }
