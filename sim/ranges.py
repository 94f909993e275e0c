"""The plausible range of a parameter: which values are tried one at a time, which one a share of it stands for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sim.errors import UserError
from sim.faults import listed, show, unknown_key
from sim.parameters import Parameter, described

if TYPE_CHECKING:
    from sim.game import Game

KINDS: Final = {"assumptions": True, "parameters": False}  # word of `--only` -> whether a parameter is an assumption


@dataclass(frozen=True)
class Range:
    """A parameter with the values that it may plausibly have; those of a number are all between its two values."""

    parameter: Parameter
    values: tuple[Any, ...]
    names: tuple[str, ...]

    @property
    def path(self) -> str:
        """The parameter's path."""
        return self.parameter.path

    @property
    def is_span(self) -> bool:
        """Whether all numbers between the two values belong to it."""
        default = self.parameter.default
        return type(default) in (int, float) and len(self.values) == 2

    def at(self, share: float) -> Any:
        """Return the value at a share in [0, 1) of the range: each value, or whole number, has an equal part of it."""
        if not self.is_span:
            return self.values[int(share * len(self.values))]
        low, high = self.values
        if type(self.parameter.default) is int:
            return low + int(share * (high - low + 1))
        return low + share * (high - low)

    def name(self, value: Any) -> str:
        """Return a value in words."""
        return dict(zip(map(json.dumps, self.values), self.names, strict=True)).get(json.dumps(value), in_words(value))


def in_words(value: Any) -> str:
    """Return a value as one writes it, a text without its marks."""
    return value if isinstance(value, str) else json.dumps(value)


def range_of(parameter: Parameter) -> Range | None:
    """Return a parameter's range; None where nothing is known of it."""
    declared = parameter.range
    if not declared:
        return None
    named = declared if isinstance(declared, Mapping) else {in_words(value): value for value in declared}
    return Range(parameter, tuple(named.values()), tuple(named))


def chosen(game: Game, only: Sequence[str]) -> list[Range]:
    """Return the ranges of a game that `only` names, in the game's order: kinds of parameters, paths, tables of them.

    A range of one value is left out: there is nothing to vary. Raises `UserError` for what is unknown or has no range.
    """
    known = {parameter.path: parameter for parameter in described(game.parameters_model())}
    wanted: dict[str, bool] = {}  # path -> whether it was asked for by name
    for word in (text.removeprefix(f"{game.name}.") for text in only):
        if word in KINDS:
            found = [path for path, parameter in known.items() if parameter.assumption == KINDS[word]]
            wanted |= {path: wanted.get(path, False) for path in found}
        elif found := [path for path in known if path == word or path.startswith(f"{word}.")]:
            wanted |= dict.fromkeys(found, True)
        else:
            raise UserError(f"--only: {show(word)} {unknown_key(word, [*KINDS, *known, *tables(known)])}")
    ranges = {path: range_of(known[path]) for path in known if path in wanted}
    if fixed := [path for path, found in ranges.items() if wanted[path] and (found is None or len(found.values) < 2)]:
        raise UserError(f"--only: {listed(fixed)}: has no range of values to vary it over")
    kept = [found for found in ranges.values() if found is not None and len(found.values) > 1]
    if not kept:
        raise UserError(f"--only: {game.title} has no {' and '.join(only)} with a range of values to vary them over")
    return kept


def tables(paths: Iterable[str]) -> list[str]:
    """Return the tables that paths are in."""
    return list(dict.fromkeys(path.rpartition(".")[0] for path in paths if "." in path))
