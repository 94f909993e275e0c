"""`sim baseline`: write down what balance numbers are, for `sim check` to compare with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.options import Json, Quiet, Threads, named_path

if TYPE_CHECKING:
    from sim.compare import Match
    from sim.config import Prepared
    from sim.sides import Played


def command(
    configs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[CONFIG]...", help="Experiments, one a game. Default: those that FILE has."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(parser=named_path, metavar="FILE", help="The baseline (.json); causes are kept beside it."),
    ] = None,
    playouts: Annotated[
        int | None, typer.Option(metavar="N", help="Playouts kept of each cell. Default: the config's.")
    ] = None,
    threads: Threads = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play experiments and write down how they ended. Over an older baseline, print first what moved since."""
    from sim import baseline
    from sim.batch import threads_of
    from sim.cli.tables import print_json
    from sim.progress import counted, line, nothing
    from sim.report import verdicts
    from sim.verdicts import Gate

    say = nothing if quiet else line
    path, n_threads = file_of(out), threads_of(threads)
    old = baseline.read(path) if path.exists() else None
    experiments = experiments_of(configs or [], old, path, playouts)
    with ExitStack() as stack:
        sides, signatures = play(experiments, stack, n_threads, say, quiet=quiet)
        moved = None if old is None else since(old, sides, signatures)
        baseline.write(path, sides, signatures)
        rekeyed = baseline.rekeyed(sides, Gate())
    n = sum(len(side.cells) for side in sides)
    if json:
        document = {"schema": 1, "kind": "baseline", "file": str(path), "cells": n, "since": moved}
        print_json({**document, "rekeyed": rekeyed})
        return
    for text in [] if moved is None else verdicts.lines(moved):
        print(text)
    print(f"{path}: {counted(n, 'cell')}; commit it together with {baseline.side_path(path)}")
    if rekeyed["short"]:
        print(short_of(rekeyed))
    print(f"Next: sim check --baseline {path}")


def short_of(rekeyed: Mapping[str, Any]) -> str:
    """Return which check the baseline cannot decide, and what would: where other random numbers are drawn."""
    from sim.progress import counted, in_points

    what = f"within {in_points(rekeyed['margin'])} if every random number were another"
    cells = counted(rekeyed["short"], "cell")
    return f"Too few playouts to tell {cells} {what}: --playouts {rekeyed['pairs']:,} would do"


def file_of(out: Path | None) -> Path:
    """Return where the baseline is; its folder is made. Raises `UserError` unless it is named and is a JSON file."""
    from sim.errors import UserError
    from sim.files import make_folder

    if out is None:
        raise UserError("--out FILE is missing: the baseline, reports/baseline.json for example")
    if out.suffix != ".json":
        raise UserError(f"--out {out}: must end in .json")
    make_folder(out.parent)
    return out


def experiments_of(configs: Sequence[Path], old: Any, path: Path, playouts: int | None) -> list[Prepared]:
    """Return the experiments to write down, by the names of their games."""
    from sim.config import from_values, load
    from sim.errors import UserError
    from sim.pairs import check_fixed
    from sim.results import no_yardsticks

    if configs:
        found = [load(config, {"playouts": playouts}) for config in configs]
    elif old is not None:
        more = {} if playouts is None else {"playouts": playouts}
        entries = old.games.items()
        found = [from_values({**entry["config"], **more}, f"{path}: games.{name}.config") for name, entry in entries]
    else:
        raise UserError(f"{path}: there is no baseline yet; name the configs to be played")
    names = [prepared.game.name for prepared in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise UserError(f"{configs[-1]}: {twice[0]} is there twice; one config a game")
    for prepared in found:
        check_fixed(prepared, "playouts in the config says how many are kept")
        no_yardsticks(prepared.game, prepared.experiment.policy)
    return sorted(found, key=lambda prepared: prepared.game.name)


def play(
    experiments: Sequence[Prepared], stack: ExitStack, threads: int, say: Callable[[str], None], *, quiet: bool
) -> tuple[list[Played], list[list[str]]]:
    """Play every cell, and return the sides and the signatures of their first playouts."""
    from sim.baseline import FIRST
    from sim.batch import interruptible
    from sim.check import warm
    from sim.progress import showing
    from sim.sides import played

    sides = [stack.enter_context(played("now", prepared)) for prepared in experiments]
    warm(sides, say)
    whole = [{cell.index: side.most(cell.index) for cell in side.cells} for side in sides]
    signatures = []
    with (
        interruptible() as stop,
        showing(sum(sum(each.values()) for each in whole), 0, quiet=quiet) as progress,
    ):
        for side, wanted in zip(sides, whole, strict=True):
            first = {index: min(n, FIRST) for index, n in wanted.items()}
            side.extend(first, progress, stop, threads)
            signatures.append([side.signature(index, n) or "" for index, n in first.items()])
            side.extend(wanted, progress, stop, threads)
    return sides, signatures


def since(old: Any, sides: Sequence[Played], signatures: Sequence[Sequence[str]]) -> dict[str, Any] | None:
    """Return what moved since the old baseline, in the playouts that both have; None where nothing can be paired."""
    from sim.baseline import FIRST
    from sim.check import named
    from sim.compare import judge, matched, whole_document
    from sim.errors import UserError
    from sim.verdicts import Gate

    matches: list[Match] = []
    same: set[int] = set()
    for side, own in zip(sides, signatures, strict=True):
        if side.game.name not in old.games:
            continue
        try:
            found = matched(old.side(side.game.name), side)
        except UserError:  # the old baseline is of other cells or causes
            continue
        for match in found:
            first = min(FIRST, side.most(match.after_cell))
            same_bits = match.before.signature(match.before_cell, first) == own[match.after_cell]
            if same_bits and Gate().told_by_bits(first):
                same.add(len(matches))
            matches.append(match)
    if not matches:
        return None
    shifts = judge(matches, Gate(), same)
    whole = whole_document(shifts, Gate())
    return {**whole, "cells": [{"title": named(s.match), **c} for s, c in zip(shifts, whole["cells"], strict=True)]}
