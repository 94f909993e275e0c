"""`sim run`: play an experiment into a folder; the same command resumes or extends it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.options import Content, Json, Quiet, Sets, Threads, values, words

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.experiment import Outcome


def command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; may stand in the config instead.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An experiment (TOML); options override it.")
    ] = None,
    scenario: Annotated[str | None, typer.Option(metavar="A,B", help="Scenarios. Default: all.")] = None,
    difficulty: Annotated[str | None, typer.Option(metavar="A,B", help="Difficulties. Default: all.")] = None,
    agents: Annotated[str | None, typer.Option(metavar="A,B,...", help="One team in its order of play.")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="2,3,4", help="Team sizes: all teams, in equal shares.")
    ] = None,
    solo: Annotated[bool, typer.Option("--solo", help="The solo game; 2 agents unless more are named.")] = False,
    mode: Annotated[str | None, typer.Option(metavar="A,B", help="Room 25: modes. Default: all.")] = None,
    composition: Annotated[str | None, typer.Option(metavar="A,B", help="Room 25: compositions.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="online,base", help="Room 25: rule sets.")] = None,
    mac: Annotated[str | None, typer.Option(metavar="off,normal,frenzy", help="Room 25: M.A.C. cards.")] = None,
    specials: Annotated[bool, typer.Option("--specials", help="Room 25: with the characters' specials.")] = False,
    axis: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A,B", help="Values of any axis of the game, by its name; may be repeated."),
    ] = None,
    policy: Annotated[str | None, typer.Option(metavar="P,Q", help="Policies; greedy+seat2=idle mixes them.")] = None,
    playouts: Annotated[
        int | None, typer.Option(metavar="N", help="Playouts of each cell.", show_default=False)
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of every cell.", show_default=False)] = None,
    sets: Sets = None,
    content: Content = None,
    threads: Threads = None,
    rows: Annotated[str | None, typer.Option(metavar="all|none", help="Store a row a playout, or counts only.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="The run's folder.")] = None,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Show the effective experiment and stop.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment; the same command again resumes it, or extends it with a larger --playouts."""
    from sim.config import load
    from sim.errors import UserError

    options: dict[str, Any] = {
        "game": game,
        "cells.scenario": words(scenario),
        "cells.difficulty": words(difficulty),
        "cells.agents": words(agents),
        "cells.players": values(players),
        "cells.solo": [True] if solo else None,
        "cells.mode": words(mode),
        "cells.composition": words(composition),
        "cells.rules": words(rules),
        "cells.mac": words(mac),
        "cells.specials": [True] if specials else None,
        "policy": words(policy),
        "playouts": playouts,
        "seed": seed,
        "content": str(content) if content else None,
        "threads": threads,
        "rows": rows,
    }
    for text in axis or ():
        key, found = named_axis(text)
        if options.get(key) is not None:
            raise UserError(f"--axis {text}: {key.partition('.')[2]} is given twice")
        options[key] = found
    prepared = load(config, options, sets or [])
    if print_config:
        print(prepared.to_toml(), end="")
        return
    play(prepared, out, json=json, quiet=quiet)


def named_axis(text: str) -> tuple[str, list[Any] | None]:
    """Return an axis's key and its values, from `table=short,long`; true and false are flags."""
    from sim.errors import UserError

    name, equals, listed = text.partition("=")
    if not (name.strip() and equals):
        raise UserError(f"--axis {text}: must have the form NAME=A,B")
    flags = {"true": True, "false": False}
    return f"cells.{name.strip()}", [flags.get(value, value) for value in values(listed) or ()]


def play(prepared: Prepared, out: Path | None, *, json: bool, quiet: bool) -> None:
    """Play into the folder and show the results."""
    from sim.cli.tables import print_json
    from sim.errors import UserError
    from sim.experiment import execute

    if out is None:
        raise UserError("--out DIR is missing: the folder that keeps the run")
    try:
        outcome = execute(prepared, out, quiet=quiet)
    except KeyboardInterrupt:
        print(f"interrupted; finished playouts are kept. Resume with:\n  {this_command()}", file=sys.stderr)
        raise
    if json:
        print_json(document(outcome))
    else:
        show(prepared, outcome, out)


def document(outcome: Outcome) -> dict[str, Any]:
    """Return the JSON document of a run."""
    return {
        "schema": 1,
        "seconds": round(outcome.seconds, 3),
        "playouts_per_second": round(outcome.playouts_per_second, 1),
        "cells": outcome.cells,
    }


def show(prepared: Prepared, outcome: Outcome, out: Path) -> None:
    """Print the results as a table: a line a cell, every rate with its interval; what all cells share below it."""
    from sim.cli.tables import print_fitting
    from sim.progress import titles

    same, whats = titles(prepared.cells)
    several = len(prepared.cells) > 1
    rows = [row_of(prepared, what if several else None, cell) for what, cell in zip(whats, outcome.cells, strict=True)]
    may_go = [name for name in ("capped", "signature", f"mean_{prepared.game.length}") if name in rows[0]]
    gone = print_fitting(rows, may_go, shortened="what")
    speed = f"{outcome.playouts_per_second:,.0f} playouts/s" if outcome.played else "nothing left to play"
    print(f"All cells: {'; '.join(filter(None, (same, f'n = {prepared.experiment.playouts:,}')))}")
    if gone:
        print(f"Not shown for want of room: {', '.join(name.replace('_', ' ') for name in gone)}; --json has them")
    game = prepared.game
    print(
        f"{game.title}, rules {game.rules_version}, source {game.source_hash}, seed {prepared.experiment.seed}; {speed}"
    )
    print(f"Next: sim report {shlex.quote(str(out))}")


def row_of(prepared: Prepared, what: str | None, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cell's line of the table; `what` tells it from others, None if there is no other."""
    from sim.results import has_cap

    game = prepared.game
    capped = {"capped": f"{result['capped']:,}"} if has_cap(game) else {}
    return {
        "cell": result["cell"],
        **({"what": what} if what is not None else {}),
        "win rate": f"{result['win_rate']:.2%}",
        "95 % interval": f"{100 * result['low']:.2f} .. {result['high']:.2%}",
        f"mean_{game.length}": f"{result[f'mean_{game.length}']:.2f}",
        **capped,
        "signature": result["signature"],
    }


def this_command() -> str:
    """Return the command line in force, ready to be typed again."""
    if Path(sys.argv[0]).name == "sim":
        return shlex.join(["sim", *sys.argv[1:]])
    return shlex.join(sys.orig_argv)
