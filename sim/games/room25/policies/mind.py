"""What `greedy` makes of what its character may know: what rooms cost, how far a goal is, where to go."""

from __future__ import annotations

from typing import Annotated

from sim.games.room25.board import colour_of, follows_axis, is_exit_zone, neighbour
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACID,
    BLUE,
    COLD,
    DARK,
    FLOODED,
    GREEN,
    ILLUSION,
    KEY,
    MIRROR,
    MORTAL,
    N_CELLS,
    NONE,
    PARANOIA,
    PIVOTING,
    PRISON,
    RED,
    ROOM_25,
    SHREDDER,
    TIMER,
    TRAPPED,
    UNTOLD,
    VORTEX,
    YELLOW,
    Cell,
    Character,
)
from sim.kernel import compiled
from sim.records import Int32, Int32s

FAR = 99
DEADLY = 60
HARMLESS = 40  # what costs at most so much may delay, but does not kill


class Mind:
    """Scratch memory of `greedy`; nothing in it outlives a choice."""

    cost: Annotated[Int32s, (N_CELLS,)]  # tenths of a move, to enter the room in a cell
    way: Annotated[Int32s, (N_CELLS,)]  # tenths of a move, from a cell to the goal
    goal: Int32  # cell, NONE
    exit_cell: Int32  # where Room 25 is known to be, NONE


@compiled
def room_seen(state: State, c: Character, tile: int) -> int:
    """The room of a tile as far as a character knows it: face up, or looked at; else NONE."""
    if state.face_up[tile] or (state.knows[c] >> tile) & 1:
        return int(state.room[tile])
    return NONE


@compiled
def colour_seen(state: State, c: Character, tile: int) -> int:
    """The colour of a tile as far as a character knows it; else UNTOLD."""
    room = room_seen(state, c, tile)
    return colour_of(room) if room != NONE else int(state.told[tile])


@compiled
def room_cost(state: State, rules: Rules, c: Character, cell: Cell) -> int:
    """What entering a cell costs a character, in tenths of a move, beyond the move itself."""
    tile = int(state.tile_at[cell])
    if state.closed[tile] or state.locked[tile]:
        return DEADLY
    room = room_seen(state, c, tile)
    if room == NONE:
        colour = int(state.told[tile])
        if colour == RED:
            return 50
        if colour == YELLOW:
            return 12
        return 22 if colour == UNTOLD else 0
    if room == MORTAL or (room == TIMER and state.rounds_left <= 1):
        return DEADLY
    if room == ACID:
        return DEADLY if is_someone_in(state, c, cell) else 8
    if room == SHREDDER:
        return DEADLY if is_someone_in(state, c, cell) else 12
    if room == VORTEX or room == PRISON:
        return 41
    if room == FLOODED:
        return 45
    if room == TRAPPED:  # harmless to whom it catches in the second pass: the next action is the first of a round
        return 15 if state.passing == 2 else 50
    if room == MIRROR or room == PARANOIA or room == TIMER or room == ILLUSION:
        return 25
    if room == COLD:
        return 8
    return 4 if room == PIVOTING or room == DARK else 0


@compiled
def is_someone_in(state: State, c: Character, cell: Cell) -> bool:
    """Whether another living character is in a cell."""
    for other in range(state.n_characters):
        if other != c and state.alive[other] and state.cell[other] == cell:
            return True
    return False


@compiled
def find_exit(state: State, c: Character) -> Cell:
    """Where a character knows Room 25 to be, NONE if it does not."""
    for tile in range(N_CELLS):
        if room_seen(state, c, tile) == ROOM_25:
            return int(state.cell_of[tile])
    return NONE


@compiled
def measure_way(state: State, rules: Rules, mind: Mind, c: Character, goal: Cell) -> None:
    """How far every cell is from a goal, in tenths of a move: shortest ways over what rooms cost the character."""
    for cell in range(N_CELLS):
        mind.cost[cell] = 10 + room_cost(state, rules, c, cell)
        mind.way[cell] = FAR * 10
    mind.way[goal] = 0
    changed = True
    while changed:
        changed = False
        for cell in range(N_CELLS):
            for side in range(4):
                other = neighbour(cell, side)
                if other != NONE and follows_axis(state, cell, other):
                    far = mind.cost[other] + mind.way[other]
                    if far < mind.way[cell]:
                        mind.way[cell] = far
                        changed = True


@compiled
def choose_goal(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """Where a character wants to be: a blue room that may be what is missing, Room 25, else where nobody has looked."""
    mind.exit_cell = find_exit(state, c)
    needs_key = rules.key == 1 and state.key_found == 0
    mind.goal = NONE
    if needs_key:
        mind.goal = blue_to_try(state, c)
    if mind.goal == NONE and mind.exit_cell == NONE:
        mind.goal = blue_to_try(state, c)
    if mind.goal == NONE and mind.exit_cell != NONE and not (needs_key and is_nearest(state, c, mind.exit_cell)):
        mind.goal = mind.exit_cell
    if mind.goal == NONE:
        mind.goal = unknown_corner(state, c)
    if mind.goal == NONE:
        mind.goal = mind.exit_cell if mind.exit_cell != NONE else state.cell[c]


@compiled
def blue_to_try(state: State, c: Character) -> Cell:
    """The nearest room told blue that may be the key, for the two who are nearest to it; else NONE."""
    best = NONE
    best_way = FAR
    for tile in range(N_CELLS):
        room = room_seen(state, c, tile)
        if state.face_up[tile] or colour_seen(state, c, tile) != BLUE or (room != NONE and room != KEY):
            continue
        cell = int(state.cell_of[tile])
        way = steps_between(state.cell[c], cell)
        if way < best_way and n_nearer(state, c, cell) < 2:
            best = cell
            best_way = way
    return best


@compiled
def n_nearer(state: State, c: Character, cell: Cell) -> int:
    """How many living characters are nearer to a cell."""
    n = 0
    for other in range(state.n_characters):
        nearer = steps_between(state.cell[other], cell) < steps_between(state.cell[c], cell)
        if other != c and state.alive[other] and nearer:
            n += 1
    return n


@compiled
def is_nearest(state: State, c: Character, cell: Cell) -> bool:
    """Whether a character is among the nearer half to a cell (the others go on searching)."""
    return n_nearer(state, c, cell) * 2 >= state.n_characters


@compiled
def steps_between(cell: Cell, other: Cell) -> int:
    """Rows and columns between two cells."""
    return int(abs(cell // 5 - other // 5) + abs(cell % 5 - other % 5))


@compiled
def unknown_corner(state: State, c: Character) -> Cell:
    """The nearest cell of the exit zone of which nothing is known, the character's own corner first. Else NONE."""
    best = NONE
    best_way = FAR
    for cell in range(N_CELLS):
        if not is_exit_zone(cell) or colour_seen(state, c, int(state.tile_at[cell])) != UNTOLD:
            continue
        corner = (2 if cell >= 15 else 0) + (1 if cell % 5 >= 3 else 0)
        way = 2 * steps_between(state.cell[c], cell) + (0 if corner == c % 4 else 5)
        if way < best_way:
            best = cell
            best_way = way
    return best


@compiled
def team_way(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """How far the team is from Room 25, as a character knows it: the sum of the ways, the longest counted twice."""
    exit_cell = find_exit(state, c)
    if exit_cell == NONE:
        return 0
    measure_way(state, rules, mind, c, exit_cell)
    total = 0
    longest = 0
    for other in range(state.n_characters):
        if state.alive[other]:
            way = mind.way[state.cell[other]]
            total += way
            longest = max(longest, way)
    if not is_exit_zone(exit_cell):
        total += 10 * int(state.n_characters)  # nobody gets out from there
    return int(total + longest)


@compiled
def is_safe(state: State, rules: Rules, c: Character, cell: Cell) -> bool:
    """Whether a character knows that it can enter a cell without danger."""
    tile = int(state.tile_at[cell])
    if room_seen(state, c, tile) != NONE:
        return room_cost(state, rules, c, cell) <= HARMLESS
    colour = int(state.told[tile])
    return colour == GREEN or colour == BLUE or colour == YELLOW
