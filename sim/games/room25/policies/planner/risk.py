"""A step into a room that nobody has shown: its chance of death is counted, not drawn.

One room in twenty kills who enters it. On sixteen complexes that is luck, not a measure. So where a trial steps into
such a room it goes on alive, and what it comes to is multiplied by the chance that it does.
"""

from __future__ import annotations

from sim.games.room25.policies.planner.plan import Plan
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ASK_MOVE,
    MORTAL,
    MOVE,
    N_CELLS,
    N_PASSES,
    NO_ACTION,
    NONE,
    TIMER,
    TRAPPED,
    Cell,
    Character,
    Tile,
)
from sim.kernel import compiled


@compiled
def dare(trial: State, rules: Rules, plan: Plan, who: Character, cell: Cell) -> None:
    """Before somebody enters a room in a trial: how likely it kills, if neither it nor `who` tries this has seen it.

    It then does not: such a room changes places with one that may as well lie here.
    """
    if trial.asking != ASK_MOVE:
        return
    c = int(trial.chooser)
    tile = int(trial.tile_at[cell])
    if not is_blind(trial, who, c, tile):
        return
    is_caught = acts_after(trial, c)
    deadly = 0
    alike = 0
    other = NONE
    for k in range(N_CELLS):
        if trial.told[k] == trial.told[tile] and is_blind(trial, who, c, k):
            alike += 1
            if kills(trial, int(trial.room[k]), is_caught):
                deadly += 1
            elif not rules.set_aside[trial.room[k]] and (other == NONE or k < tile):
                other = k
    plan.alive = plan.alive * (alike - deadly) // alike
    if kills(trial, int(trial.room[tile]), is_caught) and other != NONE:
        room = int(trial.room[other])
        trial.room[other] = trial.room[tile]
        trial.room[tile] = room


@compiled
def is_blind(trial: State, who: Character, c: Character, tile: Tile) -> bool:
    """Whether neither of two characters has seen a room."""
    return room_seen(trial, c, tile) == NONE and room_seen(trial, who, tile) == NONE


@compiled
def kills(trial: State, room: int, is_caught: bool) -> bool:
    """R-ROOM-mortal, R-ROOM-timer, R-ROOM-trapped: whether a room kills who enters it alone."""
    return room == MORTAL or (room == TRAPPED and is_caught) or (room == TIMER and trial.rounds_left <= 1)


@compiled
def acts_after(trial: State, c: Character) -> bool:
    """R-ROOM-trapped: whether a character's next action, which is programmed, is no move."""
    for k in range(trial.passing, N_PASSES):
        if trial.program[c, k] != NO_ACTION:
            return bool(trial.program[c, k] != MOVE)
    return False
