"""`sim plan`: its arithmetic, its table, its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim.game import Cell
from sim.plan import Pilot, hardest, shift_document
from sim.precision import half_width, needed
from sim.sequences import difference_sequence
from sim.stats import quantile
from sim.verdicts import MOVED, Family, Flips, Gate

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
COIN = ("plan", "coin", "--axis", "table=short", "--pilot", 50)


def plan(cli: Cli, *arguments: object) -> Any:
    """Return the document of a plan."""
    answer = cli(*COIN, "--json", *arguments)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_a_number_of_playouts(cli: Cli) -> None:
    """Playouts as asked for, seconds in proportion, half-widths at the hardest rate that the pilot allows."""
    small, large = plan(cli, "--playouts", 1000), plan(cli, "--playouts", 4000)
    cell = large["cells"][0]
    wins = round(hardest_of(cell) * 4000)

    assert (small["playouts"], large["playouts"]) == (2000, 8000)
    assert cell["half_width_always"] == half_width(wins, 4000)
    assert cell["half_width"] < cell["half_width_always"]
    assert small["cells"][0]["half_width"] == pytest.approx(2 * cell["half_width"], rel=0.02)
    assert large["seconds"] > 0


def test_a_precision(cli: Cli) -> None:
    """The first look that is narrow enough at the end of the pilot's interval nearest to 1/2; a limit caps it."""
    cell = plan(cli, "--precision", 0.02)["cells"][0]

    assert cell["playouts"] == needed(0.02, hardest_of(cell)) > 200
    assert {cell["playouts"] for cell in plan(cli, "--precision", 0.02, "--max-playouts", 99)["cells"]} == {99}


def hardest_of(cell: Any) -> float:
    """Return the rate nearest to 1/2 in the interval of a cell's pilot."""
    return float(sorted((cell["pilot"]["low"], 0.5, cell["pilot"]["high"]))[1])


def test_a_pilot_without_wins_does_not_promise_much() -> None:
    """0 of 200 may be 1.9 %: Wilson's upper end z^2 / (n + z^2), and not the 0 that two looks would tell."""
    z2 = quantile() ** 2

    assert hardest(Pilot(Cell(0, {}, "plain", {}), 200, 0, 1.0)) == pytest.approx(z2 / (200 + z2))
    assert hardest(Pilot(Cell(0, {}, "plain", {}), 200, 100, 1.0)) == 0.5
    assert hardest(Pilot(Cell(0, {}, "plain", {}), 200, 200, 1.0)) == pytest.approx(200 / (200 + z2))


def test_shifts(cli: Cli) -> None:
    """Half the interval at alpha / 2 cells, and 0.8416 standard errors for the power; the margin on top for moved."""
    document = plan(cli, "--playouts", 1000, "--margin", 0.02)
    low, high = difference_sequence(50, 50, 1000, 0.05 / 2)
    shift = document["shifts"][1]

    assert (document["comparisons"], document["power"]) == (2, 0.8)
    assert (shift["flips"], shift["pairs"]) == (0.1, 1000)
    assert shift["apart"] == pytest.approx(float(high - low) / 2 + 0.8416 * (0.1 / 1000) ** 0.5, abs=1e-6)
    assert shift["moved"] == pytest.approx(0.02 + shift["apart"])


def test_a_shift_is_seen_as_often_as_is_said() -> None:
    """Of 400 cells that move by `moved`, about 80 % and no fewer than 70 % are called moved in a family of ten."""
    shift = shift_document(0.1, 20_000, 0.01, 10)
    up, down = (0.1 + shift["moved"]) / 2, (0.1 - shift["moved"]) / 2
    draws = np.random.default_rng(5).multinomial(20_000, [up, down, 1 - up - down], 400)
    quiet = [Flips(1_000, 1_000, 20_000)] * 9
    seen = [Family(Gate(), 10).look([Flips(int(a), int(b), 20_000), *quiet])[0] for a, b, _ in draws]

    assert 0.7 <= seen.count(MOVED) / 400 <= 0.95


def test_for_people(cli: Cli) -> None:
    """A line a cell and three on shifts."""
    answer = cli(*COIN)

    assert "In all: 20,000 playouts, about" in answer.out
    assert answer.out.count("are called moved") == 3


@pytest.mark.parametrize(
    ("arguments", "fault"), [(("--pilot", 0), "--pilot: must be at least 1"), (("--margin", 1), "--margin: 1 must lie")]
)
def test_wrong_use(cli: Cli, arguments: tuple[object, ...], fault: str) -> None:
    """One clear line."""
    answer = cli(*COIN, *arguments)

    assert (answer.code, answer.err.count("\n")) == (3, 1)
    assert fault in answer.err
