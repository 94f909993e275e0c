"""What rooms cost, and how far a goal is: shortest ways over what the character knows."""

from __future__ import annotations

from sim.games.room25.board import has_living, neighbour
from sim.games.room25.policies.cooperation.mind import (
    BLOCKED,
    BY_COLUMN,
    BY_ROW,
    FAR,
    FREELY,
    LATE,
    MOVE_COST,
    N_PLACES,
    PLACE,
    TO_CENTRE,
    WIDTH,
    Mind,
)
from sim.games.room25.policies.cooperation.sight import n_mortal_left
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACID,
    CENTRE,
    MORTAL,
    N_CELLS,
    NO_AXIS,
    NONE,
    PIVOTING,
    PRISON,
    RED,
    ROW_AXIS,
    SHREDDER,
    TIMER,
    UNTOLD,
    VORTEX,
    Cell,
    Character,
)
from sim.kernel import compiled


@compiled
def price_rooms(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """What it costs a character to enter each room, and how one leaves it."""
    if mind.cost[0] != FAR:
        for place in range(N_PLACES):
            mind.cost[place] = FAR
            mind.way[place] = FAR
    mind.mortal_left = n_mortal_left(state, rules, c)
    for cell in range(N_CELLS):
        mind.cost[PLACE[cell]] = MOVE_COST + room_price(state, rules, mind, c, cell)
        mind.leaving[PLACE[cell]] = way_out(state, c, cell)


@compiled
def way_out(state: State, c: Character, cell: Cell) -> int:
    """How one leaves a room, as far as a character knows it."""
    tile = int(state.tile_at[cell])
    room = room_seen(state, c, tile)
    if room == VORTEX:
        return TO_CENTRE
    if room == PRISON:
        return LATE
    if room == PIVOTING and state.face_up[tile] and state.axis[tile] != NO_AXIS:
        return BY_ROW if state.axis[tile] == ROW_AXIS else BY_COLUMN
    return FREELY


@compiled
def room_price(state: State, rules: Rules, mind: Mind, c: Character, cell: Cell) -> int:
    """What entering a room costs beyond the move: time, and the risk of death counted as time."""
    tile = int(state.tile_at[cell])
    if state.closed[tile] or state.locked[tile]:
        return BLOCKED
    room = room_seen(state, c, tile)
    if room == NONE:
        colour = state.told[tile]
        spared = mind.no_mortal if mind.mortal_left == 0 and (colour == UNTOLD or colour == RED) else 0
        return int(mind.unseen[colour - UNTOLD] * (100 - spared) // 100)
    if room == MORTAL or (room == TIMER and state.rounds_left <= 1):
        return BLOCKED
    if (room == ACID or room == SHREDDER) and has_living(state, cell, c):
        return BLOCKED
    return int(mind.price[room])


@compiled
def measure_ways(mind: Mind) -> None:
    """How far every cell is from the goals, where `way` is 0: shortest ways over what rooms cost.

    A Vortex is a way to the Central Room; a Prison keeps back, a Pivoting room lets go along its axis only.
    """
    down = True
    while improve_ways(mind, down):
        down = not down


@compiled
def improve_ways(mind: Mind, down: bool) -> bool:
    """One sweep over the cells, downwards or upwards; whether a way became shorter."""
    improved = False
    for k in range(N_CELLS):
        place = PLACE[k if down else N_CELLS - 1 - k]
        across = min(mind.cost[place - 1] + mind.way[place - 1], mind.cost[place + 1] + mind.way[place + 1])
        along = min(
            mind.cost[place - WIDTH] + mind.way[place - WIDTH], mind.cost[place + WIDTH] + mind.way[place + WIDTH]
        )
        best = min(across, along)
        leaving = mind.leaving[place]
        if leaving != FREELY:
            if leaving == TO_CENTRE:
                best = mind.way[PLACE[CENTRE]]
            elif leaving == LATE:
                best += mind.stay_in_prison
            else:
                best = across if leaving == BY_ROW else along
        if best < mind.way[place]:
            mind.way[place] = best
            improved = True
    return improved


@compiled
def forget_ways(mind: Mind) -> None:
    """No goal yet."""
    for cell in range(N_CELLS):
        mind.way[PLACE[cell]] = FAR


@compiled
def way_from(mind: Mind, cell: Cell) -> int:
    """Tenths of a round from a cell to the goal."""
    return int(mind.way[PLACE[cell]])


@compiled
def cost_of(mind: Mind, cell: Cell) -> int:
    """Tenths of a round to enter the room in a cell, the move included."""
    return int(mind.cost[PLACE[cell]])


@compiled
def next_step(state: State, mind: Mind, c: Character) -> Cell:
    """The adjacent cell that is nearest to the goal."""
    cell = int(state.cell[c])
    best = cell
    best_way = 3 * FAR
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and cost_of(mind, to) + way_from(mind, to) < best_way:
            best = to
            best_way = cost_of(mind, to) + way_from(mind, to)
    return best


@compiled
def is_known(state: State, mind: Mind, c: Character, cell: Cell) -> bool:
    """Whether a character would enter a cell without another look: seen and not deadly, or cheap by what was told."""
    limit = MOVE_COST + mind.bold if room_seen(state, c, int(state.tile_at[cell])) == NONE else BLOCKED - 1
    return cost_of(mind, cell) <= limit
