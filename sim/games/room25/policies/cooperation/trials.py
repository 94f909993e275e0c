"""What a step or a slide would bring, tried on a scratch board."""

from __future__ import annotations

from sim.games.room25.policies.cooperation.goals import far_from_goal, sum_ways, team_way
from sim.games.room25.policies.cooperation.mind import FAR, SEARCH, Mind
from sim.games.room25.policies.cooperation.ways import is_known, next_step, way_from
from sim.games.room25.policies.reading import room_seen
from sim.games.room25.slides import can_slide, is_on, slide_line
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import ASK_PROGRAM, BY_ACTION, CENTRE, N_CELLS, N_LINES, VORTEX, Cell, Character
from sim.kernel import compiled


@compiled
def copy_board(state: State, scratch: State) -> None:
    """The scratch board takes what slides and ways need."""
    for cell in range(N_CELLS):
        scratch.tile_at[cell] = state.tile_at[cell]
        scratch.cell_of[cell] = state.cell_of[cell]
        scratch.room[cell] = state.room[cell]
        scratch.face_up[cell] = state.face_up[cell]
        scratch.closed[cell] = state.closed[cell]
        scratch.locked[cell] = state.locked[cell]
        scratch.axis[cell] = state.axis[cell]
        scratch.told[cell] = state.told[cell]
    scratch.n_characters = state.n_characters
    scratch.dealt_out = state.dealt_out
    scratch.rounds_left = state.rounds_left
    scratch.key_found = state.key_found
    scratch.n_robots = 0
    for other in range(state.n_characters):
        scratch.cell[other] = state.cell[other]
        scratch.alive[other] = state.alive[other]
        scratch.knows[other] = state.knows[other]


@compiled
def foresee_moves(state: State, mind: Mind, scratch: State, c: Character) -> None:
    """On the scratch board the others go a step nearer to Room 25, where they would go without a look."""
    for other in range(state.n_characters):
        if other == c or not state.alive[other] or way_from(mind, int(state.cell[other])) == 0:
            continue
        step = next_step(state, mind, other)
        if is_known(state, mind, c, step):
            is_vortex = room_seen(state, c, int(state.tile_at[step])) == VORTEX
            scratch.cell[other] = CENTRE if is_vortex else step


@compiled
def after_move(state: State, rules: Rules, mind: Mind, scratch: State, c: Character, step: Cell) -> int:
    """How far it is to the goal when a character has moved."""
    scratch.cell[c] = step
    far = far_from_goal(scratch, rules, mind, c)
    scratch.cell[c] = state.cell[c]
    return far


@compiled
def best_slide(
    state: State, rules: Rules, mind: Mind, scratch: State, c: Character, cell: Cell, then_move: bool
) -> int:
    """How far it is to the goal after the best slide that a character can make from a cell. FAR: none.

    `then_move`: it goes a step nearer afterwards, if it knows the room.
    """
    best = FAR
    if cell == CENTRE:
        return best
    for line in range(N_LINES):
        if is_on(line, cell):
            for direction in range(2):
                if can_slide(state, line, direction):
                    scratch.cell[c] = cell
                    slide_line(scratch, line, direction, BY_ACTION)
                    far = far_from_goal(scratch, rules, mind, c)
                    if then_move:
                        far -= gain_of_step(scratch, mind, c)
                    slide_line(scratch, line, 1 - direction, BY_ACTION)
                    best = min(best, far)
    scratch.cell[c] = state.cell[c]
    return best


@compiled
def gain_of_step(scratch: State, mind: Mind, c: Character) -> int:
    """How much nearer the goal is when a character goes the next step, if it knows the room, where it then stands."""
    step = next_step(scratch, mind, c)
    if not is_known(scratch, mind, c, step):
        return 0
    before = way_from(mind, int(scratch.cell[c])) if mind.aim == SEARCH else sum_ways(scratch, mind)
    scratch.cell[c] = step
    return before - (way_from(mind, step) if mind.aim == SEARCH else sum_ways(scratch, mind))


@compiled
def after_slide(rules: Rules, mind: Mind, scratch: State, c: Character, line: int, direction: int) -> int:
    """How far it is to the goal after a slide; the scratch board is as before."""
    slide_line(scratch, line, direction, BY_ACTION)
    far = far_from_goal(scratch, rules, mind, c)
    slide_line(scratch, line, 1 - direction, BY_ACTION)
    return far


@compiled
def gains_by_slide(state: State, rules: Rules, mind: Mind, scratch: State, c: Character) -> bool:
    """Whether a slide brings the team nearer to Room 25."""
    copy_board(state, scratch)
    if state.asking == ASK_PROGRAM:
        foresee_moves(state, mind, scratch, c)
    here = team_way(scratch, rules, mind, c)
    return best_slide(state, rules, mind, scratch, c, int(state.cell[c]), False) + mind.slide < here
