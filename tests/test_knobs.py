"""`--vary` and `--target`: what they say, and one line for what they cannot say."""

from __future__ import annotations

from typing import Any

import pytest

from sim.config import load
from sim.errors import UserError
from sim.knobs import Knob, knobs_of, sets_of
from sim.targets import Target, default_confirm, more_playouts, target_of, targets_of

pytestmark = pytest.mark.usefixtures("toys")


def prepared(game: str = "loop", **options: Any) -> Any:
    """Return an experiment."""
    return load(options={"game": game, **options})


def knob(text: str, game: str = "loop") -> Knob:
    """Return the one knob that a text names."""
    return knobs_of([text], prepared(game))[0]


def values(found: Knob) -> list[float]:
    """Return all values of a knob."""
    return [found.value(k) for k in range(len(found))]


def test_whole_numbers() -> None:
    """Both ends belong to the range; a step leaves some out; what there was is known."""
    assert values(knob("setup_clones.2=5..8")) == [5, 6, 7, 8]
    assert values(knob("loop.setup_clones.2 = 5..8:2")) == [5, 7]
    assert (knob("setup_clones.2=5..9").now, knob("setup_clones.2=5..9").start) == (7, 2)
    assert all(type(value) is int for value in values(knob("setup_clones.2=5..8")))


def test_the_declared_range() -> None:
    """Without a range it is what the parameter allows: cycles are 1 to 4, the short table's goal up to 40 heads."""
    assert values(knob("cycles")) == [1, 2, 3, 4]
    assert values(knob("goal.2", "coin")) == list(range(1, 41))
    assert values(knob("spawn.1")) == list(range(10))


def test_real_numbers() -> None:
    """The step is a power of ten that makes at least 200 steps; values are the decimals that one would write."""
    found = knob("machine.1=0.2..0.6")

    assert (len(found), found.value(0), found.value(1), found.value(len(found) - 1)) == (401, 0.2, 0.201, 0.6)
    assert values(knob("machine.1=0.1..0.3:0.1")) == [0.1, 0.2, 0.3]


def test_content() -> None:
    """The range says whether it takes whole numbers; what there was is not known."""
    assert values(knob("content.coins.penny.heads=40..42", "purse")) == [40, 41, 42]
    assert values(knob("content.coins.penny.heads=0.5..0.7:0.1", "purse")) == [0.5, 0.6, 0.7]


def test_a_setting_as_set_texts() -> None:
    """A number is set by its path, an entry with its list; shares still add up to 1, in the ratio they had."""
    parameters = {"setup_clones": {"2": 7}, "machine": [0.2, 0.5, 0.3], "spawn": [1, 2, 3]}
    knobs = knobs_of(["setup_clones.2=5..8", "machine.1=0..1", "spawn.0=0..3", "spawn.2=0..3"], prepared())
    wanted = {"setup_clones.2": 6, "machine.1": 0.75, "spawn.0": 3, "spawn.2": 0}

    assert sets_of(knobs, wanted, parameters) == [
        "setup_clones.2=6",
        "machine=[0.1, 0.75, 0.15]",
        "spawn=[3, 2, 0]",
    ]


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        (["setup_clone.2=1..3"], "--vary setup_clone.2: is unknown; the nearest known key is setup_clones.2"),
        (["setup_clones=1..3"], "--vary setup_clones: names a table; vary one of its numbers: setup_clones.2, setup"),
        (["energy_from"], "--vary energy_from: is not a number; it allows own_era, any_era"),
        (["cycles=0..3"], "--vary cycles: 0..3 is outside what is allowed: 1..4"),
        (["cycles=3..3"], "--vary cycles: 3..3 is no range; the first number must be below the second"),
        (["cycles=3..1"], "--vary cycles: 3..1 is no range"),
        (["cycles=1..2.5"], "--vary cycles: takes whole numbers, not 2.5"),
        (["cycles=1..x"], '--vary cycles: "x" is not a number'),
        (["cycles=1"], "--vary cycles=1: must have the form PATH=LOW..HIGH"),
        (["cycles="], "--vary cycles=: must have the form PATH=LOW..HIGH"),
        (["cycles=1..4:9"], "--vary cycles: a step of 9 does not fit into 1..4"),
        (["cycles", "cycles=1..2"], "--vary cycles: is given twice"),
        (["spawn.7"], "--vary spawn.7: the list has no such entry; entries count from 0"),
        (["machine.0", "machine.1"], "--vary machine.0, machine.1: shares of one whole; one of them can be varied"),
        (["content.cards.first_fire.origin"], "no range is declared for content; give one"),
        (["machine.1=0..1:0.000001"], "has more than 100,000 values; give it a larger step"),
    ],
)
def test_wrong_knobs(texts: list[str], fault: str) -> None:
    """One clear line."""
    with pytest.raises(UserError) as caught:
        knobs_of(texts, prepared())

    assert fault in str(caught.value)
    assert len(caught.value.faults) == 1


def test_a_swept_parameter_is_not_varied() -> None:
    """It has its values in the grid already."""
    with pytest.raises(UserError, match="is swept over by the experiment"):
        knobs_of(["cycles"], prepared(**{"sweep.cycles": [2, 3]}))


# -- targets -------------------------------------------------------------------------------------------------------


def test_a_number_and_a_band() -> None:
    """A number has the tolerance to either side; a band is what it says."""
    assert target_of("0.6", 0.01) == Target(0.6, 0.59, 0.61)
    assert target_of("0.45..0.55", 0.01) == Target(0.5, 0.45, 0.55)


def test_targets_by_the_value_of_an_axis() -> None:
    """Each cell has the target of the value that it has, on whatever axis."""
    cells = prepared("coin").cells
    found = targets_of("short=0.6, long=0.7..0.9", cells, 0.02)

    assert [(cell.axes["table"], target.aim) for cell, target in zip(cells, found, strict=True)] == [
        *[("short", 0.6)] * 2,
        *[("long", 0.8)] * 2,
    ]
    assert [target.low for target in targets_of("2=0.6,3=0.7", cells, 0.1)] == [0.5, 0.6, 0.5, 0.6]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("high", "--target high: must be a win rate"),
        ("1.2", "a win rate lies between 0 and 1"),
        ("0.6..0.5", "is no band"),
        ("short=", "must be a win rate"),
        ("short=0.6", '--target: cell 2 (long 2 plain) has no target; give one for "long" or "2"'),
        ("shirt=0.6,long=0.5,short=0.5", "--target shirt=0.6: is unknown; the nearest known key is short"),
        ("short=0.6,long=0.5,2=0.5", "--target: cell 0 (short 2 plain) has two targets, short and 2"),
        ("short=0.6,short=0.5", "short is there twice"),
    ],
)
def test_wrong_targets(text: str, fault: str) -> None:
    """A clear line each."""
    with pytest.raises(UserError) as caught:
        targets_of(text, prepared("coin").cells, 0.01)

    assert fault in str(caught.value)


def test_verdicts() -> None:
    """Within, outside, or across an edge."""
    target = Target(0.6, 0.59, 0.61)

    assert target.verdict(0.592, 0.608) == "reached"
    assert target.verdict(0.55, 0.589) == target.verdict(0.611, 0.63) == "not reached"
    assert target.verdict(0.58, 0.60) == target.verdict(0.5, 0.7) == "undecided"


def test_more_playouts() -> None:
    """At 60 %, half of Wilson's interval is 1 point wide at about 1.96^2 * 0.24 / 0.01^2 = 9,220 playouts."""
    more = more_playouts(600, 1000, Target(0.6, 0.59, 0.61))

    assert more is not None
    assert 1000 + more == pytest.approx(9_220, rel=0.02)
    assert more_playouts(610, 1000, Target(0.6, 0.59, 0.61)) is None


def test_the_default_confirmation() -> None:
    """Enough for half a point: 1.96^2 * 0.24 / 0.005^2 = 36,880, in whole thousands."""
    assert default_confirm([Target(0.6, 0.59, 0.61), Target(0.9, 0.8, 1.0)]) == 37_000
