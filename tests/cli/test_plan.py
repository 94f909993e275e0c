"""`sim plan`: its arithmetic, its table, its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sim.plan import shift_document
from sim.precision import half_width, needed
from sim.sequences import difference_sequence, evidence

pytestmark = pytest.mark.usefixtures("toys")

Cli = Callable[..., Any]
COIN = ("plan", "coin", "--axis", "table=short", "--pilot", 50)


def plan(cli: Cli, *arguments: object) -> Any:
    """Return the document of a plan."""
    answer = cli(*COIN, "--json", *arguments)
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_a_number_of_playouts(cli: Cli) -> None:
    """Playouts as asked for, seconds in proportion, half-widths at the pilot's likely rate that is hardest to know."""
    small, large = plan(cli, "--playouts", 1000), plan(cli, "--playouts", 4000)
    cell = large["cells"][0]
    wins = round(min(0.5, cell["pilot"]["high"]) * 4000)

    assert (small["playouts"], large["playouts"]) == (2000, 8000)
    assert cell["half_width_always"] == half_width(wins, 4000)
    assert cell["half_width"] < cell["half_width_always"]
    assert small["cells"][0]["half_width"] == pytest.approx(2 * cell["half_width"], rel=0.02)
    assert large["seconds"] > 0


def test_a_precision(cli: Cli) -> None:
    """The first look that is narrow enough whatever the rate, by the pilot; a limit caps it."""
    cell = plan(cli, "--precision", 0.02)["cells"][0]

    assert cell["playouts"] == needed(0.02, min(0.5, cell["pilot"]["high"]))
    assert {cell["playouts"] for cell in plan(cli, "--precision", 0.02, "--max-playouts", 99)["cells"]} == {99}


def test_a_pilot_of_one(cli: Cli) -> None:
    """Lost or won, it says next to nothing of the win rate: the plan is for the rate that is hardest to know."""
    cell = plan(cli, "--pilot", 1, "--playouts", 1000)["cells"][0]

    assert cell["pilot"]["win_rate"] in (0, 1)
    assert cell["half_width_always"] == half_width(500, 1000)


@pytest.mark.parametrize(("share", "n", "n_cells"), [(0.02, 2000, 1), (0.1, 10_000, 36), (0.5, 2000, 4)])
def test_shifts(share: float, n: int, n_cells: int) -> None:
    """Simulated: of the shifts that are said to show, about 80 % do, and few that are half as large."""
    found = shift_document(share, n, 0.01, n_cells)
    rng = np.random.default_rng(7)

    def shown(shift: float) -> tuple[float, float]:
        flip = max(share, shift)
        up, down, _ = rng.multinomial(n, [(flip + shift) / 2, (flip - shift) / 2, 1 - flip], 1000).T
        low, _ = difference_sequence(up, down, n)
        beyond, _ = evidence(up, down, n, 0.01)
        return float((low > 0).mean()), float((beyond * n_cells <= 0.05).mean())

    assert 0.75 < shown(found["apart"])[0] < 0.9
    assert 0.75 < shown(found["moved"])[1] < 0.9
    assert shown(found["apart"] / 2)[0] < 0.2


def test_more_cells_need_larger_shifts() -> None:
    """Holm: among many cells each must move farther to be called moved."""
    one, many = (shift_document(0.1, 10_000, 0.01, n_cells) for n_cells in (1, 36))

    assert one["apart"] == many["apart"]
    assert one["moved"] < many["moved"]


def test_shifts_that_cannot_be_seen(cli: Cli) -> None:
    """Three pairs show nothing, whatever flips."""
    assert {(shift["apart"], shift["moved"]) for shift in plan(cli, "--playouts", 3)["shifts"]} == {(None, None)}
    assert "no shift is told from 0, no shift is called moved" in cli(*COIN, "--playouts", 3).out


def test_for_people(cli: Cli) -> None:
    """A line a cell and three on shifts."""
    answer = cli(*COIN)

    assert "In all: 20,000 playouts, about" in answer.out
    assert answer.out.count("is called moved") == 3


@pytest.mark.parametrize(
    ("arguments", "fault"), [(("--pilot", 0), "--pilot: must be at least 1"), (("--margin", 1), "--margin: 1 must lie")]
)
def test_wrong_use(cli: Cli, arguments: tuple[object, ...], fault: str) -> None:
    """One clear line."""
    answer = cli(*COIN, *arguments)

    assert (answer.code, answer.err.count("\n")) == (3, 1)
    assert fault in answer.err
