"""Experiments: what a config may say, how options override it, and what is said of every fault."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim import toml
from sim.config import load
from sim.errors import UserError
from sim.game import discover

pytestmark = pytest.mark.usefixtures("toys")

GOOD = """
game = "purse"
seed = 3
playouts = 50
policy = ["plain", "bold"]
rows = "none"
threads = 2
[cells]
table = "short"
players = [2, 3]
[parameters]
goal.2 = 7
weights = [0.25, 0.75]
[sweep]
long_tosses = [20, 30]
"""


def write(folder: Path, text: str, name: str = "experiment.toml") -> Path:
    """Write a file and return its path."""
    file = folder / name
    file.write_text(text)
    return file


def faults(file: Path | None = None, **more: Any) -> list[str]:
    """Return the lines that are said of a faulty config."""
    with pytest.raises(UserError) as caught:
        load(file, **more)
    return str(caught.value).splitlines()


def test_the_grid_is_multiplied(tmp_path: Path) -> None:
    """Two cells of the game, two policies, two swept values: eight cells, the game's axes outermost."""
    prepared = load(write(tmp_path, GOOD))
    cells = [(cell.axes["players"], cell.policy, cell.sweep["long_tosses"]) for cell in prepared.cells]

    assert [cell.index for cell in prepared.cells] == list(range(8))
    assert cells == [(n, policy, tosses) for n in (2, 3) for policy in ("plain", "bold") for tosses in (20, 30)]


def test_parameters_of_a_cell(tmp_path: Path) -> None:
    """A cell plays with the config's numbers and its own swept one; the rest stays at the rules' own."""
    prepared = load(write(tmp_path, GOOD))
    parameters: Any = prepared.parameters(prepared.cells[1])

    assert parameters.goal == {"2": 7, "3": 9}
    assert parameters.weights == (0.25, 0.75)
    assert [prepared.parameters(cell).long_tosses for cell in prepared.cells[:2]] == [20, 30]  # type: ignore[attr-defined]


def test_defaults(toys: None) -> None:
    """A game's name alone is an experiment: the default grid, policy, seed and playouts."""
    prepared = load(options={"game": "purse"})

    assert prepared.experiment.policy == ["plain"]
    assert (prepared.experiment.seed, prepared.experiment.playouts, prepared.experiment.rows) == (1, 10_000, "all")
    assert len(prepared.cells) == 4


def test_options_override_the_file(tmp_path: Path) -> None:
    """What the command line says wins over the file, key by key."""
    options = {"playouts": 9, "policy": ["bold"], "cells.players": [3], "seed": None}
    experiment = load(write(tmp_path, GOOD), options, ["goal.2=5", "purse.coin=euro"]).experiment

    assert (experiment.playouts, experiment.policy, experiment.seed) == (9, ["bold"], 3)
    assert experiment.cells == {"table": ["short"], "players": [3]}
    assert (experiment.parameters["goal"], experiment.parameters["coin"]) == ({"2": 5, "3": 9}, "euro")


def test_the_effective_experiment_can_be_fed_back(tmp_path: Path) -> None:
    """What `to_toml` shows makes the same experiment, content and all."""
    write(tmp_path, "[coins.lucky]\nheads = 70\n", "coins.toml")
    first = load(
        write(tmp_path, 'content = "coins.toml"\n' + GOOD), sets=["coin=lucky", "content.coins.penny.heads=40"]
    )
    again = load(write(tmp_path, first.to_toml(), "again.toml"))

    assert first.experiment.content == {"coins": {"lucky": {"heads": 70}, "penny": {"heads": 40}}}
    assert again == first


def test_content_is_looked_up_beside_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A config's content path is relative to the config; an option's is relative to where the command runs."""
    (tmp_path / "below").mkdir()
    write(tmp_path / "below", "[coins.lucky]\nheads = 70\n", "coins.toml")
    monkeypatch.chdir(tmp_path)
    config = write(tmp_path / "below", 'game = "purse"\ncontent = "coins.toml"\n')

    assert "lucky" in load(config).content["coins"]
    assert "lucky" in load(options={"game": "purse", "content": "below/coins.toml"}).content["coins"]


def test_all_faults_at_once_each_with_its_place(tmp_path: Path) -> None:
    """Every fault has a line of its own: file or option, key path, what is wrong, what is allowed."""
    text = """
    game = "purse"
    sed = 3
    seed = true
    playouts = -4
    policy = ["plain", "bald", "plain"]
    rows = "some"
    [cells]
    tabel = "short"
    table = ["short", "lung"]
    players = [true]
    [parameters]
    gaol.2 = 3
    goal.4 = 3
    goal.2 = "x"
    weights = [0.5, nan]
    [sweep]
    long_tosses = [1, 2, 99, 2]
    goal = [1]
    coin = "penny"
    """
    file = write(tmp_path, text)
    sets = ["wieghts=1", "fast=[", "long_tosses=0", "novalue"]
    expected = f"""
    --set fast: '[' is not a value; allowed: a number, true, false, a word, [a, list]
    --set novalue: must have the form PATH=VALUE
    {file}: parameters.weights[1]: must be a finite number, not nan
    {file}: seed: must be a whole number, not true
    {file}: playouts: must be at least 1, not -4
    {file}: rows: must be one of "all" or "none", not "some"
    {file}: sed: is unknown; the nearest known key is seed
    {file}: policy: "bald" is not allowed (did you mean "bold"?); allowed: "plain", "bold", "seer"
    {file}: policy: "plain" is there twice
    {file}: cells.tabel: is unknown; the nearest known key is table
    {file}: cells.table: "lung" is not allowed (did you mean "long"?); allowed: "short", "long"
    {file}: cells.players: true is not allowed; allowed: 2, 3
    {file}: parameters.gaol: is unknown; the nearest known key is goal
    {file}: parameters.goal.4: is unknown; the nearest known key is goal.3
    --set wieghts: is unknown; the nearest known key is weights
    {file}: parameters.goal.2: must be a whole number, not "x"
    --set long_tosses: must be at least 1, not 0
    {file}: sweep.long_tosses: 2 is there twice
    {file}: sweep.long_tosses[2]: must be at most 40, not 99
    {file}: sweep.goal: names a table; sweep one of its keys
    {file}: sweep.coin: must be a list of at least one value
    """

    assert sorted(faults(file, sets=sets)) == sorted(line.strip() for line in expected.strip().splitlines())


def test_a_swept_value_is_no_other_for_its_spelling(tmp_path: Path) -> None:
    """A share of 1 is one of 1.0: a sweep over both would name the same cell twice."""
    text = 'game = "purse"\n[sweep]\nweights = [[1, 0], [1.0, 0.0], [0.5, 0.5]]'

    assert faults(write(tmp_path, text))[0].endswith("sweep.weights: [1.0, 0.0] is there twice")


TWO = 'game = "coin"\npolicy = ["plain", "bold"]\n'


def test_playouts_by_policy(tmp_path: Path) -> None:
    """Each policy's cells have as many as its entry says; a number for all is what the command line gives."""
    file = write(tmp_path, TWO + "playouts = { bold = 20, plain = 300 }")
    prepared = load(file)

    assert prepared.experiment.playouts == {"plain": 300, "bold": 20}
    assert {(cell.policy, prepared.playouts(cell)) for cell in prepared.cells} == {("plain", 300), ("bold", 20)}
    assert load(write(tmp_path, prepared.to_toml(), "again.toml")) == prepared
    assert load(file, {"playouts": 7}).experiment.playouts == 7
    assert load(write(tmp_path, TWO + "playouts = { plain = 5, bold = 5 }")).experiment.playouts == 5


def test_policies_are_known_however_they_are_spelt(tmp_path: Path) -> None:
    """Playouts and cells of a mix go to the form in which a run stores it."""
    text = """
        game = "loop"
        policy = ["greedy", "greedy+seat2=idle"]
        playouts = { greedy = 9, "greedy + seat1 = greedy + seat2 = idle" = 3 }
        [cells]
        scenario = "sabotage"
        difficulty = ["month", "year"]
        [only."greedy + seat2=idle"]
        difficulty = "year"
        players = [2, 3]
    """
    prepared = load(write(tmp_path, text))
    mixed = [cell for cell in prepared.cells if cell.policy != "greedy"]

    assert prepared.experiment.playouts == {"greedy": 9, "greedy+seat2=idle": 3}
    assert {cell.axes["difficulty"] for cell in mixed} == {"year"}
    assert {cell.axes["players"] for cell in mixed} == {2, 3}
    assert len(prepared.cells) == 2 * 4 + len(mixed)
    assert load(write(tmp_path, prepared.to_toml(), "again.toml")) == prepared


def test_other_policies_on_the_command_line(tmp_path: Path) -> None:
    """What a file says of policies that are not chosen does not matter; a chosen one that it leaves out does."""
    file = write(tmp_path, TWO + "playouts = { bold = 20, plain = 300 }\nonly.bold.players = 3")

    assert load(file, {"policy": ["plain"]}).experiment.playouts == 300
    assert load(file, {"policy": ["plain"]}).experiment.only == {}
    assert load(file, {"policy": ["bold"]}).cells[0].axes["players"] == 3
    one = write(tmp_path, 'game = "coin"\npolicy = "plain"\nplayouts = { plain = 5 }')
    assert faults(one, options={"policy": ["bold"]}) == [f'{one}: playouts: says nothing of "bold"']
    assert load(one, {"policy": ["bold"], "playouts": 3}).experiment.playouts == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("playouts = { plain = 5 }", 'playouts: says nothing of "bold"'),
        ("playouts = {}", 'playouts: says nothing of "plain", "bold"'),
        ("playouts = { plain = 5, bold = 5, blod = 5 }", 'playouts: "blod" is not allowed (did you mean "bold"?)'),
        (
            "playouts = { plain = 5, bold = 0 }",
            "playouts.bold: must be a whole number from 1 to 1,000,000,000,000, not 0",
        ),
        ("playouts = { plain = 5, bold = true }", "playouts.bold: must be a whole number from 1 to"),
        ("playouts = { plain = 5, bold = 10000000000001 }", "playouts.bold: must be a whole number from 1 to"),
        ("playouts = { plain = 5, bold = 5, 'bold + seat1=bold' = 5 }", 'playouts: "bold" is there twice'),
        ("only = 3", "only: must be a table, not 3"),
        ("only.bold = 3", "only.bold: must be a table, not 3"),
        ("only.bald = { players = 2 }", 'only: "bald" is not allowed (did you mean "bold"?)'),
        ("only.bold = { player = 2 }", "only.bold.player: is unknown; the nearest known key is players"),
        ("only.bold = { players = 5 }", "only.bold.players: 5 is not allowed; allowed: 2, 3"),
        ("only.bold = { players = [] }", "only.bold.players: must have at least one value"),
        ("only.bold = { players = 2 }\n[cells]\nplayers = 3", "only.bold: leaves it no cell of the grid"),
    ],
)
def test_faults_of_what_is_said_by_policy(tmp_path: Path, text: str, fault: str) -> None:
    """Each is one line that names the place."""
    (found,) = faults(write(tmp_path, TWO + text))

    assert f"experiment.toml: {fault}" in found


def test_a_policy_that_is_not_played(tmp_path: Path) -> None:
    """In a config of one policy an entry for another is a mistake."""
    (found,) = faults(write(tmp_path, 'game = "coin"\npolicy = "plain"\nplayouts = { plain = 5, bold = 6 }'))

    assert found.endswith('playouts: "bold" is not played here; allowed: "plain"')


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", 'game: is missing; allowed: "coin", "darts", "loop", "purse"'),
        ('gmae = "coin"', "gmae: is unknown; the nearest known key is game"),
        ('game = "pursy"', 'game: "pursy" is not allowed (did you mean "purse"?); allowed: "coin", "darts", "loop"'),
        ("game = 3", "game: 3 is not allowed"),
        ("game = [", "is not TOML: "),
        ("game = " + 20_000 * "[", "is not TOML that can be read: too many lists or tables within one another"),
        (
            'game = "purse"\nseed = 9223372036854775808',
            "seed: must be at most 9223372036854775807, not 92233720368547758",
        ),
        ('game = "purse"\nseed = -1', "seed: must be at least 0, not -1"),
        ('game = "purse"\nplayouts = 1e4', "playouts: must be a whole number, not 10000.0"),
        ('game = "purse"\nplayouts = inf', "playouts: must be a finite number, not inf"),
        ('game = "purse"\nplayouts = 2000-01-01', "playouts: must be a text, a number, true or false, a list"),
        ('game = "purse"\ncells = 3', "cells: must be a table, not 3"),
        ('game = "purse"\n[cells]\nplayers = []', "cells.players: must have at least one value"),
        ('game = "purse"\n[cells]\nplayers = [2, 2]', "cells.players: 2 is there twice"),
        ('game = "purse"\n[parameters]\ncoin = "peny"', "parameters.coin: 'peny' is no coin; allowed: penny, euro"),
        ('game = "purse"\ncontent = "none.toml"', "none.toml: no such file"),
        ('game = "purse"\ncontent = {coins = {penny = {heads = 200}}}', "coins.penny.heads: must be a whole number"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, text: str, fault: str) -> None:
    """One fault gives a line that names the place and what is allowed, whatever else is in the file."""
    file = write(tmp_path, text)
    found = faults(file)

    assert any(fault in line for line in found)
    assert all("experiment.toml" in line or "none.toml" in line for line in found)


def test_a_missing_or_unreadable_file(tmp_path: Path) -> None:
    """A file that is not there, a folder, and bytes that are no text are each one line."""
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")

    assert faults(tmp_path / "no.toml") == [f"{tmp_path / 'no.toml'}: no such file"]
    assert faults(tmp_path) == [f"{tmp_path}: cannot be read: Is a directory"]
    assert faults(tmp_path / "bytes.toml") == [f"{tmp_path / 'bytes.toml'}: is not a text in UTF-8"]


# -- every key misspelt, every type wrong, values out of range ----------------------------------------------------

Path_ = tuple[str | int, ...]
WRONG: dict[type, list[Any]] = {
    bool: [7, "yes", [True], {"a": 1}],
    int: ["x", True, 1.5, [1], {"a": 1}, 2**70, -(2**70), float("nan"), float("inf"), -(10**6)],
    float: ["x", True, [1], {"a": 1}, 2**70, float("nan"), float("inf"), -1e9],
    str: [7, True, 1.5, "no such word", {"a": 1}],
    list: ["no such word", 7, True, {"a": 1}],
    dict: ["x", 7, True, [1]],
}


def mutations(tree: dict[str, Any], path: Path_ = ()) -> Iterator[tuple[Path_, Any, str]]:
    """Yield (path, value, key): put the value at the path ("misspelt": rename its key); `key` must be named."""
    for key, value in tree.items():
        here = (*path, key)
        yield here, "misspelt", f"{key}x"
        for wrong in WRONG[type(value)]:
            yield here, wrong, key
        if isinstance(value, dict):
            yield from mutations(value, here)
        if isinstance(value, list):
            for n, entry in enumerate(value):
                for wrong in WRONG[type(entry)]:
                    yield (*here, n), wrong, key


def mutated(base: dict[str, Any], path: Path_, value: Any) -> dict[str, Any]:
    """Return a changed copy."""
    tree = copy.deepcopy(base)
    below: Any = tree
    for step in path[:-1]:
        below = below[step]
    if value == "misspelt":
        below[f"{path[-1]}x"] = below.pop(path[-1])
    else:
        below[path[-1]] = value
    return tree


@pytest.mark.parametrize("name", ["purse", "loop"])
def test_every_mutation_is_rejected_by_file_and_key(tmp_path: Path, name: str) -> None:
    """A key misspelt, a value of a wrong type or out of range: refused with the file and the key, never a traceback."""
    game = discover()[name]
    axis, values = next(iter(game.axis_values().items()))
    options = {"game": name, "policy": list(game.policies)[:1], "threads": 1, f"cells.{axis}": [values[0]]}
    base = tomllib.loads(load(options=options).to_toml())
    path = next(path for path, value in base["parameters"].items() if isinstance(value, int))
    base["sweep"] = {path: [base["parameters"][path]]}
    accepted, unnamed = [], []
    for place, value, key in mutations(base):
        if place in (("parameters",), ("cells",), ("sweep",)) and value == {}:
            continue
        file = write(tmp_path, toml.dumps(mutated(base, place, value)))
        try:
            load(file)
        except UserError as error:
            lines = str(error).splitlines()
            if not all(line.startswith(f"{file}: ") for line in lines) or not any(key in line for line in lines):
                unnamed.append((place, value, lines))
        else:
            accepted.append((place, value))

    assert accepted == []
    assert unnamed == []


def test_nothing_is_too_deep(tmp_path: Path) -> None:
    """Tables within tables without end are a fault of one line, wherever they come from."""
    deep = ".".join(["a"] * 3000)
    file = write(tmp_path, f'game = "purse"\n{deep} = 1\nparameters.{deep} = 1\n')

    assert any("more than 20 tables or lists deep" in fault for fault in faults(file))
    for path in (deep, f"content.{deep}"):
        assert "must be a path of at most 20 steps" in faults(options={"game": "purse"}, sets=[f"{path}=1"])[0]


def test_a_grid_without_end(tmp_path: Path) -> None:
    """A sweep of far too many cells is refused before they are laid out."""
    names, numbers = ("long_tosses", "goal.2", "goal.3"), list(range(1, 41))
    weights = [[0.5, n / 100] for n in numbers]
    sweep = "\n".join([f"weights = {weights}", *(f"{name} = {numbers}" for name in names)])
    file = write(tmp_path, f'game = "purse"\n[sweep]\n{sweep}\n')

    assert faults(file) == [f"{file}: sweep: makes more than 100000 cells"]


def test_a_fault_of_a_table_names_the_option_that_set_a_key_in_it() -> None:
    """`--set goal.2.x=1` makes a table of a number."""
    assert faults(options={"game": "purse"}, sets=["goal.2.x=1"]) == ["--set goal.2.x: must be a whole number"]
