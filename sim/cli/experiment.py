"""What commands that play an experiment have in common: the options that say what is played, and the playing."""

from __future__ import annotations

import functools
import inspect
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.models import ArgumentInfo

from sim.cli.options import Content, Sets, Threads, Weights, files, policies, values, words

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.experiment import Outcome


@dataclass(frozen=True)
class Asked:
    """What the command line says of an experiment: its config file, the keys that override it, the `--set` texts.

    `spelt`: how keys were given that are no option by their name.
    """

    config: Path | None
    options: Mapping[str, Any]
    sets: list[str]
    spelt: Mapping[str, str] = field(default_factory=dict)

    def prepared(self, *, ladder: bool = False, forbid: Sequence[str] = (), **more: Any) -> Prepared:
        """Return the experiment; `more` are further keys, `ladder` and `forbid` as in `sim.config.load`."""
        from sim.config import load

        options = {**self.options, **more}
        return load(self.config, options, self.sets, spelt=self.spelt, ladder=ladder, forbid=forbid)


def takes_experiment(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of an experiment before its own; it gets them as its first argument, an `Asked`.

    A command with arguments of its own has the game as an option.
    """
    shared = dict(inspect.signature(asked, eval_str=True).parameters)
    if any(isinstance(mark, ArgumentInfo) for mark in marks_of(command)):
        named = Annotated[str | None, typer.Option("--game", metavar="GAME", help="The game.")]
        shared["game"] = shared["game"].replace(annotation=named)
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]

    @functools.wraps(command)
    def with_options(**given: Any) -> None:
        command(asked(**{name: given.pop(name) for name in shared}), **given)

    order = sorted([*shared.values(), *own], key=lambda one: one.default is not inspect.Parameter.empty)
    with_options.__signature__ = inspect.Signature(order)  # type: ignore[attr-defined]
    return with_options


def marks_of(command: Callable[..., None]) -> Iterator[Any]:
    """Yield what a command's parameters are marked with."""
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        yield from getattr(parameter.annotation, "__metadata__", ())


def asked(
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
    policy: Annotated[
        str | None, typer.Option(metavar="P,Q", help="Policies, as planner(width=4); greedy+seat2=idle mixes them.")
    ] = None,
    playouts: Annotated[
        int | None, typer.Option(metavar="N", help="Playouts of each cell.", show_default=False)
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(metavar="X", help="Instead: until win rates are known to within X, as 0.005.", show_default=False),
    ] = None,
    max_playouts: Annotated[
        int | None, typer.Option(metavar="N", help="With --precision: at most.", show_default=False)
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of every cell.", show_default=False)] = None,
    sets: Sets = None,
    content: Content = None,
    weights: Weights = None,
    threads: Threads = None,
) -> Asked:
    """Return what these options say. Raises `UserError` where two of them say an axis."""
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
        "policy": policies(policy),
        "playouts": playouts,
        "precision": precision,
        "max_playouts": max_playouts,
        "seed": seed,
        "content": str(content) if content else None,
        "weights": files("--weights", weights),
        "threads": threads,
    }
    spelt: dict[str, str] = {}
    for text in axis or ():
        key, found = named_axis(text)
        if options.get(key) is not None:
            raise UserError(f"--axis {text}: {key.partition('.')[2]} is given twice")
        options[key] = found
        spelt[key] = f"--axis {key.partition('.')[2]}"
    return Asked(config, options, sets or [], spelt)


def named_axis(text: str) -> tuple[str, list[Any] | None]:
    """Return an axis's key and its values, from `table=short,long`; true and false are flags."""
    from sim.errors import UserError

    name, equals, listed = text.partition("=")
    if not (name.strip() and equals):
        raise UserError(f"--axis {text}: must have the form NAME=A,B")
    flags = {"true": True, "false": False}
    return f"cells.{name.strip()}", [flags.get(value, value) for value in values(listed) or ()]


def folder(out: Path | None) -> Path:
    """Return the run's folder. Raises `UserError` if none was named."""
    from sim.errors import UserError

    if out is None:
        raise UserError("--out DIR is missing: the folder that keeps the run")
    return out


def play(prepared: Prepared, out: Path, *, quiet: bool) -> Outcome:
    """Play what the run's folder lacks; say how to go on if it is interrupted."""
    from sim.experiment import execute

    with resumable():
        return execute(prepared, out, quiet=quiet)


@contextmanager
def resumable() -> Iterator[None]:
    """Say how to go on if what is within is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"interrupted; finished playouts are kept. Resume with:\n  {this_command()}", file=sys.stderr)
        raise


def this_command() -> str:
    """Return the command line in force, ready to be typed again."""
    if Path(sys.argv[0]).name == "sim":
        return shlex.join(["sim", *sys.argv[1:]])
    return shlex.join(sys.orig_argv)
