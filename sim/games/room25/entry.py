"""Entries and deaths (R-RND-4): leaving the old room, turning up, the effect. Nobody recurses: entrants queue."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import axis_between, room_at
from sim.games.room25.ends import judge_death, unmask
from sim.games.room25.knowledge import turn_up
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    BY_ACTION,
    BY_ROBOT,
    EMPTY,
    FLOODED,
    N_PASSES,
    NO_ACTION,
    NONE,
    PIVOTING,
    ROOMS,
    RUNNING,
    SHREDDER,
    TRAPPED,
    Cell,
    Character,
)
from sim.kernel import TRACE, compiled


@compiled
def relocate(state: State, rules: Rules, c: Character, to: Cell, by: int) -> None:
    """R-RND-4: a character leaves its room and enters another: (a) leaving, (b) turning up; (c) the effect waits."""
    origin = int(state.cell[c])
    state.cell[c] = to
    state.deadline[c] = NONE
    if TRACE:
        tell_move(state, c, origin, int(to), by)
    leave_room(state, rules, origin)
    if state.cause != RUNNING:
        return
    state.by_illusion = 0
    tile = int(state.tile_at[to])
    turn_up(state, to)
    state.came_by[c] = axis_between(origin, to)
    turn_pivot(state, c, tile)
    queue_entry(state, c)


def tell_move(state: State, c: Character, origin: Cell, to: Cell, by: int) -> None:
    """Emit that a character went to another room, or was pushed there by the actor or by a robot."""
    is_push = by == BY_ROBOT or (by == BY_ACTION and c != state.actor)
    emit(state, "pushed" if is_push else "moved", character=c, from_=origin, to=to, by=by)


@compiled
def turn_pivot(state: State, c: Character, tile: int) -> None:
    """R-ROOM-pivoting: the last entrant turns it to the axis by which it came; who came by none leaves it free."""
    if state.room[tile] == PIVOTING:
        state.axis[tile] = state.came_by[c]


@compiled
def queue_entry(state: State, c: Character) -> None:
    """R-RND-4: the effect of the room entered comes next."""
    state.n_entries += 1
    state.entered[c] = state.n_entries
    state.queue[state.n_queue] = c
    state.n_queue += 1


@compiled
def next_entrant(state: State) -> Character:
    """R-RND-4: the first of those who wait for a room's effect."""
    c = int(state.queue[0])
    state.n_queue -= 1
    for i in range(state.n_queue):
        state.queue[i] = state.queue[i + 1]
    return c


@compiled
def leave_room(state: State, rules: Rules, origin: Cell) -> None:
    """R-ROOM-shredder: when someone leaves, it closes and those left inside die."""
    tile = int(state.tile_at[origin])
    if state.room[tile] != SHREDDER or not state.face_up[tile]:
        return
    state.closed[tile] = 1
    for c in range(state.n_characters):
        if state.alive[c] and state.cell[c] == origin and state.cause == RUNNING:
            die(state, rules, c, SHREDDER)


@compiled
def die(state: State, rules: Rules, c: Character, room: int) -> None:
    """R-COOP-1, R-SUS-1, R-SUS-3: a character dies of a room; that may be the end, or masks fall."""
    state.alive[c] = 0
    state.cell[c] = NONE
    state.deadline[c] = NONE
    state.hidden[c] = 0
    for k in range(N_PASSES):
        state.program[c, k] = NO_ACTION
    state.cancelled[c] = 1
    state.death_room[c] = room
    state.death_round[c] = state.turn
    state.n_deaths += 1
    if TRACE:
        emit(state, "died", character=c, cause=ROOMS[room])
    judge_death(state, rules, room)
    unmask(state, rules)


@compiled
def make_empty(state: State, cell: Cell) -> None:
    """R-CHR-1: a room becomes Empty: deadlines and closure end."""
    tile = int(state.tile_at[cell])
    state.room[tile] = EMPTY
    state.closed[tile] = 0
    for c in range(state.n_characters):
        if state.alive[c] and state.cell[c] == cell:
            state.deadline[c] = NONE


@compiled
def is_trapped(state: State, c: Character) -> bool:
    """R-ROOM-trapped: whether a character must leave by its next action."""
    return state.alive[c] == 1 and state.deadline[c] == TRAPPED and room_at(state, state.cell[c]) == TRAPPED


@compiled
def drown(state: State, rules: Rules, c: Character) -> None:
    """R-ROOM-flooded: who is still inside at the end of the round after the entry dies."""
    if state.alive[c] and state.deadline[c] == FLOODED and state.turn >= state.deadline_round[c]:
        die(state, rules, c, FLOODED)
