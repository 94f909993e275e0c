"""`sim init`: a commented config to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import named_path


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    out: Annotated[
        Path | None,
        typer.Option(parser=named_path, metavar="PATH", help="Write to this file; default: standard output."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
) -> None:
    """Write a commented config that runs as it is."""
    from sim.cli.games import chosen
    from sim.errors import UserError
    from sim.files import make_folder, write_bytes
    from sim.starter import starter

    (one,) = chosen(game)
    text = starter(one)
    if out is None:
        print(text, end="")
        return
    if out.exists() and not force:
        raise UserError(f"{out}: is there already; --force replaces it, or choose another name")
    make_folder(out.parent)
    write_bytes(out, text.encode())
    print(f"{out}: written; next: sim run {one.name} --config {out} --out runs/{out.stem}")
