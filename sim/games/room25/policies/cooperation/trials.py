"""What a step or a slide would bring, tried in thought."""

from __future__ import annotations

from sim.games.room25.policies.cells import line_cells, neighbours, turn_of, turned
from sim.games.room25.policies.cooperation.goals import far_from_goal, sum_ways, team_way
from sim.games.room25.policies.cooperation.mind import FAR, SEARCH, Mind
from sim.games.room25.policies.cooperation.sight import take_places
from sim.games.room25.policies.cooperation.ways import is_known, next_step
from sim.games.room25.slides import can_slide, cell_on, is_on
from sim.games.room25.state import State
from sim.games.room25.terms import ASK_PROGRAM, CENTRE, N_LINES, NONE, SIDE, Cell, Character, Line
from sim.kernel import compiled, lowest_bit


@compiled
def foresee_moves(mind: Mind, c: Character) -> None:
    """In thought the others go a step nearer to Room 25, where they would go without a look."""
    for other in range(mind.n_characters):
        if other != c and mind.stands[other] != NONE and mind.way[mind.stands[other]] > 0:
            step = next_step(mind, other)
            if is_known(mind, step):
                mind.stands[other] = after_step(mind, step)


@compiled
def after_step(mind: Mind, step: Cell) -> Cell:
    """R-ROOM-vortex: where one is who has entered a room."""
    return CENTRE if (mind.vortexes >> step) & 1 else step


@compiled
def after_move(mind: Mind, c: Character, step: Cell) -> int:
    """How far it is to the goal when a character has moved."""
    here = int(mind.stands[c])
    mind.stands[c] = after_step(mind, step)
    far = far_from_goal(mind, c, 0, FAR)
    mind.stands[c] = here
    return far


@compiled
def try_slides(state: State, mind: Mind, c: Character, cell: Cell) -> None:
    """How far it is to the goal after the best slide that a character can make from a cell, FAR if there is none.

    Into `way_after_slide`, and into `way_after_slide_and_step` if it then goes a step nearer, where it knows the room.
    """
    mind.way_after_slide = FAR
    mind.way_after_slide_and_step = FAR
    if cell == CENTRE:
        return
    here = int(mind.stands[c])
    mind.stands[c] = cell
    for line in range(N_LINES):
        if is_on(line, cell):
            for direction in range(2):
                if can_slide(state, line, direction):
                    slide_in_thought(mind, line, direction)
                    try_step(mind, c)
                    slide_in_thought(mind, line, 1 - direction)
    mind.stands[c] = here


@compiled
def try_step(mind: Mind, c: Character) -> None:
    """After a slide: how far it is to the goal if that is the best yet, and after a step, where it knows the room."""
    beside = neighbours(1 << int(mind.stands[c]))
    if mind.known & beside == 0:
        far = far_from_goal(mind, c, 0, int(mind.way_after_slide))
        mind.way_after_slide = min(mind.way_after_slide, far)
        return
    far = far_from_goal(mind, c, beside, FAR)
    mind.way_after_slide = min(mind.way_after_slide, far)
    if is_known(mind, next_step(mind, c)):
        far -= gain_of_step(mind, c)
        mind.way_after_slide_and_step = min(mind.way_after_slide_and_step, far)


@compiled
def slide_in_thought(mind: Mind, line: Line, direction: int) -> None:
    """R-ACT-4: slide what is known of the cells, and everybody on them."""
    own = line_cells(line)
    turn = turn_of(line, direction)
    back = turn_of(line, 1 - direction)
    mind.known = turned(int(mind.known), own, turn, back)
    mind.untold = turned(int(mind.untold), own, turn, back)
    mind.shut = turned(int(mind.shut), own, turn, back)
    mind.lookouts = turned(int(mind.lookouts), own, turn, back)
    mind.traps = turned(int(mind.traps), own, turn, back)
    mind.vortexes = turned(int(mind.vortexes), own, turn, back)
    mind.prisons = turned(int(mind.prisons), own, turn, back)
    mind.by_row = turned(int(mind.by_row), own, turn, back)
    mind.by_column = turned(int(mind.by_column), own, turn, back)
    mind.share = turned(int(mind.share), own, turn, back)
    slide_fees(mind, line, direction)
    if mind.exit_cell != NONE:
        mind.exit_cell = lowest_bit(turned(1 << int(mind.exit_cell), own, turn, back))
    for other in range(mind.n_characters):
        if mind.stands[other] != NONE:
            mind.stands[other] = lowest_bit(turned(1 << int(mind.stands[other]), own, turn, back))


@compiled
def slide_fees(mind: Mind, line: Line, direction: int) -> None:
    """R-ACT-4: what it costs to enter a room goes with the room."""
    to = cell_on(line, 0 if direction == 0 else SIDE - 1)
    step = cell_on(line, 1) - cell_on(line, 0) if direction == 0 else cell_on(line, 0) - cell_on(line, 1)
    wrapped = mind.fee[to]
    for _ in range(SIDE - 1):
        mind.fee[to] = mind.fee[to + step]
        to += step
    mind.fee[to] = wrapped


@compiled
def gain_of_step(mind: Mind, c: Character) -> int:
    """How much nearer the goal is when a character goes the next step, if it knows the room, where it then stands."""
    here = int(mind.stands[c])
    step = next_step(mind, c)
    if mind.aim == SEARCH:
        return int(mind.way[here] - mind.way[step])
    before = sum_ways(mind)
    mind.stands[c] = step
    after = sum_ways(mind)
    mind.stands[c] = here
    return before - after


@compiled
def after_slide(mind: Mind, c: Character, line: Line, direction: int) -> int:
    """How far it is to the goal after a slide."""
    slide_in_thought(mind, line, direction)
    far = far_from_goal(mind, c, 0, FAR)
    slide_in_thought(mind, line, 1 - direction)
    return far


@compiled
def gains_by_slide(state: State, mind: Mind, c: Character) -> bool:
    """Whether a slide brings the team nearer to Room 25."""
    if state.asking == ASK_PROGRAM:
        foresee_moves(mind, c)
    here = team_way(mind, 0)
    try_slides(state, mind, c, int(state.cell[c]))
    take_places(state, mind)
    return mind.way_after_slide + mind.slide < here
