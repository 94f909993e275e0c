"""How a game ends: R-EXIT, R-COOP, R-SUS-1, R-SOLO; masks (R-SUS-3) and the alert (R-SUS-2)."""

from __future__ import annotations

from sim.game import emit
from sim.games.room25.board import is_exit_zone, is_face_up, room_at, tile_of
from sim.games.room25.slides import leaving_cell
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    DEATH,
    ESCAPED,
    ESCAPED_IN_PART,
    GUARD,
    N_PASSES,
    NO_ACTION,
    NO_EXIT_FOUND,
    NO_KEY,
    NONE,
    NOT_GATHERED,
    OUT_OF_TIME,
    PRISONER,
    ROLES,
    ROOM_25,
    RUNNING,
    SHOWN_BY,
    SHOWN_BY_SECOND_DEATH,
    SHOWN_BY_SELF,
    SHOWN_BY_UNMASKING,
    SUSPICION,
    TWO_DEAD,
    Cell,
    Character,
    Line,
)
from sim.kernel import TRACE, compiled

# -- The exit ---------------------------------------------------------------------------------------


@compiled
def escapes(state: State, rules: Rules, c: Character, line: Line, direction: int) -> bool:
    """R-EXIT-1: whether a character's control of its own Room 25 takes it with its escapers out of the complex."""
    return room_at(state, state.cell[c]) == ROOM_25 and takes_out(state, rules, c, line, direction)


@compiled
def takes_out(state: State, rules: Rules, c: Character, line: Line, direction: int) -> bool:
    """R-EXIT-1: whether a slide by a character takes Room 25 out of an exit zone, with all who must be in it."""
    cell = cell_of_exit(state)
    if not is_exit_zone(cell) or leaving_cell(line, direction) != cell or not has_prisoner(state, cell):
        return False
    if rules.key and not state.key_found:
        return False
    if rules.mode != SUSPICION:
        return n_outside(state, cell) == 0
    return state.role[c] == PRISONER and n_missing(state, rules, cell) <= (1 if state.rounds_left == 1 else 0)


@compiled
def has_prisoner(state: State, cell: Cell) -> bool:
    """R-EXIT-1: whether a living character of the winning side is in a cell; outside suspicion all are prisoners."""
    for c in range(state.n_characters):
        if state.alive[c] and state.cell[c] == cell and state.role[c] == PRISONER:
            return True
    return False


@compiled
def cell_of_exit(state: State) -> Cell:
    """Where Room 25 lies, seen or not."""
    tile = tile_of(state, ROOM_25)
    return int(state.cell_of[tile]) if tile != NONE else NONE


@compiled
def n_outside(state: State, cell: Cell) -> int:
    """How many living prisoners are not in a cell; outside suspicion all are prisoners."""
    n = 0
    for c in range(state.n_characters):
        if state.alive[c] and state.role[c] == PRISONER and state.cell[c] != cell:
            n += 1
    return n


@compiled
def n_missing(state: State, rules: Rules, cell: Cell) -> int:
    """R-SUS-1: prisoners who would be left behind; a dead one is one of them."""
    n = n_outside(state, cell)
    if rules.dead_prisoner_is_missing:
        n += n_dead_prisoners(state)
    return n


@compiled
def n_dead_prisoners(state: State) -> int:
    """How many prisoners are dead."""
    n = 0
    for c in range(state.n_characters):
        if not state.alive[c] and state.role[c] == PRISONER:
            n += 1
    return n


@compiled
def escape(state: State, rules: Rules) -> None:
    """R-COOP-1, R-SUS-1, R-SOLO-1: those in Room 25 are out; with somebody dead, but in suspicion, only in part."""
    state.cause = ESCAPED
    if rules.mode != SUSPICION and state.n_deaths > 0:
        state.cause = ESCAPED_IN_PART
        state.partial = 1
    if TRACE:
        tell_escape(state)


def tell_escape(state: State) -> None:
    """Emit who escaped."""
    cell = cell_of_exit(state)
    out = [c for c in range(state.n_characters) if state.alive[c] and state.cell[c] == cell]
    emit(state, "escaped", characters=out)


# -- Death and time ---------------------------------------------------------------------------------


@compiled
def judge_death(state: State, rules: Rules, room: int) -> None:
    """R-COOP-1, R-SUS-1, R-SOLO-1: whether a death ends the game; at a second death roles are shown."""
    if state.cause != RUNNING:
        return
    if rules.mode != SUSPICION:
        if state.n_deaths >= rules.deaths_to_lose:
            state.cause = DEATH + room
        return
    if state.n_deaths >= 2:
        for c in range(state.n_characters):
            if not state.alive[c]:
                show_role(state, rules, c, SHOWN_BY_SECOND_DEATH)
    if n_dead_prisoners(state) >= rules.guards_to_win_deaths:
        state.cause = TWO_DEAD


@compiled
def judge_time(state: State, rules: Rules) -> None:
    """R-COOP-1, R-SUS-1: the countdown has ended; in cooperation the cause is what was not done."""
    if rules.mode == SUSPICION:
        state.cause = OUT_OF_TIME
    elif rules.key and not state.key_found:
        state.cause = NO_KEY
    elif not is_exit_found(state):
        state.cause = NO_EXIT_FOUND
    else:
        state.cause = NOT_GATHERED


@compiled
def is_exit_found(state: State) -> bool:
    """R-COOP-1: whether Room 25 has ever been turned up."""
    return is_face_up(state, cell_of_exit(state))


# -- Suspicion --------------------------------------------------------------------------------------


@compiled
def sound_alert(state: State, rules: Rules) -> None:
    """R-SUS-2: a character in Room 25 within the first five rounds leaves at most five."""
    if rules.mode != SUSPICION or state.turn > rules.alert_rounds or state.rounds_left <= rules.alert_rounds:
        return
    state.rounds_left = rules.alert_rounds
    if TRACE:
        emit(state, "alert")


@compiled
def unmask(state: State, rules: Rules) -> None:
    """R-SUS-3: when just as many as there are guards are outside Room 25, they show their roles."""
    if rules.mode != SUSPICION or state.cause != RUNNING:
        return
    inside = 0
    outside = 0
    for c in range(state.n_characters):
        if state.alive[c]:
            if room_at(state, state.cell[c]) == ROOM_25:
                inside += 1
            else:
                outside += 1
    due = inside > outside if rules.unmask_outside == NONE else outside == rules.unmask_outside
    if inside == 0 or not due:
        return
    for c in range(state.n_characters):
        if state.alive[c] and room_at(state, state.cell[c]) != ROOM_25:
            show_role(state, rules, c, SHOWN_BY_UNMASKING)


@compiled
def show_role(state: State, rules: Rules, c: Character, by: int) -> None:
    """R-SUS-4: a role becomes public, by what SHOWN_BY lists; a guard shown loses adrenaline.

    Shown against his will, or by the printed rules, he acts freely from the next round; else at once.
    """
    if state.shown[c]:
        return
    state.shown[c] = 1
    if state.role[c] == GUARD:
        state.has_adrenaline[c] = 0
        state.program[c, N_PASSES - 1] = NO_ACTION
        state.free_from[c] = state.turn if by == SHOWN_BY_SELF and not rules.printed else state.turn + 1
    if TRACE:
        emit(state, "role_shown", character=c, role=ROLES[state.role[c]], by=SHOWN_BY[by])
