"""Knowledge: who has looked at what, what colour was told, what is face up (R-SET-3, R-ACT-1, Information)."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import colour_of, neighbour
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_TELL,
    COLOURS,
    COOPERATION,
    JAMMING,
    N_CELLS,
    N_KEPT,
    PRISONER,
    RED,
    SILENT,
    SOLO,
    SUSPICION,
    Cell,
    Character,
)
from sim.games.room25.witness import note_told, note_turned_up
from sim.kernel import TRACE, compiled


@compiled
def look_at(state: State, rules: Rules, c: Character, cell: Cell, by: int) -> None:
    """R-ACT-1: a character sees a face-down room; so do, with shared knowledge, those of the same player (R-SET-3)."""
    tile = int(state.tile_at[cell])
    for other in range(state.n_characters):
        mates = rules.shared_knowledge == 1 and rules.player_of[other] == rules.player_of[c]
        if other == c or mates:
            learn(state, other, tile)
    if TRACE:
        emit(state, "looked", character=c, cell=cell, tile=tile, room=int(state.room[tile]), by=by)


@compiled
def turn_up(state: State, cell: Cell) -> None:
    """R-ACT-2: a face-down room is turned up for good."""
    tile = int(state.tile_at[cell])
    if state.face_up[tile]:
        return
    state.face_up[tile] = 1
    note_turned_up(state, tile)
    if TRACE:
        emit(state, "room_revealed", cell=cell, room=int(state.room[tile]))


@compiled
def turn_down(state: State, cell: Cell) -> None:
    """R-CHR-1: a reopened room is face down again, yet stays known to all who saw it."""
    tile = int(state.tile_at[cell])
    state.face_up[tile] = 0
    for c in range(state.n_characters):
        learn(state, c, tile)


@compiled
def learn(state: State, c: Character, tile: int) -> None:
    """R-ACT-1: a character knows a room that it sees."""
    state.knows[c] |= 1 << tile
    state.seen[c, state.turn % N_KEPT] |= 1 << tile


@compiled
def forget(state: State, rules: Rules) -> None:
    """R-MAC-1: in frenzy there are no marks; by `memory = "marks"` only what the last two rounds showed is kept."""
    if not rules.forgetful:
        return
    for c in range(state.n_characters):
        state.seen[c, state.turn % N_KEPT] = 0
        state.knows[c] = 0
        for k in range(N_KEPT):
            state.knows[c] |= state.seen[c, k]


@compiled
def is_jammed(state: State) -> bool:
    """R-ROOM-jamming: while someone is in, nothing is told."""
    for c in range(state.n_characters):
        if state.alive[c]:
            tile = state.tile_at[state.cell[c]]
            if state.room[tile] == JAMMING and state.face_up[tile]:
                return True
    return False


@compiled
def offer_to_tell(state: State, rules: Rules, menu: Menu, c: Character, cell: Cell) -> None:
    """R-ACT-1: what a character tells of a room it has looked at; where it may choose, it may be silent too.

    Only in suspicion does anybody lie.
    """
    if is_jammed(state) or rules.mode == SOLO:
        return
    truth = colour_of(state.room[state.tile_at[cell]])
    honest = rules.tell_always == 1 if rules.mode == COOPERATION else rules.prisoners_truthful == 1
    if honest and state.role[c] == PRISONER:
        tell(state, cell, truth)
        return
    menu.n = 0
    for colour in range(RED + 1):
        if colour == truth or rules.mode == SUSPICION:
            menu.option[menu.n] = colour
            menu.n += 1
    menu.option[menu.n] = SILENT
    menu.n += 1
    state.asking = ASK_TELL
    state.chooser = c
    state.last_looked = cell
    state.pending = 1


@compiled
def tell(state: State, cell: Cell, colour: int) -> None:
    """R-ACT-1: the colour of a room is told, to all."""
    tile = state.tile_at[cell]
    note_told(state, int(state.chooser), int(tile), colour)
    state.told[tile] = colour
    if TRACE:
        emit(state, "told", cell=cell, tile=int(tile), colour=COLOURS[colour])


@compiled
def offer_face_down(state: State, menu: Menu) -> None:
    """Offer every face-down room (R-ROOM-vision, R-ROOM-moving, R-ROOM-illusion)."""
    menu.n = 0
    for cell in range(N_CELLS):
        if not state.face_up[state.tile_at[cell]]:
            menu.option[menu.n] = cell
            menu.n += 1


@compiled
def offer_face_down_neighbours(state: State, menu: Menu, cell: Cell) -> None:
    """Offer the face-down rooms next to a cell."""
    menu.n = 0
    for side in range(4):
        other = neighbour(cell, side)
        if other >= 0 and not state.face_up[state.tile_at[other]]:
            menu.option[menu.n] = other
            menu.n += 1
