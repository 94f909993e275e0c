"""Playouts of the engine before the referee."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from referee import check
from sim.game import Cell, discover
from sim.mixes import resolve

SEED = 20


def playouts(policy: str, first: int, count: int, **selection: Any) -> Iterator[list[dict[str, Any]]]:
    """Traces of `count` playouts by index, each of another cell of the selection, as read from JSON."""
    game = discover()["loop"]
    content = game.load_content()
    cells = game.cells(selection, content)
    for index in range(first, first + count):
        axes = cells[index * 7 % len(cells)]
        cell = Cell(index, axes, policy, players=resolve(policy, game, axes, content))
        lines = game.trace(cell, game.parameters_model()(), content, SEED, index)
        yield json.loads(json.dumps(list(lines)))


@pytest.mark.parametrize("scenario", ["sabotage", "supa_sayan_clones", "ultramachina", "laser_centrifuges"])
def test_random_playouts_obey_the_rules(scenario: str) -> None:
    """Two random playouts of the scenario hold no violation: every event, every state, the result."""
    for lines in playouts("random", 0, 2, scenario=[scenario], solo=[False]):
        assert check(lines) == []


def test_greedy_playouts_obey_the_rules() -> None:
    """Playouts that reach the late game, where missions are completed, hold no violation."""
    for lines in playouts("greedy", 0, 3):
        assert check(lines) == []


def test_a_planned_playout_obeys_the_rules() -> None:
    """What a planner tries on copies is no part of the trace, and what it plays holds no violation."""
    for lines in playouts("planner(width=1)", 0, 1):
        assert check(lines) == []


def test_a_solo_playout_obeys_the_rules() -> None:
    """A random solo playout holds no violation."""
    for lines in playouts("random", 2, 1, solo=[True]):
        assert lines[0]["solo"]
        assert check(lines) == []
