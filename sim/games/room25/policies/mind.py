"""What `greedy` makes of what its character may know: where rooms are, what they cost, how far a goal is."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from sim.games.room25.board import colour_of, is_exit_zone, neighbour
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACID,
    BLUE,
    CENTRE,
    COLOURS,
    DARK,
    KEY,
    MAX_CHARACTERS,
    MIDDLE,
    MORTAL,
    N_CELLS,
    N_ROOMS,
    NO_AXIS,
    NONE,
    PIVOTING,
    PRISON,
    RED,
    ROOM_25,
    ROOMS,
    ROW_AXIS,
    SHREDDER,
    SIDE,
    TIMER,
    TRAPPED,
    UNTOLD,
    VORTEX,
    Cell,
    Character,
    Tile,
)
from sim.kernel import compiled
from sim.records import Int32, Int32s, new

MOVE_COST = 10  # a move, in tenths of a round: a character moves once a round
BLOCKED = 1000  # where nobody gets in, or nobody lives
FAR = 9999

SEARCH = 0  # look for Room 25 (and the key)
TRY_BLUE = 1  # enter a room told blue
GATHER = 2  # go to Room 25

# Ways are measured on a board with a rim that costs FAR, so that no cell asks whether it has a neighbour:
# cell (row, column) is place 7 * (row + 1) + column + 1.
N_PLACES = 49
WIDTH = 7
PLACE = np.array([WIDTH * (cell // SIDE + 1) + cell % SIDE + 1 for cell in range(N_CELLS)])
CORNER = np.array([(2 if cell // SIDE > MIDDLE else 0) + (1 if cell % SIDE > MIDDLE else 0) for cell in range(N_CELLS)])

# How one leaves a place
FREELY = 0
TO_CENTRE = 1  # Vortex
LATE = 2  # Prison
BY_ROW = 3  # Pivoting
BY_COLUMN = 4


class Mind:
    """The weights of `greedy`, and its scratch memory; nothing worked out in it outlives a choice."""

    # Weights, see weights.toml
    stay_in_prison: Int32
    longest: Int32
    not_in_zone: Int32
    slide: Int32
    early: Int32
    late: Int32
    unsure: Int32
    bold: Int32
    unseen_limit: Int32
    look_unknown: Int32
    look_corner: Int32
    look_elsewhere: Int32
    unseen: Annotated[Int32s, (5,)]  # by colour told, UNTOLD first
    price: Annotated[Int32s, (N_ROOMS,)]

    # Worked out

    cost: Annotated[Int32s, (N_PLACES,)]  # tenths of a round, to enter the room in a place, the move included
    leaving: Annotated[Int32s, (N_PLACES,)]  # how one leaves it
    way: Annotated[Int32s, (N_PLACES,)]  # tenths of a round, from a place to the goal
    near: Annotated[Int32s, (MAX_CHARACTERS, 4)]  # tenths of a round from each character to where it can search a corner
    aim: Int32  # SEARCH, TRY_BLUE, GATHER
    exit_cell: Int32  # where Room 25 is known to be, NONE
    corner: Int32  # SEARCH: the corner of the exit zone that is this character's to search, NONE


@functools.cache
def weights() -> dict[str, Any]:
    """Return the weights that `greedy` plays by."""
    return tomllib.loads((Path(__file__).parent / "weights.toml").read_text(encoding="utf-8"))


def new_mind() -> Mind:
    """Return a mind that holds the weights."""
    mind = new(Mind)
    for name, value in weights().items():
        if name == "unseen":
            mind.unseen[:] = [value[colour] for colour in ("nothing", *COLOURS)]
        elif name == "price":
            for room, price in value.items():
                mind.price[ROOMS.index(room)] = price
        else:
            setattr(mind, name, value)
    return mind


# -- What a character sees -----------------------------------------------------------------------------------------


@compiled
def room_seen(state: State, c: Character, tile: Tile) -> int:
    """The room of a tile as far as a character knows it: face up, or looked at; else NONE."""
    if state.face_up[tile] or (state.knows[c] >> tile) & 1:
        return int(state.room[tile])
    return NONE


@compiled
def colour_seen(state: State, c: Character, tile: Tile) -> int:
    """The colour of a tile as far as a character knows it; else UNTOLD."""
    room = room_seen(state, c, tile)
    return colour_of(room) if room != NONE else int(state.told[tile])


@compiled
def find_blue(state: State, rules: Rules, c: Character, room: int) -> Cell:
    """Where a character knows Room 25 or the key to be: seen, or the only blue room that it can still be. Else NONE."""
    other = KEY if room == ROOM_25 else ROOM_25
    is_other_placed = rules.key == 0 or state.key_found == 1 if room == ROOM_25 else False
    untold_blue = NONE
    for tile in range(N_CELLS):
        seen = room_seen(state, c, tile)
        if seen == room:
            return int(state.cell_of[tile])
        if seen == other:
            is_other_placed = True
        if seen == NONE and state.told[tile] == BLUE:
            untold_blue = int(state.cell_of[tile])
    return untold_blue if is_other_placed else NONE


@compiled
def may_be_blue(state: State, c: Character, tile: Tile) -> bool:
    """Whether Room 25 or the key may be under a tile: dealt into the exit zone, and nothing is known of it."""
    return (state.dealt_out >> tile) & 1 == 1 and colour_seen(state, c, tile) == UNTOLD


@compiled
def is_someone_in(state: State, c: Character, cell: Cell) -> bool:
    """Whether another living character is in a cell."""
    for other in range(state.n_characters):
        if other != c and state.alive[other] and state.cell[other] == cell:
            return True
    return False


# -- Costs and ways ------------------------------------------------------------------------------------------------


@compiled
def price_rooms(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """What it costs a character to enter each room, and how one leaves it."""
    if mind.cost[0] != FAR:
        for place in range(N_PLACES):
            mind.cost[place] = FAR
            mind.way[place] = FAR
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
        early = mind.early * (state.rounds_left - mind.late) if state.rounds_left > mind.late else 0
        return int(mind.unseen[colour - UNTOLD] + (early if colour == UNTOLD or colour == RED else 0))
    if room == MORTAL or (room == TIMER and state.rounds_left <= 1):
        return BLOCKED
    if (room == ACID or room == SHREDDER) and is_someone_in(state, c, cell):
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
        along = min(mind.cost[place - WIDTH] + mind.way[place - WIDTH], mind.cost[place + WIDTH] + mind.way[place + WIDTH])
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
def steps_between(cell: Cell, other: Cell) -> int:
    """Rows and columns between two cells."""
    return int(abs(cell // SIDE - other // SIDE) + abs(cell % SIDE - other % SIDE))


# -- Goals ---------------------------------------------------------------------------------------------------------


@compiled
def set_goal(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """Where a character wants to be, and how far each cell is from there.

    A blue room to try, for the two who are nearest to it; Room 25, when nothing is to be searched for; else a place to
    look from at the rooms of its share of the exit zone.
    """
    price_rooms(state, rules, mind, c)
    mind.exit_cell = find_blue(state, rules, c, ROOM_25)
    mind.corner = NONE
    needs_key = rules.key == 1 and state.key_found == 0
    blue = NONE
    if needs_key or mind.exit_cell == NONE:
        blue = blue_to_try(state, rules, c)
        if blue == NONE:
            mind.corner = corner_to_search(state, mind, c)
    forget_ways(mind)
    if blue != NONE:
        mind.aim = TRY_BLUE
        mind.way[PLACE[blue]] = 0
    elif mind.corner == NONE and mind.exit_cell != NONE:
        mind.aim = GATHER
        mind.way[PLACE[mind.exit_cell]] = 0
    else:
        mind.aim = SEARCH
        mark_lookouts(state, mind, c, mind.corner)
    measure_ways(mind)


@compiled
def blue_to_try(state: State, rules: Rules, c: Character) -> Cell:
    """The nearest room told blue that may be what is missing, for the two who are nearest to it; else NONE."""
    needs_key = rules.key == 1 and state.key_found == 0
    best = NONE
    best_steps = FAR
    for tile in range(N_CELLS):
        room = room_seen(state, c, tile)
        if state.face_up[tile] or colour_seen(state, c, tile) != BLUE or room == ROOM_25:
            continue
        if room == KEY and not needs_key:
            continue
        cell = int(state.cell_of[tile])
        steps = steps_between(state.cell[c], cell)
        if steps < best_steps and n_nearer(state, c, cell) < 2:
            best = cell
            best_steps = steps
    return best


@compiled
def n_nearer(state: State, c: Character, cell: Cell) -> int:
    """How many living characters are nearer to a cell; of two as near the one seated first."""
    own = steps_between(state.cell[c], cell)
    n = 0
    for other in range(state.n_characters):
        if other != c and state.alive[other]:
            steps = steps_between(state.cell[other], cell)
            if steps < own or (steps == own and other < c):
                n += 1
    return n


@compiled
def corner_to_search(state: State, mind: Mind, c: Character) -> int:
    """The corner that is a character's to search: each corner goes to the nearest who has none, then round again.

    NONE where nothing is left to search for, or nothing can be reached.
    """
    open_corners = measure_corners(state, mind, c)
    free = 0
    for other in range(state.n_characters):
        free |= int(state.alive[other]) << other
    left = open_corners
    while open_corners:
        best = BLOCKED
        who = NONE
        where = NONE
        for other in range(state.n_characters):
            for corner in range(4):
                if (free >> other) & 1 and (left >> corner) & 1 and mind.near[other, corner] < best:
                    best = mind.near[other, corner]
                    who = other
                    where = corner
        if who == NONE and left == open_corners:
            return NONE
        if who == c:
            return where
        if who == NONE or left == 1 << where:
            left = open_corners
        else:
            left &= ~(1 << where)
        if who != NONE:
            free &= ~(1 << who)
    return NONE


@compiled
def measure_corners(state: State, mind: Mind, c: Character) -> int:
    """How far everybody is from where each corner can be searched, over what rooms cost a character; the open corners."""
    open_corners = 0
    for corner in range(4):
        forget_ways(mind)
        if mark_lookouts(state, mind, c, corner):
            open_corners |= 1 << corner
            measure_ways(mind)
        for other in range(state.n_characters):
            mind.near[other, corner] = way_from(mind, int(state.cell[other])) if state.alive[other] else FAR
    return open_corners


@compiled
def mark_lookouts(state: State, mind: Mind, c: Character, corner: int) -> bool:
    """Goals of a search: the cells from which one can look at what may be blue in a corner. Whether there is such a room."""
    found = False
    for tile in range(N_CELLS):
        cell = int(state.cell_of[tile])
        if CORNER[cell] != corner or not may_be_blue(state, c, tile):
            continue
        found = True
        for side in range(4):
            to = neighbour(cell, side)
            if to != NONE and is_lookout(state, c, to):
                mind.way[PLACE[to]] = 0
    return found


@compiled
def is_lookout(state: State, c: Character, cell: Cell) -> bool:
    """Whether one can look about in a cell, as far as a character knows: not in a Dark room, nor where nobody stays."""
    tile = int(state.tile_at[cell])
    room = room_seen(state, c, tile)
    if room == DARK or room == VORTEX or room == MORTAL:
        return False
    return cell == state.cell[c] or (room != TRAPPED and not state.closed[tile])


@compiled
def n_to_look_at(state: State, mind: Mind, c: Character) -> int:
    """How many rooms of the own corner a character could look at from where it is."""
    n = 0
    for side in range(4):
        to = neighbour(state.cell[c], side)
        if to != NONE and may_be_blue(state, c, int(state.tile_at[to])) and CORNER[to] == mind.corner:
            n += 1
    return n


# -- The team ------------------------------------------------------------------------------------------------------


@compiled
def team_way(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """How far the team is from Room 25, as a character knows it: the sum of the ways, the longest counted three times."""
    exit_cell = find_blue(state, rules, c, ROOM_25)
    if exit_cell == NONE:
        return 0
    price_rooms(state, rules, mind, c)
    forget_ways(mind)
    mind.way[PLACE[exit_cell]] = 0
    measure_ways(mind)
    far = sum_ways(state, mind)
    if not is_exit_zone(exit_cell):
        far += int(mind.not_in_zone * state.n_characters)  # nobody gets out from there
    return far


@compiled
def sum_ways(state: State, mind: Mind) -> int:
    """The sum of everybody's ways to the goal, the longest counted again."""
    total = 0
    longest = 0
    for other in range(state.n_characters):
        if state.alive[other]:
            way = way_from(mind, int(state.cell[other]))
            total += way
            longest = max(longest, way)
    return int(total + mind.longest * longest)


@compiled
def longest_way(state: State, mind: Mind, c: Character) -> int:
    """How far the last of the others is from the goal."""
    longest = 0
    for other in range(state.n_characters):
        if other != c and state.alive[other]:
            longest = max(longest, way_from(mind, int(state.cell[other])))
    return int(longest)


@compiled
def is_known(state: State, mind: Mind, c: Character, cell: Cell) -> bool:
    """Whether a character would enter a cell without another look: seen and not deadly, or not dear by what was told."""
    limit = MOVE_COST + mind.bold if room_seen(state, c, int(state.tile_at[cell])) == NONE else BLOCKED - 1
    return cost_of(mind, cell) <= limit
