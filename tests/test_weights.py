"""Weights of a user's own: what may be given, what is said of faults, how they reach the players, the file."""

from __future__ import annotations

import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sim
from sim.config import load
from sim.errors import UserError
from sim.faults import join
from sim.game import Game, Range, Weights, discover
from sim.weights import differing, in_words, names, own, problems, range_of, told, values_in, with_values, written

pytestmark = pytest.mark.usefixtures("toys")


def hand() -> Weights:
    """Return the weights of the toy."""
    return discover()["darts"].weights()["hand"]


# -- what every game has -------------------------------------------------------------------------------------------


def sets() -> list[tuple[str, str]]:
    """Return (game, name) of all weights there are."""
    return [(game.name, name) for game in discover().values() for name in game.weights()]


@pytest.mark.parametrize(("game", "name"), [*sets(), ("darts", "hand")])
def test_the_games_own_weights_may_be(game: str, name: str) -> None:
    """They are within their ranges, every range is of something, and a policy without second sight goes by them."""
    one = discover()[game]
    weights = one.weights()[name]
    known = {each for address, _ in values_in(own(weights.file)) for each in names(address)}

    assert list(problems(weights, own(weights.file))) == []
    assert set(weights.ranges) <= known
    assert not one.policies[weights.policy].sees_hidden
    assert set(weights.only) <= set(one.axes)
    assert weights.file.is_relative_to(one.folder)
    assert weights.file.name == "weights.toml"
    for allowed in weights.ranges.values():
        assert allowed.least < allowed.most
        assert allowed.least % allowed.step == allowed.most % allowed.step == 0
        assert allowed.unit > 0


def memory(game: Game, weights: Any = None) -> bytes:
    """Return all that a workspace holds."""
    space = game.workspace(weights)
    parts = [getattr(space, one.name) for one in fields(space)] if is_dataclass(space) else [repr(space)]
    return b"".join(np.asarray(part).tobytes() for part in parts)


@pytest.mark.parametrize(("game", "name"), [*sets(), ("darts", "hand")])
def test_every_weight_that_may_be_changed_reaches_the_players(game: str, name: str) -> None:
    """The game's own given as a user's change nothing; any number changed is seen in the workspace."""
    one = discover()[game]
    weights = one.weights()[name]
    before = memory(one)

    assert memory(one, {name: own(weights.file)}) == before
    for address, value in values_in(own(weights.file)):
        if allowed := range_of(weights, address):
            other = value + allowed.step if value + allowed.step <= allowed.most else value - allowed.step
            assert memory(one, {name: with_values(own(weights.file), {address: other})}) != before, join(address)


# -- tables --------------------------------------------------------------------------------------------------------


def test_the_longest_name_says_the_range() -> None:
    """Both leads are in `lead`, the second has a range of its own; what no name is of is fixed."""
    assert names(("lead", 1)) == ["lead[1]", "lead"]
    assert range_of(hand(), ("lead", 0)) == Range(-40, 40, unit=10)
    assert range_of(hand(), ("lead", 1)) == Range(-9, 9)
    assert range_of(hand(), ("grip", "firm")) == Range(0, 1)
    assert range_of(hand(), ("name",)) is None


def test_what_differs() -> None:
    """Tables are compared key by key, lists as a whole; what is the same is left out."""
    base = {"a": 1, "b": [1, 2], "c": {"d": 3, "e": 4}, "f": {"g": 5}}

    assert differing(base, base) == {}
    assert differing(base, {**base, "b": [1, 3], "c": {"d": 3, "e": 9}}) == {"b": [1, 3], "c": {"e": 9}}
    assert told({"hand": {"b": [1, 3], "c": {"e": 9}}}) == "hand (b, c.e)"
    assert told(None) == ""


def test_with_values_leaves_the_table_alone() -> None:
    """A copy has the other values."""
    table = {"a": [1, [2, 3]], "b": {"c": 4}}

    assert with_values(table, {("a", 1, 0): 7, ("b", "c"): 8}) == {"a": [1, [7, 3]], "b": {"c": 8}}
    assert table == {"a": [1, [2, 3]], "b": {"c": 4}}


def test_ranges_in_words() -> None:
    """Whole numbers, multiples and any numbers."""
    assert in_words(Range(0, 9), whole=True) == "a whole number from 0 to 9"
    assert in_words(Range(0, 8, step=2), whole=True) == "a multiple of 2 from 0 to 8"
    assert in_words(Range(0, 1), whole=False) == "a number from 0 to 1"


# -- experiments ---------------------------------------------------------------------------------------------------


def test_a_config_names_a_file_beside_it_or_has_a_table(tmp_path: Path) -> None:
    """Either comes to the same experiment: only what differs is kept, and every cell has the whole table."""
    (tmp_path / "mine.toml").write_text("lift = 30\nlead = [0, 7]\n")
    (tmp_path / "by_file.toml").write_text('game = "darts"\nweights = { hand = "mine.toml" }\n')
    (tmp_path / "by_table.toml").write_text('game = "darts"\n[weights.hand]\nlift = 30\n')
    by_file, by_table = load(tmp_path / "by_file.toml"), load(tmp_path / "by_table.toml")

    assert by_file.experiment == by_table.experiment
    assert by_file.experiment.identity()["weights"] == {"hand": {"lift": 30}}
    assert all(cell.weights == {"hand": {**own(hand().file), "lift": 30}} for cell in by_file.cells)
    (tmp_path / "again.toml").write_text(by_file.to_toml())
    assert load(tmp_path / "again.toml").experiment == by_file.experiment


def test_what_changes_nothing_is_no_weights_of_ones_own(tmp_path: Path) -> None:
    """With the package's file given the experiment is the same as without."""
    without = load(options={"game": "darts"})
    given = load(options={"game": "darts", "weights": {"hand": str(hand().file)}})

    assert given.experiment == without.experiment
    assert given.experiment.identity()["weights"] is None


def test_weights_from_python(tmp_path: Path) -> None:
    """At a lift of 30 and a lead of -12 nine darts of ten hit, at the package's own four of ten."""
    shots = {"table": "short", "players": 2, "playouts": 300}
    own_way, best = (
        sim.run("darts", **shots),
        sim.run("darts", weights={"hand": {"lift": 30, "lead": [-12, 7]}}, **shots),
    )

    assert own_way["low"][0] < 0.432 < own_way["high"][0]
    assert best["low"][0] < 0.9 < best["high"][0]


def test_every_fault_is_named(tmp_path: Path) -> None:
    """File and key, what is wrong and what is allowed, a line each."""
    file = tmp_path / "mine.toml"
    file.write_text('lift = 31\nlead = [41, 3.0]\nname = "#2"\nlob = 1\n[grip]\nfirm = nan\nsoft = 1\n')
    with pytest.raises(UserError) as caught:
        load(options={"game": "darts", "weights": {"hand": str(file)}})

    assert list(caught.value.faults) == [
        f"{file}: lift: must be a multiple of 2 from 0 to 100, not 31",
        f"{file}: lead[0]: must be a whole number from -40 to 40, not 41",
        f"{file}: lead[1]: must be a whole number from -9 to 9, not 3.0",
        f'{file}: name: is fixed at "#1", not "#2"',
        f"{file}: lob: is unknown; allowed: lift, lead, name, grip",
        f"{file}: grip.firm: must be a number from 0 to 1, not NaN",
        f"{file}: grip.soft: is unknown; allowed: firm",
    ]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("hand = 3", "weights.hand: must be a table or the name of a file, not 3"),
        ("hand = { lift = true }", "weights.hand.lift: must be a multiple of 2 from 0 to 100, not true"),
        ("hand = { lead = 3 }", "weights.hand.lead: must be a list of 2, not 3"),
        ("hand = { lead = [1] }", "weights.hand.lead: must be a list of 2, not [1]"),
        ("hand = { grip = 1 }", "weights.hand.grip: must be a table, not 1"),
        ("foot = {}", 'weights: "foot" is not allowed; allowed: "hand"'),
    ],
)
def test_faults_of_a_config(tmp_path: Path, table: str, fault: str) -> None:
    """They are named by the config's keys."""
    file = tmp_path / "config.toml"
    file.write_text(f'game = "darts"\nweights = {{ {table} }}\n')
    with pytest.raises(UserError) as caught:
        load(file)

    assert list(caught.value.faults) == [f"{file}: {fault}"]


# -- the file ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), [*sets(), ("darts", "hand")])
def test_a_file_with_the_same_values_is_the_same(game: str, name: str) -> None:
    """Below the head stands the package's file to the letter."""
    weights = discover()[game].weights()[name]

    assert written(weights, own(weights.file), ["So it is.", ""]) == f"# So it is.\n#\n\n{weights.file.read_text()}"


def test_comments_stay_where_there_is_room(tmp_path: Path) -> None:
    """A mark within a text is no comment; a long value pushes its comment on."""
    file = tmp_path / "weights.toml"
    file.write_text('a = 1  # first\nb = "x # y" # second\n\n[t]  # third\nc = [1, 2]\n')
    weights = Weights(file, "p", {})
    table = {"a": 1_000_000, "b": "x # y", "t": {"c": [1, -20.5]}}
    text = written(weights, table, ["head"])

    assert text == '# head\n\na = 1000000 # first\nb = "x # y" # second\n\n[t]  # third\nc = [1, -20.5]\n'
    assert tomllib.loads(text) == table


def test_a_file_that_cannot_be_rewritten_is_named(tmp_path: Path) -> None:
    """A value over several lines is more than this does."""
    file = tmp_path / "weights.toml"
    file.write_text("a = [\n  1,\n]\n")

    with pytest.raises(UserError, match="one line each"):
        written(Weights(file, "p", {}), {"a": [2]}, [])
