"""Options that several commands share, and the reading of comma-separated lists."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no messages.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change a parameter, or content.PATH; may be repeated."),
]
Content = Annotated[Path | None, typer.Option(metavar="FILE", help="Your own cards, missions, ... (TOML).")]
Weights = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=FILE", help="Weights of your own for players, as `sim train` writes them."),
]
Threads = Annotated[int | None, typer.Option(metavar="N", help="Threads. Default: one a core.", show_default=False)]

Margin = Annotated[float, typer.Option(help="Difference of win rates that matters, in 0..1.")]
Alpha = Annotated[float, typer.Option(help="Chance of any false `moved`, over all cells.")]
Beta = Annotated[float, typer.Option(help="Chance of a false `unchanged`, a cell.")]


def named_path(text: str) -> Path:
    """Return a path that an option names; nothing would name the working folder in silence."""
    if not text.strip():
        raise typer.BadParameter('names nothing; "." is the working folder')
    return Path(text)


def files(option: str, texts: list[str] | None) -> dict[str, str] | None:
    """Return the files that texts NAME=FILE name; None if there are none. Raises `UserError` for another form."""
    from sim.errors import UserError

    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, file = (part.strip() for part in text.partition("="))
        if not (name and equals and file):
            raise UserError(f"{option} {text}: must have the form NAME=FILE")
        if name in found:
            raise UserError(f"{option} {text}: {name} is given twice")
        found[name] = file
    return found or None


def words(text: str | None) -> list[str] | None:
    """Return the words of a comma-separated list; None if it was not given."""
    return None if text is None else [word.strip() for word in text.split(",")]


def policies(text: str | None) -> list[str] | None:
    """Return the policies of a comma-separated list, in which a policy's arguments have commas of their own."""
    from sim.spelling import split

    return None if text is None else split(text, ",")


def values(text: str | None) -> list[Any] | None:
    """Return a comma-separated list with whole numbers as numbers."""
    found = words(text)
    return None if found is None else [int(word) if _is_number(word) else word for word in found]


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 20
