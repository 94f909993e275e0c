"""An experiment: from a TOML file and the command line to checked data, with every fault named at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError

from sim import toml
from sim.errors import UserError
from sim.faults import DEEPEST, LARGEST, SHOWN, explain, improper, join, listed, not_allowed, show, unknown_key
from sim.game import Cell, ContentError, Game, discover
from sim.grid import (
    MOST_PLAYOUTS,
    build_parameters,
    check_only,
    check_parameters,
    check_playouts,
    check_policies,
    check_selection,
    lay_out,
    select,
)
from sim.mixes import NOBODY, is_seats
from sim.mixes import without as without_seats
from sim.trees import merge, replaced, without
from sim.weights import differing, laid_over, own, problems

if TYPE_CHECKING:
    from sim.game import WeightTables

MOST_THREADS = 1024
Names = str | list[str]
Number = Annotated[int, Field(ge=1, le=MOST_PLAYOUTS)]


def number_or_table(value: Any) -> str:
    """Return which form of a key a value has, so that a fault is explained in that form's words."""
    return "table" if isinstance(value, Mapping) else "number"


Playouts = Annotated[
    Annotated[Number, Tag("number")] | Annotated[dict[str, Any], Tag("table")], Discriminator(number_or_table)
]


class Experiment(BaseModel):
    """An experiment as a config file states it; every key may be left out but `game`."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    game: str = Field(description="the game's name: a folder in sim/games")
    seed: Annotated[int, Field(ge=0, le=LARGEST, description="seed of every cell: cells meet the same luck")] = 1
    playouts: Playouts = Field(default=10_000, description="playouts of each cell; or a table: policy -> playouts")
    precision: Annotated[float, Field(gt=0, lt=0.5)] | None = Field(
        default=None, description="instead of playouts: play each cell until its win rate is known to within so much"
    )
    max_playouts: Number = Field(default=1_000_000, description="with precision: of each cell at most")
    policy: Names = Field(default_factory=list, description="who plays: a policy's name, or several")
    content: str | dict[str, Any] | None = Field(
        default=None, description="a TOML file, relative to this one, or a table: cards, missions, ... of your own"
    )
    weights: dict[str, Any] | None = Field(
        default=None, description="players' weights that differ, by name: a file as `sim train` writes it, or a table"
    )
    rows: Literal["all", "none"] = Field(default="all", description="whether a row a playout is stored")
    threads: Annotated[int, Field(ge=1, le=MOST_THREADS)] | None = Field(
        default=None, description="default: a thread a core"
    )
    cells: dict[str, Any] = Field(default_factory=dict, description="axis -> value or list; absent: the default grid")
    only: dict[str, dict[str, Any]] = Field(
        default_factory=dict, description="policy -> axis -> value or list: it plays no other cells"
    )
    parameters: dict[str, Any] = Field(default_factory=dict, description="numbers of the rules that differ")
    sweep: dict[str, Any] = Field(default_factory=dict, description="parameter path -> list of values: a cell each")

    def identity(self) -> dict[str, Any]:
        """Return all that decides the results, as JSON values: everything but `threads`."""
        return {key: value for key, value in self.effective().items() if key != "threads"}

    def effective(self) -> dict[str, Any]:
        """Return the keys that are in force, as JSON values: of playouts and precision the one that is used."""
        unused = {"precision", "max_playouts"} if self.precision is None else {"playouts"}
        return self.model_dump(mode="json", exclude=unused if self.only else {*unused, "only"})

    def playouts_of(self, policy: str) -> int:
        """Return the playouts of each cell that a policy plays."""
        if self.precision is not None:
            return self.max_playouts
        return self.playouts[policy] if isinstance(self.playouts, dict) else self.playouts


@dataclass(frozen=True)
class Prepared:
    """An experiment ready to run. In `experiment`, policies, content and parameters are the effective ones.

    `asked` is what was asked for, as JSON values: what it leaves out follows the game's defaults, whenever it is read.
    """

    experiment: Experiment
    game: Game
    content: Any
    base_parameters: BaseModel
    cells: list[Cell]
    asked: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def parameters(self, cell: Cell) -> BaseModel:
        """Return the parameters that a cell plays with, its sweep included."""
        if not cell.sweep:
            return self.base_parameters
        return build_parameters(self.game, self.experiment.parameters, cell.sweep)

    def playouts(self, cell: Cell) -> int:
        """Return the playouts that a cell is to have, at most if it is played until it is known precisely."""
        return self.experiment.playouts_of(cell.policy)

    def rules(self, cell: Cell) -> Any:
        """Return the rules record that a cell plays by."""
        return self.game.rules(cell.axes, self.parameters(cell), self.content, self.experiment.seed)

    def to_toml(self) -> str:
        """Return the effective experiment as a config file."""
        return toml.dumps(self.experiment.effective())


@dataclass
class Source:
    """The raw values of an experiment and where each came from, so that a fault names its place."""

    values: dict[str, Any]
    file: str
    options: dict[str, str] = field(default_factory=dict)  # key path -> option that set it
    faults: list[str] = field(default_factory=list)

    def where(self, path: str) -> str:
        """Return the place of a key: the option that set it, or file and key."""
        parts = path.replace("[", ".[").split(".")
        for n in range(len(parts), 0, -1):
            if option := self.options.get(".".join(parts[:n]).replace(".[", "[")):
                return option
        for key, option in self.options.items():
            if key.startswith(f"{path}."):
                return option
        return f"{self.file}: {path}" if self.file else path

    def add(self, path: str, problem: str) -> None:
        """Note a fault."""
        line = f"{self.where(path)}: {problem}"
        if line not in self.faults:
            self.faults.append(line)

    def stop(self) -> None:
        """Raise what was found."""
        if self.faults:
            raise UserError(*self.faults)


def load(
    file: Path | str | None = None,
    options: Mapping[str, Any] | None = None,
    sets: Sequence[str] = (),
    *,
    spelt: Mapping[str, str] | None = None,
    ladder: bool = False,
    forbid: Sequence[str] = (),
) -> Prepared:
    """Return the experiment of a config file (optional), of options that override its keys, and of `--set` texts.

    `options` maps a key (`seed`, `cells.scenario`) to a value; None is left out. A relative `content` or `weights` of
    the file is looked up beside the file, one of the options in the working folder. `spelt` says how a key
    was given where that is not an option of its name. Policies that are left out stand for the game's default, or with
    `ladder` for its ladder. What is to `forbid` is swept over; seats make mixes in which they are idle. Raises
    `UserError` with a line a fault.
    """
    source = Source(toml.read(Path(file)) if file else {}, str(file or ""))
    if isinstance(content := source.values.get("content"), str) and file:
        source.values["content"] = str(Path(file).parent / content)
    if isinstance(weights := source.values.get("weights"), Mapping) and file:
        beside = {name: str(Path(file).parent / entry) for name, entry in weights.items() if isinstance(entry, str)}
        source.values["weights"] = {**weights, **beside}
    for key, value in (options or {}).items():
        if value is not None:
            if key == "game" and source.values.get("game", value) != value:
                source.faults.append(f"GAME: is {show(value)}, but {file} is for {show(source.values['game'])}")
            source.values = replaced(source.values, key.split("."), value)
            option = "GAME" if key == "game" else f"--{key.rpartition('.')[2].replace('_', '-')}"
            source.options[key] = (spelt or {}).get(key, option)
    _last_way_to_stop(source)
    seats = [what for what in forbid if is_seats(what)]
    if seats and any(what != NOBODY and what not in seats for what in forbid):
        source.faults.append(f"--forbid {','.join(forbid)}: seats and rules are two lists; forbid one at a time")
    elif forbid and not seats:
        source.values = replaced(source.values, ["sweep", "forbid"], list(forbid))
        source.options |= dict.fromkeys(("sweep.forbid", "parameters.forbid"), "--forbid")
    return check(source, sets, ladder=ladder, idle=forbid if seats else (NOBODY,))


def from_manifest(manifest: Mapping[str, Any], file: Path) -> Prepared:
    """Return the experiment that a run's manifest holds."""
    return from_values(manifest.get("config"), str(file))


def from_values(values: Any, name: str, sets: Sequence[str] = ()) -> Prepared:
    """Return the experiment of values that were stored under a name, with `--set` texts."""
    return check(Source(dict(values) if isinstance(values, Mapping) else {}, name), sets)


def check(
    source: Source, sets: Sequence[str] = (), *, ladder: bool = False, idle: Sequence[str] = (NOBODY,)
) -> Prepared:
    """Check raw values against the game they name, and lay out the grid; in it each policy with these seats `idle`."""
    game = _game(source)
    overrides: dict[str, Any] = {}
    paths = [text.partition("=")[0].strip() for text in sets]
    for path in dict.fromkeys(path for path in paths if paths.count(path) > 1):
        source.faults.append(f"--set {path}: is given twice")
    for text in sets:
        _apply_set(source, text, game, overrides)
    experiment = _experiment(source)
    _one_way_to_stop(source)
    content = _content(source, game, experiment, overrides)
    usual = game.ladder or tuple(game.policies) if ladder else (game.default_policy,)
    asked = experiment.policy or usual
    policies = [asked] if isinstance(asked, str) else asked
    policies = check_policies(source.add, game, [without_seats(name, seats) for name in policies for seats in idle])
    more = "policy" in source.options
    playouts = check_playouts(source.add, game, experiment.playouts, policies, more=more)
    weights = _weights(source, game, experiment)
    own_content = source.values["content"] is not None
    only = check_only(source.add, game, experiment.only, policies, more=more, own_content=own_content)
    selection = check_selection(source.add, game, experiment.cells, own_content=own_content)
    if own_content and content is not None:
        select(source.add, game, selection, content)
    grid = check_parameters(source.add, game, experiment.parameters, experiment.sweep)
    source.stop()
    effective = experiment.model_copy(
        update={
            "policy": policies,
            "playouts": playouts,
            "cells": selection,
            "only": only,
            "parameters": grid.values,
            "sweep": grid.sweep,
            "content": source.values["content"],
        }
    )
    cells = lay_out(source.add, game, content, effective, grid)
    source.stop()
    asked_for = {**source.values, "policy": policies}
    return playing_by(Prepared(effective, game, content, grid.parameters, cells, asked_for), weights)


def playing_by(prepared: Prepared, weights: WeightTables) -> Prepared:
    """Return an experiment whose players go by these whole tables of weights; those that differ are its identity."""
    known = prepared.game.weights()
    changed = {name: differing(own(known[name].file), table) for name, table in weights.items()}
    changed = {name: changes for name, changes in sorted(changed.items()) if changes}
    tables = {name: weights[name] for name in changed}
    return replace(
        prepared,
        experiment=prepared.experiment.model_copy(update={"weights": changed or None}),
        asked={**prepared.asked, "weights": changed or None},
        cells=[replace(cell, weights=tables) for cell in prepared.cells],
    )


def _game(source: Source) -> Game:
    games, name = discover(), source.values.get("game")
    if isinstance(name, str) and name in games:
        return games[name]
    for key in source.values.keys() - Experiment.model_fields.keys():
        source.add(key, unknown_key(key, Experiment.model_fields))
    source.add("game", f"is missing; allowed: {listed(games)}" if name is None else not_allowed(name, list(games)))
    raise UserError(*source.faults)


def _experiment(source: Source) -> Experiment:
    """Check the keys themselves; a faulty one is noted and stands at its default, so that the rest is checked too."""
    values = dict(source.values)
    for path, problem in list(improper(values)):
        if len(path) == 1 and isinstance(values[str(path[0])], int):
            continue  # the key's own bounds say it better
        source.add(join(path), problem)
        values = without(values, [str(step) for step in path[:2]])
    try:
        return Experiment.model_validate(values)
    except ValidationError as error:
        for path, problem in explain(error, values, Experiment.model_fields):
            source.add(join(path), problem)
            values.pop(str(path[0]), None)
    return Experiment.model_validate(values)


def _last_way_to_stop(source: Source) -> None:
    """Let an option for the number of playouts replace a file's precision, and the other way round."""
    if "precision" in source.options and "playouts" not in source.options:
        source.values = without(source.values, ["playouts"])
    elif "playouts" in source.options and "precision" not in source.options:
        source.values = without(without(source.values, ["precision"]), ["max_playouts"])


def _one_way_to_stop(source: Source) -> None:
    """Note a fault where both a number of playouts and a precision are asked for, or a limit without a precision."""
    given = source.values.keys() & {"playouts", "max_playouts", "precision"}
    if {"playouts", "precision"} <= given:
        source.add("playouts", "excludes a precision; with one, max_playouts is the most of a cell")
    elif "max_playouts" in given and "precision" not in given:
        source.add("max_playouts", "belongs to precision; without it, playouts says how many there are")


def _content(source: Source, game: Game, experiment: Experiment, overrides: Mapping[str, Any]) -> Any:
    """Load the game's content with the user's tables, which replace their file's name in the values; None if faulty."""
    tables, name = experiment.content, source.where("content")
    if isinstance(tables, str):
        name, tables = tables, toml.read(Path(tables))
        for path, problem in improper(tables):
            source.faults.append(f"{name}: {join(path)}: {problem}")
        if source.faults:
            tables = {}
    merged = merge(tables or {}, overrides)
    source.values["content"] = merged or None
    if overrides and not tables:
        name = "--set content"
    try:
        return game.load_content(merged or None, name if merged else "")
    except ContentError as error:
        source.faults.extend(error.faults)
    return None


def _weights(source: Source, game: Game, experiment: Experiment) -> dict[str, Any]:
    """Return the tables of weights that are given, whole, by name; faults are noted."""
    known, tables = game.weights(), {}
    for name, given in (experiment.weights or {}).items():
        if name not in known:
            problem = not_allowed(name, list(known)) if known else f"{game.title} has no weights that can be changed"
            source.add("weights", problem)
            continue
        if not isinstance(given, (str, Mapping)):
            source.add(join(("weights", name)), f"must be a table or the name of a file, not {show(given)}")
            continue
        table = toml.read(Path(given)) if isinstance(given, str) else given
        faults = list(problems(known[name], table))
        for path, problem in faults:
            if isinstance(given, str):
                source.faults.append(f"{given}: {join(path)}: {problem}")
            else:
                source.add(join(("weights", name, *path)), problem)
        if not faults:
            tables[name] = laid_over(known[name], table)
    return tables


def _apply_set(source: Source, text: str, game: Game, overrides: dict[str, Any]) -> None:
    """Put a `--set PATH=VALUE` among the parameters, or among the content's overrides."""
    path, equals, value_text = text.partition("=")
    steps = [step.strip() for step in path.split(".")]
    if not equals or not all(steps):
        source.faults.append(f"--set {text}: must have the form PATH=VALUE")
        return
    if len(steps) > DEEPEST:
        source.faults.append(f"--set {path[:SHOWN]}...: must be a path of at most {DEEPEST} steps")
        return
    if steps[0] == game.name and len(steps) > 1:
        steps = steps[1:]
    try:
        value = toml.parse_value(value_text.strip(), f"--set {path}")
    except UserError as error:
        source.faults.extend(error.faults)
        return
    if faults := [problem for _, problem in improper(value)]:
        source.faults.append(f"--set {path}: {faults[0]}")
        return
    if steps[0] == "content" and len(steps) > 1:
        overrides.update(replaced(overrides, steps[1:], value))
    elif isinstance(source.values.setdefault("parameters", {}), Mapping):
        source.values = replaced(source.values, ["parameters", *steps], value)
        source.options[".".join(["parameters", *steps])] = f"--set {path}"
