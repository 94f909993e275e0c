"""Playouts of the engine before the referee."""

import json
from typing import Any

import pytest

from referee25 import check
from sim.game import Cell, discover

SEED = 20
GAME = discover()["room25"]
CONTENT = GAME.load_content()
GRID = GAME.cells({}, CONTENT)
MODES = ("cooperation", "suspicion", "solo")
# Readings other than the default ones, with a cell that they matter in.
READINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"mode": "cooperation", "mac": "frenzy"}, {"memory": "marks", "tell": "choice", "program_zero": True}),
    ({"mode": "cooperation", "players": 2}, {"shared_knowledge": "none", "adrenaline": "none"}),
    ({"mode": "cooperation", "rules": "base"}, {"composition": "expert_competition", "deaths_to_lose": {"base": 4}}),
    ({"mode": "suspicion", "specials": True}, {"robot_push_axis": False, "max_locks": 1, "guards_to_win_deaths": 4}),
    ({"mode": "suspicion", "players": 8}, {"prisoners_truthful": False, "unmask_count": 3, "alert_rounds": 8}),
    ({"mode": "suspicion", "players": 5}, {"exit_by_control_room": True, "dead_prisoner_is_missing": False}),
]


def trace(axes: dict[str, Any], index: int, **parameters: Any) -> list[dict[str, Any]]:
    """The trace of a random playout, as read from JSON."""
    numbers = GAME.parameters_model().model_validate(parameters)
    lines = GAME.trace(Cell(0, axes, "random"), numbers, CONTENT, SEED, index)
    return [json.loads(json.dumps(line)) for line in lines]


@pytest.mark.parametrize("mode", MODES)
def test_random_playouts_obey_the_rules(mode: str) -> None:
    """A random playout of each default cell of the mode holds no violation: every event, every state, the result."""
    for index, axes in enumerate(GRID):
        if axes["mode"] == mode:
            assert check(trace(axes, index)) == []


@pytest.mark.parametrize(("selection", "parameters"), READINGS)
def test_other_readings_of_the_rules_are_obeyed(selection: dict[str, Any], parameters: dict[str, Any]) -> None:
    """So do playouts by the other readings and by other numbers: the header names them."""
    for index, axes in enumerate(GAME.cells(selection, CONTENT)[:2]):
        assert check(trace(axes, index, **parameters)) == []
