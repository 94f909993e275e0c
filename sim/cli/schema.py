"""`sim schema`: JSON Schemas for editors."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import named_path


class Kind(StrEnum):
    """What a schema describes."""

    CONFIG = "config"
    CONTENT = "content"


def command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game only; default: all.")] = None,
    kind: Annotated[Kind | None, typer.Argument(help="One kind only; default: both.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(parser=named_path, metavar="PATH", help="Write GAME.KIND.schema.json files into this folder."),
    ] = None,
) -> None:
    """Write JSON Schemas of configs and content files, for completion and checks in an editor."""
    from sim.cli.games import chosen
    from sim.cli.tables import print_json
    from sim.files import make_folder, write_bytes
    from sim.schema import KINDS, schema_of

    kinds = [kind.value] if kind else list(KINDS)
    schemas = {one.name: {each: schema_of(one, each) for each in kinds} for one in chosen(game)}
    if out is None:
        print_json(schemas[game][kind.value] if game and kind else schemas)
        return
    make_folder(out)
    for name, of_kind in schemas.items():
        for each, schema in of_kind.items():
            path = out / f"{name}.{each}.schema.json"
            write_bytes(path, (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode())
            print(path)
