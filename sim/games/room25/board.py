"""Board (R-BRD): cells, neighbours, what lies where, and what a character can enter."""

from __future__ import annotations

from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    BLUE,
    CENTRAL,
    CENTRE,
    COLUMN_AXIS,
    EMMETT,
    FIRST_GREEN,
    FIRST_RED,
    FIRST_YELLOW,
    GREEN,
    MIDDLE,
    N_CELLS,
    NO_AXIS,
    NONE,
    PIVOTING,
    PRISON,
    RED,
    ROW_AXIS,
    SIDE,
    YELLOW,
    Cell,
    Character,
    Tile,
)
from sim.kernel import compiled


@compiled
def row_of(cell: Cell) -> int:
    """R-BRD-1: the row of a cell, 0 on top."""
    return cell // SIDE


@compiled
def column_of(cell: Cell) -> int:
    """R-BRD-1: the column of a cell, 0 at the left."""
    return cell % SIDE


@compiled
def steps_between(cell: Cell, other: Cell) -> int:
    """R-BRD-1: rows and columns between two cells."""
    return int(abs(row_of(cell) - row_of(other)) + abs(column_of(cell) - column_of(other)))


@compiled
def steps_from_centre(cell: Cell) -> int:
    """R-BRD-1: |row - 2| + |column - 2|."""
    return steps_between(cell, CENTRE)


@compiled
def corner_of(cell: Cell) -> int:
    """The quarter of the complex that a cell is in, 0..3; the middle row and column go with the upper and left ones."""
    return (2 if row_of(cell) > MIDDLE else 0) + (1 if column_of(cell) > MIDDLE else 0)


@compiled
def is_exit_zone(cell: Cell) -> bool:
    """R-BRD-1: the twelve corner cells, three a corner."""
    return steps_from_centre(cell) > 2


@compiled
def neighbour(cell: Cell, side: int) -> Cell:
    """R-BRD-1: the cell above (0), to the right (1), below (2) or to the left (3); NONE outside the complex."""
    if side == 0:
        return cell - SIDE if cell >= SIDE else NONE
    if side == 1:
        return cell + 1 if column_of(cell) < SIDE - 1 else NONE
    if side == 2:
        return cell + SIDE if cell < N_CELLS - SIDE else NONE
    return cell - 1 if column_of(cell) > 0 else NONE


@compiled
def are_adjacent(cell: Cell, other: Cell) -> bool:
    """R-BRD-1: whether two cells share a wall."""
    return steps_between(cell, other) == 1


@compiled
def axis_between(cell: Cell, other: Cell) -> int:
    """The axis along which one goes from a cell to an adjacent one; NO_AXIS if they are not adjacent."""
    if not are_adjacent(cell, other):
        return NO_AXIS
    return ROW_AXIS if row_of(cell) == row_of(other) else COLUMN_AXIS


@compiled
def room_at(state: State, cell: Cell) -> int:
    """The room in a cell, seen or not: rules may ask, policies may not."""
    return int(state.room[state.tile_at[cell]])


@compiled
def tile_of(state: State, room: int) -> Tile:
    """The tile of a room that is in the complex once, seen or not; NONE if it is not there."""
    for tile in range(N_CELLS):
        if state.room[tile] == room:
            return tile
    return NONE


@compiled
def colour_of(room: int) -> int:
    """The colour of a room."""
    if room < FIRST_GREEN:
        return BLUE
    if room < FIRST_YELLOW:
        return GREEN
    if room < FIRST_RED:
        return YELLOW
    return RED


@compiled
def is_face_up(state: State, cell: Cell) -> bool:
    """Whether the room in a cell is face up."""
    return state.face_up[state.tile_at[cell]] == 1


@compiled
def has_living(state: State, cell: Cell, but: Character) -> bool:
    """Whether a living character other than `but` is in a cell."""
    for c in range(state.n_characters):
        if c != but and state.alive[c] and state.cell[c] == cell:
            return True
    return False


@compiled
def follows_axis(state: State, cell: Cell, to: Cell) -> bool:
    """R-ROOM-pivoting: from a pivoting room one acts only along its axis (a free one has none)."""
    tile = state.tile_at[cell]
    if state.room[tile] != PIVOTING or not state.face_up[tile] or state.axis[tile] == NO_AXIS:
        return True
    return axis_between(cell, to) == state.axis[tile]


@compiled
def is_open(state: State, cell: Cell, enters_locks: bool) -> bool:
    """R-ACT-4: closures and locks stop entries; Emmett and robots pass locks."""
    tile = state.tile_at[cell]
    if state.closed[tile]:
        return False
    return enters_locks or not state.locked[tile]


@compiled
def can_enter(state: State, rules: Rules, c: Character, cell: Cell) -> bool:
    """R-ACT-2, R-CHR-1: whether a room lets a character in."""
    return is_open(state, cell, state.team[c] == EMMETT and rules.specials == 1)


@compiled
def can_leave_for(state: State, c: Character, to: Cell) -> bool:
    """R-ROOM-prison, R-ROOM-pivoting: whether the room that a character is in lets it move to an adjacent cell."""
    cell = state.cell[c]
    if not follows_axis(state, cell, to):
        return False
    if room_at(state, cell) != PRISON or not is_face_up(state, cell):
        return True
    return to == CENTRE or has_living(state, to, c)


@compiled
def is_in_central(state: State, c: Character) -> bool:
    """R-ACT-5: whether a character is in the Central Room."""
    return room_at(state, state.cell[c]) == CENTRAL
