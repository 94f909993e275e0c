"""`sim run`: play an experiment into a folder; the same command resumes or extends it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.comparisons import rate_columns
from sim.cli.experiment import Asked, folder, play, takes_experiment
from sim.cli.options import Json, Quiet, named_path, words

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.experiment import Outcome


@takes_experiment
def command(
    asked: Asked,
    forbid: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Play without: loops, artifacts, ability, card:ID, seat2; none: with all."),
    ] = None,
    rows: Annotated[str | None, typer.Option(metavar="all|none", help="Store a row a playout, or counts only.")] = None,
    out: Annotated[Path | None, typer.Option(parser=named_path, metavar="DIR", help="The run's folder.")] = None,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Show the effective experiment and stop.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment; the same command again resumes it, or extends it with a larger --playouts."""
    from sim.cli.tables import print_json

    prepared = asked.prepared(forbid=words(forbid) or (), rows=rows)
    if print_config:
        print(prepared.to_toml(), end="")
        return
    outcome = play(prepared, folder(out), quiet=quiet)
    if json:
        print_json(document(prepared, outcome))
    else:
        show(prepared, outcome, folder(out))


def document(prepared: Prepared, outcome: Outcome) -> dict[str, Any]:
    """Return the JSON document of a run."""
    return {
        "schema": 1,
        "weights": prepared.experiment.weights,
        "seconds": round(outcome.seconds, 3),
        "playouts_per_second": round(outcome.playouts_per_second, 1),
        "cells": outcome.cells,
    }


def show(prepared: Prepared, outcome: Outcome, out: Path) -> None:
    """Print the results as a table: a line a cell, every rate with its interval; what all cells share below it."""
    from sim.cli.tables import print_fitting
    from sim.faults import listed
    from sim.mixes import yardsticks
    from sim.progress import sizes, titles
    from sim.weights import told

    same, whats = titles(prepared.cells)
    several = len(prepared.cells) > 1
    rows = [row_of(prepared, what if several else None, cell) for what, cell in zip(whats, outcome.cells, strict=True)]
    may_go = [name for name in ("capped", "signature", f"mean_{prepared.game.length}") if name in rows[0]]
    gone = print_fitting(rows, may_go, shortened="what")
    speed = f"{outcome.playouts_per_second:,.0f} playouts/s" if outcome.played else "nothing left to play"
    print(f"All cells: {'; '.join(filter(None, (same, sizes(prepared.experiment))))}")
    if prepared.experiment.weights:
        print(f"Weights that are not the package's own: {told(prepared.experiment.weights)}")
    seers = yardsticks(prepared.game, prepared.experiment.policy)
    if seers:
        print(f"Sees what is hidden, a yardstick and no balance number: {listed(seers)}")
    if gone:
        print(f"Not shown for want of room: {', '.join(name.replace('_', ' ') for name in gone)}; --json has them")
    game = prepared.game
    print(
        f"{game.title}, rules {game.rules_version}, source {game.source_hash}, seed {prepared.experiment.seed}; {speed}"
    )
    if not seers:
        print(f"Next: sim report {shlex.quote(str(out))}")


def row_of(prepared: Prepared, what: str | None, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell's line of the table; `what` tells it from others, None if there is no other."""
    from sim.mixes import yardsticks
    from sim.results import has_cap

    game = prepared.game
    capped = {"capped": f"{result['capped']:,}"} if has_cap(game) else {}
    seers = yardsticks(game, prepared.experiment.policy)
    return {
        "cell": result["cell"],
        **({"what": what} if what is not None else {}),
        **({"sees_hidden": "yes" if result["policy"] in seers else ""} if seers else {}),
        **({"playouts": f"{result['playouts']:,}"} if prepared.experiment.precision is not None else {}),
        **rate_columns(result),
        f"mean_{game.length}": f"{result[f'mean_{game.length}']:.2f}",
        **capped,
        "signature": result["signature"],
    }
