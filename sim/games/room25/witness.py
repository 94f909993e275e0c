"""What everybody at the table has seen of one another: who told what, who was caught lying, who did harm.

All of it is public, and no rule asks for it: it is the memory of players who suspect somebody (suspicion).
"""

from __future__ import annotations

from sim.games.room25.board import colour_of
from sim.games.room25.state import State
from sim.games.room25.terms import GUARD, NONE, RED, ROOM_25, UNTOLD, Cell, Character, Tile
from sim.kernel import compiled


@compiled
def note_told(state: State, c: Character, tile: Tile, colour: int) -> None:
    """A character tells the colour of a tile; who told another colour of it and this one cannot both be right."""
    other = teller_of(state, tile)
    if other != NONE and other != c and state.told[tile] != colour:
        state.disputes[c] |= 1 << other
        state.disputes[other] |= 1 << c
    state.teller[tile] = c + 1


@compiled
def teller_of(state: State, tile: Tile) -> Character:
    """Who told the colour of a tile last; NONE if nobody did."""
    return int(state.teller[tile]) - 1


@compiled
def note_silence(state: State, c: Character) -> None:
    """Where prisoners always tell what they see, who is silent is none."""
    state.caught[c] = 1


@compiled
def note_turned_up(state: State, tile: Tile) -> None:
    """A room is turned up: whoever told another colour of it is caught."""
    teller = teller_of(state, tile)
    if teller != NONE and state.told[tile] != UNTOLD and state.told[tile] != colour_of(state.room[tile]):
        state.caught[teller] = 1


@compiled
def note_push(state: State, c: Character, pushed: Character, to: Cell) -> None:
    """A character pushes another, no known guard, out of Room 25 or into a room that all think is red: that is harm."""
    if state.shown[pushed] and state.role[pushed] == GUARD:
        return
    origin = state.tile_at[state.cell[pushed]]
    tile = state.tile_at[to]
    colour = colour_of(state.room[tile]) if state.face_up[tile] else int(state.told[tile])
    if colour == RED or state.room[origin] == ROOM_25:
        state.harm[c] += 1
