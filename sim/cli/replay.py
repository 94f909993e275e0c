"""`sim replay`: any playout of a run, told turn by turn or as JSON lines."""

from __future__ import annotations

import json as jsonlib
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.options import Quiet
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.find import Found
    from sim.store import Run


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run's folder.")],
    cell: Annotated[int | None, typer.Option(help="Number of the cell.")] = None,
    index: Annotated[int | None, typer.Option(help="Number of the playout in its cell, from 0.")] = None,
    count: Annotated[int, typer.Option(help="How many playouts from there on.")] = 1,
    find: Annotated[
        str | None,
        typer.Option(help='Conditions on stored columns: "cause=fourth_vortex, last_turn<7, taken~alembic".'),
    ] = None,
    sample: Annotated[int, typer.Option(help="How many of the playouts found.")] = 1,
    seed: Annotated[int, typer.Option(help="Which ones, of more: the same seed finds the same ones.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="JSON lines on standard output.")] = False,
    quiet: Quiet = False,
) -> None:
    """Tell playouts of a run: one by cell and index, or some found by conditions."""
    check_use(cell, index, count, find, sample, seed)
    # A playout is traced by the plain Python source, so nothing need be compiled for it.
    os.environ.setdefault("SIM_JIT", "off")
    from sim.store import open_run
    from sim.trace import trace

    run = open_run(folder)
    playouts = chosen(run, cell, index, count, find, sample, seed)
    say: Callable[[str], None] = partial(print, file=sys.stderr) if not quiet else lambda _: None
    if not run.source_matches:
        say("note: the rules' sources have changed since this run was played")
    for found, lines in zip(playouts, trace(run, playouts), strict=True):
        if json:
            for line in lines:
                print(jsonlib.dumps(line))
        else:
            tell(run.game.narrate(lines))
        sys.stdout.flush()  # the verdict comes after its story, also where both go to one file
        kept = "the stored row" if run.experiment.rows == "all" else "the row played again (the run kept none)"
        say(f"cell {found.cell.index}, playout {found.index}: ends exactly as {kept}")


def check_use(cell: int | None, index: int | None, count: int, find: str | None, sample: int, seed: int) -> None:
    """Raise `UserError` unless the options say which playouts are meant."""
    if find is None and (cell is None or index is None):
        raise UserError("replay: say which playout: either --cell N --index I, or --find CONDITIONS")
    if find is not None and index is not None:
        raise UserError("replay: --index and --find exclude each other")
    for option, number in (("--count", count), ("--sample", sample)):
        if number < 1:
            raise UserError(f"{option}: must be at least 1, not {number}")
    if seed < 0:
        raise UserError(f"--seed: must be at least 0, not {seed}")


def chosen(
    run: Run, cell: int | None, index: int | None, count: int, find: str | None, sample: int, seed: int
) -> list[Found]:
    """Return the playouts that the options name."""
    from sim.find import find as find_playouts
    from sim.trace import check_cell, pick

    if cell is not None:
        check_cell(run, cell)
    if find is not None:
        return find_playouts(run, find, sample, cell, seed)
    assert cell is not None
    assert index is not None
    return pick(run, cell, index, count)


def tell(text: Iterable[str]) -> None:
    """Print a story: on a terminal with headings, alarms and actions in colour."""
    if not sys.stdout.isatty():
        for line in text:
            print(line)
        return
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for line in text:
        console.print(line, style=style(line))


def style(line: str) -> str:
    """Return how a line of a story looks: every game indents what happens under its headings."""
    if line.startswith(("!!!", "LOST")):
        return "bold red"
    if line.startswith("WON") or "COMPLETED" in line:
        return "bold green"
    if line.startswith("  > "):
        return "cyan"
    return "bold" if line[:1].isalnum() else ""
