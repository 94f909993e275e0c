"""`greedy`: a careful player of cooperation and solo who acts on what the character knows."""

from __future__ import annotations

from sim.games.room25.board import is_exit_zone, neighbour
from sim.games.room25.ends import escapes
from sim.games.room25.policies.mind import (
    CORNER,
    FAR,
    GATHER,
    MOVE_COST,
    SEARCH,
    Mind,
    colour_seen,
    cost_of,
    is_known,
    longest_way,
    may_be_blue,
    n_to_look_at,
    room_price,
    room_seen,
    set_goal,
    sum_ways,
    team_way,
    way_from,
)
from sim.games.room25.slides import can_slide, is_on, slide_line
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_ACTION,
    ASK_CONTROL,
    ASK_CONTROL_ROOM,
    ASK_ILLUSION,
    ASK_LOOK,
    ASK_MOVE,
    ASK_MOVING,
    ASK_PENALTY,
    ASK_PROGRAM,
    ASK_PUSH,
    ASK_SETUP_LOOK,
    ASK_TIMING,
    ASK_TUNNEL,
    ASK_VISION,
    BY_ACTION,
    CELL,
    CENTRE,
    CONTROL,
    FLOODED,
    LOOK,
    MOVE,
    N_CELLS,
    N_LINES,
    N_PASSES,
    NO_ACTION,
    NONE,
    ROOM_25,
    SECOND,
    SPECIAL,
    TRAPPED,
    UNTOLD,
    VORTEX,
    Cell,
    Character,
)
from sim.kernel import compiled

NOTHING = -(10**6)
LAST_PASS = 2  # of those in which everybody acts


@compiled
def choose_greedily(state: State, rules: Rules, menu: Menu, mind: Mind, scratch: State) -> int:
    """Looks before it moves, spreads to search the corners, heads for blue rooms, gathers in Room 25 and slides it out.

    Deterministic; knows only what its character has seen and what was told. It plans one round at a time: look and move
    where the way is unknown, move and slide where it is known, and keeps the slide out for when all can be there.
    """
    c = int(state.chooser)
    asking = state.asking
    set_goal(state, rules, mind, c)
    if asking == ASK_PROGRAM:
        return index_of(menu, best_program(state, rules, mind, scratch, c))
    if asking == ASK_ACTION:
        return index_of(menu, best_free_action(state, rules, menu, mind, scratch, c))
    if asking == ASK_TIMING:
        return 1 if state.program[c, 0] != CONTROL or can_escape(state, rules, c) else 0
    best = 0
    best_value = NOTHING
    for i in range(menu.n):
        value = value_of(state, rules, mind, scratch, c, int(menu.option[i]))
        if value > best_value:
            best = i
            best_value = value
    return best


@compiled
def index_of(menu: Menu, value: int) -> int:
    """Return where an option is in the menu; the first if it is not there."""
    for i in range(menu.n):
        if menu.option[i] == value:
            return i
    return 0


# -- Which actions -------------------------------------------------------------------------------------------------


@compiled
def best_program(state: State, rules: Rules, mind: Mind, scratch: State, c: Character) -> int:
    """Two different actions, by where the character stands and what it knows of the way."""
    cell = int(state.cell[c])
    if is_in_exit(state, c) and mind.aim == GATHER:
        return program_in_exit(state, rules, mind, scratch, c)
    if state.one_action[c]:
        return MOVE
    if state.deadline[c] == TRAPPED:
        return MOVE + SECOND * LOOK
    must_leave = state.deadline[c] == FLOODED and state.turn >= state.deadline_round[c]
    if mind.aim == SEARCH and way_from(mind, cell) == 0:
        return LOOK if n_to_look_at(state, mind, c) > 1 and not must_leave else LOOK + SECOND * MOVE
    step = next_step(state, mind, c)
    if step == mind.exit_cell and mind.aim == GATHER:
        return MOVE + SECOND * (CONTROL if longest_way(state, mind, c) <= MOVE_COST else LOOK)
    if mind.aim == GATHER:
        return best_pair(state, rules, mind, scratch, c, step)
    if not is_known(state, mind, c, step) or room_seen(state, c, int(state.tile_at[step])) == TRAPPED:
        return LOOK + SECOND * MOVE
    return MOVE + SECOND * LOOK


@compiled
def best_pair(state: State, rules: Rules, mind: Mind, scratch: State, c: Character, step: Cell) -> int:
    """On the way to Room 25: a move with a look or a slide, in the order that brings the team nearest together.

    Slides are judged as if the others had gone a step nearer meanwhile.
    """
    copy_board(state, scratch)
    if state.asking == ASK_PROGRAM:
        foresee_moves(state, mind, scratch, c)
    cell = int(state.cell[c])
    known = is_known(state, mind, c, step)
    trapped = room_seen(state, c, int(state.tile_at[step])) == TRAPPED
    best = LOOK + SECOND * MOVE if trapped or not known else MOVE + SECOND * LOOK
    far = after_move(state, rules, mind, scratch, c, step) + (0 if known else int(mind.unsure))
    far -= mind.slide
    if known and not trapped:
        slid = best_slide(state, rules, mind, scratch, c, step, False)
        if slid < far:
            far = slid
            best = MOVE + SECOND * CONTROL
    slid = best_slide(state, rules, mind, scratch, c, cell, True)
    if slid < far:
        best = CONTROL + SECOND * MOVE
    return best


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
def program_in_exit(state: State, rules: Rules, mind: Mind, scratch: State, c: Character) -> int:
    """In Room 25: keep the slide out for the second pass if all can be there by then; else help, or look about."""
    cell = int(state.cell[c])
    last = longest_way(state, mind, c)
    if is_exit_zone(cell) and (rules.key == 0 or state.key_found):
        if last == 0:
            return CONTROL
        if last <= MOVE_COST or state.rounds_left == 1:
            return LOOK + SECOND * CONTROL
    helps = is_exit_zone(cell) or is_first_in(state, c)
    return LOOK + SECOND * CONTROL if helps and gains_by_slide(state, rules, mind, scratch, c) else LOOK


@compiled
def is_first_in(state: State, c: Character) -> bool:
    """Whether a character is seated first of those in its room."""
    for other in range(c):
        if state.alive[other] and state.cell[other] == state.cell[c]:
            return False
    return True


@compiled
def best_free_action(state: State, rules: Rules, menu: Menu, mind: Mind, scratch: State, c: Character) -> int:
    """Solo: the action that is best now, or none."""
    can_move = is_offered(menu, MOVE)
    can_control = is_offered(menu, CONTROL)
    can_look = is_offered(menu, LOOK)
    if can_control and can_escape(state, rules, c):
        return CONTROL
    if can_move and must_leave(state, c):
        return MOVE
    if state.deadline[c] == TRAPPED:
        return NO_ACTION
    if is_in_exit(state, c) and mind.aim == GATHER:
        if can_control and gains_by_slide(state, rules, mind, scratch, c):
            return CONTROL
        return LOOK if can_look else NO_ACTION
    at_lookout = mind.aim == SEARCH and way_from(mind, int(state.cell[c])) == 0
    if at_lookout and can_look:
        return LOOK
    step = next_step(state, mind, c)
    if can_move and can_control and mind.aim == GATHER and (can_look or is_known(state, mind, c, step)):
        first = best_pair(state, rules, mind, scratch, c, step) % SECOND
        if first != LOOK or can_look:
            return first
    if can_move and not at_lookout and is_known(state, mind, c, step):
        return MOVE
    if can_look and n_unseen(state, c) > 0:
        return LOOK
    if can_move and not at_lookout and cost_of(mind, step) <= MOVE_COST + mind.unseen_limit:
        return MOVE  # to wait for certainty would lose more
    if can_control and mind.exit_cell != NONE and gains_by_slide(state, rules, mind, scratch, c):
        return CONTROL
    return NO_ACTION


@compiled
def must_leave(state: State, c: Character) -> bool:
    """Whether a character dies if it does not leave its room now, or in this round at the latest when this is its end."""
    if state.deadline[c] == FLOODED:
        return state.turn >= state.deadline_round[c] and state.passing == LAST_PASS
    return state.deadline[c] == TRAPPED


@compiled
def gains_by_slide(state: State, rules: Rules, mind: Mind, scratch: State, c: Character) -> bool:
    """Whether a slide brings the team nearer to Room 25."""
    copy_board(state, scratch)
    if state.asking == ASK_PROGRAM:
        foresee_moves(state, mind, scratch, c)
    here = team_way(scratch, rules, mind, c)
    return best_slide(state, rules, mind, scratch, c, int(state.cell[c]), False) + mind.slide < here


@compiled
def n_unseen(state: State, c: Character) -> int:
    """How many rooms next to a character it has not seen."""
    n = 0
    for side in range(4):
        to = neighbour(state.cell[c], side)
        if to != NONE and room_seen(state, c, int(state.tile_at[to])) == NONE:
            n += 1
    return n


@compiled
def is_offered(menu: Menu, action: int) -> bool:
    """Whether an action can be taken."""
    for i in range(menu.n):
        if menu.option[i] == action:
            return True
    return False


@compiled
def is_in_exit(state: State, c: Character) -> bool:
    """Whether a character is in Room 25."""
    return room_seen(state, c, int(state.tile_at[state.cell[c]])) == ROOM_25


@compiled
def can_escape(state: State, rules: Rules, c: Character) -> bool:
    """Whether a slide by this character would take all out now."""
    if not is_in_exit(state, c):
        return False
    for line in range(N_LINES):
        for direction in range(2):
            if can_slide(state, line, direction) and escapes(state, rules, c, line, direction):
                return True
    return False


@compiled
def next_step(state: State, mind: Mind, c: Character) -> Cell:
    """The adjacent cell that is nearest to the goal."""
    cell = int(state.cell[c])
    best = cell
    best_way = 3 * FAR
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and cost_of(mind, to) + way_from(mind, to) < best_way:
            best = to
            best_way = cost_of(mind, to) + way_from(mind, to)
    return best


# -- Slides --------------------------------------------------------------------------------------------------------


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
    scratch.rounds_left = state.rounds_left
    scratch.key_found = state.key_found
    scratch.n_robots = 0
    for other in range(state.n_characters):
        scratch.cell[other] = state.cell[other]
        scratch.alive[other] = state.alive[other]
        scratch.knows[other] = state.knows[other]


@compiled
def after_move(state: State, rules: Rules, mind: Mind, scratch: State, c: Character, step: Cell) -> int:
    """How far the team is from Room 25 when a character has moved."""
    scratch.cell[c] = step
    far = team_way(scratch, rules, mind, c)
    scratch.cell[c] = state.cell[c]
    return far


@compiled
def best_slide(
    state: State, rules: Rules, mind: Mind, scratch: State, c: Character, cell: Cell, then_move: bool
) -> int:
    """How far the team is from Room 25 after the best slide that a character can make from a cell. FAR: none.

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
                    far = team_way(scratch, rules, mind, c)
                    if then_move:
                        step = next_step(scratch, mind, c)
                        if is_known(scratch, mind, c, step):
                            far -= sum_ways(scratch, mind)
                            scratch.cell[c] = step
                            far += sum_ways(scratch, mind)
                    slide_line(scratch, line, 1 - direction, BY_ACTION)
                    best = min(best, far)
    scratch.cell[c] = state.cell[c]
    return best


@compiled
def after_slide(rules: Rules, mind: Mind, scratch: State, c: Character, line: int, direction: int) -> int:
    """How far the team is from Room 25 after a slide; the scratch board is as before."""
    slide_line(scratch, line, direction, BY_ACTION)
    far = team_way(scratch, rules, mind, c)
    slide_line(scratch, line, 1 - direction, BY_ACTION)
    return far


# -- Which target --------------------------------------------------------------------------------------------------


@compiled
def value_of(state: State, rules: Rules, mind: Mind, scratch: State, c: Character, option: int) -> int:
    """What a target is worth: nearer to the goal, more seen, the team nearer together."""
    asking = state.asking
    if asking == ASK_MOVE or asking == ASK_TUNNEL:
        return value_of_move(state, mind, c, option)
    if asking == ASK_LOOK or asking == ASK_SETUP_LOOK or asking == ASK_VISION:
        return value_of_look(state, mind, c, option)
    if asking == ASK_CONTROL or asking == ASK_CONTROL_ROOM:
        if asking == ASK_CONTROL and escapes(state, rules, c, option // 2, option % 2):
            return -NOTHING
        copy_board(state, scratch)
        return -after_slide(rules, mind, scratch, c, option // 2, option % 2)
    if asking == ASK_PUSH:
        return -room_price(state, rules, mind, option // CELL, option % CELL)
    if asking == ASK_ILLUSION or asking == ASK_MOVING:
        known = colour_seen(state, c, int(state.tile_at[option]))
        return -room_price(state, rules, mind, c, option) - (5 if known == UNTOLD else 0)
    if asking == ASK_PENALTY:
        return 1 if option == SPECIAL else 0
    return 0


@compiled
def value_of_move(state: State, mind: Mind, c: Character, cell: Cell) -> int:
    """Nearer to the goal; never into a trap with an action other than a move to come."""
    tile = int(state.tile_at[cell])
    value = -cost_of(mind, cell) - way_from(mind, cell)
    if room_seen(state, c, tile) == TRAPPED and acts_again(state, c):
        value -= FAR
    return int(value)


@compiled
def acts_again(state: State, c: Character) -> bool:
    """Whether a character has an action left in its program this round."""
    for k in range(state.passing, N_PASSES):
        if state.program[c, k] != NO_ACTION:
            return True
    return False


@compiled
def value_of_look(state: State, mind: Mind, c: Character, cell: Cell) -> int:
    """What may be blue in the own corner first, then elsewhere, then what is unknown on the way."""
    tile = int(state.tile_at[cell])
    if room_seen(state, c, tile) != NONE:
        return NOTHING + 1
    value = -(way_from(mind, cell) + cost_of(mind, cell))
    if colour_seen(state, c, tile) == UNTOLD:
        value += FAR if state.asking == ASK_SETUP_LOOK else int(mind.look_unknown)
        if may_be_blue(state, c, tile) and mind.aim == SEARCH:
            value += mind.look_corner if CORNER[cell] == mind.corner else mind.look_elsewhere
    return int(value)
