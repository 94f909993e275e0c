"""`sim plan`: its arithmetic, its table, its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from sim.precision import half_width, needed
from sim.sequences import difference_sequence

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
COIN = ("plan", "coin", "--axis", "table=short", "--pilot", 50)


def plan(cli: Cli, *arguments: object) -> Any:
    """Return the document of a plan."""
    answer = cli(*COIN, "--json", *arguments)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_a_number_of_playouts(cli: Cli) -> None:
    """Playouts as asked for, seconds in proportion, half-widths at the rate of the pilot."""
    small, large = plan(cli, "--playouts", 1000), plan(cli, "--playouts", 4000)
    cell = large["cells"][0]
    wins = round(cell["pilot"]["win_rate"] * 4000)

    assert (small["playouts"], large["playouts"]) == (2000, 8000)
    assert cell["half_width_always"] == half_width(wins, 4000)
    assert cell["half_width"] < cell["half_width_always"]
    assert small["cells"][0]["half_width"] == pytest.approx(2 * cell["half_width"], rel=0.02)
    assert large["seconds"] > 0


def test_a_precision(cli: Cli) -> None:
    """The first look that is narrow enough at the pilot's rate; a limit caps it."""
    cell = plan(cli, "--precision", 0.02)["cells"][0]

    assert cell["playouts"] == needed(0.02, cell["pilot"]["win_rate"])
    assert {cell["playouts"] for cell in plan(cli, "--precision", 0.02, "--max-playouts", 99)["cells"]} == {99}


def test_shifts(cli: Cli) -> None:
    """Half the width of the interval of a difference whose flips cancel out; the margin on top to be called moved."""
    document = plan(cli, "--playouts", 1000, "--margin", 0.02)
    low, high = difference_sequence(50, 50, 1000)
    shift = document["shifts"][1]

    assert (shift["flips"], shift["pairs"]) == (0.1, 1000)
    assert shift["apart"] == pytest.approx(float(high - low) / 2)
    assert shift["moved"] == pytest.approx(0.02 + shift["apart"])


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
