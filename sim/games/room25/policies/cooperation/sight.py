"""What a character knows of the rooms: seen, told, or the only place left; read once, before it chooses."""

from __future__ import annotations

from sim.games.room25.board import colour_of, has_living, neighbour
from sim.games.room25.policies.cells import ALL_CELLS
from sim.games.room25.policies.cooperation.mind import BLOCKED, MOVE_COST, Mind
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACID,
    BLUE,
    DARK,
    KEY,
    MORTAL,
    N_CELLS,
    NO_AXIS,
    NONE,
    PIVOTING,
    PRISON,
    RED,
    ROOM_25,
    ROW_AXIS,
    SHREDDER,
    TIMER,
    TRAPPED,
    UNTOLD,
    VORTEX,
    Cell,
    Character,
)
from sim.kernel import compiled


@compiled
def read_table(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """What a character knows of each cell, what it costs to enter it and how one leaves it; where everybody stands."""
    mind.n_characters = state.n_characters
    take_places(state, mind)
    read_rooms(state, rules, mind, c)
    forget_marks(mind)
    for cell in range(N_CELLS):
        tile = int(state.tile_at[cell])
        mind.fee[cell] = MOVE_COST + price_of(state, mind, c, cell)
        limit = MOVE_COST + mind.bold if mind.room[cell] == NONE else BLOCKED - 1
        if mind.fee[cell] <= limit:
            mind.known |= 1 << cell
        if mind.fee[cell] >= BLOCKED:
            mind.shut |= 1 << cell
        mark_room(mind, int(mind.room[cell]), cell, int(state.axis[tile]) if state.face_up[tile] else NO_AXIS)
    mind.exit_cell = find_exit(state, rules, mind)


@compiled
def take_places(state: State, mind: Mind) -> None:
    """Where everybody stands; NONE: dead."""
    for other in range(state.n_characters):
        mind.stands[other] = state.cell[other] if state.alive[other] else NONE


@compiled
def read_rooms(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """Which rooms and colours a character has seen or heard of, where blue may be, how many Mortal rooms are left."""
    mind.may_be_blue = 0
    mind.mortal_left = rules.n_fixed[MORTAL] + (rules.supply[MORTAL] if rules.n_random[RED] else 0)
    for cell in range(N_CELLS):
        tile = int(state.tile_at[cell])
        room = room_seen(state, c, tile)
        mind.room[cell] = room
        mind.colour[cell] = colour_of(room) if room != NONE else state.told[tile]
        if mind.colour[cell] == UNTOLD and (state.dealt_out >> tile) & 1:
            mind.may_be_blue |= 1 << cell
        if room == MORTAL:
            mind.mortal_left -= 1


@compiled
def price_of(state: State, mind: Mind, c: Character, cell: Cell) -> int:
    """What entering a room costs beyond the move: time, and the risk of death counted as time."""
    tile = int(state.tile_at[cell])
    if state.closed[tile] or state.locked[tile]:
        return BLOCKED
    room = int(mind.room[cell])
    if room == NONE:
        colour = int(mind.colour[cell])
        spared = mind.no_mortal if mind.mortal_left == 0 and (colour == UNTOLD or colour == RED) else 0
        return int(mind.unseen[colour - UNTOLD] * (100 - spared) // 100)
    if room == MORTAL or (room == TIMER and state.rounds_left <= 1):
        return BLOCKED
    if (room == ACID or room == SHREDDER) and has_living(state, cell, c):
        return BLOCKED
    return int(mind.price[room])


@compiled
def forget_marks(mind: Mind) -> None:
    """No cell is marked for the room that is in it."""
    mind.known = 0
    mind.shut = 0
    mind.vortexes = 0
    mind.prisons = 0
    mind.by_row = 0
    mind.by_column = 0
    mind.lookouts = ALL_CELLS
    mind.traps = 0


@compiled
def mark_room(mind: Mind, room: int, cell: Cell, axis: int) -> None:
    """Mark a cell for how one leaves the room that was seen there, and whether one can stay and look about."""
    bit = 1 << cell
    if room == VORTEX:
        mind.vortexes |= bit
    elif room == PRISON:
        mind.prisons |= bit
    elif room == TRAPPED:
        mind.traps |= bit
    elif room == PIVOTING and axis != NO_AXIS:
        if axis == ROW_AXIS:
            mind.by_row |= bit
        else:
            mind.by_column |= bit
    if room == DARK or room == VORTEX or room == MORTAL:
        mind.lookouts &= ~bit


@compiled
def find_exit(state: State, rules: Rules, mind: Mind) -> Cell:
    """Where a character knows Room 25 to be: seen, or the only place where it can still be. Else NONE.

    While the key is to be found, and not seen, a room told blue may be the Key room.
    """
    is_key_placed = rules.key == 0 or state.key_found == 1
    told_blue = NONE
    untold = NONE
    n_untold = 0
    for cell in range(N_CELLS):
        seen = mind.room[cell]
        if seen == ROOM_25:
            return cell
        if seen == KEY:
            is_key_placed = True
        if seen == NONE and mind.colour[cell] == BLUE:
            told_blue = cell
        elif (mind.may_be_blue >> cell) & 1:
            untold = cell
            n_untold += 1
    if not is_key_placed:
        return NONE
    return untold if told_blue == NONE and n_untold == 1 else told_blue


@compiled
def is_in_exit(state: State, mind: Mind, c: Character) -> bool:
    """Whether a character has seen that it is in Room 25."""
    return mind.room[state.cell[c]] == ROOM_25


@compiled
def n_unseen(state: State, mind: Mind, c: Character) -> int:
    """How many rooms next to a character it has not seen."""
    n = 0
    for side in range(4):
        to = neighbour(state.cell[c], side)
        if to != NONE and mind.room[to] == NONE:
            n += 1
    return n
