"""What every thinking policy reads off the table: the rooms that a character has seen, its program, the menu."""

from __future__ import annotations

from sim.games.room25.state import Menu, State
from sim.games.room25.terms import FLOODED, N_CELLS, N_PASSES, NO_ACTION, NONE, Character, Tile
from sim.kernel import compiled


@compiled
def room_seen(state: State, c: Character, tile: Tile) -> int:
    """The room of a tile as far as a character has seen it: face up, or looked at; else NONE."""
    if state.face_up[tile] or (state.knows[c] >> tile) & 1:
        return int(state.room[tile])
    return NONE


@compiled
def tiles_seen(state: State, c: Character) -> int:
    """The tiles whose rooms a character has seen: those face up, and those it has looked at."""
    tiles = int(state.knows[c])
    for tile in range(N_CELLS):
        tiles |= (1 if state.face_up[tile] else 0) << tile
    return tiles


@compiled
def acts_again(state: State, c: Character) -> bool:
    """Whether a character has another action after that of this pass: it would be caught by a trap entered now."""
    if state.passing == 0:
        return False
    for k in range(state.passing, N_PASSES):
        if state.program[c, k] != NO_ACTION:
            return True
    return False


@compiled
def drowns_this_round(state: State, c: Character) -> bool:
    """R-ROOM-flooded: whether a character dies at the end of this round unless it leaves its room."""
    return state.deadline[c] == FLOODED and state.turn >= state.deadline_round[c]


@compiled
def index_of(menu: Menu, value: int) -> int:
    """Return where an option is in the menu; the first if it is not there."""
    for i in range(menu.n):
        if menu.option[i] == value:
            return i
    return 0
