"""What the two sides of a comparison stand for on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.cli.experiment import Asked
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.sides import Side
    from sim.store import Run

BASE: Final = "base"  # the experiment as it is
FOLDERS: Final = ("before", "after")
KINDS: Final = (
    "a run's folder, a config or a file of cards (.toml), changed parameters (setup_clones.2=9; several joined by ;), "
    f"weights of a player (NAME=FILE.toml), a policy, or {BASE}"
)


@contextmanager
def sides_of(texts: Sequence[str], asked: Asked, out: Path | None) -> Iterator[list[Side]]:
    """Hand out what the texts stand for. A side that has to be played is kept in a folder of `out`, if that is given.

    What is no experiment by itself changes the one that the options name, or else the one on the other side. Raises
    `UserError` where a text stands for nothing, or the sides have different seeds.
    """
    from sim.pairs import check_fixed
    from sim.sides import Stored, played
    from sim.store import Run

    whole = [experiment_of(text, asked) for text in texts]
    known = [found for found in whole if found is not None]
    if known and BASE in texts and not is_named(asked):
        other = texts[1 - list(texts).index(BASE)]
        raise UserError(f"{BASE}: only {other} names an experiment, so both sides would be the same; give --game")
    base = asked if is_named(asked) or not known else based_on(known[0], asked)
    found = [entry or changed(text, base) for text, entry in zip(texts, whole, strict=True)]
    seeds = [entry.prepared.experiment.seed if isinstance(entry, Run) else entry.experiment.seed for entry in found]
    if len(set(seeds)) > 1:
        raise UserError(f"{texts[0]} has seed {seeds[0]}, {texts[1]} seed {seeds[1]}; pairs need the same seed")
    given = [name for name, value in asked.options.items() if value is not None]
    if given and all(isinstance(entry, Run) for entry in found):
        raise UserError(f"--{given[0].rpartition('.')[2]}: both sides are runs; nothing is played")
    for entry in found:
        if not isinstance(entry, Run):
            check_fixed(entry, "give --playouts, the most that a cell is played")
    with ExitStack() as stack:
        yield [
            Stored(text, entry)
            if isinstance(entry, Run)
            else stack.enter_context(played(text, entry, out / folder if out else None))
            for text, entry, folder in zip(texts, found, FOLDERS, strict=True)
        ]


def is_named(asked: Asked) -> bool:
    """Whether the options name an experiment."""
    return asked.config is not None or asked.options.get("game") is not None


def experiment_of(text: str, asked: Asked) -> Prepared | Run | None:
    """Return a text as an experiment: a run's folder or a config; None if it is something else."""
    from sim import toml
    from sim.store import open_run

    if not text.strip():
        raise UserError(f"a side names nothing; it must be {KINDS}")
    path = Path(text)
    if path.is_dir():
        return open_run(path)
    if path.suffix == ".toml" and not weights_in(text) and "game" in toml.read(path):
        return replace(asked, config=path).prepared()
    return None


def weights_in(text: str) -> dict[str, str]:
    """Return the file of weights that a text NAME=FILE.toml gives a player; nothing if it is something else."""
    name, equals, file = (part.strip() for part in text.partition("="))
    is_file = Path(text).exists() or Path(name).suffix or len(Path(name).parts) != 1
    return {} if is_file or not equals or Path(file).suffix != ".toml" else {name: file}


def based_on(found: Prepared | Run, asked: Asked) -> Asked:
    """Return what is asked for as a change of an experiment."""
    from sim.store import Run

    experiment = found.experiment.identity()
    if isinstance(found, Run) and not found.source_matches:
        raise UserError(f"{found.path}: the rules changed since this run; it cannot be played on")
    if experiment.pop("precision", None) is not None:  # a pair has a verdict of its own to stop by
        experiment["playouts"] = experiment.pop("max_playouts")
    given = {name: value for name, value in asked.options.items() if value is not None}
    return replace(asked, options={**experiment, **given})


def changed(text: str, base: Asked) -> Prepared:
    """Return the experiment in force with what a text changes in it."""
    options: dict[str, Any] = dict(base.options)
    if text == BASE:
        return base.prepared()
    if weights := weights_in(text):
        return replace(base, options={**options, "weights": {**(options.get("weights") or {}), **weights}}).prepared()
    if Path(text).suffix == ".toml":
        return replace(base, options={**options, "content": text}).prepared()
    if "=" in text.partition("(")[0] and "+" not in text.partition("=")[0]:
        if text.partition("=")[0].strip() in base.prepared().game.weights():
            raise UserError(f"{text}: a file of weights must end in .toml")
        return replace(base, sets=[*base.sets, *filter(None, map(str.strip, text.split(";")))]).prepared()
    check_policy(text, base)
    return replace(base, options={**options, "policy": [text]}).prepared()


def check_policy(text: str, base: Asked) -> None:
    """Raise `UserError` unless a text is a policy of the game."""
    from sim.game import SelectionError
    from sim.mixes import read

    game = base.prepared().game
    try:
        read(text, game)
    except SelectionError as error:
        raise UserError(f"{text}: is none of {KINDS} ({error})") from None
