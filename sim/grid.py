"""The grid of an experiment: policies x cells of the game x swept parameters, each checked against the game."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from sim.faults import explain, join, listed, not_allowed, show, unknown_key
from sim.game import Cell, Game, SelectionError
from sim.mixes import read, resolve
from sim.trees import flatten, merge, replaced

if TYPE_CHECKING:
    from sim.config import Experiment
    from sim.game import Players

Add = Callable[[str, str], None]  # (key path, problem)
MAX_CELLS = 100_000
MOST_PLAYOUTS = 10**12


@dataclass(frozen=True)
class Grid:
    """The parameters of an experiment: the effective values and what is swept over."""

    parameters: BaseModel
    values: dict[str, Any]
    sweep: dict[str, list[Any]]


def check_policies(add: Add, game: Game, asked: str | Sequence[str]) -> list[str]:
    """Return the policies and mixes asked for, in the form in which a run stores them."""
    names = [asked] if isinstance(asked, str) else list(asked)
    for k, name in enumerate(names):
        try:
            names[k] = str(read(name, game))
        except SelectionError as error:
            add("policy", str(error))
    _no_duplicates(add, "policy", names)
    return names


def check_playouts(
    add: Add, game: Game, asked: int | Mapping[str, Any], policies: Sequence[str], *, more: bool
) -> int | dict[str, int]:
    """Return the playouts of each policy's cells; one number where all have as many. `more` as in `by_policy`."""
    if isinstance(asked, int):
        return asked
    table = by_policy(add, "playouts", game, asked, policies, more=more)
    if left_out := [policy for policy in policies if policy not in table]:
        add("playouts", f"says nothing of {listed(left_out)}")
    for policy, number in table.items():
        if type(number) is not int or not 1 <= number <= MOST_PLAYOUTS:
            add(f"playouts.{policy}", f"must be a whole number from 1 to {MOST_PLAYOUTS:,}, not {show(number)}")
    numbers = list(table.values())
    alike = len(table) == len(policies) and numbers.count(numbers[0]) == len(numbers)
    return numbers[0] if alike else {policy: table[policy] for policy in policies if policy in table}


def check_only(
    add: Add,
    game: Game,
    asked: Mapping[str, Mapping[str, Any]],
    policies: Sequence[str],
    *,
    more: bool,
    own_content: bool,
) -> dict[str, dict[str, list[Any]]]:
    """Return the cells that a policy is to play alone: policy -> axis -> values. `more` as in `by_policy`."""
    table = by_policy(add, "only", game, asked, policies, more=more)
    return {
        policy: check_selection(add, game, table[policy], own_content=own_content, key=f"only.{policy}")
        for policy in policies
        if table.get(policy)
    }


def by_policy(
    add: Add, key: str, game: Game, asked: Mapping[str, Any], policies: Sequence[str], *, more: bool
) -> dict[str, Any]:
    """Return a table's entries by the policies and mixes that are played, however the table spells them.

    `more`: it may speak of others too, because the policies were chosen after it was written.
    """
    found: dict[str, Any] = {}
    for name, entry in asked.items():
        try:
            policy = str(read(name, game))
        except SelectionError as error:
            add(key, str(error))
            continue
        if policy in found:
            add(key, f"{show(policy)} is there twice")
        elif policy in policies:
            found[policy] = entry
        elif not more:
            add(key, f"{show(name)} is not played here; allowed: {listed(policies)}")
    return found


def check_selection(
    add: Add, game: Game, asked: Mapping[str, Any], *, own_content: bool, key: str = "cells"
) -> dict[str, list[Any]]:
    """Return the values asked for by axis, each a list, after checking axes and values.

    With content of the user's own there may be values (an agent, a scenario) that only `Game.cells` can know.
    """
    known = game.axis_values()
    selection: dict[str, list[Any]] = {}
    for axis, value in asked.items():
        if axis not in game.axes:
            add(f"{key}.{axis}", unknown_key(axis, game.axes))
            continue
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        if not values:
            add(f"{key}.{axis}", "must have at least one value; leave the key out for all of them")
        for group in _groups(values):
            for entry in group:
                is_known = any(type(entry) is type(value) and entry == value for value in known[axis])
                if not is_known and not (own_content and isinstance(entry, str)):
                    add(f"{key}.{axis}", not_allowed(entry, list(known[axis])))
            _no_duplicates(add, f"{key}.{axis}", group)
        _no_duplicates(add, f"{key}.{axis}", values)
        selection[axis] = values
    return selection


def _groups(values: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the plain values as one group, and each list among them (a team) as a group of its own."""
    yield [value for value in values if not isinstance(value, (list, tuple))]
    for value in values:
        if isinstance(value, (list, tuple)):
            yield list(value)


def _no_duplicates(add: Add, key: str, values: Sequence[Any]) -> None:
    seen: list[str] = []
    for value in values:
        text = json.dumps(value)
        if text in seen:
            add(key, f"{text} is there twice")
        seen.append(text)


# -- parameters --------------------------------------------------------------------------------------------------


def build_parameters(game: Game, values: Mapping[str, Any], sweep: Mapping[str, Any] | None = None) -> BaseModel:
    """Return the game's parameters with these values; a swept path overrides. Raises pydantic's `ValidationError`."""
    tree = dict(values)
    for path, value in (sweep or {}).items():
        tree = replaced(tree, path.split("."), value)
    # By way of JSON: there, pydantic's strict mode takes a list for a tuple, yet never true for 1 or "2" for 2.
    return game.parameters_model().model_validate_json(json.dumps(tree), strict=True)


def defaults(game: Game) -> dict[str, Any]:
    """Return the parameters of the rules as JSON values."""
    return game.parameters_model()().model_dump(mode="json")


def check_parameters(add: Add, game: Game, asked: Mapping[str, Any], sweep: Mapping[str, Any]) -> Grid:
    """Check parameters and sweep; what is at fault is noted and left out."""
    base = defaults(game)
    paths = [path for path, _ in flatten(base)]
    known = _drop_unknown(add, asked, base, "parameters", paths)
    values = merge(base, known)
    try:
        parameters = build_parameters(game, values)
    except ValidationError as error:
        for path, problem in explain(error, values, paths):
            add(join(("parameters", *path)), problem)
        values, parameters = base, game.parameters_model()()
    swept = _check_sweep(add, game, values, sweep, paths)
    return Grid(parameters, parameters.model_dump(mode="json"), swept)


def _drop_unknown(
    add: Add, tree: Mapping[str, Any], base: Mapping[str, Any], prefix: str, paths: list[str]
) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in tree.items():
        path = f"{prefix}.{key}"
        if base and key not in base:
            tables = dict.fromkeys(table for known in paths for table in _prefixes(known))
            add(path, unknown_key(path.partition(".")[2], [*paths, *tables]))
        elif isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            kept[key] = _drop_unknown(add, value, base[key], path, paths)
        else:
            kept[key] = value
    return kept


def _check_sweep(
    add: Add, game: Game, values: Mapping[str, Any], sweep: Mapping[str, Any], paths: list[str]
) -> dict[str, list[Any]]:
    tables = {path for name in paths for path in _prefixes(name)}
    swept: dict[str, list[Any]] = {}
    for name, entries in flatten(sweep):
        key, path = f"sweep.{name}", name.removeprefix(f"{game.name}.")
        if path not in paths:
            hint = "names a table; sweep one of its keys" if path in tables else unknown_key(path, paths)
            add(key, hint)
        elif not isinstance(entries, list) or not entries:
            add(key, "must be a list of at least one value")
        else:
            allowed = [_swept(add, game, values, path, entry, f"{key}[{n}]") for n, entry in enumerate(entries)]
            _no_duplicates(add, key, allowed)
            swept[path] = entries
    return swept


def _swept(add: Add, game: Game, values: Mapping[str, Any], path: str, entry: Any, key: str) -> Any:
    """Return a swept value as the rules take it, so that 1 and 1.0 are the same share; what is at fault as it is."""
    try:
        parameters = build_parameters(game, values, {path: entry})
    except ValidationError as error:
        for _, problem in explain(error, replaced(dict(values), path.split("."), entry)):
            add(key, problem)
        return entry
    return dict(flatten(parameters.model_dump(mode="json")))[path]


def _prefixes(path: str) -> Iterator[str]:
    steps = path.split(".")
    for n in range(1, len(steps)):
        yield ".".join(steps[:n])


# -- cells -------------------------------------------------------------------------------------------------------


def lay_out(add: Add, game: Game, content: Any, experiment: Experiment, grid: Grid) -> list[Cell]:
    """Return every cell of the grid in order: the game's cells, in each the policies, in each the swept values.

    `experiment` is the effective one but for parameters and sweep, which `grid` has.
    """
    axes = select(add, game, experiment.cells, content)
    policies = experiment.policy
    if len(axes) * len(policies) * math.prod(map(len, grid.sweep.values())) > MAX_CELLS:
        add("sweep", f"makes more than {MAX_CELLS} cells")
        return []
    combinations = [dict(zip(grid.sweep, values, strict=True)) for values in itertools.product(*grid.sweep.values())]
    cells: list[Cell] = []
    played = {policy: [plays(experiment, policy, each) for each in axes] for policy in policies}
    players = {policy: _players(add, game, content, policy, axes, played[policy]) for policy in policies}
    for k, policy, sweep in itertools.product(range(len(axes)), policies, combinations):
        if played[policy][k]:
            cells.append(Cell(len(cells), axes[k], policy, sweep, players[policy][k]))
    for policy in policies:
        if axes and not any(played[policy]):
            add(f"only.{policy}", "leaves it no cell of the grid")
    for cell in cells:
        _check_cell(add, game, content, experiment.seed, grid, cell)
    return cells


def plays(experiment: Experiment, policy: str, axes: Mapping[str, Any]) -> bool:
    """Whether a policy plays a cell of the game's grid."""
    only = experiment.only.get(policy, {})
    return all(json.dumps(axes[axis]) in map(json.dumps, values) for axis, values in only.items())


def select(add: Add, game: Game, selection: Mapping[str, Any], content: Any) -> list[dict[str, Any]]:
    """Return the axes of the game's cells; none if the selection is at fault."""
    try:
        return game.cells(selection, content)
    except SelectionError as error:
        _add_lines(add, "cells", error, game.axes)
        return []


def _players(
    add: Add, game: Game, content: Any, policy: str, cells: Sequence[Mapping[str, Any]], played: Sequence[bool]
) -> list[Players | None]:
    """Return who plays by which policy in each of the game's cells, None where all play by one as it is.

    The first cell that is `played` and that a mix does not fit is noted.
    """
    found: list[Players | None] = [None] * len(cells)
    for k, axes in enumerate(() if policy in game.policies else cells):
        if not played[k]:
            continue
        try:
            found[k] = resolve(policy, game, axes, content)
        except SelectionError as error:
            where = ", ".join(f"{axis} {json.dumps(value)}" for axis, value in axes.items() if value is not None)
            add("policy", f"{error} (with {where})")
            break
    return found


def _add_lines(add: Add, key: str, error: SelectionError, known: Sequence[str]) -> None:
    """Note what a game says; a line that begins with a known name and a colon is about that key."""
    for line in str(error).splitlines():
        name, colon, problem = line.partition(": ")
        if colon and name in known:
            add(f"{key}.{name}", problem)
        else:
            add(key, line)


def _check_cell(add: Add, game: Game, content: Any, seed: int, grid: Grid, cell: Cell) -> None:
    try:
        parameters = build_parameters(game, grid.values, cell.sweep)
    except ValidationError as error:
        for path, problem in explain(error, grid.values):
            add(join(("sweep", *path)), f"{problem} (with {json.dumps(dict(cell.sweep))})")
        return
    try:
        game.rules(cell.axes, parameters, content, seed)
    except SelectionError as error:
        _add_lines(add, "parameters", error, [path for path, _ in flatten(grid.values)])
