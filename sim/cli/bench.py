"""`sim bench`: playouts a second on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli.options import Json, Quiet, policies, values, words


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    policy: Annotated[str | None, typer.Option(metavar="P,Q", help="Policies or mixes. Default: all.")] = None,
    scenario: Annotated[str | None, typer.Option(metavar="A,B", help="Scenarios (modes). Default: the first.")] = None,
    threads: Annotated[str, typer.Option(metavar="1,2", help="Numbers of threads.")] = "1,2",
    seconds: Annotated[float, typer.Option(min=0, max=3600, help="Time for each combination.")] = 2.0,
    cold: Annotated[bool, typer.Option("--cold", help="Time a compile from nothing too, a process each.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how fast a game plays, warm, by policy and threads."""
    from dataclasses import asdict

    from sim.bench import bench
    from sim.cli.games import chosen
    from sim.cli.tables import print_json, print_table
    from sim.progress import line, nothing

    (one,) = chosen(game)
    say = nothing if quiet else line
    results = bench(one, policies(policy) or [], words(scenario) or [], numbers(threads), seconds, cold=cold, say=say)
    rows = [asdict(result) for result in results]
    if json:
        print_json({"schema": 1, "results": rows})
    else:
        print_table(rows, f"{one.title}, warm; ratio: over the fewest threads")


def numbers(text: str) -> list[int]:
    """Return the positive whole numbers of a comma-separated list."""
    from sim.errors import UserError

    found = values(text) or []
    if not all(isinstance(n, int) and 0 < n <= 256 for n in found):
        raise UserError(f"--threads {text!r}: give whole numbers from 1 to 256, separated by commas")
    return found
