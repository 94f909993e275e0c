"""Which actions: the program of a round, or in solo the next action."""

from __future__ import annotations

from sim.games.room25.board import is_exit_zone
from sim.games.room25.ends import escapes
from sim.games.room25.policies.cooperation.goals import (
    far_from_goal,
    longest_way,
    set_goal,
    share_after_look,
)
from sim.games.room25.policies.cooperation.mind import GATHER, MOVE_COST, SEARCH, Mind
from sim.games.room25.policies.cooperation.sight import is_in_exit, n_unseen, take_places
from sim.games.room25.policies.cooperation.trials import (
    after_move,
    after_step,
    foresee_moves,
    gains_by_slide,
    try_slides,
)
from sim.games.room25.policies.cooperation.ways import is_known, next_step
from sim.games.room25.slides import can_slide
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_PROGRAM,
    CONTROL,
    FLOODED,
    LOOK,
    MOVE,
    N_LINES,
    NO_ACTION,
    NONE,
    SECOND,
    TRAPPED,
    Cell,
    Character,
)
from sim.kernel import compiled

LAST_PASS = 2  # of those in which everybody acts


@compiled
def best_program(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """Two different actions, by where the character stands and what it knows of the way."""
    cell = int(state.cell[c])
    if is_in_exit(state, mind, c) and mind.aim == GATHER:
        return program_in_exit(state, rules, mind, c)
    if state.deadline[c] == TRAPPED:
        return MOVE + SECOND * LOOK
    must_leave = state.deadline[c] == FLOODED and state.turn >= state.deadline_round[c]
    if mind.aim == SEARCH and mind.way[cell] == 0 and (mind.lookouts >> cell) & 1:
        return LOOK + SECOND * (MOVE if must_leave else after_look(state, mind, c))
    step = next_step(mind, c)
    if state.one_action[c]:
        return MOVE
    if mind.aim == GATHER and step == mind.exit_cell:
        return MOVE + SECOND * (CONTROL if longest_way(mind, c) <= mind.hope else LOOK)
    if mind.aim == GATHER or (mind.aim == SEARCH and mind.way[cell] >= 2 * MOVE_COST):
        return best_pair(state, mind, c, step, must_leave)
    if not is_known(mind, step) or mind.room[step] == TRAPPED:
        return LOOK + SECOND * MOVE
    return MOVE + SECOND * LOOK


@compiled
def third_action(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """Adrenaline: a second look in a search, a second move on a long way to Room 25."""
    if not state.has_adrenaline[c] or state.one_action[c]:
        return NO_ACTION
    set_goal(state, rules, mind, c)  # the trials of other programs have measured other ways
    way = mind.way[state.cell[c]]
    if mind.aim == SEARCH and way <= mind.third_look:
        return LOOK
    if mind.aim != SEARCH and way >= mind.third_move and state.deadline[c] != TRAPPED:
        return MOVE
    return NO_ACTION


@compiled
def best_pair(state: State, mind: Mind, c: Character, step: Cell, must_leave: bool) -> int:
    """On the way to Room 25: a move with a look or a slide, in the order that brings the team nearest together.

    Slides are judged as if the others had gone a step nearer meanwhile.
    """
    if state.asking == ASK_PROGRAM and mind.aim == GATHER:
        foresee_moves(mind, c)
    cell = int(state.cell[c])
    known = is_known(mind, step)
    trapped = mind.room[step] == TRAPPED
    best = LOOK + SECOND * MOVE if trapped or not known else MOVE + SECOND * LOOK
    far = after_move(mind, c, step)
    far -= mind.slide_in_search if mind.aim == SEARCH else mind.slide
    if known and not trapped:
        try_slides(state, mind, c, after_step(mind, step))
        if mind.slid < far:
            far = int(mind.slid)
            best = MOVE + SECOND * CONTROL
    try_slides(state, mind, c, cell)
    if mind.slid_and_gone < far:
        far = int(mind.slid_and_gone)
        best = CONTROL + SECOND * MOVE
    if mind.slid < far and not must_leave:
        best = CONTROL + SECOND * LOOK if mind.aim == SEARCH else LOOK + SECOND * CONTROL
    take_places(state, mind)
    return best


@compiled
def after_look(state: State, mind: Mind, c: Character) -> int:
    """At a lookout: what brings a character nearer to what is left to look at after this look, a move or a slide."""
    mind.share = share_after_look(mind, c)
    far_from_goal(mind, c)
    step = next_step(mind, c)
    moved = after_move(mind, c, step)
    try_slides(state, mind, c, int(state.cell[c]))
    return CONTROL if mind.slid + mind.slide_in_search < moved else MOVE


@compiled
def program_in_exit(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """In Room 25: keep the slide out for the second pass if all can be there by then; else help, or look about."""
    cell = int(state.cell[c])
    last = longest_way(mind, c)
    if rules.key == 0 or state.key_found:
        if last == 0 and is_exit_zone(cell):
            return CONTROL
        if last <= mind.hope or state.rounds_left == 1:
            return LOOK + SECOND * CONTROL
    helps = is_first_in(state, c) and gains_by_slide(state, mind, c)
    return LOOK + SECOND * CONTROL if helps else LOOK


@compiled
def is_first_in(state: State, c: Character) -> bool:
    """Whether a character is seated first of those in its room."""
    for other in range(c):
        if state.alive[other] and state.cell[other] == state.cell[c]:
            return False
    return True


@compiled
def best_free_action(state: State, rules: Rules, menu: Menu, mind: Mind, c: Character) -> int:
    """Solo: the action that is best now, or none."""
    can_move = is_offered(menu, MOVE)
    can_control = is_offered(menu, CONTROL)
    can_look = is_offered(menu, LOOK)
    if can_control and can_escape(state, rules, mind, c):
        return CONTROL
    if can_move and must_leave(state, c):
        return MOVE
    if state.deadline[c] == TRAPPED:
        return NO_ACTION
    if is_in_exit(state, mind, c) and mind.aim == GATHER:
        if can_control and gains_by_slide(state, mind, c):
            return CONTROL
        return LOOK if can_look else NO_ACTION
    at_lookout = mind.aim == SEARCH and mind.way[state.cell[c]] == 0
    if at_lookout and can_look:
        return LOOK
    step = next_step(mind, c)
    slides = mind.aim == GATHER or (mind.aim == SEARCH and mind.way[state.cell[c]] >= 2 * MOVE_COST)
    if can_move and can_control and slides and (can_look or is_known(mind, step)):
        first = best_pair(state, mind, c, step, False) % SECOND
        if first != LOOK or can_look:
            return first
    if can_move and not at_lookout and is_known(mind, step):
        return MOVE
    if can_look and n_unseen(state, mind, c) > 0:
        return LOOK
    if can_move and not at_lookout and mind.fee[step] <= MOVE_COST + mind.unseen_limit:
        return MOVE  # to wait for certainty would lose more
    if can_control and mind.exit_cell != NONE and gains_by_slide(state, mind, c):
        return CONTROL
    return NO_ACTION


@compiled
def must_leave(state: State, c: Character) -> bool:
    """Whether a character dies if it does not leave its room now; of drowning only at the end of the round."""
    if state.deadline[c] == FLOODED:
        return state.turn >= state.deadline_round[c] and state.passing == LAST_PASS
    return state.deadline[c] == TRAPPED


@compiled
def is_offered(menu: Menu, action: int) -> bool:
    """Whether an action can be taken."""
    for i in range(menu.n):
        if menu.option[i] == action:
            return True
    return False


@compiled
def can_escape(state: State, rules: Rules, mind: Mind, c: Character) -> bool:
    """Whether a slide by this character would take all out now."""
    if not is_in_exit(state, mind, c):
        return False
    for line in range(N_LINES):
        for direction in range(2):
            if can_slide(state, line, direction) and escapes(state, rules, c, line, direction):
                return True
    return False
