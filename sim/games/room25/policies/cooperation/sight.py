"""What a character knows of the rooms: seen, told, or the only place left; read once, before it chooses."""

from __future__ import annotations

from sim.games.room25.board import colour_of, has_living, neighbour
from sim.games.room25.policies.cells import ALL_CELLS, ALL_TILES, highest_cell
from sim.games.room25.policies.cooperation.mind import BLOCKED, MOVE_COST, Mind
from sim.games.room25.policies.reading import tiles_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACID,
    BLUE,
    DARK,
    KEY,
    MORTAL,
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
    Tile,
)
from sim.kernel import compiled, inlined, lowest_bit


@compiled
def read_table(state: State, rules: Rules, mind: Mind, c: Character) -> None:
    """What a character knows of each cell, what it costs to enter it and how one leaves it; where everybody stands."""
    mind.n_characters = state.n_characters
    take_places(state, mind)
    forget_marks(mind)
    mind.mortal_left = rules.n_fixed[MORTAL] + (rules.supply[MORTAL] if rules.n_random[RED] else 0)
    seen = tiles_seen(state, c)
    tiles = seen
    while tiles:
        read_seen(state, mind, c, lowest_bit(tiles))
        tiles &= tiles - 1
    price_unseen(mind)
    read_unseen(state, mind, ALL_TILES & ~seen)
    mind.exit_cell = find_exit(state, rules, mind)


@compiled
def take_places(state: State, mind: Mind) -> None:
    """Where everybody stands; NONE: dead."""
    for other in range(state.n_characters):
        mind.stands[other] = state.cell[other] if state.alive[other] else NONE


@inlined
def read_seen(state: State, mind: Mind, c: Character, tile: Tile) -> None:
    """A room that a character has seen: what it costs to enter it, and what marks its cell."""
    cell = int(state.cell_of[tile])
    room = int(state.room[tile])
    mind.room[cell] = room
    mind.colour[cell] = colour_of(room)
    mark_room(mind, room, cell, int(state.axis[tile]) if state.face_up[tile] else NO_AXIS)
    if state.closed[tile] or state.locked[tile] or is_deadly(state, c, cell, room):
        mind.fee[cell] = BLOCKED
        mind.shut |= 1 << cell
    else:
        mind.fee[cell] = MOVE_COST + mind.price[room]
        mind.known |= 1 << cell


@compiled
def read_unseen(state: State, mind: Mind, tiles: int) -> None:
    """Rooms that a character has not seen: what it costs to enter them by what was told, which may be blue."""
    known = 0
    told_blue = 0
    untold = 0
    dealt_out = 0
    while tiles:
        tile = lowest_bit(tiles)
        tiles &= tiles - 1
        cell = int(state.cell_of[tile])
        told = int(state.told[tile])
        price = int(mind.price_unseen[told - UNTOLD])
        mind.room[cell] = NONE
        mind.colour[cell] = told
        mind.fee[cell] = MOVE_COST + price
        known |= (1 if price <= mind.bold else 0) << cell
        told_blue |= (1 if told == BLUE else 0) << cell
        untold |= (1 if told == UNTOLD else 0) << cell
        dealt_out |= ((state.dealt_out >> tile) & 1) << cell
        if state.closed[tile] or state.locked[tile]:
            mind.fee[cell] = BLOCKED
            mind.shut |= 1 << cell
    mind.known |= known & ~mind.shut
    mind.told_blue = told_blue
    mind.untold = untold & ~mind.shut
    mind.may_be_blue = untold & dealt_out


@compiled
def price_unseen(mind: Mind) -> None:
    """What entering a room not seen costs beyond the move, by what was told of it."""
    for told in range(UNTOLD, RED + 1):
        spared = mind.no_mortal if mind.mortal_left == 0 and (told == UNTOLD or told == RED) else 0
        mind.price_unseen[told - UNTOLD] = mind.unseen[told - UNTOLD] * (100 - spared) // 100


@compiled
def is_deadly(state: State, c: Character, cell: Cell, room: int) -> bool:
    """Whether a character that enters a room dies, or somebody in it."""
    if room == MORTAL or (room == TIMER and state.rounds_left <= 1):
        return True
    return (room == ACID or room == SHREDDER) and has_living(state, cell, c)


@compiled
def forget_marks(mind: Mind) -> None:
    """No cell is marked for the room that is in it."""
    mind.known = 0
    mind.shut = 0
    mind.exits = 0
    mind.keys = 0
    mind.vortexes = 0
    mind.prisons = 0
    mind.by_row = 0
    mind.by_column = 0
    mind.lookouts = ALL_CELLS
    mind.traps = 0


@compiled
def mark_room(mind: Mind, room: int, cell: Cell, axis: int) -> None:
    """Mark a cell for what was seen there: how one leaves it, whether one can stay and look about, what is found."""
    bit = 1 << cell
    if room == ROOM_25:
        mind.exits |= bit
    elif room == KEY:
        mind.keys |= bit
    elif room == VORTEX:
        mind.vortexes |= bit
    elif room == PRISON:
        mind.prisons |= bit
    elif room == TRAPPED:
        mind.traps |= bit
    elif room == MORTAL:
        mind.mortal_left -= 1
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
    if mind.exits:
        return lowest_bit(mind.exits)
    if rules.key and not state.key_found and not mind.keys:
        return NONE
    if mind.told_blue:
        return highest_cell(int(mind.told_blue))
    is_only_one = mind.may_be_blue != 0 and mind.may_be_blue & (mind.may_be_blue - 1) == 0
    return lowest_bit(mind.may_be_blue) if is_only_one else NONE


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
