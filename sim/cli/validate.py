"""`sim validate`: every fault of a config, a content file or a weights file, a line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.options import Json

WEIGHTS = "weights of "  # ... a player
Kind = tuple[str, str | None]  # ("config", None), ("content", game) or ("weights of NAME", game)


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A config, or content or weights of any game.")],
    json: Json = False,
) -> None:
    """Check a config, a content file or a weights file: all faults at once, each with file, key and what is allowed."""
    from sim.cli.tables import print_json
    from sim.errors import UserError

    found: dict[str, Any] = {"schema": 1, "file": str(file), "kind": None, "game": None, "valid": False, "faults": []}
    try:
        found.update(holdings(file))
    except UserError as error:
        found["faults"] = list(error.faults)
        if json:
            print_json(found)
        raise
    if json:
        print_json(found)
    else:
        game = found["game"] or "several games"
        print(f"{file}: fine: {found['kind']} of {game}: {in_words(found['holds'])}")


def holdings(file: Path) -> dict[str, Any]:
    """Check a file; return its kind, its game and what it holds. Raises `UserError` with a line a fault."""
    from sim import toml
    from sim.config import load

    values = toml.read(file)
    likely = recognise(file, values)
    kind, game = likely[0]
    if kind == "config":
        prepared = load(file)
        experiment = prepared.experiment
        holds: dict[str, Any] = {"cells": len(prepared.cells), "playouts": experiment.playouts}
        return {"kind": kind, "game": prepared.game.name, "valid": True, "holds": holds}
    if kind == "content":
        load(options={"game": game, "content": str(file)})
        holds = {key: len(value) for key, value in values.items() if isinstance(value, (Mapping, list))}
        return {"kind": kind, "game": game, "valid": True, "holds": holds}
    return weights_in(file, values, likely)


def weights_in(file: Path, values: Mapping[str, Any], likely: Sequence[Kind]) -> dict[str, Any]:
    """Check a weights file against every player whose it may be, as several have keys of the same name.

    It is for all whom it fits; where it fits none, all faults are told.
    """
    from sim.config import load
    from sim.errors import UserError
    from sim.weights import values_in

    fit: list[Kind] = []
    faults: dict[str, None] = {}
    for kind, game in likely:
        try:
            load(options={"game": game, "weights": {kind.removeprefix(WEIGHTS): str(file)}})
            fit.append((kind, game))
        except UserError as error:
            whose = f" (as {kind} of {game})" if len(likely) > 1 else ""
            faults |= dict.fromkeys(f"{fault}{whose}" for fault in error.faults)
    if not fit:
        raise UserError(*faults)
    games = {game for _, game in fit}
    players = dict.fromkeys(kind.removeprefix(WEIGHTS) for kind, _ in fit)
    return {
        "kind": WEIGHTS + " or ".join(players),
        "game": games.pop() if len(games) == 1 else None,
        "valid": True,
        "holds": {"weights": len(list(values_in(values)))},
    }


def recognise(file: Path, values: Mapping[str, Any]) -> list[Kind]:
    """Return what a file may be by the keys at the top, which may be misspelt; several only of weights."""
    from sim.config import Experiment
    from sim.errors import UserError
    from sim.game import discover
    from sim.weights import own

    known: dict[tuple[str, str | None], list[str]] = {("config", None): list(Experiment.model_fields)}
    for game in discover().values():
        known["content", game.name] = list(game.content_schema().get("properties", {}))
        for name, weights in game.weights().items():
            known[f"{WEIGHTS}{name}", game.name] = list(own(weights.file))
    likeness = {kind: sum(closeness(key, keys) for key in values) for kind, keys in known.items()}
    most = max(likeness.values())
    if not most:
        told = {which: keys for which, keys in known.items() if not which[0].startswith(WEIGHTS)}
        lines = [f"{kind} {game or ''}".strip() + f": {', '.join(keys)}" for (kind, game), keys in told.items()]
        what = "is neither a config nor content nor weights (`sim list weights`)"
        raise UserError(f"{file}: {what}; keys at the top of a " + "; of ".join(lines))
    best = [kind for kind, found in likeness.items() if found == most]
    return best if best[0][0].startswith(WEIGHTS) else best[:1]


def closeness(key: str, known: list[str]) -> float:
    """Return 1 for a known key, less for one that resembles a known key, 0 for any other."""
    import difflib

    if key in known:
        return 1.0
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.7)
    return difflib.SequenceMatcher(None, key, near[0]).ratio() / 2 if near else 0.0


def in_words(holds: Mapping[str, Any]) -> str:
    """Return the numbers of a file's parts as text."""
    return ", ".join(f"{'playouts a cell' if name == 'playouts' else name} {numbers(n)}" for name, n in holds.items())


def numbers(found: int | Mapping[str, int]) -> str:
    """Return a number as text, or several with whose they are."""
    return f"{found:,}" if isinstance(found, int) else ", ".join(f"{n:,} of {policy}" for policy, n in found.items())
