"""The cells of an experiment: which scenario, difficulty and team each is played with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from sim.content import show, unknown
from sim.game import SelectionError
from sim.games.loop.content import Content
from sim.games.loop.content.models import DIFFICULTIES
from sim.games.loop.terms import AXES, MAX_SEATS

PLAYERS = (2, 3, 4)
SOLO_PLAYERS = 2  # agents of a solo cell where the selection names no number


def cells(selection: Mapping[str, Any], content: Content) -> list[dict[str, Any]]:
    """Return the axes of every selected cell: first the table cells, then the solo cells.

    A key of the selection (an axis) holds one value or a list of values; an absent or empty one stands for the default
    grid: every scenario, difficulty and number of agents at the table, and solo with 2 agents. Where players or agents
    are named and solo is not, only table cells are meant. `agents` is one team in turn order.
    Raises SelectionError for an unknown axis or value.
    """
    for axis in selection:
        if axis not in AXES:
            raise SelectionError(f"{unknown('axis', axis, AXES)}")
    scenarios = chosen(selection, "scenario", content.scenario_ids)
    difficulties = chosen(selection, "difficulty", DIFFICULTIES)
    agents = team(selection, content)
    numbers = chosen(selection, "players", PLAYERS) if is_given(selection, "players") else []
    if agents and any(number != len(agents) for number in numbers):
        raise SelectionError(f"players: must be {len(agents)}, the number of agents named, or left out")
    if agents:
        numbers = [len(agents)]
    default_solo = (False,) if numbers else (False, True)
    solos = chosen(selection, "solo", (False, True)) if is_given(selection, "solo") else default_solo
    return [
        {"scenario": scenario, "difficulty": difficulty, "players": players, "agents": agents, "solo": solo}
        for solo in sorted(solos)
        for scenario, difficulty, players in product(
            scenarios, difficulties, numbers or ([SOLO_PLAYERS] if solo else PLAYERS)
        )
    ]


def is_given(selection: Mapping[str, Any], axis: str) -> bool:
    """Does the selection say anything of this axis?"""
    value = selection.get(axis)
    return value is not None and value != []


def chosen(selection: Mapping[str, Any], axis: str, allowed: Sequence[Any]) -> list[Any]:
    """Return the values of an axis, each once, in the order of the selection; all allowed ones if it says nothing."""
    if not is_given(selection, axis):
        return list(allowed)
    value = selection[axis]
    values = list(value) if isinstance(value, list | tuple) else [value]
    for one in values:
        if not any(type(one) is type(known) and one == known for known in allowed):
            raise SelectionError(f"{axis}: {unknown(axis, one, allowed)}")
    return list(dict.fromkeys(values))


def team(selection: Mapping[str, Any], content: Content) -> list[str] | None:
    """Return the fixed team in turn order; None: every team."""
    if not is_given(selection, "agents"):
        return None
    agents = selection["agents"]
    if not isinstance(agents, list | tuple):
        raise SelectionError(f"agents: must be a list of 2 to {MAX_SEATS} agents, not {show(agents)}")
    for agent in agents:
        if agent not in content.agent_ids:
            raise SelectionError(f"agents: {unknown('agent', agent, content.agent_ids)}")
    if not 2 <= len(agents) <= MAX_SEATS or len(set(agents)) < len(agents):
        raise SelectionError(f"agents: must be 2 to {MAX_SEATS} different agents, not {', '.join(agents)}")
    return list(agents)
