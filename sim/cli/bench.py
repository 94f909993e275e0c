"""`sim bench`: playouts a second on this machine."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    policy: Annotated[str, typer.Option(help="Policies, separated by commas. Default: all.")] = "",
    scenario: Annotated[str, typer.Option(help="Scenarios (modes), separated by commas. Default: the first.")] = "",
    threads: Annotated[str, typer.Option(help="Numbers of threads, separated by commas.")] = "1,2",
    seconds: Annotated[float, typer.Option(min=0, max=3600, help="Time for each combination.")] = 2.0,
    cold: Annotated[bool, typer.Option("--cold", help="Time a compile from nothing too, a process each.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> None:
    """Measure how fast a game plays, warm, by policy and threads."""
    from dataclasses import asdict

    from sim.bench import bench
    from sim.cli.games import chosen
    from sim.cli.tables import print_json, print_table

    (one,) = chosen(game)
    print("Compiling where needed, then measuring.", file=sys.stderr)
    results = bench(one, names(policy), names(scenario), numbers(threads), seconds, cold=cold)
    rows = [asdict(result) for result in results]
    if json:
        print_json({"schema": 1, "results": rows})
    else:
        print_table(rows, f"{one.title}, warm; ratio: over the fewest threads")


def names(text: str) -> list[str]:
    """Return the words of a comma-separated list."""
    return [word.strip() for word in text.split(",") if word.strip()]


def numbers(text: str) -> list[int]:
    """Return the positive whole numbers of a comma-separated list."""
    from sim.errors import UserError

    words = names(text)
    if not words or not all(word.isascii() and word.isdigit() and 0 < int(word) <= 256 for word in words):
        raise UserError(f"--threads {text!r}: give whole numbers from 1 to 256, separated by commas")
    return [int(word) for word in words]
