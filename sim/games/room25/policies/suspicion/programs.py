"""What a prisoner of suspicion programs: where it wants to be, and which actions lead there."""

from __future__ import annotations

from sim.games.room25.board import corner_of, is_exit_zone, neighbour, steps_between
from sim.games.room25.policies.cells import neighbours
from sim.games.room25.policies.reading import drowns_this_round
from sim.games.room25.policies.suspicion.beliefs import counts_on
from sim.games.room25.policies.suspicion.mind import EASY, FAIR, N_KINDS, POOR, Doubts
from sim.games.room25.policies.suspicion.team import (
    cost_after_slide,
    farthest,
    may_go,
    slide_in_thought,
    team_cost,
)
from sim.games.room25.policies.suspicion.ways import FAR, measure, measure_from, nearest
from sim.games.room25.slides import can_slide, is_on
from sim.games.room25.state import Rules, State
from sim.games.room25.terms import (
    CENTRE,
    CONTROL,
    LOOK,
    MOVE,
    N_CELLS,
    N_LINES,
    NONE,
    PUSH,
    SECOND,
    THIRD,
    TRAPPED,
    Cell,
    Character,
    Line,
)
from sim.kernel import compiled

WON = 10**6  # worth more than all else
NOTHING = -WON  # ... less
DEADLY = 100  # what entering a room costs that is in none of the kinds: more than any way


@compiled
def set_goal(state: State, doubts: Doubts, c: Character) -> None:
    """Where a character wants to be: in Room 25, or where nobody has looked for it; and how far all cells are."""
    doubts.goal = doubts.exit_cell
    if doubts.goal == NONE:
        doubts.goal = place_to_search(state, doubts, c)
    measure(doubts, int(doubts.goal))


@compiled
def place_to_search(state: State, doubts: Doubts, c: Character) -> Cell:
    """The place unseen that is nearest, with fewest others nearer to it, in the own corner if that is all the same."""
    best = int(state.cell[c])
    best_value = WON
    measure_from(doubts, best)
    for cell in range(N_CELLS):
        if not (doubts.unseen >> cell) & 1:
            continue
        value = int(doubts.way[cell]) + (0 if corner_of(cell) == c % 4 else doubts.corner)
        for other in range(state.n_characters):
            nearer = steps_between(state.cell[other], cell) < steps_between(state.cell[c], cell)
            if nearer and counts_on(state, doubts, other):
                value += doubts.crowd
        if value < best_value:
            best = cell
            best_value = value
    return best


# -- Which actions -------------------------------------------------------------------------------------------------


@compiled
def best_program(state: State, rules: Rules, doubts: Doubts, c: Character) -> int:
    """What to do in the round, by where the character is and what it knows of the way."""
    here = int(state.cell[c])
    if here == doubts.exit_cell:
        return program_inside(state, doubts, c)
    step = next_step(doubts, here, int(doubts.steps))
    must_leave = state.deadline[c] == TRAPPED or drowns_this_round(state, c)
    if state.one_action[c]:
        return MOVE if must_leave or dares(state, doubts, step) or not doubts.looks & ~doubts.sure else LOOK
    if state.deadline[c] == TRAPPED:
        return MOVE + SECOND * LOOK
    if doubts.exit_cell == NONE:
        return program_of_search(state, doubts, c, step, must_leave)
    return program_on_the_way(state, rules, doubts, c, step, must_leave)


@compiled
def program_of_search(state: State, doubts: Doubts, c: Character, step: Cell, must_leave: bool) -> int:
    """Look where nobody has looked, and go on to where there is more to see."""
    daring = dares(state, doubts, step)
    if must_leave:
        return MOVE + SECOND * LOOK
    if doubts.looks & doubts.unseen:
        if not daring and best_shift(state, doubts, c) >= doubts.shift:
            return LOOK + SECOND * CONTROL
        return LOOK + SECOND * MOVE
    if daring and not (doubts.traps >> step) & 1:
        return MOVE + SECOND * LOOK
    if best_shift(state, doubts, c) >= doubts.shift:
        return CONTROL + SECOND * LOOK
    return LOOK + SECOND * MOVE if doubts.looks else MOVE + SECOND * LOOK


@compiled
def best_shift(state: State, doubts: Doubts, c: Character) -> int:
    """How much nearer to a place unseen the best slide of the character's own row or column brings it."""
    here = int(state.cell[c])
    if here == CENTRE:
        return 0
    before = nearest(doubts, here, int(doubts.unseen))
    best = 0
    for line in range(N_LINES):
        if is_on(line, here):
            for direction in range(2):
                if can_slide(state, line, direction):
                    best = max(best, before - search_after_slide(state, doubts, c, line, direction))
    return best


@compiled
def search_after_slide(state: State, doubts: Doubts, c: Character, line: Line, direction: int) -> int:
    """How far the nearest place unseen is after a slide."""
    slide_in_thought(state, doubts, line, direction)
    cost = nearest(doubts, int(doubts.stands[c]), int(doubts.unseen))
    slide_in_thought(state, doubts, line, 1 - direction)
    return cost


@compiled
def program_on_the_way(state: State, rules: Rules, doubts: Doubts, c: Character, step: Cell, must_leave: bool) -> int:
    """Go to Room 25: slide where that brings the team nearer, look where the way is not known, and run if need be."""
    if waits(state, rules, doubts, step) and not must_leave:
        return LOOK
    daring = dares(state, doubts, step)
    gain = best_slide_gain(state, doubts, int(state.cell[c]))
    if daring:
        doubts.stands[c] = step
        then_gain = best_slide_gain(state, doubts, step)
        doubts.stands[c] = state.cell[c]
        if then_gain > gain and then_gain >= doubts.slide_gain and not (doubts.traps >> step) & 1:
            return MOVE + SECOND * CONTROL
    if gain >= doubts.slide_gain:
        return CONTROL + SECOND * MOVE
    if ((doubts.traps >> step) & 1 or (not daring and doubts.looks)) and not must_leave:
        return LOOK + SECOND * MOVE
    program = MOVE + SECOND * LOOK
    then = next_step(doubts, step, neighbours(1 << step))
    if state.has_adrenaline[c] and step != doubts.exit_cell and dares(state, doubts, then):
        program += THIRD * MOVE
    return program


@compiled
def waits(state: State, rules: Rules, doubts: Doubts, step: Cell) -> bool:
    """R-SUS-2: whether to stay outside Room 25: the alert would cost rounds, and the last are still far."""
    early = state.turn <= rules.alert_rounds and state.rounds_left > rules.alert_rounds
    return step == doubts.exit_cell and early and farthest(state, doubts) > doubts.patience


@compiled
def program_inside(state: State, doubts: Doubts, c: Character) -> int:
    """In Room 25: keep the slide out for when all can be there; till then bring it nearer to them, or look about."""
    guarded = is_with_guard(state, doubts, c)
    is_first = n_before(state, doubts, c) == 0
    if may_go(state, doubts):
        return CONTROL + THIRD * CONTROL if state.has_adrenaline[c] else CONTROL
    if not is_exit_zone(doubts.exit_cell):
        if is_first:
            return CONTROL
    elif farthest(state, doubts) <= doubts.near or state.rounds_left == 1:
        first = PUSH if guarded else LOOK
        if state.has_adrenaline[c]:
            return first + THIRD * CONTROL
        return first + SECOND * CONTROL
    elif is_first and best_slide_gain(state, doubts, int(state.cell[c])) >= doubts.slide_gain:
        return CONTROL
    return PUSH if guarded else LOOK


@compiled
def is_with_guard(state: State, doubts: Doubts, c: Character) -> bool:
    """Whether another who is taken for a guard is in the same room."""
    for other in range(state.n_characters):
        if other != c and state.alive[other] and doubts.is_guard[other] and state.cell[other] == state.cell[c]:
            return True
    return False


@compiled
def n_before(state: State, doubts: Doubts, c: Character) -> int:
    """How many in the same room who are counted on act before a character in this round."""
    n = 0
    place = (c - state.turn + 1) % state.n_characters
    for other in range(state.n_characters):
        if other != c and counts_on(state, doubts, other) and state.cell[other] == state.cell[c]:
            n += 1 if (other - state.turn + 1) % state.n_characters < place else 0
    return n


@compiled
def dares(state: State, doubts: Doubts, cell: Cell) -> bool:
    """Whether a character enters a cell without a look: it is sure that little can happen, or takes others' word."""
    if (doubts.sure >> cell) & 1:
        return ((doubts.cells[EASY] | doubts.cells[FAIR] | doubts.cells[POOR]) >> cell) & 1 == 1
    return ((doubts.cells[EASY] | doubts.cells[FAIR]) >> cell) & 1 == 1 and state.rounds_left <= doubts.trust


@compiled
def next_step(doubts: Doubts, cell: Cell, steps: int) -> Cell:
    """The one of some cells around a cell from which the way to the goal is shortest."""
    best = cell
    best_way = FAR * 4
    for side in range(4):
        to = neighbour(cell, side)
        if to != NONE and (steps >> to) & 1:
            way = price_of(doubts, to) + int(doubts.way[to])
            if way < best_way:
                best = to
                best_way = way
    return best


@compiled
def price_of(doubts: Doubts, cell: Cell) -> int:
    """What entering a cell costs."""
    if cell == doubts.exit_cell:
        return int(doubts.price[0])
    for kind in range(N_KINDS):
        if (doubts.cells[kind] >> cell) & 1:
            return int(doubts.price[kind])
    return DEADLY


@compiled
def best_slide_gain(state: State, doubts: Doubts, here: Cell) -> int:
    """How much nearer to Room 25 the best slide of a cell's row or column brings the team."""
    before = team_cost(state, doubts)
    best = 0
    if here == CENTRE:
        return 0
    for line in range(N_LINES):
        if is_on(line, here):
            for direction in range(2):
                if can_slide(state, line, direction):
                    best = max(best, before - cost_after_slide(state, doubts, line, direction))
    return best
