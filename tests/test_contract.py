"""What every game must fulfil: those of the package and the toys. A new game is tested here as soon as it is there."""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from sim.cli.list import What, rows_of
from sim.config import load
from sim.dictionary import entries
from sim.errors import UserError
from sim.experiment import execute
from sim.game import Cell, ContentError, Game, SelectionError, View, discover
from sim.grid import build_parameters
from sim.mixes import resolve
from sim.parameters import described
from sim.parts import signature_of
from sim.ranges import range_of
from sim.report.cells import parts_of, samples_of
from sim.report.readings import labelling
from sim.report.tables import base_tables
from sim.report.views import view_tables
from sim.schema import schema_of
from sim.spelling import Spelt
from sim.starter import starter
from sim.store import open_run

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [ROOT / "sim" / "games", ROOT / "tests" / "toys"]
NAMES = sorted(path.parent.name for folder in FOLDERS for path in folder.glob("*/__init__.py"))
ADDED = ("share", "map", "distribution")  # kinds that add up further axes
KINDS = {"win_rate", "with_without", "share", "map", "distribution"}
SEED = 5


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest, toys: None) -> Game:
    """Return each game in turn."""
    return discover()[request.param]


def first_cell(game: Game, policy: str = "") -> Cell:
    """Return the first cell of the default grid."""
    content, policy = game.load_content(), policy or game.default_policy
    axes = game.cells({}, content)[0]
    return Cell(0, axes, policy, players=resolve(policy, game, axes, content))


def rules_of(game: Game, axes: Any) -> Any:
    """Return the rules record of a cell, with the rules' own numbers."""
    return game.rules(axes, game.parameters_model()(), game.load_content(), SEED)


def played(game: Game, policy: str, blocks: list[int], *, used: bool = False) -> tuple[Any, Any]:
    """Return the rows and the counts of playouts from 0 on, played in blocks of these sizes by one worker.

    `used`: rows hold something before they are written.
    """
    cell, workspace = first_cell(game, policy), game.workspace()
    rules = rules_of(game, cell.axes)
    rows, counts, first = [], np.zeros(1, game.counts_dtype()), 0
    for n in blocks:
        block = np.zeros(n, game.result_dtype())
        block.view(np.int8)[:] = used
        game.play(cell.player, rules, workspace, first, block, counts[0])
        rows.append(block)
        first += n
    return np.concatenate(rows), counts[0]


# -- what it says of itself ------------------------------------------------------------------------------------------


def test_names(game: Game) -> None:
    """The folder has the game's name; causes, wins, sides, axes and policies go together."""
    assert game.folder.name == game.name
    assert game.title
    assert tuple(game.axis_values()) == tuple(game.axes)
    assert game.causes[0] == "running"
    assert len(set(game.causes)) == len(game.causes)
    assert game.wins
    assert {*game.wins, *game.partial} < set(game.causes[1:])
    assert not {*game.wins} & {*game.partial}
    assert set(game.apart) <= set(game.axes)
    assert game.default_policy in game.policies
    assert all(name == policy.name and policy.summary for name, policy in game.policies.items())
    assert not game.policies[game.default_policy].sees_hidden


def test_arguments(game: Game) -> None:
    """Each has a name of its own, a range with the default in it, and a meaning; `Players` have room for them."""
    for code, policy in enumerate(game.policies.values()):
        names = [argument.name for argument in policy.arguments]
        assert len(set(names)) == len(names)
        for argument in policy.arguments:
            assert argument.least <= argument.default <= argument.most
            assert argument.meaning
        row = game.coded(policy.name)
        assert row[: 1 + len(names)] == [code, *(argument.default for argument in policy.arguments)]
        assert len(row) == len(game.coded(game.default_policy))


def test_records(game: Game) -> None:
    """Rows are whole 8-byte words without padding; counts are tables of int64; both have what the harness reads."""
    row, counts = game.result_dtype(), game.counts_dtype()

    assert {"index", "cause", game.length} <= set(row.names or ())
    assert row["index"] == np.int64
    assert row.itemsize % 8 == 0
    assert row.itemsize == sum(row[name].itemsize for name in row.names or ())
    assert all(counts[name].base == np.int64 for name in counts.names or ())
    assert counts["length_by_cause"].shape == (len(game.causes), game.max_length + 1)
    assert ("capped" in (row.names or ())) == ("capped" in (counts.names or ()))
    if game.winners:
        assert counts["winner"].shape == (len(game.winners),)


def test_every_column_is_explained(game: Game) -> None:
    """Each column of a row and each table of the counts is in the data dictionary, once, and nothing else."""
    listed = [(column.where, column.name) for column in entries(game)]
    dtypes = {"row": game.result_dtype(), "count": game.counts_dtype()}

    assert len(listed) == len(set(listed))
    assert all(column.meaning for column in entries(game))
    for where, dtype in dtypes.items():
        assert {name for place, name in listed if place == where} == set(dtype.names or ())


def test_hash_and_version(game: Game) -> None:
    """The source hash is 16 hex digits, and there is a version of the rules."""
    assert int(game.source_hash, 16) >= 0
    assert len(game.source_hash) == 16
    assert game.rules_version


# -- cells, parameters, content --------------------------------------------------------------------------------------


def test_every_cell_of_the_default_grid_has_rules(game: Game) -> None:
    """Its axes are the game's, in the game's order, and a rules record can be made of it."""
    cells = game.cells({}, game.load_content())

    assert cells
    assert all(tuple(cell) == tuple(game.axes) for cell in cells)
    assert len({json.dumps(cell) for cell in cells}) == len(cells)
    assert all(rules_of(game, cell) is not None for cell in cells)


def test_a_selection_selects(game: Game) -> None:
    """A value of the first axis gives cells of that value alone; an unknown one is refused with what is allowed."""
    axis, values = next(iter(game.axis_values().items()))
    content = game.load_content()

    for value in values:
        assert {cell[axis] for cell in game.cells({axis: [value]}, content)} == {value}
    with pytest.raises(SelectionError, match=str(values[0])):
        game.cells({axis: ["no such value"]}, content)


def test_assumptions_are_parameters(game: Game) -> None:
    """Each assumption is a parameter by that name, with its value as JSON."""
    parameters = game.parameters_model()()
    named = game.assumptions(parameters, game.load_content())

    assert named.items() <= parameters.model_dump(mode="json", by_alias=True).items()
    assert [row["path"].split(".")[0] for row in rows_of(game, What.PARAMETERS, None) if row["assumption"]]


def test_every_assumption_has_a_range(game: Game) -> None:
    """Its values are parameters of the game, the default among them; [low, high] of a number are in order."""
    defaults = game.parameters_model()().model_dump(mode="json", by_alias=True)
    for parameter in described(game.parameters_model()):
        found = range_of(parameter)
        assert found or not parameter.assumption, parameter.path
        if found is None:
            continue
        for value in found.values:
            build_parameters(game, defaults, {found.path: value})
        if found.is_span:
            low, high = found.values
            assert low < high
            assert low <= parameter.default <= high, parameter.path
        elif parameter.assumption:
            assert json.dumps(parameter.default) in map(json.dumps, found.values), parameter.path
        assert len(set(found.names)) == len(found.names) == len(found.values)


def test_levels_are_values_of_an_axis(game: Game) -> None:
    """Those that make it ever harder are known values of one of its axes, each once, two at least."""
    known = game.axis_values()
    for axis, order in game.levels.items():
        assert set(order) <= set(known[axis])
        assert len(set(order)) == len(order) > 1


def test_unknown_content_is_refused(game: Game) -> None:
    """A section that the content does not have is a fault that names file and section."""
    with pytest.raises(ContentError) as caught:
        game.load_content({"no_such_section": {}}, "mine.toml")

    assert caught.value.faults[0].startswith("mine.toml: no_such_section: ")


def test_the_starter_fits_the_schema(game: Game, tmp_path: Path) -> None:
    """`sim init` writes a config that `sim validate` and an editor's schema take; both refuse an unknown key."""
    file = tmp_path / "mine.toml"
    file.write_text(starter(game))
    schema = schema_of(game, "config")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator.check_schema(schema_of(game, "content"))

    assert load(file).cells
    jsonschema.validate(tomllib.loads(file.read_text()), schema)
    file.write_text(starter(game).replace("[cells]", "[cells]\nno_such_axis = 1"))
    with pytest.raises(UserError, match="no_such_axis"):
        load(file)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(file.read_text()), schema)


def test_listings(game: Game) -> None:
    """What is listed are rows with the same columns, as JSON values."""
    for what in What:
        rows = rows_of(game, what, None)
        assert len({tuple(row) for row in rows}) <= 1, what
        json.dumps(rows)


# -- playing ---------------------------------------------------------------------------------------------------------


def policies(game: Game) -> Iterator[tuple[str, Any, Any]]:
    """Yield each policy, its arguments at their least, with the rows and counts of its first playouts."""
    for policy in game.policies.values():
        least = tuple(argument.least for argument in policy.arguments)
        yield (str(Spelt(policy, least)), *first_playouts(game, str(Spelt(policy, least))))


@functools.cache
def first_playouts(game: Game, policy: str) -> tuple[Any, Any]:
    """Return the rows and counts of some playouts: of one, for a policy with arguments, which may think long."""
    return played(game, policy, [1 if "(" in policy else 4])


def test_blocks_leave_no_trace(game: Game) -> None:
    """Every policy plays; in one block or in two, into clean rows or used ones, all bits are the same."""
    for policy, rows, counts in policies(game):
        again, recounted = played(game, policy, [1, len(rows) - 1], used=True)
        assert rows.tobytes() == again.tobytes(), policy
        assert counts.tobytes() == recounted.tobytes(), policy
        assert signature_of(rows) == signature_of(again)


def test_counts_are_those_of_the_rows(game: Game) -> None:
    """Rows are numbered and end by a known cause within the longest length; the counts count just them."""
    for _, rows, counts in policies(game):
        assert rows["index"].tolist() == list(range(len(rows)))
        assert rows["cause"].min() >= 1
        assert rows["cause"].max() < len(game.causes)
        assert rows[game.length].min() >= 1
        expected = np.zeros_like(counts["length_by_cause"])
        np.add.at(expected, (rows["cause"], rows[game.length]), 1)
        assert (counts["length_by_cause"] == expected).all()
        if game.winners:
            assert counts["winner"].sum() == len(rows)


def test_rows_can_be_read(game: Game) -> None:
    """Decoded, each column has a value a row, in plain types, and the cause is a word."""
    rows, _ = played(game, game.default_policy, [3])
    decoded = game.decode(rows, game.load_content())

    assert all(len(values) == 3 for values in decoded.values())
    assert set(decoded["cause"]) <= set(game.causes[1:])
    json.dumps(decoded)


def test_a_trace_ends_as_the_row(game: Game) -> None:
    """Header, events numbered from 0, at the end the stored row, number for number or in words; told, it is a story."""
    content, parameters = game.load_content(), game.parameters_model()()
    for policy, rows, _ in policies(game):
        index, row = len(rows) - 1, rows[-1]
        lines = list(game.trace(first_cell(game, policy), parameters, content, SEED, index))
        head, *between, result = json.loads(json.dumps(lines))
        numbers = [line["n"] for line in between if line["type"] == "event"]

        assert (head["type"], head["game"], head["policy"], head["seed"]) == ("header", game.name, policy, SEED)
        assert (head["index"], head["source_hash"]) == (index, game.source_hash)
        assert head["assumptions"] == game.assumptions(parameters, content)
        assert {line["type"] for line in between} <= {"event", "state"}
        assert numbers
        assert numbers == list(range(len(numbers)))
        assert (result["type"], result["won"]) == ("result", result["cause"] in game.wins)
        words = game.decode(rows[-1:], content)
        for name in rows.dtype.names or ():
            assert result[name] in (row[name].item(), words.get(name, [None])[0]), name
        story = list(game.narrate(lines))
        assert len(story) > 2
        assert all(isinstance(line, str) for line in story)


# -- reports ---------------------------------------------------------------------------------------------------------


def test_views_fit_their_tables(game: Game) -> None:
    """A view reads a table that is there, by as many axes as it has, and never beyond its end."""
    views = game.views(game.load_content())

    assert len({view.name for view in views}) == len(views)
    for view in views:
        shape = game.counts_dtype()[view.table].shape
        assert view.kind in KINDS
        assert view.title
        assert len(view.axes) == len(shape) or (view.kind in ADDED and len(view.axes) < len(shape))
        assert all(len(axis.labels or ()) <= size for axis, size in zip(view.axes, shape, strict=False))
        assert {*view.only, *([view.contrast] if view.contrast else [])} <= set(game.axes)
        assert_kind(view)


def assert_kind(view: View) -> None:
    """A rate is of lost and won; a map has two axes; a bar a cell needs words for its pieces."""
    if view.kind in ("win_rate", "with_without"):
        assert view.axes[-1].labels == ("lost", "won")
    if view.kind == "map":
        assert len(view.axes) == 2
    if view.by_cell:
        assert view.kind == "share"
        assert len(labelling(view)) == 1
        assert view.axes[0].labels


def test_titles_are_of_axes_and_views(game: Game) -> None:
    """Titles are given to values of the axes, to labels of the views and to causes, and to nothing else."""
    content = game.load_content()
    axes = {axis.name: axis.labels for view in game.views(content) for axis in view.axes}
    titles = game.titles(content)

    assert set(titles) <= {*game.axes, *axes, "cause"}
    assert all(isinstance(title, str) for named in titles.values() for title in named.values())
    for axis, values in game.axis_values().items():
        assert set(titles.get(axis, {})) <= set(values)


def test_a_run_is_tabulated(game: Game, tmp_path: Path) -> None:
    """From the stored counts of a run come all tables of a report, with a row at least each."""
    axes = {f"cells.{axis}": [value] for axis, value in first_cell(game).axes.items() if value is not None}
    policy = next(iter(game.policies))
    execute(load(options={"game": game.name, "playouts": 3, "policy": policy, **axes}), tmp_path / "run", quiet=True)
    run = open_run(tmp_path / "run")
    parts = parts_of(game, samples_of(run))

    for table in base_tables(game, parts):
        assert len(table.frame), table.name
    for view in game.views(run.content):
        if all(axes.get(f"cells.{axis}", [None])[0] in values for axis, values in view.only.items()):
            assert view.contrast or [table.name for table in view_tables(game, view, parts)], view.name
