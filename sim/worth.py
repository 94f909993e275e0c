"""What rules and cards are worth: the same seeds played without each in turn, and the wins that are lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim import pairs
from sim.errors import UserError
from sim.faults import not_allowed, show
from sim.game import Removals
from sim.pairs import Comparison, compared, key_of
from sim.results import win_document

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Game
    from sim.store import Run, StoredCell


MORE_WITHOUT: Final = "apart (more without)"


@dataclass(frozen=True)
class Worth:
    """A thing that was left out of a cell, and what the cell wins more often with it: the drop."""

    kind: str
    title: str
    stored: StoredCell  # played without it
    whole: StoredCell  # the same with everything there
    drop: Comparison  # with the thing less without it: its base is `stored`


def chosen(prepared: Prepared, only: str | None) -> Removals:
    """Return what is left out in turn: all that the game can do without, or one kind of it.

    Raises `UserError` where there is nothing, the kind is unknown, or the experiment cannot be compared with itself.
    """
    found = prepared.game.removals(prepared.content)
    if found is None:
        raise UserError(f"GAME: {prepared.game.title} names nothing that can be left out")
    check(prepared, found)
    if only is None:
        return found
    if only not in found.titles:
        raise UserError(f"--only: {not_allowed(only, list(found.titles))}")
    return Removals(found.path, found.base, {only: found.titles[only]})


def check(prepared: Prepared, removals: Removals) -> None:
    """Raise `UserError` unless an experiment has its rows, everything in its rules, and players who see no more."""
    pairs.check(prepared)
    path, experiment = removals.path, prepared.experiment
    if path in experiment.sweep:
        raise UserError(f"sweep.{path}: leave it out; here one thing after the other is left out anyway")
    if experiment.parameters[path] != removals.base:
        given = show(experiment.parameters[path])
        raise UserError(f"parameters.{path}: is {given}; what is compared with must be {show(removals.base)}")


def swept(removals: Removals) -> dict[str, Any]:
    """Return the sweep that leaves one thing out after the other, everything there first, as keys of an experiment."""
    return {f"sweep.{removals.path}": [removals.base, *(value for kind in removals.titles.values() for value in kind)]}


def worths(run: Run, removals: Removals) -> list[Worth]:
    """Return what each thing is worth in each cell, in the order of the run. Raises `UserError` if it kept no rows."""
    path = removals.path
    named = {value: (kind, title) for kind, things in removals.titles.items() for value, title in things.items()}
    whole = {key_of(stored.cell, [path]): stored for stored in run.cells if stored.cell.sweep[path] == removals.base}
    without = [stored for stored in run.cells if stored.cell.sweep[path] in named]
    everything = [whole[key_of(stored.cell, [path])] for stored in without]
    whom = [(one.cell.index, other.cell.index) for one, other in zip(without, everything, strict=True)]
    return [
        Worth(*named[one.cell.sweep[path]], one, other, drop)
        for one, other, drop in zip(without, everything, compared(run, whom), strict=True)
    ]


def worth_document(game: Game, worth: Worth) -> Mapping[str, Any]:
    """Return what a thing is worth in a cell as JSON values."""
    return {
        **win_document(game, worth.stored, worth.stored.counts),
        "signature": worth.stored.signature,
        "kind": worth.kind,
        "title": worth.title,
        "base": worth.whole.cell.index,
        "drop": worth.drop.document(MORE_WITHOUT),
    }
