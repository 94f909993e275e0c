"""What a character believes: of the others, by roles shown, lies and harm; of the rooms, by what it saw and heard."""

from __future__ import annotations

from sim.games.room25.board import can_enter, can_leave_for, colour_of, follows_axis, has_living, neighbour
from sim.games.room25.policies.reading import acts_again, room_seen
from sim.games.room25.policies.suspicion.mind import EASY, FAIR, GRIM, N_KINDS, POOR, Doubts
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    ACID,
    BLUE,
    COLD,
    DARK,
    FLOODED,
    GREEN,
    GUARD,
    ILLUSION,
    JAMMING,
    MIRROR,
    MORTAL,
    N_CELLS,
    NONE,
    PARANOIA,
    PIVOTING,
    PRISON,
    PRISONER,
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
    Tile,
)
from sim.games.room25.witness import teller_of
from sim.kernel import compiled

# -- The others ----------------------------------------------------------------------------------------------------


@compiled
def judge(state: State, rules: Rules, doubts: Doubts, c: Character) -> None:
    """Whom a character takes for a guard, and whom it knows to be a prisoner.

    It knows its own role and those shown. Where prisoners tell the truth, a liar is a guard: one who was caught, or who
    told otherwise than a prisoner did. Once as many guards are known as there can be, the others are prisoners.
    """
    for other in range(state.n_characters):
        knows = other == c or state.shown[other]
        doubts.is_guard[other] = 1 if knows and state.role[other] == GUARD else 0
        doubts.is_prisoner[other] = 1 if knows and state.role[other] == PRISONER else 0
    found = 0
    for other in range(state.n_characters):
        if not doubts.is_prisoner[other] and (rules.prisoners_truthful and is_liar(state, doubts, other)):
            doubts.is_guard[other] = 1
        found += doubts.is_guard[other]
    if found >= rules.n_guard_cards:
        for other in range(state.n_characters):
            doubts.is_prisoner[other] = 1 - doubts.is_guard[other]
        return
    for other in range(state.n_characters):
        if state.harm[other] > 0 and not doubts.is_prisoner[other]:
            doubts.is_guard[other] = 1


@compiled
def is_liar(state: State, doubts: Doubts, c: Character) -> bool:
    """Whether a character was caught, or told otherwise than somebody known to be a prisoner."""
    if state.caught[c]:
        return True
    for other in range(state.n_characters):
        if (state.disputes[c] >> other) & 1 and doubts.is_prisoner[other]:
            return True
    return False


@compiled
def counts_on(state: State, doubts: Doubts, c: Character) -> bool:
    """Whether a living character is held to be one of those who must get out."""
    return state.alive[c] == 1 and not doubts.is_guard[c]


@compiled
def n_counted_in(state: State, doubts: Doubts, cell: Cell) -> int:
    """How many who are counted on are in a cell."""
    n = 0
    for other in range(state.n_characters):
        if counts_on(state, doubts, other) and state.cell[other] == cell:
            n += 1
    return n


# -- The rooms -----------------------------------------------------------------------------------------------------


@compiled
def colour_heard(state: State, doubts: Doubts, tile: Tile) -> int:
    """The colour told of a tile by somebody not taken for a guard; else UNTOLD."""
    teller = teller_of(state, tile)
    if teller == NONE or doubts.is_guard[teller]:
        return UNTOLD
    return int(state.told[tile])


@compiled
def read_table(state: State, rules: Rules, doubts: Doubts, c: Character) -> None:
    """Sort the cells by what entering them costs, and find Room 25 or the cells where it may be."""
    forget_marks(doubts)
    for other in range(state.n_characters):
        doubts.stands[other] = state.cell[other]
    read_doors(state, rules, doubts, c)
    hearsay = 0
    for cell in range(N_CELLS):
        tile = int(state.tile_at[cell])
        room = room_seen(state, c, tile)
        colour = colour_of(room) if room != NONE else colour_heard(state, doubts, tile)
        is_sure = room != NONE or (colour != UNTOLD and doubts.is_prisoner[teller_of(state, tile)] == 1)
        kind = kind_of_room(state, c, room, cell) if room != NONE else kind_of_colour(colour)
        if kind != NONE and not state.closed[tile] and not state.locked[tile]:
            doubts.cells[kind] |= 1 << cell
        if is_sure:
            doubts.sure |= 1 << cell
        mark_room(doubts, room, colour, cell)
        if room == ROOM_25 or (room == NONE and colour == BLUE and doubts.exit_cell == NONE):
            doubts.exit_cell = cell
        if room == NONE and (state.dealt_out >> tile) & 1:
            if colour == UNTOLD:
                doubts.unseen |= 1 << cell
            elif not is_sure:
                hearsay |= 1 << cell
    if doubts.unseen == 0:
        doubts.unseen = hearsay  # everything was told, and somebody lied


@compiled
def forget_marks(doubts: Doubts) -> None:
    """No cell is marked for the room that is in it."""
    for kind in range(N_KINDS):
        doubts.cells[kind] = 0
    doubts.sure = 0
    doubts.unseen = 0
    doubts.traps = 0
    doubts.vortexes = 0
    doubts.red = 0
    doubts.mortal = 0
    doubts.exit_cell = NONE


@compiled
def mark_room(doubts: Doubts, room: int, colour: int, cell: Cell) -> None:
    """Mark a cell for the room that was seen there, or as said to be red."""
    bit = 1 << cell
    if room == TRAPPED:
        doubts.traps |= bit
    elif room == VORTEX:
        doubts.vortexes |= bit
    elif room == MORTAL:
        doubts.mortal |= bit
    elif room == NONE and colour == RED:
        doubts.red |= bit


@compiled
def read_doors(state: State, rules: Rules, doubts: Doubts, c: Character) -> None:
    """Where a character can go and look from where it stands."""
    doubts.steps = 0
    doubts.looks = 0
    here = int(state.cell[c])
    is_dark = state.room[state.tile_at[here]] == DARK
    for side in range(4):
        to = neighbour(here, side)
        if to != NONE:
            if can_enter(state, rules, c, to) and can_leave_for(state, c, to):
                doubts.steps |= 1 << to
            if not is_dark and not state.face_up[state.tile_at[to]] and follows_axis(state, here, to):
                doubts.looks |= 1 << to


@compiled
def kind_of_colour(colour: int) -> int:
    """What entering a room costs of which only the colour is known."""
    if colour == GREEN or colour == BLUE:
        return EASY
    if colour == YELLOW:
        return FAIR
    return GRIM if colour == RED else POOR


@compiled
def kind_of_room(state: State, c: Character, room: int, cell: Cell) -> int:
    """What entering a room costs that was seen; NONE: it would be deadly, or lead back to the start."""
    if room == MORTAL or room == VORTEX or (room == TIMER and state.rounds_left <= 1):
        return NONE
    if room == TRAPPED:
        return NONE if acts_again(state, c) else POOR
    if room == ACID or room == SHREDDER:
        return NONE if has_living(state, cell, c) else POOR
    if room == PRISON or room == FLOODED or room == TIMER or room == PARANOIA:
        return GRIM
    if room == MIRROR or room == ILLUSION or room == PIVOTING:
        return POOR
    return FAIR if room == COLD or room == DARK or room == JAMMING else EASY
