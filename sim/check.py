"""The gate: what the working tree plays against a baseline; signatures first, then pairs until all is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim import baseline
from sim.batch import interruptible, threads_of
from sim.compare import Match, compare, matched, unmatched, whole_document
from sim.config import from_values
from sim.errors import UserError
from sim.faults import listed
from sim.progress import nothing, title
from sim.results import no_yardsticks
from sim.sides import Played, played
from sim.verdicts import Gate
from sim.warmup import warm_up

if TYPE_CHECKING:
    from sim.config import Prepared

SCHEMA: Final = 1


def check(
    path: Path,
    sets: Sequence[str] = (),
    gate: Gate | None = None,
    *,
    threads: int | None = None,
    quiet: bool = True,
    say: Callable[[str], None] = nothing,
) -> dict[str, Any]:
    """Play a baseline's experiments anew and return the verdicts as a JSON document (`sim list columns` explains it).

    `sets` are PATH=VALUE texts as for `sim run`; where the baseline has several games a path begins with the game.
    `say` tells people what takes a while. Raises `UserError` for a baseline that cannot be read or no longer fits,
    `KeyboardInterrupt` after Ctrl-C.
    """
    gate = gate or Gate()
    gate.check()
    n_threads = threads_of(threads)
    kept = baseline.read(path)
    texts = by_game(sets, list(kept.games))
    now = {
        name: from_values(entry["config"], f"{path}: games.{name}.config", texts[name])
        for name, entry in kept.games.items()
    }
    for name, prepared in now.items():
        fit(path, name, kept.games[name], prepared)
    with ExitStack() as stack:
        sides = [stack.enter_context(played("now", prepared)) for prepared in now.values()]
        matches = [match for name, side in zip(now, sides, strict=True) for match in matched(kept.side(name), side)]
        warm(sides, say)
        shifts = compare(matches, gate, first=baseline.FIRST, threads=n_threads, quiet=quiet, by_bits=True)
    found = whole_document(shifts, gate)
    cells = [{"title": named(shift.match), **cell} for shift, cell in zip(shifts, found["cells"], strict=True)]
    return {
        "schema": SCHEMA,
        "kind": "check",
        "baseline": str(path),
        "signature_playouts": baseline.FIRST,
        "changes": {name: baseline.changes(kept.games[name], prepared) for name, prepared in now.items()},
        "new_cells": unmatched(matches),
        **found,
        "cells": cells,
    }


def named(match: Match) -> str:
    """Return a cell in words, its game first."""
    return f"{match.game.name} {title(match.cell)}"


def by_game(sets: Sequence[str], games: Sequence[str]) -> Mapping[str, list[str]]:
    """Return `--set` texts by the game that their path begins with; of one game alone the path need not say it."""
    found: dict[str, list[str]] = {name: [] for name in games}
    for text in sets:
        first = text.partition("=")[0].split(".")[0].strip()
        if first not in games and len(games) > 1:
            raise UserError(f"--set {text}: must begin with a game of the baseline: {listed(games)}")
        found[first if first in games else games[0]].append(text)
    return found


def fit(path: Path, name: str, entry: Mapping[str, Any], now: Prepared) -> None:
    """Raise `UserError` where a baseline's cells are gone, or come from a yardstick."""
    if gone := baseline.gone(entry, now):
        more = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
        raise UserError(f"{path}: games.{name}: the grid no longer has {gone[0]}{more}; write a new baseline")
    no_yardsticks(now.game, now.experiment.policy, f"{path}: games.{name}: ")


def warm(sides: Sequence[Played], say: Callable[[str], None]) -> None:
    """Compile what has to be played."""
    with interruptible() as stop:
        for side in sides:
            warm_up(side.game, side.prepared.cells, say, stop)
