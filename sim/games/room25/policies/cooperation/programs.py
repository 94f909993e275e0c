"""Which actions: the program of a round, or in solo the next action."""

from __future__ import annotations

from sim.games.room25.board import is_exit_zone
from sim.games.room25.ends import escapes
from sim.games.room25.policies.cells import neighbours
from sim.games.room25.policies.cooperation.goals import (
    far_from_goal,
    longest_way,
    set_goal,
    share_after_look,
)
from sim.games.room25.policies.cooperation.mind import FAR, GATHER, MOVE_COST, SEARCH, Mind
from sim.games.room25.policies.cooperation.sight import is_in_exit, n_unseen, take_places
from sim.games.room25.policies.cooperation.trials import (
    after_move,
    after_step,
    foresee_moves,
    gains_by_slide,
    try_slides,
)
from sim.games.room25.policies.cooperation.ways import is_known, next_step
from sim.games.room25.policies.reading import drowns_this_round
from sim.games.room25.slides import can_slide
from sim.games.room25.state import Menu, Rules, State
from sim.games.room25.terms import (
    ASK_PROGRAM,
    CONTROL,
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
    drowns = drowns_this_round(state, c)
    if mind.aim == SEARCH and mind.way[cell] == 0 and (mind.lookouts >> cell) & 1:
        return LOOK + SECOND * (MOVE if drowns else after_look(state, mind, c))
    step = next_step(mind, c)
    if state.one_action[c]:
        return MOVE
    if mind.aim == GATHER and step == mind.exit_cell:
        return MOVE + SECOND * (CONTROL if longest_way(mind, c) <= mind.hope else LOOK)
    if may_slide(mind, cell):
        return best_pair(state, mind, c, step, drowns)
    return move_and_look(mind, step)


@compiled
def third_action(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """Adrenaline: a second look in a search, a second move on a long way to Room 25."""
    if not state.has_adrenaline[c] or state.one_action[c]:
        return NO_ACTION
    set_goal(state, rules, mind, c)  # the trials of other programs have measured other ways
    return adrenaline(state, mind, c)


@compiled
def adrenaline(state: State, mind: Mind, c: Character) -> int:
    """What a token of adrenaline is for, from where the character stands, if for anything now."""
    if not state.has_adrenaline[c] or state.one_action[c]:
        return NO_ACTION
    way = mind.way[state.cell[c]]
    if mind.aim == SEARCH and way <= mind.third_look:
        return LOOK
    if mind.aim != SEARCH and way >= mind.third_move and state.deadline[c] != TRAPPED:
        return MOVE
    return NO_ACTION


# -- On the way ----------------------------------------------------------------------------------------------------


@compiled
def may_slide(mind: Mind, cell: Cell) -> bool:
    """Whether a slide may be worth an action: on the way to Room 25, or on a long one to where one can search."""
    return mind.aim == GATHER or (mind.aim == SEARCH and mind.way[cell] >= mind.long_way)


@compiled
def goes_ahead(mind: Mind, step: Cell) -> bool:
    """Whether a character takes a step and then acts where it stands: it knows the room, which is no trap."""
    return is_known(mind, step) and mind.room[step] != TRAPPED


@compiled
def move_and_look(mind: Mind, step: Cell) -> int:
    """A step and a look, in the order that the room to be entered asks for."""
    return MOVE + SECOND * LOOK if goes_ahead(mind, step) else LOOK + SECOND * MOVE


@compiled
def best_pair(state: State, mind: Mind, c: Character, step: Cell, drowns: bool) -> int:
    """A move with a look or a slide, in the order that brings the team, or the character in its search, nearest.

    Slides are judged as if the others had gone a step nearer to Room 25 meanwhile.
    """
    if state.asking == ASK_PROGRAM and mind.aim == GATHER:
        foresee_moves(mind, c)
    best = move_and_look(mind, step)
    shortest = after_move(mind, c, step) - int(mind.slide_in_search if mind.aim == SEARCH else mind.slide)
    if goes_ahead(mind, step):
        try_slides(state, mind, c, after_step(mind, step))
        if mind.way_after_slide < shortest:
            shortest = int(mind.way_after_slide)
            best = MOVE + SECOND * CONTROL
    try_slides(state, mind, c, int(state.cell[c]))
    if mind.way_after_slide_and_step < shortest:
        shortest = int(mind.way_after_slide_and_step)
        best = CONTROL + SECOND * MOVE
    if mind.way_after_slide < shortest and not drowns:
        best = CONTROL + SECOND * LOOK if mind.aim == SEARCH else LOOK + SECOND * CONTROL
    take_places(state, mind)
    return best


@compiled
def after_look(state: State, mind: Mind, c: Character) -> int:
    """At a lookout: what brings a character nearer to what is left to look at after this look, a move or a slide."""
    mind.share = share_after_look(mind, c)
    far_from_goal(mind, c, neighbours(1 << int(mind.stands[c])), FAR)
    moved = after_move(mind, c, next_step(mind, c))
    try_slides(state, mind, c, int(state.cell[c]))
    return CONTROL if mind.way_after_slide + mind.slide_in_search < moved else MOVE


# -- In Room 25 ----------------------------------------------------------------------------------------------------


@compiled
def program_in_exit(state: State, rules: Rules, mind: Mind, c: Character) -> int:
    """In Room 25: keep the slide out for the second pass if all can be there by then; else help, or look about."""
    last = longest_way(mind, c)
    if rules.key == 0 or state.key_found:
        if last == 0 and is_exit_zone(int(state.cell[c])):
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
def can_escape(state: State, rules: Rules, mind: Mind, c: Character) -> bool:
    """Whether a slide by this character would take all out now."""
    if not is_in_exit(state, mind, c):
        return False
    for line in range(N_LINES):
        for direction in range(2):
            if can_slide(state, line, direction) and escapes(state, rules, c, line, direction):
                return True
    return False


# -- Solo ----------------------------------------------------------------------------------------------------------


@compiled
def best_free_action(state: State, rules: Rules, menu: Menu, mind: Mind, c: Character) -> int:
    """Solo: the action that is best now, or none: to get out, to get away, to wait in Room 25, to look, to go on."""
    if is_offered(menu, CONTROL) and can_escape(state, rules, mind, c):
        return CONTROL
    if is_offered(menu, MOVE) and must_leave(state, c):
        return MOVE
    if state.deadline[c] == TRAPPED:
        return NO_ACTION
    if is_in_exit(state, mind, c) and mind.aim == GATHER:
        if is_offered(menu, CONTROL) and gains_by_slide(state, mind, c):
            return CONTROL
        return LOOK if is_offered(menu, LOOK) else NO_ACTION
    if mind.aim == SEARCH and mind.way[state.cell[c]] == 0:
        return LOOK if is_offered(menu, LOOK) else helpful_slide(state, menu, mind, c)
    action = free_action_on_the_way(state, menu, mind, c)
    return action if action != NO_ACTION else helpful_slide(state, menu, mind, c)


@compiled
def free_action_on_the_way(state: State, menu: Menu, mind: Mind, c: Character) -> int:
    """Solo: a step nearer to the goal, what makes it safe, or NO_ACTION."""
    can_move = is_offered(menu, MOVE)
    can_look = is_offered(menu, LOOK)
    step = next_step(mind, c)
    known = is_known(mind, step)
    if can_move and is_offered(menu, CONTROL) and may_slide(mind, int(state.cell[c])) and (can_look or known):
        first = best_pair(state, mind, c, step, False) % SECOND
        if first != LOOK or can_look:
            return first
    if can_move and known:
        return MOVE
    if can_look and n_unseen(state, mind, c) > 0:
        return LOOK
    if can_move and mind.fee[step] <= MOVE_COST + mind.unseen_limit:
        return MOVE  # to wait for certainty would lose more
    return NO_ACTION


@compiled
def helpful_slide(state: State, menu: Menu, mind: Mind, c: Character) -> int:
    """Solo: a slide where Room 25 is known and one brings the team nearer; else NO_ACTION."""
    helps = is_offered(menu, CONTROL) and mind.exit_cell != NONE and gains_by_slide(state, mind, c)
    return CONTROL if helps else NO_ACTION


@compiled
def must_leave(state: State, c: Character) -> bool:
    """Whether a character dies if it does not leave its room now; of drowning only at the end of the round."""
    return state.deadline[c] == TRAPPED or (drowns_this_round(state, c) and state.passing == LAST_PASS)


@compiled
def is_offered(menu: Menu, action: int) -> bool:
    """Whether an action can be taken."""
    for i in range(menu.n):
        if menu.option[i] == action:
            return True
    return False
