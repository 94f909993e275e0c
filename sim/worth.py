"""What rules and cards are worth: the same seeds played without each in turn, and the wins that are lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from sim import pairs
from sim.errors import UserError
from sim.faults import listed, nearest, show
from sim.game import Removals, SelectionError
from sim.grid import build_parameters
from sim.pairs import SAME_RESULTS, Comparison, compared, key_of
from sim.results import win_document

if TYPE_CHECKING:
    from sim.config import Prepared
    from sim.game import Game
    from sim.store import Run, StoredCell


OTHERS: Final = "others"  # the kind of things that the game does not list
MORE_WITHOUT: Final = "apart (more without)"


@dataclass(frozen=True)
class Worth:
    """A thing that was left out of a cell, and what the cell wins more often with it: the drop."""

    kind: str
    title: str
    stored: StoredCell  # played without it
    whole: StoredCell  # the same with everything there
    drop: Comparison  # with the thing less without it: its base is `stored`

    @property
    def is_same(self) -> bool:
        """Whether all playouts are the same to the bit without it."""
        return (self.stored.signature, self.stored.playouts) == (self.whole.signature, self.whole.playouts)


def chosen(prepared: Prepared, only: Sequence[str] | None) -> Removals:
    """Return what is left out in turn: all that the game can do without, or these kinds and single things of it.

    Raises `UserError` where there is nothing, a thing is unknown, or the experiment cannot be compared with itself.
    """
    found = prepared.game.removals(prepared.content)
    if found is None:
        raise UserError(f"GAME: {prepared.game.title} names nothing that can be left out")
    check(prepared, found)
    if only is None:
        return found
    things: dict[str, dict[str, str]] = {}
    for word in only:
        kind, titles = named(prepared, found, word)
        things.setdefault(kind, {}).update(titles)
    return Removals(found.path, found.base, things)


def named(prepared: Prepared, removals: Removals, word: str) -> tuple[str, Mapping[str, str]]:
    """Return the kind that a word names with its things, or the kind and the thing of a single one.

    A thing that the game does not list (a card of a starting deck) may be named as well, if its parameter allows it.
    """
    if word in removals.titles:
        return word, removals.titles[word]
    for kind, titles in removals.titles.items():
        if word in titles:
            return kind, {word: titles[word]}
    if word == removals.base or not can_be(prepared, removals.path, word):
        things = [*removals.titles, *(value for titles in removals.titles.values() for value in titles)]
        hint = f" (did you mean {show(guess)}?)" if (guess := nearest(word, things)) else ""
        allowed = f"allowed: {listed(removals.titles)}, or single things, as {show(things[-1])}"
        raise UserError(f"--only: {show(word)} is not allowed{hint}; {allowed}")
    for kind, titles in removals.titles.items():
        if alike := {value: title for value, title in titles.items() if parted(value)[0] == parted(word)[0]}:
            return kind, {word: called(prepared, word, alike)}
    return OTHERS, {word: word}


def parted(value: str) -> tuple[str, str]:
    """Return what values of the same kind begin with and the id behind it: `card` and `first_fire`."""
    beginning, _, id_ = value.partition(":")
    return beginning, id_


def called(prepared: Prepared, word: str, alike: Mapping[str, str]) -> str:
    """Return the name of a thing, taken from where the names of those that are `alike` stand; itself without one."""
    for names in prepared.game.titles(prepared.content).values():
        if all(names.get(parted(value)[1]) == title for value, title in alike.items()):
            return names.get(parted(word)[1], word)
    return word


def can_be(prepared: Prepared, path: str, value: str) -> bool:
    """Whether the rules allow a parameter this value, in every cell."""
    try:
        parameters = build_parameters(prepared.game, prepared.experiment.parameters, {path: value})
        for cell in prepared.cells:
            prepared.game.rules(cell.axes, parameters, prepared.content, prepared.experiment.seed)
    except (ValidationError, SelectionError):
        return False
    return True


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
        "drop": worth.drop.document(MORE_WITHOUT) | ({"verdict": SAME_RESULTS} if worth.is_same else {}),
    }
