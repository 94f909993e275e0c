"""What a character knows of the rooms: seen, told, or the only place left."""

from __future__ import annotations

from sim.games.room25.board import colour_of, neighbour
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import BLUE, KEY, MORTAL, N_CELLS, NONE, RED, ROOM_25, UNTOLD, Cell, Character, Tile
from sim.kernel import compiled


@compiled
def colour_seen(state: State, c: Character, tile: Tile) -> int:
    """The colour of a tile as far as a character knows it; else UNTOLD."""
    room = room_seen(state, c, tile)
    return colour_of(room) if room != NONE else int(state.told[tile])


@compiled
def find_blue(state: State, rules: Rules, c: Character, room: int) -> Cell:
    """Where a character knows Room 25 or the key to be: seen, or the only place where it can still be. Else NONE."""
    other = KEY if room == ROOM_25 else ROOM_25
    is_other_placed = rules.key == 0 or state.key_found == 1 if room == ROOM_25 else False
    told_blue = NONE
    untold = NONE
    n_untold = 0
    for tile in range(N_CELLS):
        seen = room_seen(state, c, tile)
        if seen == room:
            return int(state.cell_of[tile])
        if seen == other:
            is_other_placed = True
        if seen == NONE and state.told[tile] == BLUE:
            told_blue = int(state.cell_of[tile])
        elif seen == NONE and may_be_blue(state, c, tile):
            untold = int(state.cell_of[tile])
            n_untold += 1
    if not is_other_placed:
        return NONE
    return untold if told_blue == NONE and n_untold == 1 else told_blue


@compiled
def may_be_blue(state: State, c: Character, tile: Tile) -> bool:
    """Whether Room 25 or the key may be under a tile: dealt into the exit zone, and nothing is known of it."""
    return (state.dealt_out >> tile) & 1 == 1 and colour_seen(state, c, tile) == UNTOLD


@compiled
def n_mortal_left(state: State, rules: Rules, c: Character) -> int:
    """How many Mortal rooms a character has not seen, of those that are always in or may be drawn."""
    left = int(rules.n_fixed[MORTAL] + (rules.supply[MORTAL] if rules.n_random[RED] else 0))
    for tile in range(N_CELLS):
        if room_seen(state, c, tile) == MORTAL:
            left -= 1
    return left


@compiled
def is_in_exit(state: State, c: Character) -> bool:
    """Whether a character is in Room 25."""
    return room_seen(state, c, int(state.tile_at[state.cell[c]])) == ROOM_25


@compiled
def n_unseen(state: State, c: Character) -> int:
    """How many rooms next to a character it has not seen."""
    n = 0
    for side in range(4):
        to = neighbour(state.cell[c], side)
        if to != NONE and room_seen(state, c, int(state.tile_at[to])) == NONE:
            n += 1
    return n
